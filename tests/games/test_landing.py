"""What dice show is told when they have landed: no sentence, points, line or label before."""

import random
from itertools import pairwise
from typing import Any, cast

import pytest

import ludotheque
from ludotheque.core.language import without_marks
from ludotheque.store.store import Store
from ludotheque.table.record import Record
from ludotheque.web.access.viewer import Viewer
from ludotheque.web.live.match import LiveMatch
from ludotheque.web.live.told_match import load_match
from ludotheque.web.render.frame import as_data
from ludotheque.web.render.setup import setup_of
from ludotheque.web.render.step_frames import frame_at
from ludotheque.web.settings import Settings
from tests.by_chance import one_more

from .drawn_table import NAMES, drawer, drawn, found, landed, thrown_next

Data = dict[str, Any]
SPECTATOR = Viewer("public", frozenset())

#: What tells a result in words or numbers, for eyes and ears: a selector, and an attribute or text.
TELLING = [
    ("#log li", None),
    (".last-move", None),
    (".seat-points", None),
    ("#announcer", None),
    ("#board [id^=points-], .md-ledger text, [id^=account-], #count, #heading", None),
    (".md-tray, #rim, .tr-board", "aria-label"),
]


def played_match(name: str, seed: int, events: int) -> LiveMatch:
    """A match by chance, with all its steps."""
    chance, game = random.Random(seed), ludotheque.game(name)
    state = game.start(game.players[0])
    record = Record.of(state, names=NAMES[: state.players], bots=[None] * state.players, date="")
    done = [one_more(state, chance) for _ in range(events) if state.awaits != "end"]
    match = load_match(record, None, done, all_steps=True)
    return LiveMatch("m1", record, match, cast(Store, None))


def frames_of(live: LiveMatch) -> list[Data]:
    language = live.game.language("en")
    frames = [as_data(frame_at(live, step, language, SPECTATOR)) for step in live.steps]
    return [{**frames[0], "log": []}, *frames[1:]]


def told() -> list[list[str]]:
    return [found(*telling) for telling in TELLING]


def tumbles() -> bool:
    """Whether dice are in the air now."""
    drawing: bool = drawer().do(lambda page: page.evaluate("() => table.isRolling"))
    return drawing


@pytest.mark.parametrize("name", ludotheque.games())
def test_nothing_is_told_of_dice_in_the_air(name: str) -> None:
    live = played_match(name, seed=5, events=90)
    setup = {**setup_of(live, Settings("en", "normal"), SPECTATOR), "pace": "fast"}
    seen = 0
    for before, frame in pairwise(frames_of(live)):
        if frame["kind"] != "throw" or seen == 3:
            continue
        drawn(before, setup)
        earlier = told()
        thrown_next(frame)
        meanwhile = told()
        if not tumbles():  # or the machine is busy, and they have landed already
            continue
        seen += 1
        assert meanwhile == earlier
        landed()
        if frame.get("said"):
            assert found("#log li")[0].split() == without_marks(frame["said"]).split()
    assert seen
