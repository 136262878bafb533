"""Layout of the Expert track: a hundred spaces in four rows of alternating direction."""

from typing import Any

from .score_breakdown import zone_at
from .track import GOAL

Data = dict[str, Any]

ROW = 25  # spaces
ROWS = GOAL // ROW
LEFT, RIGHT = 45, 311  # the middles of a row's first and last spaces
STEP = (RIGHT - LEFT) / (ROW - 1)
TOP = 15  # the middle of the first row
PITCH = 22  # from one row to the next
HEIGHT = TOP + (ROWS - 1) * PITCH + 15
START = LEFT - 21

MALUS_LETTERS = "MALUS"
#: Pawns that share a space stand above each other.
SHARED = 5.5


def middle_of(space: int) -> tuple[float, float]:
    """The middle of a space; 0 lies before the first."""
    if space == 0:
        return START, TOP
    row, along = divmod(space - 1, ROW)
    x = LEFT + along * STEP if row % 2 == 0 else RIGHT - along * STEP
    return round(x, 1), TOP + row * PITCH


def way() -> str:
    """The SVG path through all spaces, from 0 to 100."""
    parts = [f"M{START} {TOP}"]
    for row in range(ROWS):
        is_right = row % 2 == 0
        parts.append(f"H{RIGHT if is_right else LEFT}")
        if row < ROWS - 1:
            parts.append(f"a{PITCH / 2:g} {PITCH / 2:g} 0 0 {int(is_right)} 0 {PITCH}")
    return "".join(parts)


def zones_of(record: Any) -> list[Data]:
    """The spaces of all zones; a Malus of five in a row spells its name."""
    found = []
    for zone, spans in (("malus", record.malus), ("cagnotte", record.cagnotte)):
        for first, last in spans.tolist():
            spaces = range(first, last + 1)
            signs = signs_of(zone, spaces)
            for space, sign in zip(spaces, signs, strict=True):
                x, y = middle_of(space)
                found.append({"space": space, "zone": zone, "x": x, "y": y, "sign": sign})
    return found


def signs_of(zone: str, spaces: range) -> list[str]:
    if zone == "cagnotte":
        return ["◉"] * len(spaces)
    rows = {(space - 1) // ROW for space in spaces}
    if len(spaces) != len(MALUS_LETTERS) or len(rows) > 1:
        return ["×"] * len(spaces)
    letters = list(MALUS_LETTERS)
    return letters if rows.pop() % 2 == 0 else letters[::-1]


def marks_of(record: Any) -> list[Data]:
    """The spaces in no zone: the tens have their number."""
    found = []
    for space in range(1, GOAL):
        if zone_at(record, space) is None:
            x, y = middle_of(space)
            found.append({"x": x, "y": y, "number": space if space % 10 == 0 else None})
    return found


def pawns_at(spaces: list[int]) -> list[Data]:
    """Both pawns; on one space they stand above each other."""
    is_shared = len(set(spaces)) == 1
    found = []
    for seat, space in enumerate(spaces):
        x, y = middle_of(space)
        aside = (SHARED if seat else -SHARED) if is_shared else 0
        found.append({"seat": seat, "space": space, "x": x, "y": y + aside})
    return found
