"""Looking back on a match: its record, and every moment of it once more."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from starlette.exceptions import HTTPException
from starlette.responses import Response

from ..access.identity import caller_of
from ..access.sharing import address_of
from ..api.matches import record_response
from ..api.schemas import MatchId
from ..live import LiveMatch
from ..matches.admission import match_of
from ..matches.viewer import viewer_looking_back
from ..render.fragment import table_html
from ..render.templates import Settings, page

router = APIRouter(include_in_schema=False)


@router.get("/match/{match_id}/record.jsonl")
async def match_record(request: Request, match_id: MatchId) -> Response:
    return record_response(await match_of(request, match_id))


@router.get("/match/{match_id}/replay")
async def match_replay(
    request: Request,
    match_id: MatchId,
    at: Annotated[int | None, Query(ge=0, le=10**6)] = None,
) -> Response:
    live = await match_of(request, match_id)
    settings = Settings.of(request)
    words = live.game.language(settings.lang)
    shown = replayed(live)
    last = len(shown) - 1
    place = last if at is None else min(at, last)
    sentences = [(here, live.said_at(moment, words)) for here, moment in enumerate(shown)]
    return page(
        request,
        "replay.html.jinja",
        live.game,
        live=live,
        at=place,
        last=last,
        turns=[{"at": here, "sentence": text} for here, text in sentences if text],
        share_url=f"{address_of(request)}{request.url.path}?at={place}",
        over=live.match.result is not None,
        fragment=table_html(
            live,
            live.moments[shown[place]],
            settings,
            viewer_looking_back(live, caller_of(request)),
            replay=True,
        ),
    )


@router.get("/match/{match_id}/at/{place}")
async def match_at(
    request: Request, match_id: MatchId, place: Annotated[int, Path(ge=0, le=10**6)]
) -> Response:
    live = await match_of(request, match_id)
    shown = replayed(live)
    if place >= len(shown):
        raise HTTPException(404)
    viewer = viewer_looking_back(live, caller_of(request))
    html = table_html(live, live.moments[shown[place]], Settings.of(request), viewer, replay=True)
    return Response(html, media_type="text/html")


def replayed(live: LiveMatch) -> list[int]:
    """The places of the moments a replay shows: all but what was taken back."""
    shown: list[int] = []
    for place, moment in enumerate(live.moments):
        if moment.kind == "take-back":
            shown.pop()
        else:
            shown.append(place)
    return shown
