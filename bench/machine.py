"""What the numbers were measured on: hardware and versions, never names or places."""

import os
import platform
import shutil
import subprocess
from importlib.metadata import version
from pathlib import Path


def cpu_model() -> str:
    cpus = Path("/proc/cpuinfo")
    if cpus.exists():
        for line in cpus.read_text("utf-8").splitlines():
            if line.startswith("model name"):
                return " ".join(line.partition(":")[2].split())
    return platform.processor() or platform.machine()


def cores() -> int:
    """The cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


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
    """How busy others keep the machine: on a busy one the times by the clock mean little."""
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"


def described() -> dict[str, str]:
    return {
        "CPU": f"{cpu_model()}, {cores()} cores",
        "system": f"{platform.system()} {platform.machine()}",
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        "numba": version("numba"),
        "numpy": version("numpy"),
        "C++ compiler": compiler_version(),
        "load at the start": load(),
    }
