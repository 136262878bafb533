"""Determinization of the races deals anew what a seat cannot see, and nothing else."""

from random import Random
from typing import Any

import pytest

import ludotheque
from ludotheque import Game, State
from tests.entry_points import determinized

SETTINGS: list[tuple[str, int, dict[str, Any]]] = [
    ("dicerun", 4, {}),
    ("coursededes", 2, {}),
    ("coursededes", 3, {"objectives": "variable"}),
]
settings = pytest.mark.parametrize(("name", "players", "options"), SETTINGS)


def decisions(game: Game, players: int, options: dict[str, Any], seed: int) -> list[State]:
    """The states of a match of random moves in which somebody is to move."""
    chance, state, found = Random(seed), game.start(players, options), []
    while state.awaits != "end":
        if state.draw_size is not None:
            state.draw(chance.randrange(state.draw_size))
        else:
            found.append(state.copy())
            state.play(chance.choice(state.moves()))
    return found


@settings
def test_the_seat_sees_no_difference_and_there_is_one(
    name: str, players: int, options: dict[str, Any]
) -> None:
    differing = 0
    for number, state in enumerate(decisions(ludotheque.game(name), players, options, 3)[::4]):
        other = determinized(state, number)
        assert state.seat is not None
        assert other.view(state.seat) == state.view(state.seat)
        differing += other.snapshot() != state.snapshot()
    assert differing > 8


@settings
def test_no_card_and_no_objective_is_lost(name: str, players: int, options: dict[str, Any]) -> None:
    for number, state in enumerate(decisions(ludotheque.game(name), players, options, 5)[::6]):
        before, after = state.record, determinized(state, number).record
        for record in (before, after):
            assert record.deck.sum() == record.pile
            assert record.deck.min() >= 0
        assert cards_of(before).tolist() == cards_of(after).tolist()
        assert int(before.undealt) | goals_of(before) == int(after.undealt) | goals_of(after)
        assert int(after.undealt) & goals_of(after) == 0


def cards_of(record: Any) -> Any:
    """How many cards of each kind there are, wherever."""
    cards = record.deck + record.hands.sum(axis=0) + record.buried.sum(axis=0) + record.discard
    if record.face_down >= 0:
        cards[record.face_down] += 1
    return cards


def goals_of(record: Any) -> int:
    together = 0
    for goals in record.goals:
        together |= int(goals)
    return together


@settings
def test_compiled_and_interpreted_the_same_is_sampled(
    name: str, players: int, options: dict[str, Any]
) -> None:
    for number, state in enumerate(decisions(ludotheque.game(name), players, options, 7)[::9]):
        one, other = determinized(state, number), determinized(state, number, "compiled")
        assert one.snapshot() == other.snapshot()
        assert one.states.tobytes() == other.states.tobytes()


def test_a_rival_may_have_any_objective_that_the_seat_has_not_seen() -> None:
    state = decisions(ludotheque.game("coursededes"), 2, {}, 1)[0]
    assert state.seat is not None
    rival = 1 - state.seat
    found = {int(determinized(state, seed).record.in_force[rival]) for seed in range(400)}
    own = int(state.record.in_force[state.seat])
    assert found == set(range(30)) - {own}


def test_a_cut_is_never_sampled_where_cards_have_been_drawn() -> None:
    """DR-6 No stage card has shown in them."""
    for number, state in enumerate(decisions(ludotheque.game("dicerun"), 3, {}, 2)[::5]):
        record = determinized(state, number).record
        drawn = int(record.packs - record.pile)
        if state.snapshot()["phase"] == "turn":
            assert all(int(cut) > drawn for cut in record.cuts[record.stage :])
