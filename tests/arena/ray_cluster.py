"""A Ray cluster of two workers on this machine, for one file of tests."""

import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO

from tests.core.process import ROOT, SOURCES

WORKERS = 2
STARTED = re.compile(r"ray start --address='([^']+)'")


@dataclass(frozen=True)
class Cluster:
    """The environment of its drivers, and its address for clients from elsewhere."""

    environment: dict[str, str]
    url: str

    def run(self, *command: str, fails_with: int = 0) -> str:
        """The standard output of a Python that runs with these arguments."""
        ran = subprocess.run(
            [sys.executable, *command],
            env=self.environment,
            cwd=ROOT,
            capture_output=True,
            encoding="utf-8",
        )
        assert ran.returncode == fails_with, ran.stderr
        return ran.stdout


@contextmanager
def ray_cluster() -> Iterator[Cluster]:
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(map(str, (SOURCES, ROOT))),
        "RAY_USAGE_STATS_ENABLED": "0",
        "RAY_AUTH_MODE": "token",
        "RAY_AUTH_TOKEN": secrets.token_hex(32),  # else Ray writes one into the home folder
        # Else what gRPC does after a fork may hang, and with it the server that Ray forks for a
        # client: Ray waits half a minute for that.
        "GRPC_ENABLE_FORK_SUPPORT": "0",
    }
    port = free_port()
    options = ["--head", "--block", f"--num-cpus={WORKERS}", "--include-dashboard=false"]
    options += ["--port=0", f"--ray-client-server-port={port}"]
    options += ["--object-store-memory=100000000"]
    with tempfile.TemporaryFile("w+", encoding="utf-8") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "ray.scripts.scripts", "start", *options],
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            address = address_of(process, output)
            host = address.rpartition(":")[0]
            yield Cluster(environment | {"RAY_ADDRESS": address}, f"ray://{host}:{port}")
        finally:
            process.terminate()
            process.wait()
            end_group(process.pid)


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def address_of(process: "subprocess.Popen[bytes]", output: IO[str]) -> str:
    """The address that the cluster prints when it has started."""
    while True:
        has_ended = process.poll() is not None
        output.seek(0)
        said = output.read()
        found = STARTED.search(said)
        if found:
            return found[1]
        assert not has_ended, f"Ray has not started:\n{said}"
        time.sleep(0.1)


def end_group(group: int) -> None:
    """Whatever Ray has left running."""
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        return
