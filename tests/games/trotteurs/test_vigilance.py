"""Signs that have to be noticed: claims, omissions, calls."""

from functools import partial
from random import Random

from ludotheque.core.state import State
from ludotheque.games.trotteurs import browser

from .position import GAME, boards, box, offered, throw
from .position import position as any_position

position = partial(any_position, vigilance="manual")
NOWHERE = "D D D D D"
IDLE = "1 white O"  # a throw that meets no sign


def miss(state: State) -> State:
    """Nobody claims anything; then an idle throw of seat 0 is known, but not yet marked."""
    while state.awaits == "move":
        state.play("silent")
    return throw(state, IDLE, marks=0)


def triangle() -> State:
    """Seat 0 stops on a triangle, where seat 1 stands on another."""
    return throw(position(NOWHERE, "D 4 D D D"), "3 red M", marks=0)


def square() -> State:
    return throw(position(NOWHERE, "D 6 D D D"), "5 red M", marks=0)


def pentagon() -> State:
    return throw(position(NOWHERE, "D 9 D D D"), "2 green M", marks=0)


def test_the_residents_owner_claims_a_triangle() -> None:
    """TR-16 The resident goes to BUT."""
    state = triangle()
    assert offered(state) == (1, "triangle", [0, 0], [1, 1], False)
    assert sorted(state.moves()) == ["claim", "silent"]
    state.play("claim")
    assert boards(state) == ["3 D D D D", "D B D D D"]


def test_the_newcomers_owner_calls_a_triangle_that_was_missed() -> None:
    """TR-16 The newcomer goes to BUT instead, the resident stays."""
    state = miss(triangle())
    assert offered(state) == (0, "triangle", [0, 0], [1, 1], True)
    assert sorted(state.moves()) == ["call", "silent"]
    state.play("call")
    assert boards(state) == ["B D D D 1", "D 4 D D D"]


def test_the_newcomers_owner_gives_warning_on_a_square() -> None:
    """TR-17 The resident goes back to DEPART."""
    state = square()
    assert offered(state) == (0, "square", [0, 0], [1, 1], False)
    state.play("claim")
    assert boards(state) == ["5 D D D D", NOWHERE]


def test_the_residents_owner_calls_a_warning_that_was_missed() -> None:
    """TR-17 The newcomer goes back to DEPART instead, the resident stays."""
    state = miss(square())
    assert offered(state) == (1, "square", [0, 0], [1, 1], True)
    state.play("call")
    assert boards(state) == ["D D D D 1", "D 6 D D D"]


def test_the_prisoners_owner_claims_its_freedom() -> None:
    """TR-18 It goes to the circled hole, and the newcomer is a prisoner."""
    state = pentagon()
    assert offered(state) == (1, "pentagon", [0, 2], [1, 1], False)
    state.play("claim")
    assert boards(state) == ["D D 2 D D", "D 1 D D D"]
    assert state.snapshot()["prisoners"][0][2] is True


def test_the_newcomers_owner_calls_a_prisoner_that_was_forgotten() -> None:
    """TR-18 The newcomer goes to the circled hole, free; the resident stays a prisoner."""
    state = miss(pentagon())
    assert offered(state) == (0, "pentagon", [0, 2], [1, 1], True)
    state.play("call")
    assert boards(state) == ["D D 1 D 1", "D 9 D D D"]
    assert state.snapshot()["prisoners"][1][1] is True


def test_an_omission_that_is_let_pass_is_done_with() -> None:
    """TR-19 Both stay, and nobody is asked after the throw that follows."""
    state = miss(triangle())
    state.play("silent")
    assert boards(state) == ["3 D D D 1", "D 4 D D D"]
    throw(state, IDLE, marks=0)
    assert state.awaits == "draw"


def test_opportunities_go_by_newcomer_then_seat_after_the_marker_then_band() -> None:
    """TR-19 Seat 1 marks: seat 2 comes first, then seat 0."""
    edition = box(band_0="- T - - - - - -", band_1="- T - - - - - -")
    state = position("3 3 D D D", NOWHERE, "D 3 5 D D", edition=edition)
    throw(state, "3 wheel M", marks=1)
    asked = []
    while state.awaits == "move":
        _, kind, newcomer, resident, _ = offered(state)
        assert kind == "triangle"
        asked.append((newcomer, resident))
        state.play("silent")
    residents = [[2, 1], [2, 2], [0, 0], [0, 1]]
    assert asked == [([1, band], resident) for band in (0, 1) for resident in residents]


def test_a_resident_that_has_been_moved_is_not_offered_again() -> None:
    """TR-19 Two newcomers, one resident: the claim against the first drops the second."""
    edition = box(band_0="- T - - - - - -", band_1="- T - - - - - -")
    state = position(NOWHERE, "3 D D D D", edition=edition)
    throw(state, "3 wheel M", marks=0)
    assert offered(state)[2:4] == ([0, 0], [1, 0])
    state.play("claim")
    assert state.awaits == "draw"


def test_an_omission_whose_resident_was_claimed_later_is_dropped() -> None:
    """TR-19 Missed against the first newcomer, claimed against the second."""
    edition = box(band_0="- T - - - - - -", band_1="- T - - - - - -")
    state = position(NOWHERE, "3 D D D D", edition=edition)
    throw(state, "3 wheel M", marks=0)
    state.play("silent")
    state.play("claim")
    throw(state, IDLE, marks=0)
    assert state.awaits == "draw"
    assert boards(state)[1] == "B D D D D"


