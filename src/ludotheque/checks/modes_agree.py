"""The interpreted, compiled and checked modes of the rules play the same matches."""

from collections.abc import Sequence
from random import Random

import numpy as np
import pytest

from ..arena.simulation import simulate
from ..core import single_steps
from ..core.compiler import MODES, Mode
from ..core.driver import moves_at
from ..core.game import Game
from ..core.rng import randbelow, seed_generator
from ..core.rule import rule
from ..core.state import State
from .random_play import any_setting, somewhere

MATCHES = 25  # of each game, with each number of players


def draw_in_all(states: list[State], k: int) -> None:
    for state in states:
        state.draw(k)


def play_in_all(states: list[State], rng: Random) -> None:
    """One of the legal moves, which are the same everywhere, as are the points it brings."""
    moves = [state.moves() for state in states]
    assert all_same(moves)
    move = rng.choice(moves[0])
    for state in states:
        state.play(move)
    assert all_same([state.points for state in states])


def all_same(answers: Sequence[object]) -> bool:
    return all(answer == answers[0] for answer in answers)


def test_every_mode_plays_the_same_matches_event_by_event(game: Game, players: int) -> None:
    """The records are compared to the last byte: whatever is read of them is the same then."""
    assert [game.binding(mode).mode for mode in MODES] == list(MODES)
    rng = Random(players)
    for _ in range(MATCHES):
        setting = any_setting(game, players, rng)
        states = [setting.start(mode) for mode in MODES]
        plain, *others = states
        while plain.awaits != "end":
            if plain.draw_size is None:
                play_in_all(states, rng)
            else:
                draw_in_all(states, rng.randrange(plain.draw_size))
            for other in others:
                assert other.states.tobytes() == plain.states.tobytes()
        assert all_same([state.snapshot() for state in states])
        assert all_same([state.winners for state in states])
        assert all_same([state.length for state in states])


def test_every_mode_simulates_the_same_matches(game: Game, players: int) -> None:
    rng = Random(players)
    for _ in range(3):
        setting = any_setting(game, players, rng)
        runs = [
            simulate(game, players, 4, 7, setting.options, setting.edition, mode=mode)
            for mode in MODES
        ]
        for run in runs[1:]:
            assert np.array_equal(run.scores, runs[0].scores)
            assert np.array_equal(run.winners, runs[0].winners)
            assert np.array_equal(run.lengths, runs[0].lengths)


def test_bounds_checks_change_no_simulation(game: Game, players: int) -> None:
    compiled, checked = (simulate(game, players, 2000, 1, mode=mode) for mode in MODES[1:])
    assert np.array_equal(compiled.scores, checked.scores)
    assert np.array_equal(compiled.lengths, checked.lengths)


def test_a_simulated_match_is_the_match_of_its_draws_and_moves(game: Game, players: int) -> None:
    seed, matches = 2**64 - 1, 3
    run = simulate(game, players, matches, seed)
    for number in range(matches):
        state = stepped(game, players, seed, number)
        assert state.points == run.scores[number].tolist()
        assert state.winners == np.flatnonzero(run.winners[number]).tolist()
        assert state.length == run.lengths[number]


def stepped(game: Game, players: int, seed: int, number: int) -> State:
    """Match `number` of a run, played step by step through the public interface."""
    state = game.start(players)
    generator, moves = np.zeros(1, np.uint64), np.zeros(game.rules.MOST_MOVES, np.int64)
    with np.errstate(over="ignore"):
        seed_generator(generator, seed, number)
        while state.awaits != "end":
            if state.draw_size is not None:
                state.draw(int(randbelow(generator, state.draw_size)))
            else:
                count = game.rules.list_moves(state.record, moves)
                state.play(game.notation.write_move(int(moves[randbelow(generator, count)])))
    return state


@rule
def nth_seat(states: np.ndarray[tuple[int], np.dtype[np.void]], place: int) -> int:
    seat: int = states[place].seat
    return seat


@rule
def nth_number(numbers: np.ndarray[tuple[int], np.dtype[np.int64]], place: int) -> int:
    number: int = numbers[place]
    return number


@pytest.mark.parametrize("mode", ["interpreted", "checked"])
def test_a_wild_index_raises_where_bounds_are_checked(game: Game, mode: Mode) -> None:
    binding, states = game.binding(mode), game.start(game.players[0]).states
    assert binding(nth_seat)(states, 0) == states[0].seat
    with pytest.raises(IndexError):
        binding(nth_seat)(states, 1)
    with pytest.raises(IndexError):
        binding(nth_number)(np.zeros(3, np.int64), 3)


def test_a_rule_that_writes_too_many_moves_is_caught_where_bounds_are_checked(game: Game) -> None:
    rng = Random(1)
    state = somewhere(game, rng, "move")
    while len(state.moves()) < 2:
        state = somewhere(game, rng, "move")
    with pytest.raises(IndexError):
        game.binding("checked")(moves_at)(state.states, np.zeros(1, np.int64))


def test_an_unknown_mode_is_refused_with_the_modes_there_are(game: Game) -> None:
    with pytest.raises(ValueError, match="interpreted, compiled, checked"):
        game.start(game.players[0], mode="fast")  # type: ignore[arg-type]


def test_a_match_that_begins_interpreted_goes_on_compiled_as_if_nothing_had_happened(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(game._bindings, "tiered", raising=False)
    rng = Random(3)
    plain, tiered = game.start(game.players[0]), game.start(game.players[0], mode="tiered")
    states, steps = [plain, tiered], 0
    while plain.awaits != "end":
        if steps == 12:
            single_steps.prepare(game)
        steps += 1
        if plain.draw_size is None:
            play_in_all(states, rng)
        else:
            draw_in_all(states, rng.randrange(plain.draw_size))
        assert tiered.states.tobytes() == plain.states.tobytes()
    assert hasattr(tiered._binding(moves_at), "signatures")  # a Numba dispatcher
    assert all_same([state.winners for state in states])
