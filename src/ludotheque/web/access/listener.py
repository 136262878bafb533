"""An additional listener of the server, at an address of this machine on the network."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.types import ASGIApp, Receive, Scope, Send

from ..config import bracketed

SCOPE_KEY = "ludotheque.listener"  # in the ASGI scope, where no client can write


@dataclass(frozen=True)
class Listener:
    address: str
    port: int

    @property
    def url(self) -> str:
        return f"http://{bracketed(self.address)}:{self.port}"

    def answers_to(self, host: str | None) -> bool:
        """Whether a Host (without its port) is accepted: only the listener's own address is."""
        return host == bracketed(self.address)

    def wrap(self, application: ASGIApp) -> ASGIApp:
        """Wrap the ASGI application so that the scope of every request holds this listener."""

        async def marked(scope: Scope, receive: Receive, send: Send) -> None:
            await application({**scope, SCOPE_KEY: self}, receive, send)

        return marked


def listener_of(scope: Scope) -> Listener | None:
    """The additional listener that received a request; None for the main one."""
    listener: Listener | None = scope.get(SCOPE_KEY)
    return listener
