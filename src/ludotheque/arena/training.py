"""Weights for a game's advice, learned from matches that the advice plays against itself.

Matches are played compiled, everybody taking what the advice likes best, now and then anything, so
that other positions come up as well. Positions are noted with their traits, and in the end with the
seat's share of the victory. From the old weights many small steps lead to weights that make those
shares likelier; matches that were set aside tell how much better they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from ..bots.rollout import apply_move, best_move, sample_draw, shortlisted
from ..core.errors import BadOption
from ..core.game import Game
from ..core.rng import randbelow, seed_generator
from ..core.rule import DRAW, END, has_won, read_features, rule, win_probability
from ..core.weights import FILE, LARGEST_LOGIT, Weights

EPSILON_ONE_IN = 12  # one decision of so many is taken by chance
SAMPLED_ONE_IN = 6  # one position of so many is noted
HELD_OUT_ONE_IN = 5  # one match of so many, in each of the settings, is for the examination
CHUNK = 200  # matches between two reports

HIDDEN_UNITS = 12  # sums of traits that are bent
EPOCHS = 12  # how often every position is gone through
BATCH = 1024  # positions for one step
LEARNING_RATE = 0.01  # of the first step; the last ones are hardly any
BETA1, BETA2 = 0.9, 0.999  # of what earlier steps have said about the slope
L2 = 1e-5  # how much weights are drawn to nothing
NEVER_SURER = 1e-6  # than that, when chances are examined

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Positions:
    """Positions that were noted, a row each."""

    features: Array
    worths: Array  # the chance to win, by the weights that the matches were played with
    shares: Array  # what the seat got of the victory
    matches: Array  # which match it was in

    def part(self, rows: Array) -> Positions:
        return Positions(
            self.features[rows], self.worths[rows], self.shares[rows], self.matches[rows]
        )


@dataclass(frozen=True)
class TrainingResult:
    """What was learned, and what an examination says about it."""

    features: tuple[str, ...]
    weights: Weights
    positions: int
    loss_before: float  # log loss of the examined positions, by the old weights
    loss_after: float

    @property
    def gain(self) -> float:
        return self.loss_before - self.loss_after


def train(
    game: Game, matches: int, seed: int, progress: Callable[[int], object] = lambda _: None
) -> TrainingResult:
    """Learn from so many matches, spread over all numbers of players and all options."""
    features = features_of(game)
    check_matches(game, matches)
    positions = collect(game, matches, seed, progress)
    held_out = is_held_out(game, positions.matches)
    learned = fit(positions.part(~held_out), game.evaluation.WEIGHTS, seed)
    examined = positions.part(held_out)
    return TrainingResult(
        features=features,
        weights=learned,
        positions=len(positions.shares),
        loss_before=log_loss(examined.worths, examined.shares),
        loss_after=log_loss(predict_rows(examined.features, learned), examined.shares),
    )


def check_matches(game: Game, matches: int) -> None:
    """Of every setting one match is learned from, and one examined."""
    least = 2 * len(settings_of(game))
    if matches < least:
        raise BadOption(
            "{matches} matches are too few for {title} to learn from; at least: {least}",
            matches=matches,
            title=game.title,
            least=least,
        )


def is_held_out(game: Game, matches: Array) -> Array:
    """Which of these matches are examined: some of every setting, never all of it."""
    of_its_setting = matches // len(settings_of(game))
    chosen: Array = of_its_setting % HELD_OUT_ONE_IN == 0
    return chosen


def features_of(game: Game) -> tuple[str, ...]:
    """The names of the game's traits; BadOption if its advice has nothing to learn."""
    names = game.evaluation.FEATURES
    if not names:
        raise BadOption("the advice of {title} has nothing to learn", title=game.title)
    return names


# -- collecting positions


def settings_of(game: Game) -> list[tuple[int, dict[str, Any]]]:
    """All numbers of players with all options; who begins makes no difference here."""
    varied = [option for option in game.options.values() if not option.counts_seats]
    combined = [
        dict(zip([option.name for option in varied], values, strict=True))
        for values in product(*(option.allowed for option in varied))
    ]
    return [(players, options) for players in game.players for options in combined]


