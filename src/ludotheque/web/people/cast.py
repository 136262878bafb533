"""The robots that people meet: a small cast for each level, with names and faces.

A robot is known by its name and its level, which are all that a record keeps of it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from dataclasses import dataclass

from ...bots.levels import LEVELS
from ...core.options import LocalizedText


@dataclass(frozen=True)
class Robot:
    name: str
    kind: str  # the bot that plays for it
    face: str  # the drawing's id in the pages' sprite of faces
    is_feminine: bool = False  # in French, its level agrees

    def title(self, lang: str) -> str:
        """The robot's level in a word or two (débutante, beginner); empty for other bots."""
        if self.is_feminine and self.kind in FEMININE:
            return FEMININE[self.kind][lang]
        if self.kind in LEVELS:
            return LEVELS[self.kind].title[lang].lower()
        return BY_CHANCE[lang] if self.kind == "random" else ""


#: The levels' titles where French has a form of its own for women.
FEMININE = {
    "débutant": LocalizedText(fr="débutante", en="beginner"),
    "habitué": LocalizedText(fr="habituée", en="regular"),
    "expert": LocalizedText(fr="experte", en="expert"),
}
BY_CHANCE = LocalizedText(fr="au hasard", en="at random")

#: Each level's robots, as many as a table has seats, in the order of the seats they take. An
#: asterisk marks women's names.
NAMES = {
    "débutant": "Léo Zoé* Théo Lulu* Félix Mia*",
    "habitué": "Margot* Basile Lucie* Anatole Rose* Gustave",
    "expert": "Victor Irène* Hugo Ambre* Oscar Clara*",
    "maître": "Hermine* Octave Céleste* Balthazar Isadora* Augustin",
    "random": "Zigzag Domino Ricochet Confetti* Bingo Pirouette*",
}


def cast_of(kind: str, names: str) -> tuple[Robot, ...]:
    return tuple(
        Robot(name.rstrip("*"), kind, f"{kind_id(kind)}-{place}", name.endswith("*"))
        for place, name in enumerate(names.split())
    )


def kind_id(kind: str) -> str:
    """A kind of bot in letters that an id may have: without its accents."""
    return unicodedata.normalize("NFD", kind).encode("ascii", "ignore").decode()


CAST = {kind: cast_of(kind, names) for kind, names in NAMES.items()}


def robot_for(kind: str, seat: int, taken: Collection[str] = ()) -> Robot | None:
    """The robot of a kind that sits down at a seat, if none at the table has its name yet.

    None for kinds without a cast, or if every name is taken.
    """
    cast = CAST.get(kind, ())
    start = seat % len(cast) if cast else 0
    names = {name.casefold() for name in taken}
    for robot in (*cast[start:], *cast[:start]):
        if robot.name.casefold() not in names:
            return robot
    return None


def robot_called(name: str, kind: str, seat: int) -> Robot:
    """The robot of a match: one of the cast, or one with a name that somebody else gave it."""
    cast = CAST.get(kind, ())
    for robot in cast:
        if robot.name == name:
            return robot
    face = cast[seat % len(cast)].face if cast else f"random-{seat % 6}"
    return Robot(name, kind, face)
