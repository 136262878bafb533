"""Middleware that passes requests on to the node that plays their match, and takes those of others.

`Forwarding` stands behind the security middleware: whoever asks is checked and counted by the node
that they ask. `NodeGate` stands before it: requests of other nodes, which know the secret, were
checked there, and are never passed on again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from starlette.responses import JSONResponse

from ...store.errors import StoreError
from ...table.tokens import new_token
from ..access.asked_elsewhere import SCOPE_KEY, AskedElsewhere
from ..access.limits import Message, Receive, Send
from ..access.security import CONNECTION_KEY, Application, Scope
from ..live.match import LiveMatch
from ..nodes.messages import (
    CLIENT,
    LOCAL,
    MISDIRECTED,
    NODE,
    OWN,
    SECRET,
    STATUS,
    STATUS_PATH,
    WATCH_PATH,
    Answered,
    PassedOn,
    header_of,
    status_header,
)
from ..nodes.status import status_of
from .commands import replayed, whole_body
from .refusals import language_of, refusal_of

if TYPE_CHECKING:
    from ..nodes.nodes import Nodes

MATCH_PATH = re.compile(r"/(?:match|join|watch|api/matches)/([A-Za-z0-9_-]{6,40})(/[a-z/-]*)?")
HERE = "/here"  # a sign of life: the stream that has asked for it may be this node's
COMMANDS = ("/do", "/commands")
#: Requests that change nothing more if they come a second time.
REPEATABLE = ("/commit", "/reveal", "/consent", "/look", "/alone")
NOT_SAVED = 503
ATTEMPTS = 3  # to carry out a command of a match that changes its node meanwhile
SAFE = ("GET", "HEAD", "OPTIONS")


class Forwarding:
    def __init__(self, application: Application, is_local: Callable[[Scope], bool]) -> None:
        self.application = application
        self.is_local = is_local

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = MATCH_PATH.fullmatch(scope["path"]) if scope["type"] == "http" else None
        nodes: Nodes | None = scope["app"].state.nodes if found is not None else None
        if found is None or nodes is None or found[2] == HERE:
            await self.application(scope, receive, send)
            return
        is_safe = scope["method"] in SAFE
        if is_safe and not await nodes.is_lobby_elsewhere(found[1]):
            await self.application(scope, receive, send)
            return
        try:
            body = await whole_body(receive)
        except ConnectionError:
            return  # who hangs up in the middle is nothing to report
        repeatable, is_command = is_safe or found[2] in REPEATABLE, found[2] in COMMANDS
        if is_command:
            body, has_id = with_id(body)
            repeatable = repeatable or has_id
        request = PassedOn.of(
            scope,
            body,
            is_local=self.is_local(scope),
            repeatable=repeatable,
            is_command=is_command,
        )
        for attempt in range(ATTEMPTS):
            try:
                answer = await nodes.ask_owner(found[1], request)
            except StoreError as problem:
                await refusal_of(problem, language_of(scope))(scope, receive, send)
                return
            if answer is not None:
                await relay(answer, send)
                return
            nodes.note_own(found[1])
            may_be_lost = is_command and repeatable and attempt + 1 < ATTEMPTS
            unless_lost = UnlessLost(nodes, found[1], send)
            sending = unless_lost if may_be_lost else send
            await self.application(with_length(scope, body), replayed(body, receive), sending)
            if not unless_lost.is_lost:
                return


class UnlessLost:
    """Sends an answer on, unless it is a refusal because this node no longer plays the match: it
    was handed over, or taken over, while the command waited."""

    def __init__(self, nodes: Nodes, match_id: str, send: Send) -> None:
        self.is_lost = False
        self._nodes, self._match_id, self._send = nodes, match_id, send

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start" and message["status"] == NOT_SAVED:
            self.is_lost = not self._nodes.plays_now(self._match_id)
        if not self.is_lost:
            await self._send(message)


class NodeGate:
    """Lets requests of other nodes in, and all others through the public way."""

    def __init__(self, public: Application, inside: Application) -> None:
        self.public = public
        self.inside = inside

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        secret = header_of(scope["headers"], SECRET) if scope["type"] == "http" else None
        if secret is None:
            await self.public(scope, receive, send)
            return
        nodes: Nodes | None = scope["app"].state.nodes
        if nodes is None or not nodes.knows(secret):
            await JSONResponse({"code": "refused", "message": "not a node"}, 403)(
                scope, receive, send
            )
            return
        with suppress(ConnectionError):  # a node that hangs up in the middle may have died
            await self._answer(nodes, scope, receive, send)

    async def _answer(self, nodes: Nodes, scope: Scope, receive: Receive, send: Send) -> None:
        """What another node asks, which has shown the secret of all nodes."""
        node = (header_of(scope["headers"], NODE) or b"").decode()
        if scope["path"] == WATCH_PATH:
            told = await nodes.reports.hear(node, json.loads(await whole_body(receive)))
            await JSONResponse(told)(scope, receive, send)
        elif scope["path"] == STATUS_PATH:
            nodes.reports.take_over(json.loads(await whole_body(receive)))
            await JSONResponse({})(scope, receive, send)
        else:
            await self._carry_out(nodes, scope, receive, send)

    async def _carry_out(self, nodes: Nodes, scope: Scope, receive: Receive, send: Send) -> None:
        """The request of another node's caller, for a match that this one plays."""
        found = MATCH_PATH.fullmatch(scope["path"])
        try:
            is_ours = found is not None and await nodes.plays(found[1])
        except StoreError as problem:  # it cannot be known now
            await refusal_of(problem, language_of(scope))(scope, receive, send)
            return
        if found is None or not is_ours:
            await misdirected(scope, receive, send)
            return
        sending = with_status(nodes, found[1], send)
        if found[2] not in COMMANDS:
            await self.inside(as_asked(scope), receive, sending)
            return
        unless_lost = UnlessLost(nodes, found[1], sending)
        await self.inside(as_asked(scope), receive, unless_lost)
        if unless_lost.is_lost:
            await misdirected(scope, receive, send)
        else:
            nodes.note_passed_on(found[1], (header_of(scope["headers"], NODE) or b"").decode())


