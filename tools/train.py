"""Let a game's advice learn from matches against itself, and keep what it learned.

python -m tools.train dicerun                         learn, examine, write the weights anew
python -m tools.train dicerun --matches 20000 --seed 1 --rounds 3
python -m tools.train dicerun --dry                   the same without writing

Each round plays with the weights of the one before. The same seed gives the same weights.
"""

import argparse
import subprocess
import sys

import ludotheque
from ludotheque.arena.training import Lesson, train, weights_file, write_weights
from ludotheque.core.errors import BadOption

MATCHES = 12_000
SEED = 1
ROUNDS = 2


def main(arguments: list[str] | None = None) -> int:
    given = parser().parse_args(arguments)
    if given.rounds > 1 and not given.dry:
        return later_rounds(given)
    try:
        lesson = train(ludotheque.game(given.game), given.matches, given.seed, Dots())
    except BadOption as error:
        print(f"\n{error}", file=sys.stderr)
        return 2
    print()
    report(lesson)
    if not given.dry:
        path = weights_file(ludotheque.game(given.game))
        write_weights(path, lesson, command_of(given))
        print(f"written: {path.name}")
    return 0


def later_rounds(given: argparse.Namespace) -> int:
    """A round in a process of its own each: weights are read, and compiled in, once a process."""
    for number in range(given.rounds):
        command = [sys.executable, "-m", "tools.train", given.game, "--rounds", "1"]
        command += ["--matches", str(given.matches), "--seed", str(given.seed + number)]
        done = subprocess.run(command, check=False)
        if done.returncode:
            return done.returncode
    return 0


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="python -m tools.train", description=__doc__)
    made.formatter_class = argparse.RawDescriptionHelpFormatter
    made.add_argument("game", choices=ludotheque.games())
    made.add_argument("--matches", type=int, default=MATCHES, help="a round (default: %(default)s)")
    made.add_argument("--seed", type=int, default=SEED, help="of the first round")
    made.add_argument("--rounds", type=int, default=ROUNDS)
    made.add_argument("--dry", action="store_true", help="write nothing")
    return made


def command_of(given: argparse.Namespace) -> str:
    numbers = f"--matches {given.matches} --seed {given.seed} --rounds 1"
    return f"python -m tools.train {given.game} {numbers}"


def report(lesson: Lesson) -> None:
    print(f"{lesson.positions} positions noted")
    print(
        f"log loss of matches set aside: {lesson.loss_before:.5f} by the old weights, "
        f"{lesson.loss_after:.5f} by the new ({lesson.gain:+.5f} better)"
    )


class Dots:
    """A dot for every thousand matches."""

    def __init__(self) -> None:
        self.done = 0

    def __call__(self, matches: int) -> None:
        before, self.done = self.done, self.done + matches
        print("." * (self.done // 1000 - before // 1000), end="", flush=True)


if __name__ == "__main__":
    sys.exit(main())
