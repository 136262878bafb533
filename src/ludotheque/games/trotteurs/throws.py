"""Names of Les Trotteurs' draws, for real dice and statistics."""

from ...core.draws import Draw
from ...core.language import Language
from .board import ORDERS, WHEEL
from .narration import colour_word


def draw_name(draw: Draw, names: list[str], language: Language) -> str:
    match draw.what:
        case "the points":
            return language("points")
        case "the colour":
            return language("colour")
        case "the order":
            return language("order")
        case "who marks":
            return language("cup: who marks")
    return language("cup: who throws first")


def face_name(draw: Draw, text: str, language: Language) -> str:
    match draw.what:
        case "the colour" if text == "wheel":
            return language("Wheel")
        case "the colour":
            return colour_word(text, language)
        case "the order" if text == "BUT":
            return language("BUT")
    return text


def heading(draw: Draw, language: Language) -> str:
    """The heading under which draws of this kind are counted together."""
    match draw.what:
        case "the points":
            return language("The points die")
        case "the colour":
            return language("The colour die")
        case "the order":
            return language("The order die")
    return language("The cup")


def owner(draw: Draw, turn: int | None) -> int | None:
    """Whose throw it is, `turn` being the seat in turn; the first shake is nobody's."""
    return None if draw.what == "the first thrower" else turn


def face_picture(draw: Draw, text: str) -> dict[str, str] | None:
    """The picture of a face, as on the table; None for a face that is shown as text."""
    match draw.what:
        case "the points":
            return {"symbol": f"die-{text}"}
        case "the colour":
            number = WHEEL if text == "wheel" else draw.faces.index(text)
            return {"symbol": f"tr-colour-{number}"}
        case "the order":
            return {"symbol": f"tr-order-{ORDERS.index(text)}"}
    return None
