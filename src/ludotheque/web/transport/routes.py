"""The routes of live matches, in front of the application that has all the others."""

from __future__ import annotations

import re

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from ...core.errors import LudothequeError
from ..access.limits import Message, Receive, Send
from ..access.security import Application, Scope
from .commands import MatchDocument, command_by_page, command_by_program
from .event_stream import follow_by_events
from .refusals import language_of, refusal_of
from .socket import follow_by_socket
from .stands import follow_stands

ALL_MATCHES = "/stands/socket"
PATH = re.compile(r"/(match|api/matches)/([A-Za-z0-9_-]{6,40})/(socket|live|do|commands)")


class LiveRoutes:
    """Plain ASGI: a request of these costs a fraction of what it would cost in FastAPI."""

    def __init__(self, application: Application, document: MatchDocument) -> None:
        self.application = application
        self.document = document

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = PATH.fullmatch(scope["path"]) if "path" in scope else None
        if found is None and scope["type"] != "websocket":
            await self.application(scope, receive, send)
            return
        begun = False

        async def sending(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            if found is not None:
                await self._serve(scope, receive, sending, *found.groups())
            elif scope["path"] == ALL_MATCHES:
                await follow_stands(scope, receive, sending)
            else:
                raise HTTPException(404)
        except ConnectionError:
            pass  # who hangs up in the middle is nothing to report
        except (LudothequeError, HTTPException) as problem:
            if begun:
                raise
            await refusal_of(problem, language_of(scope))(scope, receive, send)

    async def _serve(
        self, scope: Scope, receive: Receive, send: Send, group: str, match_id: str, name: str
    ) -> None:
        asked = "socket" if scope["type"] == "websocket" else scope["method"]
        match asked, group, name:
            case "socket", _, "socket":
                await follow_by_socket(scope, receive, send, match_id)
            case "socket", _, _:
                raise HTTPException(404)
            case "GET", _, "live":
                await follow_by_events(scope, receive, send, match_id)
            case "POST", "match", "do":
                await command_by_page(scope, receive, send, match_id, self.application)
            case "POST", "api/matches", "commands":
                document = self.document
                await command_by_program(scope, receive, send, match_id, self.application, document)
            case _, _, "live":
                raise HTTPException(405, headers={"allow": "GET"})
            case "GET", _, "socket":
                await upgrade_required(scope, receive, send)
            case _, _, "socket":
                raise HTTPException(405, headers={"allow": "GET"})
            case _:
                await self.application(scope, receive, send)


async def upgrade_required(scope: Scope, receive: Receive, send: Send) -> None:
    said = {"code": "not_a_socket", "message": "this address is for WebSockets"}
    headers = {"upgrade": "websocket", "connection": "upgrade"}
    await JSONResponse(said, 426, headers)(scope, receive, send)
