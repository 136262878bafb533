"""Private links: joining or watching a match by one, and making new ones."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter
from fastapi import Form as Field
from starlette.responses import JSONResponse, RedirectResponse, Response

from ...core.errors import BadOption, LudothequeError
from ...core.language import Language
from ...table.player_name import name_or_none
from ...table.tokens import LONGEST_TOKEN, BadLink, SeatTaken, new_token
from ..access.devices import remember
from ..commands import invitations
from ..commands.invitations import Joining
from ..dependencies import (
    AnyMatch,
    BaseUrl,
    Caller,
    Devices,
    DeviceSettings,
    MatchId,
    Page,
    Registry,
    ServerConfig,
    ServerLanguage,
)
from ..errors import error_data, status_of
from ..live.lobby import Lobby
from ..live.match import LiveMatch
from ..people.profile import Profile, remember_profile
from ..render.lobby import seat_link, shown_link, spectators_link
from ..render.profile_form import profile_choices, sent_profile

router = APIRouter(include_in_schema=False)

Token = Annotated[str, Field(max_length=LONGEST_TOKEN)]
SeatField = Annotated[int, Field(ge=0, le=11)]
Word = Annotated[str, Field(max_length=20)]


# ---- Coming by a link ----------------------------------------------------------------------------


@router.get("/join/{match_id}")
async def join_page(page: Page, match_id: MatchId) -> Response:
    """The same for every id, whether there is such a match or not: the token is not sent."""
    return entrance(page, match_id, "join")


@router.get("/watch/{match_id}")
async def watch_page(page: Page, match_id: MatchId) -> Response:
    return entrance(page, match_id, "watch")


def entrance(
    page: Page,
    match_id: str,
    door: str,
    problem: LudothequeError | None = None,
    token: str = "",
    name: str = "",
    attempt: str = "",
) -> Response:
    """`attempt` is a nonce: if the answer to the form is lost, the form can be sent again."""
    language = Language.of(page.settings.lang)
    return page(
        "join.html.jinja",
        status=200 if problem is None else status_of(problem),
        match_id=match_id,
        door=door,
        token=token,
        name=name or page.profile.name,
        attempt=attempt or new_token(),
        shown=page.profile,
        **profile_choices(language),
        problem=None if problem is None else error_data(problem, language)["message"],
        taken=isinstance(problem, SeatTaken),
    )


@router.post("/join/{match_id}/look")
async def look_at_link(
    registry: Registry,
    caller: Caller,
    settings: DeviceSettings,
    server_language: ServerLanguage,
    match_id: MatchId,
    token: Token,
) -> Response:
    """What a link opens, before it is taken."""
    try:
        found, seat = await invitations.match_behind(registry, match_id, token)
        place = found.seating.seats[seat]
        own = seat in found.seating.held_by(caller.keys)
        if place.spent and not own:
            raise SeatTaken
    except (BadLink, SeatTaken) as problem:
        return JSONResponse(error_data(problem, server_language), status_of(problem))
    language = found.game.language(settings.lang)
    begun = isinstance(found, LiveMatch)
    others = [name for place, name in enumerate(found.names) if place != seat]
    held = bool(place.holders) and not own
    return JSONResponse(
        {
            "said": language(
                "{title}, with {names}",
                title=found.game.title,
                names=language(" and ").join(others),
            ),
            "name": found.names[seat] if begun or place.name else "",
            "begun": begun,
            "moves": language("This seat is held by another device: taking it here moves it.")
            if held
            else None,
        }
    )


@router.post("/join/{match_id}")
async def join(
    page: Page,
    registry: Registry,
    devices: Devices,
    config: ServerConfig,
    caller: Caller,
    match_id: MatchId,
    token: Token = "",
    name: Annotated[str, Field(max_length=200)] = "",
    scripts: Annotated[str, Field(max_length=10)] = "",
    attempt: Annotated[str, Field(max_length=LONGEST_TOKEN)] = "",
    colour: Word = "",
    shape: Word = "",
) -> Response:
    sent = {"name": name, "colour": colour, "shape": shape}
    avatar = sent_profile(sent).avatar or page.profile.avatar
    asked = Joining(
        link_token(token), name, own_seed=scripts == "yes", attempt=attempt, avatar=avatar
    )
    try:
        joined = await invitations.join(registry, devices, caller, match_id, asked)
    except (BadLink, SeatTaken, BadOption) as problem:
        shown = replace(page, profile=replace(page.profile, avatar=avatar))
        return entrance(shown, match_id, "join", problem, token, name, attempt)
    response = RedirectResponse(f"/match/{match_id}", 303)
    if joined.device is not None:
        remember(joined.device, response, config)
        known = Profile(name_or_none(name) or page.profile.name, avatar, asked=True)
        remember_profile(known, response, config)
    return response


@router.post("/watch/{match_id}")
async def watch(
    page: Page,
    registry: Registry,
    devices: Devices,
    config: ServerConfig,
    caller: Caller,
    match_id: MatchId,
    token: Token = "",
) -> Response:
    try:
        device = await invitations.watch(registry, devices, caller, match_id, link_token(token))
    except (BadLink, BadOption) as problem:
        return entrance(page, match_id, "watch", problem, token)
    response = RedirectResponse(f"/match/{match_id}", 303)
    if device is not None:
        remember(device, response, config)
    return response


def link_token(text: str) -> str:
    """The token in a text that somebody has pasted: a complete link, or the token alone."""
    return text.strip().rpartition("#")[2]


# ---- Inviting ------------------------------------------------------------------------------------


@router.post("/match/{match_id}/invite")
async def invite(
    page: Page, found: AnyMatch, caller: Caller, base_url: BaseUrl, seat: SeatField
) -> Response:
    """A new link to one's own seat, for another device, or to an absent friend's."""
    token = await invitations.invite(found, caller, seat)
    if isinstance(found, Lobby):  # its page shows the link
        return RedirectResponse(f"/match/{found.id}", 303)
    own = seat in found.seating.seats_of(caller)
    return link_page(page, found, seat_link(base_url, found.id, token), seat, own=own)


@router.post("/match/{match_id}/spectators")
async def invite_spectators(
    page: Page, found: AnyMatch, caller: Caller, base_url: BaseUrl
) -> Response:
    """A new link for spectators; the one before opens nothing any more."""
    token = await invitations.invite_spectators(found, caller)
    if isinstance(found, Lobby):
        return RedirectResponse(f"/match/{found.id}", 303)
    return link_page(page, found, spectators_link(base_url, found.id, token), None)


def link_page(
    page: Page, live: LiveMatch, url: str, seat: int | None, *, own: bool = False
) -> Response:
    """A link is shown once: the server does not remember it."""
    language = live.game.language(page.settings.lang)
    return page(
        "link.html.jinja",
        live.game,
        live=live,
        seat=seat,
        own=own,
        link=shown_link(url, language),
    )
