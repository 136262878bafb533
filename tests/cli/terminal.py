"""A pseudo-terminal in which tests run the command and type."""

import codecs
import os
import re
import select
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

pytest.importorskip("fcntl", reason="this system has no pseudo-terminals")
pytest.importorskip("termios", reason="this system has no pseudo-terminals")

import fcntl
import termios

PATIENCE = 30  # seconds to wait for something that should come at once
CLEARED = "\f"  # how a cleared screen appears in what was seen
CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Terminal:
    """The command, running."""

    def __init__(self, process: subprocess.Popen[bytes], master: int) -> None:
        self.process = process
        self.raw = ""  # everything that came, colours and all
        self._master = master
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._read = 0  # so much of what was seen has been looked for

    @property
    def seen(self) -> str:
        """Everything that came, as it is read."""
        text = self.raw.replace("\x1b[2J\x1b[H", CLEARED).replace("\r\n", "\n")
        return CODES.sub("", text)

    def type(self, text: str) -> None:
        os.write(self._master, text.encode())

    def wait_for(self, text: str) -> None:
        """Read on until `text` is there."""
        deadline = time.monotonic() + PATIENCE
        while text not in self.seen[self._read :]:
            if not self._more(deadline):
                raise AssertionError(f"{text!r} did not come; this did:\n{self.seen[self._read :]}")
        self._read = self.seen.index(text, self._read) + len(text)

    def _more(self, deadline: float) -> bool:
        ready, _, _ = select.select([self._master], [], [], max(0, deadline - time.monotonic()))
        try:
            data = os.read(self._master, 65536) if ready else b""
        except OSError:  # the command has ended, and the terminal with it
            data = b""
        self.raw += self._decoder.decode(data)
        return bool(data)

    def screen(self) -> str:
        """What was drawn since the screen was cleared last."""
        return self.seen[: self._read].rpartition(CLEARED)[2]

    def interrupt(self) -> None:
        """Press Ctrl-C: the command hears it, and every process it has started.

        Python misses a signal that comes between a prompt and its waiting for the keyboard. A
        person is never that fast.
        """
        self._wait_until_asleep()
        os.killpg(self.process.pid, signal.SIGINT)

    def _wait_until_asleep(self) -> None:
        """Wait a little until the command waits; one that computes is interrupted all the same."""
        stat = Path(f"/proc/{self.process.pid}/stat")
        for _ in range(20):
            time.sleep(0.02)
            if not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] == "S":
                return

    def end(self) -> int:
        """Read to the end; the exit code."""
        while self._more(time.monotonic() + PATIENCE):
            pass
        return self.process.wait(PATIENCE)


def hears_ctrl_c() -> None:
    """A shell starts what it puts in the background deaf to Ctrl-C, and its children inherit it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def terminal(*arguments: str, out: Path | None = None, **more: str) -> Iterator[Terminal]:
    """Run the command in a window of 80 × 24; what it prints goes to `out` if that is named.

    `more` is added to its environment.
    """
    master, slave = os.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    environment = {**os.environ, "TERM": "xterm-256color", "PYTHONUTF8": "1", **more}
    for name in ("COLUMNS", "LINES"):
        environment.pop(name, None)
    with open(os.devnull if out is None else out, "wb") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", "ludotheque", *arguments],
            stdin=slave,
            stdout=slave if out is None else file,
            stderr=slave,
            env=environment,
            start_new_session=True,
            preexec_fn=hears_ctrl_c,
        )
    os.close(slave)
    try:
        yield Terminal(process, master)
    finally:
        process.kill()
        process.wait()
        os.close(master)
