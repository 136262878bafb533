"""Names of MasterDés' draws, for real dice and statistics."""

from ...core.draws import Draw
from ...core.language import Language
from .narration import master_word
from .positions import COLOURS, MASTERS


def draw_name(draw: Draw, names: list[str], language: Language) -> str:
    is_red = owner(draw, None) == 0
    if draw.kind == "die":
        return language("red die") if is_red else language("blue die")
    if draw.kind == "master":
        return language("red MasterDé") if is_red else language("blue MasterDé")
    return language("who chooses")


def face_name(draw: Draw, text: str, language: Language) -> str:
    return master_word(MASTERS.index(text), language) if draw.kind == "master" else text


def heading(draw: Draw, language: Language) -> str:
    """The heading under which draws of this kind are counted together."""
    if draw.kind == "master":
        return language("The MasterDés")
    return language("The ordinary dice") if draw.kind == "die" else language("Who chooses")


def owner(draw: Draw, turn: int | None) -> int | None:
    """Whose die it is: red is seat 0, blue is seat 1; lots are nobody's."""
    return next((seat for seat, colour in enumerate(COLOURS) if draw.what.startswith(colour)), None)


def face_picture(draw: Draw, text: str) -> dict[str, str] | None:
    """The picture of a face, as on the table; None for a face that is shown as text."""
    seat = owner(draw, None)
    if seat is None:
        return None
    drawing = {"tint": f"md-s{seat}", "edge": "md-edge"}
    if draw.kind == "master":
        return drawing | {"body": "md-ivory", "mark": "md-picture", "symbol": f"md-{text}"}
    return drawing | {"body": "md-body", "mark": "md-pips", "symbol": f"md-pips-{seat}-{text}"}
