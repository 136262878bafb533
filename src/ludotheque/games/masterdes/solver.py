"""The solver of MasterDés: the best decisions in a duel, and the strongest player there is.

A duel is solved exactly, both sides playing as well as can be: for points, the expected change of
the lead, or for the match, the chance to win it. The first solution of a duel takes some hundredths
of a second; those used last are kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from .action_values import Position, position_of, values_alone, values_of
from .backward_induction import Solution, solve
from .duel import DICE
from .hand_indexing import odds_of_master
from .notation import write_move
from .outcomes import outcomes
from .payoffs import Aim, Setting
from .rules import FLASH_DUELS
from .solo_duel import AloneSolution, solve_alone
from .track import FLASH, LEVELS
from .transitions import Zones

if TYPE_CHECKING:
    from ...core.view import View

SOLUTIONS_KEPT = 24  # of the largest ones, each has four megabytes
SAME = 9  # decimals in which two values are the same


@dataclass(frozen=True)
class Thought:
    """What becomes of one move, if both play well from there."""

    move: str
    chance: float  # of winning the match, roughly
    value: float  # what the duel adds to the own lead, in points: exactly


def choose(view: View) -> str:
    """The best move: the best chance to win; where it is the same, the most points."""
    if len(view.moves) == 1:
        return view.moves[0]
    chances = values_in(view, "chance")
    best = max(round(chance, SAME) for chance in chances.values())
    moves = [move for move, chance in chances.items() if round(chance, SAME) == best]
    if len(moves) == 1:
        return moves[0]
    values = values_in(view, "points")
    return max(sorted(moves), key=lambda move: round(values[move], SAME))


def ponder(view: View) -> list[Thought]:
    """Every legal move, the best first."""
    chances, values = values_in(view, "chance"), values_in(view, "points")
    thoughts = [Thought(move, chances[move], values[move]) for move in view.moves]
    return sorted(
        thoughts, key=lambda each: (-round(each.chance, SAME), -round(each.value, SAME), each.move)
    )


def values_in(view: View, aim: Aim, around: Setting | None = None) -> dict[str, float]:
    """What each of the view's moves is worth to its seat, in its match or in another setting."""
    position = position_of(view.snapshot, view.memory, view.seat)
    setting = around or setting_of(view)
    if all(view.snapshot["playing"]):
        values = decided(position, view.seat, setting, aim)
    else:
        values = decided_alone(position, setting if view.seat == 0 else setting.swapped(), aim)
    return {write_move(move): value for move, value in values.items()}


def setting_of(view: View) -> Setting:
    seen, edition = view.snapshot, view.edition or view.game.edition
    level = LEVELS.index(seen["level"])
    red, blue = seen["points"]
    return Setting(
        level=level,
        master=tuple(edition["master"]),
        zones=Zones(tuple(edition["malus"]), tuple(edition["cagnotte"])),
        duels_left=max(FLASH_DUELS - seen["duel"], 0) if level == FLASH else None,
        points=(red, blue),
        pot=seen["pot"] or 0,
    )


def decided(position: Position, seat: int, setting: Setting, aim: Aim) -> dict[int, float]:
    """The values of a position's moves, by their codes."""
    solution = solution_of(setting.plain() if aim == "points" else setting, aim, position.dice)
    values = values_of(position, seat, solution, odds_of_master(setting.master))
    return values if seat == 0 or aim == "points" else chances_of_blue(values)


def chances_of_blue(values: dict[int, float]) -> dict[int, float]:
    """Blue's chance is what red's leaves."""
    return {move: 1.0 + value for move, value in values.items()}


def decided_alone(position: Position, setting: Setting, aim: Aim) -> dict[int, float]:
    """The same where one plays alone, in red's seat."""
    solution = alone_solution_of(setting.plain() if aim == "points" else setting, aim)
    return values_alone(position, solution, odds_of_master(setting.master))


@lru_cache(maxsize=SOLUTIONS_KEPT)
def solution_of(setting: Setting, aim: Aim, most: int = DICE) -> Solution:
    """A duel's solution, as far as positions of at most so many dice are concerned."""
    ends = setting.values(aim)[outcomes().of]
    return solve(ends, odds_of_master(setting.master), most)


@lru_cache(maxsize=SOLUTIONS_KEPT)
def alone_solution_of(setting: Setting, aim: Aim) -> AloneSolution:
    ends = setting.values(aim)[outcomes().alone]
    return solve_alone(ends, odds_of_master(setting.master))
