"""The games that can be played here, for programs."""

from __future__ import annotations

from fastapi import APIRouter

from ...core.game import Game
from ...core.options import Option
from ..catalogue import find, names
from ..dependencies import DeviceSettings, GameId
from .schemas import MISSING, REFUSED, GameOut, OptionOut

router = APIRouter(prefix="/api", tags=["ludotheque"])


@router.get("/games", responses=REFUSED)
async def list_games(settings: DeviceSettings) -> list[GameOut]:
    """The games on the shelf."""
    return [game_out(find(name), settings.lang) for name in names()]


@router.get("/games/{game_id}", responses=MISSING)
async def get_game(settings: DeviceSettings, game_id: GameId) -> GameOut:
    """One game: its options and its printed components."""
    return game_out(find(game_id), settings.lang)


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
