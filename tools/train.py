"""Train the weights of a game's evaluation by self-play, and write them into the game's folder.

python -m tools.train dicerun                         start from the initial weights
python -m tools.train dicerun --matches 6000 --seed 1 --rounds 2
python -m tools.train dicerun --further               start from the present weights
python -m tools.train dicerun --further --dry         one round, and write nothing
python -m tools.train dicerun --on ray                play on a Ray cluster

Each round plays with the weights of the one before, on the next seed. From the initial weights the
same seed gives the same result, wherever it is played.
"""

import argparse
import subprocess
import sys
from pathlib import Path

from rich.console import Console

import ludotheque
from ludotheque.arena.training import (
    TrainingResult,
    reset_weights,
    train,
    weights_file,
    write_weights,
)
from ludotheque.arena.workers.place import place
from ludotheque.cli.shared.progress import progress_bar
from ludotheque.core.errors import BadOption

MATCHES = 6_000
SEED = 1
ROUNDS = 2


def main(arguments: list[str] | None = None) -> int:
    given = parser().parse_args(arguments)
    try:
        return one_round(given) if given.dry or given.command else all_rounds(given)
    except BadOption as error:
        print(error, file=sys.stderr)
        return 2


def one_round(given: argparse.Namespace) -> int:
    """Train, report, and write the weights together with the command that made them."""
    game = ludotheque.game(given.game)
    console = Console(stderr=True, highlight=False)
    with progress_bar(console) as bar, place(given.on) as where:
        task = bar.add_task("playing", total=given.matches)
        result = train(
            game,
            given.matches,
            given.seed,
            lambda done: bar.advance(task, done),
            where.executor,
            where.workers or 1,
        )
    report(result)
    if not given.dry:
        write_weights(weights_file(game), result, given.command)
    return 0


def all_rounds(given: argparse.Namespace) -> int:
    """Run each round in a process of its own, because weights are compiled in."""
    game = ludotheque.game(given.game)
    path = weights_file(game)
    before = path.read_text("utf-8") if path.exists() else None
    if not given.further:
        reset_weights(game)
    for number in range(given.rounds):
        command = [sys.executable, "-m", "tools.train", given.game, "--command", command_of(given)]
        command += ["--matches", str(given.matches), "--seed", str(given.seed + number)]
        command += ["--on", given.on] if given.on else []
        failed = subprocess.run(command, check=False).returncode
        if failed:
            restore(path, before)
            return failed
    print(f"written: {path.name}")
    return 0


def restore(path: Path, before: str | None) -> None:
    """Restore the previous weights."""
    if before is not None:
        path.write_text(before, "utf-8")


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="python -m tools.train", description=__doc__)
    made.formatter_class = argparse.RawDescriptionHelpFormatter
    made.add_argument("game", choices=ludotheque.games())
    made.add_argument("--matches", type=int, default=MATCHES, help="a round (default: %(default)s)")
    made.add_argument("--seed", type=int, default=SEED, help="of the first round")
    made.add_argument("--rounds", type=int, default=ROUNDS)
    made.add_argument("--further", action="store_true", help="start from the present weights")
    made.add_argument("--dry", action="store_true", help="one round, and write nothing")
    made.add_argument("--on", metavar="PLACE", help="ray, or ray://HOST:PORT")
    made.add_argument("--command", help=argparse.SUPPRESS)
    return made


def command_of(given: argparse.Namespace) -> str:
    """The command that reproduces these weights."""
    further = " --further" if given.further else ""
    numbers = f"--matches {given.matches} --seed {given.seed} --rounds {given.rounds}"
    return f"python -m tools.train {given.game} {numbers}{further}"


def report(result: TrainingResult) -> None:
    print(f"{result.positions} positions sampled")
    print(
        f"log loss of held-out matches: {result.loss_before:.5f} by the old weights, "
        f"{result.loss_after:.5f} by the new ({result.gain:+.5f} better)"
    )


if __name__ == "__main__":
    sys.exit(main())
