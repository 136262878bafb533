"""Calibration of the levels: tournaments that measure how far apart they are.

python -m tools.calibrate                  every game: writes docs/LEVELS.md and docs/levels.json
python -m tools.calibrate --games levelx   one game; the figures of the others stay
python -m tools.calibrate --solver         every other bot against the games' exact solvers
python -m tools.calibrate --playouts       the master against its search without an evaluation
python -m tools.calibrate --quick          a little of everything; writes nothing
python -m tools.calibrate --on ray         on a Ray cluster; the results are the same

After Ctrl-C, the same command goes on where it was interrupted.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console

import ludotheque
from bench import machine
from ludotheque.arena import referee
from ludotheque.arena.intervals import share
from ludotheque.arena.journal import Journal
from ludotheque.arena.outcome import Outcome
from ludotheque.arena.simulation import available_cores
from ludotheque.arena.tournament import Tournament, played
from ludotheque.arena.workers.place import Place, place
from ludotheque.bots import BOTS
from ludotheque.bots.levels import LEVELS, Level, searches
from ludotheque.cli.shared.interrupt import deferred_interrupt
from ludotheque.cli.shared.progress import progress_bar
from ludotheque.core.default_evaluation import is_default
from ludotheque.core.folders import data_root
from ludotheque.core.game import Game
from ludotheque.core.version import __version__

from . import levels_page
from .decision_times import decision_times

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGE, DATA = DOCS / "LEVELS.md", DOCS / "levels.json"

SEED = 1
MATCHES, QUICK_MATCHES = 2_000, 24
SOLVER_MATCHES, QUICK_SOLVER_MATCHES = 10_000, 24
DECISIONS, QUICK_DECISIONS = 300, 10
TRIALS = 2  # matches from which the time of the others is estimated

NAMES = list(LEVELS)
STEPS = [(higher, lower) for lower, higher in pairwise(NAMES)]
#: Further comparisons: a beginner against random moves, and the highest level against the lowest.
ENDS = [(NAMES[0], "random"), (NAMES[-1], NAMES[0])]

#: Measures an evaluation: the master's share against the same search without the evaluation.
WITHOUT_EVALUATION, EVALUATION_AIM = "playouts", 0.65

Data = dict[str, Any]
Plan = list[tuple[Game, "list[Step]"]]


@dataclass(frozen=True)
class Step:
    """A comparison of two players, of which the first should be the stronger one."""

    tournament: Tournament
    aim: float | None  # the share of the victories that the first player should reach

    @property
    def name(self) -> str:
        one, other = self.tournament.entrants
        return f"{self.tournament.game.id}: {one} – {other}"

    def measured(self, outcome: Outcome) -> Data:
        one, other = outcome.entrants
        found = share(outcome.of_entrant(outcome.wins, 0), np.ones(len(outcome)), outcome.deals)
        return {
            "one": one,
            "other": other,
            "matches": len(outcome),
            "share": found.value,
            "low": found.low,
            "high": found.high,
            "aim": self.aim,
            "seconds_a_move": [outcome.seconds_a_move(entrant) for entrant in (0, 1)],
        }


def aim_of(seats: int) -> float:
    """The share to reach: 60 % with two seats; with more, 1.3 times an even share."""
    return 0.6 if seats == 2 else 1.3 / seats


def options_of(game: Game) -> Data:
    """The options that enable reaction windows, if the game has them; else the defaults."""
    return dict(game.reactions.OPTIONS)


def step_of(game: Game, pair: tuple[str, str], matches: int, aim: float | None) -> Step:
    seats = game.players[0]
    whole = -(-matches // seats) * seats  # rounded up to complete deals
    options = options_of(game)
    return Step(Tournament.of(game, pair, whole, SEED, lone=True, options=options), aim)


def steps_of(game: Game, matches: int) -> list[Step]:
    """The steps from level to level, and with fewer matches those of ENDS."""
    aim = aim_of(game.players[0])
    steps = [step_of(game, pair, matches, aim) for pair in STEPS]
    return steps + [step_of(game, pair, max(matches // 5, 1), None) for pair in ENDS]


def solver_steps(game: Game, matches: int) -> list[Step]:
    """Every other bot against the solver, which plays as the master."""
    others = [name for name in BOTS if name != NAMES[-1]]
    return [step_of(game, (other, NAMES[-1]), matches, None) for other in others]


def evaluation_steps(game: Game, matches: int) -> list[Step]:
    """The master against the same search with random rollouts."""
    return [step_of(game, (NAMES[-1], WITHOUT_EVALUATION), matches, EVALUATION_AIM)]


def uses_evaluation(game: Game) -> bool:
    """Whether the master searches in this game, and with an evaluation."""
    if game.reactions.OPTIONS or is_default(game.evaluation.win_probability):
        return False
    return searches(LEVELS["maître"], game)


# ---- Playing -----------------------------------------------------------------------------------


class StepRunner:
    """Plays the steps; journals keep their matches until the report is written."""

    def __init__(self, folder: Path, where: Place) -> None:
        self.folder = folder
        self.executor = where.executor
        self.workers = where.workers or available_cores()
        self.console = Console(stderr=True, highlight=False, soft_wrap=True)

    def print_estimate(self, plan: Plan) -> None:
        """Print how long the plan will take."""
        whole = 0.0
        for game, steps in plan:
            work = sum(map(self._remaining_seconds, steps)) / self.workers
            self.console.print(f"{game.id}: {work / 60:.1f} min expected")
            whole += work
        self.console.print(f"in all: {whole / 60:.0f} min on {self.workers} core(s)")

    def play(self, steps: Sequence[Step]) -> Iterator[tuple[Step, Outcome]]:
        """Every step's outcome, with a progress bar that counts seconds of work."""
        costs = [self._remaining_seconds(step) for step in steps]
        with progress_bar(self.console) as bar, deferred_interrupt() as obey_interrupt:
            task = bar.add_task("", total=round(sum(costs)))
            for step, cost in zip(steps, costs, strict=True):
                bar.update(task, description=step.name)
                each, begin = cost / max(self._missing(step), 1), time.monotonic()

                def advance(done: int, each: float = each) -> None:
                    obey_interrupt()
                    bar.advance(task, each * done)

                outcome = self._played(step, advance)
                seconds = time.monotonic() - begin
                self.console.print(f"{step.name}: {len(outcome):,} matches, {seconds:.0f} s")
                yield step, outcome

    def _remaining_seconds(self, step: Step) -> float:
        """The time that the rest of a step takes on one core, estimated from a few matches."""
        tournament = step.tournament
        with Journal(self.folder, tournament) as journal:
            if not journal.results:
                referee.warm_up(tournament.game, tournament.entrants)
                for match in range(min(TRIALS, len(tournament.schedule))):
                    journal.add(referee.play(tournament, tournament.schedule.fixture(match)))
            thinking = [sum(result.seconds) for result in journal.results]
            left = len(tournament.schedule) - len(journal)
        return left * sum(thinking) / len(thinking)

    def _missing(self, step: Step) -> int:
        with Journal(self.folder, step.tournament) as journal:
            return len(step.tournament.schedule) - len(journal)

    def _played(self, step: Step, advance: Callable[[int], None]) -> Outcome:
        with Journal(self.folder, step.tournament) as journal:
            found = played(step.tournament, journal, self.workers, self.executor, advance)
            return found.in_memory()

    def forget(self, steps: Sequence[Step]) -> None:
        """Delete the journals of these steps: they are in the report."""
        for step in steps:
            with Journal(self.folder, step.tournament) as journal:
                journal.forget()


