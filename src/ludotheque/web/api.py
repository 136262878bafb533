"""The JSON API: everything the pages do, for programs. Described in /api/openapi.json."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from starlette.responses import JSONResponse, PlainTextResponse, Response

from ..core.errors import BadCommand
from ..core.game import Game
from ..core.language import HOUSE, Language
from ..core.options import Option
from ..table.match import Seat
from .catalogue import find, names
from .commands import command_of
from .eyes import Viewer, eyes_of
from .fragment import waiting_in
from .live import LiveMatch
from .rendering import Settings
from .tables import Tables
from .vigil import WatchedMatch, pressed

MatchId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{6,40}$")]
GameId = Annotated[str, Path(pattern=r"^[a-z][a-z0-9_]{1,40}$")]


def whole(number: Any) -> Any:
    """JSON knows numbers only: 3.0 is as whole as 3."""
    return int(number) if type(number) is float and number.is_integer() else number


Whole = Annotated[int, BeforeValidator(whole)]


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Problem(BaseModel):
    """What went wrong, in a sentence."""

    code: str
    message: str
    rule: str | None = Field(None, description="The rule that says so, such as LX-3.")
    version: int | None = Field(None, description="The match's version, if it has moved on.")


class OptionOut(BaseModel):
    name: str
    type: str
    default: Any
    allowed: list[Any]
    title: str
    sentence: str


class GameOut(BaseModel):
    id: str
    title: str
    year: int | None
    author: str
    publisher: str
    players: list[int]
    minutes: int
    age: int
    pitch: str
    options: list[OptionOut]
    edition: dict[str, Any]


class SeatIn(Strict):
    name: str = Field(min_length=1, max_length=30)
    bot: str | None = None


class NewMatch(Strict):
    game: str = Field(max_length=40)
    seats: list[SeatIn] = Field(max_length=12)
    options: dict[str, Any] = Field(default_factory=dict)
    edition: dict[str, Any] | None = None


class CommandIn(Strict):
    kind: Literal["roll", "move", "take-back", "resign", "press"]
    seat: Whole = Field(ge=0, le=11)
    version: Whole = Field(ge=0, le=10**9, description="The version of the match you have seen.")
    move: str | None = Field(None, max_length=200, description="The move; or the button to press.")


class SeatOut(BaseModel):
    name: str
    bot: str | None
    points: int


class MatchOut(BaseModel):
    id: str
    game: str
    version: int
    seats: list[SeatOut]
    options: dict[str, Any]
    edition: dict[str, Any] | None
    waits_for: Literal["roll", "move", "watch", "end"]
    seat: int | None = Field(description="Whose roll or move is awaited.")
    awaits: Literal["draw", "move", "end"] | None = Field(
        description="What the rules await; null while nobody may know."
    )
    moves: list[str] = Field(
        description="The legal moves of the seat to move, if you may know them."
    )
    taker_back: int | None = Field(description="The seat that may take its last move back.")
    snapshot: dict[str, Any]
    result: dict[str, Any] | None
    commitment: str | None = Field(
        description="What the server has committed to before the first draw; see /fair."
    )


class MatchSummary(BaseModel):
    id: str
    game: str
    names: list[str]
    created: str
    ended: bool


REFUSED: dict[int | str, dict[str, Any]] = {
    code: {"model": Problem} for code in (400, 403, 409, 413, 422, 429, 503)
}
MISSING: dict[int | str, dict[str, Any]] = {404: {"model": Problem}, **REFUSED}

router = APIRouter(prefix="/api", tags=["ludotheque"])


def tables_of(request: Request) -> Tables:
    tables: Tables = request.app.state.tables
    return tables


def words_for(request: Request) -> Language:
    return Language.of(Settings.of(request).lang, HOUSE)


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
    """The matches of this server, the latest first."""
    found = tables_of(request).store.matches(ended=ended, limit=limit, offset=offset)
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
async def create_match(request: Request, new: NewMatch) -> MatchOut:
    """Begin a match. A seat without a bot is a person's."""
    seats = [Seat(seat.name, seat.bot) for seat in new.seats]
    return match_out(await tables_of(request).create(new.game, seats, new.options, new.edition))


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
    live = await tables_of(request).find(match_id)
    if since is not None and wait > 0:
        await live.changes(since, wait)
        live = await tables_of(request).find(match_id)  # it may be gone meanwhile
    return match_out(live, seat)


@router.post("/matches/{match_id}/commands", responses=MISSING)
async def command_match(request: Request, match_id: MatchId, command: CommandIn) -> MatchOut:
    """Roll, move, take back or resign. When the answer comes, what happened is on disk."""
    tables = tables_of(request)
    live = await tables.find(match_id)
    if command.kind == "press":
        pressed(live, command.seat, command.move)
    else:
        await live.do(command_of(command.kind, command.seat, command.version, command.move))
        tables.play_on(live)
    return match_out(live, command.seat)


@router.get(
    "/matches/{match_id}/record",
    responses={**MISSING, 200: {"content": {"application/jsonl": {"schema": {"type": "string"}}}}},
    response_class=Response,
)
async def get_record(request: Request, match_id: MatchId) -> Response:
    """The match's record: every draw and move, one JSON object a line.

    It holds every secret: where a game has some, it is for after the match.
    """
    live = await tables_of(request).find(match_id)
    return record_response(live)


@router.delete("/matches/{match_id}", status_code=204, responses=MISSING)
async def delete_match(request: Request, match_id: MatchId) -> Response:
    """Delete a match for good."""
    await tables_of(request).delete(match_id)
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


def viewer_of(live: LiveMatch, seat: int | None) -> Viewer:
    """As whom a program looks at a match: one of the people at the table, or a spectator."""
    if seat is None:
        return eyes_of(live, None).viewer
    if seat not in live.people:
        raise BadCommand(
            "no_seat",
            live.version,
            "there is no person in seat {seat!r}; the people's seats are: {seats}",
            seat=seat,
            seats=", ".join(map(str, live.people)) or "–",
        )
    return seat


def match_out(live: LiveMatch, seat: int | None = None) -> MatchOut:
    """The match as it is on disk: what is still being written has not happened yet."""
    viewer = viewer_of(live, seat)
    state = live.moments[-1].state
    waits, seat_to_act = waiting_in(live.moments[-1])
    told = not live.game.secrets or viewer == seat_to_act
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
        waits_for=waits,
        seat=seat_to_act,
        awaits=None if waits == "watch" else state.awaits,  # type: ignore[arg-type]
        moves=state.moves() if waits == "move" and told else [],
        taker_back=live.taker_back,
        snapshot=live.game.piece("vigil").face(state)
        if waits == "watch"
        else state.snapshot(viewer),
        result=live.story.result,
        commitment=None if live.fairness is None else live.fairness.commitment.hex(),
    )


def problem_response(status: int, said: dict[str, Any]) -> JSONResponse:
    return JSONResponse(said, status)
