"""Names of Level X's draws, for real dice and statistics."""

from typing import Any

from ...core.language import Language

Drawn = dict[str, Any]  # a draw of `State.throw`


def what(drawn: Drawn, names: list[str], language: Language) -> str:
    if drawn["kind"] == "seat":
        return language("who begins")
    return language("die {number}", number=drawn["what"].removeprefix("die "))


def face(drawn: Drawn, text: str, language: Language) -> str:
    return text


def sort(drawn: Drawn, language: Language) -> str:
    """The sort of thing it is, where all of them are counted together."""
    return language("Who begins") if drawn["kind"] == "seat" else language("The four dice")


def owner(drawn: Drawn, turn: int | None) -> int | None:
    """Whose throw it is, `turn` being the seat in turn."""
    return None if drawn["kind"] == "seat" else turn


def picture(drawn: Drawn, text: str) -> dict[str, str] | None:
    """A face as the table draws it; None for what is written."""
    return None if drawn["kind"] == "seat" else {"symbol": f"die-{text}"}
