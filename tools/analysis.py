"""Figures about the games, each from one command that reproduces it.

python -m tools.analysis            write docs/ANALYSIS.md anew, every figure
python -m tools.analysis signs      print one of them: length, seats, signs, faces, zones
"""

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

import ludotheque

PAGE = Path(__file__).resolve().parent.parent / "docs" / "ANALYSIS.md"
SEED = 1
MATCHES = 400_000
EXPERT_MATCHES = 2_000

Table = list[list[str]]


def length() -> Table:
    """How long a game of Les Trotteurs lasts, by the number of players."""
    rows = [["players", "throws on average", "one game in ten is shorter than", "longer than"]]
    for players in range(2, 7):
        run = ludotheque.simulate("trotteurs", players, MATCHES, SEED)
        short, long = np.percentile(run.lengths, [10, 90])
        rows.append([str(players), f"{run.lengths.mean():.2f}", f"{short:.0f}", f"{long:.0f}"])
    return rows


def seats() -> Table:
    """Whether the seat matters in Les Trotteurs: each seat's share of the victories."""
    rows = [["players", "shares by seat", "standard error"]]
    for players in range(2, 7):
        run = ludotheque.simulate("trotteurs", players, MATCHES, SEED)
        shares = run.shares.mean(axis=0)
        error = np.sqrt((1 / players) * (1 - 1 / players) / MATCHES)
        listed = " · ".join(f"{share:.2%}" for share in shares)
        rows.append([str(players), listed, f"{error:.2%}"])
    return rows


def signs() -> Table:
    """What each sign is worth: the same game, four players, with one kind taken off the boards."""
    rows = [["boards", "throws on average", "the winner's gain on average"]]
    edition = ludotheque.game("trotteurs").edition
    kinds = {"as printed": "", "without triangles": "T", "without squares": "S"}
    for name, letter in {**kinds, "without pentagons": "P", "without any": "TSP"}.items():
        bands = {
            key: without(value, letter) if key.startswith("band_") else value
            for key, value in edition.items()
        }
        run = ludotheque.simulate("trotteurs", 4, MATCHES, SEED, edition=bands)
        gain = run.scores.max(axis=1).mean()
        rows.append([name, f"{run.lengths.mean():.2f}", f"{gain:.1f}"])
    return rows


def without(band: str, letters: str) -> str:
    return "".join("-" if letter in letters else letter for letter in band)


def faces() -> Table:
    """What each face of the MasterDé is worth if it falls first, against the average of the other.

    In points of the duel, both playing best: from the exact solver.
    """
    from ludotheque.core.typography import with_minus
    from ludotheque.games.masterdes import solver_report
    from ludotheque.games.masterdes.duel import DICE, MASTER_KINDS
    from ludotheque.games.masterdes.duel_solver.hand_indexing import master_distribution
    from ludotheque.games.masterdes.narration import master_word
    from ludotheque.games.masterdes.rules import FIRST
    from ludotheque.games.masterdes.solver import context_of, solution_of

    game = ludotheque.game("masterdes")
    context = solver_report.without_match(context_of(game.start(2).view(0)))
    solution, odds = solution_of(context, "points"), master_distribution(context.master)
    means = solver_report.means_by_master(solution.after[FIRST][DICE]) @ odds[:MASTER_KINDS]
    words = game.language("en")
    rows = [
        [master_word(face, words), with_minus(f"{means[face]:+.2f}")]
        for face in range(MASTER_KINDS)
    ]
    return [["face", "lead in points"], *rows]


def zones() -> Table:
    """How often the zones of Expert bite: random play, per match."""
    counts = {"duels": 0, "gains into a Malus": 0, "pots taken": 0}
    chance = Random(SEED)
    for _ in range(EXPERT_MATCHES):
        for name, count in bites(chance).items():
            counts[name] += count
    rows = [["what", "per match", "per duel"]]
    for name, count in counts.items():
        rows.append([name, f"{count / EXPERT_MATCHES:.2f}", f"{count / counts['duels']:.1%}"])
    return rows


def bites(chance: Random) -> dict[str, int]:
    """Play a random Expert match; count its duels, and the growths and drops of the pot."""
    state = ludotheque.game("masterdes").start(2, {"level": "expert"}, mode="compiled")
    found = {"duels": 0, "gains into a Malus": 0, "pots taken": 0}
    pot = state.snapshot()["pot"]
    while state.awaits != "end":
        if state.draw_size is not None:
            state.draw(chance.randrange(state.draw_size))
        else:
            state.play(chance.choice(state.moves()))
        now = int(state.record.pot)
        found["gains into a Malus"] += now > pot
        found["pots taken"] += now < pot
        pot = now
    found["duels"] = state.snapshot()["duel"]
    return found


FIGURES: dict[str, Callable[[], Table]] = {
    "length": length,
    "seats": seats,
    "signs": signs,
    "faces": faces,
    "zones": zones,
}


def written(table: Table) -> str:
    head, *rows = table
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def figure(name: str) -> str:
    make = FIGURES[name]
    said = (make.__doc__ or "").strip().replace("\n    ", "\n")
    return f"{said}\n\n{written(make())}\n`python -m tools.analysis {name}`\n"


INTRODUCTION = f"""# What the games are like, in figures

Every table here is printed by the command below it, from the rules themselves, and is the same on
any machine: seed {SEED}, {MATCHES:,} matches a line where nothing else is said.
`python -m tools.analysis` writes the whole page anew.
"""


def main(arguments: list[str]) -> Any:
    unknown = [name for name in arguments if name not in FIGURES]
    if unknown:
        return f"there is no figure {unknown[0]!r}; the figures are: {', '.join(FIGURES)}"
    if arguments:
        print("\n".join(figure(name) for name in arguments))
        return 0
    PAGE.write_text(
        "\n".join(
            [INTRODUCTION, *(f"## {name.capitalize()}\n\n{figure(name)}" for name in FIGURES)]
        )
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
