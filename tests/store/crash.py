"""A process that confirms three commits and waits: `python -m tests.store.crash FOLDER`."""

import sys
from pathlib import Path

from ludotheque.store.store import Store

from .played_matches import HEADER, draws


def main(folder: Path) -> None:
    Store.open(folder).close()
    with Store.open(folder) as store:
        for number in range(3):
            store.create(f"m{number}", HEADER, draws(1)).result()
        print("confirmed", flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
