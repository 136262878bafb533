"""FastAPI dependencies of the routes; each is computed at most once per request.

A route that takes a `Match` has a path with `{match_id}`; for callers whom the match does not admit
it raises NoMatch before the route's own code runs.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Path, Request

from ..core.language import Language
from .access import devices, identity, sharing, stream_slots, viewer
from .access.admission import admitted, begun
from .access.security import client_group
from .config import Config
from .live import registry, workers
from .live.match import LiveMatch
from .render.templates import PageRenderer
from .render.warmup import prepare_game, prepare_pages
from .settings import Settings

MatchId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{6,40}$")]
GameId = Annotated[str, Path(pattern=r"^[a-z][a-z0-9_]{1,40}$")]

# Dependencies are coroutines because FastAPI sends plain functions to a pool of threads.


async def get_config(request: Request) -> Config:
    config: Config = request.app.state.config
    return config


async def get_registry(request: Request) -> registry.MatchRegistry:
    found: registry.MatchRegistry = request.app.state.registry
    return found


async def get_sharing(request: Request) -> sharing.Sharing:
    found: sharing.Sharing = request.app.state.sharing
    return found


async def get_base_url(request: Request) -> str:
    return sharing.base_url(request)


async def get_caller(request: Request) -> identity.Caller:
    caller = identity.caller_of(request)
    workers.client.set(workers.LOCAL if caller.is_local else client_group(request.scope))
    workers.device_keys.set(caller.keys)
    return caller


async def get_devices(request: Request) -> devices.DeviceNames:
    found: devices.DeviceNames = request.app.state.devices
    return found


async def get_device(caller: Caller) -> str:
    return caller.device or devices.new_device()


async def get_settings(request: Request) -> Settings:
    return Settings.of(request)


async def get_server_language(settings: DeviceSettings) -> Language:
    return Language.of(settings.lang)


async def get_workers(matches: Registry) -> workers.Workers:
    return matches.workers


async def get_page(request: Request, pool: Workers) -> PageRenderer:
    await pool.run_once(prepare_pages)
    return PageRenderer.of(request)


async def get_wants_json(request: Request) -> bool:
    return wants_json(request)


async def get_any_match(
    matches: Registry, pool: Workers, match_id: MatchId, caller: Caller
) -> registry.AnyMatch:
    found = await admitted(matches, match_id, caller)
    await pool.run_once(prepare_game, found.game)
    return found


async def get_match(found: AnyMatch, caller: Caller) -> LiveMatch:
    live = begun(found)
    live.see(live.seating.seats_of(caller))
    return live


async def get_stream_slots(request: Request) -> stream_slots.StreamSlots:
    found: stream_slots.StreamSlots = request.app.state.stream_slots
    return found


async def get_follower(request: Request, live: Match, caller: Caller) -> stream_slots.Follower:
    return stream_slots.Follower(
        live.id,
        caller.bearer or caller.key,
        client_group(request.scope),
        bool(live.seating.seats_of(caller)),
        caller.is_local,
    )


async def get_game_language(found: AnyMatch, settings: DeviceSettings) -> Language:
    return found.game.language(settings.lang)


async def get_narrated_match(live: Match, language: GameLanguage, pool: Workers) -> LiveMatch:
    await live.narrate(pool, language, len(live.steps))
    return live


async def get_viewer(live: Match, caller: Caller) -> viewer.Viewer:
    return viewer.viewer_of(live, caller)


def wants_json(request: Request) -> bool:
    """Whether the answer is for a script: our own pages' scripts ask for JSON."""
    return "json" in request.headers.get("accept", "")


#: Threads for what would hold up the event loop.
Workers = Annotated[workers.Workers, Depends(get_workers)]
ServerConfig = Annotated[Config, Depends(get_config)]
Registry = Annotated[registry.MatchRegistry, Depends(get_registry)]
Sharing = Annotated[sharing.Sharing, Depends(get_sharing)]
#: The URL by which others reach the server, without a slash at its end.
BaseUrl = Annotated[str, Depends(get_base_url)]
#: Who is asking.
Caller = Annotated[identity.Caller, Depends(get_caller)]
#: The name of the caller's device; a new one where it has none yet.
Device = Annotated[str, Depends(get_device)]
Devices = Annotated[devices.DeviceNames, Depends(get_devices)]
DeviceSettings = Annotated[Settings, Depends(get_settings)]
#: The server's own texts in the caller's language.
ServerLanguage = Annotated[Language, Depends(get_server_language)]
#: Renders templates for the caller: `page("home.html.jinja", …)`.
Page = Annotated[PageRenderer, Depends(get_page)]
WantsJson = Annotated[bool, Depends(get_wants_json)]
#: The match of the path, in play or still in its lobby.
AnyMatch = Annotated[registry.AnyMatch, Depends(get_any_match)]
#: The match of the path, which has begun; NotBegun otherwise.
Match = Annotated[LiveMatch, Depends(get_match)]
#: The match of the path, with the sentences that stand beside its table.
NarratedMatch = Annotated[LiveMatch, Depends(get_narrated_match)]
StreamSlots = Annotated[stream_slots.StreamSlots, Depends(get_stream_slots)]
#: The caller as somebody who wants to follow the match.
Follower = Annotated[stream_slots.Follower, Depends(get_follower)]
#: The texts of the match's game in the caller's language.
GameLanguage = Annotated[Language, Depends(get_game_language)]
#: What the caller may see of the match, and for which seats they may act.
Viewer = Annotated[viewer.Viewer, Depends(get_viewer)]
