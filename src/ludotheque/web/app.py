"""The application: rooms, doors and the gate, put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.routing import Match
from starlette.types import ASGIApp

from ..core.errors import LudothequeError, UnknownGame
from ..core.language import HOUSE, Language
from ..core.version import __version__
from ..store.errors import NoMatch, StoreDamaged, StoreError
from ..store.store import Store
from .access.security import SecurityMiddleware
from .access.sharing import Sharing
from .api import lobby as lobby_api
from .api import matches as matches_api
from .config import Config
from .gathering import NotBegun
from .matches.commands import error_data, status_of
from .matches.registry import MatchRegistry
from .pages import home, links, match, replay, review, sharing, social, statistics, verify
from .render.templates import Settings, page

ROUTE_MODULES = (
    matches_api,
    lobby_api,
    home,
    match,
    links,
    social,
    replay,
    review,
    verify,
    sharing,
    statistics,
)
ROUTERS = tuple(module.router for module in ROUTE_MODULES)


class Server(FastAPI):
    """The application behind its gate: whatever it answers passes there, surprises too."""

    def build_middleware_stack(self) -> ASGIApp:
        return SecurityMiddleware(super().build_middleware_stack(), self.state.config)


def create_app(config: Config, store: Store | None = None) -> FastAPI:
    """The application over a data folder; unless it is given, the store is opened by it."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        opened = store or Store.open(config.data)
        app.state.registry = MatchRegistry(opened, config)
        app.state.reviews = review.Reviews(app.state.registry.bot_pool)
        app.state.registry.wind_clocks()
        try:
            yield
        finally:
            await app.state.sharing.stop()
            await app.state.reviews.close()
            await app.state.registry.close()
            if store is None:
                opened.close()

    app = Server(
        title="ludotheque",
        version=__version__,
        summary="Dice board games, their rules complete and exact.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.config = config
    app.state.sharing = Sharing(app, config)
    app.add_middleware(GZipMiddleware, minimum_size=1000)  # which leaves live streams alone
    for router in ROUTERS:
        app.include_router(router)
    app.add_exception_handler(Exception, handle_unexpected_error)
    for problem in (LudothequeError, HTTPException, RequestValidationError):
        app.add_exception_handler(problem, handle_error)
    return app


async def handle_error(request: Request, problem: Exception) -> Response:
    """A problem in words: a page for a person, JSON for a program."""
    words = Language.of(Settings.of(request).lang, HOUSE)
    status, said = describe_error(problem, words)
    if request.url.path.startswith("/api/") or "json" in request.headers.get("accept", ""):
        answer: Response = matches_api.problem_response(status, said)
    else:
        answer = page(request, "error.html.jinja", status=status, message=said["message"])
    if status == 405:
        answer.headers["allow"] = ", ".join(allowed(request))
    return answer


def allowed(request: Request) -> list[str]:
    """The methods that are offered at an address, by all its routes together."""
    found = {
        method
        for router in ROUTERS
        for route in router.routes
        if route.matches(request.scope)[0] is not Match.NONE
        for method in getattr(route, "methods", ())
    }
    return sorted(found)


async def handle_unexpected_error(request: Request, problem: Exception) -> Response:
    return await handle_error(request, HTTPException(500))


def describe_error(problem: Exception, words: Language) -> tuple[int, dict[str, Any]]:
    match problem:
        case UnknownGame():
            return 404, error_data(problem, words)
        case NotBegun():
            return 409, error_data(problem, words)
        case NoMatch():
            return 404, {"code": "no_match", "message": words("There is no such match here.")}
        case StoreDamaged():
            message = words("What is kept of this match is damaged: it cannot be opened any more.")
            return 500, {"code": "damaged", "message": message}
        case StoreError():
            message = words("This could not be saved. Nothing was lost; try again in a moment.")
            return 503, {"code": "not_saved", "message": message}
        case LudothequeError():
            return status_of(problem), error_data(problem, words)
        case RequestValidationError() if in_address(problem):
            return 404, {"code": "not_found", "message": words("There is nothing at this address.")}
        case RequestValidationError():
            return 422, {"code": "unreadable", "message": reasons(problem)}
        case HTTPException(status_code=404):
            return 404, {"code": "not_found", "message": words("There is nothing at this address.")}
        case HTTPException(status_code=405):
            return 405, {"code": "wrong_method", "message": words("That cannot be done here.")}
        case HTTPException(status_code=413):
            return 413, {"code": "too_large", "message": str(problem.detail)}
        case HTTPException(status_code=code) if code < 500:
            return code, {"code": "refused", "message": str(problem.detail)}
    return 500, {"code": "surprise", "message": words("Something went wrong on our side.")}


def in_address(problem: RequestValidationError) -> bool:
    """Whether what is wrong is the address itself, as an id that no match can have."""
    return any(error["loc"][0] == "path" for error in problem.errors())


def reasons(problem: RequestValidationError) -> str:
    """What is wrong with a request, place by place."""
    return "; ".join(
        f"{'.'.join(str(part) for part in error['loc'][1:]) or 'body'}: {error['msg']}"
        for error in problem.errors()[:5]
    )
