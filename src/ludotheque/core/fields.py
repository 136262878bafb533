"""A NumPy record whose fields are quick to read as attributes, for interpreted rules."""

from typing import Any

import numpy as np


class Fields(np.record):  # type: ignore[misc]  # final in the stubs only
    """An `np.record` that looks for a field first and for an attribute of its own afterwards.

    Rules write `state.pawns`. `np.record` looks the other way round, and is four times as slow.
    """

    def __getattribute__(self, name: str) -> Any:
        try:
            return np.void.__getitem__(self, name)
        except ValueError:  # no field
            return np.record.__getattribute__(self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        try:
            np.void.__setitem__(self, name, value)
        except ValueError:  # no field, or no value for it: np.record says which
            np.record.__setattr__(self, name, value)
