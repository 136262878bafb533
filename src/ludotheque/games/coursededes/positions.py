"""Positions of Course de dés as plain data: snapshots, throws, what a seat remembers.

Hands, objectives and cards laid face down are secrets of their seat.
"""

from collections.abc import Sequence
from operator import gt
from typing import Any

from ...core.draws import Draw
from ...core.rule import DRAW, END
from .._race.cards import MOST_COPIES, NOTHING, STAGES
from .._race.observation import Arrays, hide_others, observe_race
from .._race.ranking import points_by_group
from .._race.road import DICE_OF_COLOUR
from .._race.roll_off import rolls_to_come
from .._race.snapshots import (
    card_draw,
    cards_of,
    dice_in,
    die_draw,
    discards,
    groups_of,
    objective_draw,
    objectives_of,
)
from .._race.stage_results import last_objectives
from .cards import KINDS
from .notation import NOTATION
from .phases import (
    DEAL_CARDS,
    DEAL_GOALS,
    NEW_GOALS,
    PHASES,
    PICK,
    ROLL_FOR_START,
    THROW_ALL,
    TUMBLE,
)

Snapshot = dict[str, Any]

#: The first card out of the largest box. A turn draws a card, but for the two that end the stages
#: and the tie-break.
MAX_DRAW_SIZE = KINDS * MOST_COPIES
MAX_LENGTH = MAX_DRAW_SIZE + 2


def snapshot(state: Any, seat: object = None) -> Snapshot:
    seats, all_known = range(state.players), seat is None
    return {
        "phase": phase(state),
        "stage": min(state.stage + 1, STAGES),
        "groups": groups_of(state, NOTATION),
        **cards_known(state, seat),
        "tumbled": None if state.rerolled == NOTHING else state.rerolled,
        "pile": state.pile,
        "points": list(state.tokens[: state.players]),
        "spent": [spent_of(state, owner) for owner in seats],
        "discard": discards(state.discard, state.buried, NOTATION, all_known=all_known),
        "tiebreak": [s for s in seats if state.tied >> s & 1] if state.tied else None,
    }


def cards_known(state: Any, seat: object) -> Snapshot:
    """Everybody's hands and objectives; of the others', how many they are."""
    hands: list[Any] = [sum(hand) for hand in state.hands[: state.players]]
    goals: list[Any] = [len(goals_of(state, owner)) for owner in range(state.players)]
    for owner in range(state.players):
        if seat is None or seat == owner:
            hands[owner] = cards_of(state.hands[owner], NOTATION)
            goals[owner] = goals_of(state, owner)
    return {"hands": hands, "goals": goals}


def phase(state: Any) -> str:
    if state.awaits == END:
        return "end"
    if state.turn_of == NOTHING:
        return "setup"
    return "choose" if state.phase == PICK else "turn"


def goals_of(state: Any, seat: int) -> list[str]:
    """The objective in force first, then the others by colour and value."""
    goals = objectives_of(state.goals[seat], NOTATION)
    in_force = in_force_of(state, seat)
    return goals if in_force is None else [in_force, *(goal for goal in goals if goal != in_force)]


def in_force_of(state: Any, seat: int) -> str | None:
    number = state.in_force[seat]
    return None if number == NOTHING else NOTATION.dice[number]


def spent_of(state: Any, seat: int) -> list[str]:
    return [NOTATION.dice[number] for number in state.spent[seat][: state.spent_count[seat]]]


def starter(state: Any) -> int | None:
    """Whose turn it is, which at the first turn is who has won the roll for the start."""
    return int(state.turn_of) if state.turn_of >= 0 else None


def roller(state: Any) -> int | None:
    """Always None: no turn opens with a draw; dice and cards are drawn because of a move."""
    return None


def reveals(before: Any, after: Any) -> bool:
    """CD-9 Whether objectives were revealed between two states, because a move ended a stage."""
    return any(map(gt, after.spent_count, before.spent_count))