def collect(
    game: Game, matches: int, seed: int, progress: Callable[[int], object] = lambda _: None
) -> Positions:
    """Positions of so many matches, the settings in turn."""
    settings = settings_of(game)
    found = []
    for number, (players, options) in enumerate(settings):
        these = range(number, matches, len(settings))
        for some in pieces(these):
            found.append(noted(game, players, options, seed, some))
            progress(len(some))
    return Positions(
        features=np.concatenate([each.features for each in found]),
        worths=np.concatenate([each.worths for each in found]),
        shares=np.concatenate([each.shares for each in found]),
        matches=np.concatenate([each.matches for each in found]),
    )


def pieces(matches: range) -> Iterator[range]:
    return (matches[start : start + CHUNK] for start in range(0, len(matches), CHUNK))


def noted(
    game: Game, players: int, options: dict[str, Any], seed: int, matches: range
) -> Positions:
    """Play these matches; as many positions as were noted, or as there is room for."""
    opening = game.start(players, options).states
    room = 64 * players * len(matches)
    positions = Positions(
        features=np.zeros((room, len(features_of(game)))),
        worths=np.zeros(room),
        shares=np.zeros(room),
        matches=np.zeros(room, np.int64),
    )
    with np.errstate(over="ignore"):  # SplitMix64 wraps around; interpreted, NumPy would warn
        count = game.binding("compiled")(play_and_note)(
            opening,
            np.zeros(2, opening.dtype),
            np.zeros(game.rules.MOST_MOVES, np.int64),
            np.uint64(seed),
            np.array(matches, np.int64),
            players,
            positions.features,
            positions.worths,
            positions.shares,
            positions.matches,
        )
    return positions.part(np.arange(count))


@rule
def play_and_note(
    opening: Any,
    states: Any,
    moves: Any,
    seed: Any,
    numbers: Any,
    players: Any,
    features: Any,
    worths: Any,
    shares: Any,
    matches: Any,
) -> Any:
    """Play the matches of these numbers from `opening`: how many positions were noted.

    `states` (two) and `moves` are workspace. A position is noted for every seat, a row each, where
    the match is still open for it.
    """
    generator = np.zeros(1, np.uint64)
    rows, seats = 0, np.zeros(features.shape[0], np.int64)
    for number in numbers:
        seed_generator(generator, seed, number)
        states[0] = opening[0]
        state = states[0]
        first = rows
        while state.awaits != END:
            if state.awaits == DRAW:
                sample_draw(state, generator)
                continue
            decide(state, moves, generator, states[1:2])
            if state.awaits != END and randbelow(generator, SAMPLED_ONE_IN) == 0:
                for seat in range(players):
                    worth = win_probability(state, seat)
                    if rows < features.shape[0] and worth > 0.0:
                        read_features(state, seat, features[rows])
                        worths[rows], matches[rows], seats[rows] = worth, number, seat
                        rows += 1
        winners = 0
        for seat in range(players):
            winners += has_won(state, seat)
        for row in range(first, rows):
            shares[row] = has_won(state, seats[row]) / winners
    return rows


@rule
def decide(state: Any, moves: Any, generator: Any, scratch: Any) -> None:
    """What the advice likes best, or now and then anything that is worth a thought."""
    count = shortlisted(state, moves)
    if randbelow(generator, EPSILON_ONE_IN) == 0:
        apply_move(state, moves[randbelow(generator, count)])
    else:
        place, _ = best_move(state, moves, count, generator, scratch)
        apply_move(state, moves[place])


# -- learning


def predict_rows(features: Array, weights: Weights) -> Array:
    """What `core.weights.weighed` makes of every row."""
    total = features @ weights.direct + softsign(features @ weights.hidden.T) @ weights.output
    made: Array = 1.0 / (1.0 + np.exp(-np.clip(total, -LARGEST_LOGIT, LARGEST_LOGIT)))
    return made


def softsign(sums: Array) -> Array:
    return sums / (1.0 + np.abs(sums))


def log_loss(worths: Array, shares: Array) -> float:
    """How surprised somebody is by the shares who had taken the worths for the chances."""
    sure = np.clip(worths, NEVER_SURER, 1.0 - NEVER_SURER)
    return float(-np.mean(shares * np.log(sure) + (1.0 - shares) * np.log(1.0 - sure)))


