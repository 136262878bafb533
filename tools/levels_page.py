"""docs/LEVELS.md: the results of `tools.calibrate` as a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludotheque.arena.number_format import duration
from ludotheque.bots.levels import LEVELS
from ludotheque.core.language import Language

Data = dict[str, Any]
Rows = Sequence[tuple[str, ...]]

ENGLISH = Language.of("en")
MOST_SECONDS, MASTERS_MOST_SECONDS = 0.3, 2.0  # limits for a decision, and for the master's
NAMES = list(LEVELS)
PARTS = ("games", "playouts", "solvers")

INTRODUCTION = """# How strong the levels are

Written by `python -m tools.calibrate`, which plays tournaments between neighbouring levels;
`--games levelx` measures one game and keeps the others' results, `--solver` plays everybody against
the exact solver of MasterDés, `--playouts` plays the master against the same search with random
rollouts in place of the game's evaluation. With two players each has both seats on the same draws;
with more, one player of the higher level sits among players of the lower one, in every seat in
turn. The number of players is the smallest that the game allows, and options have their defaults
unless something else is said.

A level should win 60 % of the matches against the one below or, among more than two players, 1.3
times an even share. The beginner is also compared with random moves, and the master with the
beginner: the latter is the whole range that the three steps divide.
"""

REMARKS = {
    "trotteurs": "Nobody decides where trotters go. With manual vigilance signs have to be"
    " noticed, and a level is the probability of noticing: 25, 49, 73 or 97 %. To `random` all"
    " moves are equally likely, so it speaks up every other time, more often than a beginner."
    " Between two players, even one who notices everything won only 54.7 % of 4,000 matches against"
    " one who notices nothing: the rest is luck, and steps of 60 % are impossible.",
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
    lines += ["", steps_that_fit(found), ""]
    head = ("level", "decides by", "median time", "95th percentile", "maximum", "aim", "")
    lines += table(head, [times_row(name, found) for name in NAMES])
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


def steps_that_fit(found: Data) -> str:
    """Say whether three steps of the aimed size fit between the lowest and the highest level."""
    seats, ends = found["seats"], found["ends"][-1]
    even, most = (even_step(ends[end], seats, len(found["steps"])) for end in ("share", "high"))
    aim = found["steps"][0]["aim"]
    said = f"Three even steps between the ends would be {percent(even)} each"
    return f"{said}." if most >= aim else f"{said}: steps of {percent(aim)} do not fit in between."


def even_step(whole: float, seats: int, steps: int) -> float:
    """The share that each step would have if all steps were equal, by Luce's choice axiom."""
    whole = min(max(whole, 1e-6), 1 - 1e-6)
    strength = float((whole / (1 - whole) * (seats - 1)) ** (1 / steps))
    return strength / (strength + seats - 1)


def times_row(name: str, found: Data) -> tuple[str, ...]:
    times = found["decision_times"][name]
    most = MASTERS_MOST_SECONDS if name == NAMES[-1] else MOST_SECONDS
    written = [duration(times[each], ENGLISH) for each in ("median", "p95", "maximum")]
    met = "met" if times["maximum"] < most else "**missed**"
    return (name, found["descriptions"][name], *written, f"{most:g} s", met)


def playouts_section(found: Data) -> list[str]:
    """The master against as many iterations without an evaluation, and the time of both."""
    rows = [(*step_row(duel), *time_row(duel)) for duel in found["duels"]]
    head = ("", "matches", "share", "95 %", "aim", "", "time of a move", "with rollouts", "")
    return [
        f"## The evaluation of {found['title']} against random rollouts",
        "",
        f"{found['seats']} players, the same number of iterations. The evaluation should take no"
        " more time.",
        "",
        *table(head, rows),
        "",
        *[said for duel in found["duels"] for said in against_one(duel, found["seats"])],
        circumstances(found),
    ]


def against_one(duel: Data, seats: int) -> list[str]:
    """With more than two seats, say what the share is against a single rival."""
    if seats == 2:
        return []
    share, aim = (between_two(duel[each], seats) for each in ("share", "aim"))
    return [
        f"By Luce's choice axiom, {percent(duel['share'])} among {seats} are {percent(share)}"
        f" of the victories over any one of them, and the aim would be {percent(aim)}.",
        "",
    ]


def between_two(share: float, seats: int) -> float:
    """Convert a share among `seats` players to one between two, by Luce's choice axiom."""
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
    said = "Nobody should do better than the solver: no interval should lie above 50 %."
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
