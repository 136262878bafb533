"""A short run of the soak of random commands; and that it detects a match that misbehaves."""

from random import Random
from typing import Any

import pytest

from ludotheque.core.errors import BadCommand
from ludotheque.table.events import Command, Drawn, TakeBack, TakenBack
from ludotheque.table.match import Match

from .commands import Misbehaviour, Setup, Soak
from .random_commands import SORTS, Asker

COMMANDS = 2500


def test_commands_of_every_sort_are_carried_out_or_refused_unfelt() -> None:
    soak = Soak(COMMANDS, seed=3, mode="interpreted")
    soak.run()
    assert soak.counts["commands"] == COMMANDS
    assert COMMANDS / 4 < soak.counts["refusals"] < COMMANDS
    assert soak.counts["put away"]


def test_the_same_seed_asks_the_same() -> None:
    asked = []
    for _ in range(2):
        chance = Random("1 2")
        match = Setup.by_chance(chance, "interpreted").match()
        asker = Asker(chance)
        asked.append([str(asker.next(match)) for _ in range(200)])
    assert asked[0] == asked[1]
    assert {"stale", "repeated"} < SORTS.keys()


def test_a_refusal_that_is_felt_is_found_and_told_with_few_commands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def felt(self: Match, command: Command) -> None:
        if command.version != self.version:
            self.timeline.log.append({"draw": [6, 0]})
            raise BadCommand("stale", self.version, "the match has moved on")

    monkeypatch.setattr(Match, "_check", felt)
    with pytest.raises(Misbehaviour) as found:
        Soak(COMMANDS, seed=3, mode="interpreted").run()
    assert "again with 1 of" in str(found.value)
    assert "of seed 3" in str(found.value)


def test_a_lost_event_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgetful(self: Match, command: TakeBack, work: Any) -> None:
        if self.taker_back is None:
            raise BadCommand("cannot_take_back", self.version, "nothing can be taken back")
        work._events.append(TakenBack(work.next_version, command.seat))
        work._timeline.state = work._timeline._undo.pop()
        work._timeline.version += 1

    monkeypatch.setattr(Match, "_take_back", forgetful)
    with pytest.raises(Misbehaviour):
        Soak(COMMANDS, seed=6, mode="interpreted").run()


def test_a_secret_that_is_told_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Drawn, "seen_by", lambda self, _: self)
    with pytest.raises(Misbehaviour):
        Soak(COMMANDS, seed=5, mode="interpreted").run()
