"""The pages that people see."""

from __future__ import annotations

import json
from typing import Annotated, Any
from urllib.parse import urlsplit

from fastapi import APIRouter, Form, Path, Request
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, JSONResponse, RedirectResponse, Response

from ..bots import BOTS
from ..core.errors import BadEdition, BadOption, LudothequeError
from ..core.game import Game
from ..core.language import HOUSE, LANGUAGES, Language
from ..games import find, names
from ..table.match import Seat
from .api import MatchId, record_response, tables_of
from .commands import command_of, explained, status_of
from .fragment import table_html
from .live import PAUSES, LiveMatch
from .rendering import STATIC, Settings, page
from .rulebook import rulebook_of
from .shelf import game_card, match_row
from .stream import stream_of

router = APIRouter(include_in_schema=False)

YEAR = 365 * 24 * 3600
FOR_EVER = {"cache-control": f"public, max-age={YEAR}, immutable"}
MOST_SHOWN = 50  # matches in a list
GAME_FILES = ("table.css", "table.js", "box.svg")
WORDS_OF_A_SEAT = ("me", "friend")


@router.get("/")
async def shelf(request: Request) -> Response:
    settings, store = Settings.of(request), tables_of(request).store
    words = Language.of(settings.lang, HOUSE)
    playing = store.matches(ended=False, limit=MOST_SHOWN, offset=0)
    finished = store.matches(ended=True, limit=10, offset=0)
    return page(
        request,
        "shelf.html.jinja",
        games=[game_card(find(name), settings.lang) for name in names()],
        matches=[match_row(match, words) for match in playing],
        finished=[match_row(match, words) for match in finished],
    )


@router.get("/new/{game_id}")
async def new_match(request: Request, game_id: str) -> Response:
    return new_page(request, find(game_id))


def new_page(
    request: Request,
    game: Game,
    status: int = 200,
    given: dict[str, str] | None = None,
    problem: dict[str, Any] | None = None,
) -> Response:
    lang = Settings.of(request).lang
    return page(
        request,
        "new.html.jinja",
        game,
        status,
        card=game_card(game, lang),
        bots=list(BOTS),
        options=[
            {
                "name": option.name,
                "title": option.title[lang],
                "sentence": option.sentence[lang],
                "allowed": option.allowed,
                "default": option.default,
            }
            for option in game.options.values()
        ],
        edition_text=(game.folder / "edition.toml").read_text("utf-8"),
        given=given or {},
        problem=problem,
    )


@router.post("/matches")
async def create_match(request: Request) -> Response:
    form = {key: str(value) for key, value in (await request.form(max_fields=60)).items()}
    game = find(form.get("game", ""))
    words = game.language(Settings.of(request).lang)
    try:
        live = await tables_of(request).create(
            game.id, seats_from(form, game, words), options_from(form, game), edition_from(form)
        )
    except LudothequeError as problem:
        return new_page(request, game, status_of(problem), form, explained(problem, words))
    return RedirectResponse(f"/match/{live.id}", 303)


def seats_from(form: dict[str, str], game: Game, words: Language) -> list[Seat]:
    """The seats of a form; without any, a person against a bot for each other seat needed."""
    seats = []
    for place in range(game.players[-1]):
        kind, name = form.get(f"seat_{place}_kind", ""), form.get(f"seat_{place}_name", "")
        if kind in ("", "nobody"):
            continue
        if kind not in (*WORDS_OF_A_SEAT, *BOTS):
            raise BadOption(
                "{kind!r} cannot sit down; a seat is: {kinds}",
                kind=kind,
                kinds=", ".join((*WORDS_OF_A_SEAT, *BOTS)),
            )
        bot = None if kind in WORDS_OF_A_SEAT else kind
        seats.append(Seat(name.strip() or seat_name(bot, place, words), bot))
    if seats:
        return seats
    bots = range(1, game.players[0])
    return [Seat(words("You"), None), *(Seat(seat_name("greedy", n, words), "greedy") for n in bots)]


def seat_name(bot: str | None, place: int, words: Language) -> str:
    return words("Robot {n}", n=place + 1) if bot else words("Player {n}", n=place + 1)


