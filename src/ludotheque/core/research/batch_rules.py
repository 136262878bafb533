"""Many matches stepped together: the compiled part of `Batch`, written with rule slots.

A *row* is the place of one match in the batch's arrays. Before a step is made, all actions are
checked: a refusal changes nothing.
"""

from typing import Any

import numpy as np

from ..rng import randbelow
from ..rule import (
    DRAW,
    END,
    MOVE,
    determinize,
    has_won,
    list_moves,
    make_move,
    points_of,
    rule,
    take_draw,
)
from .move_table import EMPTY, action_after, begins_with, complete_move, row_of

#: What is to be done with a row: nothing; play an action; begin a match; list what is legal.
NOTHING, PLAY, BEGIN, LIST = 0, 1, 2, 3

NO_OUTCOME = -1  # of a draw: none is given


@rule(allocates=False)
def step_rows(
    states: Any,
    opening: Any,
    generators: Any,
    settings: Any,
    table: Any,
    alone: Any,
    actions: Any,
    todo: Any,
    moves: Any,
    generator: Any,
    chosen: Any,
    chosen_counts: Any,
    seats: Any,
    draw_sizes: Any,
    masks: Any,
    rewards: Any,
    returns: Any,
    done: Any,
    unknown: Any,
) -> Any:
    """Do with every row what is to be done; −1, or the first row whose action is not legal.

    `settings`: the number of the action that ends a move, whether draws are made here, whether
    matches that are over begin anew. `moves` and `generator` are buffers. Codes of moves that the
    table lacks are written into `unknown`, after their number; their rows are to be listed again.
    """
    end_of_move, makes_draws, resets = settings
    for row in range(states.shape[0]):
        legal = is_legal(actions[row], masks, row, seats[row], draw_sizes[row])
        if todo[row] == PLAY and not legal:
            return row
    for row in range(states.shape[0]):
        what, state = todo[row], states[row]
        if what == NOTHING:
            continue
        outcome = NO_OUTCOME
        if what == PLAY and state.awaits == DRAW:
            outcome = actions[row]
        elif what == PLAY and state.awaits == MOVE:
            chosen_counts[row] = act(
                state,
                table,
                alone,
                moves,
                chosen,
                row,
                chosen_counts[row],
                actions[row],
                end_of_move,
            )
        generator[0] = generators[row]
        while what != LIST:
            if what == BEGIN:
                states[row] = opening[0]
                chosen_counts[row] = 0
                outcome = NO_OUTCOME
            draw(state, makes_draws, outcome, generator)
            what = (
                LIST if what == BEGIN else finish_step(state, resets, rewards, returns, done, row)
            )
        generators[row] = generator[0]
        seats[row] = state.seat if state.awaits == MOVE else -1
        draw_sizes[row] = state.draw_size if state.awaits == DRAW else 0
        is_listed = write_mask(
            state, table, moves, chosen, row, chosen_counts[row], end_of_move, masks, unknown
        )
        todo[row] = NOTHING if is_listed else LIST
    return -1


@rule(allocates=False)
def is_legal(action: Any, masks: Any, row: Any, seat: Any, draw_size: Any) -> Any:
    """Whether a row can take this number: an action, an outcome; anything once it is over."""
    if seat >= 0:
        return 0 <= action < masks.shape[1] and masks[row, action]
    return draw_size == 0 or 0 <= action < draw_size


@rule(allocates=False)
def act(
    state: Any,
    table: Any,
    alone: Any,
    moves: Any,
    chosen: Any,
    row: Any,
    count: Any,
    action: Any,
    end_of_move: Any,
) -> Any:
    """Take a legal action, and make the move if it is complete; how many actions are chosen now."""
    move = alone[action] if count == 0 else EMPTY
    if move == EMPTY:
        legal = legal_moves(state, moves)
        move = complete_move(table, moves, legal, chosen, row, count, action, end_of_move)
    if move == EMPTY:
        chosen[row, count] = action
        return count + 1
    make_move(state, move)
    return 0


@rule(allocates=False, inline=False)
def legal_moves(state: Any, moves: Any) -> Any:
    """List the legal moves. Compiled once: the rule behind it is long."""
    return list_moves(state, moves)


