"""A further listener of the server: an address on the network where it is reached as well."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.types import ASGIApp, Receive, Scope, Send

from ..config import bracketed

SCOPE_KEY = "ludotheque.door"  # in the ASGI scope, where no client can write


@dataclass(frozen=True)
class Listener:
    address: str
    port: int

    @property
    def url(self) -> str:
        return f"http://{bracketed(self.address)}:{self.port}"

    def answers_to(self, host: str | None) -> bool:
        """The only Host that is accepted here is the address itself, without the port."""
        return host == bracketed(self.address)

    def wrap(self, application: ASGIApp) -> ASGIApp:
        """The application, with every request marked as having come in by this listener."""

        async def marked(scope: Scope, receive: Receive, send: Send) -> None:
            await application({**scope, SCOPE_KEY: self}, receive, send)

        return marked


def listener_of(scope: Scope) -> Listener | None:
    """The further listener by which a request came in; None for the server's own address."""
    listener: Listener | None = scope.get(SCOPE_KEY)
    return listener
