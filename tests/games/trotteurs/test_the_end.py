"""Victory, debts, and matches of several games."""

import pytest

from .position import boards, box, position, start, throw

NOWHERE = "D D D D D"


def test_the_last_trotter_at_but_wins_at_once() -> None:
    """TR-13 With the marking; the dice stay where they are."""
    state = throw(position("B B B B 9", NOWHERE), "1 white M", marks=0)
    assert (state.awaits, state.winners) == ("end", [0])
    snapshot = state.snapshot()
    assert snapshot["thrower"] == 0
    assert snapshot["throw"] == {"points": 1, "color": 4, "order": "M", "marks": 0}


def test_the_winner_need_not_have_marked() -> None:
    """TR-13 A triangle wins for its resident."""
    state = throw(position("B B B B 7", "D D D D D"), "3 red M", marks=1)
    assert state.winners == [0]
    assert boards(state) == ["B B B B B", "3 D D D D"]


def test_what_is_left_of_the_throw_is_not_carried_out_after_a_victory() -> None:
    """TR-13 Blue stops on a triangle, and seat 1 has won: white's square comes too late."""
    edition = box(band_1="- - - - - - - -", band_4="- - - - S - - -")
    state = position(NOWHERE, "B B B 6 B", "D D D D 6", edition=edition)
    throw(state, "6 wheel M", marks=0)
    assert state.winners == [1]
    assert boards(state) == ["6 6 6 6 6", "B B B B B", "D D D D 6"]


def test_a_sign_in_an_earlier_band_takes_effect_before_the_victory() -> None:
    """TR-12, TR-13 Yellow's square sends seat 2 back before blue's triangle ends the game."""
    state = position(NOWHERE, "B B B 6 B", "5 D D D D")
    throw(state, "6 wheel M", marks=0)
    assert state.winners == [1]
    assert boards(state)[2] == NOWHERE


def test_everybody_owes_the_winner_the_figures_of_the_own_trotters() -> None:
    """TR-14 25 on DEPART; 20 down to 4 on the holes; nothing at BUT."""
    state = position("B B B B D", "D 1 2 3 4", "5 6 7 B 9", "B B B B D")
    throw(state, "1 white BUT", marks=0)
    debts = [0, 25 + 20 + 18 + 16 + 14, 12 + 10 + 8 + 4, 25]
    assert state.points == [sum(debts), *(-debt for debt in debts[1:])]


def test_an_edition_has_its_own_figures() -> None:
    """TR-14 As they are printed beside the holes."""
    edition = box(figures=[9, 8, 7, 6, 5, 4, 3, 2, 1, 1])
    state = position("B B B B D", "D 1 9 B B", edition=edition)
    assert throw(state, "1 white BUT", marks=0).points == [18, -18]


def test_the_next_game_is_set_up_at_once() -> None:
    """TR-15 Fresh boards, no throw, and the cup is to name a thrower; the balance stays."""
    state = start(2, rounds=2)
    state.draw(1)
    throw(state, "5 wheel M2", marks=0)
    assert state.snapshot() == {
        "thrower": None,
        "throw": None,
        "boards": [[0] * 5] * 2,
        "prisoners": [[False] * 5] * 2,
        "round": 2,
        "points": [125, -125],
        "offer": None,
    }
    assert (state.awaits, state.draw_size, state.roller) == ("draw", 2, None)


def test_debts_of_all_games_add_up_and_equal_balances_share_the_victory() -> None:
    """TR-15 Seat 1 wins as much back as it has lost."""
    state = start(3, rounds=2)
    for winner in (0, 1):
        state.draw(winner)
        throw(state, "5 wheel M2", marks=winner)
    assert state.awaits == "end"
    assert state.points == [125, 125, -250]
    assert state.winners == [0, 1]
    assert state.snapshot()["round"] == 2
    assert boards(state) == [NOWHERE, "B B B B B", NOWHERE]


@pytest.mark.parametrize("rounds", [1, 3, 99])
def test_a_match_has_as_many_games_as_the_option_says(rounds: int) -> None:
    """TR-15 One hundred and twenty-five points each."""
    state = start(2, rounds=rounds)
    for game in range(1, rounds + 1):
        assert state.snapshot()["round"] == game
        state.draw(0)
        throw(state, "5 wheel M2", marks=0)
    assert state.awaits == "end"
    assert state.points == [125 * rounds, -125 * rounds]
    assert state.length == rounds
