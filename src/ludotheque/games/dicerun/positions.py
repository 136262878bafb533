"""Positions of DiceRun as plain data: the snapshot, the throw, what a seat remembers.

Secrets: hands and objectives, the cuts, cards that lie or lay face down, choices not yet revealed.
"""

from collections.abc import Sequence
from operator import ne
from typing import Any

import numpy as np

from ...core.draws import Draw
from .._race.cards import HAND, MOST_COPIES, MOST_SEATS, NOTHING, STAGES
from .._race.observation import Arrays, hide_others, observe_race
from .._race.roll_off import rolls_to_come
from .._race.snapshots import (
    card_draw,
    cards_of,
    dice_in_throw,
    dice_texts,
    dice_to_fall,
    die_draw,
    discards,
    groups_of,
    objective_draw,
    objectives_of,
)
from . import rules
from .cards import KINDS, NOTATION
from .move_generation import GOALS
from .packs import CUTS, DELTAS, WIDEST

Snapshot = dict[str, Any]

#: The first card out of the largest box. A turn draws a card, plays an objective, or is the last.
MAX_DRAW_SIZE = KINDS * MOST_COPIES
MAX_LENGTH = MAX_DRAW_SIZE + GOALS * MOST_SEATS + 1


def snapshot(state: Any, seat: object = None) -> Snapshot:
    """Everything on the table; or what one seat, or a spectator, may know."""
    seats = range(state.players)
    winners, points = state.stage_winners, state.stage_points
    spent = [state.spent[s][: state.spent_count[s]] for s in seats]
    return {
        "phase": phase_of(state),
        "stage": min(state.stage + 1, STAGES),
        "groups": groups_of(state, NOTATION),
        **cards_known(state, seat),
        "open": [objective_text(state.open_goals[s]) for s in seats],
        "rerolled": None if state.rerolled == NOTHING else state.rerolled,
        "pile": state.pile,
        "points": list(state.points[: state.players]),
        "stage_wins": [
            [worth for worth, winner in zip(points, winners, strict=True) if winner == s]
            for s in seats
        ],
        "spent": [[NOTATION.dice[goal] for goal in own] for own in spent],
        "discard": discards(state.discard, state.buried, NOTATION, all_known=seat is None),
    }


def cards_known(state: Any, seat: object) -> Snapshot:
    """Everybody's hands and objectives; of the others', how many they are."""
    hands: list[Any] = [sum(hand) for hand in state.hands[: state.players]]
    goals: list[Any] = [own.bit_count() for own in state.goals[: state.players]]
    for owner in range(state.players):
        if seat is None or seat == owner:
            hands[owner] = cards_of(state.hands[owner], NOTATION)
            goals[owner] = objectives_of(state.goals[owner], NOTATION)
    return {"hands": hands, "goals": goals}


def phase_of(state: Any) -> str:
    if state.phase < rules.TURN:
        return "setup"
    return {rules.CHOOSING: "choose", rules.OVER: "end"}.get(int(state.phase), "turn")


def objective_text(objective: Any) -> str | None:
    return None if objective == NOTHING else NOTATION.dice[objective]


def starter(state: Any) -> int | None:
    """Whose turn it is, which at the first turn is who has won the roll for the start."""
    return int(state.playing) if state.playing >= 0 else None


def roller(state: Any) -> int | None:
    """Always None: a turn opens with a move, and dice are thrown because of moves."""
    return None


def winners_among(state: Any, seats: Sequence[int], points: list[int]) -> list[int]:
    """DR-26 The most points, then the highest stage card; whoever is still tied shares."""
    merits = {seat: (points[seat], int(rules.highest_stage_of(state, seat))) for seat in seats}
    best = max(merits.values())
    return [seat for seat in seats if merits[seat] == best]


