"""The rules of MasterDés: every transition of the game is here, and only here.

The rules of a single duel are in `duel.py`, those of points in `track.py`. The numbers are those of
RULES.fr.md and RULES.en.md.
"""

from typing import Any

import numpy as np

from ...core.awaiting import await_draw, await_move, await_nothing
from ...core.rule import END, rule, state_dtype
from .duel import (
    DICE,
    FACES,
    MASTER_TOO,
    MOST_RETHROWS,
    NONE,
    can_replay,
    can_rethrow,
    face_of_all,
    gain_of,
    is_out_next,
    list_rethrows,
    loss_of,
    picked_of,
    score_of,
    sum_of,
    take_out_pairs,
)
from .track import (
    EXPERT,
    FIRST_POT,
    FLASH,
    GOAL,
    LEVELS,
    ZONES,
    book_gain,
    book_loss,
    first_to_book,
)

SEATS = 2
FLASH_DUELS = 10  # MD-10

#: The throws of a duel; 0 at the end of the match.
FIRST, SECOND, THIRD, REPLAY_THROW = range(1, 5)
THROWS = REPLAY_THROW + 1

#: The phases of a match.
THROWING, DRAWING_LOTS, CHOOSING, RETHROWING, OVER = range(5)

#: The moves of a choice; all others are rethrows.
GO_FIRST, GO_SECOND = MASTER_TOO << 1, MASTER_TOO << 2
MOST_MOVES = MOST_RETHROWS

STATE = state_dtype(
    [
        ("level", np.int32),  # FLASH or EXPERT
        ("master_faces", np.int32, FACES),  # what a MasterDé shows for each draw
        ("malus", np.int32, (ZONES, 2)),  # the first and the last space of each zone
        ("cagnotte", np.int32, (ZONES, 2)),
        ("points", np.int32, SEATS),
        ("pot", np.int32),  # Expert's; 0 in Flash
        ("duel", np.int32),  # its number, from 1
        ("playing", np.int32, SEATS),  # 1 for those who play this duel
        ("phase", np.int32),  # THROWING, DRAWING_LOTS, CHOOSING, RETHROWING or OVER
        ("throw", np.int32),  # the throw under way, 0 at the end
        ("threw", np.int32),  # 1 as soon as anybody has thrown in it
        ("order", np.int32, SEATS),  # the seats still to be asked in this throw, then -1
        ("in_hand", np.int32, SEATS),  # ordinary dice picked up, still to fall
        ("master_in_hand", np.int32, SEATS),  # 1 for a MasterDé still to fall
        ("dice", np.int32, (SEATS, FACES)),  # on the table: how many show 1, 2, … 6
        ("master", np.int32, SEATS),  # on the table: what it shows, else NONE
        # What has gone out in this duel, and why.
        ("pairs", np.int32, (THROWS, FACES)),  # pairs of each face, by the throw they fell in
        ("alike", np.int32, SEATS),  # the face of all dice that put the MasterDé out, else 0
        ("lost", np.int32, SEATS),  # what that MasterDé showed, else NONE
        ("lost_in", np.int32, SEATS),  # the throw after which it went, else 0
        # How the last duel that was played ended, just before it was counted.
        ("last_duel", np.int32),  # its number, 0 before the first is counted
        ("last_throw", np.int32),
        ("last_playing", np.int32, SEATS),
        ("last_dice", np.int32, (SEATS, FACES)),
        ("last_master", np.int32, SEATS),
        ("last_pairs", np.int32, (THROWS, FACES)),
        ("last_alike", np.int32, SEATS),
        ("last_lost", np.int32, SEATS),
        ("last_lost_in", np.int32, SEATS),
        ("last_points", np.int32, SEATS),
        ("last_pot", np.int32),
    ]
)


def set_up(state: Any, players: int, options: dict[str, Any], edition: dict[str, Any]) -> None:
    """Give everybody their dice for the first duel."""
    state.level = LEVELS.index(options["level"])
    state.pot = FIRST_POT if state.level == EXPERT else 0
    kinds = [kind for kind, count in enumerate(edition["master"]) for _ in range(count)]
    state.master_faces[:] = kinds
    state.malus[:] = np.reshape(edition["malus"], (ZONES, 2))
    state.cagnotte[:] = np.reshape(edition["cagnotte"], (ZONES, 2))
    for seat in range(players):
        state.last_master[seat] = state.last_lost[seat] = NONE
    clear_table(state)
    begin_duel(state, 1, 1)


# The throws of a duel


