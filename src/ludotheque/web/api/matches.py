"""The JSON API: everything the pages do, for programs. Described in /api/openapi.json."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from ...core.errors import BadCommand
from ...core.game import Game
from ...core.language import HOUSE, Language
from ...core.options import Option
from ...table.hand import awaited
from ...table.match import Seat
from ...table.record import HAND
from ...table.seating import Seating
from ..access.identity import Caller, caller_of, device_key, new_device, remember
from ..catalogue import find, names
from ..gathering import Gathering
from ..live import LiveMatch
from ..matches.admission import check_may_delete, check_may_stop, match_of, matches_for, registry_of
from ..matches.commands import command_of, typed_in
from ..matches.viewer import Viewer, check_holds, viewer_as, viewer_of
from ..render.fragment import waiting_in
from ..render.templates import Settings
from ..vigil import WatchedMatch, pressed
from .lobby import gathering_out
from .schemas import (
    MISSING,
    REFUSED,
    CommandIn,
    GameId,
    GameOut,
    GatheringOut,
    MatchId,
    MatchOut,
    MatchSummary,
    NewMatch,
    OptionOut,
    SeatOut,
)

router = APIRouter(prefix="/api", tags=["ludotheque"])


def words_for(request: Request) -> Language:
    return Language.of(Settings.of(request).lang, HOUSE)


def game_words(request: Request, live: LiveMatch) -> Language:
    return live.game.language(Settings.of(request).lang)


@router.get("/games", responses=REFUSED)
async def list_games(request: Request) -> list[GameOut]:
    """The games on the shelf."""
    return [game_out(find(name), Settings.of(request).lang) for name in names()]


@router.get("/games/{game_id}", responses=MISSING)
async def get_game(request: Request, game_id: GameId) -> GameOut:
    """One game: its options and its printed components."""
    return game_out(find(game_id), Settings.of(request).lang)


@router.get("/matches", responses=REFUSED)
async def list_matches(
    request: Request,
    ended: bool | None = None,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
    offset: Annotated[int, Query(ge=0, le=10**9)] = 0,
) -> list[MatchSummary]:
    """The matches of this server, the latest first; to guests, their own."""
    found = matches_for(request, ended=ended, limit=limit, offset=offset)
    return [
        MatchSummary(
            id=match.id,
            game=match.game,
            names=match.names,
            created=match.created.isoformat(timespec="seconds"),
            ended=match.result is not None,
        )
        for match in found
    ]


@router.post("/matches", status_code=201, responses=MISSING)
async def create_match(
    request: Request, response: Response, new: NewMatch
) -> MatchOut | GatheringOut:
    """Begin a match. A seat without a bot is a person's: here, or a friend's by link.

    With friends the match waits until all of them have sat down; the answer has their links.
    """
    find(new.game)  # before anything else is said to be wrong
    caller = caller_of(request)
    device = caller.device or new_device()
    if not caller.is_local:
        remember(device, response)
    seating = Seating.made(
        [seat.bot for seat in new.seats],
        [place for place, seat in enumerate(new.seats) if seat.friend],
        caller.key or (None if caller.is_local else device_key(device)),
        homely=caller.is_local,
        clock=new.clock,
    )
    seats = [Seat(seat.name, seat.bot) for seat in new.seats]
    made = await registry_of(request).create(
        new.game, seats, new.options, new.edition, by_hand=new.dice == HAND, seating=seating
    )
    asker = Caller(device, caller.is_local)
    if isinstance(made, Gathering):
        return gathering_out(request, made, asker)
    return match_out(made, viewer_of(made, asker))


@router.get("/matches/{match_id}", responses=MISSING)
async def get_match(
    request: Request,
    match_id: MatchId,
    since: Annotated[int | None, Query(ge=0, le=10**9)] = None,
    wait: Annotated[float, Query(ge=0, le=30, allow_inf_nan=False)] = 0,
    seat: Annotated[int | None, Query(ge=0, le=11)] = None,
) -> MatchOut:
    """A match as it stands. With `since` and `wait`, the answer waits for a newer version.

    In a game with secrets, `seat` says as whom you look; without it you see what a spectator sees,
    or the only person at the table.
    """
    live = await match_of(request, match_id)
    if since is not None and wait > 0:
        await live.changes(since, wait)
        live = await match_of(request, match_id)  # it may be gone meanwhile, or one's seat
    caller = caller_of(request)
    live.presence.see(live.seating.seats_of(caller))
    return match_out(live, viewer_as(live, caller, seat))


@router.post("/matches/{match_id}/commands", responses=MISSING)
async def command_match(request: Request, match_id: MatchId, command: CommandIn) -> MatchOut:
    """Roll, move, take back or resign. When the answer comes, what happened is on disk."""
    registry, caller = registry_of(request), caller_of(request)
    live = await match_of(request, match_id)
    check_holds(live, caller, command.seat)
    if command.kind == "press":
        pressed(live, command.seat, command.move)
        await live.welcome_back(command.seat)
    else:
        typed = typed_in(live, command.version, command.throw, game_words(request, live))
        await live.do(command_of(command.kind, command.seat, command.version, command.move, typed))
        registry.play_on(live)
    holds = command.seat in live.seating.seats_of(caller)  # or the seat has moved meanwhile
    return match_out(live, viewer_as(live, caller, command.seat if holds else None))


@router.post("/matches/{match_id}/stop", responses=MISSING)
async def stop_match(request: Request, match_id: MatchId) -> MatchOut:
    """Stop a match without a winner: for who has made it, and for who holds all people's seats.

    Nothing is deleted; its record says that it was abandoned.
    """
    live = await match_of(request, match_id)
    check_may_stop(request, live)
    await live.abandon()
    return match_out(live, viewer_of(live, caller_of(request)))


@router.get(
    "/matches/{match_id}/record",
    responses={**MISSING, 200: {"content": {"application/jsonl": {"schema": {"type": "string"}}}}},
    response_class=Response,
)
async def get_record(request: Request, match_id: MatchId) -> Response:
    """The match's record: every draw and move, one JSON object a line.

    It holds every secret: where a game has some, it is for after the match.
    """
    return record_response(await match_of(request, match_id))


@router.delete("/matches/{match_id}", status_code=204, responses=MISSING)
async def delete_match(request: Request, match_id: MatchId) -> Response:
    """Delete a match for good: for who has made it, and the people at the server's machine."""
    await check_may_delete(request, match_id)
    await registry_of(request).delete(match_id)
    return Response(status_code=204)


