"""The table while its players gather: who is there, whom to invite, what is still to come."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from ...core.language import Language
from ..access.identity import caller_of, new_device, remember
from ..access.sharing import address_of, sharing_of
from ..gathering import Gathering
from .qr import qr_svg
from .templates import Settings, page


def gathering_page(request: Request, gathering: Gathering, status: int = 200) -> Response:
    caller = caller_of(request)
    words = gathering.game.language(Settings.of(request).lang)
    owns = gathering.seating.owns(caller)
    response = page(
        request,
        "lobby.html.jinja",
        gathering.game,
        status,
        gathering=gathering,
        seen=gathering.seen_by(caller),
        waited_for=waited_for(gathering, words),
        owns=owns,
        links=links_of(request, gathering, words) if owns else {},
        watch=watch_link(request, gathering) if owns else None,
        unreachable=owns and caller.is_local and is_closed(request),
    )
    remember(caller.device or new_device(), response)
    return response


def links_of(request: Request, gathering: Gathering, words: Language) -> dict[int, dict[str, Any]]:
    """The links that have not reached their friends yet, as text and as a drawing."""
    return {
        seat: link_shown(seat_link(request, gathering.id, token), words)
        for seat, token in gathering.tokens.items()
    }


def link_shown(url: str, words: Language) -> dict[str, str | Markup]:
    return {"url": url, "qr": qr_svg(url, words("QR code of the private link"))}


def seat_link(request: Request, match_id: str, token: str) -> str:
    """The token stands behind the #, which browsers keep to themselves."""
    return f"{address_of(request)}/join/{match_id}#{token}"


def watch_link(request: Request, gathering: Gathering) -> str | None:
    token = gathering.watch_token
    return None if token is None else spectators_link(request, gathering.id, token)


def spectators_link(request: Request, match_id: str, token: str) -> str:
    return f"{address_of(request)}/watch/{match_id}#{token}"


def is_closed(request: Request) -> bool:
    """Whether nobody but the people at this machine can reach the house."""
    return request.app.state.config.public is None and not sharing_of(request).listeners


def waited_for(gathering: Gathering, words: Language) -> str:
    """Who is still to come, in a sentence."""
    missing = gathering.seating.empty
    if missing:
        names = ", ".join(gathering.names[seat] for seat in missing)
        return words("Waiting for {names}.", names=names)
    names = ", ".join(gathering.names[seat] for seat in gathering.devices_waited_for)
    return words("Everybody is there. The devices agree on the dice: {names}.", names=names)
