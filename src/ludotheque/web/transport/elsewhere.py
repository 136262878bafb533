"""Commands from a socket, for a match that another node plays."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import msgspec

from ...table.tokens import new_token
from ..access.identity import caller_of
from ..access.security import Scope, connection_of
from ..errors import Refused
from ..nodes.messages import PassedOn, passed_headers
from .messages import Command

if TYPE_CHECKING:
    from ..nodes.nodes import Nodes

OWN_HEADERS = (b"content-type", b"accept")


async def ask_owner(scope: Scope, match_id: str, command: Command) -> int | None:
    """Pass a command on to the node that plays the match, as if it had come by POST: the version
    after it. None if this node plays the match by now. Refused, if it is."""
    nodes: Nodes = scope["app"].state.nodes
    if command.id is None:
        command = msgspec.structs.replace(command, id=new_token())
    kept = [each for each in passed_headers(scope) if each[0] not in OWN_HEADERS]
    json_only = [(name, b"application/json") for name in OWN_HEADERS]
    request = PassedOn(
        "POST",
        f"/match/{match_id}/do",
        [*kept, *json_only],
        msgspec.json.encode(command),
        (scope.get("client") or ("", 0))[0],
        caller_of(connection_of(scope)).is_local,
        repeatable=True,
        is_command=True,
    )
    answer = await nodes.ask_owner(match_id, request)
    if answer is None:
        return None
    said = json.loads(answer.body)
    if answer.status != 200:
        raise Refused(answer.status, said)
    version: int = said["version"]
    return version