def record_response(live: LiveMatch) -> Response:
    tells = live.game.secrets or isinstance(live, WatchedMatch)
    if tells and live.story.result is None:
        raise BadCommand(
            "secret", live.version, "the record holds every secret: it is for after the match"
        )
    record = replace(live.record, lines=live.story.lines, result=live.story.result)
    if live.fairness is not None:
        proof = live.fairness.header(finished=record.result is not None)
        record.more = {**record.more, "fairness": proof}
    name = f"{live.game.id}-{live.id}.jsonl"
    return PlainTextResponse(
        record.text(),
        media_type="application/jsonl",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


def option_out(option: Option, lang: str) -> OptionOut:
    return OptionOut(
        name=option.name,
        type=option.type,
        default=option.default,
        allowed=list(option.allowed),
        title=option.title[lang],
        sentence=option.sentence[lang],
    )


def game_out(game: Game, lang: str) -> GameOut:
    return GameOut(
        id=game.id,
        title=game.title,
        year=game.year,
        author=game.author,
        publisher=game.publisher,
        players=list(game.players),
        minutes=game.minutes,
        age=game.age,
        pitch=game.pitch[lang],
        options=[option_out(option, lang) for option in game.options.values()],
        edition=game.edition,
    )


def match_out(live: LiveMatch, viewer: Viewer) -> MatchOut:
    """The match as it is on disk: what is still being written has not happened yet."""
    state = live.moments[-1].state
    waits, seat_to_act = waiting_in(live.moments[-1], by_hand=live.record.by_hand)
    told = not live.game.secrets or viewer.perspective == seat_to_act
    points = state.points
    return MatchOut(
        id=live.id,
        game=live.game.id,
        version=live.version,
        seats=[
            SeatOut(name=name, bot=kind, points=points[seat])
            for seat, (name, kind) in enumerate(zip(live.names, live.kinds, strict=True))
        ],
        options=live.record.options,
        edition=live.record.edition,
        dice="hand" if live.record.by_hand else "house",
        waits_for=waits,
        throw=[draw.what for draw in awaited(state)] if waits == "throw" else [],
        seat=seat_to_act,
        awaits=None if waits == "watch" else state.awaits,  # type: ignore[arg-type]
        moves=state.moves() if waits == "move" and told else [],
        taker_back=live.taker_back,
        can_retype=live.story.can_retype,
        snapshot=live.game.module("reactions").face(state)
        if waits == "watch"
        else state.snapshot(viewer.perspective),
        result=live.story.result,
        commitment=None if live.fairness is None else live.fairness.commitment.hex(),
    )


def problem_response(status: int, said: dict[str, Any]) -> JSONResponse:
    return JSONResponse(said, status)
