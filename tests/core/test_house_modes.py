"""The house tests of the interpreted, compiled and checked modes, on every game."""

from ludotheque.checks.modes_agree import *  # noqa: F403
