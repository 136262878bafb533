"""Names of Level X's draws, for real dice and statistics."""

from ...core.draws import Draw
from ...core.language import Language


def draw_name(draw: Draw, names: list[str], language: Language) -> str:
    if draw.kind == "seat":
        return language("who begins")
    return language("die {number}", number=draw.what.removeprefix("die "))


def face_name(draw: Draw, text: str, language: Language) -> str:
    return text


def heading(draw: Draw, language: Language) -> str:
    """The heading under which draws of this kind are counted together."""
    return language("Who begins") if draw.kind == "seat" else language("The four dice")


def owner(draw: Draw, turn: int | None) -> int | None:
    """Whose throw it is, `turn` being the seat in turn."""
    return None if draw.kind == "seat" else turn


def face_picture(draw: Draw, text: str) -> dict[str, str] | None:
    """The picture of a face, as on the table; None for a face that is shown as text."""
    return None if draw.kind == "seat" else {"symbol": f"die-{text}"}
