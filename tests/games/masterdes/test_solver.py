"""The solver: its values are exact, and no other move is better than the one it chooses."""

import random

import pytest

from ludotheque import State
from ludotheque.bots import make_bot
from ludotheque.bots.player import Player
from ludotheque.bots.search_player import SearchPlayer
from ludotheque.core.errors import BadOption
from ludotheque.core.view import View
from ludotheque.games.masterdes import solver
from ludotheque.games.masterdes.duel_solver.hand_indexing import master_distribution
from ludotheque.games.masterdes.duel_solver.solo_duel import absence_cost
from ludotheque.games.masterdes.position_notation import parse, state_of, to_french
from ludotheque.games.masterdes.rules import FIRST
from ludotheque.games.masterdes.solver_report import EXAMPLES, without_match
from tests.cases import cases

from .enumeration import compiled, enumerated, lead_with, value
from .position import BLUE, GAME, RED, box, go, start

MASTER = tuple(GAME.edition["master"])
RICH = 60  # points that no heart uses up


def laid(text: str, edition: object = None, level: str = "flash") -> State:
    """The position, in a match in which both are rich unless it says otherwise."""
    parsed = parse(text)
    state = state_of(parsed, GAME, {"level": level}, edition)
    if parsed.points is None:
        state.record.points[:] = RICH
    return state


def solved(state: State, *, alone: bool = True) -> dict[str, float]:
    """The values in points, of the duel by itself or of the one in its match."""
    assert state.seat is not None
    view = state.view(state.seat)
    around = without_match(solver.context_of(view)) if alone else None
    return solver.move_values(view, "points", around)


@pytest.mark.parametrize(
    "text",
    [
        "red 3 replay; blue 4 replay",
        "red 3 heart; blue 4 out",
        "red 1 two; blue 4; throw 3",
        "red 3 replay; blue 4 blank; throw 3",
        "red blank; blue blank; first red",
        "red 5 blank; blue 4 heart; throw 3; first red",
        "red 2 5 heart; blue 3 6 two; throw 3; first blue",
        "red 2 5 replay; blue 3 6 replay; throw replay",
        "red 2 5 out; blue 2 6 blank; throw 3; second blue",
        "red 2 5 out; blue 3 6 replay; second blue kept; throw 3",
        "red 2 3 6 out; blue 1 4 5 two; throw 3; second red",
        "blue 2 3 5 blank; throw 3",
        "red 1 5 6 replay; throw replay",
    ],
)
def test_enumerating_every_draw_and_move_gives_the_same_values(text: str) -> None:
    """MD-2 to MD-9"""
    state = laid(text)
    worth = lead_with(absence_cost(MASTER), 0)
    assert solved(state) == pytest.approx(enumerated(state, 1, worth), abs=1e-9)


@pytest.mark.parametrize("points", [(2, 1), (0, 0), (3, 30)])
def test_a_heart_that_finds_too_few_points_takes_what_there_is(points: tuple[int, int]) -> None:
    """MD-8 The values are exact there as well, if the points are told."""
    state = laid(
        f"red 3 6 heart; blue 4 5 heart; throw 3; first red; points {points[0]} {points[1]}"
    )
    worth = lead_with(absence_cost(MASTER, 9), points[0] - points[1])
    assert solved(state, alone=False) == pytest.approx(enumerated(state, 1, worth), abs=1e-9)
    assert solved(state, alone=False) != pytest.approx(solved(state))


def test_another_edition_has_other_values() -> None:
    """MD-3 A MasterDé with two hearts and one blank is thrown again less gladly."""
    hearts = box(master=[2, 1, 1, 1, 1])
    text = "red 5 blank; blue 4; throw 3; second red"
    state, printed = laid(text, hearts), laid(text)
    worth = lead_with(absence_cost((2, 1, 1, 1, 1)), 0)
    assert solved(state) == pytest.approx(enumerated(state, 1, worth), abs=1e-9)
    assert solved(state) != pytest.approx(solved(printed))


def test_a_whole_duel_alone_is_worth_what_it_costs_to_be_out_of_it() -> None:
    """MD-9 Every draw and every move of it enumerated, from the first throw on."""
    state = start(points=[RICH, RICH])
    state.record.playing[:] = state.record.master_in_hand[:] = 1, 0
    state.record.in_hand[:] = 3, 0
    cost = absence_cost(MASTER)
    worth = lead_with(cost, 0)
    assert value(compiled(state), 1, worth, {}) == pytest.approx(cost, abs=1e-9)


