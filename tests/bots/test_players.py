"""Properties of every bot in every game, and moves of the greedy bot in Level X."""

from collections.abc import Iterator
from copy import deepcopy
from random import Random

import pytest

import ludotheque
from ludotheque.bots import BOTS, make_bot, prepare
from ludotheque.bots.greedy_player import lead_in_points
from ludotheque.core.errors import BadOption
from ludotheque.core.state import State
from ludotheque.core.view import View

from ..entry_points import win_probability_at
from ..games.levelx.position import chips_of, moves_with, position, roll, take_turn

DECISIONS = 25  # of a match are looked at in each game
DEEP_DECISIONS = 4  # by those who take their time


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    """Whether interpreted bots decide the same is asked in test_greedy and test_search."""
    for name in ludotheque.games():
        prepare("greedy", ludotheque.game(name))


def views(
    name: str, players: int, seed: int, most: int = DECISIONS
) -> Iterator[tuple[State, View]]:
    """The first decisions of a match of random moves: the state, and what its seat sees."""
    random = Random(seed)
    state = ludotheque.game(name).start(players)
    while state.awaits != "end" and most:
        if state.draw_size is not None:
            state.draw(random.randrange(state.draw_size))
        elif state.seat is not None:
            yield state, state.view(state.seat)
            state.play(random.choice(state.moves()))
            most -= 1


def chosen(state: State, dice: str, bot: str = "greedy") -> str:
    """What a bot plays if these dice fall."""
    roll(state, dice)
    assert state.seat is not None
    return make_bot(bot, seed=0).choose(state.view(state.seat))


def played_out(kinds: list[str], seed: int) -> State:
    """A match of Level X at its end, a bot of the kind in each seat."""
    random = Random(seed)
    bots = [make_bot(kind, seed + seat) for seat, kind in enumerate(kinds)]
    state = ludotheque.game("levelx").start(len(kinds))
    while state.awaits != "end":
        if state.draw_size is not None:
            state.draw(random.randrange(state.draw_size))
        elif state.seat is not None:
            state.play(bots[state.seat].choose(state.view(state.seat)))
    return state


def matches_won(kinds: list[str], matches: int) -> int:
    """How many matches the first of these bots wins alone, sitting in each seat in turn."""
    won = 0
    for match in range(matches):
        seat = match % len(kinds)
        others = kinds[1:]
        state = played_out([*others[:seat], kinds[0], *others[seat:]], seed=100 * match)
        won += state.winners == [seat]
    return won


def decisions(bot: str) -> int:
    return DEEP_DECISIONS if bot in ("expert", "maître", "playouts") else DECISIONS


every_bot = pytest.mark.parametrize("bot", BOTS)
every_game = pytest.mark.parametrize("name", ludotheque.games())


@every_game
@every_bot
def test_a_bot_chooses_a_legal_move_whatever_the_number_of_players(bot: str, name: str) -> None:
    for players in ludotheque.game(name).players:
        player = make_bot(bot, seed=players)
        for state, view in views(name, players, seed=players, most=decisions(bot)):
            assert player.choose(view) in state.moves()


@every_game
@every_bot
def test_the_same_seed_makes_the_same_decisions(bot: str, name: str) -> None:
    one, other = make_bot(bot, seed=5), make_bot(bot, seed=5)
    for _, view in views(name, ludotheque.game(name).players[0], 1, decisions(bot)):
        assert one.choose(view) == other.choose(view)


@every_game
@every_bot
def test_a_bot_changes_neither_the_state_nor_the_view(bot: str, name: str) -> None:
    player = make_bot(bot, seed=0)
    for state, view in views(name, ludotheque.game(name).players[-1], 2, decisions(bot)):
        before = state.states.tobytes(), deepcopy(view)
        player.choose(view)
        assert (state.states.tobytes(), view) == before


@every_game
@every_bot
def test_a_bot_decides_alike_in_states_that_look_alike_to_it(bot: str, name: str) -> None:
    game, random = ludotheque.game(name), Random(3)
    for _, view in views(name, game.players[0], 3, decisions(bot)):
        lookalike = game.resample(view, random).view(view.seat)
        assert make_bot(bot, seed=9).choose(lookalike) == make_bot(bot, seed=9).choose(view)


def test_a_random_player_leaves_no_move_out() -> None:
    state = roll(ludotheque.game("levelx").start(2, {"first": 0}), "2-3-5-6")
    player = make_bot("random", seed=0)
    assert {player.choose(state.view(0)) for _ in range(1000)} == set(state.moves())


def test_an_unknown_kind_of_bot_is_refused_with_the_known_ones() -> None:
    with pytest.raises(BadOption, match="random, greedy"):
        make_bot("clairvoyant")


def test_without_an_evaluation_a_position_is_worth_its_lead_in_points() -> None:
    state = position("""
                    5   6   7   8   9  10
        red         .   .   .   .   .   .
        green       .   .   .   .   .   .
        blue        .   .   .   .   .   .
        red has     1   0   0   0   0   0
        green has   0   0   0   0   0   2
        blue has    0   0   1   0   0   0
    """)
    assert lead_in_points(state, 1) == 20 - 7
    assert lead_in_points(state, 0) == 5 - 20


