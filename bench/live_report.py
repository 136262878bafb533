"""The page of `bench.live`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .machine import described
from .search import table

PAGE = Path(__file__).parent / "LIVE.md"
AIM_MEDIAN, AIM_P99 = 0.010, 0.050  # seconds, at 500 commands a second
AIM_MATCH = 40_000  # bytes
HEAD = (
    "",
    "flat out, commands a second",
    "aim",
    "of each round",
    "CPU a command",
    "CPU of the load",
    "at 500 a second: median",
    "99th percentile",
    "bytes a frame",
    "memory a match",
    "a connection",
)

Found = dict[str, Any]


def page(results: Found) -> str:
    runs, machine = results["runs"], described()
    rows = [row(name, found, results) for name, found in runs.items()]
    facts = ", ".join(machine[name] for name in ("CPU", "system", "Python"))
    return "\n".join(
        [
            "# Live matches under load",
            "",
            f"Written by `python -m bench.live`. {results['rooms']} matches at once, everybody with"
            " a connection of their own (two people a match; three in DiceRun), the server on one"
            f" core, the load on the other. {facts}; a load of {machine['load at the start']} at"
            " the end of the measurement, which itself makes about 2.",
            "",
            *table(HEAD, rows),
            "",
            *notes(results),
            "",
        ]
    )


def row(name: str, found: Found, results: Found) -> tuple[str, ...]:
    fast, at_a_pace = found["flat_out"], found["paced"]
    speed, aim = fast["commands_per_second"], results["aims"][name]
    return (
        name,
        f"{speed:,.0f}",
        "" if aim is None else f"{aim:,}: {'met' if speed >= aim else '**missed**'}",
        " ".join(f"{each:,.0f}" for each in results["all"][name]),
        f"{1e6 * fast['server_seconds_per_command']:,.0f} µs",
        f"{1e6 * fast['players_seconds_per_command']:,.0f} µs",
        milliseconds(at_a_pace["median_seconds"], AIM_MEDIAN),
        milliseconds(at_a_pace["p99_seconds"], AIM_P99),
        f"{found['frame_bytes']:,.0f}",
        f"{found['match_memory'] / 1000:,.0f} KB",
        f"{found['connection_memory'] / 1000:,.0f} KB",
    )


def milliseconds(seconds: float, aim: float) -> str:
    return f"{1000 * seconds:,.1f} ms" + ("" if seconds < aim else " (**missed**)")


def notes(results: Found) -> list[str]:
    return [
        f"The median of {results['rounds']} rounds in which all take turns. *Flat out*: in every"
        " match somebody acts as soon as all have seen what came before. The delays are under an"
        " open loop of 500 commands a second in all, from when one is due until everybody else has"
        f" the update; the aims are {1000 * AIM_MEDIAN:.0f} and {1000 * AIM_P99:.0f} ms. A command"
        " is a roll or a move. A race sends two frames for most of them, one for the move and one"
        " for the dice or cards that follow.",
        "",
        "Our server is that of `ludotheque serve`: every command is on disk (fsync) before it is"
        " answered, with fair dice and every check; only the limits by address are raised, because"
        " all clients have the same one. Machine code is compiled beforehand, and loaded by the"
        " server at the first match of a game, before the measurement begins: `bench.cold` has a"
        " server without any.",
        "",
        *beside_the_peer(results["runs"]),
        "Memory is what the server has grown by while it was made to work, with the frames and"
        f" buffers of a full load. `bench.commands` measures what belongs to a match itself, whose"
        f" aim is {AIM_MATCH / 1000:.0f} KB. A stored match of Level X takes"
        f" {results['bytes_per_match'] / 1000:.1f} KB of the database when it is over.",
    ]


def beside_the_peer(runs: dict[str, Found]) -> list[str]:
    """How many times as many commands we carry, by where the peer keeps its matches."""
    ours = runs["Level X over sockets"]["flat_out"]["commands_per_second"]
    shares = {
        kept: ours / runs[name]["flat_out"]["commands_per_second"]
        for kept in ("in files", "in memory")
        if (name := f"boardgame.io, a Level X, {kept}") in runs
    }
    if not shares:
        return []
    told = " and ".join(
        f"{share:.1f} times those of its matches {kept}" for kept, share in shares.items()
    )
    return [
        "boardgame.io keeps its matches in memory by default: nothing is on disk, and a server that"
        " stops loses them. *In files* is its own storage (FlatFile), which writes each match to a"
        " file, without fsync, after it has answered. It makes no sentences, lists no legal moves"
        f" and proves no dice. Our commands a second, in Level X over sockets, are {told}.",
        "",
    ]