def test_nobody_misses_a_duel_after_the_last_one() -> None:
    """MD-9, MD-10 So it costs nothing to be out; and in the one before, it costs a whole duel."""
    assert absence_cost(MASTER, 0) == 0
    assert absence_cost(MASTER, 1) > absence_cost(MASTER) > 0


@pytest.mark.parametrize(
    "text",
    [
        "red 3 6 blank; blue 2 5 two; throw 3; points 44 40; duel 10",
        "red 3 heart; blue 5 replay; throw 3; points 20 21; duel 10",
    ],
)
def test_in_the_last_duel_the_chance_to_win_is_exact(text: str) -> None:
    """MD-10 A tie leads to one more duel, in which both are alike."""

    def chance(state: State) -> float:
        red, blue = state.points
        return 0.5 if red == blue else float(red > blue)

    state = laid(text)
    assert state.seat is not None
    chances = solver.move_values(state.view(state.seat), "chance")
    sign = 0 if state.seat == RED else 1
    expected = {move: sign + each for move, each in enumerated(state, 10, chance).items()}
    assert chances == pytest.approx(expected, abs=1e-9)


def test_before_the_first_throw_both_stand_alike() -> None:
    """MD-1"""
    setting = without_match(solver.context_of(start().view(RED)))
    solution = solver.solution_of(setting, "points")
    assert solution.value(master_distribution(MASTER)) == pytest.approx(0, abs=1e-9)
    for values in solution.after[FIRST]:
        assert values == pytest.approx(-values.transpose(2, 3, 0, 1), abs=1e-9)


def test_the_colours_can_be_exchanged() -> None:
    """MD-3 What is good for red is as good for blue in red's place."""
    red = laid("red 2 5 6 two; blue 1 3 4 blank; first red")
    blue = laid("red 1 3 4 blank; blue 2 5 6 two; first blue")
    assert solved(red) == pytest.approx(solved(blue), abs=1e-9)


def test_the_printed_duel_could_have_been_played_better() -> None:
    """MD-3, MD-8 Red does well to go second; but a 6 that pairs with nothing could have stayed."""
    state = go(start(points=[RICH, RICH]), "4 6 3 heart", "4 4 4 two")
    assert best(state) == "second"
    go(state, "second", "keep")
    assert best(state) == "throw:3"
    assert solved(state)["throw:3,6"] < solved(state)["throw:3"]


def best(state: State) -> str:
    values = solved(state)
    return max(values, key=lambda move: values[move])


def test_a_two_keeps_what_it_doubles_and_a_heart_throws_it() -> None:
    """MD-6, MD-8"""
    assert best(laid("red 5 6 6 two; throw 3")) == "keep"
    assert best(laid("red 5 6 6 heart; throw 3")) == "throw:5,6,6"


@pytest.mark.parametrize("level", ["flash", "expert"])
def test_every_legal_move_is_thought_about_and_the_first_one_is_played(level: str) -> None:
    chance = random.Random(4)
    state = GAME.start(2, {"level": level})
    for _ in range(150):
        if state.awaits == "end":
            break
        if state.draw_size is not None:
            state.draw(chance.randrange(state.draw_size))
            continue
        assert state.seat is not None
        view = state.view(state.seat)
        ranked = solver.rank_moves(view)
        assert sorted(each.move for each in ranked) == sorted(view.moves)
        assert all(0 <= each.chance <= 1 for each in ranked)
        assert ranked == sorted(ranked, key=lambda each: -round(each.chance, 9))
        assert solver.choose(view) == ranked[0].move
        state.play(chance.choice(view.moves))


def test_a_match_that_is_lost_anyway_is_still_played_for_points() -> None:
    """MD-10 No chance is better than the others: points decide."""
    state = laid("red 1 2 6 blank; blue 3 4 5 two; throw 3; second red; points 0 90; duel 10")
    values = solved(state, alone=False)
    assert solver.choose(state.view(RED)) == max(values, key=lambda move: values[move])


def test_in_expert_a_hundred_is_taken() -> None:
    """MD-11 88 and 12, where one more throw would bring more points on the average."""
    state = laid(
        "red 3 4 5 blank; blue 1 2 2 blank; throw 3; second red; points 88 50", None, "expert"
    )
    ranked = solver.rank_moves(state.view(RED))
    assert (ranked[0].move, ranked[0].chance) == ("keep", 1.0)


