"""Players that cannot be sent to other processes play in this one, and whoever asks is told."""

import warnings
from collections.abc import Iterable

from ...bots.custom.entrant import Entrant


class PlayedHere(UserWarning):
    """The matches are played in this process, one after the other."""


def warn_of_playing_here(players: Iterable[Entrant]) -> None:
    names = ", ".join(player.name for player in players if not player.is_portable)
    warnings.warn(
        f"{names} cannot be pickled for other processes (what a script or notebook defines never "
        "can be): the matches are played in this process, one after the other. To use all cores, "
        "put the class into a module and name it: 'module:Class'.",
        PlayedHere,
        stacklevel=2,
    )
