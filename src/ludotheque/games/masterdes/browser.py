"""View model of MasterDés' table in the browser: the data of its template and its script."""

from typing import Any

from ...core.language import Language
from ...core.state import State
from .duel import FACES
from .geometry import COLUMN, MASTERS, RIM, WIDTH, Layout, column, master_column
from .narration import dice_words
from .notation import MASTER, THROW
from .rules import FLASH_DUELS, REPLAY_THROW
from .score_breakdown import current_table
from .scoreboard import if_counted, last_duel_panel, score_lines
from .track import EXPERT, FLASH, GOAL
from .track_layout import HEIGHT as TRACK_HEIGHT
from .track_layout import marks_of, middle_of, pawns_at, way, zones_of
from .tray_view import TrayView, legend

Data = dict[str, Any]


def table(state: State, names: list[str], language: Language, viewer: object = None) -> Data:
    """The position as the template draws it; the viewer's own tray is the lower one."""
    record = state.record
    layout = Layout.of(viewer if isinstance(viewer, int) else 0, int(record.level))
    trays = TrayView(state, names, language, layout)
    return {
        "width": WIDTH,
        "height": layout.height,
        "heading": heading(trays, language),
        "near": layout.near,
        "columns": [{"face": face, "x": column(face)} for face in range(1, FACES + 1)],
        "pitch": COLUMN,
        "masters_from": MASTERS,
        "master_column": master_column(),
        "rim": {"top": layout.rim, "height": RIM, "label": trays.gone()},
        "trays": trays.trays(),
        "ledgers": score_lines(trays, state),
        "dice": trays.dice(),
        "hands": trays.hands(),
        "masters": trays.masters(),
        "picking": trays.picking,
        "is_past": trays.is_past,
        "track": track(state, names, language) if record.level == EXPERT else None,
        "slip": last_duel_panel(state, names, language),
        "legend": legend(language),
        "words": script_messages(names, language),
    }


def heading(trays: TrayView, language: Language) -> Data:
    """Which duel it is, and which of its throws."""
    duel, throw = trays.table.duel, trays.table.throw
    is_one_of_ten = trays.record.level == FLASH and duel <= FLASH_DUELS
    if is_one_of_ten:
        title = language("Duel {duel} of 10", duel=duel)
    else:
        title = language("Duel {duel}", duel=duel)
    if trays.is_past:
        stage = language("counted")
    elif throw == REPLAY_THROW:
        stage = language("replay")
    else:
        stage = language("throw {throw} of 3", throw=throw)
    return {"title": title, "stage": stage, "done": duel if is_one_of_ten else None}


# The track of Expert


def track(state: State, names: list[str], language: Language) -> Data:
    record = state.record
    spaces: list[int] = record.points.tolist()
    counted = if_counted(state) or spaces
    x, y = middle_of(GOAL)
    return {
        "height": TRACK_HEIGHT,
        "way": way(),
        "zones": zones_of(record),
        "marks": marks_of(record),
        "goal": {"x": x, "y": y},
        "pawns": pawns_at(spaces),
        "ghosts": [pawn for pawn in pawns_at(counted) if pawn["space"] != spaces[pawn["seat"]]],
        "pot": int(record.pot),
        "label": track_label(record, names, language),
    }


def track_label(record: Any, names: list[str], language: Language) -> str:
    red, blue = record.points.tolist()
    spans = {
        zone: ", ".join(f"{first}–{last}" for first, last in zones.tolist())
        for zone, zones in (("malus", record.malus), ("cagnotte", record.cagnotte))
    }
    return language(
        "The track: {red} on {red_space}, {blue} on {blue_space}; in the pot {pot}; "
        "Malus {malus}, Cagnotte {cagnotte}",
        red=names[0],
        red_space=red,
        blue=names[1],
        blue_space=blue,
        pot=int(record.pot),
        **spans,
    )


# The choices


def choices(state: State, names: list[str], language: Language) -> list[Data]:
    """The legal moves, each with what it would do; keeping everything first, then few dice."""
    found = [choice(state, move, names, language) for move in state.moves()]
    return sorted(found, key=lambda each: (each["thrown"], each["move"]))


def choice(state: State, move: str, names: list[str], language: Language) -> Data:
    seat = state.seat
    assert seat is not None
    if move in ("first", "second"):
        return order_choice(move, names[1 - seat], language)
    after = state.copy()
    after.play(move)
    dice = move.removeprefix(THROW).split(",") if move.startswith(THROW) else []
    faces = [int(die) for die in dice if die != MASTER]
    stays = current_table(after.record if dice else state.record)
    return {
        "move": move,
        "thrown": len(dice),
        "label": label_of(len(faces), MASTER in dice, language),
        "say": what_stays(state, after, dice_words(stays, seat, language), language),
        "sum": sum(stays.dice[seat]),
    }


def order_choice(move: str, other: str, language: Language) -> Data:
    """MD-3 What going first or second means."""
    if move == "first":
        label = language("Throw first")
        say = language("{name} will know your dice before throwing.", name=other)
    else:
        label = language("Throw second")
        say = language("You will know {name}’s dice before throwing.", name=other)
    return {"move": move, "thrown": 0, "label": label, "say": say, "sum": None}


def label_of(dice: int, is_with_master: bool, language: Language) -> str:
    """What the button says."""
    if not dice:
        return language("Throw the MasterDé again") if is_with_master else language("Keep all")
    if is_with_master:
        return language.plural(
            "Throw {count} die and the MasterDé again",
            "Throw {count} dice and the MasterDé again",
            dice,
        )
    return language.plural("Throw {count} die again", "Throw {count} dice again", dice)


def what_stays(before: State, after: State, dice: str, language: Language) -> str:
    said = language("What stays: {dice}.", dice=dice)
    if after.record.last_duel == before.record.last_duel:
        return said
    return " ".join([said, language("The duel is counted then.")])


def script_messages(names: list[str], language: Language) -> Data:
    """Messages of the page's script, which fills their {placeholders} itself."""
    return {
        "begin": language("Tap the dice you want to throw again."),
        "picked": language("{die}; picked up"),
        "put_back": language("All dice are back on the table."),
        "others": [language("These are the dice of {name}.", name=name) for name in names],
        "out": language("Out of this duel: a red {face} met a blue {face}."),
        "master_out": language("Out of this duel: all the dice left showed {face}."),
        "master_stays": language(
            "The MasterDé shows a picture and stays: only a blank one is thrown again."
        ),
    }
