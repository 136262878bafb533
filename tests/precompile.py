"""Compiles what the tests run compiled, before they start: each game once, by one process.

    python -m tests.precompile     into the folder that LUDOTHEQUE_TEST_CACHE names

Kernels share the rules they call, but only inside a process. Compiled one by one, in whichever
worker needs one first, the same rules would be compiled again and again; and robots would think
interpreted until their kernels are ready.
"""

import os
import random
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

from ludotheque import Game, State, simulate
from ludotheque.core.compiler import Mode
from tests.core.random_play import GAMES, MOST_VALUES, somewhere
from tests.entry_points import use_all

MODES: tuple[Mode, ...] = ("compiled", "checked")
SLOWEST = ("coursededes", "dicerun")  # first, so that no core is left alone with one at the end
THINKERS = ("greedy", "playouts", "maître")
TRAINED = "coursededes"  # the game that is trained in a test


def compile_game(game: Game) -> tuple[str, float]:
    """Use everything once; the game's id, and the processor time it took."""
    from ludotheque.arena.referee import warm_up
    from ludotheque.arena.training import collect
    from ludotheque.bots import greedy_player, warmup
    from ludotheque.core import single_steps
    from ludotheque.core.compiling import compile_part
    from ludotheque.review import rollouts

    begin = time.process_time()
    for mode in MODES:
        play_through(game, mode)
    warm_up(game, THINKERS)
    for part in (single_steps.prepare, greedy_player.prepare, warmup.prepare, rollouts.prepare):
        compile_part(game, part)  # it is there already, and noted as such
    act(game)
    if game.id == TRAINED:
        collect(game, matches=1, seed=0)
    use_all(game, somewhere(game, random.Random(0), "move"))
    return game.id, time.process_time() - begin


def play_through(game: Game, mode: Mode) -> None:
    """Matches step by step, as a table does it, and a few at once, as a simulation does."""
    chance = random.Random(0)
    for options in all_options(game):
        state = game.start(game.players[0], options, mode=mode)
        while state.awaits != "end":
            step(state, chance)
        assert state.winners
        assert state.length
    simulate(game, game.players[0], 2, mode=mode)


def act(game: Game) -> None:
    """Actions of single states, and of a batch."""
    data = somewhere(game, random.Random(0), "move").to_bytes()
    state = game.from_bytes(data, mode="compiled")
    state.play_action(state.actions()[0])
    batch = game.batch(game.players[0], 2)
    batch.step(batch.masks.argmax(axis=1))
    assert batch.points.shape == (2, batch.players)
    assert batch.observations


def all_options(game: Game) -> Iterator[dict[str, Any]]:
    """Every value of each option: with some of them nobody is ever asked for a move."""
    yield {}
    for option in game.options.values():
        for value in option.allowed_for(game.players[0])[:MOST_VALUES]:
            yield {option.name: value}


def step(state: State, chance: random.Random) -> None:
    assert len(state.points) == state.players
    if state.draw_size is None:
        state.play(chance.choice(state.moves()))
    else:
        state.draw(chance.randrange(state.draw_size))


def main() -> None:
    os.environ["LUDOTHEQUE_CACHE"] = os.environ["LUDOTHEQUE_TEST_CACHE"]
    games = sorted(GAMES, key=lambda game: game.id not in SLOWEST)
    with ProcessPoolExecutor(mp_context=get_context("spawn"), max_tasks_per_child=1) as pool:
        for name, seconds in pool.map(compile_game, games):
            print(f"compiled {name}: {seconds:.0f} s of processor time", file=sys.stderr)


if __name__ == "__main__":
    main()
