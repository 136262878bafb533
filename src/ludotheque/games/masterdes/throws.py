"""Names of MasterDés' draws, for real dice and statistics."""

from typing import Any

from ...core.language import Language
from .narration import master_word
from .positions import COLOURS, MASTERS

Drawn = dict[str, Any]  # a draw of `State.throw`


def what(drawn: Drawn, names: list[str], language: Language) -> str:
    is_red = owner(drawn, None) == 0
    if drawn["kind"] == "die":
        return language("red die") if is_red else language("blue die")
    if drawn["kind"] == "master":
        return language("red MasterDé") if is_red else language("blue MasterDé")
    return language("who chooses")


def face(drawn: Drawn, text: str, language: Language) -> str:
    return master_word(MASTERS.index(text), language) if drawn["kind"] == "master" else text


def sort(drawn: Drawn, language: Language) -> str:
    """The sort of thing it is, where all of them are counted together."""
    if drawn["kind"] == "master":
        return language("The MasterDés")
    return language("The ordinary dice") if drawn["kind"] == "die" else language("Who chooses")


def owner(drawn: Drawn, turn: int | None) -> int | None:
    """Whose die it is: red is seat 0, blue is seat 1; lots are nobody's."""
    return next(
        (seat for seat, colour in enumerate(COLOURS) if drawn["what"].startswith(colour)), None
    )


def picture(drawn: Drawn, text: str) -> dict[str, str] | None:
    """A face as the table draws it; None for what is written."""
    seat = owner(drawn, None)
    if seat is None:
        return None
    drawing = {"tint": f"md-s{seat}", "edge": "md-edge"}
    if drawn["kind"] == "master":
        return drawing | {"body": "md-ivory", "mark": "md-picture", "symbol": f"md-{text}"}
    return drawing | {"body": "md-body", "mark": "md-pips", "symbol": f"md-pips-{seat}-{text}"}
