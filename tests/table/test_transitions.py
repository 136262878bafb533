"""A command gives a transition, and leaves its match as it was; the rules run once an event."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludotheque
from ludotheque import Game, State
from ludotheque.table.dice import SeededDice
from ludotheque.table.events import Command, Drawn, Move, Moved, Retype, Roll, TakeBack
from ludotheque.table.manual_dice import draws_to_type
from ludotheque.table.match import Match, Seat

GAMES = [ludotheque.game(name) for name in ludotheque.games()]


def begun(game: Game, seed: int, *, manual_dice: bool = False) -> Match:
    start = game.start(game.players[0])
    seats = [Seat(f"seat {seat}") for seat in range(start.players)]
    return Match.begin(start, seats, SeededDice(seed), manual_dice=manual_dice).after


def some_command(match: Match, chance: Random) -> Command:
    """What is awaited; now and then, a move taken back or a throw typed anew."""
    waiting, version, taker = match.waits_for, match.version, match.taker_back
    if taker is not None and chance.random() < 0.2:
        return TakeBack(taker, version)
    if match.can_retype and chance.random() < 0.2:
        return Retype(0, version)
    if waiting.what == "throw":
        faces = (chance.randrange(len(draw.faces)) for draw in draws_to_type(match.state))
        return Roll(0, version, tuple(faces))
    assert waiting.seat is not None
    if waiting.what == "roll":
        return Roll(waiting.seat, version)
    return Move(waiting.seat, version, chance.choice(match.state.moves()))


def fingerprint(match: Match) -> Any:
    """Everything that a match remembers."""
    timeline = match.timeline
    return deepcopy(
        (
            (timeline.version, timeline.draws, timeline.events, timeline.result, timeline.dealt),
            timeline.state.states.tobytes(),
            [state.states.tobytes() for state in timeline._undo],
            [(count, state.states.tobytes()) for state, count in timeline._typed._before],
            timeline._typed._left,
            [
                (step.version, step.kind, step.events, step.state.states.tobytes())
                for step in timeline.steps
            ],
        )
    )


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.id))
@given(seed=st.integers(0, 2**32), manual_dice=st.booleans(), commands=st.integers(1, 40))
@settings(max_examples=8, deadline=None)
def test_a_command_leaves_its_match_as_it_was_and_leads_twice_to_the_same(
    game: Game, seed: int, manual_dice: bool, commands: int
) -> None:
    match, chance = begun(game, seed, manual_dice=manual_dice), Random(seed)
    for _ in range(commands):
        if match.waits_for.what == "end":
            break
        command, before = some_command(match, chance), fingerprint(match)
        transition = match.do(command)
        assert fingerprint(match) == before
        again = match.do(command)
        assert again.events == transition.events
        assert fingerprint(again.after) == fingerprint(transition.after)
        assert fingerprint(match) == before
        match = transition.after
    before = fingerprint(match)
    if match.waits_for.what != "end":
        ended = match.abandon().after
        assert ended.result is not None
        assert match.result is None
    assert fingerprint(match) == before


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.id))
def test_the_rules_run_once_for_each_draw_and_move(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = {"draw": 0, "play": 0}

    def counted(name: str, kind: str) -> None:
        rule = getattr(State, name)

        def counting(self: State, *given: Any) -> Any:
            result = rule(self, *given)
            calls[kind] += 1 if result is None else result  # so many draws at once
            return result

        monkeypatch.setattr(State, name, counting)

    match, chance = begun(game, 4), Random(4)
    for name, kind in (("draw", "draw"), ("draw_several", "draw"), ("play", "play")):
        counted(name, kind)
    for _ in range(30):
        if match.waits_for.what == "end":
            break
        command = some_command(match, chance)
        calls.update(draw=0, play=0)
        transition = match.do(command)
        match = transition.after
        assert calls == {
            "draw": sum(isinstance(event, Drawn) for event in transition.events),
            "play": sum(isinstance(event, Moved) for event in transition.events),
        }
