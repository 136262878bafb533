"""Portraits: how a match's players are shown, everywhere in the same way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...core.game import Game
from ...table.avatar import Avatar, distinct
from .cast import robot_called

if TYPE_CHECKING:
    from ..live.registry import AnyMatch

FACES = "/static/faces.svg"  # the robots' drawings, a symbol each


@dataclass(frozen=True)
class Portrait:
    colour: str
    shape: str
    face: str | None = None  # a robot's drawing
    level: str = ""  # a robot's, in words

    @property
    def data(self) -> dict[str, Any]:
        """As the scripts of a table have it."""
        return {"avatar": f"{self.colour}-{self.shape}", "face": self.face, "level": self.level}


def portraits_of(found: AnyMatch, lang: str) -> list[Portrait]:
    """Everybody's portrait at a match, in the order of the seats."""
    bots: Sequence[str | None] = found.record.more["bots"]
    avatars = avatars_of(found)
    return [
        portrait_of(avatars[seat], name, bots[seat], seat, lang)
        for seat, name in enumerate(found.names)
    ]


def avatars_of(found: AnyMatch) -> Sequence[Avatar]:
    """The avatars of a match's seats: the box's, or the players'."""
    return game_avatars(found.game) or found.seating.avatars


def portrait_of(avatar: Avatar, name: str, bot: str | None, seat: int, lang: str) -> Portrait:
    if bot is None:
        return Portrait(avatar.colour, avatar.shape)
    robot = robot_called(name, bot, seat)
    return Portrait(avatar.colour, avatar.shape, robot.face, robot.title(lang))


def form_avatars(game: Game, wanted: Sequence[Avatar | None]) -> tuple[Avatar, ...]:
    """The avatars of all places in the form of a new match."""
    return game_avatars(game) or distinct(wanted)


def game_avatars(game: Game) -> tuple[Avatar, ...]:
    """The seats' avatars where the game's box has colours for them."""
    read = (Avatar.read(text) for text in game.browser.AVATARS)
    return tuple(avatar for avatar in read if avatar is not None)