@rule
def begin_duel(state: Any, red_plays: Any, blue_plays: Any) -> None:
    """MD-1 Those who play take all their dice; MD-9 whoever is out has none."""
    state.duel += 1
    state.throw = FIRST
    state.threw = 1
    state.playing[0], state.playing[1] = red_plays, blue_plays
    for seat in range(SEATS):
        state.in_hand[seat] = DICE * state.playing[seat]
        state.master_in_hand[seat] = state.playing[seat]
    await_die(state)


@rule
def await_die(state: Any) -> None:
    state.phase = THROWING
    await_draw(state, FACES)


@rule
def await_move_for(state: Any, phase: Any, seat: Any) -> None:
    state.phase = phase
    await_move(state, seat)


@rule
def thrower(state: Any) -> Any:
    """The seat whose dice fall next: red's before blue's; -1 if all have fallen."""
    for seat in range(SEATS):
        if state.in_hand[seat] > 0 or state.master_in_hand[seat] > 0:
            return seat
    return -1


@rule
def take_draw(state: Any, k: Any) -> None:
    """MD-1 A die, ordinary ones before the MasterDé; MD-3 or the lot that says who chooses."""
    if state.phase == DRAWING_LOTS:
        await_move_for(state, CHOOSING, k)
        return
    seat = thrower(state)
    if state.in_hand[seat] > 0:
        state.in_hand[seat] -= 1
        state.dice[seat, k] += 1
    else:
        state.master_in_hand[seat] = 0
        state.master[seat] = state.master_faces[k]
    if thrower(state) < 0:
        ask_next(state)


@rule
def list_moves(state: Any, into: Any) -> Any:
    """MD-3 Going first or second; or rethrows of any of the own dice, and keeping all of them."""
    if state.phase == CHOOSING:
        into[0], into[1] = GO_FIRST, GO_SECOND
        return 2
    return list_rethrows(state.dice[state.seat], state.master[state.seat], into)


@rule
def make_move(state: Any, move: Any) -> None:
    """MD-3 The order is chosen; or one player rethrows, or keeps everything."""
    seat = state.seat
    if state.phase == CHOOSING:
        first = seat if move == GO_FIRST else 1 - seat
        state.order[0], state.order[1] = first, 1 - first
        await_move_for(state, RETHROWING, first)
        return
    state.order[0], state.order[1] = state.order[1], -1
    pick_up(state, seat, move)
    if thrower(state) < 0:
        ask_next(state)
    else:
        state.threw = 1
        await_die(state)


@rule
def pick_up(state: Any, seat: Any, move: Any) -> None:
    """MD-3 The dice of a rethrow leave the table."""
    for face in range(FACES):
        picked = picked_of(move, face)
        state.dice[seat, face] -= picked
        state.in_hand[seat] += picked
    if move & MASTER_TOO:
        state.master[seat] = NONE
        state.master_in_hand[seat] = 1


@rule
def ask_next(state: Any) -> None:
    """MD-3 The second to rethrow sees what the first has thrown; after both, the throw ends."""
    if state.order[0] >= 0:
        await_move_for(state, RETHROWING, state.order[0])
    else:
        end_throw(state)


@rule
def end_throw(state: Any) -> None:
    """MD-3, MD-4, MD-5 Throws follow while anybody throws, then replays; then it is counted."""
    if state.threw == 1:
        eliminate(state)
        if state.throw < THIRD and open_throw(state, state.throw + 1):
            return
    if state.throw < REPLAY_THROW and open_throw(state, REPLAY_THROW):
        return
    count_duel(state)


@rule
def eliminate(state: Any) -> None:
    """MD-2 Pairs are out; then the MasterDé of whoever has nothing but equal dice."""
    take_out_pairs(state.dice[0], state.dice[1], state.pairs[state.throw])
    for seat in range(SEATS):
        face = face_of_all(state.dice[seat])
        if face > 0 and state.master[seat] != NONE:
            state.alike[seat] = face
            state.lost[seat] = state.master[seat]
            state.lost_in[seat] = state.throw
            state.master[seat] = NONE


@rule
def may_throw(state: Any, throw: Any, seat: Any) -> Any:
    """MD-3, MD-5 Whether a seat is asked in a throw."""
    if throw == REPLAY_THROW:
        return can_replay(state.dice[seat], state.master[seat])
    return can_rethrow(state.dice[seat], state.master[seat])


