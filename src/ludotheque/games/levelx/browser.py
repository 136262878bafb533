"""View model of Level X's table in the browser: the data of its template and its script."""

from collections import Counter
from typing import Any

from ...core.language import Language
from ...core.state import State
from . import narration
from .geometry import (
    DIE,
    DIE_TOP,
    PITCH,
    SPACE,
    TOP,
    TRAY_HEIGHT,
    TRAY_WIDTH,
    WINNINGS,
    Board,
    die_in_tray,
    layers_of,
    middle_of_row,
)
from .groups import DICE, GROUP_BITS, GROUP_MASK, LOWEST_SUM, ROWS
from .notation import PASS, read_sums
from .positions import Snapshot
from .rules import room_in_rows

Data = dict[str, Any]


def table(state: State, names: list[str], language: Language, viewer: object = None) -> Data:
    """The position as the template draws it, whoever looks: nothing in Level X is secret."""
    seen, board, room = state.snapshot(), board_of(state), useful_groups(state)
    rows = [row_data(board, seen, room[row], row, names, language) for row in range(ROWS)]
    return {
        "width": board.width,
        "height": board.height,
        "foot": TOP + ROWS * PITCH,
        "rows": rows[::-1],
        "pawns": [pawn for row in range(ROWS) for pawn in board.pawns(seen["pawns"], row)],
        "tiles": tiles(state, board, seen),
        "winnings": [winnings(board, seen, seat, names, language) for seat in range(state.players)],
        "playing": state.seat if state.awaits == "move" else state.roller,
        "last_round": seen["last_round"],
        "tray": tray(state, language),
        "words": script_messages(language),
    }


def board_of(state: State) -> Board:
    return Board(tuple(state.record.spaces.tolist()))


def row_data(
    board: Board, seen: Snapshot, room: int, row: int, names: list[str], language: Language
) -> Data:
    chips, length = seen["chips"][row], board.lengths[row]
    return {
        "row": LOWEST_SUM + row,
        "y": middle_of_row(row),
        "closed": chips == 0,
        "chips": chips,
        "layers": layers_of(chips, row),
        "stack": board.stacks + 17,
        "spaces": [board.space(row, space)[0] for space in range(1, length + 1)],
        "end": board.stacks - (SPACE - 40) / 2,
        "room": room,
        "label": row_label(seen, length, row, names, language),
    }


def useful_groups(state: State) -> list[int]:
    """LX-8 How many groups of each row can take effect in the move that is awaited."""
    room = 0 if state.seat is None else int(room_in_rows(state.record, state.seat))
    return [(room >> (GROUP_BITS * row)) & GROUP_MASK for row in range(ROWS)]


def row_label(seen: Snapshot, length: int, row: int, names: list[str], language: Language) -> str:
    """The text alternative of a row, for screen readers."""
    number, chips = LOWEST_SUM + row, seen["chips"][row]
    if chips == 0:
        return language("row {row}: closed", row=number)
    said = [
        language.plural(
            "row {row}: {count} chip left", "row {row}: {count} chips left", chips, row=number
        )
    ]
    for name, pawns in zip(names, seen["pawns"], strict=True):
        space = pawns[row]
        if space == length:
            said.append(language("{name} on the X", name=name))
        elif space:
            said.append(
                language(
                    "{name} on space {space} of {length}", name=name, space=space, length=length
                )
            )
    return "; ".join(said)


def tiles(state: State, board: Board, seen: Snapshot) -> list[Data]:
    """The bonus tiles in the order taken; a taken one has an owner."""
    values = state.record.tiles[: state.record.tile_count].tolist()
    taken = len(values) - len(seen["tiles"])
    owned = [list(bonus) for bonus in seen["bonus"]]
    found = []
    for place, value in enumerate(values):
        owner = None
        if place < taken:
            owner = next(seat for seat, bonus in enumerate(owned) if bonus[:1] == [value])
            owned[owner].pop(0)
        x, width = board.tile(place, len(values))
        found.append({"place": place, "value": value, "x": x, "width": width, "owner": owner})
    return found


def winnings(board: Board, seen: Snapshot, seat: int, names: list[str], language: Language) -> Data:
    """What a seat has won: a column right of the rows, and the same in words."""
    won = [
        {"row": LOWEST_SUM + row, "y": middle_of_row(row), "count": count}
        for row, count in enumerate(seen["won"][seat])
    ]
    chips = ", ".join(f"{each['count']} × {each['row']}" for each in won if each["count"])
    bonus = ", ".join(map(str, seen["bonus"][seat]))
    points = seen["scores"][seat]
    said = [
        language.plural("{name}: {count} point", "{name}: {count} points", points, name=names[seat])
    ]
    if chips:
        said.append(language("chips {chips}", chips=chips))
    if bonus:
        said.append(language("bonus tiles {tiles}", tiles=bonus))
    return {
        "seat": seat,
        "x": board.winnings(seat, len(names)),
        "width": min(WINNINGS / len(names) - 2, 30),
        "won": won,
        "points": points,
        "label": "; ".join(said),
    }


