"""docs/LEVELS.md: what `tools.calibrate` has measured, as a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludotheque.arena.number_format import duration
from ludotheque.bots.levels import LEVELS
from ludotheque.core.language import Language

Data = dict[str, Any]
Rows = Sequence[tuple[str, ...]]

ENGLISH = Language.of("en")
QUICKLY, MASTERLY = 0.3, 2.0  # seconds that a decision may take; the master's
NAMES = list(LEVELS)
PARTS = ("games", "playouts", "solvers")

INTRODUCTION = """# How strong the levels are

Written by `python -m tools.calibrate`, which plays every step anew; `--games levelx` measures one
game and leaves the others' figures, `--solver` plays MasterDés' exact solver against everybody,
`--playouts` the master against the same search with random playouts in place of the game's advice.
The players are those of any table. Of two seats both have each on the same draws; at larger tables
one of the higher level sits among the lower one, in every seat by turns. The number of players is
the smallest that the game allows, options are the usual ones where nothing else is said.

A level should have 60 % of the victories against the one below or, among more than two players,
1.3 times its due. The beginner is also compared with a player who makes any move, and the master
with the beginner: that is all there is to divide into three steps.
"""

REMARKS = {
    "trotteurs": "Nobody decides where trotters go. With manual vigilance signs have to be"
    " noticed, and a level is how often it notices: 25, 49, 73 or 97 times of a hundred. Any move"
    " is as likely to `random`, which therefore speaks up every other time, more often than a"
    " beginner. Between two players, even one who notices everything won only 54.7 % of 4,000"
    " matches against one who notices nothing: luck does the rest, and steps of 60 % cannot be.",
    "masterdes": "The master is the exact solver of duels.",
}


def page(data: Data) -> str:
    lines = [INTRODUCTION]
    for part in PARTS:
        for found in data[part].values():
            lines += [*section(part, found), ""]
    return "\n".join(lines).rstrip() + "\n"


def section(part: str, found: Data) -> list[str]:
    sections = {"games": game_section, "playouts": playouts_section, "solvers": solver_section}
    return sections[part](found)


def game_section(found: Data) -> list[str]:
    lines = [f"## {found['title']}", "", *remarks(found)]
    lines += table(("", "matches", "share", "95 %", "aim", ""), [*map(step_row, found["steps"])])
    lines += [
        "",
        *table(("to compare", "matches", "share", "95 %"), [*map(end_row, found["ends"])]),
    ]
    lines += ["", room(found), ""]
    head = ("level", "sees", "time of a decision", "95 of 100 below", "slowest", "aim", "")
    lines += table(head, [pace_row(name, found) for name in NAMES])
    return [*lines, "", circumstances(found)]


def remarks(found: Data) -> list[str]:
    named = [f"`{name}={value}`" for name, value in found["options"].items()]
    players = f"{found['seats']} players{', ' if named else ''}{', '.join(named)}."
    return [f"{players} {REMARKS.get(found['game'], '')}".strip(), ""]


def step_row(step: Data) -> tuple[str, ...]:
    met = "met" if step["share"] >= step["aim"] else "**missed**"
    return (*end_row(step), percent(step["aim"]), met)


def end_row(step: Data) -> tuple[str, ...]:
    return (
        f"{step['one']} against {step['other']}",
        f"{step['matches']:,}",
        percent(step["share"]),
        f"{100 * step['low']:.1f} … {100 * step['high']:.1f}",
    )


def room(found: Data) -> str:
    """Whether three steps as high as they should be fit between the ends, for all one knows."""
    seats, ends = found["seats"], found["ends"][-1]
    even, most = (even_step(ends[end], seats, len(found["steps"])) for end in ("share", "high"))
    aim = found["steps"][0]["aim"]
    said = f"Three even steps between the ends would be {percent(even)} each"
    return f"{said}." if most >= aim else f"{said}: steps of {percent(aim)} do not fit in between."


def even_step(whole: float, seats: int, steps: int) -> float:
    """The share that a step would have, if all were alike, by Luce's model of a table."""
    whole = min(max(whole, 1e-6), 1 - 1e-6)
    strength = float((whole / (1 - whole) * (seats - 1)) ** (1 / steps))
    return strength / (strength + seats - 1)


def pace_row(name: str, found: Data) -> tuple[str, ...]:
    pace, aim = found["paces"][name], MASTERLY if name == NAMES[-1] else QUICKLY
    times = [duration(pace[each], ENGLISH) for each in ("median", "rarely", "slowest")]
    met = "met" if pace["slowest"] < aim else "**missed**"
    return (name, found["sights"][name], *times, f"{aim:g} s", met)


def playouts_section(found: Data) -> list[str]:
    """The master against as many iterations without advice; and the time that both took."""
    rows = [(*step_row(duel), *time_row(duel)) for duel in found["duels"]]
    head = ("", "matches", "share", "95 %", "aim", "", "a move takes", "by playouts", "")
    return [
        f"## What the advice of {found['title']} is worth",
        "",
        f"{found['seats']} players, the same number of iterations. It should take no more time.",
        "",
        *table(head, rows),
        "",
        *[said for duel in found["duels"] for said in against_one(duel, found["seats"])],
        circumstances(found),
    ]


def against_one(duel: Data, seats: int) -> list[str]:
    """At larger tables, what a share says about each of the rivals."""
    if seats == 2:
        return []
    share, aim = (between_two(duel[each], seats) for each in ("share", "aim"))
    return [
        f"By Luce's model of a table, {percent(duel['share'])} among {seats} are {percent(share)}"
        f" of the victories over any one of them, and the aim would be {percent(aim)}.",
        "",
    ]


def between_two(share: float, seats: int) -> float:
    """The share against one rival of who has this one against all, by the same model."""
    return share * (seats - 1) / (share * (seats - 1) + 1 - share)


def time_row(duel: Data) -> tuple[str, ...]:
    own, others = duel["seconds_a_move"]
    met = "met" if own <= others else f"**{own / others:.1f} times as long**"
    return (duration(own, ENGLISH), duration(others, ENGLISH), met)


def solver_section(found: Data) -> list[str]:
    rows = [
        (
            duel["one"],
            f"{duel['matches']:,}",
            percent(duel["share"]),
            f"{100 * duel['low']:.2f} … {100 * duel['high']:.2f}",
            "met" if duel["low"] <= 0.5 else "**missed**",
        )
        for duel in found["duels"]
    ]
    said = "Nobody should do better than the solver: the lower end of no interval is above 50 %."
    head = ("against the solver", "matches", "share", "95 %", "")
    return [
        f"## The solver of {found['title']}",
        "",
        said,
        "",
        *table(head, rows),
        "",
        circumstances(found),
    ]


def circumstances(found: Data) -> str:
    facts = found["machine"]
    tools = f"Python {facts['Python']}, numba {facts['numba']}, numpy {facts['numpy']}"
    return f"{found['date']}, ludotheque {found['version']}, {facts['CPU']}, {tools}."


def percent(value: float) -> str:
    return f"{100 * value:.1f} %"


def table(head: tuple[str, ...], rows: Rows) -> list[str]:
    lines = [head, tuple("---" for _ in head), *rows]
    return [f"| {' | '.join(line)} |" for line in lines]
