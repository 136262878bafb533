"""The machine of a measurement: hardware and versions, never names or paths."""

import os
import platform
import shutil
import subprocess
from importlib.metadata import version
from pathlib import Path

from ludotheque.arena.simulation import available_cores


def cpu_model() -> str:
    cpus = Path("/proc/cpuinfo")
    if cpus.exists():
        for line in cpus.read_text("utf-8").splitlines():
            if line.startswith("model name"):
                return " ".join(line.partition(":")[2].split())
    return platform.processor() or platform.machine()


def compiler() -> str | None:
    """A C++ compiler, if there is one."""
    return shutil.which("g++") or shutil.which("clang++") or shutil.which("c++")


def compiler_version() -> str:
    found = compiler()
    if found is None:
        return "none found"
    answer = subprocess.run([found, "--version"], capture_output=True, text=True, check=True)
    return answer.stdout.splitlines()[0]


def load() -> str:
    """The load average: on a busy machine wall-clock times mean little."""
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"


def described() -> dict[str, str]:
    return {
        "CPU": f"{cpu_model()}, {available_cores()} cores",
        "system": f"{platform.system()} {platform.machine()}",
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        "numba": version("numba"),
        "numpy": version("numpy"),
        "C++ compiler": compiler_version(),
        "load at the start": load(),
    }
