"""The games that can be played here, for programs."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import JSONResponse, Response

from ...core.game import Game
from ...core.options import Option
from ..catalogue import find, names
from ..dependencies import DeviceSettings, GameId, Workers
from .schemas import MISSING, REFUSED, GameOut, OptionOut

router = APIRouter(prefix="/api", tags=["ludotheque"])


@router.get("/games", responses=REFUSED, response_model=list[GameOut])
async def list_games(settings: DeviceSettings, workers: Workers) -> Response:
    """The games on the shelf."""
    return await workers.run(shelf, settings.lang)


def shelf(lang: str) -> Response:
    return JSONResponse([game_out(find(name), lang).model_dump() for name in names()])


@router.get("/games/{game_id}", responses=MISSING, response_model=GameOut)
async def get_game(settings: DeviceSettings, game_id: GameId, workers: Workers) -> Response:
    """One game: its options and its printed components."""
    return await workers.run(
        lambda: JSONResponse(game_out(find(game_id), settings.lang).model_dump())
    )


def option_out(option: Option, lang: str) -> OptionOut:
    return OptionOut(
        name=option.name,
        type=option.type,
        default=option.default,
        allowed=list(option.allowed_live),
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
