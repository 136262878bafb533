"""The rules of DiceRun: the course of a match, its turns and stages.

Legal moves are in `move_generation`, effects of cards in `card_effects`, the race in `_race`.
The numbers are those of RULES.fr.md and RULES.en.md.
"""

from typing import Any

import numpy as np

from ...core.awaiting import await_draw, await_move, await_nothing
from ...core.rule import rule, state_dtype
from .._race.cards import (
    HAND,
    MOST_SEATS,
    NOTHING,
    OBJECTIVES,
    STAGES,
    card_fields,
    count_objectives,
    draw_card,
    draw_objective,
    lay_face_down,
    lay_out_cards,
    number_of,
    spend,
)
from .._race.moves import (
    CHOOSE,
    COLOUR_FIRST,
    GOAL,
    PICK,
    REROLL,
    action_of,
    first_of,
    second_of,
)
from .._race.ranking import lead_over
from .._race.road import (
    ALL_DICE,
    COLOURS,
    ROAD,
    VALUES,
    advance_target,
    alike_dice,
    group_at,
    let_fall,
    line_up,
    take_in_hand,
)
from .._race.roll_off import ROLL_OFF, begin_roll_off, roll_for_start
from .card_effects import lift_gaps, play_card
from .cards import KINDS
from .move_generation import GOALS, MOST_MOVES, list_choices, list_picks, list_turn
from .packs import CUTS, DELTAS, check_packs, cut_places

__all__ = [
    "MOST_MOVES",
    "STATE",
    "has_won",
    "length_of",
    "list_moves",
    "make_move",
    "points_of",
    "set_up",
    "take_draw",
]

ROLL_OFF_DICE = 2  # DR-7 dice each
RACE = "race"  # DR-7 the option's value for dice out of the race
BONUS = 1  # DR-22 for a die of both the colour and the value
PLACES_PAID = 2  # DR-24 the second and the third score, too

#: The phases of a match, in order.
(
    ROLLING_DICE,
    DEALING_GOALS,
    DEALING_CARDS,
    CUTTING,
    PICKING,
    ROLLING_OFF,
    TURN,
    REROLLING,
    DRAWING,
    CHOOSING,
    OVER,
) = range(11)

STATE = state_dtype(
    [
        ("players", np.int32),
        ("phase", np.int32),  # ROLLING_DICE … OVER
        ("dealt", np.int32),  # objectives, cards or cuts drawn in this phase of the setup
        *ROAD,
        *card_fields(KINDS),
        *ROLL_OFF,
        ("picks", np.int32),  # 1 if the dice of the roll-off are picked out of the race, else 0
        ("stage_points", np.int32, STAGES),  # on the stage cards
        ("place_points", np.int32, PLACES_PAID),  # for the second and the third
        ("stage", np.int32),  # 0 … 3
        ("packs", np.int32),  # cards that were left for the five packs
        ("cuts", np.int32, CUTS),  # after how many of them each cut comes
        ("turn", np.int32),  # turns completed
        ("playing", np.int32),  # the seat whose turn it is, NOTHING before the first turn
        ("open_goals", np.int32, MOST_SEATS),  # played in this stage, NOTHING without one
        ("chosen", np.int32, MOST_SEATS),  # for the stage that ends, NOTHING before the choice
        ("points", np.int32, MOST_SEATS),
        ("stage_winners", np.int32, STAGES),  # the seat that won each stage
    ]
)


def set_up(state: Any, players: int, options: dict[str, Any], edition: dict[str, Any]) -> None:
    """DR-1, DR-6 Lay out the box for a new match; the dice are about to be thrown."""
    deck = [
        *edition["colours"],
        *edition["values"],
        *(edition[card] for card in ("joker", "swap", "sprint", "surge", "flip", "gap", "crash")),
    ]
    state.packs = sum(deck) - HAND * players
    check_packs(int(state.packs), players)
    state.players = players
    state.picks = int(options["roll_off"] == RACE)
    lay_out_cards(state, deck)
    state.stage_points[:] = edition["stages"]
    state.place_points[:] = edition["places"]
    state.playing = NOTHING
    state.open_goals[:] = NOTHING
    state.chosen[:] = NOTHING
    state.stage_winners[:] = NOTHING
    state.phase = ROLLING_DICE
    take_in_hand(state, ALL_DICE)
    await_draw(state, VALUES)


