"""Les Trotteurs' table in the browser: the texts of `table.js`, and what the snapshot lacks.

Nothing is secret, but with manual vigilance players have to notice by themselves what can be called
out. So nothing here depends on the offer or on whose answer is awaited: only on the dice.
"""

from typing import Any

from ...core.language import Language
from ...core.state import State
from . import narration
from .board import BANDS, COLOURS, ORDERS, SIGN_NAMES
from .event_effects import after_event
from .notation import TEXTS
from .rules import CALL, CLAIM, MARKS, SILENT

Data = dict[str, Any]

SPOKEN = (TEXTS[CLAIM], TEXTS[CALL])


def words(language: Language) -> Data:
    """Every text that the table shows."""
    return {
        "boards": language("The boards, the dice and the cup"),
        "colours": {colour: narration.colour_word(colour, language) for colour in COLOURS},
        "signs": {kind: narration.sign_word(kind, language) for kind in SIGN_NAMES[1:]},
        "depart": language("DEPART"),
        "sortie": language("SORTIE"),
        "but": language("BUT"),
        "costs": language("costs"),
        "throw": language("Throw"),
        **board_words(language),
        **stage_words(language),
    }


def board_words(language: Language) -> Data:
    """The text alternative of a board."""
    return {
        "told": language("{board}: {trotters}"),
        "board": language("{name}, board {number}"),
        "prisoner": language("{place} (prisoner)"),
        "would_owe": language("would owe {debt}"),
        "owes": language("owes {debt}"),
        "wins": language("wins {points}"),
    }


def stage_words(language: Language) -> Data:
    """The dice and the cup: what stands beside them, and their text alternative."""
    return {
        "wins_game": language("wins the game"),
        "marks": language("marks"),
        "you": {
            "name": language("You"),
            "wins_game": language("win the game"),
            "marks": language("mark"),
        },
        "who_marks": language("who marks?"),
        "no_throw": language("no throw yet"),
        "game": language("game {number} of {count}"),
        "wheel": language("the Wheel"),
        "no_dice": language("The dice and the cup: no throw yet"),
        "shaken": language("The dice: {dice}; the cup is shaken"),
        "named": language("The dice: {dice}; the cup names {name}"),
    }


def details(state: State, viewer: object) -> Data:
    """How many throws are complete; the faces of dice that have fallen while the cup is covered."""
    record = state.plain
    throws = {"throws": record.throws}
    return {**throws, "dice": list(record.dice[:MARKS])} if record.drawn == MARKS else throws


def preview(state: State, after: State, move: str, names: list[str], language: Language) -> Data:
    """TR-16 to TR-18 What the move is called, and what it would bring."""
    labels = {
        TEXTS[CLAIM]: language("Claim"),
        TEXTS[CALL]: language("Call the omission"),
        TEXTS[SILENT]: language("Stay silent"),
    }
    return {"label": labels[move], "say": narration.brief(state, after, names, language)}


def last_move(before: State, events: list[Data], after: State) -> Data | None:
    """A throw: its dice, whom the cup names, which trotters it has moved on any board, and which
    stays where it is.

    Only what lies on the table is told of it. Of claims and calls the sentence tells who has moved;
    who stayed silent has done nothing.
    """
    record, shown = after.plain, displayed_state(before, events, after)
    if shown.plain.throws > before.plain.throws:
        thrown: Data = shown.shared_snapshot()["throw"]
        colour = thrown["color"]
        dice = [thrown["points"] - 1, BANDS if colour == "wheel" else colour]
        return {
            "seat": before.plain.thrower,
            "dice": [*dice, ORDERS.index(thrown["order"])],
            "marks": thrown["marks"],
            "ways": ways_between(before, shown),
            "stays": unmoved_trotter(before, shown),
        }
    if record.drawn == MARKS:
        return {"seat": before.plain.thrower, "dice": list(record.dice[:MARKS])}
    speakers = [event["seat"] for event in events if event.get("move") in SPOKEN]
    return {"seat": speakers[0] if speakers else None}


def ways_between(before: State, after: State) -> list[Data]:
    """The trotters that stand elsewhere than before; those of who marks the throw come first."""
    old, new = before.shared_snapshot()["boards"], after.shared_snapshot()
    marks = new["throw"]["marks"]
    return [
        {"seat": seat, "band": band, "start": start, "end": end}
        for seat in sorted(range(len(old)), key=lambda each: (each != marks, each))
        for band, (start, end) in enumerate(zip(old[seat], new["boards"][seat], strict=True))
        if start != end
    ]


def unmoved_trotter(before: State, after: State) -> Data | None:
    """The one trotter that a throw names, if it stays: at BUT already, or a prisoner."""
    old, new = before.shared_snapshot()["boards"], after.shared_snapshot()
    seat, band = new["throw"]["marks"], new["throw"]["color"]
    if band == "wheel" or old[seat][band] != new["boards"][seat][band]:
        return None
    return {"band": band, "place": old[seat][band]}


def displayed_state(before: State, rows: list[Data], after: State) -> State:
    """TR-15 The state to draw for what has happened: a game just won is shown as it was won.

    The rules set the next game up at once; until its first throw, people look at how it ended.
    """
    if after.plain.game == before.plain.game:
        return after
    state = before.copy()
    for row in rows:
        earlier = state.copy()
        if "draw" in row:
            state.draw(row["draw"][1])
        elif "move" in row:
            state.play(row["move"])
        if state.plain.game > earlier.plain.game:
            return after_event(earlier, row)
    return after
