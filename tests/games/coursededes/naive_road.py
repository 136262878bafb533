"""The road of the naive Course de dés: a list of groups from the lead, with "gap" between them."""

from collections.abc import Callable
from typing import Any

COLOURS = "gkbrv"
FACES = ["1", "2", "3", "4", "5", "6"]
GAP = "gap"
OBJECTIVES = [colour + face for colour in COLOURS for face in FACES]

Group = list[str]  # dice as texts: colour and value
Line = list[Any]  # groups and gaps, from the lead


def in_order(dice: Group) -> Group:
    return sorted(dice, key=OBJECTIVES.index)


def advanced(line: Line, matches: Callable[[str], bool]) -> Line:
    """DR-3, DR-4: front to back, each group's matching dice join what is directly ahead."""
    done: Line = []
    for place in line:
        if place == GAP:
            done.append(GAP)
            continue
        movers = [die for die in place if matches(die)]
        rest = [die for die in place if not matches(die)]
        if not done:
            done += [group for group in (movers, rest) if group]
            continue
        if movers and done[-1] == GAP:
            done[-1] = movers
        elif movers:
            done[-1] = done[-1] + movers
        if rest:
            done.append(rest)
    return done


def is_of(name: str) -> Callable[[str], bool]:
    """Dice of a colour or of a value."""
    return lambda die: name in die


def score(group: Group, objective: str, bonus: bool) -> int:
    """CD-10, CD-16"""
    points = 0
    for die in group:
        points += (die[0] == objective[0]) + (die[1] == objective[1])
        points += bonus and die == objective
    return points