# -- draws


@rule
def take_draw(state: Any, k: Any) -> None:
    if state.phase == REROLLING:
        take_rerolled_die(state, k)
    elif state.phase == DRAWING:
        take_card(state, k)
    elif state.phase == ROLLING_DICE:
        take_first_die(state, k)
    elif state.phase == DEALING_GOALS:
        deal_goal(state, k)
    elif state.phase == DEALING_CARDS:
        deal_card(state, k)
    elif state.phase == CUTTING:
        take_cut(state, k)
    else:
        take_roll_off(state, k)


@rule
def take_first_die(state: Any, k: Any) -> None:
    """DR-1 All thirty dice, freshly rolled, form one group."""
    if let_fall(state, k):
        line_up(state)
        state.phase = DEALING_GOALS
        await_draw(state, OBJECTIVES)


@rule
def deal_goal(state: Any, k: Any) -> None:
    """DR-5 Four objectives for each seat in turn."""
    draw_objective(state, state.dealt // GOALS, k)
    state.dealt += 1
    if state.dealt < GOALS * state.players:
        await_draw(state, OBJECTIVES - state.dealt)
        return
    state.dealt = 0
    state.phase = DEALING_CARDS
    await_draw(state, state.pile)


@rule
def deal_card(state: Any, k: Any) -> None:
    """DR-6 Three movement cards for each seat in turn."""
    draw_card(state, state.dealt // HAND, k)
    state.dealt += 1
    if state.dealt < HAND * state.players:
        await_draw(state, state.pile)
        return
    state.dealt = 0
    state.phase = CUTTING
    await_draw(state, DELTAS)


@rule
def take_cut(state: Any, k: Any) -> None:
    """DR-6 Five packs, similar but not equal."""
    state.cuts[state.dealt] = cut_places(state.packs, state.dealt, k)
    state.dealt += 1
    if state.dealt == CUTS:
        state.dealt = 0
        begin_roll_off(state)
        await_roll_off(state)


@rule
def await_roll_off(state: Any) -> None:
    """DR-7 The next seat picks two dice of the race, or rolls two beside it."""
    if state.picks:
        state.phase = PICKING
        await_move(state, state.roller)
    else:
        state.phase = ROLLING_OFF
        await_draw(state, VALUES)


@rule
def roll_picked(state: Any, one: Any, two: Any) -> None:
    """DR-7 Two dice of the group are rolled; of dice that look alike, the first."""
    state.phase = ROLLING_OFF
    if one == two:
        take_in_hand(state, alike_dice(state, one, ROLL_OFF_DICE))
    else:
        take_in_hand(state, alike_dice(state, one, 1) | alike_dice(state, two, 1))
    await_draw(state, VALUES)


@rule
def take_roll_off(state: Any, k: Any) -> None:
    """DR-7 The highest total of two dice begins; dice of the race stay as they fell."""
    if state.picks:
        let_fall(state, k)
    first = roll_for_start(state, k, ROLL_OFF_DICE)
    if first >= 0:
        begin_turn(state, first)
    elif state.dice_rolled == 0:
        await_roll_off(state)


@rule
def begin_turn(state: Any, seat: Any) -> None:
    state.phase = TURN
    state.playing = seat
    await_move(state, seat)


@rule
def end_turn(state: Any) -> None:
    """DR-7 Play goes clockwise."""
    state.turn += 1
    begin_turn(state, (state.playing + 1) % state.players)


@rule
def take_rerolled_die(state: Any, k: Any) -> None:
    """DR-10 The dice of a group, thrown together."""
    if let_fall(state, k):
        draw_next(state)


@rule
def draw_next(state: Any) -> None:
    """DR-8 The turn ends with a card from the pile."""
    state.phase = DRAWING
    await_draw(state, state.pile)


@rule
def take_card(state: Any, k: Any) -> None:
    """DR-20 The stage ends if the next card of the pile is a stage card."""
    draw_card(state, state.playing, k)
    if state.packs - state.pile == state.cuts[state.stage]:
        choose_goals(state)
    else:
        end_turn(state)


# -- moves


@rule
def list_moves(state: Any, into: Any) -> Any:
    if state.phase == CHOOSING:
        return list_choices(state, into)
    if state.phase == PICKING:
        return list_picks(state, into)
    return list_turn(state, into)


@rule
def make_move(state: Any, move: Any) -> None:
    action = action_of(move)
    if action == CHOOSE:
        state.chosen[state.seat] = first_of(move)
        ask_next(state, state.seat + 1)
    elif action == PICK:
        roll_picked(state, first_of(move), second_of(move))
    elif action == GOAL:
        play_goal(state, first_of(move), second_of(move))
    elif action == REROLL:
        lay_face_down(state, state.seat, second_of(move))
        state.phase = REROLLING
        take_in_hand(state, group_at(state, first_of(move)))
        await_draw(state, VALUES)
    else:
        play_card(state, action, move)
        draw_next(state)


@rule
def play_goal(state: Any, goal: Any, order: Any) -> None:
    """DR-9 Colour and value advance one after the other, the card lies open, no card is drawn."""
    colour = goal // VALUES
    value = COLOURS + goal % VALUES
    if order == COLOUR_FIRST:
        lift_gaps(state, advance_target(state, colour))
        lift_gaps(state, advance_target(state, value))
    else:
        lift_gaps(state, advance_target(state, value))
        lift_gaps(state, advance_target(state, colour))
    state.goals[state.seat] &= ~(1 << goal)
    state.open_goals[state.seat] = goal
    end_turn(state)


# -- stages


@rule
def choose_goals(state: Any) -> None:
    """DR-21 Whoever has played an objective, or has one only, has chosen it."""
    state.phase = CHOOSING
    for seat in range(state.players):
        if state.open_goals[seat] != NOTHING:
            state.chosen[seat] = state.open_goals[seat]
        elif count_objectives(state.goals[seat]) == 1:
            state.chosen[seat] = number_of(state.goals[seat])
    ask_next(state, 0)


@rule
def ask_next(state: Any, seat: Any) -> None:
    """DR-21 The next seat that has a choice to make; after the last one the stage is scored."""
    while seat < state.players and state.chosen[seat] != NOTHING:
        seat += 1
    if seat < state.players:
        await_move(state, seat)
    else:
        score_stage(state)


@rule
def rank_of(state: Any, seat: Any) -> Any:
    """DR-23 How many are ahead of a seat: group by group, then clockwise from the revealer."""
    rank = 0
    distance = (seat - state.playing) % state.players
    for other in range(state.players):
        if other != seat:
            lead = lead_over(state, state.chosen[other], state.chosen[seat], BONUS)
            if lead > 0 or (lead == 0 and (other - state.playing) % state.players < distance):
                rank += 1
    return rank


@rule
def score_stage(state: Any) -> None:
    """DR-24 Points for the first three; DR-25 the race goes on, or the game is over."""
    for seat in range(state.players):
        rank = rank_of(state, seat)
        if rank == 0:
            state.points[seat] += state.stage_points[state.stage]
            state.stage_winners[state.stage] = seat
        elif rank <= PLACES_PAID:
            state.points[seat] += state.place_points[rank - 1]
    for seat in range(state.players):
        spend(state, seat, state.chosen[seat])
        state.chosen[seat] = NOTHING
        state.open_goals[seat] = NOTHING
    state.stage += 1
    if state.stage < STAGES:
        end_turn(state)
    else:
        end_game(state)


@rule
def end_game(state: Any) -> None:
    state.turn += 1
    state.phase = OVER
    await_nothing(state)


@rule
def points_of(state: Any, seat: Any) -> Any:
    return state.points[seat]


@rule
def highest_stage_of(state: Any, seat: Any) -> Any:
    """The highest stage card that a seat has won, 0 without any."""
    highest = 0
    for stage in range(STAGES):
        if state.stage_winners[stage] == seat:
            highest = max(highest, state.stage_points[stage])
    return highest


@rule
def has_won(state: Any, seat: Any) -> Any:
    """DR-26 The most points, then the highest stage card; whoever is still tied shares."""
    points = state.points[seat]
    highest = highest_stage_of(state, seat)
    for other in range(state.players):
        if state.points[other] > points:
            return False
        if state.points[other] == points and highest_stage_of(state, other) > highest:
            return False
    return True


@rule
def length_of(state: Any) -> Any:
    """In turns."""
    return state.turn
