"""The last moves that a frame tells: each seat's last turn, whoever looks, and after a restart."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, cast

import pytest
from msgspec import structs

import ludotheque
from ludotheque.store.store import Store
from ludotheque.table.events import Move, Roll, TakeBack
from ludotheque.table.match import Seat
from ludotheque.web.access.viewer import Viewer
from ludotheque.web.config import Config
from ludotheque.web.live.match import LiveMatch
from ludotheque.web.live.registry import MatchRegistry
from ludotheque.web.live.step_log import LONGEST_TURN, StepLog, Told, last_turns
from ludotheque.web.live.workers import Workers
from ludotheque.web.render.frame import as_data
from ludotheque.web.render.step_frames import frame_at

from . import in_process as indoors

Data = dict[str, Any]
SPECTATOR = Viewer("public", frozenset())
NAMES = ["Ada", "Blaise", "Camille"]


def told(*seats: int | None) -> list[Told]:
    """Steps by these seats, in order."""
    return [Told(version, False, b"said", seat) for version, seat in enumerate(seats)]


def turns(*seats: int | None) -> list[tuple[int | None, int]]:
    return [(step.seat, step.version) for step in last_turns(reversed(told(*seats)), 3)]


def last_moves(live: LiveMatch, index: int = -1, lang: str = "fr") -> list[Data]:
    step = live.steps[index]
    frame = frame_at(live, step, live.game.language(lang), SPECTATOR, replay=live.is_replayed)
    found: list[Data] = as_data(frame).get("last_moves", [])
    return found


def test_a_turn_is_what_a_seat_did_while_nobody_else_did_anything() -> None:
    assert turns(0, 1, 1, 0) == [(1, 1), (1, 2), (0, 3)]
    assert turns(0, 0, 1, 0, 0, 2) == [(1, 2), (0, 3), (0, 4), (2, 5)]
    assert turns(2, 0, 1, 2, 0, 1) == [(2, 3), (0, 4), (1, 5)]


def test_steps_of_nobody_do_not_end_a_turn() -> None:
    assert turns(1, 0, None, 0) == [(1, 0), (0, 1), (0, 3)]


def test_of_a_long_turn_the_latest_steps_are_told() -> None:
    assert turns(*[1] * 20) == [(1, 20 - LONGEST_TURN + place) for place in range(LONGEST_TURN)]


def test_a_long_log_still_has_the_last_turn_of_who_has_not_played_for_long() -> None:
    log = StepLog()
    log.append(0, "move", "long ago", 2, b"{}")
    for version in range(1, 40):
        log.append(version, "move", "said", version % 2, b"{}")
    assert [step.seat for step in last_turns(log.standing(39), 3)] == [2, 0, 1]
    for version in range(40, 90):
        log.append(version, "throw", None)
    assert [step.seat for step in last_turns(log.standing(89), 3)] == [2, 0, 1]
    assert all(step.drawn for step in last_turns(log.standing(89), 3))


def at_a_table(
    tmp_path: Path, name: str, play: Callable[[LiveMatch], Awaitable[None]], **more: Any
) -> None:
    players = ludotheque.game(name).players
    indoors.at_a_table(tmp_path, name, NAMES[: min(3, players[-1])], play, **more)


def test_a_move_that_was_taken_back_is_no_last_move(tmp_path: Path) -> None:
    async def play(live: LiveMatch) -> None:
        chance = random.Random(1)
        for _ in range(8):
            await indoors.go_on(live, chance)
        before = last_moves(live)
        await live.do(Roll(live.match.waits_for.seat or 0, live.version))
        seat = live.match.waits_for.seat
        assert seat is not None
        await live.do(Move(seat, live.version, live.match.state.moves()[0]))
        assert [move["seat"] for move in last_moves(live)][-1] == seat
        await live.do(TakeBack(seat, live.version))
        assert last_moves(live) == before

    at_a_table(tmp_path, "levelx", play, first=0)


@pytest.mark.parametrize("name", ludotheque.games())
def test_a_frame_a_replay_and_a_match_loaded_again_tell_the_same_last_moves(
    name: str, tmp_path: Path
) -> None:
    """Of every step: more steps pass than a match that is played keeps."""

    async def opened() -> list[list[Data]]:
        with Store.open(tmp_path) as store:
            registry = MatchRegistry(store, Config(tmp_path))
            seats = [Seat(each) for each in NAMES[: min(3, ludotheque.game(name).players[-1])]]
            live = await registry.create(name, seats, {})
            assert isinstance(live, LiveMatch)
            chance, seen = random.Random(3), dict[int, list[Data]]()
            while len(seen) < 30 and live.match.result is None:
                await indoors.go_on(live, chance)
                seen[live.version] = last_moves(live)
            again = live.replayed()
            for place, step in enumerate(again.steps):
                assert last_moves(again, place) == seen.get(step.version, last_moves(again, place))
            identity = live.id
            await registry.close()
        with Store.open(tmp_path) as store:
            registry = MatchRegistry(store, Config(tmp_path))
            loaded = await registry.find(identity)
            assert isinstance(loaded, LiveMatch)
            assert last_moves(loaded) == seen[loaded.version]
            await registry.close()
        return list(seen.values())

    seen = asyncio.run(opened())
    assert any(seen)
    for moves in filter(None, seen):
        versions = [move["version"] for move in moves]
        assert versions == sorted(versions)
        assert all(move.get("said") or move.get("drawn") for move in moves)


def test_viewers_of_one_language_share_the_last_moves(tmp_path: Path) -> None:
    async def play(live: LiveMatch) -> None:
        chance = random.Random(1)
        for _ in range(6):
            await indoors.go_on(live, chance)
        language, step = live.game.language("fr"), live.steps[-1]
        viewers = [SPECTATOR, Viewer(0, frozenset({0})), Viewer(1, frozenset({1}))]
        told, tell = [], live.last_moves
        live.last_moves = lambda *what: told.append(what) or tell(*what)  # type: ignore[method-assign,func-returns-value]
        frames = [as_data(frame_at(live, step, language, viewer)) for viewer in viewers]
        assert frames[0]["last_moves"] == frames[1]["last_moves"] == frames[2]["last_moves"] != []
        assert len(told) == 1

    at_a_table(tmp_path, "levelx", play, first=0)


class GoingOn:
    """Workers who begin when a match keeps fewer steps by then."""

    def __init__(self, live: LiveMatch) -> None:
        self.live = live

    async def run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        timeline = self.live.timeline.copy()
        timeline.steps = timeline.steps[-2:]
        self.live.match = structs.replace(self.live.match, timeline=timeline)
        return function(*arguments)


def test_sentences_made_on_a_workers_thread_are_of_the_match_as_it_was(tmp_path: Path) -> None:
    """A follower keeps more steps until the next one comes; meanwhile the match may go on."""

    async def play(live: LiveMatch) -> None:
        chance = random.Random(1)
        for _ in range(6):
            await indoors.go_on(live, chance)
        live._logs.clear()
        language, version = live.game.language("en"), live.version
        await live.narrate(cast(Workers, GoingOn(live)), language, len(live.steps))
        assert len(live.steps) == 2
        assert live._logs["en"].version == version
        assert live.is_narrated(language, 2)

    at_a_table(tmp_path, "levelx", play)
