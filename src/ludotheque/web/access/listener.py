"""A second door of the house: an address on the network at which it is open as well."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.types import ASGIApp, Receive, Scope, Send

from ..config import bracketed

SCOPE_KEY = "ludotheque.door"  # in a request's scope, where no request can write


@dataclass(frozen=True)
class Listener:
    address: str
    port: int

    @property
    def url(self) -> str:
        return f"http://{bracketed(self.address)}:{self.port}"

    def answers_to(self, host: str | None) -> bool:
        """At this door the house has one name: the address itself, without the port."""
        return host == bracketed(self.address)

    def into(self, application: ASGIApp) -> ASGIApp:
        """The application, told of every request that it came in here."""

        async def entering(scope: Scope, receive: Receive, send: Send) -> None:
            await application({**scope, SCOPE_KEY: self}, receive, send)

        return entering


def listener_of(scope: Scope) -> Listener | None:
    """The door by which a request came in; None for the front door."""
    listener: Listener | None = scope.get(SCOPE_KEY)
    return listener
