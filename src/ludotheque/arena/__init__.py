"""Many matches: compiled simulations, tournaments of bots, ratings, reports.

`ludotheque.arena` is both this package and the function `ludotheque.arena(…)`, which plays a
tournament, so the module is made callable. Its public names are imported on first use.
"""

import importlib
import sys
from types import ModuleType
from typing import Any

#: The public names of the package, and the modules that define them.
_OFFERED = {
    "Simulation": "simulation",
    "simulate": "simulation",
    "Tally": "tally",
    "stream": "streaming",
    "Outcome": "outcome",
    "Tournament": "tournament",
    "rated": "ratings",
    "write_report": "report",
}


class Arena(ModuleType):
    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """A frame with a row for each seat of each match; see `tournament.arena`."""
        from .tournament import arena

        return arena(*arguments, **named)

    def __getattr__(self, name: str) -> Any:
        if name not in _OFFERED:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(importlib.import_module(f"{__name__}.{_OFFERED[name]}"), name)


sys.modules[__name__].__class__ = Arena
