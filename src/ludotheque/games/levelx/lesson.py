"""Level X taught in the browser: a guided first turn, and the rulebook's examples as drawings."""

from typing import Any

from ...core.language import Language

Data = dict[str, Any]

#: The drawn examples, in the order of the rulebook's.
EXAMPLES = ("groups", "climb", "chips", "luck")

#: The rulebook's colours, each with a shape of its own.
RED, YELLOW, GREEN = ("red", 1), ("yellow", 2), ("green", 3)

DIE = 34
LINE = 66  # from one line of dice to the next
ROW = 48  # from one row of the board to the next
SPACE = 45
WIDTH = 340


def guide(language: Language) -> list[Data]:
    """The first turn of somebody who has never played; a step waits for what `until` names."""
    steps = (
        (
            "#board",
            None,
            language(
                "Six rows lead to an X. Whoever stands on an X collects chips, and chips are "
                "points: a chip of row 7 is worth 7. The most points win."
            ),
        ),
        ("#roll", "roll", language("Your turn begins with the four dice: roll them.")),
        (
            "#dice",
            None,
            language(
                "Gather dice: tap one or more. Their sum, from 5 to 10, is the row in which your "
                "pawn steps forward."
            ),
        ),
        (
            "#board",
            None,
            language(
                "That row lights up, and a ghost shows where your pawn would stand. Tap the row "
                "to close the group."
            ),
        ),
        (
            "#dice",
            None,
            language(
                "Dice left? Make another group: each group is one step. Tap a group to take it "
                "apart."
            ),
        ),
        (
            "#commit",
            "move",
            language("Nothing is played before you press this button. Dice may stay aside."),
        ),
        (
            "#board",
            None,
            language(
                "On the X you take a chip at once, and one more with every further group of that "
                "row, until somebody else arrives and sends you back."
            ),
        ),
    )
    return [{"target": target, "text": text, "until": until} for target, until, text in steps]


def example(name: str, language: Language) -> Data:
    """One of EXAMPLES as a drawing: dice in groups, rows, pawns as they end up, chips won."""
    drawings = {"groups": groups, "climb": climb, "chips": chips, "luck": luck}
    return drawings[name](language)


def groups(language: Language) -> Data:
    """Four ways to group 2-3-5-6."""
    ways = (((2, 3), (5,), (6,)), ((3, 5), (2, 6)), ((6,), (2, 5)), ((3, 6),))
    lines = [grouped(way, line * LINE, aside_of(way)) for line, way in enumerate(ways)]
    return drawing(
        language("The dice 2-3-5-6, grouped in four ways: 5 5 6, 8 8, 6 7, and 9 alone."),
        len(ways) * LINE,
        *lines,
    )


def climb(language: Language) -> Data:
    """Four groups of 5, from nothing to the X."""
    x = space_at(4)
    return drawing(
        language(
            "Four groups of 5: the yellow pawn enters row 5, climbs to its X and takes a chip of "
            "5; the red pawn goes back."
        ),
        LINE + ROW,
        grouped(((5,), (5,), (5,), (5,)), 0),
        row_drawn(5, LINE, chips=1),
        {
            "pawns": [
                *(pawn(YELLOW, space_at(space), LINE, passing=True) for space in (1, 2, 3)),
                pawn(YELLOW, x, LINE),
                pawn(RED, sent_back_to(4), LINE, passing=True),
            ]
        },
    )


def chips(language: Language) -> Data:
    """Three groups, three chips."""
    lower = LINE + ROW
    return drawing(
        language(
            "The groups 5, 5 and 6: red stands on the X of row 6 and takes a chip of 6; in row 5 "
            "the red pawn arrives on the X and takes two chips of 5; the green pawn goes back."
        ),
        LINE + 2 * ROW,
        grouped(((2, 3), (5,), (6,)), 0),
        row_drawn(6, LINE, chips=1),
        row_drawn(5, lower, chips=2),
        {
            "pawns": [
                pawn(RED, space_at(4), LINE),
                pawn(RED, space_at(3), lower, passing=True),
                pawn(RED, space_at(4), lower),
                pawn(GREEN, sent_back_to(4), lower, passing=True),
            ]
        },
    )


def luck(language: Language) -> Data:
    """Lucky loser: two of three ones are turned."""
    rolled = [die_at(face, 8 + place * (DIE + 6), 10) for place, face in enumerate((1, 1, 1, 5))]
    return drawing(
        language("The dice 1-1-1-5: one 1 is turned to 6 and one to 5; then 1+6 is 7, 5+5 is 10."),
        LINE + LINE - 8,
        {"dice": rolled, "arrows": [{"x": 8 + 2 * DIE + 9, "y": DIE + 16}]},
        grouped(((1, 6), (5, 5)), LINE - 8, turned=(1, 2)),
    )


def drawing(label: str, height: float, *parts: Data) -> Data:
    """Everything that the parts bring, as one drawing."""
    kinds = ("dice", "clusters", "moves", "rows", "pawns", "arrows")
    merged = {kind: [each for part in parts for each in part.get(kind, ())] for kind in kinds}
    return {"label": label, "width": WIDTH, "height": height, "size": DIE, **merged}


def aside_of(way: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """The dice of 2-3-5-6 that a grouping leaves aside."""
    used = [face for group in way for face in group]
    return tuple(face for face in (2, 3, 5, 6) if face not in used)


def grouped(
    way: tuple[tuple[int, ...], ...],
    y: float,
    aside: tuple[int, ...] = (),
    turned: tuple[int, ...] = (),
) -> Data:
    """A line of dice in groups, each with its sum; the turned ones are counted through the line."""
    dice: list[Data] = []
    clusters: list[Data] = []
    x = 8.0
    for group in way:
        start = x
        for face in group:
            dice.append(die_at(face, x, y + 8, turned=len(dice) in turned))
            x += DIE + 4
        clusters.append({"x": start - 4, "y": y + 4, "width": x - start + 4, "sum": sum(group)})
        x += 14
    for face in aside:
        dice.append(die_at(face, x, y + 8, aside=True))
        x += DIE + 4
    move = " ".join(map(str, sorted(sum(group) for group in way)))
    return {"dice": dice, "clusters": clusters, "moves": [{"move": move, "y": y + 8 + DIE / 2}]}


def die_at(face: int, x: float, y: float, *, turned: bool = False, aside: bool = False) -> Data:
    return {"face": face, "x": x, "y": y, "turned": turned, "aside": aside}


def row_drawn(row: int, y: float, chips: int) -> Data:
    spaces = [space_at(space) for space in (1, 2, 3, 4)]
    won = [{"x": sent_back_to(4) + 44 + 30 * place} for place in range(chips)]
    return {"rows": [{"row": row, "y": y + ROW / 2, "spaces": spaces, "chips": won}]}


def space_at(space: int) -> float:
    return 42 + SPACE * (space - 0.5)


def sent_back_to(length: int) -> float:
    """Where a pawn that has lost the X is drawn: beside it."""
    return space_at(length) + 40


def pawn(whose: tuple[str, int], x: float, y: float, *, passing: bool = False) -> Data:
    colour, shape = whose
    return {"colour": colour, "shape": shape, "x": x, "y": y + ROW / 2, "passing": passing}
