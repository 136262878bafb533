"""The folder of the program's data."""

import os
from pathlib import Path

import platformdirs


def data_root() -> Path:
    """The folder named by LUDOTHEQUE_DATA, else the platform's data folder of the user."""
    named = os.environ.get("LUDOTHEQUE_DATA")
    return Path(named) if named else platformdirs.user_data_path("ludotheque")
