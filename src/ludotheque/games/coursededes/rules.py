"""The rules of Course de dés: every transition of the game is here, or in the race it shares.

The numbers are those of RULES.fr.md and RULES.en.md.
"""

from typing import Any

import numpy as np

from ...core.awaiting import await_draw, await_move, await_nothing
from ...core.rule import rule, state_dtype
from .._race.cards import (
    HAND,
    JOKER,
    NOTHING,
    STAGES,
    card_fields,
    count_objectives,
    discard_card,
    draw_card,
    draw_objective,
    lay_face_down,
    lay_out_cards,
    number_of,
)
from .._race.moves import (
    ADVANCE,
    BRING_UP,
    CHOOSE,
    EXCHANGE,
    GAP,
    JOKER_FOR,
    REROLL,
    SWAP,
    action_of,
    first_of,
    second_of,
)
from .._race.road import (
    ALL_DICE,
    ROAD,
    VALUES,
    advance_target,
    bring_up_last,
    group_at,
    let_fall,
    line_up,
    place_gap,
    swap_groups,
    take_in_hand,
)
from .._race.roll_off import ROLL_OFF, begin_roll_off, roll_for_start
from .cards import GAP_CARD, KINDS, OVERTAKE_CARD, SWAP_CARD
from .edition import PACKS, cards_of, check_room, objectives_of
from .move_generation import MOST_MOVES, VARIABLE_EACH, list_moves
from .phases import (
    DEAL_CARDS,
    DEAL_GOALS,
    NEW_CARD,
    NEW_GOALS,
    PICK,
    ROLL_FOR_START,
    THROW_ALL,
    TUMBLE,
    TURN,
)
from .stages import STAGE, end_tiebreak, score_stage, seats_in_play

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

STATE = state_dtype(
    [
        ("players", np.int32),
        ("variable", np.int32),  # 1 with the option `objectives = "variable"`
        ("bonus", np.int32),  # 1 with the option `bonus`
        ("phase", np.int32),  # THROW_ALL … NEW_CARD
        *ROAD,
        *card_fields(KINDS),
        *ROLL_OFF,
        *STAGE,
        ("stage_at", np.int32, STAGES),  # the cards left in the pile when a stage card is on top
        ("turn", np.int32),  # turns completed
        ("turn_of", np.int32),  # whose turn it is, NOTHING before the first
        ("exchanged", np.int32),  # 1 if an objective was exchanged in this turn
        ("dealing", np.int32),  # the seat that is dealt the next card or objective
        ("dealt", np.int32),  # what it has been dealt in this round
    ]
)


def set_up(state: Any, players: int, options: dict[str, Any], edition: dict[str, Any]) -> None:
    """CD-1 Lay out the box for a new match; BadEdition if it holds too little."""
    check_room(edition, players)
    state.players = players
    state.variable = options["objectives"] == "variable"
    state.bonus = options["bonus"]
    lay_out_cards(state, cards_of(edition))
    state.undealt = objectives_of(edition)
    state.stage_at[:] = cuts(int(state.pile) - HAND * players)
    state.turn_of = NOTHING
    state.in_force[:] = NOTHING
    take_in_hand(state, ALL_DICE)
    await_draw_for(state, THROW_ALL, VALUES)


def cuts(cards: int) -> list[int]:
    """CD-1 How many cards are left of these when one, two, three, four of the packs are gone."""
    size, larger = divmod(cards, PACKS)
    packs = [size + (pack < larger) for pack in range(PACKS)]
    return [sum(packs[gone:]) for gone in range(1, PACKS)]


# -- what is awaited


@rule
def await_draw_for(state: Any, phase: Any, size: Any) -> None:
    state.phase = phase
    await_draw(state, size)


@rule
def await_move_for(state: Any, phase: Any, seat: Any) -> None:
    state.phase = phase
    await_move(state, seat)


@rule
def take_draw(state: Any, k: Any) -> None:
    """A die, a card or an objective, depending on the phase."""
    if state.phase == THROW_ALL:
        if let_fall(state, k):
            line_up(state)
            state.dealing = 0
            state.dealt = 0
            await_draw_for(state, DEAL_CARDS, state.pile)
    elif state.phase == DEAL_CARDS:
        deal_card(state, k)
    elif state.phase == DEAL_GOALS:
        deal_goal(state, k)
    elif state.phase == ROLL_FOR_START:
        roll(state, k)
    elif state.phase == TUMBLE:
        if let_fall(state, k):
            draw_for_turn(state)
    elif state.phase == NEW_GOALS:
        take_new_goal(state, k)
    else:
        draw_card(state, state.turn_of, k)
        end_turn(state)


# -- setting up


@rule
def deal_card(state: Any, k: Any) -> None:
    """CD-1 Three cards to each seat in turn."""
    draw_card(state, state.dealing, k)
    state.dealt += 1
    if state.dealt == HAND:
        state.dealing += 1
        state.dealt = 0
    if state.dealing < state.players:
        await_draw_for(state, DEAL_CARDS, state.pile)
    else:
        state.dealing = 0
        await_draw_for(state, DEAL_GOALS, count_objectives(state.undealt))


@rule
def deal_goal(state: Any, k: Any) -> None:
    """CD-2, CD-15 One objective to each seat, in force at once; or four, none of them in force."""
    goal = draw_objective(state, state.dealing, k)
    state.dealt += 1
    each = 1
    if state.variable == 1:
        each = VARIABLE_EACH
    else:
        state.in_force[state.dealing] = goal
    if state.dealt == each:
        state.dealing += 1
        state.dealt = 0
    if state.dealing < state.players:
        await_draw_for(state, DEAL_GOALS, count_objectives(state.undealt))
    else:
        state.dealing = 0
        begin_roll_off(state)
        await_draw_for(state, ROLL_FOR_START, VALUES)


