"""Results that people read before they go on: which frame has them, and how long robots wait."""

import random
from pathlib import Path

import pytest

from ludotheque.web.access.viewer import Viewer
from ludotheque.web.live.match import PAUSES, TO_READ_RESULTS, LiveMatch
from ludotheque.web.render.frame import as_data
from ludotheque.web.render.step_frames import frame_at

from . import in_process as indoors

SPECTATOR = Viewer("public", frozenset())


def has_results(live: LiveMatch) -> bool:
    frame = frame_at(live, live.steps[-1], live.game.language("en"), SPECTATOR)
    found: bool = as_data(frame).get("results", False)
    return found


@pytest.mark.parametrize("name", ["dicerun", "coursededes"])
def test_robots_leave_a_stage_to_its_readers_and_then_play_at_their_usual_pace(
    name: str, tmp_path: Path
) -> None:
    async def play(live: LiveMatch) -> None:
        chance = random.Random(1)
        while not has_results(live):
            await indoors.go_on(live, chance)
        assert live.bot_pause == PAUSES["normal"][1] + TO_READ_RESULTS["normal"]
        live.pace = "instant"
        assert live.bot_pause == PAUSES["instant"][1]
        live.pace = "normal"
        await indoors.go_on(live, chance)
        assert not has_results(live)
        assert live.bot_pause == PAUSES["normal"][1]

    indoors.at_a_table(tmp_path, name, ["Ada", "Blaise", "Camille"], play)


def test_a_game_without_results_has_none_in_its_frames(tmp_path: Path) -> None:
    async def play(live: LiveMatch) -> None:
        chance = random.Random(1)
        for _ in range(12):
            await indoors.go_on(live, chance)
            assert not has_results(live)

    indoors.at_a_table(tmp_path, "levelx", ["Ada", "Blaise"], play)
