"""SplitMix64, the pseudo-random generator of simulations and searches (Steele et al. 2014).

It yields the same numbers compiled and interpreted. Its state is one 64-bit word in an array that
is passed beside the game's state and is not part of it: rules do not know where draws come from.
Matches that people play take their draws from `table.dice`.
"""

from typing import Any

import numpy as np

from .rule import rule

# Every constant is a uint64: with a plain int, `uint64 + 1` becomes a float or a negative number.
STEP = np.uint64(0x9E3779B97F4A7C15)
FIRST_MIX = np.uint64(0xBF58476D1CE4E5B9)
SECOND_MIX = np.uint64(0x94D049BB133111EB)
SHIFT_30, SHIFT_27, SHIFT_31, SHIFT_32 = (np.uint64(bits) for bits in (30, 27, 31, 32))
LOW_HALF = np.uint64(0xFFFFFFFF)
HALF_RANGE = np.uint64(1 << 32)

SEEDS = 1 << 64  # number of seeds; they are 0 … SEEDS - 1


@rule
def mixed(word: Any) -> Any:
    """SplitMix64's finaliser: every bit of the result depends on every bit of the input."""
    word = (word ^ (word >> SHIFT_30)) * FIRST_MIX
    word = (word ^ (word >> SHIFT_27)) * SECOND_MIX
    return word ^ (word >> SHIFT_31)


@rule
def seed_generator(generator: Any, seed: Any, number: Any) -> None:
    """Seed the generator for match `number` of a run, so that no match depends on another.

    A run therefore gives the same results on any number of threads.
    """
    generator[0] = mixed(np.uint64(seed) ^ mixed(np.uint64(number) * STEP + STEP))


@rule
def next_word(generator: Any) -> Any:
    generator[0] = generator[0] + STEP
    return mixed(generator[0])


@rule
def randbelow(generator: Any, size: Any) -> Any:
    """A uniform integer 0 ≤ k < size, without bias (Lemire 2019: multiply, and reject a few)."""
    size = np.uint64(size)
    product = (next_word(generator) >> SHIFT_32) * size
    if (product & LOW_HALF) < size:
        threshold = (HALF_RANGE - size) % size
        while (product & LOW_HALF) < threshold:
            product = (next_word(generator) >> SHIFT_32) * size
    return np.int64(product >> SHIFT_32)
