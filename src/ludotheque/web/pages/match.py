"""A match being played, in the browser: its page, its live updates, its players' commands."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Request
from fastapi import Form as Field
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, RedirectResponse, Response

from ...bots.hints import hint
from ...bots.levels import LEVELS
from ...bots.warmup import is_warming_up
from ...core.errors import LudothequeError
from ...store.errors import StoreError
from ...table.manual_dice import LONGEST_THROW, LastThrow
from ...table.timeline import Step
from ..access.admission import admitted, begun
from ..access.creation import check_may_create
from ..access.devices import device_key, remember
from ..access.viewer import check_holds, seat_to_move, viewer_of
from ..commands import play
from ..commands.play import CommandRequest
from ..dependencies import (
    AnyMatch,
    BaseUrl,
    Caller,
    Device,
    DeviceSettings,
    GameLanguage,
    Match,
    MatchId,
    Page,
    Registry,
    ServerConfig,
    Sharing,
    StreamSlots,
    Viewer,
    WantsJson,
    Workers,
)
from ..errors import error_data, status_of
from ..live.bot_pool import TooBusy
from ..live.lobby import Lobby
from ..live.match import TO_TAKE_BACK, LiveMatch
from ..render.frame import as_data
from ..render.guide import has_guide
from ..render.lobby import lobby_page
from ..render.moves import prepare_moves
from ..render.preview import hint_of, preview_for, previews_at
from ..render.setup import setup_of
from ..render.stands import stand_of
from ..render.step_frames import frame_at
from ..settings import Settings
from .new_match import begun_response

router = APIRouter(include_in_schema=False)

Version = Annotated[int, Query(ge=0, le=10**9)]


@router.get("/match/{match_id}")
async def match_page(
    page: Page,
    found: AnyMatch,
    caller: Caller,
    device: Device,
    config: ServerConfig,
    base_url: BaseUrl,
    sharing: Sharing,
    language: GameLanguage,
    workers: Workers,
) -> Response:
    if isinstance(found, Lobby):
        response = lobby_page(page, found, caller, base_url, sharing)
    else:
        await found.narrate(workers, language, len(found.steps))
        await prepare_moves(found, found.seating.seats_of(caller))
        response = table_page(page, found, caller)
    remember(device, response, config)
    return response


def table_page(
    page: Page,
    live: LiveMatch,
    caller: Caller,
    status: int = 200,
    problem: dict[str, Any] | None = None,
) -> Response:
    viewer = viewer_of(live, caller)
    set_pace(live, viewer, page.settings)
    return page(
        "table.html.jinja",
        live.game,
        status,
        live=live,
        viewer=viewer,
        owns=live.seating.owns(caller),
        may_stop=live.seating.may_stop(caller),
        levels=list(LEVELS.values()),
        **table_context(live, live.steps[-1], page.settings, viewer),
        take_back_seconds={pace: int(seconds) for pace, seconds in TO_TAKE_BACK.items()},
        has_guide=has_guide(live.game),
        has_decisions=not live.game.reactions.BUTTONS,
        is_warming_up=is_warming_up(live.game, live.kinds),
        problem=problem,
    )


def table_context(
    live: LiveMatch, step: Step, settings: Settings, viewer: Viewer, *, replay: bool = False
) -> dict[str, Any]:
    """What the page of a match draws a step from."""
    language = live.game.language(settings.lang)
    frame = frame_at(live, step, language, viewer, replay=replay, log=True)
    return {"setup": setup_of(live, settings, viewer), "frame": as_data(frame)}


def set_pace(live: LiveMatch, viewer: Viewer, settings: Settings) -> None:
    """Bots play at the pace of those who play with them, not of spectators."""
    if viewer.seats:
        live.pace = settings.pace


@router.get("/match/{match_id}/stands")
async def match_stands(
    page: Page, found: AnyMatch, caller: Caller, language: GameLanguage
) -> Response:
    """How a match stands, for its own page where it follows nothing: in a hidden tab."""
    game = None if isinstance(found, Lobby) else found.game
    return page("stands.html.jinja", game, **stand_of(found, caller, language))


@router.post("/match/{match_id}/here")
async def match_here(
    registry: Registry,
    match_id: MatchId,
    caller: Caller,
    slots: StreamSlots,
    x_beat: Annotated[str | None, Header(max_length=40)] = None,
) -> Response:
    """Answer a beat of the live updates: the player is still there. It is never stored.

    A page without a live stream says the same without a beat.
    """
    if not slots.answer(x_beat):
        live = begun(await admitted(registry, match_id, caller))
        live.see(live.seating.seats_of(caller))
    return Response(status_code=204)


@router.post("/match/{match_id}/do")
async def match_do(
    page: Page,
    registry: Registry,
    live: Match,
    caller: Caller,
    viewer: Viewer,
    language: GameLanguage,
    by_script: WantsJson,
    kind: Annotated[str, Field(max_length=20)],
    seat: Annotated[int, Field(ge=0, le=11)],
    version: Annotated[int, Field(ge=0, le=10**9)],
    move: Annotated[str | None, Field(max_length=200)] = None,
    throw: Annotated[str | None, Field(max_length=LONGEST_THROW)] = None,
    sure: Annotated[bool, Field()] = False,
    stand_in: Annotated[str | None, Field(max_length=30)] = None,
    name: Annotated[str | None, Field(alias="id", pattern=play.COMMAND_ID)] = None,
) -> Response:
    """Roll, move, take back, resign, or press a button."""
    asked = CommandRequest(
        kind, seat, version, move, throw, confirm=sure, stand_in=stand_in, id=name
    )
    set_pace(live, viewer, page.settings)
    try:
        after = await play.carry_out(registry, live, caller, asked, language, confirmed=sure)
    except StoreError:
        raise
    except LudothequeError as problem:
        said = error_data(problem, language)
        if by_script:
            return JSONResponse(said, status_of(problem))
        if isinstance(problem, LastThrow) or said["code"] == play.UNCONFIRMED:
            said["unsure"] = {"kind": kind, "seat": seat, "version": version}
            said["unsure"] |= {"throw": throw, "stand_in": stand_in}
        await prepare_moves(live, viewer.seats)
        return table_page(page, live, caller, status_of(problem), said)
    if by_script:
        return JSONResponse({"version": after})
    return RedirectResponse(f"/match/{live.id}", 303)


@router.post("/match/{match_id}/alone")
async def match_alone(
    live: Match,
    asked: Caller,
    device: Device,
    config: ServerConfig,
    settings: DeviceSettings,
    by_script: WantsJson,
    seat: Annotated[int, Field(ge=0, le=11)],
    hide: Annotated[bool, Field()] = False,
) -> Response:
    """Show the cards of the player in turn on a shared device, until the turn is over."""
    caller, key = replace(asked, device=device), device_key(device)
    check_holds(live, caller, seat)
    if hide:
        live.private_views.pop(key, None)
    elif seat in live.people and seat == live.match.waits_for.seat:
        live.private_views[key] = seat
    response: Response = RedirectResponse(f"/match/{live.id}", 303)
    if by_script:
        await prepare_moves(live, live.seating.seats_of(caller))
        language = live.game.language(settings.lang)
        text = frame_at(live, live.steps[-1], language, viewer_of(live, caller))
        response = Response(text, media_type="application/json")
    remember(device, response, config)
    return response


@router.get("/match/{match_id}/preview")
async def match_preview(
    live: Match,
    viewer: Viewer,
    language: GameLanguage,
    move: Annotated[str, Query(max_length=200)],
    version: Version,
) -> Response:
    """What one legal move would do, for a page that does not hold them all."""
    try:
        return JSONResponse(preview_for(live, viewer, version, move, language))
    except LudothequeError as problem:
        return JSONResponse(error_data(problem, language), status_of(problem))


@router.get("/match/{match_id}/previews")
async def match_previews(
    live: Match, viewer: Viewer, language: GameLanguage, workers: Workers, version: Version
) -> Response:
    """All legal moves with what they would do, for the player whose turn it is."""
    if seat_to_move(live, viewer, version) is None:
        raise HTTPException(409)
    step = live.steps[-1]
    key = ("previews", version, language.code)
    found = await live.derived.get(key, workers, lambda: previews_at(live, step, language))
    return JSONResponse({"previews": found})


@router.get("/match/{match_id}/hint")
async def match_hint(
    registry: Registry,
    live: Match,
    caller: Caller,
    viewer: Viewer,
    language: GameLanguage,
    version: Version,
) -> Response:
    """The moves that the strongest bot would choose, for the player whose turn it is."""
    step = live.steps[-1]
    seat = seat_to_move(live, viewer, version)
    if seat is None:
        raise HTTPException(409)
    try:
        ranked = await registry.bot_pool.ask(
            caller.device or "", partial(hint, patient=False), step.state.view(seat)
        )
    except TooBusy as problem:
        return JSONResponse(error_data(problem, language), 429)
    best = [hint_of(live, step, ranked_move, language) for ranked_move in ranked]
    return JSONResponse({"version": version, "best": best})


@router.post("/match/{match_id}/rematch")
async def match_again(
    request: Request, registry: Registry, live: Match, caller: Caller, by_script: WantsJson
) -> Response:
    check_may_create(request, caller)
    again = await play.rematch(registry, live, caller)
    return begun_response(await registry.find(again), by_script=by_script)


@router.post("/match/{match_id}/delete")
async def match_delete(registry: Registry, match_id: MatchId, caller: Caller) -> Response:
    await play.delete(registry, match_id, caller)
    return RedirectResponse("/", 303)
