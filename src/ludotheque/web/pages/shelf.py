"""How the matches of a device stand, all in one request: the home page shows whose turn it is.

Matches that are not in memory have to be loaded, which takes a while: a request loads for half a
second, and says whether there is more. Asked again later, it tells of the matches in memory only:
in the others nothing can have happened.
"""

from __future__ import annotations

import time
from typing import Annotated, Any

from fastapi import APIRouter, Query
from starlette.responses import JSONResponse, Response

from ...core.errors import LudothequeError
from ...table.seat_access import Principal
from ..access.admission import admitted
from ..dependencies import Caller, DeviceSettings, Registry, Workers
from ..live.registry import AnyMatch, MatchRegistry
from ..render.stands import list_playing, stand_of
from ..render.warmup import prepare_game

router = APIRouter(include_in_schema=False)

LOADING_SECONDS = 0.5


@router.get("/stands")
async def stands(
    registry: Registry,
    caller: Caller,
    settings: DeviceSettings,
    workers: Workers,
    again: Annotated[bool, Query()] = False,
) -> Response:
    """The matches of the home page, each with whose turn it is, and what is asked."""
    listed = await workers.run(list_playing, registry, caller)
    until = time.monotonic() + LOADING_SECONDS
    told: list[dict[str, Any]] = []
    more = False
    for match_id in listed:
        found = registry.in_memory(match_id)
        if found is None and (again or time.monotonic() > until):
            more = more or not again
            continue
        if found is None:
            found = await loaded(registry, match_id, caller)
        if found is not None and found.seating.admits(caller):
            await workers.run_once(prepare_game, found.game)
            language = found.game.language(settings.lang)
            told.append({"id": match_id, **stand_of(found, caller, language)})
    return JSONResponse({"matches": told, "more": more})


async def loaded(registry: MatchRegistry, match_id: str, caller: Principal) -> AnyMatch | None:
    """The match; None where it cannot be loaded, which its own page explains."""
    try:
        return await admitted(registry, match_id, caller)
    except LudothequeError:
        return None
