"""Names of a race's draws (dice, cards, cuts), for real dice and statistics."""

import re
from types import ModuleType

from ...core.draws import Draw
from ...core.language import Language
from ...core.typography import with_minus
from .narration import colour_word, die_words
from .notation import Notation


class Throws:
    """The throws of one race: `narration` has the names of its colours, dice and cards."""

    def __init__(self, notation: Notation, narration: ModuleType) -> None:
        self.notation = notation
        self.narration = narration

    def draw_name(self, draw: Draw, names: list[str], language: Language) -> str:
        if draw.kind != "die":
            return self.heading(draw, language)
        letter, seat = self.colour(draw), self.owner(draw, None)
        if letter is not None:
            return language("{colour} die", colour=colour_word(letter, language))
        assert seat is not None
        return language("{name} rolls for the start", name=names[seat])

    def colour(self, draw: Draw) -> str | None:
        """The letter of a die's colour; None for a die that is not one of the race."""
        named = re.match(r"die (\w)\b", draw.what)
        return named[1] if named else None

    def face_name(self, draw: Draw, text: str, language: Language) -> str:
        match draw.kind:
            case "card":
                name: str = self.narration.card_words(text, language)
                return name
            case "objective":
                return die_words(text, language)
            case "cut":
                return with_minus(text)
        return text

    def heading(self, draw: Draw, language: Language) -> str:
        """The heading under which draws of this kind are counted together."""
        match draw.kind:
            case "card":
                return language("Cards dealt")
            case "objective":
                return language("Objectives dealt")
            case "cut":
                return language("Cuts of the pile")
        return language("The dice")

    def owner(self, draw: Draw, turn: int | None) -> int | None:
        """The seat that a draw names, or else the seat in turn."""
        named = re.search(r"seat (\d+)", draw.what)
        return int(named[1]) if named else turn

    def face_picture(self, draw: Draw, text: str) -> dict[str, str] | None:
        """The picture of a face, as on the table; None for a face that is shown as text."""
        if draw.kind != "die":
            return None
        letter = self.colour(draw)
        if letter is None:
            return {"symbol": f"die-{text}"}
        colour = self.notation.colours.index(letter)
        return {
            "tint": f"rc-c{colour}",
            "edge": "rc-edge",
            "body": "rc-body",
            "mark": "rc-pips",
            "symbol": f"rc-pips-{colour}-{text}",
        }
