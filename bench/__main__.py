"""`python -m bench`: measure everything, and write RESULTS.md, results.json and BATCH.md.

`--quick` measures a little of everything, and writes nothing.
"""

import argparse
import sys
from typing import Any

from . import arena, batch, machine, playouts, report, search, server, simulation, startup

KILLS_QUICK, KILLS = 5, 100


def measured(quick: bool) -> dict[str, Any]:
    sizes = playouts.QUICK if quick else playouts.FULL
    playouts.warm_up()
    return {
        "machine": machine.described(),
        "playouts": playouts.compare(sizes),
        "two_workers": playouts.two_workers(sizes),
        "simulation": simulation.measured(simulation.QUICK if quick else simulation.FULL),
        "search": search.measured(search.QUICK if quick else search.FULL),
        "arena": arena.measured(),
        "startup": startup.measured(sizes.rounds),
        "server": server.measured(KILLS_QUICK if quick else KILLS),
    }


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a short look; writes nothing")
    quick = parser.parse_args().quick
    results = measured(quick)
    learning = batch.page(batch.measured(batch.QUICK if quick else batch.FULL))
    if not quick:
        report.write(results)
        batch.PAGE.write_text(learning, "utf-8")
    print(report.page(results), learning, sep="\n")
    return (
        0 if playouts.largest_difference(results["playouts"]) < playouts.MOST_STANDARD_ERRORS else 1
    )


if __name__ == "__main__":
    sys.exit(main())
