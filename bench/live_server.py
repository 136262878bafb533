"""The server under test in `bench.live`: like that of `ludotheque serve`, on one core.

Only its limits by address are raised, because all clients have the same one, and how many matches
there may be; every check is made.
"""

import os
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

from ludotheque.cli.commands.serve import AnnouncingServer, bind_socket, exit_on_sigterm
from ludotheque.core.language import Language
from ludotheque.store.store import Store
from ludotheque.web.app import create_app
from ludotheque.web.config import Config

CORE = 0
HOST = "127.0.0.1"
NO_LIMIT = 10**9
BY_ADDRESS: dict[str, Any] = dict.fromkeys(
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
    ),
    NO_LIMIT,
)


def main(folder: Path) -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {CORE})
    with closing(bind_socket(HOST, 0)) as listening, Store.open(folder) as store:
        config = Config(
            folder,
            host=HOST,
            port=listening.getsockname()[1],
            most_matches=NO_LIMIT,
            most_connections=NO_LIMIT,
            most_work=NO_LIMIT,
            most_work_per_client=NO_LIMIT,
            **BY_ADDRESS,
        )
        server = AnnouncingServer(
            create_app(config, store),
            Language.of("en"),
            address=f"http://{HOST}:{config.port}/",
            browser=None,
            share=False,
        )
        with exit_on_sigterm():
            server.run(sockets=[listening])


if __name__ == "__main__":
    main(Path(sys.argv[1]))