def options_from(form: dict[str, str], game: Game) -> dict[str, Any]:
    """The options of a form: their values are JSON, as the page wrote them."""
    options = {}
    for name in game.options:
        text = form.get(f"option_{name}", "")
        if text:
            try:
                options[name] = json.loads(text)
            except ValueError:
                options[name] = text
    return options


def edition_from(form: dict[str, str]) -> dict[str, Any] | None:
    """An edition pasted into the form, TOML as its file would be."""
    import tomllib

    text = form.get("edition", "").strip()
    if not text:
        return None
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as problem:
        raise BadEdition(
            "the edition is not {kind} ({problem})", kind="TOML", problem=str(problem)
        ) from None


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
    return page(
        request,
        "table.html.jinja",
        live.game,
        status,
        live=live,
        fragment=table_html(live, live.moments[-1], settings),
        guide=live.game.piece("browser").guide(words),
        problem=problem,
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
    kind: Annotated[str, Form(max_length=20)],
    seat: Annotated[int, Form(ge=0, le=11)],
    version: Annotated[int, Form(ge=0, le=10**9)],
    move: Annotated[str | None, Form(max_length=200)] = None,
) -> Response:
    tables = tables_of(request)
    live = await tables.find(match_id)
    settings = Settings.of(request)
    live.pace = settings.pace
    by_script = "json" in request.headers.get("accept", "")
    try:
        await live.do(command_of(kind, seat, version, move))
    except LudothequeError as problem:
        said = explained(problem, live.game.language(settings.lang))
        if by_script:
            return JSONResponse(said, status_of(problem))
        return table_page(request, live, status_of(problem), said)
    tables.play_on(live)
    if by_script:
        return JSONResponse({"version": live.version})
    return RedirectResponse(f"/match/{match_id}", 303)


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
async def match_replay(request: Request, match_id: MatchId, at: int | None = None) -> Response:
    live = await tables_of(request).find(match_id)
    settings = Settings.of(request)
    words = live.game.language(settings.lang)
    shown = replayed(live)
    place = len(shown) - 1 if at is None else max(0, min(at, len(shown) - 1))
    return page(
        request,
        "replay.html.jinja",
        live.game,
        live=live,
        at=place,
        last=len(shown) - 1,
        turns=[(n, live.said_at(m, words)) for n, m in enumerate(shown)],
        fragment=table_html(live, live.moments[shown[place]], settings, replay=True),
    )


@router.get("/match/{match_id}/at/{place}")
async def match_at(
    request: Request, match_id: MatchId, place: Annotated[int, Path(ge=0, le=10**6)]
) -> Response:
    live = await tables_of(request).find(match_id)
    shown = replayed(live)
    if place >= len(shown):
        raise HTTPException(404)
    html = table_html(live, live.moments[shown[place]], Settings.of(request), replay=True)
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
async def rules_page(request: Request, game_id: str) -> Response:
    game = find(game_id)
    book = rulebook_of(game, Settings.of(request).lang)
    return page(
        request, "rulebook.html.jinja", game, title=book.title, html=book.html, toc=book.contents
    )


@router.post("/settings")
async def change_settings(
    request: Request,
    lang: Annotated[str | None, Form()] = None,
    pace: Annotated[str | None, Form()] = None,
    back: Annotated[str, Form(max_length=300)] = "/",
) -> Response:
    target = urlsplit(back)
    safe = back.startswith("/") and not target.netloc and "\\" not in back and back[1:2] != "/"
    response = RedirectResponse(back if safe else "/", 303)
    if lang in LANGUAGES:
        response.set_cookie("lang", lang, max_age=YEAR, httponly=True, samesite="strict")
    if pace in PAUSES:
        response.set_cookie("pace", pace, max_age=YEAR, httponly=True, samesite="strict")
    return response


@router.get("/static/{name:path}")
async def static_file(name: str) -> Response:
    return file_in(STATIC, name)


@router.get("/games/{game_id}/{name}")
async def game_file(game_id: str, name: str) -> Response:
    if name not in GAME_FILES:
        raise HTTPException(404)
    return file_in(find(game_id).folder, name)


def file_in(folder: Any, name: str) -> Response:
    path = (folder / name).resolve()
    if not path.is_relative_to(folder.resolve()) or not path.is_file():
        raise HTTPException(404)
    return FileResponse(path, headers=FOR_EVER)
