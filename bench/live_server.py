"""The server under test in `bench.live`: that of `ludotheque serve`, on one core.

Only its limits by address are raised, because all clients have the same one, and how many matches
there may be; every check is made.
"""

import os
import sys
from pathlib import Path
from typing import Any

from ludotheque.cli.commands.serve import run_server
from ludotheque.core.language import Language

CORE = 0
HOST = "127.0.0.1"
NO_LIMIT = 10**9
RAISED: dict[str, Any] = dict.fromkeys(
    (
        "commands_per_second",
        "commands_at_once",
        "reads_per_second",
        "reads_at_once",
        "connections_per_address",
        "streams_per_address",
        "streams_per_device",
        "matches_per_hour",
        "matches_at_once",
        "running_per_address",
        "most_matches",
        "most_connections",
        "most_work",
        "most_work_per_client",
    ),
    NO_LIMIT,
)


def main(folder: Path, database: str | None = None, *, on_one_core: bool = True) -> int:
    if on_one_core and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {CORE})
    return run_server(
        Language.of("en"),
        host=HOST,
        port=0,
        data=folder,
        database=database,
        browser=False,
        share=False,
        network=(),
        bots=(),
        node_address=None,
        **RAISED,
    )


if __name__ == "__main__":
    if sys.argv[2:]:  # `sqlite`, or the address of a database: on any core
        named = None if sys.argv[2] == "sqlite" else sys.argv[2]
        sys.exit(main(Path(sys.argv[1]), named, on_one_core=False))
    sys.exit(main(Path(sys.argv[1])))