def test_a_newcomer_is_moved_only_once() -> None:
    """TR-19 Two residents have missed it; after the first call the second has no object."""
    state = miss(throw(position(NOWHERE, "3 4 D D D"), "3 red M", marks=0))
    assert offered(state)[3] == [1, 0]
    state.play("call")
    assert state.awaits == "draw"
    assert boards(state) == ["B D D D 1", "3 4 D D D"]


def test_after_an_omission_let_pass_the_next_is_offered() -> None:
    """TR-19 In the order in which they were missed."""
    state = miss(throw(position(NOWHERE, "3 4 D D D"), "3 red M", marks=0))
    state.play("silent")
    assert offered(state) == (0, "triangle", [0, 0], [1, 1], True)


def test_a_prisoner_that_is_named_makes_no_opportunity() -> None:
    """TR-10, TR-19 It has not stopped anywhere."""
    state = throw(position("D D 2 D D", "D 9 D D D"), "5 green M2", marks=0)
    assert state.awaits == "draw"


def test_omissions_are_called_before_the_new_throw_is_marked() -> None:
    """TR-20 The throw is known, its thrower is still the same, the board is not yet marked."""
    state = miss(triangle())
    snapshot = state.snapshot()
    assert snapshot["throw"] == {"points": 1, "color": 4, "order": "O", "marks": 0}
    assert snapshot["thrower"] == 1
    assert boards(state)[0] == "3 D D D D"
    state.play("silent")
    assert boards(state)[0] == "3 D D D 1"
    assert state.snapshot()["thrower"] == 0


def test_the_dice_pass_on_when_all_claims_are_done() -> None:
    """TR-20 While somebody is asked, the thrower stays."""
    state = triangle()
    assert state.snapshot()["thrower"] == 0
    state.play("silent")
    assert state.snapshot()["thrower"] == 1


def test_a_called_newcomer_is_marked_from_where_it_was_put() -> None:
    """TR-17, TR-20 Sent to DEPART, then up by two."""
    state = square()
    state.play("silent")
    throw(state, "2 red M", marks=0)
    state.play("call")
    assert boards(state) == ["2 D D D D", "D 6 D D D"]


def test_a_new_throw_may_open_claims_of_its_own_after_the_calls() -> None:
    """TR-20 First the old omission, then the marking, then its claims."""
    state = square()
    state.play("silent")
    throw(state, "6 yellow M", marks=0)
    assert offered(state)[4] is True
    state.play("silent")
    assert offered(state) == (0, "square", [0, 1], [1, 1], False)


def test_a_claim_wins_the_game_and_the_other_claims_are_gone() -> None:
    """TR-13 Seat 1 is home; seat 2 is not asked any more."""
    state = throw(position(NOWHERE, "B B B B 7", "3 D D D D"), "3 red M", marks=0)
    assert offered(state)[0] == 1
    state.play("claim")
    assert (state.awaits, state.winners) == ("end", [1])
    assert state.snapshot()["offer"] is None
    assert boards(state)[2] == "3 D D D D"


def test_a_call_that_wins_leaves_the_throw_unmarked_on_the_table() -> None:
    """TR-13, TR-20 The throw stays in the snapshot, the dice with its thrower."""
    state = throw(position("D B B B B", "3 D D D D"), "3 red M", marks=0)
    state.play("silent")
    throw(state, "5 wheel M2", marks=1)
    state.play("call")
    assert (state.awaits, state.winners) == ("end", [0])
    assert boards(state) == ["B B B B B", "3 D D D D"]
    snapshot = state.snapshot()
    assert snapshot["throw"] == {"points": 5, "color": "wheel", "order": "M2", "marks": 1}
    assert snapshot["thrower"] == 1


def test_several_players_may_be_on_triangles_when_nobody_claims() -> None:
    """TR-16 Nothing happens by itself."""
    state = triangle()
    state.play("silent")
    throw(state, IDLE, marks=0)
    state.play("silent")
    assert boards(state) == ["3 D D D 1", "D 4 D D D"]


def test_pending_omissions_end_with_their_game() -> None:
    """TR-13, TR-15 The next game knows nothing of them."""
    state = throw(position("D B B B B", "3 4 D D D", rounds=2), "3 red M", marks=0)
    state.play("silent")
    state.play("silent")
    throw(state, IDLE, marks=0)
    state.play("call")
    assert state.snapshot()["round"] == 2
    state.draw(0)
    throw(state, "3 red M", marks=1)
    assert state.awaits == "draw"


def test_the_line_of_last_moves_tells_of_who_spoke_and_of_nobody_who_stayed_silent() -> None:
    """TR-16 to TR-18 A silence would say that there had been something to notice."""
    chance, silences, spoken = Random(2), 0, 0
    for _ in range(40):
        state = GAME.start(3, {"vigilance": "manual", "rounds": 3})
        while state.awaits != "end":
            if state.awaits == "draw":
                state.draw(chance.randrange(state.draw_size or 1))
                continue
            seat, before = state.seat, state.copy()
            move = chance.choice(state.moves())
            state.play(move)
            drawn = browser.last_move(before, [{"seat": seat, "move": move}], state)
            assert drawn == {"seat": None if move == "silent" else seat}
            silences, spoken = silences + (move == "silent"), spoken + (move != "silent")
    assert silences > 5 < spoken
