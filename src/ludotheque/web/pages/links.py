"""Private links: sitting down, looking on, inviting, leaving and coming back."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from fastapi import Form as Field
from starlette.responses import JSONResponse, RedirectResponse, Response

from ...core.errors import BadOption, LudothequeError
from ...core.language import HOUSE, Language
from ...store.errors import NoMatch
from ...table.match import Seat
from ...table.seating import LONGEST_TOKEN, BadLink, new_token
from ..access.identity import Caller, caller_of, device_key, new_device, remember
from ..api.schemas import MatchId
from ..gathering import Gathering
from ..live import LiveMatch
from ..matches.admission import NotYours, registry_of, table_of
from ..matches.commands import error_data, status_of
from ..matches.registry import LONGEST_NAME, AnyMatch, checked_seat
from ..matches.viewer import check_holds
from ..presence import AWAY
from ..render.lobby import link_shown, seat_link, spectators_link
from ..render.templates import Settings, page

router = APIRouter(include_in_schema=False)

Token = Annotated[str, Field(max_length=LONGEST_TOKEN)]
SeatField = Annotated[int, Field(ge=0, le=11)]


async def table_behind(request: Request, match_id: str, token: str) -> tuple[AnyMatch, int]:
    """The match and the seat that a token opens. Whatever is wrong with it, BadLink."""
    try:
        table = await registry_of(request).find_any(match_id)
    except NoMatch:
        raise BadLink from None
    seat = table.seating.seat_behind(token)
    if seat is None:
        raise BadLink
    return table, seat


async def sit_down(
    request: Request, match_id: str, token: str, key: str, name: str, own_seed: bool
) -> int:
    """Whoever brings a seat's token has it from now on; the seat."""
    table, seat = await table_behind(request, match_id, token)
    chosen = checked_seat(Seat(name)).name if name.strip() else None
    if isinstance(table, Gathering):
        return await table.sit_down(token, key, chosen, own_seed)
    await table.reseat(lambda seating: seating.sit_down(token, key))
    table.alone = {device: shown for device, shown in table.alone.items() if shown != seat}
    return seat


# ---- Coming by a link ----------------------------------------------------------------------------


@router.get("/join/{match_id}")
async def join_page(request: Request, match_id: MatchId) -> Response:
    """The same for every match, also for one that is not there: the token is the page's to read."""
    return entrance(request, match_id, "join")


@router.get("/watch/{match_id}")
async def watch_page(request: Request, match_id: MatchId) -> Response:
    return entrance(request, match_id, "watch")


def entrance(
    request: Request,
    match_id: str,
    door: str,
    problem: LudothequeError | None = None,
    token: str = "",
    name: str = "",
) -> Response:
    words = Language.of(Settings.of(request).lang, HOUSE)
    return page(
        request,
        "join.html.jinja",
        status=200 if problem is None else status_of(problem),
        match_id=match_id,
        door=door,
        token=token,
        name=name,
        most=LONGEST_NAME,
        problem=None if problem is None else error_data(problem, words)["message"],
    )


@router.post("/join/{match_id}/look")
async def look_at_link(request: Request, match_id: MatchId, token: Token) -> Response:
    """What a link opens, before it is taken."""
    try:
        table, seat = await table_behind(request, match_id, token)
    except BadLink as problem:
        words = Language.of(Settings.of(request).lang, HOUSE)
        return JSONResponse(error_data(problem, words), status_of(problem))
    words = table.game.language(Settings.of(request).lang)
    begun = isinstance(table, LiveMatch)
    others = [name for place, name in enumerate(table.names) if place != seat]
    place = table.seating.places[seat]
    held = bool(place.holders) and (caller_of(request).key not in place.holders)
    return JSONResponse(
        {
            "said": words(
                "{title}, with {names}", title=table.game.title, names=words(" and ").join(others)
            ),
            "name": table.names[seat] if begun or place.name else "",
            "begun": begun,
            "moves": words("This seat is held by another device: taking it here moves it.")
            if held
            else None,
        }
    )


@router.post("/join/{match_id}")
async def join(
    request: Request,
    match_id: MatchId,
    token: Token = "",
    name: Annotated[str, Field(max_length=200)] = "",
    scripts: Annotated[str, Field(max_length=10)] = "",
) -> Response:
    device = caller_of(request).device or new_device()
    try:
        await sit_down(
            request, match_id, link_token(token), device_key(device), name, scripts == "yes"
        )
    except (BadLink, BadOption) as problem:
        return entrance(request, match_id, "join", problem, token, name)
    response = RedirectResponse(f"/match/{match_id}", 303)
    remember(device, response)
    return response


@router.post("/watch/{match_id}")
async def watch(request: Request, match_id: MatchId, token: Token = "") -> Response:
    caller = caller_of(request)
    device = caller.device or new_device()
    try:
        table = await registry_of(request).find_any(match_id)
        looking = Caller(device, caller.is_local)
        if isinstance(table, Gathering):
            await table.come_to_watch(link_token(token), looking)
        else:
            await table.reseat(lambda seating: seating.come_to_watch(link_token(token), looking))
    except NoMatch:
        return entrance(request, match_id, "watch", BadLink(), token)
    except (BadLink, BadOption) as problem:
        return entrance(request, match_id, "watch", problem, token)
    response = RedirectResponse(f"/match/{match_id}", 303)
    remember(device, response)
    return response


def link_token(text: str) -> str:
    """The token of a link, pasted as a whole or not."""
    return text.strip().rpartition("#")[2]


# ---- Inviting ------------------------------------------------------------------------------------


@router.post("/match/{match_id}/invite")
async def invite(request: Request, match_id: MatchId, seat: SeatField) -> Response:
    """A new link: to one's own seat, for another device; or to a friend's who is not there."""
    table = await table_of(request, match_id)
    check_may_invite(request, table, seat)
    if isinstance(table, Gathering):
        await table.invite(seat)
        return RedirectResponse(f"/match/{match_id}", 303)
    token = new_token()
    await table.reseat(lambda seating: seating.invite(seat, token))
    return link_page(request, table, seat_link(request, match_id, token), seat)


def check_may_invite(request: Request, table: AnyMatch, seat: int) -> None:
    caller = caller_of(request)
    if seat >= len(table.names) or table.seating.places[seat].kind == "bot":
        raise BadOption("seat {seat} is a robot's: there is no link to it", seat=seat)
    owns = table.seating.owns(caller)
    if isinstance(table, Gathering):
        if not owns:
            raise NotYours
    elif not owns or table.presence.absence(seat) < AWAY:
        check_holds(table, caller, seat)


@router.post("/match/{match_id}/spectators")
async def invite_spectators(request: Request, match_id: MatchId) -> Response:
    """A new link for spectators; the one before opens nothing any more."""
    table = await table_of(request, match_id)
    if not table.seating.owns(caller_of(request)):
        raise NotYours
    if isinstance(table, Gathering):
        await table.invite_spectators()
        return RedirectResponse(f"/match/{match_id}", 303)
    token = new_token()
    await table.reseat(lambda seating: seating.open_to_spectators(token))
    return link_page(request, table, spectators_link(request, match_id, token), None)


def link_page(request: Request, live: LiveMatch, url: str, seat: int | None) -> Response:
    """A link is shown once."""
    words = live.game.language(Settings.of(request).lang)
    own = seat is not None and seat in live.seating.seats_of(caller_of(request))
    return page(
        request,
        "link.html.jinja",
        live.game,
        live=live,
        seat=seat,
        own=own,
        link=link_shown(url, words),
    )