class Solver:
    def choose(self, view: View) -> str:
        return solver.choose(view)


def opponent(kind: str, seed: int) -> Player:
    return SearchPlayer(seed, iterations=100) if kind == "search" else make_bot(kind, seed)


@pytest.mark.parametrize(
    ("kind", "matches"),
    [
        ("random", 20),
        pytest.param("greedy", 80, marks=pytest.mark.long),
        pytest.param("search", 80, marks=pytest.mark.long),
    ],
)
def test_the_solver_beats_the_others(kind: str, matches: int) -> None:
    """MD-10 With the same dice from both sides."""
    won = 0
    for match in range(matches):
        own = match % 2
        players = [Solver(), opponent(kind, match)]
        dice, state = random.Random(match // 2), GAME.start(2, mode="compiled")
        while state.awaits != "end":
            if state.draw_size is not None:
                state.draw(dice.randrange(state.draw_size))
            else:
                assert state.seat is not None
                state.play(players[state.seat ^ own].choose(state.view(state.seat)))
        won += state.winners == [own]
    assert won > matches / 2


# Positions as text


@pytest.mark.parametrize("text", EXAMPLES)
def test_a_position_is_the_same_in_french(text: str) -> None:
    assert parse(to_french(text)) == parse(text)
    assert to_french(text) != text


def test_pairs_go_out_except_between_two_throws() -> None:
    """MD-2"""
    assert laid("red 4 6 3 heart; blue 4 4 4 two").snapshot()["dice"] == [[3, 6], [4, 4]]
    between = laid("red 4 6 3 heart; blue 4 4 4 two; second red")
    assert between.snapshot()["dice"] == [[3, 4, 6], [4, 4, 4]]
    assert (between.seat, between.snapshot()["order"]) == (RED, [RED])


def test_the_order_of_a_position_is_what_it_says() -> None:
    """MD-3"""
    assert laid("red 1 2 3 blank; blue 4 5 6 two").seat == BLUE
    state = laid("red 1 2 3 blank; blue 4 5 6 two; first red")
    assert (state.seat, state.snapshot()["order"]) == (RED, [RED, BLUE])
    tie = laid("red 1 6 blank; blue 2 5 two; first blue; throw 3")
    assert (tie.seat, tie.snapshot()["throw"]) == (BLUE, 3)


@cases(
    ("text", "reason"),
    [
        ("", "names the dice"),
        ("throw 2", "names the dice"),
        ("green 1 2 3", "'green 1 2 3' says nothing"),
        ("red 1 2 3; blue 1 2 3; throw 5", "'throw 5' says nothing"),
        ("red 1 2 7 heart; blue 1 2 3", "'7' is neither a die"),
        ("red heart 1 2 3; blue 1 2 3", "'heart' is neither a die"),
        ("red 1 2 3 4; blue 1 2 3", "4 dice are too many"),
        ("red 1 2; blue 1 2 3", "red has 2 dice and blue 3"),
        ("red 1 2", "whoever plays alone has three dice, not 2"),
        ("red 1 2 3; first red", "nobody to follow"),
        ("red 1 2 3; blue 4 5 6; first red kept", "'kept' cannot stand there"),
        ("red 1 2 3; blue 4 5 6; points 1 many", "'many' is not a whole number from 0 to"),
        ("red 1 2 3; blue 4 5 6; duel 0", "'0' is not a whole number from 1 to"),
        ("red 1 2 3 two; blue 4 5 6; throw replay", "nobody has anything to decide"),
        ("red 1; blue 1", "nobody has anything to decide"),
        ("red 1 two; blue 1 blank; first red", "has nothing to throw"),
        ("red two; blue blank; second red", "has nothing to throw"),
    ],
)
def test_a_position_that_makes_no_sense_is_refused(text: str, reason: str) -> None:
    with pytest.raises(BadOption) as caught:
        laid(text)
    assert reason in str(caught.value)


def test_in_expert_nobody_stands_on_a_hundred_while_it_is_played() -> None:
    """MD-11"""
    with pytest.raises(BadOption, match="from 0 to 99"):
        laid("red 1 2 3; blue 4 5 6; points 100 0", None, "expert")
