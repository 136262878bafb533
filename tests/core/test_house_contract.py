"""The house tests of the public contract and of a game's folder, on every game."""

from ludotheque.checks.contract import *  # noqa: F403
from ludotheque.checks.folder import *  # noqa: F403
