"""The server as a process of its own, to be killed: `python -m tests.web.server_process FOLDER`.

It prints its address when it listens; bots do not pause.
"""

import sys
from pathlib import Path

import uvicorn

from ludotheque.web.access.serving import uvicorn_config
from ludotheque.web.app import create_app
from ludotheque.web.config import Config

from .server import AS_FAST_AS_IT_GOES, listening


class AnnouncingServer(uvicorn.Server):
    async def startup(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        await super().startup(sockets)  # type: ignore[arg-type]
        print(f"http://127.0.0.1:{self.config.port}", flush=True)


def main(folder: str) -> None:
    found = listening()
    port = found.getsockname()[1]
    config = Config(Path(folder), port=port, bot_pauses=False, **AS_FAST_AS_IT_GOES)  # type: ignore[arg-type]
    app = create_app(config)
    AnnouncingServer(uvicorn_config(app, port=port, log_level="critical")).run(sockets=[found])


if __name__ == "__main__":
    main(sys.argv[1])