def pending_draws(state: Any) -> list[Draw]:
    """Dice that fall together; a card or an objective alone, as the next depends on it."""
    dealt = int(state.dealt)
    if state.phase in (rules.ROLLING_DICE, rules.REROLLING):
        return dice_to_fall(state, NOTATION)
    if state.phase == rules.DEALING_GOALS:
        return objective_draw(state, NOTATION, dealt // GOALS)
    if state.phase == rules.DEALING_CARDS:
        return card_draw(state, NOTATION, dealt // HAND)
    if state.phase == rules.CUTTING:
        return [cut_draw(cut) for cut in range(dealt, CUTS)]
    if state.phase == rules.ROLLING_OFF and state.picks:
        return dice_to_fall(state, NOTATION, int(state.roller))
    if state.phase == rules.ROLLING_OFF:
        dice = rolls_to_come(state, rules.ROLL_OFF_DICE)
        return [die_draw(f"seat {seat}, die {die}") for seat, die in dice]
    return card_draw(state, NOTATION, int(state.playing))


def cut_draw(cut: int) -> Draw:
    faces = tuple(str(k - WIDEST) for k in range(DELTAS))
    return Draw("cut", f"cut {cut + 1}", faces, secret=True)


def reveals(before: Any, after: Any) -> bool:
    """Whether a move has shown an objective: played openly (DR-9), or at a stage's end (DR-21)."""
    shown_openly = any(map(ne, before.open_goals, after.open_goals))
    return shown_openly or any(map(ne, before.spent_count, after.spent_count))


def memory(state: Any, seat: int) -> dict[str, Any]:
    """What the seat has seen and the snapshot does not show.

    Public: the course of the match, the dice of a throw under way, how many cards each seat has
    laid face down that are discarded now. Private: which cards the seat itself has laid face down,
    and the objective it has chosen.
    """
    seats = range(state.players)
    return {
        "phase": int(state.phase),
        "dealt": int(state.dealt),
        "playing": None if state.playing == NOTHING else int(state.playing),
        "turn": int(state.turn),
        "fallen": fallen_dice(state),
        "group": rerolled_group(state),
        "picked": picked_dice(state),
        "rolling": int(state.rolling),
        "roller": int(state.roller),
        "dice_rolled": int(state.dice_rolled),
        "totals": state.totals.tolist(),
        "stage_winners": state.stage_winners.tolist(),
        "cuts": state.cuts[: stages_shown(state)].tolist(),
        "buried_by": [int(state.buried[s].sum()) for s in seats],
        "buried": cards_of(state.buried[seat], NOTATION),
        "face_down": NOTATION.cards[state.face_down] if state.rerolled == seat else None,
        "chosen_by": [int(s) for s in seats if state.chosen[s] != NOTHING],
        "chosen": objective_text(state.chosen[seat]),
    }


def observe(states: Any, seats: Any, fields: Arrays) -> Arrays:
    """Observations: other seats' choices and cuts that have not come up are −1."""
    chosen = fields["chosen"]
    shown_openly = fields["open_goals"] != NOTHING
    stages = fields["stage"] + (fields["phase"] == rules.CHOOSING)
    return {
        **observe_race(seats, fields),
        "cuts": np.where(np.arange(CUTS) < stages, fields["cuts"], NOTHING),
        "chosen": hide_others(chosen, seats, shown_openly),
        "has_chosen": chosen != NOTHING,
    }


def stages_shown(state: Any) -> int:
    """How many stage cards have come up; whoever has counted cards knows these cuts."""
    return int(state.stage) + int(state.phase == rules.CHOOSING)


def fallen_dice(state: Any) -> list[int]:
    """The values of the dice of a throw under way that have fallen, in dice order."""
    values = {
        die: value + 1
        for value, dice in enumerate(state.thrown.tolist())
        for die in range(dice.bit_length())
        if dice >> die & 1
    }
    return [values[die] for die in sorted(values)]


def picked_dice(state: Any) -> list[str]:
    """The dice that were picked for the roll-off and are being rolled, with their old faces."""
    picked = dice_in_throw(state) if state.phase == rules.ROLLING_OFF else 0
    return dice_texts(state, picked, NOTATION)


def rerolled_group(state: Any) -> int | None:
    """The number of the group that is being rerolled."""
    if state.phase != rules.REROLLING:
        return None
    groups = [int(dice) for dice in state.line if dice]
    return next(number for number, dice in enumerate(groups, 1) if dice & int(state.to_throw))