async def misdirected(scope: Scope, receive: Receive, send: Send) -> None:
    answer = {"code": "misdirected", "message": "another node plays this match"}
    await JSONResponse(answer, MISDIRECTED)(scope, receive, send)


def as_asked(scope: Scope) -> Scope:
    """The scope of a request that was passed on, as the first node had it."""
    headers = scope["headers"]
    client = (header_of(headers, CLIENT) or b"").decode()
    is_local = header_of(headers, LOCAL) == b"yes"
    kept = {key: value for key, value in scope.items() if key != CONNECTION_KEY}
    return {
        **kept,
        "headers": [each for each in headers if each[0] not in OWN],
        "client": (client, 0),
        SCOPE_KEY: AskedElsewhere(is_local),
    }


def with_status(nodes: Nodes, match_id: str, send: Send) -> Send:
    """Add the status of the match to an answer for another node."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            live = nodes.registry.loaded.get(match_id)
            if isinstance(live, LiveMatch) and live.owner is None:
                status = (STATUS, status_header(status_of(live)))
                message["headers"] = [*message["headers"], status]
        await send(message)

    return sending


def with_id(body: bytes) -> tuple[bytes, bool]:
    """The body of a command, with an id if it is JSON: then it may be asked for twice."""
    try:
        command = json.loads(body)
    except ValueError:
        return body, False
    if not isinstance(command, dict):
        return body, False
    if command.get("id") is None:
        command["id"] = new_token()
        body = json.dumps(command).encode()
    return body, True


def with_length(scope: Scope, body: bytes) -> Scope:
    """The scope of a request with another body."""
    length = (b"content-length", str(len(body)).encode())
    kept = [each for each in scope["headers"] if each[0] != b"content-length"]
    kept_scope = {key: value for key, value in scope.items() if key != CONNECTION_KEY}
    return {**kept_scope, "headers": [*kept, length]}


async def relay(answer: Answered, send: Send) -> None:
    headers = answer.headers
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": answer.body})
