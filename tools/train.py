"""Train the weights of a game's evaluation by self-play, and write them into the game's folder.

python -m tools.train dicerun                         start from the initial weights
python -m tools.train dicerun --matches 6000 --seed 1 --rounds 2
python -m tools.train dicerun --further               start from the present weights
python -m tools.train dicerun --further --dry         one round, and write nothing
python -m tools.train dicerun --on ray                play on a Ray cluster

Each round plays with the weights of the one before, on the next seed. From the initial weights the
same seed gives the same result, wherever it is played. An interrupted training leaves the weights
as they were, and goes on when the same command is given again; so does one that was killed, which
leaves whatever weights it had come to.
"""

import argparse
import hashlib
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import filelock
from rich.console import Console

import ludotheque
from ludotheque.arena.journal import sweep
from ludotheque.arena.training import (
    TrainingResult,
    features_of,
    reset_weights,
    train,
    weights_file,
    write_weights,
)
from ludotheque.arena.workers.place import place
from ludotheque.cli.shared.progress import progress_bar
from ludotheque.core.atomic import write_text_atomically
from ludotheque.core.errors import BadOption
from ludotheque.core.folders import data_root

MATCHES = 6_000
SEED = 1
ROUNDS = 2


def main(arguments: list[str] | None = None) -> int:
    given = parser().parse_args(arguments)
    try:
        if given.command:
            return one_round(given, given.state)
        features_of(ludotheque.game(given.game))
        with samples_of(given) as folder:
            return one_round(given, folder) if given.dry else all_rounds(given, folder)
    except BadOption as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        if not given.command:
            print("Interrupted. The same command goes on.", file=sys.stderr)
        return 130


@contextmanager
def samples_of(given: argparse.Namespace) -> Iterator[Path]:
    """A folder for what this command has played, kept from other processes; gone if all is well."""
    asked = f"{command_of(given)}{' --dry' if given.dry else ''}"
    folder = given.state / hashlib.sha256(asked.encode()).hexdigest()[:20]
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with filelock.FileLock(folder.with_suffix(".lock"), blocking=False):
            sweep(given.state)
            yield folder
            shutil.rmtree(folder)
    except filelock.Timeout:
        raise BadOption("this training is under way in another process") from None


def one_round(given: argparse.Namespace, folder: Path) -> int:
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
            folder,
        )
    report(result)
    if not given.dry:
        write_weights(weights_file(game), result, given.command)
    return 0


def all_rounds(given: argparse.Namespace, folder: Path) -> int:
    """Run each round in a process of its own, because weights are compiled in.

    The rounds that a killed training had finished are not played again: from the same weights they
    need the same positions, which are in the folder.
    """
    game = ludotheque.game(given.game)
    path = weights_file(game)
    if not path.exists():
        reset_weights(game)
    before = weights_before(path, folder)
    if given.further:
        path.write_text(before, "utf-8")
    else:
        reset_weights(game)
    try:
        for number in range(given.rounds):
            subprocess.run(round_command(given, number, folder), check=True)
    except (KeyboardInterrupt, subprocess.CalledProcessError) as problem:
        path.write_text(before, "utf-8")
        if isinstance(problem, subprocess.CalledProcessError) and problem.returncode != 130:
            raise SystemExit(problem.returncode) from None
        raise KeyboardInterrupt from None
    print(f"written: {path.name}")
    return 0


def round_command(given: argparse.Namespace, number: int, folder: Path) -> list[str]:
    command = [sys.executable, "-m", "tools.train", given.game, "--command", command_of(given)]
    command += ["--matches", str(given.matches), "--seed", str(given.seed + number)]
    command += ["--state", str(folder)]
    return command + (["--on", given.on] if given.on else [])


def weights_before(path: Path, folder: Path) -> str:
    """The weights before this training, also if it was killed and had changed them."""
    kept = folder / path.name
    if not kept.exists():
        write_text_atomically(kept, path.read_text("utf-8"))
    return kept.read_text("utf-8")


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
    made.add_argument(
        "--state", type=Path, default=data_root() / "arena", help="where matches are kept meanwhile"
    )
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
