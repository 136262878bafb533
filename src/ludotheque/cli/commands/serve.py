"""`ludotheque serve`: the web server, on this machine, and the browser opened at it."""

from __future__ import annotations

import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import uvicorn
from fastapi import FastAPI
from rich.console import Console

from ...core.atomic import write_text_atomically
from ...core.errors import BadOption, LudothequeError
from ...core.language import Language
from ...store.errors import wrap_disk_errors
from ...store.folder import default_folder, make_folder
from ...store.store import Store
from ...web.access.connections import ConnectionGuard, raise_open_files_limit
from ...web.access.local_key import LocalKey
from ...web.access.serving import uvicorn_config
from ...web.access.sharing import Sharing
from ...web.app import create_app
from ...web.config import EVERYWHERE, Config, bracketed, is_loopback
from ...web.garbage import GarbageCollection
from ...web.live.capacity import nearly_full
from ..matches.deletion import ADDRESS
from ..shared.messages import error_text
from ..shared.options import database_option, folder_option, translated_command
from ..shared.own_players import register_bot
from ..shared.parameter_types import Count

HIGHEST_PORT = 65_535
MOST_MATCHES = 10_000_000
MOST_DAYS = 36_500
SHUTDOWN_SECONDS = 2  # that open streams get when the server stops


def command(language: Language) -> click.Command:
    """The options of a public server can come from the environment: containers set them there."""

    @translated_command("serve", language)
    @click.option(
        "--host",
        default="127.0.0.1",
        show_default=True,
        metavar=language("HOST"),
        help=language("The address to listen on; only this machine reaches the default."),
    )
    @click.option(
        "--port",
        type=Count(language, 0, HIGHEST_PORT),
        default=8080,
        show_default=True,
        help=language("The port to listen on; 0 takes any free one."),
    )
    @folder_option(
        language, "--data", language("Keep the matches in FOLDER (default: the user's own).")
    )
    @database_option(language)
    @click.option(
        "--node-address",
        envvar="LUDOTHEQUE_NODE_ADDRESS",
        metavar="URL",
        help=language(
            "Where other servers of the same database reach this one (default: by --host)."
        ),
    )
    @click.option(
        "--no-browser",
        "browser",
        flag_value=False,
        default=True,
        help=language("Do not open a browser."),
    )
    @click.option(
        "--bot",
        "bots",
        multiple=True,
        metavar=language("PLAYER"),
        help=language(
            "A player of your own that may sit down: module:Class or program:COMMAND, with "
            "Name= before it if you like. May be repeated."
        ),
    )
    @click.option(
        "--share",
        is_flag=True,
        help=language("Open the server to the network around this machine from the start."),
    )
    @click.option(
        "--network",
        multiple=True,
        metavar=language("ADDRESS"),
        help=language("This machine's address on that network, instead of the one that is found."),
    )
    @click.option(
        "--public-url",
        envvar="LUDOTHEQUE_PUBLIC_URL",
        metavar="URL",
        help=language("The public address, which a proxy serves: https://games.example."),
    )
    @click.option(
        "--proxy",
        "proxies",
        multiple=True,
        envvar="LUDOTHEQUE_PROXY",
        metavar=language("ADDRESS"),
        help=language("Where that proxy is, or its network (default: on this machine)."),
    )
    @click.option(
        "--most-matches",
        type=Count(language, 10, MOST_MATCHES),
        default=10_000,
        show_default=True,
        help=language("How many matches are kept."),
    )
    @click.option(
        "--idle-days",
        type=Count(language, 1, MOST_DAYS),
        default=60,
        show_default=True,
        help=language("After how many days without a move a match of guests is removed."),
    )
    def serve(**options: Any) -> Any:
        return run_server(language, **options)

    return serve


def run_server(
    language: Language,
    *,
    host: str,
    port: int,
    data: Path | None,
    database: str | None,
    browser: bool,
    share: bool,
    network: tuple[str, ...],
    bots: tuple[str, ...],
    node_address: str | None,
    **settings: Any,
) -> int:
    """Serve until somebody stops it; `settings` are those of `Config` that have the same names."""
    config = Config(
        Path(), host=host, cookie_port=port or None, network=network or None, **settings
    )
    if share and config.public is not None:
        raise BadOption("a server is shared with this network or has a public address, not both")
    for bot in bots:
        register_bot(bot)
    raise_open_files_limit()
    with (
        closing(bind_socket(host, port)) as listening,
        open_store(data or default_folder(), database) as store,
    ):
        config = replace(config, data=store.folder, port=listening.getsockname()[1])
        if store.node is not None:
            config = replace(config, node_address=reached_at(node_address, host, config.port))
        here = f"http://{browsable_host(host)}:{config.port}/"
        server = AnnouncingServer(
            create_app(config, store),
            language,
            address=here if config.public is None else f"{config.public.origin}/",
            browser=here if browser else None,
            share=share,
            local=config.public is None and names_this_machine(host),
            warnings=[*store.warnings, *filter(None, [nearly_full(store, config.most_matches)])],
        )
        store.on_warning = server.warn
        guard: ConnectionGuard = server.state.guard
        with (
            exit_on_sigterm(),
            told_address(store.folder, here),
            GarbageCollection(is_idle=lambda: not len(guard)),
        ):
            server.run(sockets=[listening])
        return 0 if server.started else 1


