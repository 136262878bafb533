"""The application: its routes, its middleware and its error handlers, put together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import JSONResponse, Response
from starlette.routing import Match
from starlette.types import ASGIApp

from ..core.errors import LudothequeError
from ..core.language import Language
from ..core.version import __version__
from ..store.store import Store
from . import api, pages
from .access.connections import ConnectionGuard
from .access.creation import CreationLimit
from .access.devices import CookieUpgrade, DeviceNames
from .access.identity import is_local_request, lacks_key
from .access.local_key import LocalKey
from .access.log_limit import LogLimit
from .access.pace import Pace
from .access.security import Scope, SecurityMiddleware
from .access.serving import run_sweeps
from .access.sharing import Sharing
from .access.stream_slots import StreamSlots
from .api.matches import match_document
from .config import Config, bracketed
from .dependencies import wants_json
from .errors import BUSY, describe_error
from .live.comparisons import ComparisonQueue
from .live.registry import MatchRegistry
from .live.reviews import ReviewQueue
from .live.workers import RETRY_SECONDS
from .render.templates import PageRenderer
from .settings import Settings
from .transport.forwarding import Forwarding, NodeGate
from .transport.routes import LiveRoutes
from .transport.wheel import TimerWheel

if TYPE_CHECKING:
    from .nodes.nodes import Nodes

#: The errors that somebody at the server's own machine may have because they lack its key.
NEEDS_KEY = ("no_match", "not_found", "refused")
ROUTERS = (*api.ROUTERS, *pages.ROUTERS)
#: Shared by all applications of a process: a router that an application includes would be analysed
#: again for it, at its first request, which that would hold up by a tenth of a second.
ROUTES = [route for router in ROUTERS for route in router.routes]


class Server(FastAPI):
    """FastAPI with our security middleware outermost: it sees the answers of error handlers too."""

    def build_middleware_stack(self) -> ASGIApp:
        state = self.state

        def is_local(scope: Scope) -> bool:
            return is_local_request(scope, state.config, state.local_key)

        inside = LiveRoutes(super().build_middleware_stack(), match_document)
        public = SecurityMiddleware(
            Forwarding(inside, is_local) if state.is_shared else inside,
            state.config,
            state.pace,
            is_local=is_local,
            is_beat_due=state.stream_slots.is_beat_due,
            language_of=lambda request: Language.of(Settings.of(request).lang),
        )
        return NodeGate(public, inside) if state.is_shared else public


def create_app(config: Config, store: Store | None = None) -> FastAPI:
    """The application over a data folder. It opens the folder's store, unless it is given one."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        opened = store or Store.open(config.data)
        opened.gather_on(asyncio.get_running_loop())
        app.state.local_key = LocalKey.of(opened.folder)
        app.state.devices = DeviceNames(opened)
        app.state.registry = MatchRegistry(opened, config)
        app.state.reviews = ReviewQueue(app.state.registry.bot_pool, config.longest_review)
        app.state.comparisons = ComparisonQueue(app.state.registry.bot_pool)
        if opened.node is None:
            app.state.registry.start_clocks()
        else:
            app.state.nodes = await join_nodes(app.state.registry, config)
        app.state.registry.capacity.start()
        log_limit = LogLimit()
        log_limit.install()
        sweeps = asyncio.create_task(run_sweeps(app.state.guard, log_limit))
        try:
            yield
        finally:
            sweeps.cancel()
            await asyncio.gather(sweeps, return_exceptions=True)
            log_limit.remove()
            await app.state.sharing.stop()
            await app.state.reviews.close()
            await app.state.comparisons.close()
            await app.state.registry.close()
            if app.state.nodes is not None:
                await app.state.nodes.close()
            opened.gather_on(None)
            if store is None:
                opened.close()

    app = Server(
        title="ludotheque",
        version=__version__,
        summary="Dice board games, their rules complete and exact.",
        routes=ROUTES,
        openapi_url=None,  # a route of ours: `api.description`
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.config = config
    app.state.nodes = None
    app.state.is_shared = store is not None and store.node is not None
    app.state.pace = Pace(config)
    app.state.wheel = TimerWheel()
    app.state.guard = ConnectionGuard(config)
    app.state.creation_limit = CreationLimit(config.matches_per_hour, config.matches_at_once)
    app.state.stream_slots = StreamSlots(config, app.state.guard.most * 3 // 4)
    app.state.sharing = Sharing(app, config)
    if config.secure:
        app.add_middleware(CookieUpgrade, config=config)
    # Live streams are not compressed; large answers are, on threads.
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=6)
    app.add_exception_handler(Exception, handle_unexpected_error)
    for problem in (LudothequeError, HTTPException, RequestValidationError):
        app.add_exception_handler(problem, handle_error)
    return app


async def join_nodes(registry: MatchRegistry, config: Config) -> Nodes:
    """Become one of the servers that share the database."""
    from .nodes.nodes import Nodes  # needs packages of the extra `postgres`

    address = config.node_address or f"http://{bracketed(config.host)}:{config.port}"
    nodes = Nodes(registry, registry.store, address)
    await nodes.start()
    return nodes


async def handle_error(request: Request, problem: Exception) -> Response:
    """Answer with what went wrong: a page for a person, JSON for a program."""
    language = Language.of(Settings.of(request).lang)
    status, data = describe_error(problem, language)
    if request.url.path.startswith("/api/") or wants_json(request):
        answer: Response = JSONResponse(data, status)
    else:
        page = PageRenderer.of(request)
        answer = page(
            "error.html.jinja",
            status=status,
            message=data["message"],
            lacks_key=data["code"] in NEEDS_KEY and lacks_key(request),
        )
    if data["code"] == BUSY:
        answer.headers["retry-after"] = str(RETRY_SECONDS)
    if isinstance(problem, HTTPException) and problem.headers is not None:
        answer.headers.update(problem.headers)
    if status == 405:
        answer.headers["allow"] = ", ".join(allowed_methods(request))
    return answer


async def handle_unexpected_error(request: Request, problem: Exception) -> Response:
    return await handle_error(request, HTTPException(500))


def allowed_methods(request: Request) -> list[str]:
    """The methods of all routes that match a request's path."""
    found = {
        method
        for route in ROUTES
        if route.matches(request.scope)[0] is not Match.NONE
        for method in getattr(route, "methods", ())
    }
    return sorted(found)
