"""Robots leave time to take a move back: how long, who is told, and that it stops at a draw."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from ludotheque.store.store import Store
from ludotheque.table.events import Move, Roll, TakeBack
from ludotheque.table.match import Seat
from ludotheque.web.access.viewer import Viewer
from ludotheque.web.config import Config
from ludotheque.web.live.match import PAUSES, TO_TAKE_BACK, LiveMatch
from ludotheque.web.live.registry import MatchRegistry
from ludotheque.web.render.frame import as_data
from ludotheque.web.render.step_frames import frame_at

Data = dict[str, Any]
PERSON, SPECTATOR = Viewer(0, frozenset({0})), Viewer("public", frozenset())


def against_a_robot(tmp_path: Path, play: Callable[[LiveMatch], Awaitable[None]]) -> None:
    async def opened() -> None:
        with Store.open(tmp_path) as store:
            registry = MatchRegistry(store, Config(tmp_path))
            seats = [Seat("Ada"), Seat("Robot", "débutant")]
            live = await registry.create("levelx", seats, {"first": 0})
            assert isinstance(live, LiveMatch)
            await play(live)
            await registry.close()

    asyncio.run(opened())


async def make_a_move(live: LiveMatch) -> None:
    await live.do(Roll(0, live.version))
    await live.do(Move(0, live.version, live.match.state.moves()[0]))


def sent(live: LiveMatch, viewer: Viewer) -> Data:
    return as_data(frame_at(live, live.steps[-1], live.game.language("en"), viewer))


def test_a_robot_leaves_a_person_some_seconds_and_its_own_pause_where_nothing_can_be_taken_back(
    tmp_path: Path,
) -> None:
    async def play(live: LiveMatch) -> None:
        await make_a_move(live)
        for pace, seconds in TO_TAKE_BACK.items():
            live.pace = pace
            assert live.bot_pause == max(seconds, PAUSES[pace][0])
        live.pace = "normal"
        assert TO_TAKE_BACK["slow"] > TO_TAKE_BACK["normal"] > TO_TAKE_BACK["fast"] > 1
        await live._execute(Roll(1, live.version))
        assert live.taker_back is None  # never past a draw
        assert live.bot_pause == PAUSES["normal"][1]

    against_a_robot(tmp_path, play)


def test_only_who_may_take_back_is_told_and_how_much_time_is_left(tmp_path: Path) -> None:
    async def play(live: LiveMatch) -> None:
        assert "take_back_seconds" not in sent(live, PERSON)
        await make_a_move(live)
        assert sent(live, PERSON)["take_back_seconds"] == TO_TAKE_BACK["normal"]
        assert "take_back_seconds" not in sent(live, SPECTATOR)
        live.wake_bots(pauses=True)
        await asyncio.sleep(0.15)
        assert 0 < sent(live, PERSON)["take_back_seconds"] < TO_TAKE_BACK["normal"]
        await live.do(TakeBack(0, live.version))
        assert "take_back_seconds" not in sent(live, PERSON)
        live.pace = "instant"
        await live.do(Move(0, live.version, live.match.state.moves()[0]))
        assert sent(live, PERSON)["taker_back"] == 0
        assert "take_back_seconds" not in sent(live, PERSON)

    against_a_robot(tmp_path, play)