def tray(state: State, language: Language) -> Data:
    """The dice: those of this roll, or at rest those of the last one."""
    rolled, faces = state.awaits == "move", faces_of(state)
    ones = faces.count(1) if rolled else 0
    return {
        "width": TRAY_WIDTH,
        "height": TRAY_HEIGHT,
        "size": DIE,
        "rolled": rolled,
        "roll": int(state.record.turn) if rolled else None,
        "dice": [
            {
                "die": die,
                "face": face,
                "x": die_in_tray(die),
                "y": DIE_TOP,
                "turns": ones > 1 and face == 1,
                "label": die_label(die, face, language),
            }
            for die, face in enumerate(faces)
        ],
    }


def faces_of(state: State) -> list[int]:
    """The faces that lie on the table, 0 for a die not thrown yet."""
    faces: list[int] = state.record.dice.tolist()
    thrown = int(state.record.thrown)
    if 0 < thrown < DICE:
        faces[thrown:] = [0] * (DICE - thrown)
    return faces


def die_label(die: int, face: int, language: Language) -> str:
    if not face:
        return language("die {die}: not rolled yet", die=die + 1)
    return language("die {die}: {face}", die=die + 1, face=face_words(language)[face])


def face_words(language: Language) -> list[str]:
    return [
        "",
        language("one"),
        language("two"),
        language("three"),
        language("four"),
        language("five"),
        language("six"),
    ]


def choices(state: State, names: list[str], language: Language) -> list[Data]:
    """The legal moves, each with what it would do; those that bring most points first."""
    seen, board = state.snapshot(), board_of(state)
    found = [
        choice_of(board, seen, after.snapshot(), state.seat, move, names, language)
        for move, after in state.successors().items()
    ]
    return sorted(found, key=lambda each: (-each["points"], -each["groups"], each["move"]))


def choice(state: State, move: str, names: list[str], language: Language) -> Data:
    """One legal move, with what it would do."""
    after = state.copy()
    after.play(move)
    seen, new = state.snapshot(), after.snapshot()
    return choice_of(board_of(state), seen, new, state.seat, move, names, language)


def choice_of(
    board: Board,
    old: Snapshot,
    new: Snapshot,
    seat: int | None,
    move: str,
    names: list[str],
    language: Language,
) -> Data:
    """A legal move as data for the page, given the positions before and after it."""
    assert seat is not None
    score = new["scores"][seat]
    return {
        "move": move,
        "label": language("Pass") if move == PASS else language("Play {move}", move=move),
        "groups": len(read_sums(move) or ()),
        "points": score - old["scores"][seat],
        "after": score,
        "say": narration.effect_between(old, new, seat, names, language)
        or language("nothing moves"),
        "rows": previews(board, old, new, seat, move),
        "tiles": narration.new_tiles(old, new, seat),
    }


def previews(board: Board, old: Snapshot, new: Snapshot, seat: int, move: str) -> list[Data]:
    """What a move does in each of its rows, and how the pawns on its last space would stand."""
    groups = Counter(read_sums(move) or ())
    found = []
    for done in narration.row_effects(old, new, seat):
        row = done.row - LOWEST_SUM
        beside = [
            pawn
            for pawn, spaces in zip(board.pawns(new["pawns"], row), new["pawns"], strict=True)
            if done.space and spaces[row] == done.space
        ]
        found.append(
            {
                "row": done.row,
                "groups": groups[done.row],
                "from": old["pawns"][seat][row],
                "to": done.space,
                "chips": done.chips,
                "closes": done.closes,
                "sent_back": done.sent_back,
                "stand": [
                    {name: pawn[name] for name in ("seat", "x", "y", "scale")} for pawn in beside
                ],
            }
        )
    return found


def script_messages(language: Language) -> Data:
    """Messages of the page's script, which fills their {placeholders} itself."""
    return {
        "faces": face_words(language),
        "die": language("die {die}: {face}"),
        "die_turned": language("die {die}: {face}, turned from one"),
        "die_gathered": language("{die}; gathered"),
        "die_grouped": language("{die}; in the group of {sum}"),
        "begin": language("Tap dice to gather them, or tap a row."),
        "begin_lucky": language("Lucky loser: turn your ones (all but one), then gather dice."),
        "only_pass": language("These dice can do nothing here."),
        "low": language("{made}: at least 5 is needed."),
        "high": language("{made}: a group is 10 at most."),
        "high_next": language("{made}: a group is 10 at most. Close this group first."),
        "closed": language("Row {row} is closed: its chips are gone."),
        "would_close": language("Row {row} closes before: another group there would do nothing."),
        "not_made": language("The dice that are left cannot make {row}."),
        "last_one": language("The last one stays a one."),
        "gather_first": language("Gather dice first."),
        "cleared": language("All dice are free again."),
        "score": language("{before} → {after} points"),
        "group": language("Group"),
        "group_sum": language("Group ({sum})"),
        "play": language("Play {move}"),
        "play_what": language("Play"),
        "pass": language("Pass"),
        "really_pass": language("Really pass?"),
        "pass_again": language("Press once more to pass; something can still be played."),
    }
