"""The pages that people see."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from pathlib import Path as Folder
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi import Form as Field
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, JSONResponse, RedirectResponse, Response

from ..bots.hints import hint
from ..core.errors import BadOption, LudothequeError
from ..core.game import Game
from ..core.language import HOUSE, LANGUAGES, Language
from ..store.errors import NoMatch, StoreError
from .api import MatchId, record_response, tables_of
from .catalogue import find, folder_of, names
from .commands import command_of, explained, status_of
from .eyes import YEAR, asked_seat, device_of, eyes_back, eyes_of, new_device, remember
from .forms import Form, edition_in, option_choices, options_in, seat_choices, seats_in
from .fragment import asked_of, choice_at, hint_of, table_html
from .live import PAUSES, LiveMatch
from .rendering import STATIC, Settings, page
from .rulebook import editions_of, rulebook_of
from .shelf import game_card, match_row
from .stream import stream_of
from .thinking import TooBusy
from .vigil import pressed

router = APIRouter(include_in_schema=False)

FOR_EVER = f"public, max-age={YEAR}, immutable"
ASK_AGAIN = "no-cache"
MOST_SHOWN = 50  # matches in a list
GAME_FILES = (".css", ".js", ".svg")


@router.get("/")
async def shelf(request: Request) -> Response:
    settings, store = Settings.of(request), tables_of(request).store
    words = Language.of(settings.lang, HOUSE)
    playing = store.matches(ended=False, limit=MOST_SHOWN, offset=0)
    finished = store.matches(ended=True, limit=10, offset=0)
    return page(
        request,
        "shelf.html.jinja",
        games=[game_card(game, settings.lang) for game in map(find, names())],
        matches=[match_row(match, words) for match in playing],
        finished=[match_row(match, words) for match in finished],
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
        edition=form.get("edition", ""),
        printed=(game.folder / "edition.toml").read_text("utf-8"),
        problem=None if problem is None else explained(problem, words),
    )


@router.post("/matches")
async def create_match(request: Request) -> Response:
    form = await sent_form(request)
    game = find(form.get("game", ""))
    words = game.language(Settings.of(request).lang)
    try:
        live = await tables_of(request).create(
            game.id, seats_in(form, game, words), options_in(form, game), edition_in(form, game)
        )
    except BadOption as problem:
        return new_page(request, game, form, problem)
    return RedirectResponse(f"/match/{live.id}", 303)


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


@router.get("/match/{match_id}")
async def match_page(request: Request, match_id: MatchId) -> Response:
    live = await tables_of(request).find(match_id)
    return table_page(request, live)


def table_page(
    request: Request, live: LiveMatch, status: int = 200, problem: dict[str, Any] | None = None
) -> Response:
    settings = Settings.of(request)
    live.pace = settings.pace
    words = live.game.language(settings.lang)
    eyes = eyes_of(live, device_of(request))
    response = page(
        request,
        "table.html.jinja",
        live.game,
        status,
        live=live,
        fragment=table_html(live, live.moments[-1], settings, eyes),
        guide=live.game.piece("lesson").guide(words),
        problem=problem,
    )
    remember(device_of(request) or new_device(), response)
    return response


@router.get("/match/{match_id}/stands")
async def match_stands(request: Request, match_id: MatchId) -> Response:
    """How a match stands: asked for by the shelf, one by one, so that the page itself is quick."""
    live = await tables_of(request).find(match_id)
    words = live.game.language(Settings.of(request).lang)
    return page(
        request,
        "stands.html.jinja",
        live.game,
        your_turn=live.match.waits_for.seat in live.people,
        sentence=asked_of(live, live.moments[-1], words),
    )


@router.get("/match/{match_id}/live")
async def match_live(request: Request, match_id: MatchId) -> Response:
    live = await tables_of(request).find(match_id)
    if live.followers >= request.app.state.config.most_streams:
        raise HTTPException(429, "too many followers")
    live.pace = Settings.of(request).pace
    return stream_of(live, request)


@router.post("/match/{match_id}/do")
async def match_do(
    request: Request,
    match_id: MatchId,
    kind: Annotated[str, Field(max_length=20)],
    seat: Annotated[int, Field(ge=0, le=11)],
    version: Annotated[int, Field(ge=0, le=10**9)],
    move: Annotated[str | None, Field(max_length=200)] = None,
) -> Response:
    tables = tables_of(request)
    live = await tables.find(match_id)
    settings = Settings.of(request)
    live.pace = settings.pace
    by_script = "json" in request.headers.get("accept", "")
    try:
        if kind == "press":
            pressed(live, seat, move)
        else:
            await live.do(command_of(kind, seat, version, move))
    except StoreError:
        raise
    except LudothequeError as problem:
        said = explained(problem, live.game.language(settings.lang))
        if by_script:
            return JSONResponse(said, status_of(problem))
        return table_page(request, live, status_of(problem), said)
    tables.play_on(live)
    if by_script:
        return JSONResponse({"version": live.version})
    return RedirectResponse(f"/match/{match_id}", 303)


@router.post("/match/{match_id}/alone")
async def match_alone(
    request: Request,
    match_id: MatchId,
    seat: Annotated[int, Field(ge=0, le=11)],
    hide: Annotated[bool, Field()] = False,
) -> Response:
    """I am alone: the device shows the hand of whose turn it is, until the turn is over."""
    live = await tables_of(request).find(match_id)
    device = device_of(request) or new_device()
    if hide:
        live.alone.pop(device, None)
    elif seat in live.people and seat == live.match.waits_for.seat:
        live.alone[device] = seat
    response: Response = RedirectResponse(f"/match/{match_id}", 303)
    if "json" in request.headers.get("accept", ""):
        moment = live.moments[-1]
        html = table_html(live, moment, Settings.of(request), eyes_of(live, device))
        response = JSONResponse({"version": moment.version, "kind": moment.kind, "html": html})
    remember(device, response)
    return response


@router.get("/match/{match_id}/preview")
async def match_preview(
    request: Request,
    match_id: MatchId,
    move: Annotated[str, Query(max_length=200)],
    version: Annotated[int, Query(ge=0, le=10**9)],
) -> Response:
    """What one legal move would do, for a page that does not hold them all."""
    live = await tables_of(request).find(match_id)
    words = live.game.language(Settings.of(request).lang)
    if asked_seat(live, eyes_of(live, device_of(request)), version) is None:
        raise HTTPException(409)
    try:
        return JSONResponse(choice_at(live, live.moments[-1], move, words))
    except LudothequeError as problem:
        return JSONResponse(explained(problem, words), status_of(problem))


@router.get("/match/{match_id}/hint")
async def match_hint(
    request: Request, match_id: MatchId, version: Annotated[int, Query(ge=0, le=10**9)]
) -> Response:
    """What the best player would do, told to whoever is asked for a move."""
    tables = tables_of(request)
    live = await tables.find(match_id)
    words = live.game.language(Settings.of(request).lang)
    moment, device = live.moments[-1], device_of(request)
    seat = asked_seat(live, eyes_of(live, device), version)
    if seat is None:
        raise HTTPException(409)
    try:
        thoughts = await tables.thinkers.ask(
            device or "", partial(hint, patient=False), moment.state.view(seat)
        )
    except TooBusy as problem:
        return JSONResponse(explained(problem, words), 429)
    best = [hint_of(live, moment, thought, words) for thought in thoughts]
    return JSONResponse({"version": version, "best": best})


@router.post("/match/{match_id}/rematch")
async def match_again(request: Request, match_id: MatchId) -> Response:
    tables = tables_of(request)
    live = await tables.rematch(await tables.find(match_id))
    return RedirectResponse(f"/match/{live.id}", 303)


@router.post("/match/{match_id}/delete")
async def match_delete(request: Request, match_id: MatchId) -> Response:
    await tables_of(request).delete(match_id)
    return RedirectResponse("/", 303)


@router.get("/match/{match_id}/record.jsonl")
async def match_record(request: Request, match_id: MatchId) -> Response:
    return record_response(await tables_of(request).find(match_id))


@router.get("/match/{match_id}/replay")
async def match_replay(
    request: Request,
    match_id: MatchId,
    at: Annotated[int | None, Query(ge=0, le=10**6)] = None,
) -> Response:
    live = await tables_of(request).find(match_id)
    settings = Settings.of(request)
    words = live.game.language(settings.lang)
    shown = replayed(live)
    last = len(shown) - 1
    place = last if at is None else min(at, last)
    sentences = [(here, live.said_at(moment, words)) for here, moment in enumerate(shown)]
    return page(
        request,
        "replay.html.jinja",
        live.game,
        live=live,
        at=place,
        last=last,
        turns=[{"at": here, "sentence": text} for here, text in sentences if text],
        share_url=str(request.url.replace(query=f"at={place}")),
        over=live.match.result is not None,
        fragment=table_html(
            live,
            live.moments[shown[place]],
            settings,
            eyes_back(live, device_of(request)),
            replay=True,
        ),
    )


@router.get("/match/{match_id}/at/{place}")
async def match_at(
    request: Request, match_id: MatchId, place: Annotated[int, Path(ge=0, le=10**6)]
) -> Response:
    live = await tables_of(request).find(match_id)
    shown = replayed(live)
    if place >= len(shown):
        raise HTTPException(404)
    eyes = eyes_back(live, device_of(request))
    html = table_html(live, live.moments[shown[place]], Settings.of(request), eyes, replay=True)
    return Response(html, media_type="text/html")


def replayed(live: LiveMatch) -> list[int]:
    """The places of the moments a replay shows: all but what was taken back."""
    shown: list[int] = []
    for place, moment in enumerate(live.moments):
        if moment.kind == "take-back":
            shown.pop()
        else:
            shown.append(place)
    return shown


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
            live = await tables_of(request).find(match)
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
