"""The pages that people see."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path as Folder
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi import Form as Field
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, RedirectResponse, Response

from ...core.errors import BadOption, LudothequeError
from ...core.game import Game
from ...core.language import HOUSE, LANGUAGES, Language
from ...store.errors import NoMatch
from ...table.record import HAND
from ...table.seating import Seating
from ..access.identity import YEAR, caller_of, device_key, new_device, remember
from ..catalogue import find, folder_of, names
from ..live import PAUSES
from ..matches.admission import matches_for, registry_of, table_of
from ..matches.commands import error_data, status_of
from ..render.home import game_card, match_row
from ..render.match_form import (
    Form,
    clock_choices,
    clock_in,
    edition_in,
    friends_in,
    option_choices,
    options_in,
    seat_choices,
    seats_in,
)
from ..render.rulebook import editions_of, rulebook_of
from ..render.templates import STATIC, Settings, page

router = APIRouter(include_in_schema=False)

FOR_EVER = f"public, max-age={YEAR}, immutable"
ASK_AGAIN = "no-cache"
MOST_SHOWN = 50  # matches in a list
MOST_REMEMBERED = 10  # of those that are over
GAME_FILES = (".css", ".js", ".svg")


@router.get("/")
async def shelf(request: Request) -> Response:
    settings = Settings.of(request)
    words = Language.of(settings.lang, HOUSE)
    playing = matches_for(request, ended=False, limit=MOST_SHOWN)
    finished = matches_for(request, ended=True, limit=MOST_REMEMBERED)
    return page(
        request,
        "home.html.jinja",
        games=[game_card(game, settings.lang) for game in map(find, names())],
        matches=[match_row(match, words) for match in playing],
        finished=[match_row(match, words) for match in finished],
        is_local=caller_of(request).is_local,
    )


@router.get("/new/{game_id}")
async def new_match(request: Request, game_id: str) -> Response:
    return new_page(request, find(game_id), {})


def new_page(
    request: Request, game: Game, form: Form, problem: LudothequeError | None = None
) -> Response:
    words = game.language(Settings.of(request).lang)
    return page(
        request,
        "new.html.jinja",
        game,
        200 if problem is None else status_of(problem),
        seats=seat_choices(game, form, words),
        options=option_choices(game, form, words),
        clocks=clock_choices(form, words),
        edition=form.get("edition", ""),
        by_hand=form.get("dice") == HAND,
        printed=(game.folder / "edition.toml").read_text("utf-8"),
        problem=None if problem is None else error_data(problem, words),
    )


@router.post("/matches")
async def create_match(request: Request) -> Response:
    form = await sent_form(request)
    game = find(form.get("game", ""))
    words = game.language(Settings.of(request).lang)
    caller, by_hand = caller_of(request), form.get("dice") == HAND
    device = caller.device or new_device()
    try:
        seats = seats_in(form, game, words)
        made = await registry_of(request).create(
            game.id,
            seats,
            options_in(form, game),
            edition_in(form, game),
            by_hand=by_hand,
            seating=Seating.made(
                [seat.bot for seat in seats],
                friends_in(form, game),
                device_key(device),
                homely=caller.is_local,
                own_seed=form.get("scripts") == "yes" and not by_hand,
                clock=clock_in(form),
            ),
        )
    except BadOption as problem:
        return new_page(request, game, form, problem)
    response = RedirectResponse(f"/match/{made.id}", 303)
    remember(device, response)
    return response


async def sent_form(request: Request) -> Form:
    """The fields of a form as text, a file's content among them."""
    fields = {}
    async with request.form(max_fields=80, max_files=1) as form:
        for name, value in form.items():
            if isinstance(value, str):
                fields[name] = value
            else:
                fields[name] = (await value.read()).decode("utf-8", "replace")
    return fields


@router.get("/rules/{game_id}")
async def rules_page(
    request: Request, game_id: str, match: Annotated[str | None, Query(max_length=40)] = None
) -> Response:
    game = find(game_id)
    settings = Settings.of(request)
    book = rulebook_of(game, settings)
    came_from = None
    if match is not None:
        with suppress(NoMatch):  # the rules are there, whatever has become of the match
            live = await table_of(request, match)
            came_from = {"id": live.id, "names": live.names}
    return page(
        request,
        "rulebook.html.jinja",
        game,
        html=book.html,
        toc=book.contents,
        match=came_from,
    )


@router.get("/rules/{game_id}/editions")
async def editions_page(request: Request, game_id: str) -> Response:
    """The editions of a game, compared rule by rule."""
    game = find(game_id)
    book = editions_of(game, Settings.of(request))
    if book is None:
        raise HTTPException(404)
    return page(request, "editions.html.jinja", game, title=book.title, html=book.html)


@router.post("/settings")
async def change_settings(
    request: Request,
    lang: Annotated[str | None, Field()] = None,
    pace: Annotated[str | None, Field()] = None,
    back: Annotated[str, Field(max_length=300)] = "/",
) -> Response:
    safe = back.startswith("/") and "\\" not in back and not back.startswith("//")
    response = RedirectResponse(back if safe else "/", 303)
    if lang in LANGUAGES:
        response.set_cookie("lang", lang, max_age=YEAR, httponly=True, samesite="lax")
    if pace in PAUSES:
        response.set_cookie("pace", pace, max_age=YEAR, httponly=True, samesite="lax")
    return response


@router.get("/static/{name:path}")
async def static_file(request: Request, name: str) -> Response:
    return file_in(request, STATIC, name)


@router.get("/games/{game_id}/{name}")
async def game_file(request: Request, game_id: str, name: str) -> Response:
    if not name.endswith(GAME_FILES):
        raise HTTPException(404)
    return file_in(request, folder_of(game_id), name)


def file_in(request: Request, folder: Folder, name: str) -> Response:
    """A file of ours. Its address may name its content; then browsers keep it for ever."""
    try:
        path = (folder / name).resolve()
        found = path.is_relative_to(folder.resolve()) and path.is_file()
    except (OSError, ValueError):  # a name that no file can have
        found = False
    if not found:
        raise HTTPException(404)
    kept = FOR_EVER if "v" in request.query_params else ASK_AGAIN
    return FileResponse(path, headers={"cache-control": kept})
