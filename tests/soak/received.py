"""Whole matches by link in all games: everything that was received, and what its reader may know.

python -m tests.soak.received
"""

import tempfile
from pathlib import Path

from tests.web.checking import check
from tests.web.evening import GAMES, Play
from tests.web.serving import House

MOST = 100_000  # commands: enough for any match


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, House(Path(folder) / "matches") as house:
        for name in GAMES:
            evening = Play(house, name, MOST).evening()
            looked = check(evening)
            print(
                f"{name}: {len(evening.rows):,} events, {looked:,} answers and streams received by "
                f"{len(evening.receivers)} clients, nothing that is not theirs",
                flush=True,
            )


if __name__ == "__main__":
    main()
