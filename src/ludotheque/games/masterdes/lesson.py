"""MasterDés taught in the browser: a guided first duel, and the rulebook's examples as drawings."""

from typing import Any

from ...core.language import Language
from .positions import COLOURS

Data = dict[str, Any]

#: The drawn examples, in the order of the rulebook's.
EXAMPLES = ("printed", "one", "past", "malus")

RED, BLUE = range(len(COLOURS))
WIDTH = 340
DIE = 36
LINE = 56  # from one throw to the next
SIDES = (34, 187)  # where the dice of red and of blue begin
SPACE = 25


def guide(language: Language) -> list[Data]:
    """The first duel of somebody who has never played; a step waits for what `until` names."""
    steps = (
        (
            "#board",
            None,
            language(
                "Two trays face each other: three dice and a MasterDé for each player. The better "
                "sum of dice wins the duel, and is added to the points."
            ),
        ),
        ("#roll", "roll", language("A duel begins with all eight dice: throw them.")),
        (
            "#rim",
            None,
            language(
                "Every die lies in the column of its face. Where a red and a blue one meet, both "
                "are out and lie on the rim. If all your dice left are equal, your MasterDé is out."
            ),
        ),
        (
            "#board",
            None,
            language(
                "There are two more throws. Whoever has the better sum chooses who goes first; "
                "then tap the dice that you want to throw again. The others stay."
            ),
        ),
        (
            "#commit, #first",
            "move",
            language("Nothing happens before you press a button. You may also keep all your dice."),
        ),
        (
            "#board",
            None,
            language(
                "The dashed number is what the duel would bring if it were counted now. The lower "
                "score brings nothing, unless one of its dice shows 1."
            ),
        ),
        (
            "#md-master-0, #md-master-1",
            None,
            language(
                "The MasterDé can change everything: ×2 doubles your score, the heart gives it "
                "away, the round arrow grants one more throw, the door costs you the next duel."
            ),
        ),
    )
    return [{"target": target, "text": text, "until": until} for target, until, text in steps]


def example(name: str, language: Language) -> Data:
    """One of EXAMPLES as a drawing: dice as they fell, or a stretch of the track."""
    drawings = {"printed": printed, "one": one, "past": past, "malus": malus}
    return {"sprite": name == EXAMPLES[0], **drawings[name](language)}


def printed(language: Language) -> Data:
    """Three throws, two pairs, a MasterDé that goes and a heart that gives."""
    first = thrown(0, RED, (4, 6, 3), "heart", gone=(0,)) + thrown(
        0, BLUE, (4, 4, 4), "two", gone=(0, 3)
    )
    second = thrown(1, RED, (4, 1), "heart", gone=(0,)) + thrown(1, BLUE, (4, 4), gone=(0,))
    third = thrown(2, RED, (2,), "heart") + thrown(2, BLUE, (3,))
    return drawing(
        language(
            "First throw: red 4, 6, 3 and heart, blue 4, 4, 4 and two; a pair of 4s and the blue "
            "MasterDé go out. Second throw: red 4, 1 and heart, blue 4, 4; another pair of 4s goes "
            "out. Third throw: red 2 and heart, blue 3. The heart gives 2: blue scores 5."
        ),
        3 * LINE,
        dice=first + second + third,
        numbers=[{"number": throw + 1, "y": middle_of(throw)} for throw in range(3)],
        pills=[{"x": SIDES[BLUE] + 70, "y": middle_of(2), "text": "2 + 3 = 5"}],
        arcs=[
            {
                "d": f"M{SIDES[RED] + 80} {middle_of(2)}H{SIDES[BLUE] - 12}m-7-6 7 6-7 6",
                "manner": "gift",
            }
        ],
    )


def one(language: Language) -> Data:
    """The lower score is recorded too."""
    return drawing(
        language("Red is left with 6 and 5 and records 11; blue with 1 and 3 records 4 too."),
        LINE,
        dice=thrown(0, RED, (6, 5)) + thrown(0, BLUE, (1, 3)),
        pills=[
            {"x": SIDES[RED] + 106, "y": middle_of(0), "text": "+11"},
            {"x": SIDES[BLUE] + 106, "y": middle_of(0), "text": "+4"},
        ],
    )


def past(language: Language) -> Data:
    """On to a hundred and back."""
    place = stretch(90, 100)
    return drawing(
        language("Red goes on from 95, 5 spaces to 100 and 3 back: red stands on 97."),
        84,
        spaces=spaces_between(90, 100),
        arcs=[
            {"d": leap(place[95], place[100]), "manner": "on"},
            {"d": leap(place[100], place[97], under=True), "manner": "on"},
        ],
        pawns=[pawn(RED, place[95], passing=True), pawn(RED, place[97])],
    )


def malus(language: Language) -> Data:
    """Not into the zone: the points go into the pot."""
    place = stretch(15, 26)
    return drawing(
        language(
            "Blue would go from 15 to 23, a Malus space: blue stays on 15, and 8 points go into "
            "the pot."
        ),
        84,
        spaces=spaces_between(15, 26, range(21, 26)),
        arcs=[{"d": leap(place[15], place[23]), "manner": "barred"}],
        pawns=[pawn(BLUE, place[15]), pawn(BLUE, place[23], passing=True)],
        pots=[{"x": place[23], "y": 72, "text": "+8"}],
    )


def drawing(label: str, height: float, **parts: list[Data]) -> Data:
    kinds = ("dice", "numbers", "pills", "spaces", "arcs", "pawns", "pots")
    found: Data = {kind: parts.get(kind, []) for kind in kinds}
    return {"label": label, "width": WIDTH, "height": height, **found}


def middle_of(throw: int) -> float:
    return LINE * (throw + 0.5)


def thrown(
    throw: int,
    seat: int,
    faces: tuple[int, ...],
    master: str | None = None,
    gone: tuple[int, ...] = (),
) -> list[Data]:
    """A player's dice in a row, the MasterDé last; those at the places `gone` go out."""
    shown: list[int | str] = [*faces, *([master] if master else [])]
    return [
        {
            "seat": seat,
            "face": face,
            "is_master": isinstance(face, str),
            "x": SIDES[seat] + (DIE + 1) * (place + 0.5),
            "y": middle_of(throw),
            "gone": place in gone,
        }
        for place, face in enumerate(shown)
    ]


def stretch(first: int, last: int) -> dict[int, float]:
    """Where the spaces of a stretch of the track are, in the middle of the drawing."""
    left = (WIDTH - (last - first) * SPACE) / 2
    return {space: left + (space - first) * SPACE for space in range(first, last + 1)}


def spaces_between(first: int, last: int, malus_zone: range = range(0)) -> list[Data]:
    return [
        {"number": space, "x": x, "is_malus": space in malus_zone}
        for space, x in stretch(first, last).items()
    ]


def leap(start: float, end: float, *, under: bool = False) -> str:
    """A bow from space to space, with the head of an arrow."""
    edge, way, head = (58, 26, -7) if under else (26, -26, 7)
    bow = f"q{(end - start) / 2:g} {way} {end - start:g} 0"
    return f"M{start:g} {edge}{bow}m-6 {-head} 6 {head} 6 {-head}"


def pawn(seat: int, x: float, *, passing: bool = False) -> Data:
    return {"seat": seat, "x": x, "passing": passing}
