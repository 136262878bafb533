"""Hidden information in DiceRun: views, memory and determinization."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from ludotheque import State
from ludotheque.games.dicerun.cards import NOTATION

from .position import GAME, draw, end_stage, first_turn, give, give_goals, position
from .test_against_naive import EDITIONS, any_verb


def moments(players: int, seed: int, edition: Any = None) -> list[State]:
    chance = Random(seed)
    state = GAME.start(players, edition=edition)
    found = [state.copy()]
    while state.awaits != "end":
        if state.draw_size is not None:
            state.draw(chance.randrange(state.draw_size))
        else:
            state.play(any_verb(sorted(state.moves()), chance))
        found.append(state.copy())
    return found


@pytest.mark.parametrize(("players", "edition"), [(3, "printed"), (6, "gaps and crashes")])
def test_states_that_differ_only_in_secrets_look_the_same(players: int, edition: str) -> None:
    """Imagined states differ from the true one in nothing that the seat may know."""
    chance, differ = Random(7), 0
    for state in moments(players, players, EDITIONS[edition])[::5]:
        for seat in range(players):
            other = GAME.resample(state.view(seat), chance)
            differ += other.snapshot() != state.snapshot()
            assert other.view(seat) == state.view(seat)
            assert other.snapshot("public") == state.snapshot("public")
            assert (other.draw_size, other.seat, other.length) == (
                state.draw_size,
                state.seat,
                state.length,
            )
            public = [each for each in other.throw if not each["secret"]]
            assert public == [each for each in state.throw if not each["secret"]]
    assert differ > 20


def test_an_imagined_state_keeps_every_card_and_every_objective() -> None:
    chance = Random(3)
    for state in moments(4, 11, EDITIONS["gaps and crashes"])[30::7]:
        record = GAME.resample(state.view(1), chance).record
        cards = record.deck + record.hands.sum(axis=0) + record.discard + record.buried.sum(axis=0)
        gaps = sum(1 for place in range(record.places) if not record.line[place])
        laid = int(record.face_down >= 0)
        assert int(cards.sum()) + gaps + laid == 70
        assert record.pile == record.deck.sum()


def test_a_move_made_in_secret_is_told_without_its_secret() -> None:
    public = GAME.notation.public_text
    assert public("choose:b3") == "choose"
    assert public("reroll:3:value:6") == "reroll:3"
    for move in ("color:b", "goal:b3:color", "discard:value:6", "sprint:r6,b1,b2", "surge"):
        assert public(move) == move


def test_only_who_laid_a_card_face_down_remembers_it() -> None:
    state = position("r1 / *5", hand="joker swap gap")
    state.play("reroll:2:joker")
    assert state.view(0).memory["face_down"] == "joker"
    assert state.view(1).memory["face_down"] is None
    chance = Random(1)
    cards: Counter[str] = Counter()
    for _ in range(50):
        sampled = GAME.resample(state.view(1), chance)
        cards[sampled.view(0).memory["face_down"]] += 1
        assert GAME.resample(state.view(0), chance).view(0).memory["face_down"] == "joker"
    assert len(cards) > 5
    draw(state, *[0] * 30)
    state.play("reroll:2:" + state.snapshot()["hands"][1][0])
    assert state.view(0).memory["buried"] == ["joker"]
    assert state.view(2).memory["buried"] == []
    assert state.view(2).memory["buried_by"] == [1, 0, 0]


def test_only_who_has_chosen_remembers_the_choice() -> None:
    state = position("*5", hand="value:6 swap swap")
    end_stage(state, "value:6")
    state.play(sorted(state.moves())[0])
    assert state.view(0).memory["chosen"] == sorted(state.snapshot()["goals"][0])[0]
    assert state.view(1).memory["chosen"] is None
    assert state.view(1).memory["chosen_by"] == [0]
    assert state.view(1).snapshot == state.snapshot(1)


def test_the_draws_that_nobody_may_see_are_secret() -> None:
    for state in moments(3, 5):
        for drawn in state.throw:
            assert drawn["secret"] == (drawn["kind"] in ("card", "objective", "cut"))
        assert state.roller is None


def test_a_cut_is_imagined_only_where_no_card_has_been_drawn_yet() -> None:
    state = first_turn(3)
    state.record.cuts[0] = 15
    while state.record.packs - state.record.pile < 13:
        moves = [move for move in state.moves() if move.partition(":")[0] in ("color", "value")]
        state.play((moves or sorted(state.moves(), reverse=True))[0])
        while state.draw_size is not None:
            draw(state, 0)
    chance = Random(2)
    cuts = Counter(int(GAME.resample(state.view(0), chance).record.cuts[0]) for _ in range(400))
    assert set(cuts) == {14, 15}
    assert 150 < cuts[14] < 250
    later = {int(GAME.resample(state.view(0), chance).record.cuts[3]) for _ in range(200)}
    assert later == {51, 52, 53, 54, 55}


def test_unseen_cards_are_imagined_with_equal_chances() -> None:
    """Seat 0 holds all jokers but one: it is in the pile or in one of six places of other hands."""
    state = position("*5", hand="joker joker joker")
    chance = Random(5)
    held = sum(
        int(GAME.resample(state.view(0), chance).record.hands[1:3, 11].sum()) for _ in range(2000)
    )
    assert 2000 * 6 / 73 * 0.7 < held < 2000 * 6 / 73 * 1.3


def test_unseen_objectives_are_imagined_with_equal_chances() -> None:
    state = position("*5")
    give_goals(state, 0, "r1 o1 g1 b1")
    give(state, 0, "joker joker joker")
    chance = Random(6)
    goals = Counter(
        goal
        for _ in range(650)
        for goal in GAME.resample(state.view(0), chance).snapshot()["goals"][1]
    )
    assert set(goals) == set(NOTATION.dice) - {"r1", "o1", "g1", "b1"}
    assert 60 < min(goals.values()) <= max(goals.values()) < 145
