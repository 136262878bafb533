"""Validation of MasterDés' components: an edition, checked against hard maxima."""

from collections.abc import Mapping
from typing import Any

from ...core.edition import Components
from ...core.errors import BadEdition
from .duel import DICE, FACES, MASTER_KINDS
from .track import GOAL, ZONES

CHIP_COLOURS = 5
MOST_CHIPS = 99
HIGHEST_VALUE = 999

#: The longest run of spaces that a player can always jump over: three dice make at most 18.
WIDEST_LEAP = DICE * FACES - 1


def unpack(data: Mapping[str, Any]) -> dict[str, Any]:
    """The components as plain data; BadEdition says which one makes no sense."""
    components = Components(data)
    edition: dict[str, Any] = {
        "name": components.text("name"),
        "master": components.integers("master", 1, 2, least=MASTER_KINDS),
        "chips": components.integers("chips", 0, MOST_CHIPS, least=CHIP_COLOURS),
        "values": components.integers("values", 1, HIGHEST_VALUE, least=CHIP_COLOURS),
        "malus": components.integers("malus", 1, GOAL - 1, least=2 * ZONES),
        "cagnotte": components.integers("cagnotte", 1, GOAL - 1, least=2 * ZONES),
    }
    components.reject_unknown()
    check_master(edition["master"])
    check_zones(edition["malus"], edition["cagnotte"])
    return edition


def check_master(counts: list[int]) -> None:
    faces = sum(counts)
    if faces != FACES:
        raise BadEdition("master: a MasterDé has 6 faces, not {faces}", faces=faces)


def check_zones(malus: list[int], cagnotte: list[int]) -> None:
    """Check that zones do not overlap, and that none keeps a match from ending."""
    for name, zones in (("malus", malus), ("cagnotte", cagnotte)):
        if not (zones[0] <= zones[1] < zones[2] <= zones[3]):
            raise BadEdition(
                "{name} is the first and the last space of two zones, in rising order", name=name
            )
    both = sorted(spaces_of(malus) & spaces_of(cagnotte))
    if both:
        raise BadEdition("space {space} cannot be both malus and cagnotte", space=both[0])
    if longest_run(spaces_of(malus)) > WIDEST_LEAP:
        raise BadEdition(
            "malus: nobody gets past more than {most} such spaces in a row", most=WIDEST_LEAP
        )


def spaces_of(zones: list[int]) -> set[int]:
    return {
        space
        for first, last in zip(zones[::2], zones[1::2], strict=True)
        for space in range(first, last + 1)
    }


def longest_run(spaces: set[int]) -> int:
    """The length of the longest run of consecutive spaces."""
    longest = run = 0
    for space in range(GOAL + 1):
        run = run + 1 if space in spaces else 0
        longest = max(longest, run)
    return longest
