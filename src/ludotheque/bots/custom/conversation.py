"""A conversation with a program over its standard streams: a line out, a line in."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import threading
import weakref
from collections import deque
from collections.abc import Callable
from typing import IO

from ...core.errors import BadPlayer

LONGEST_LINE = 1_000_000  # bytes of an answer
LAST_LINES = 5  # of the program's standard error that a complaint repeats
LONGEST_COMPLAINT = 500  # characters of them
PATIENCE = 2.0  # seconds in which a program ends after the end of its input


class Conversation:
    """A program that is started when it is first asked, and again after it has died.

    It runs in a process group of its own, so that Ctrl-C in the terminal does not reach it, and so
    that whatever it has started ends with it. What it writes to standard error is read and dropped,
    except for the last lines, which an error repeats.
    """

    def __init__(self, command: tuple[str, ...]) -> None:
        self.command = command
        self._lock = threading.Lock()  # one question at a time
        self._running: RunningProgram | None = None

    def ask(self, line: str, seconds: float, name: str) -> str:
        """The program's answer to a line. BadPlayer if there is none in time."""
        with self._lock:
            try:
                if self._running is None:
                    self._running = RunningProgram(self.command)
                return self._running.ask(line, seconds, name)
            except BaseException:
                self._close(kill=True)  # what it answers from now on would answer something else
                raise

    def close(self) -> None:
        with self._lock:
            self._close()

    def _close(self, *, kill: bool = False) -> None:
        if self._running is not None:
            if kill:
                self._running.kill()
            self._running.close()
            self._running = None


class RunningProgram:
    def __init__(self, command: tuple[str, ...]) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as problem:
            raise BadPlayer(
                "the program {command!r} cannot be started ({problem})",
                command=command[0],
                problem=str(problem),
            ) from problem
        self._answers: queue.Queue[bytes] = queue.Queue(2)
        self._complaints: deque[bytes] = deque(maxlen=LAST_LINES)
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        start_reading(self._process.stdout, self._answers.put)
        self._reader = start_reading(self._process.stderr, self._complaints.append)
        self.close = weakref.finalize(self, end, self._process, self._answers)

    def kill(self) -> None:
        kill_group(self._process)

    def ask(self, line: str, seconds: float, name: str) -> str:
        if not self._answers.empty():
            unasked = self._answers.get()
            self._complain_if_dead(name, wait=not unasked)
            raise BadPlayer(
                "{player} wrote {line!r} without being asked", player=name, line=text_of(unasked)
            )
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            self._complain_if_dead(name, wait=True)
            raise
        try:
            answer = self._answers.get(timeout=seconds)
        except queue.Empty:
            raise BadPlayer(
                "{player} has not answered within {seconds} seconds",
                player=name,
                seconds=f"{seconds:g}",
            ) from None
        if not answer:
            self._complain_if_dead(name, wait=True)
        return text_of(answer)

    def _complain_if_dead(self, name: str, *, wait: bool = False) -> None:
        """BadPlayer if the program has ended, or has closed its output."""
        code = self._process.poll()
        if wait:
            try:
                code = self._process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                code = None
        elif code is None:
            return
        self._reader.join(PATIENCE)  # it may not have come to the last lines yet
        complaint = b"".join(self._complaints).decode("utf-8", "replace").strip()
        raise BadPlayer(
            "{player} has ended (exit code {code}); its last words: {words}",
            player=name,
            code="–" if code is None else code,
            words=complaint[-LONGEST_COMPLAINT:] or "–",
        )


def start_reading(stream: IO[bytes], take: Callable[[bytes], object]) -> threading.Thread:
    """Read a stream line by line on a thread of its own; an empty line means its end."""
    thread = threading.Thread(target=read_lines, args=(stream, take), daemon=True)
    thread.start()
    return thread


def read_lines(stream: IO[bytes], take: Callable[[bytes], object]) -> None:
    with stream:
        while line := stream.readline(LONGEST_LINE):
            take(line)
    take(b"")


def text_of(line: bytes) -> str:
    return line.decode("utf-8", "replace").strip()


def end(process: subprocess.Popen[bytes], answers: queue.Queue[bytes]) -> None:
    """Close the program's input, wait a moment, then kill it with all that it has started."""
    assert process.stdin is not None
    with contextlib.suppress(OSError):
        process.stdin.close()
    with contextlib.suppress(queue.Empty):
        while True:  # its reader may be waiting for room
            answers.get_nowait()
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        kill_group(process)
        process.wait()


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a program that has not ended yet, and whatever it has started."""
    if process.poll() is None:
        with contextlib.suppress(ProcessLookupError):
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
        process.kill()
