"""The command as tests use it: in this process, with typed answers and folders of its own."""

import io
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest

from ludotheque.cli.main import run

from .scripted_matches import SMALL_BOX


@dataclass(frozen=True)
class Outcome:
    code: int
    out: str
    err: str


class Keyboard(io.StringIO):
    """Answers, one a line; after the last, Ctrl-D, or Ctrl-C if the typist is in a hurry."""

    def __init__(self, answers: Iterable[str], *, interrupting: bool = False) -> None:
        super().__init__("".join(f"{answer}\n" for answer in answers))
        self.interrupting = interrupting

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        line = super().readline(-1 if size is None else size)
        if not line and self.interrupting:
            raise KeyboardInterrupt
        return line


class Command:
    """`command("play", "levelx", answers=["", "5 5"])`: the exit code and what was printed."""

    def __init__(self, patch: pytest.MonkeyPatch, capture: pytest.CaptureFixture[str]) -> None:
        self._patch = patch
        self._capture = capture

    def __call__(
        self, *arguments: str, answers: Iterable[str] = (), interrupting: bool = False
    ) -> Outcome:
        self._patch.setattr(sys, "stdin", Keyboard(answers, interrupting=interrupting))
        code = run(list(arguments))
        printed = self._capture.readouterr()
        return Outcome(code, printed.out, printed.err)


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(monkeypatch, capsys)


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """The folder in which matches are put away."""
    return tmp_path / "data" / "saved"


@pytest.fixture
def small_box(tmp_path: Path) -> str:
    """An edition file for matches of a few turns."""
    path = tmp_path / "small.toml"
    path.write_text(SMALL_BOX, "utf-8")
    return str(path)


@pytest.fixture(autouse=True)
def _own_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """English, a screen of 100 × 40, and no match put away yet."""
    monkeypatch.setenv("LUDOTHEQUE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("LINES", "40")
    for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "PAGER"):
        monkeypatch.delenv(name, raising=False)
