"""The lobby of a match: who has come, whom to invite, what is still to come."""

from __future__ import annotations

from markupsafe import Markup
from starlette.responses import Response

from ...core.language import Language
from ...table.seat_access import Principal
from ..access.sharing import Sharing
from ..live.lobby import Lobby
from ..people.portraits import FACES, portraits_of
from .qr import qr_svg
from .templates import PageRenderer, asset


def lobby_page(
    page: PageRenderer, lobby: Lobby, caller: Principal, base_url: str, sharing: Sharing
) -> Response:
    language = lobby.game.language(page.settings.lang)
    owns, seen = lobby.seating.owns(caller), lobby.seen_by(caller)
    links = {
        seat: shown_link(seat_link(base_url, lobby.id, token), language)
        for seat, token in lobby.tokens.items()
    }
    return page(
        "lobby.html.jinja",
        lobby.game,
        lobby=lobby,
        seen=seen,
        portraits=portraits_of(lobby, language.code),
        faces=asset(FACES),
        waited_for=waited_for(lobby, language),
        owed=not lobby.fairness.consents >= lobby.people.intersection(seen["yours"]),
        owns=owns,
        links=links if owns else {},
        watch=watch_link(base_url, lobby) if owns else None,
        unreachable=owns and caller.is_local and sharing.is_closed,
    )


def shown_link(url: str, language: Language) -> dict[str, str | Markup]:
    """A link as text and as a QR code."""
    return {"url": url, "qr": qr_svg(url, language("QR code of the private link"))}


def seat_link(base_url: str, match_id: str, token: str) -> str:
    """The token stands in the fragment, after the #, which browsers do not send."""
    return f"{base_url}/join/{match_id}#{token}"


def spectators_link(base_url: str, match_id: str, token: str) -> str:
    return f"{base_url}/watch/{match_id}#{token}"


def watch_link(base_url: str, lobby: Lobby) -> str | None:
    token = lobby.spectator_token
    return None if token is None else spectators_link(base_url, lobby.id, token)


def waited_for(lobby: Lobby, language: Language) -> str:
    """Who is still to come, in a sentence."""
    missing = lobby.seating.empty
    if missing:
        names = ", ".join(lobby.names[seat] for seat in missing)
        return language("Waiting for {names}.", names=names)
    if lobby.phase == "consent":
        asked = sorted(lobby.people - lobby.fairness.consents)
        names = ", ".join(lobby.names[seat] for seat in asked)
        return language("Everybody must agree to another round. Waiting for {names}.", names=names)
    names = ", ".join(lobby.names[seat] for seat in lobby.devices_waited_for)
    return language("Everybody is there. The devices agree on the dice: {names}.", names=names)