def reached_at(address: str | None, host: str, port: int) -> str:
    """Where other nodes reach this one: by the given address, or by the host that it listens on."""
    from ...web.nodes.client import checked_address  # needs packages of the extra `postgres`

    name = socket.gethostname() if host in EVERYWHERE else bracketed(host)
    return checked_address(f"http://{name}:{port}" if address is None else address)


def open_store(folder: Path, database: str | None) -> Store:
    """The matches, and a folder for what else a server keeps."""
    if database is not None:
        with wrap_disk_errors(folder):
            make_folder(folder)
    return Store.open(folder, database=database)


@contextmanager
def told_address(folder: Path, address: str) -> Iterator[None]:
    """Write the server's address to the data folder, where `ludotheque matches` finds it."""
    path = folder / ADDRESS
    with suppress(OSError):
        write_text_atomically(path, address.rstrip("/"), private=True)
    try:
        yield
    finally:
        with suppress(OSError):
            path.unlink(missing_ok=True)


@contextmanager
def exit_on_sigterm() -> Iterator[None]:
    """Shut down cleanly on SIGTERM, which service managers send, as on Ctrl-C."""
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def browsable_host(host: str) -> str:
    """The host as a browser on this machine can reach it."""
    if host in EVERYWHERE:
        return "127.0.0.1"
    return bracketed(host)


def names_this_machine(host: str) -> bool:
    """Whether a browser reaches the server by a loopback address, and so can be local."""
    return host == "localhost" or is_loopback(browsable_host(host))


def bind_socket(host: str, port: int) -> socket.socket:
    """The socket to listen on, bound before anything else is started."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        try:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind((host, port))
        except BaseException:
            listening.close()
            raise
    except (OSError, OverflowError) as problem:
        raise BadOption(
            "cannot listen on {host}, port {port} ({problem}); --port 0 takes any free one",
            host=host,
            port=port,
            problem=getattr(problem, "strerror", None) or str(problem),
        ) from None
    return listening


class AnnouncingServer(uvicorn.Server):
    """A server that prints its address once it listens, and opens the browser.

    With `local`, both are links that make the browser a local one. The printed link can be used
    again; the one that is opened cannot, because a command line is not private.
    """

    def __init__(
        self,
        app: FastAPI,
        language: Language,
        *,
        address: str,
        browser: str | None,
        share: bool,
        local: bool = False,
        warnings: Iterable[LudothequeError] = (),
    ) -> None:
        super().__init__(uvicorn_config(app, timeout_graceful_shutdown=SHUTDOWN_SECONDS))
        self.state = app.state
        self.sharing: Sharing = app.state.sharing
        self.language = language
        self.console = Console(highlight=False, soft_wrap=True)
        self.errors = Console(highlight=False, soft_wrap=True, stderr=True)
        self.warnings = list(warnings)
        self.address = address
        self.browser = browser
        self.share = share
        self.local = local

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.started:
            return
        key: LocalKey = self.state.local_key
        link = f"{self.address}local?key={key.key}" if self.local else self.address
        self.say(self.language("Ludotheque is open: {address} (Ctrl-C closes it)", address=link))
        for problem in self.warnings:
            self.warn(problem)
        if self.share:
            await self.share_on_network()
        if self.browser is not None:
            opened = f"{self.browser}local?code={key.new_code()}" if self.local else self.browser
            threading.Thread(target=webbrowser.open, args=(opened,), daemon=True).start()

    async def share_on_network(self) -> None:
        """Listen on the local network as well; where that fails, say so and go on."""
        try:
            await self.sharing.start()
        except BadOption as problem:
            self.say(
                self.language("Not shared: {reason}", reason=error_text(problem, self.language))
            )
        for listener in self.sharing.listeners:
            self.say(self.language("On this network: {address}", address=f"{listener.url}/"))

    def warn(self, problem: LudothequeError) -> None:
        """Tell whoever runs the server what is wrong, on standard error."""
        message = error_text(problem, self.language)
        sentence = self.language("Warning: {message}", message=message)
        self.errors.print(sentence, markup=False)

    def say(self, sentence: str) -> None:
        self.console.print(sentence, markup=False)
