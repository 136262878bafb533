"""Workers on other machines must run the same code, or results would depend on who played."""

from functools import cache

from ...core.compiler import fingerprint
from ...core.errors import BadOption
from ...core.game import Game
from ...core.version import __version__


@cache
def code_of(game: Game) -> str:
    """A hash of the code that plays a game: rules, bots, weights and what they run on."""
    return f"{__version__} {fingerprint(game.rules)}"


def check_same_code(game: Game, code: str) -> None:
    """BadOption if this process would play with other code than the one that asks."""
    if code_of(game) != code:
        raise BadOption(
            "a worker has another version of {game}, of Python or of its packages; "
            "install the same on all machines",
            game=game.title,
        )
