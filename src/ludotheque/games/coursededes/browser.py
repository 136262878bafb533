"""What Course de dés' table in the page needs beside the snapshot."""

from typing import Any

from ...core.language import Language
from ...core.state import State
from .._race.browser import own_details, road_of, seat_or, words_of
from .._race.cards import NOTHING, STAGES
from .._race.last_moves import last_move_of
from .._race.preview import preview_of
from .._race.snapshots import dice_in
from .._race.stage_results import last_objectives, ranked
from . import narration
from .labels import labels_in
from .notation import NOTATION, public_text
from .phases import NEW_CARD, NEW_GOALS, PICK, TURN
from .positions import cards_known
from .stages import TOKENS, TOKENS_OF_LAST_WINNER

Data = dict[str, Any]


def words(language: Language) -> Data:
    """The texts of the table."""
    reroll = [
        language("Tumble: which card do you lay face down?"),
        language("Tumble: which group, behind the lead?"),
    ]
    return {
        **words_of(NOTATION, narration, reroll, language),
        "stage": {
            "over": language("stage {stage}, {worth} tokens: over"),
            "now": language("stage {stage}, {worth} tokens: now"),
            "to come": language("stage {stage}, {worth} tokens: to come"),
        },
        "before": language.forms(
            "{count} card before the stage card", "{count} cards before the stage card"
        ),
        "scored": language("Stage {stage}: {names} ahead"),
        "you_scored": language("Stage {stage}: you are ahead"),
        "tiebreak": language("Tie-break: {names} ahead"),
        "even": language("{names} have the same points in every group and share their place."),
        "reroll": language("Tumble a group"),
        "latest": language("made the latest tumble"),
    }


def details(state: State, viewer: int | str | None) -> Data:
    """What the drawing needs and the snapshot lacks: the dice, the stages, points of objectives."""
    record = state.plain
    owner = viewer if isinstance(viewer, int) else seat_in_turn(state)
    shown = dice_in(int(record.goals[owner])) if viewer in (owner, None) else []
    own = own_part(record, owner, shown)
    scored = {"scored": results(record)} if just_scored(record) else {}
    return {**own, **road_of(record), **stages(record), **scored}


def own_part(record: Any, owner: int, objectives: list[int]) -> Data:
    """Whose cards are shown, what these objectives are worth, whether one is in force."""
    own = own_details(record, owner, objectives, record.bonus, NOTATION)
    return {**own, "in_force": bool(record.in_force[owner] != NOTHING)}


def seat_view(state: State, seat: int) -> tuple[Data, Data]:
    """What a seat sees of its own: its cards, and what its objectives are worth."""
    record = state.plain
    return cards_known(record, seat), own_part(record, seat, dice_in(record.goals[seat]))


def seat_in_turn(state: State) -> int:
    """The seat whose cards are shown below the road when the viewer has no seat."""
    return seat_or(state.plain.turn_of, 0) if state.seat is None else state.seat


def stages(record: Any) -> Data:
    """CD-12 What the winner of each stage takes, and whether it is over, now, or to come.

    CD-1 The packs are equal, so that everybody can count when the stage card comes.
    """
    scored = int(record.stage)
    found: Data = {
        "stages": [
            {
                "worth": tokens_of_winner(stage),
                "state": "over" if stage < scored else "now" if stage == scored else "to come",
            }
            for stage in range(STAGES)
        ]
    }
    if scored < STAGES:
        found["before"] = int(record.pile - record.stage_at[scored])
    return found


def tokens_of_winner(stage: int) -> int:
    """CD-12 What the first takes in a stage, counted from 0."""
    return TOKENS_OF_LAST_WINNER if stage == STAGES - 1 else int(TOKENS[0])


# A stage that has just been scored


def shows_results(before: State, after: State) -> bool:
    """Whether a stage has been scored, and all that follows from it was drawn, in this step.

    Variable objectives are picked after the results.
    """
    old, new = before.plain, after.plain
    if after.awaits == "draw" or not just_scored(new):
        return False
    if old.stage != new.stage or bool(old.best) != bool(new.best):
        return True
    return bool(old.phase == NEW_GOALS or (old.phase == NEW_CARD and nobody_picks(old)))


def nobody_picks(record: Any) -> bool:
    """CD-15 Whether nobody has picked an objective after the stage: each had one left, or none."""
    return len(dice_in(int(record.goals[0]))) == 1


def just_scored(record: Any) -> bool:
    """Whether a stage was scored and no turn has been played since.

    It is computed from the pile: since the stage card came up, no card has been drawn except by
    the player who turned it up.
    """
    if record.stage == 0:
        return False
    if record.best:
        return True
    drawn = int(record.stage_at[record.stage - 1] - record.pile)
    if record.phase == TURN:
        return drawn <= 1 and not record.exchanged
    dealing = record.phase in (NEW_GOALS, PICK) or (record.phase == NEW_CARD and not record.tied)
    return drawn == 0 and bool(dealing)


def results(record: Any) -> Data:
    """CD-11, CD-12 The ranking and the tokens; CD-14 after a tie-break the tied, without tokens."""
    tiebreak = bool(record.best and record.tied)
    seats = [seat for seat in range(record.players) if not tiebreak or record.tied >> seat & 1]
    objectives, stage = last_objectives(record, seats), int(record.stage)
    paid = [tokens_of_winner(stage - 1), *TOKENS[1:].tolist()]
    rows = [
        {
            "seat": row["seat"],
            "goal": NOTATION.dice[objectives[row["seat"]]],
            "points": row["points"],
            "won": 0 if tiebreak else paid[row["ahead"]],
            "first": not row["ahead"],
            "tied": row["tied"],
        }
        for row in ranked(record, objectives, int(record.bonus), 0)
    ]
    found: Data = {"stage": stage, "both": 2 + int(record.bonus), "rows": rows}
    return {**found, **({"tiebreak": True} if tiebreak else {})}


def preview(state: State, after: State, move: str, names: list[str], language: Language) -> Data:
    """What one legal move would do."""
    labels = labels_in(language)
    own = dice_in(int(state.plain.goals[state.seat]))
    return preview_of(state, after, move, labels, own, int(state.plain.bonus))


def last_move(before: State, events: list[Data], after: State) -> Data | None:
    """A move and the dice it moved, or dice that have fallen."""
    return last_move_of(before, events, after, NOTATION, public_text)
