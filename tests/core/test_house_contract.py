"""The house tests of the public contract and of a game's folder, on every game."""

from pathlib import Path

from ludotheque.checks.contract import *  # noqa: F403
from ludotheque.checks.folder import *  # noqa: F403
from ludotheque.checks.plugin import MORE_GAMES, TEST_FOLDERS
from tests.outside.fourfall import GAME as FOURFALL
from tests.outside.pig import GAME as PIG

MORE_GAMES[:] = [PIG, FOURFALL]
TEST_FOLDERS[:] = [Path(__file__).parents[1] / "games"]
