"""Dice: the source of randomness of a match that people play.

Draw number i (from 0) of a match is asked for by its number and its size, and depends on
nothing else: a match that is saved and resumed continues with the same dice.
"""

import secrets
from typing import Protocol

import numpy as np

from ..core.options import checked_integer
from ..core.rng import SEEDS, randbelow, seed_generator


class Dice(Protocol):
    def draw(self, number: int, size: int) -> int:
        """Draw `number` of the match: a uniform integer from 0 to `size` - 1."""


class SystemDice:
    """The operating system's cryptographic random number generator."""

    def draw(self, number: int, size: int) -> int:
        return secrets.randbelow(size)


class SeededDice:
    """Pseudorandom dice (SplitMix64): the same draws for the same seed."""

    def __init__(self, seed: int) -> None:
        checked_integer("seed", seed, 0, SEEDS - 1)
        self.seed = seed

    def draw(self, number: int, size: int) -> int:
        generator = np.zeros(1, np.uint64)
        with np.errstate(over="ignore"):  # SplitMix64 wraps around
            seed_generator(generator, self.seed, number)
            return int(randbelow(generator, size))
