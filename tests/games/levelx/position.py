"""Positions of Level X drawn as boards, and turns played from them.

    state = position('''
                5   6   7   8   9  10
        red     3   X   .   .   .   .
        green   X   .   .   .   .   .
    ''')

A line is a colour and its pawns: `.` for none, the space from 1, or `X`. The first line's colour
sits in seat 0, and so on. Two kinds of line are optional: `red has` counts the chips that red
owns, and `left` the chips left in the rows (without it, all that nobody has).
"""

from collections.abc import Mapping, Sequence
from typing import Any

import ludotheque
from ludotheque.core.state import State

GAME = ludotheque.game("levelx")
ROWS = (5, 6, 7, 8, 9, 10)


def start(players: int = 2, first: int | None = 0, edition: Any = None) -> State:
    """A new match in which seat 0 begins, unless something else is said."""
    return GAME.start(players=players, options={"first": first}, edition=edition)


def position(
    board: str,
    *,
    turn: int = 0,
    bonus: Sequence[Sequence[int]] | None = None,
    edition: Mapping[str, Any] | None = None,
) -> State:
    """The state that a drawing shows, before the dice of its turn; seat 0 began the match."""
    lines = labelled_lines(board)
    colours = [label for label in lines if label != "left" and not label.endswith(" has")]
    fresh = start(len(colours), edition=edition)
    snapshot = fresh.snapshot()
    components = GAME.edition if edition is None else edition
    snapshot["turn"] = turn
    snapshot["pawns"] = [spaces_of(lines[colour], components["spaces"]) for colour in colours]
    snapshot["won"] = [
        list(map(int, lines.get(f"{colour} has", ["0"] * len(ROWS)))) for colour in colours
    ]
    owned = [sum(column) for column in zip(*snapshot["won"], strict=True)]
    unowned = [have - gone for have, gone in zip(snapshot["chips"], owned, strict=True)]
    snapshot["chips"] = list(map(int, lines.get("left", unowned)))
    snapshot["bonus"] = [list(tiles) for tiles in bonus or [[] for _ in colours]]
    taken = sum(map(len, snapshot["bonus"]))
    snapshot["tiles"] = snapshot["tiles"][taken:]
    snapshot["scores"] = [
        sum(row * count for row, count in zip(ROWS, chips, strict=True)) + sum(tiles)
        for chips, tiles in zip(snapshot["won"], snapshot["bonus"], strict=True)
    ]
    put(fresh, snapshot)
    assert fresh.snapshot() == snapshot, "the drawing is not what the state shows"
    return fresh


def labelled_lines(board: str) -> dict[str, list[str]]:
    """The cells of each line of a drawing, by its label; the head with the rows is checked."""
    head, *lines = [line.split() for line in board.strip().splitlines()]
    assert head == [str(row) for row in ROWS], f"a board begins with its rows, not {head}"
    cells = {" ".join(line[: -len(ROWS)]): line[-len(ROWS) :] for line in lines}
    assert all(cells), "a line of the board has no label, or too few cells"
    return cells


def spaces_of(cells: Sequence[str], lengths: Sequence[int]) -> list[int]:
    """A colour's pawns as the snapshot counts them."""
    return [
        length if cell == "X" else 0 if cell == "." else int(cell)
        for cell, length in zip(cells, lengths, strict=True)
    ]


def put(state: State, snapshot: dict[str, Any]) -> None:
    """Put a state, before any die is thrown, where a snapshot is."""
    record = state.record
    record.turn = snapshot["turn"]
    record.pawns[: state.players] = snapshot["pawns"]
    record.chips[:] = snapshot["chips"]
    record.won[: state.players] = snapshot["won"]
    for seat, tiles in enumerate(snapshot["bonus"]):
        record.bonus[seat, : len(tiles)] = tiles
        record.bonus_count[seat] = len(tiles)
    record.tiles_taken = record.tile_count - len(snapshot["tiles"])
    record.closed_rows = snapshot["chips"].count(0)
    record.last_round = snapshot["last_round"]


def roll(state: State, dice: str) -> State:
    """Throw the four dice of a turn, written like 2-3-5-6."""
    for face in dice.split("-"):
        state.draw(int(face) - 1)
    return state


def take_turn(state: State, dice: str, move: str) -> State:
    """A whole turn: throw these dice, make this move."""
    roll(state, dice).play(move)
    return state


def moves_with(state: State, dice: str) -> set[str]:
    """The legal moves if these dice fell now; the state stays as it is."""
    return set(roll(state.copy(), dice).moves())


def pawns(state: State, row: int) -> list[int]:
    """The pawns in a row, seat by seat."""
    return [spaces[ROWS.index(row)] for spaces in state.snapshot()["pawns"]]


def chips_left(state: State, row: int) -> int:
    left: int = state.snapshot()["chips"][ROWS.index(row)]
    return left


def chips_of(state: State, seat: int) -> dict[int, int]:
    """The chips that a seat owns: how many of each value it has any of."""
    won = state.snapshot()["won"][seat]
    return {row: count for row, count in zip(ROWS, won, strict=True) if count}


def box(**changes: Any) -> dict[str, Any]:
    """The printed edition with some of its components exchanged."""
    return {**GAME.edition, **changes}