def fit(positions: Positions, old: Weights, seed: int) -> Weights:
    """Weights under which the shares are likely: small steps from the old ones, ever shorter.

    Every trait is brought to the same size meanwhile, so that a step is as long for all of them.
    """
    chance = np.random.default_rng(seed)
    size = np.maximum(np.sqrt(np.mean(positions.features**2, axis=0)), NEVER_SURER)
    features, shares = positions.features / size, positions.shares
    parts = [old.direct * size, first_hidden(old, chance) * size, first_output(old)]
    optimizers = [Adam(part) for part in parts]
    batches = max(len(shares) // BATCH, 1)
    for step in range(EPOCHS * batches):
        if step % batches == 0:
            order = chance.permutation(len(shares))
        rows = order[step % batches :: batches]
        gradient_parts = gradients(parts, features[rows], shares[rows])
        for optimizer, gradient in zip(optimizers, gradient_parts, strict=True):
            optimizer.step(gradient, LEARNING_RATE * (1.0 - step / (EPOCHS * batches)))
    direct, hidden, output = parts
    return Weights(direct / size, hidden / size, output)


def first_hidden(old: Weights, chance: np.random.Generator) -> Array:
    """Those that have been learned, or some at random."""
    if len(old.hidden) == HIDDEN_UNITS:
        return old.hidden
    by_chance: Array = chance.normal(size=(HIDDEN_UNITS, len(old.direct)))
    return by_chance / float(np.sqrt(len(old.direct)))


def first_output(old: Weights) -> Array:
    return old.output.copy() if len(old.hidden) == HIDDEN_UNITS else np.zeros(HIDDEN_UNITS)


def gradients(parts: list[Array], features: Array, shares: Array) -> list[Array]:
    """Which way each of the weights makes the shares less likely."""
    direct, hidden, output = parts
    sums = features @ hidden.T
    error = (predict_rows(features, Weights(direct, hidden, output)) - shares) / len(shares)
    through = error[:, np.newaxis] * output / (1.0 + np.abs(sums)) ** 2
    return [
        features.T @ error + L2 * direct,
        through.T @ features + L2 * hidden,
        softsign(sums).T @ error + L2 * output,
    ]


class Adam:
    """Goes downhill in steps of one length, less where the slope keeps changing (Adam)."""

    def __init__(self, place: Array) -> None:
        self.place = place
        self.gradient = np.zeros_like(place)
        self.square = np.zeros_like(place)
        self.steps = 0

    def step(self, gradient: Array, learning_rate: float) -> None:
        self.steps += 1
        self.gradient += (1.0 - BETA1) * (gradient - self.gradient)
        self.square += (1.0 - BETA2) * (gradient**2 - self.square)
        mean = self.gradient / (1.0 - BETA1**self.steps)
        size = np.sqrt(self.square / (1.0 - BETA2**self.steps)) + NEVER_SURER**2
        self.place -= learning_rate * mean / size


# -- keeping


def write_weights(path: Path, lesson: TrainingResult, command: str) -> None:
    """The file that the game's advice reads."""
    weights = lesson.weights
    lines = [
        "# Weights of the evaluation's features: trained, not chosen by hand.",
        f"# {command}",
        f"# Log loss of matches set aside: {lesson.loss_before:.5f} before, "
        f"{lesson.loss_after:.5f} after.",
        "",
        "[weights]",
        *written(lesson.features, weights.direct),
    ]
    for unit, output in zip(weights.hidden, weights.output, strict=True):
        lines += ["", "[[hidden]]", f"output = {output:.5f}", "", "[hidden.weights]"]
        lines += written(lesson.features, unit)
    path.write_text("\n".join(lines) + "\n", "utf-8")


def written(features: tuple[str, ...], row: Array) -> list[str]:
    return [f'"{feature}" = {weight:.5f}' for feature, weight in zip(features, row, strict=True)]


def reset_weights(game: Game) -> None:
    """Forget what was learned: the game's advice says what it believes to begin with."""
    features_of(game)
    initial = game.evaluation.INITIAL_WEIGHTS
    lines = ["[weights]", *(f'"{feature}" = {weight}' for feature, weight in initial.items())]
    weights_file(game).write_text("\n".join(lines) + "\n", "utf-8")


def weights_file(game: Game) -> Path:
    return game.folder / FILE