@rule
def open_throw(state: Any, throw: Any) -> Any:
    """MD-3, MD-5 Ask whoever may throw; if both may, who goes first. False if nobody may."""
    red_may, blue_may = may_throw(state, throw, 0), may_throw(state, throw, 1)
    if not (red_may or blue_may):
        return False
    state.throw = throw
    state.threw = 0
    state.order[0], state.order[1] = -1, -1
    if red_may and blue_may:
        ask_for_choice(state)
    else:
        state.order[0] = 0 if red_may else 1
        await_move_for(state, RETHROWING, state.order[0])
    return True


@rule
def ask_for_choice(state: Any) -> None:
    """MD-3 The better score chooses; on a tie a draw decides who does."""
    lead = sum_of(state.dice[0]) - sum_of(state.dice[1])
    if lead == 0:
        state.phase = DRAWING_LOTS
        await_draw(state, SEATS)
    else:
        await_move_for(state, CHOOSING, 0 if lead > 0 else 1)


# Counting


@rule
def count_duel(state: Any) -> None:
    """MD-6 to MD-9 Points, then whoever is out next; MD-14 all gains before all losses."""
    remember_duel(state)
    book_duel(state)
    red_out, blue_out = is_out_next(state.master[0]), is_out_next(state.master[1])
    clear_table(state)
    if red_out and blue_out and not is_decided(state):
        state.duel += 1  # MD-9 Nobody plays this duel, but it is counted.
        red_out = blue_out = False
    if is_decided(state):
        end_match(state)
    else:
        begin_duel(state, 1 - int(red_out), 1 - int(blue_out))


@rule
def book_duel(state: Any) -> None:
    """MD-8, MD-14 The better duel score's gain first, then the other's, then the losses."""
    dice, master = state.dice, state.master
    red_score, blue_score = score_of(dice[0], master[0]), score_of(dice[1], master[1])
    first = first_to_book(red_score, blue_score)
    for turn in range(SEATS):
        seat = first if turn == 0 else 1 - first
        other = 1 - seat
        book_gain(state, seat, gain_of(dice[seat], master[seat], dice[other], master[other]))
    for seat in range(SEATS):
        book_loss(state, seat, loss_of(dice[seat], master[seat]))


@rule
def remember_duel(state: Any) -> None:
    """Keep the final dice of the duel, so that its score can be explained."""
    state.last_duel, state.last_throw = state.duel, state.throw
    state.last_pot = state.pot
    for seat in range(SEATS):
        state.last_playing[seat] = state.playing[seat]
        state.last_master[seat] = state.master[seat]
        state.last_alike[seat] = state.alike[seat]
        state.last_lost[seat] = state.lost[seat]
        state.last_lost_in[seat] = state.lost_in[seat]
        state.last_points[seat] = state.points[seat]
        for face in range(FACES):
            state.last_dice[seat, face] = state.dice[seat, face]
    for throw in range(THROWS):
        for face in range(FACES):
            state.last_pairs[throw, face] = state.pairs[throw, face]


@rule
def clear_table(state: Any) -> None:
    """Nothing lies on the table between two duels, and nothing is out."""
    for seat in range(SEATS):
        state.order[seat] = -1
        state.master[seat] = NONE
        state.alike[seat] = state.lost_in[seat] = 0
        state.lost[seat] = NONE
        for face in range(FACES):
            state.dice[seat, face] = 0
    for throw in range(THROWS):
        for face in range(FACES):
            state.pairs[throw, face] = 0


@rule
def is_decided(state: Any) -> Any:
    """MD-10 Ten duels and no tie; MD-11 somebody has exactly a hundred points."""
    if state.level == FLASH:
        return state.duel >= FLASH_DUELS and state.points[0] != state.points[1]
    return state.points[0] == GOAL or state.points[1] == GOAL


@rule
def end_match(state: Any) -> None:
    state.throw = 0
    state.playing[0], state.playing[1] = 0, 0
    state.phase = OVER
    await_nothing(state)


@rule
def points_of(state: Any, seat: Any) -> Any:
    return state.points[seat]


@rule
def has_won(state: Any, seat: Any) -> Any:
    """MD-10 More points; MD-11, MD-14 a hundred, and if both have them the better duel score."""
    other = 1 - seat
    if state.level == FLASH:
        return state.points[seat] > state.points[other]
    if state.points[seat] != GOAL:
        return False
    score = score_of(state.last_dice[seat], state.last_master[seat])
    other_score = score_of(state.last_dice[other], state.last_master[other])
    return state.points[other] != GOAL or score >= other_score


@rule
def length_of(state: Any) -> Any:
    """In duels that have been counted, those that nobody played included."""
    return state.duel if state.awaits == END else state.duel - 1
