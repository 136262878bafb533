"""Level X's table in the browser: the texts and numbers that `table.js` draws it with."""

from typing import Any

from msgspec.structs import asdict

from ...core.language import Language
from ...core.state import State
from . import narration
from .groups import DICE, GROUP_BITS, GROUP_MASK, ROWS
from .notation import PASS
from .rules import room_in_rows

Data = dict[str, Any]


def details(state: State, viewer: object = None) -> Data:
    """What the drawing needs beside the snapshot, for whoever looks: nothing is secret."""
    return {"dice": faces_of(state), "room": useful_groups(state)}


def faces_of(state: State) -> list[int]:
    """The faces of this roll, or at rest those of the last one; 0 for a die not thrown yet."""
    faces, thrown = list(state.plain.dice), state.plain.thrown
    if 0 < thrown < DICE:
        faces[thrown:] = [0] * (DICE - thrown)
    return faces


def useful_groups(state: State) -> list[int]:
    """LX-8 How many groups of each row can take effect in the move that is awaited."""
    if state.seat is None:
        return [0] * ROWS
    room = int(room_in_rows(state.plain, state.seat))
    return [(room >> (GROUP_BITS * row)) & GROUP_MASK for row in range(ROWS)]


def last_move(before: State, events: list[Data], after: State) -> Data | None:
    """A move with its dice, and what it did row by row; a throw is told with the move."""
    move = events[-1].get("move")
    if move is None:
        return None
    seat = events[-1]["seat"]
    old, new = before.shared_snapshot(), after.shared_snapshot()
    return {
        "dice": old["dice"],
        "move": move,
        "rows": list(map(asdict, narration.row_effects(old, new, seat))),
        "tiles": narration.new_tiles(old, new, seat),
        "points": new["scores"][seat] - old["scores"][seat],
    }


def preview(state: State, after: State, move: str, names: list[str], language: Language) -> Data:
    """A legal move: its name, and what it would do."""
    said = narration.effect(state, after, names, language)
    return {
        "label": language("Pass") if move == PASS else language("Play {move}", move=move),
        "say": said or language("nothing moves"),
    }


def words(language: Language) -> Data:
    """The texts of the table."""
    return {**board_words(language), **choice_words(language)}


def board_words(language: Language) -> Data:
    return {
        "board": language("The six rows"),
        "dice": language("The dice"),
        "bonus": language("Bonus"),
        "none": language("none"),
        "points": language("points"),
        "last_round": language("Last round"),
        "is_last_round": language("This is the last round."),
        "row": language.forms("row {row}: {count} chip left", "row {row}: {count} chips left"),
        "row_closed": language("row {row}: closed"),
        "closed_row": language("closed"),
        "on_x": language("{name} on the X"),
        "on_space": language("{name} on space {space} of {length}"),
        "tiles_left": language("bonus tiles left: {tiles}"),
        "points_of": language.forms("{name}: {count} point", "{name}: {count} points"),
        "chips": language("chips {chips}"),
        "tiles": language("bonus tiles {tiles}"),
        "faces": [
            "",
            language("one"),
            language("two"),
            language("three"),
            language("four"),
            language("five"),
            language("six"),
        ],
        "die": language("die {die}: {face}"),
        "die_blank": language("die {die}: not rolled yet"),
        "die_turned": language("die {die}: {face}, turned from one"),
        "die_gathered": language("{die}; gathered"),
        "die_grouped": language("{die}; in the group of {sum}"),
        "turn": language("turn die {die}"),
    }


def choice_words(language: Language) -> Data:
    return {
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
        "passes": language("passes"),
        "really_pass": language("Really pass?"),
        "pass_again": language("Press once more to pass; something can still be played."),
    }
