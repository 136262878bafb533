"""A NumPy record whose fields are quick to read as attributes, for interpreted rules."""

from typing import Any

import numpy as np


class Fields(np.record):  # type: ignore[misc]  # final in the stubs only
    """An `np.record` whose attribute access looks up fields first, then its own attributes.

    Rules write `state.pawns`. `np.record` uses the reverse order, which is four times as slow.
    """

    def __getattribute__(self, name: str) -> Any:
        try:
            return np.void.__getitem__(self, name)
        except ValueError:  # not a field
            return np.record.__getattribute__(self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        try:
            np.void.__setitem__(self, name, value)
        except ValueError:  # not a field, or a wrong value: np.record raises the right error
            np.record.__setattr__(self, name, value)
