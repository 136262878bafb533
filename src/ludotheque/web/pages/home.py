"""The home page: games to play, matches to go on with; and the device's settings."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from fastapi import Form as Field
from starlette.background import BackgroundTask
from starlette.responses import RedirectResponse, Response

from ...core.errors import LudothequeError
from ...core.language import Language
from ...table.seat_access import Principal
from ..access.admission import matches_for
from ..access.identity import lacks_key
from ..catalogue import find, names
from ..dependencies import Caller, Registry, ServerLanguage, Workers
from ..live.registry import MatchRegistry
from ..render.home import game_card, match_row
from ..render.stands import MOST_SHOWN
from ..render.templates import PageRenderer
from ..render.warmup import prepare_pages
from ..settings import remember_settings
from .me import safe_path

router = APIRouter(include_in_schema=False)

MOST_REMEMBERED = 10  # of those that are over


@router.get("/")
async def home_page(
    request: Request,
    registry: Registry,
    caller: Caller,
    language: ServerLanguage,
    workers: Workers,
) -> Response:
    """The first page that a server is asked for: the templates of the others are compiled later."""
    page, strange = PageRenderer.of(request), lacks_key(request)
    response = await workers.run(shown_home, page, registry, caller, language, strange)
    response.background = BackgroundTask(workers.run_once, prepare_pages)
    return response


def shown_home(
    page: PageRenderer,
    registry: MatchRegistry,
    caller: Principal,
    language: Language,
    strange: bool,
) -> Response:
    playing = matches_for(registry, caller, ended=False, limit=MOST_SHOWN)
    finished = matches_for(registry, caller, ended=True, limit=MOST_REMEMBERED)
    return page(
        "home.html.jinja",
        games=[game_card(game, language.code) for game in map(find, names())],
        matches=[match_row(match, language) for match in playing],
        finished=[match_row(match, language) for match in finished],
        is_local=caller.is_local,
        lacks_key=strange,
        notices=notices(registry, language) if caller.is_local else [],
    )


def notices(registry: Registry, language: ServerLanguage) -> list[str]:
    """What whoever runs the server has to know about the stored matches."""
    problems: list[LudothequeError] = [*registry.store.warnings]
    full = registry.capacity.notice
    if full is not None:
        problems.append(full)
    return [as_sentence(language(each.template, **each.params)) for each in problems]


def as_sentence(text: str) -> str:
    """An error's text, which follows a colon elsewhere, on its own."""
    return f"{text[:1].upper()}{text[1:]}."


@router.post("/settings")
async def change_settings(
    lang: Annotated[str | None, Field()] = None,
    pace: Annotated[str | None, Field()] = None,
    back: Annotated[str, Field(max_length=300)] = "/",
) -> Response:
    response = RedirectResponse(safe_path(back), 303)
    remember_settings(response, lang=lang, pace=pace)
    return response