# ---- The report --------------------------------------------------------------------------------


def circumstances(game: Game) -> Data:
    return {
        "game": game.id,
        "title": game.title,
        "seats": game.players[0],
        "options": options_of(game),
        "date": datetime.now(UTC).date().isoformat(),
        "version": __version__,
        "machine": machine.described(),
    }


def description_of(level: Level, game: Game) -> str:
    """How a level decides in this game."""
    if game.reactions.OPTIONS:
        return f"notices {100 * level.attention:.0f} %"
    if level.name == NAMES[-1] and game.solver is not None:
        return "the exact solver"
    if level.iterations:
        return f"{level.iterations_in(game):,} iterations, {rollout_text(level, game)}"
    return level.sentence.en.lower().rstrip(".")


def rollout_text(level: Level, game: Game) -> str:
    """How rollouts are played."""
    if level.uses_random_rollouts_in(game):
        return "random rollouts"
    return f"rollout depth {level.rollout_depth_in(game)}"


def measured_levels(game: Game, runner: StepRunner, steps: list[Step], decisions: int) -> Data:
    measured = [step.measured(outcome) for step, outcome in runner.play(steps)]
    return {
        **circumstances(game),
        "steps": measured[: len(STEPS)],
        "ends": measured[len(STEPS) :],
        "descriptions": {name: description_of(level, game) for name, level in LEVELS.items()},
        "decision_times": decision_times(game, options_of(game), NAMES, decisions),
    }