def winners_among(state: Any, seats: Sequence[int], points: list[int]) -> list[int]:
    """CD-14 The best of the tie-break, if one of these seats was in it; else the most tokens.

    A tie that was not played off, because somebody who has resigned had more, is shared.
    """
    tied = [seat for seat in seats if state.tied >> seat & 1]
    if not tied:
        most = max(points[seat] for seat in seats)
        return [seat for seat in seats if points[seat] == most]
    objectives = last_objectives(state, tied)
    ahead = {seat: points_by_group(state, objectives[seat], int(state.bonus)) for seat in tied}
    best = max(ahead.values())
    return [seat for seat in tied if ahead[seat] == best]


def pending_draws(state: Any) -> list[Draw]:
    if state.phase in (THROW_ALL, TUMBLE):
        return [die_draw(f"die {colour}") for colour in colours_to_fall(state)]
    if state.phase == ROLL_FOR_START:
        return [die_draw(f"die of seat {seat}") for seat, _ in rolls_to_come(state, 1)]
    if state.phase in (DEAL_GOALS, NEW_GOALS):
        return objective_draw(state, NOTATION, int(state.dealing))
    seat = state.dealing if state.phase == DEAL_CARDS else state.turn_of
    return card_draw(state, NOTATION, int(seat))


def colours_to_fall(state: Any) -> list[str]:
    """The colours of the dice that are still in the hand, in dice order."""
    return [NOTATION.colours[die // DICE_OF_COLOUR] for die in dice_in(int(state.to_throw))]


def memory(state: Any, seat: int) -> dict[str, Any]:
    """What the seat knows beyond its snapshot: past public events, and its own secret actions."""
    seats = range(state.players)
    own_card_lies = state.rerolled == seat and state.face_down != NOTHING
    return {
        "step": PHASES[state.phase],
        "turn": int(state.turn),
        "turn_of": None if state.turn_of == NOTHING else int(state.turn_of),
        "exchanged": bool(state.exchanged),
        "dealing": int(state.dealing),
        "dealt": int(state.dealt),
        "rolls": rolls(state),
        "tumbling": tumbling(state),
        "fallen": fallen(state),
        "buried": [int(state.buried[owner].sum()) for owner in seats],
        "winners": [s for s in seats if state.awaits == END and state.best >> s & 1],
        "own_buried": cards_of(state.buried[seat], NOTATION),
        "own_face_down": NOTATION.cards[state.face_down] if own_card_lies else None,
        "own_in_force": in_force_of(state, seat),
    }


def observe(states: Any, seats: Any, fields: Arrays) -> Arrays:
    """Observations: the objectives in force of other seats are −1."""
    in_force = fields["in_force"]
    return {
        **observe_race(seats, fields),
        "in_force": hide_others(in_force, seats),
        "has_in_force": in_force != NOTHING,
    }


def rolls(state: Any) -> dict[str, Any] | None:
    """The round of the roll-off under way: who rolls in it, and what they rolled."""
    if state.phase != ROLL_FOR_START:
        return None
    return {
        "seats": [seat for seat in range(state.players) if state.rolling >> seat & 1],
        "roller": int(state.roller),
        "totals": state.totals[: state.players].tolist(),
    }


def tumbling(state: Any) -> int | None:
    """The number of the group whose dice are being rolled again."""
    if state.awaits != DRAW or state.phase != TUMBLE:
        return None
    dice = int(state.to_throw) | all_fallen(state)
    groups = [int(group) for group in state.line[: state.places] if group]
    return 1 + groups.index(dice)


def all_fallen(state: Any) -> int:
    together = 0
    for dice in state.thrown:
        together |= int(dice)
    return together


def fallen(state: Any) -> list[int]:
    """What the dice of the throw under way show that have fallen, in dice order."""
    thrown = state.thrown.tolist()
    return [
        next(face + 1 for face, dice in enumerate(thrown) if dice >> die & 1)
        for die in dice_in(all_fallen(state))
    ]
