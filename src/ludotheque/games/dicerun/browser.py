"""What DiceRun's table in the page needs beside the snapshot."""

from typing import Any

from ...core.language import Language
from ...core.state import State
from .._race.browser import own_details, road_of, seat_or, words_of
from .._race.cards import NOTHING, STAGES
from .._race.last_moves import last_move_of
from .._race.preview import preview_of
from .._race.snapshots import dice_in
from .._race.stage_results import last_objectives, ranked
from . import narration, rules
from .cards import NOTATION
from .labels import labels_in
from .positions import cards_known

Data = dict[str, Any]


def words(language: Language) -> Data:
    """The texts of the table."""
    reroll = [
        language("Reroll: which card do you lay face down?"),
        language("Reroll: which group, behind the lead?"),
    ]
    return {
        **words_of(NOTATION, narration, reroll, language),
        "stage": {
            "won": language("stage {stage}, {worth} points: won by {name}"),
            "now": language("stage {stage}, {worth} points: now"),
            "to come": language("stage {stage}, {worth} points: to come"),
        },
        "scored": language("Stage {stage}: {name} wins"),
        "you_scored": language("Stage {stage}: you win"),
        "even": language(
            "{names} have the same points in every group: {name} drew the last card, and they "
            "rank clockwise from there."
        ),
        "reroll": language("Reroll a group"),
        "latest": language("made the latest reroll"),
    }


def details(state: State, viewer: int | str | None) -> Data:
    """What the drawing needs and the snapshot lacks: the dice, the stages, points of objectives."""
    record = state.plain
    owner = viewer if isinstance(viewer, int) else seat_in_turn(state)
    shown = objectives_of(record, owner) if viewer in (owner, None) else []
    own = own_details(record, owner, shown, rules.BONUS, NOTATION)
    scored = {"scored": results(record)} if just_scored(record) else {}
    return {**own, **road_of(record), "stages": stages(record), **scored}


def seat_view(state: State, seat: int) -> tuple[Data, Data]:
    """What a seat sees of its own: its cards, and what its objectives are worth."""
    record = state.plain
    objectives = objectives_of(record, seat)
    own = own_details(record, seat, objectives, rules.BONUS, NOTATION)
    return cards_known(record, seat), own


def seat_in_turn(state: State) -> int:
    """The seat whose cards are shown below the road when the viewer has no seat."""
    if state.seat is not None:
        return state.seat
    if state.plain.phase == rules.ROLLING_OFF:
        return int(state.plain.roller)
    return seat_or(state.plain.playing, 0)


def objectives_of(record: Any, seat: int) -> list[int]:
    """A seat's objectives, that which it has played openly included."""
    played = int(record.open_goals[seat])
    held = dice_in(int(record.goals[seat]))
    return held if played == NOTHING else [played, *held]


def stages(record: Any) -> list[Data]:
    """The stage cards: their points, and whether they are won, now, or to come."""
    cards = zip(record.stage_points, record.stage_winners, strict=True)
    return [
        {"worth": worth, "state": "won", "seat": winner}
        if winner != NOTHING
        else {"worth": worth, "state": "now" if stage == record.stage else "to come"}
        for stage, (worth, winner) in enumerate(cards)
    ]


# A stage that has just been scored


def shows_results(before: State, after: State) -> bool:
    """Whether a stage was scored in this step."""
    return bool(after.plain.stage != before.plain.stage)


def just_scored(record: Any) -> bool:
    """Whether a stage was scored and nothing has happened since.

    No card has been drawn since the stage card showed, and no objective was played.
    """
    if not 0 < record.stage <= STAGES or record.phase not in (rules.TURN, rules.OVER):
        return False
    drawn = record.packs - record.pile
    unplayed = all(goal == NOTHING for goal in record.open_goals)
    return bool(drawn == record.cuts[record.stage - 1]) and unplayed


def results(record: Any) -> Data:
    """DR-23, DR-24 The ranking of a scored stage, and what each has won."""
    objectives = last_objectives(record, list(range(record.players)))
    paid = [int(record.stage_points[record.stage - 1]), *record.place_points]
    rows = [
        {
            "seat": row["seat"],
            "goal": NOTATION.dice[objectives[row["seat"]]],
            "points": row["points"],
            "won": paid[place] if place < len(paid) else 0,
            "first": place == 0,
            "tied": row["tied"],
        }
        for place, row in enumerate(ranked(record, objectives, rules.BONUS, revealer(record)))
    ]
    return {
        "stage": int(record.stage),
        "both": 2 + rules.BONUS,
        "revealer": revealer(record),
        "rows": rows,
    }


def revealer(record: Any) -> int:
    """DR-20 Who drew the last card before the stage card."""
    since = 0 if record.phase == rules.OVER else 1
    return int((record.playing - since) % record.players)


def is_listed(move: str) -> bool:
    """Not one of hundreds of sprints, or of picks for the roll-off: these dice are tapped."""
    return not move.startswith(("sprint:", "pick:"))


def preview(state: State, after: State, move: str, names: list[str], language: Language) -> Data:
    """What one legal move would do."""
    labels = labels_in(language)
    assert state.seat is not None
    own = objectives_of(state.plain, state.seat)
    return preview_of(state, after, move, labels, own, rules.BONUS)


def last_move(before: State, events: list[Data], after: State) -> Data | None:
    """A move and the dice it moved, or dice that have fallen."""
    return last_move_of(before, events, after, NOTATION, NOTATION.public)
