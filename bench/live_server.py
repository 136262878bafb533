"""The server under test in `bench.live`: like that of `ludotheque serve`, on one core.

Only its rate limits are lifted, because all clients have the same address.
"""

import os
import sys
from contextlib import closing
from pathlib import Path

from ludotheque.cli.commands.serve import AnnouncingServer, bind_socket, exit_on_sigterm
from ludotheque.core.language import Language
from ludotheque.store.store import Store
from ludotheque.web.app import create_app
from ludotheque.web.config import Config

CORE = 0
HOST = "127.0.0.1"
NO_LIMIT = 10**9


def main(folder: Path) -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {CORE})
    with closing(bind_socket(HOST, 0)) as listening, Store.open(folder) as store:
        config = Config(
            folder,
            host=HOST,
            port=listening.getsockname()[1],
            commands_per_second=float(NO_LIMIT),
            commands_at_once=NO_LIMIT,
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