@rule
def roll(state: Any, k: Any) -> None:
    """CD-3 The highest begins; with variable objectives everybody picks one before."""
    first = roll_for_start(state, k, 1)
    if first < 0:
        return
    state.turn_of = first
    if state.variable == 1:
        go_on_picking(state, 0)
    else:
        await_move_for(state, TURN, first)


# -- objectives


@rule
def go_on_picking(state: Any, seat: Any) -> None:
    """CD-15 The next seat, from this one on, picks; with one objective left it is that one."""
    while seat < state.players:
        if count_objectives(state.goals[seat]) > 1:
            await_move_for(state, PICK, seat)
            return
        state.in_force[seat] = number_of(state.goals[seat])
        seat += 1
    if state.stage == 0:
        await_move_for(state, TURN, state.turn_of)
    else:
        await_draw_for(state, NEW_CARD, state.pile)


@rule
def deal_new_goals(state: Any, seat: Any) -> None:
    """CD-9, CD-14 The next seat in play, from this one on, draws an objective; then the card.

    In a tie-break the player who drew the stage card draws another only if tied.
    """
    in_play = seats_in_play(state)
    while seat < state.players and (in_play >> seat) & 1 == 0:
        seat += 1
    state.dealing = seat
    if seat < state.players:
        await_draw_for(state, NEW_GOALS, count_objectives(state.undealt))
        return
    state.dealing = 0
    if (in_play >> state.turn_of) & 1 == 1:
        await_draw_for(state, NEW_CARD, state.pile)
    else:
        end_turn(state)


@rule
def take_new_goal(state: Any, k: Any) -> None:
    state.in_force[state.dealing] = draw_objective(state, state.dealing, k)
    deal_new_goals(state, state.dealing + 1)


# -- a turn


@rule
def make_move(state: Any, move: Any) -> None:
    seat = state.seat
    action = action_of(move)
    if action == CHOOSE:
        state.in_force[seat] = first_of(move)
        go_on_picking(state, seat + 1)
    elif action == EXCHANGE:
        state.in_force[seat] = first_of(move)
        state.exchanged = 1
    elif action == REROLL:
        tumble(state, seat, first_of(move), second_of(move))
    else:
        play_card(state, seat, action, first_of(move))
        draw_for_turn(state)


@rule
def tumble(state: Any, seat: Any, group: Any, card: Any) -> None:
    """CD-5 A card face down, and the dice of a group in the hand."""
    lay_face_down(state, seat, card)
    take_in_hand(state, group_at(state, group))
    await_draw_for(state, TUMBLE, VALUES)


@rule
def play_card(state: Any, seat: Any, action: Any, named: Any) -> None:
    """CD-4, CD-6, CD-7, CD-8 The card's action; then it is discarded, but for a gap card."""
    if action == ADVANCE:
        discard_card(state, seat, named)
        state.discard[GAP_CARD] += advance_target(state, named)
    elif action == JOKER_FOR:
        discard_card(state, seat, JOKER)
        state.discard[GAP_CARD] += advance_target(state, named)
    elif action == GAP:
        state.hands[seat, GAP_CARD] -= 1
        place_gap(state, named)
    elif action == SWAP:
        discard_card(state, seat, SWAP_CARD)
        swap_groups(state, named)
    elif action == BRING_UP:
        discard_card(state, seat, OVERTAKE_CARD)
        state.discard[GAP_CARD] += bring_up_last(state)
    else:
        discard_card(state, seat, named)


@rule
def draw_for_turn(state: Any) -> None:
    """CD-4, CD-9 The turn's card; a stage card that is on top of the pile ends the stage."""
    if state.stage < STAGES and state.pile == state.stage_at[state.stage]:
        end_stage(state)
    else:
        await_draw_for(state, NEW_CARD, state.pile)


@rule
def end_turn(state: Any) -> None:
    """CD-3, CD-14 Pass the turn left, among those in play; a tie-break ends with the last card."""
    state.turn += 1
    state.exchanged = 0
    in_play = seats_in_play(state)
    if state.tied != 0 and state.pile == 0:
        end_tiebreak(state)
        await_nothing(state)
        return
    state.turn_of = (state.turn_of + 1) % state.players
    while (in_play >> state.turn_of) & 1 == 0:
        state.turn_of = (state.turn_of + 1) % state.players
    await_move_for(state, TURN, state.turn_of)


# -- stages


@rule
def end_stage(state: Any) -> None:
    """CD-9, CD-13, CD-14, CD-15 The stage is scored; what comes next is drawn or picked."""
    score_stage(state)
    if state.stage == STAGES and state.tied == 0:
        state.turn += 1
        await_nothing(state)
    elif state.variable == 1 and state.stage < STAGES:
        go_on_picking(state, 0)
    else:
        deal_new_goals(state, 0)


@rule
def points_of(state: Any, seat: Any) -> Any:
    """CD-12 Victory tokens."""
    return state.tokens[seat]


@rule
def has_won(state: Any, seat: Any) -> Any:
    """CD-14 The most tokens, or the best of the tie-break."""
    return (state.best >> seat) & 1 == 1


@rule
def length_of(state: Any) -> Any:
    """In turns."""
    return state.turn
