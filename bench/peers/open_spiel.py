"""OpenSpiel's backgammon, in C++ and driven step by step from Python."""

from __future__ import annotations

import importlib
import random
import time
from typing import Any


def steps_per_second(seconds: float) -> float:
    """Draws and actions a second of random matches, in CPU time."""
    game: Any = importlib.import_module("pyspiel").load_game("backgammon")
    rng, steps = random.Random(1), 0
    begin = time.process_time()
    while (passed := time.process_time() - begin) < seconds:
        steps += play_one(game.new_initial_state(), rng)
    return steps / passed


def play_one(state: Any, rng: random.Random) -> int:
    steps = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            action = outcomes[int(rng.random() * len(outcomes))][0]
        else:
            legal = state.legal_actions()
            action = legal[int(rng.random() * len(legal))]
        state.apply_action(action)
        steps += 1
    return steps