@rule(allocates=False)
def draw(state: Any, makes_draws: Any, outcome: Any, generator: Any) -> None:
    """Make random draws until a decision is awaited, or the one whose outcome is given."""
    while state.awaits == DRAW and (makes_draws or outcome != NO_OUTCOME):
        take_draw(state, randbelow(generator, state.draw_size) if makes_draws else outcome)
        outcome = NO_OUTCOME


@rule(allocates=False)
def finish_step(state: Any, resets: Any, rewards: Any, returns: Any, done: Any, row: Any) -> Any:
    """Write whether the match is over, and what the step was worth; what is to be done next.

    A match pays its returns once, in the step that ends it, or in the next one if it was over
    before anybody was asked.
    """
    is_over = state.awaits == END
    pays = is_over and (resets or not done[row])
    if pays:
        write_returns(state, returns, row)
    for seat in range(rewards.shape[1]):
        rewards[row, seat] = returns[row, seat] if pays else 0.0
    done[row] = is_over
    return BEGIN if is_over and resets else LIST


@rule(allocates=False)
def write_returns(state: Any, returns: Any, row: Any) -> None:
    """What a match that is over was worth to each seat: see `State.returns`."""
    seats, winners = returns.shape[1], 0
    for seat in range(seats):
        won = has_won(state, seat)
        returns[row, seat] = won
        winners += won
    others = max(seats - 1, 1)
    for seat in range(seats):
        if returns[row, seat] == 0.0:
            returns[row, seat] = -1.0 / others
        elif seats > 1:
            returns[row, seat] = (seats / winners - 1.0) / others


@rule(allocates=False)
def write_mask(
    state: Any,
    table: Any,
    moves: Any,
    chosen: Any,
    row: Any,
    count: Any,
    end_of_move: Any,
    masks: Any,
    unknown: Any,
) -> Any:
    """Write which actions are legal; False if the table lacks some of the moves."""
    mask = masks[row]
    for action in range(mask.shape[0]):
        mask[action] = False
    if state.awaits != MOVE:
        return True
    legal = legal_moves(state, moves)
    if count == 0:
        missing = mark_first(table, moves, legal, end_of_move, mask)
    else:
        missing = mark_next(table, moves, legal, chosen, row, count, end_of_move, mask)
    if missing > 0:
        report_unknown(table, moves, legal, unknown)
    return missing == 0


@rule(allocates=False)
def mark_first(table: Any, moves: Any, legal: Any, end_of_move: Any, mask: Any) -> Any:
    """Mark the first action of every legal move; the number of moves that the table lacks."""
    missing = 0
    for place in range(legal):
        entry = row_of(table, moves[place])
        if entry < 0:
            missing += 1
        else:
            mask[np.uint64(action_after(table, entry, 0, end_of_move))] = True
    return missing


@rule(allocates=False)
def mark_next(
    table: Any,
    moves: Any,
    legal: Any,
    chosen: Any,
    row: Any,
    count: Any,
    end_of_move: Any,
    mask: Any,
) -> Any:
    """The same for the action after the `count` that were chosen."""
    missing = 0
    for place in range(legal):
        entry = row_of(table, moves[place])
        if entry < 0:
            missing += 1
        elif begins_with(table, entry, chosen, row, count):
            mask[action_after(table, entry, count, end_of_move)] = True
    return missing


@rule(allocates=False)
def report_unknown(table: Any, moves: Any, legal: Any, unknown: Any) -> None:
    """Append the moves that the table lacks to `unknown`, as long as there is room."""
    for place in range(legal):
        if row_of(table, moves[place]) < 0 and unknown[0] + 1 < unknown.shape[0]:
            unknown[0] += 1
            unknown[unknown[0]] = moves[place]


@rule(allocates=False)
def determinize_rows(states: Any, seats: Any, known: Any, generator: Any) -> None:
    """Write each row's information state for a seat: see `core.view`. `generator` is a buffer."""
    for row in range(states.shape[0]):
        known[row] = states[row]
        generator[0] = np.uint64(0)
        determinize(known[row], seats[row], generator)


@rule(allocates=False)
def points_of_rows(states: Any, points: Any) -> None:
    for row in range(states.shape[0]):
        for seat in range(points.shape[1]):
            points[row, seat] = points_of(states[row], seat)
