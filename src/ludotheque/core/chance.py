"""The fast generator of simulations: SplitMix64, the same numbers compiled and interpreted.

It is kept beside the state, one word in an array, and never in it: rules do not know where draws
come from. Matches that people play take their draws from elsewhere (`table.dice`).
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

SEEDS = 1 << 64  # how many seeds there are: 0 … SEEDS - 1


@rule
def mixed(word: Any) -> Any:
    """SplitMix64's finaliser: every bit of the answer depends on every bit of the word."""
    word = (word ^ (word >> SHIFT_30)) * FIRST_MIX
    word = (word ^ (word >> SHIFT_27)) * SECOND_MIX
    return word ^ (word >> SHIFT_31)


@rule
def sow(generator: Any, seed: Any, number: Any) -> None:
    """Set the generator for match `number` of a run: the same draws on whatever core."""
    generator[0] = mixed(np.uint64(seed) ^ mixed(np.uint64(number) * STEP + STEP))


@rule
def next_word(generator: Any) -> Any:
    generator[0] = generator[0] + STEP
    return mixed(generator[0])


@rule
def below(generator: Any, size: Any) -> Any:
    """A uniform whole number 0 ≤ k < size, without bias (Lemire's multiplication method)."""
    size = np.uint64(size)
    product = (next_word(generator) >> SHIFT_32) * size
    if (product & LOW_HALF) < size:
        unfair = (HALF_RANGE - size) % size
        while (product & LOW_HALF) < unfair:
            product = (next_word(generator) >> SHIFT_32) * size
    return np.int64(product >> SHIFT_32)
