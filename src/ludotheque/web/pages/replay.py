"""The replay of a match, step by step, and its record."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from starlette.exceptions import HTTPException
from starlette.responses import Response

from ...core.language import Language
from ..access.viewer import replay_viewer
from ..dependencies import BaseUrl, Caller, GameLanguage, Match, Page, Registry, Workers
from ..live.match import LiveMatch
from ..render.record import record_response
from ..render.step_frames import frame_at
from .match import table_context

router = APIRouter(include_in_schema=False)


@router.get("/match/{match_id}/record.jsonl")
async def match_record(live: Match, workers: Workers) -> Response:
    return await workers.run(record_response, live)


@router.get("/match/{match_id}/replay")
async def match_replay(
    request: Request,
    page: Page,
    live: Match,
    caller: Caller,
    language: GameLanguage,
    workers: Workers,
    registry: Registry,
    base_url: BaseUrl,
    at: Annotated[int | None, Query(ge=0, le=10**6)] = None,
) -> Response:
    told = await registry.history(live)
    shown = replayed(told)
    last = len(shown) - 1
    place = last if at is None else min(at, last)
    key = ("turns", live.version, language.code)
    turns = await live.derived.get(key, workers, lambda: turns_of(told, shown, language))
    viewer = replay_viewer(live, caller)
    context: dict[str, Any] = {
        "live": live,
        "at": place,
        "last": last,
        "turns": turns,
        "share_url": f"{base_url}{request.url.path}?at={place}",
        "over": live.match.result is not None,
        **table_context(told, told.steps[shown[place]], page.settings, viewer, replay=True),
    }
    return await workers.run(lambda: page("replay.html.jinja", live.game, **context))


def turns_of(live: LiveMatch, shown: list[int], language: Language) -> list[dict[str, Any]]:
    """All that happened, in sentences, each with its place in the replay."""
    sentences = [(here, live.narration_at(step, language)) for here, step in enumerate(shown)]
    return [{"at": here, "sentence": text} for here, text in sentences if text]


@router.get("/match/{match_id}/at/{place}")
async def match_at(
    live: Match,
    caller: Caller,
    language: GameLanguage,
    workers: Workers,
    registry: Registry,
    place: Annotated[int, Path(ge=0, le=10**6)],
) -> Response:
    """One step of a replay, as a frame."""
    told = await registry.history(live)
    shown = replayed(told)
    if place >= len(shown):
        raise HTTPException(404)
    await told.narrate(workers, language, shown[place] + 1)
    viewer = replay_viewer(live, caller)
    step = told.steps[shown[place]]
    text = frame_at(told, step, language, viewer, replay=True)
    return Response(text, media_type="application/json")


def replayed(live: LiveMatch) -> list[int]:
    """The indices of the steps that a replay shows: all but what was taken back.

    The match is one with all its steps (`LiveMatch.replayed`).
    """
    shown: list[int] = []
    for place, step in enumerate(live.steps):
        if step.kind == "take-back":
            shown.pop()
        else:
            shown.append(place)
    return shown
