"""A frame is rendered once for all spectators of one language, and separately for players."""

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from ludotheque.table.events import Roll
from ludotheque.web.access.identity import Caller
from ludotheque.web.access.viewer import Viewer, viewer_of
from ludotheque.web.live.match import LiveMatch
from ludotheque.web.render.step_frames import StepFrames, frame_at

from . import in_process as indoors
from .sent_frames import is_mine

HOUSEHOLD = Caller(None, is_local=True)
SPECTATORS = [Caller(name * 20, is_local=False) for name in ("one", "two")]


@pytest.fixture
def drawings(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Every frame that was made."""
    drawn: list[bytes] = []
    made = StepFrames._with

    def drawing(self: StepFrames, *what: Any) -> bytes:
        drawn.append(made(self, *what))
        return drawn[-1]

    monkeypatch.setattr(StepFrames, "_with", drawing)
    return drawn


def at_a_table(tmp_path: Path, play: Callable[[LiveMatch], Awaitable[None]]) -> None:
    indoors.at_a_table(tmp_path, "levelx", ["Ada", "Blaise"], play, first=0)


def frame(live: LiveMatch, guest: Caller, lang: str = "fr") -> dict[str, Any]:
    viewer, language = viewer_of(live, guest), live.game.language(lang)
    sent: dict[str, Any] = json.loads(frame_at(live, live.steps[-1], language, viewer))
    return sent


def test_spectators_share_a_drawing(tmp_path: Path, drawings: list[bytes]) -> None:
    async def play(live: LiveMatch) -> None:
        one, other = (frame(live, spectator) for spectator in SPECTATORS)
        assert one == other
        assert len(drawings) == 1

    at_a_table(tmp_path, play)


def test_another_language_is_another_drawing(tmp_path: Path, drawings: list[bytes]) -> None:
    async def play(live: LiveMatch) -> None:
        french, english = (frame(live, SPECTATORS[0], lang) for lang in ("fr", "en"))
        assert french != english
        assert len(drawings) == 2

    at_a_table(tmp_path, play)


def test_who_plays_is_sent_a_drawing_of_their_own(tmp_path: Path) -> None:
    async def play(live: LiveMatch) -> None:
        await live.do(Roll(0, live.version))
        looking, playing = frame(live, SPECTATORS[0]), frame(live, HOUSEHOLD)
        assert is_mine(playing)
        assert not is_mine(looking)
        assert frame(live, SPECTATORS[1]) == looking

    at_a_table(tmp_path, play)


def test_after_a_roll_spectators_are_sent_the_new_step(tmp_path: Path) -> None:
    async def play(live: LiveMatch) -> None:
        before = frame(live, SPECTATORS[0])
        await live.do(Roll(0, live.version))
        after = frame(live, SPECTATORS[0])
        assert after["version"] == live.version > before["version"]
        assert {**after, "version": 0} != {**before, "version": 0}

    at_a_table(tmp_path, play)


def test_a_replay_keeps_nothing_of_the_steps_that_it_shows(tmp_path: Path) -> None:
    """A match that is over announces nothing: what it kept would be kept for ever."""

    async def play(live: LiveMatch) -> None:
        await live.do(Roll(0, live.version))
        live.step_frames.clear()
        told, viewer = live.replayed(), Viewer(None, frozenset())
        for step in told.steps:
            frame_at(told, step, live.game.language("fr"), viewer, replay=True)
        assert len(told.steps) > 1
        assert not told.step_frames

    at_a_table(tmp_path, play)
