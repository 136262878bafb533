"""The lobby of a match: who has come, whom to invite, what is still to come."""

from __future__ import annotations

from markupsafe import Markup
from starlette.responses import Response

from ...core.language import Language
from ...table.seating import Principal
from ..access.sharing import Sharing
from ..lobby import Lobby
from .qr import qr_svg
from .templates import PageRenderer


def lobby_page(
    page: PageRenderer, gathering: Lobby, caller: Principal, base_url: str, sharing: Sharing
) -> Response:
    language = gathering.game.language(page.settings.lang)
    owns = gathering.seating.owns(caller)
    links = {
        seat: shown_link(seat_link(base_url, gathering.id, token), language)
        for seat, token in gathering.tokens.items()
    }
    return page(
        "lobby.html.jinja",
        gathering.game,
        gathering=gathering,
        seen=gathering.seen_by(caller),
        waited_for=waited_for(gathering, language),
        owns=owns,
        links=links if owns else {},
        watch=watch_link(base_url, gathering) if owns else None,
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


def watch_link(base_url: str, gathering: Lobby) -> str | None:
    token = gathering.watch_token
    return None if token is None else spectators_link(base_url, gathering.id, token)


def waited_for(gathering: Lobby, language: Language) -> str:
    """Who is still to come, in a sentence."""
    missing = gathering.seating.empty
    if missing:
        names = ", ".join(gathering.names[seat] for seat in missing)
        return language("Waiting for {names}.", names=names)
    names = ", ".join(gathering.names[seat] for seat in gathering.devices_waited_for)
    return language("Everybody is there. The devices agree on the dice: {names}.", names=names)