def test_of_moves_that_are_worth_the_same_a_greedy_player_takes_any() -> None:
    """Green has the last turn of the match, and nobody can take a chip any more.

    The others are part of one of these two, and pruned.
    """
    state = position(
        """
                5   6   7   8   9  10
        red     .   .   .   .   .   .
        green   .   .   .   .   .   .
        left    0   0   0   3   3   3
        """,
        turn=1,
    )
    view = roll(state, "6-2-6-2").view(1)
    player = make_bot("greedy", seed=0)
    assert {*view.moves} == {"-", "8", "8 8", "10"}
    assert {player.choose(view) for _ in range(100)} == {"8 8", "10"}


# Level X


def test_a_greedy_player_takes_a_chip_rather_than_pass() -> None:
    state = position("""
                5   6   7   8   9  10
        red     .   .   .   .   .   X
        green   1   .   .   .   .   .
    """)
    assert moves_with(state, "2-2-6-6") > {"-", "8", "10"}
    assert "10" in chosen(state, "2-2-6-6").split()


def test_a_greedy_player_takes_a_rivals_place_on_the_x() -> None:
    state = position("""
                5   6   7   8   9  10
        red     .   1   .   2   .   1
        green   1   .   .   X   .   1
    """)
    assert chosen(state, "6-2-1-3") == "8"


@pytest.mark.parametrize("red_has", ["2 2 2 2 2 2", "0 0 2 0 0 0"], ids=["lost", "won"])
def test_with_the_last_turn_of_the_match_a_greedy_player_takes_the_most_points(
    red_has: str,
) -> None:
    """Even where that changes nothing: 8 8 would bring the X of row 8, and a chip of 8."""
    state = position(
        f"""
                    5   6   7   8   9  10
        red         .   .   .   .   .   .
        green       .   .   .   1   .   X
        left        0   0   0   5   5   5
        red has     {red_has}
        green has   0   1   1   0   0   1
        """,
        bonus=[[15, 12], []] if red_has[0] == "2" else None,
    )
    take_turn(state, "1-2-2-2", "-")
    assert state.snapshot()["last_round"]
    choice = chosen(state, "4-4-6-2")
    assert choice == "10"
    assert points_after(state, choice) == max(points_after(state, move) for move in state.moves())


def points_after(state: State, move: str) -> int:
    """The points of the seat to move, if it makes this move."""
    seat, after = state.seat, state.copy()
    assert seat is not None
    after.play(move)
    return after.points[seat]


def test_a_greedy_player_completes_a_series_for_its_tile() -> None:
    """Either chip is at hand; the 5 is worth less than the 6, but it brings the tile of 15."""
    board = """
                    5   6   7   8   9  10
        red         X   X   .   .   .   .
        green       .   .   .   X   X   .
        red has     {}   1   1   1   1   1
        green has   0   0   2   2   1   1
    """
    assert moves_with(position(board.format(0)), "1-2-2-2") >= {"5", "6"}
    with_the_series_open = position(board.format(0))
    with_the_series_taken = position(board.format(1), bonus=[[15], []])
    assert chosen(with_the_series_open, "1-2-2-2") == "5"
    assert chosen(with_the_series_taken, "1-2-2-2") != "5"
    with_the_series_open.play("5")
    assert with_the_series_open.snapshot()["bonus"][0] == [15]
    assert chips_of(with_the_series_open, 0)[5] == 1


def about_to_end(red: int, green: int) -> State:
    """Green can close the third row, and so end the match; both have some chips of 10."""
    return position(
        f"""
                    5   6   7   8   9  10
        red         .   .   .   .   .   .
        green       .   .   .   .   X   .
        red has     0   0   0   0   0   {red}
        green has   0   0   0   0   0   {green}
        left        9   9   9   0   1   0
        """,
        turn=1,
    )


def test_a_greedy_player_ends_the_match_when_that_wins_it() -> None:
    state = about_to_end(red=1, green=5)
    state.play(chosen(state, "3-6-6-6"))
    assert state.winners == [1]


def test_a_greedy_player_does_not_end_the_match_when_that_loses_it() -> None:
    state = about_to_end(red=5, green=1)
    assert moves_with(state, "3-6-6-6") >= {"9", "6 6 9", "6 6 6"}
    assert chosen(state, "3-6-6-6") == "6 6 6"


def test_the_compiled_evaluation_is_the_interpreted_one() -> None:
    game = ludotheque.game("levelx")
    evaluation = game.evaluation
    compiled = game.binding("compiled")(win_probability_at)

    def compare(state: State) -> None:
        for seat in range(state.players):
            expected = evaluation.win_probability(state.record, seat)
            assert 0.0 < expected < 1.0
            assert compiled(state.states, seat) == pytest.approx(expected, rel=1e-9)

    for players in game.players:
        for state, _ in views("levelx", players, seed=players, most=200):
            compare(state)
        assert state.awaits == "end"
        compare(state)


def test_a_greedy_player_beats_a_random_one_nearly_always() -> None:
    assert matches_won(["greedy", "random"], matches=20) >= 17


@pytest.mark.long
def test_a_greedy_player_beats_three_random_ones_nearly_always() -> None:
    assert matches_won(["greedy", "random", "random", "random"], matches=8) >= 7