def measured_duels(game: Game, runner: StepRunner, steps: list[Step]) -> Data:
    return {
        **circumstances(game),
        "duels": [step.measured(outcome) for step, outcome in runner.play(steps)],
    }


def read() -> Data:
    """All results so far."""
    kept = json.loads(DATA.read_text("utf-8")) if DATA.exists() else {}
    return {part: kept.get(part, {}) for part in levels_page.PARTS}


def write(part: str, game: Game, found: Data) -> None:
    """Replace one game's results, and rewrite the page."""
    data = read()
    data[part] = dict(sorted({**data[part], game.id: found}.items()))
    DATA.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", "utf-8")
    PAGE.write_text(levels_page.page(data), "utf-8")


def parsed(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tools.calibrate",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    names = ludotheque.games()
    parser.add_argument("--games", nargs="+", choices=names, default=names, metavar="GAME")
    parser.add_argument("--matches", type=int, help=f"of each step (default: {MATCHES:,})")
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument("--solver", action="store_true", help="the exact solvers instead")
    instead.add_argument("--playouts", action="store_true", help="the worth of evaluations instead")
    parser.add_argument(
        "--quick", action="store_true", help="a little of everything; writes nothing"
    )
    parser.add_argument("--workers", type=int, help="default: all cores")
    parser.add_argument("--on", metavar="PLACE", help="ray, or ray://HOST:PORT")
    parser.add_argument(
        "--state", type=Path, default=data_root() / "arena", help="where matches are kept meanwhile"
    )
    return parser.parse_args(arguments)


def plan_of(asked: argparse.Namespace) -> Plan:
    """The games, and the steps of each."""
    games = [ludotheque.game(name) for name in asked.games]
    if asked.solver:
        matches = asked.matches or (QUICK_SOLVER_MATCHES if asked.quick else SOLVER_MATCHES)
        solved = [game for game in games if game.solver is not None]
        return [(game, solver_steps(game, matches)) for game in solved]
    matches = asked.matches or (QUICK_MATCHES if asked.quick else MATCHES)
    if asked.playouts:
        return [(game, evaluation_steps(game, matches)) for game in games if uses_evaluation(game)]
    return [(game, steps_of(game, matches)) for game in games]


def run(asked: argparse.Namespace) -> None:
    with place(asked.on, asked.workers) as where:
        calibrate(asked, StepRunner(asked.state, where))


def calibrate(asked: argparse.Namespace, runner: StepRunner) -> None:
    plan = plan_of(asked)
    part = "solvers" if asked.solver else "playouts" if asked.playouts else "games"
    decisions = QUICK_DECISIONS if asked.quick else DECISIONS
    runner.print_estimate(plan)
    for game, steps in plan:
        if part != "games":
            found = measured_duels(game, runner, steps)
        else:
            found = measured_levels(game, runner, steps, decisions)
        if asked.quick:
            print("\n".join(levels_page.section(part, found)))
        else:
            write(part, game, found)
        runner.forget(steps)


def main(arguments: list[str] | None = None) -> int:
    try:
        run(parsed(arguments))
    except KeyboardInterrupt:
        print(
            "Interrupted. The matches played are kept: the same command goes on.", file=sys.stderr
        )
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
