"""Validation of Les Trotteurs' components: an edition, checked against hard maxima."""

from collections.abc import Mapping
from typing import Any

from ...core.edition import Components
from ...core.errors import BadEdition, shown
from .board import BANDS, BUT, COLOURS, FIRST_SIGN, LAST_SIGN, NO_SIGN, PENTAGON, SQUARE, TRIANGLE

HIGHEST_FIGURE = 99
LETTERS = {"-": NO_SIGN, "T": TRIANGLE, "S": SQUARE, "P": PENTAGON}
SIGNED_HOLES = LAST_SIGN - FIRST_SIGN + 1


def unpack(data: Mapping[str, Any]) -> dict[str, Any]:
    """The components as they are written; BadEdition says which one makes no sense."""
    components = Components(data)
    edition: dict[str, Any] = {
        "name": components.text("name"),
        "colours": components.text("colours"),
        "figures": components.integers("figures", 1, HIGHEST_FIGURE, least=BUT),
        **{f"band_{band}": components.text(f"band_{band}") for band in range(BANDS)},
    }
    components.reject_unknown()
    colours_of(edition)
    signs_of(edition)
    return edition


def colours_of(edition: Mapping[str, Any]) -> list[int]:
    """The colours of the bands, as their places among all there are."""
    words = edition["colours"].split()
    if len(words) != BANDS or len(set(words)) != BANDS or not set(words) <= set(COLOURS):
        raise BadEdition(
            "colours = {value} is not five different ones of these: {known}",
            value=shown(edition["colours"]),
            known=", ".join(COLOURS),
        )
    return [COLOURS.index(word) for word in words]


def signs_of(edition: Mapping[str, Any]) -> list[list[int]]:
    """The signs of each band, by place: none on DEPART, the circled hole and SORTIE."""
    return [signs_of_band(f"band_{band}", edition[f"band_{band}"]) for band in range(BANDS)]


def signs_of_band(name: str, text: str) -> list[int]:
    letters = text.split()
    if len(letters) != SIGNED_HOLES or not set(letters) <= set(LETTERS):
        raise BadEdition(
            "{name} = {value} is not eight signs, one for each of the holes 2 to 9, with a space "
            "between them: T, S, P, or - for none",
            name=name,
            value=shown(text),
        )
    return [NO_SIGN] * FIRST_SIGN + [LETTERS[letter] for letter in letters] + [NO_SIGN]
