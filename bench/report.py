"""The results as a table for people and as data for programs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from . import search, simulation
from .playouts import CPP, MOST_STANDARD_ERRORS, OURS, PLAIN, largest_difference

HERE = Path(__file__).parent
TABLE, DATA = HERE / "RESULTS.md", HERE / "results.json"

AIMS = {PLAIN: 60.0, CPP: 0.7}
AIM_WORKERS = 1.8
AIM_SECONDS = 1.0
MISSING = "not measured"


def write(results: dict[str, Any]) -> None:
    TABLE.write_text(page(results), "utf-8")
    DATA.write_text(json.dumps(results, indent=2, ensure_ascii=False) + "\n", "utf-8")


def page(results: dict[str, Any]) -> str:
    return "\n".join(
        [
            "# Benchmarks",
            "",
            "Written by `make bench`. Ratios carry over to other machines better than speeds do.",
            "",
            *table(("machine", ""), list(results["machine"].items())),
            "",
            "## Against the aims",
            "",
            *table(("what", "measured", "aim", ""), verdicts(results)),
            "",
            "## Random matches of Level X, four players, one core",
            "",
            *table(("player", "turns a second", "matches", "mean length"), speeds(results)),
            "",
            agreement(results["playouts"]),
            "",
            "CPU time, the rules compiled beforehand, the best of several rounds in which all take"
            " turns. Plain Python is `plain_levelx.py`; C++ is `levelx.cpp`, compiled with -O3."
            " Two workers are timed by the clock. Starts are medians of fresh processes, the"
            " interpreter's own start included; *just installed* means without bytecode of the"
            " package and with an empty cache.",
            "",
            *simulation.section(results["simulation"]),
            "",
            *search.section(results["search"], results["arena"]),
            "",
            "Live matches under load: [LIVE.md](LIVE.md).",
            "",
        ]
    )


def table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> list[str]:
    lines = [head, tuple("---" for _ in head), *rows]
    return [f"| {' | '.join(line)} |" for line in lines]


def verdicts(results: dict[str, Any]) -> list[tuple[str, ...]]:
    ratios = results["playouts"]["ratios"]
    rows = [
        verdict(f"our speed against {name}", ratios.get(name), aim, "times", at_least=True)
        for name, aim in AIMS.items()
    ]
    workers = results["two_workers"]
    rows.append(verdict("two workers against one", workers, AIM_WORKERS, "times", at_least=True))
    rows += [
        verdict(name, seconds, AIM_SECONDS, "s", at_least=False)
        for name, seconds in results["startup"].items()
    ]
    return rows + served(results["server"])


def served(server: dict[str, Any]) -> list[tuple[str, ...]]:
    ready, page = server["ready_seconds"], 1000 * server["first_page_seconds"]
    size = server["first_page_bytes"] / 1000
    return [
        verdict("server, from the command to its first page", ready, 1.5, "s", at_least=False),
        verdict(
            "the same in processor time",
            server.get("ready_processor_seconds"),
            1.5,
            "s",
            at_least=False,
        ),
        verdict("first page, once the server runs", page, 100, "ms", at_least=False),
        verdict("first page with all it loads, as sent", size, 80, "KB", at_least=False),
        (f"{server['kills']} × kill -9 under a stream of moves", server["kills_said"], "", ""),
    ]


def verdict(
    what: str, value: float | None, aim: float, unit: str, *, at_least: bool
) -> tuple[str, ...]:
    aimed = f"{'at least' if at_least else 'below'} {aim:g} {unit}"
    if value is None:
        return what, MISSING, aimed, ""
    met = value >= aim if at_least else value < aim
    digits = 3 if value < 1 else 2 if value < 10 else 0  # 0.696 must not be shown as a missed 0.70
    return what, f"{value:.{digits}f} {unit}", aimed, "met" if met else "**missed**"


def speeds(results: dict[str, Any]) -> list[tuple[str, ...]]:
    playouts = results["playouts"]
    rows: list[tuple[str, ...]] = [
        (
            name,
            f"{speed / 1e6:.{3 if speed < 1e6 else 1}f} million",
            f"{playouts['games'][name]:,}",
            f"{playouts['means'][name]['length']:.2f} turns",
        )
        for name, speed in playouts["turns_per_second"].items()
    ]
    if CPP not in playouts["ratios"]:
        rows.append((CPP, f"{MISSING}: no compiler", "", ""))
    return rows


def agreement(playouts: dict[str, Any]) -> str:
    """Say whether the implementations agree statistically, and so play the same game."""
    apart = largest_difference(playouts)
    names = [OURS, *playouts["ratios"]]
    what = f"mean length, mean score and share of wins of every seat ({' · '.join(names)})"
    if apart < MOST_STANDARD_ERRORS:
        return f"All play the same game: {what} agree within {apart:.1f} standard errors."
    return f"**Not the same game**: {what} lie up to {apart:.1f} standard errors apart."
