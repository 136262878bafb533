"""A program that opens data folders and prints the result, one line each.

python -m tests.store.open_folders FOLDER …
python -m tests.store.open_folders --nobody FOLDER …   without the rights of the superuser
"""

import os
import sys
import tempfile
from pathlib import Path

from ludotheque.store.errors import StoreError
from ludotheque.store.store import Store

from .played_matches import HEADER

NOBODY = 65534


def become_nobody() -> None:
    """Give up what root may do; whoever is not root has nothing to give up."""
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)


def opened(folder: Path) -> str:
    try:
        with Store.open(folder) as store:
            return f"opened, {store.count()} matches"
    except StoreError as problem:
        return f"{type(problem).__name__}: {problem}"


def main(arguments: list[str]) -> None:
    if arguments[0] == "--nobody":
        with tempfile.TemporaryDirectory() as warm, Store.open(Path(warm)) as store:
            store.create("m", HEADER, []).result()  # all that is needed is imported while it can be
        become_nobody()
        arguments = arguments[1:]
    for argument in arguments:
        print(opened(Path(argument)))


if __name__ == "__main__":
    main(sys.argv[1:])
