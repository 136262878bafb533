"""Where the house keeps what must last."""

import os
from pathlib import Path

import platformdirs


def data_root() -> Path:
    """The folder of all that is kept: the environment's, else the user's own."""
    named = os.environ.get("LUDOTHEQUE_DATA")
    return Path(named) if named else platformdirs.user_data_path("ludotheque")
