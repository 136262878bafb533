"""A match being played, in the browser: its page, its updates, and what people do at it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi import Form as Field
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, RedirectResponse, Response

from ...bots.hints import hint
from ...bots.levels import LEVELS
from ...core.errors import LudothequeError
from ...store.errors import StoreError
from ...table.hand import LONGEST_THROW, LastThrow
from ..access.identity import caller_of, device_key, new_device, remember
from ..api.schemas import MatchId
from ..gathering import Gathering
from ..live import LiveMatch
from ..matches.admission import NotYours, check_may_delete, match_of, plays, registry_of, table_of
from ..matches.bot_pool import TooBusy
from ..matches.commands import command_of, error_data, status_of, typed_in
from ..matches.viewer import Viewer, asked_seat, check_holds, viewer_of
from ..render.fragment import asked_of, choice_at, hint_of, table_html, waiting_in
from ..render.lobby import gathering_page, waited_for
from ..render.stream import stream_of
from ..render.templates import Settings, page
from ..vigil import pressed

router = APIRouter(include_in_schema=False)


@router.get("/match/{match_id}")
async def match_page(request: Request, match_id: MatchId) -> Response:
    table = await table_of(request, match_id)
    if isinstance(table, Gathering):
        return gathering_page(request, table)
    return table_page(request, table)


def table_page(
    request: Request, live: LiveMatch, status: int = 200, problem: dict[str, Any] | None = None
) -> Response:
    settings, caller = Settings.of(request), caller_of(request)
    words = live.game.language(settings.lang)
    viewer = viewer_of(live, caller)
    set_pace(live, viewer, settings)
    response = page(
        request,
        "table.html.jinja",
        live.game,
        status,
        live=live,
        viewer=viewer,
        owns=live.seating.owns(caller),
        may_stop=live.seating.may_stop(caller),
        levels=list(LEVELS.values()),
        fragment=table_html(live, live.moments[-1], settings, viewer),
        guide=live.game.module("lesson").guide(words),
        problem=problem,
    )
    remember(caller.device or new_device(), response)
    return response


def set_pace(live: LiveMatch, viewer: Viewer, settings: Settings) -> None:
    """Robots play at the pace of who plays with them, not of who looks on."""
    if viewer.seats:
        live.pace = settings.pace


@router.get("/match/{match_id}/stands")
async def match_stands(request: Request, match_id: MatchId) -> Response:
    """How a match stands: asked for by the shelf, one by one, so that the page itself is quick."""
    table = await table_of(request, match_id)
    words = table.game.language(Settings.of(request).lang)
    seats = table.seating.seats_of(caller_of(request))
    if isinstance(table, Gathering):
        return page(
            request,
            "stands.html.jinja",
            your_turn=not seats.isdisjoint(table.devices_waited_for),
            sentence=waited_for(table, words),
        )
    moment = table.moments[-1]
    waits, seat = waiting_in(moment, by_hand=table.record.by_hand)
    return page(
        request,
        "stands.html.jinja",
        table.game,
        your_turn=bool(seats) and (waits == "throw" or seat in seats),
        sentence=asked_of(table, moment, words, seats),
    )


@router.get("/match/{match_id}/live")
async def match_live(request: Request, match_id: MatchId) -> Response:
    live = await match_of(request, match_id)
    if live.followers >= request.app.state.config.most_streams:
        raise HTTPException(429, "too many followers")
    set_pace(live, viewer_of(live, caller_of(request)), Settings.of(request))
    return stream_of(live, request)


@router.post("/match/{match_id}/do")
async def match_do(
    request: Request,
    match_id: MatchId,
    kind: Annotated[str, Field(max_length=20)],
    seat: Annotated[int, Field(ge=0, le=11)],
    version: Annotated[int, Field(ge=0, le=10**9)],
    move: Annotated[str | None, Field(max_length=200)] = None,
    throw: Annotated[str | None, Field(max_length=LONGEST_THROW)] = None,
    sure: Annotated[bool, Field()] = False,
) -> Response:
    registry, caller = registry_of(request), caller_of(request)
    live = await match_of(request, match_id)
    settings = Settings.of(request)
    by_script = "json" in request.headers.get("accept", "")
    try:
        check_holds(live, caller, seat)
        set_pace(live, viewer_of(live, caller), settings)
        if kind == "press":
            pressed(live, seat, move)
            await live.welcome_back(seat)
        else:
            words = live.game.language(settings.lang)
            typed = typed_in(live, version, throw, words, sure=sure)
            await live.do(command_of(kind, seat, version, move, typed))
    except StoreError:
        raise
    except LudothequeError as problem:
        said = error_data(problem, live.game.language(settings.lang))
        if by_script:
            return JSONResponse(said, status_of(problem))
        unsure = {"seat": seat, "version": version, "throw": throw}
        return table_page(
            request,
            live,
            status_of(problem),
            said | ({"unsure": unsure} if isinstance(problem, LastThrow) else {}),
        )
    registry.play_on(live)
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
    live = await match_of(request, match_id)
    asked = caller_of(request)
    device = asked.device or new_device()
    caller, key = replace(asked, device=device), device_key(device)
    check_holds(live, caller, seat)
    if hide:
        live.alone.pop(key, None)
    elif seat in live.people and seat == live.match.waits_for.seat:
        live.alone[key] = seat
    response: Response = RedirectResponse(f"/match/{match_id}", 303)
    if "json" in request.headers.get("accept", ""):
        moment = live.moments[-1]
        html = table_html(live, moment, Settings.of(request), viewer_of(live, caller))
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
    live = await match_of(request, match_id)
    words = live.game.language(Settings.of(request).lang)
    if asked_seat(live, viewer_of(live, caller_of(request)), version) is None:
        raise HTTPException(409)
    try:
        return JSONResponse(choice_at(live, live.moments[-1], move, words))
    except LudothequeError as problem:
        return JSONResponse(error_data(problem, words), status_of(problem))


@router.get("/match/{match_id}/hint")
async def match_hint(
    request: Request, match_id: MatchId, version: Annotated[int, Query(ge=0, le=10**9)]
) -> Response:
    """What the best player would do, told to whoever is asked for a move."""
    registry = registry_of(request)
    live = await match_of(request, match_id)
    words = live.game.language(Settings.of(request).lang)
    moment, caller = live.moments[-1], caller_of(request)
    seat = asked_seat(live, viewer_of(live, caller), version)
    if seat is None:
        raise HTTPException(409)
    try:
        thoughts = await registry.bot_pool.ask(
            caller.device or "", partial(hint, patient=False), moment.state.view(seat)
        )
    except TooBusy as problem:
        return JSONResponse(error_data(problem, words), 429)
    best = [hint_of(live, moment, thought, words) for thought in thoughts]
    return JSONResponse({"version": version, "best": best})


@router.post("/match/{match_id}/rematch")
async def match_again(request: Request, match_id: MatchId) -> Response:
    live = await match_of(request, match_id)
    if not plays(live.seating, caller_of(request)):
        raise NotYours
    again = await registry_of(request).rematch(live)
    return RedirectResponse(f"/match/{again}", 303)


@router.post("/match/{match_id}/delete")
async def match_delete(request: Request, match_id: MatchId) -> Response:
    await check_may_delete(request, match_id)
    await registry_of(request).delete(match_id)
    return RedirectResponse("/", 303)
