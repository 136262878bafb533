"""What the command `ludotheque matches` asks a running server for, with the local key.

The key alone counts here, so that the owner of a public server can delete matches too: nobody is
local there. A request that a proxy has forwarded is refused whatever it brings.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Body, Request

from ..access.admission import NotYours
from ..access.identity import came_by_proxy
from ..access.listener import listener_of
from ..access.local_key import HEADER, LocalKey
from ..dependencies import Registry

router = APIRouter(include_in_schema=False)

PATH = "/api/operator/delete"
MOST_AT_ONCE = 500  # matches in one request

Ids = Annotated[list[str], Body(max_length=MOST_AT_ONCE)]


@router.post(PATH)
async def delete_matches(request: Request, registry: Registry, ids: Ids) -> int:
    """Delete these matches for good, whoever has made them; how many there were."""
    check_operator(request)
    return sum([await registry.remove(match_id) for match_id in ids])


def check_operator(request: Request) -> None:
    """Raise NotYours unless the request brings the local key, straight from this machine."""
    key: LocalKey = request.app.state.local_key
    forwarded = came_by_proxy(request.scope) or listener_of(request.scope) is not None
    if forwarded or not key.is_key(request.headers.get(HEADER, "")):
        raise NotYours
