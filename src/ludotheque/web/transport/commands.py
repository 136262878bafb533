"""Commands by POST, for programs and for pages without a socket.

Only what is well-formed is carried out here; everything else goes to the routes of FastAPI, whose
refusals say what is wrong with a request.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from ...core.errors import LudothequeError
from ..access.identity import Caller
from ..access.limits import Message, Receive, Send
from ..access.security import Application, Scope
from ..live.match import LiveMatch
from .arrival import arrive
from .messages import COMMANDS, Command
from .refusals import refusal_of

#: The body of the answer to a program's command: the match, as a caller sees it from a seat.
MatchDocument = Callable[[LiveMatch, Caller, int], bytes]


async def command_by_page(
    scope: Scope, receive: Receive, send: Send, match_id: str, otherwise: Application
) -> None:
    """POST /match/{id}/do with JSON; the answer is the version."""
    body = await whole_body(receive)
    command = read_command(scope, body)
    if command is None or not accepts_json(scope):
        await otherwise(scope, replayed(body, receive), send)
        return
    arrival = await arrive(scope, match_id)
    arrival.appear()
    try:
        version = await arrival.carry_out(command, confirmed=command.confirm)
    except LudothequeError as problem:
        await refusal_of(problem, arrival.language)(scope, receive, send)
    else:
        await answer(send, b'{"version":%d}' % version)


async def command_by_program(
    scope: Scope,
    receive: Receive,
    send: Send,
    match_id: str,
    otherwise: Application,
    document: MatchDocument,
) -> None:
    """POST /api/matches/{id}/commands; the answer is the match.

    Whoever follows the match has it already, and may prefer its version: `Prefer: return=minimal`
    (RFC 7240).
    """
    body = await whole_body(receive)
    command = read_command(scope, body)
    if command is None:
        await otherwise(scope, replayed(body, receive), send)
        return
    arrival = await arrive(scope, match_id)
    arrival.appear()
    try:
        version = await arrival.carry_out(command, confirmed=True)
    except LudothequeError as problem:
        await refusal_of(problem, arrival.language)(scope, receive, send)
    else:
        live = arrival.live
        if b"return=minimal" in header(scope, b"prefer"):
            body = b'{"version":%d}' % version
            await answer(send, body, (b"preference-applied", b"return=minimal"))
        else:
            await answer(send, document(live, arrival.caller, command.seat))


def read_command(scope: Scope, body: bytes) -> Command | None:
    """The command in the body of a request; None if there is none that we can read."""
    if not header(scope, b"content-type").startswith(b"application/json"):
        return None
    try:
        return COMMANDS.decode(body)
    except msgspec.DecodeError:
        return None


def accepts_json(scope: Scope) -> bool:
    return b"json" in header(scope, b"accept")


def header(scope: Scope, name: bytes) -> bytes:
    return next((value for key, value in scope["headers"] if key == name), b"")


async def whole_body(receive: Receive) -> bytes:
    parts: list[bytes] = []
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ConnectionError
        parts.append(message.get("body", b""))
        if not message.get("more_body", False):
            return b"".join(parts)


def replayed(body: bytes, receive: Receive) -> Receive:
    """A `receive` that brings the body once more."""
    told: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receiving() -> Message:
        return told.pop() if told else await receive()

    return receiving


async def answer(send: Send, body: bytes, *more: tuple[bytes, bytes]) -> None:
    length = (b"content-length", str(len(body)).encode())
    headers = [(b"content-type", b"application/json"), length, *more]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})
