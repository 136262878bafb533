"""Complete matches by link in all games: compares all that clients get with what they may know.

python -m tests.soak.received
"""

import tempfile
from pathlib import Path

from tests.web.captured_match import GAMES, MatchCapture
from tests.web.leak_checks import check
from tests.web.server import Server

MOST = 100_000  # commands: enough for any match


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder) / "matches") as server:
        for name in GAMES:
            captured = MatchCapture(server, name, MOST).run()
            looked = check(captured)
            print(
                f"{name}: {len(captured.events):,} events, {looked:,} answers and streams received "
                f"by {len(captured.receivers)} clients, nothing that is not theirs",
                flush=True,
            )


if __name__ == "__main__":
    main()
