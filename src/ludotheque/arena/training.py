"""Training of a game's evaluation, a small neural network, by self-play.

Matches are played compiled and ε-greedy: every seat makes the move that the evaluation prefers, or
occasionally a random one, so that other positions come up as well. A sample of the positions is
kept with their features and, as the target, the seat's final share of the victory. Adam minimises
the log loss of the predicted win probabilities; held-out matches measure the improvement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
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
from .samples import Positions, SampleFolder
from .workers.chunks import Pool, in_order
from .workers.same_code import check_same_code, code_of

EPSILON_ONE_IN = 12  # ε-greedy: one decision in this many is random
SAMPLED_ONE_IN = 6  # one position in this many is kept
HELD_OUT_ONE_IN = 5  # one match in this many, in each setting, is held out for validation
CHUNK = 200  # matches between two reports of progress

HIDDEN_UNITS = 12
EPOCHS = 12  # passes over all positions
BATCH = 1024  # positions in a mini-batch
LEARNING_RATE = 0.01  # of the first step; it falls linearly to 0
BETA1, BETA2, ADAM_EPSILON = 0.9, 0.999, 1e-12  # of Adam
L2 = 1e-5  # regularisation
LEAST_PROBABILITY = 1e-6  # predictions are clipped to this minimum for the log loss
LEAST_SCALE = 1e-6  # of a feature that is always 0

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class TrainingResult:
    """The trained weights, and their log loss on held-out matches."""

    features: tuple[str, ...]
    weights: Weights
    positions: int  # how many were sampled
    loss_before: float  # by the old weights
    loss_after: float

    @property
    def gain(self) -> float:
        return self.loss_before - self.loss_after


def train(
    game: Game,
    matches: int,
    seed: int,
    progress: Callable[[int], object] = lambda _: None,
    executor: Pool | None = None,
    workers: int = 1,
    state: Path | None = None,
) -> TrainingResult:
    """Train on `matches` matches, spread over all numbers of players and all options.

    The matches are played here, or on an executor with so many workers; the result is the same.
    What is played is kept in the folder `state`, if one is given, and not played again.
    """
    features = features_of(game)
    check_matches(game, matches)
    positions = collect(game, matches, seed, progress, executor, workers, state)
    held_out = is_held_out(game, positions.matches)
    trained = fit(positions.part(~held_out), game.evaluation.WEIGHTS, seed)
    validation = positions.part(held_out)
    return TrainingResult(
        features=features,
        weights=trained,
        positions=len(positions.shares),
        loss_before=log_loss(validation.predictions, validation.shares),
        loss_after=log_loss(predict_rows(validation.features, trained), validation.shares),
    )


def check_matches(game: Game, matches: int) -> None:
    """Check that every setting has a match to train on and one that is held out."""
    least = 2 * len(settings_of(game))
    if matches < least:
        raise BadOption(
            "{matches} matches are too few for {title} to learn from; at least: {least}",
            matches=matches,
            title=game.title,
            least=least,
        )


def is_held_out(game: Game, matches: Array) -> Array:
    """Which of these matches are held out: some of every setting, never all of them."""
    of_its_setting = matches // len(settings_of(game))
    chosen: Array = of_its_setting % HELD_OUT_ONE_IN == 0
    return chosen


def features_of(game: Game) -> tuple[str, ...]:
    """The names of the game's features; BadOption if its evaluation has none."""
    names = game.evaluation.FEATURES
    if not names:
        raise BadOption("the evaluation of {title} has no weights to train", title=game.title)
    return names


# -- collecting positions


def settings_of(game: Game) -> list[tuple[int, dict[str, Any]]]:
    """Every number of players with every combination of options, except who begins."""
    varied = [option for option in game.options.values() if not option.counts_seats]
    combined = [
        dict(zip([option.name for option in varied], values, strict=True))
        for values in product(*(option.allowed for option in varied))
    ]
    return [(players, options) for players in game.players for options in combined]


def collect(
    game: Game,
    matches: int,
    seed: int,
    progress: Callable[[int], object] = lambda _: None,
    executor: Pool | None = None,
    workers: int = 1,
    state: Path | None = None,
) -> Positions:
    """Play `matches` matches, spread evenly over the settings, and sample their positions."""
    code, chunks = code_of(game), list(chunks_of(game, matches))
    folder = SampleFolder(state, game.id, matches, seed, code, CHUNK)
    found = [folder.read(number) for number in range(len(chunks))]
    missing = [chunk for chunk, known in zip(chunks, found, strict=True) if known is None]
    work = partial(sample_chunk, game, seed, code)
    answers: Iterator[Positions] = map(work, missing)
    if executor is not None:
        answers = in_order(executor, work, missing, 2 * workers, lambda: progress(0))
    samples = []
    for number, (_, _, some) in enumerate(chunks):
        positions = found[number]
        if positions is None:
            positions = next(answers)
            folder.write(number, positions)
        samples.append(positions)
        progress(len(some))
    return Positions(
        features=np.concatenate([each.features for each in samples]),
        predictions=np.concatenate([each.predictions for each in samples]),
        shares=np.concatenate([each.shares for each in samples]),
        matches=np.concatenate([each.matches for each in samples]),
    )


Chunk = tuple[int, dict[str, Any], range]  # players, options, the numbers of the matches


def chunks_of(game: Game, matches: int) -> Iterator[Chunk]:
    """All matches, in chunks of one setting each."""
    settings = settings_of(game)
    for number, (players, options) in enumerate(settings):
        these = range(number, matches, len(settings))
        for start in range(0, len(these), CHUNK):
            yield players, options, these[start : start + CHUNK]


def sample_chunk(game: Game, seed: int, code: str, chunk: Chunk) -> Positions:
    """Play a chunk, in this process or in a worker, which must have the same code and weights."""
    check_same_code(game, code)
    players, options, matches = chunk
    return play_and_sample(game, players, options, seed, matches)


def play_and_sample(
    game: Game, players: int, options: dict[str, Any], seed: int, matches: range
) -> Positions:
    """Play these matches compiled, and sample positions until the arrays are full."""
    opening = game.start(players, options).states
    room = 64 * players * len(matches)
    positions = Positions(
        features=np.zeros((room, len(features_of(game)))),
        predictions=np.zeros(room),
        shares=np.zeros(room),
        matches=np.zeros(room, np.int64),
    )
    with np.errstate(over="ignore"):  # SplitMix64 wraps around; interpreted, NumPy would warn
        count = game.binding("compiled")(play_matches)(
            opening,
            np.zeros(2, opening.dtype),
            np.zeros(game.rules.MOST_MOVES, np.int64),
            np.uint64(seed),
            np.array(matches, np.int64),
            players,
            positions.features,
            positions.predictions,
            positions.shares,
            positions.matches,
        )
    return positions.part(np.arange(count))


@rule
def play_matches(
    opening: Any,
    states: Any,
    moves: Any,
    seed: Any,
    numbers: Any,
    players: Any,
    features: Any,
    predictions: Any,
    shares: Any,
    matches: Any,
) -> Any:
    """Play the matches of these numbers from `opening`; returns the number of rows written.

    A sampled position gives one row for every seat that can still win. `states` (two) and
    `moves` are workspace.
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
                    prediction = win_probability(state, seat)
                    if rows < features.shape[0] and prediction > 0.0:
                        read_features(state, seat, features[rows])
                        predictions[rows], matches[rows], seats[rows] = prediction, number, seat
                        rows += 1
        winners = 0
        for seat in range(players):
            winners += has_won(state, seat)
        for row in range(first, rows):
            shares[row] = has_won(state, seats[row]) / winners
    return rows


@rule
def decide(state: Any, moves: Any, generator: Any, scratch: Any) -> None:
    """Make an ε-greedy move, chosen among the shortlisted ones."""
    count = shortlisted(state, moves)
    if randbelow(generator, EPSILON_ONE_IN) == 0:
        apply_move(state, moves[randbelow(generator, count)])
    else:
        place, _ = best_move(state, moves, count, generator, scratch)
        apply_move(state, moves[place])


# -- fitting


def predict_rows(features: Array, weights: Weights) -> Array:
    """`core.weights.predict` for every row."""
    logits = features @ weights.direct + softsign(features @ weights.hidden.T) @ weights.output
    probabilities: Array = 1.0 / (1.0 + np.exp(-np.clip(logits, -LARGEST_LOGIT, LARGEST_LOGIT)))
    return probabilities


def softsign(sums: Array) -> Array:
    return sums / (1.0 + np.abs(sums))


def log_loss(predictions: Array, shares: Array) -> float:
    """Log loss (cross-entropy) of the predicted win probabilities."""
    clipped = np.clip(predictions, LEAST_PROBABILITY, 1.0 - LEAST_PROBABILITY)
    return float(-np.mean(shares * np.log(clipped) + (1.0 - shares) * np.log(1.0 - clipped)))


def fit(positions: Positions, old: Weights, seed: int) -> Weights:
    """Minimise the log loss by mini-batch gradient descent (Adam), starting from the old weights.

    During the fit, features are scaled to a mean square of 1, so that one learning rate suits all.
    """
    rng = np.random.default_rng(seed)
    scale = np.maximum(np.sqrt(np.mean(positions.features**2, axis=0)), LEAST_SCALE)
    features, shares = positions.features / scale, positions.shares
    parts = [old.direct * scale, first_hidden(old, rng) * scale, first_output(old)]
    optimizers = [Adam(part) for part in parts]
    batches = max(len(shares) // BATCH, 1)
    for step in range(EPOCHS * batches):
        if step % batches == 0:
            order = rng.permutation(len(shares))
        rows = order[step % batches :: batches]
        gradient_parts = gradients(parts, features[rows], shares[rows])
        for optimizer, gradient in zip(optimizers, gradient_parts, strict=True):
            optimizer.step(gradient, LEARNING_RATE * (1.0 - step / (EPOCHS * batches)))
    direct, hidden, output = parts
    return Weights(direct / scale, hidden / scale, output)


def first_hidden(old: Weights, rng: np.random.Generator) -> Array:
    """The old weights of the hidden units, or random ones if there are none."""
    if len(old.hidden) == HIDDEN_UNITS:
        return old.hidden
    random_weights: Array = rng.normal(size=(HIDDEN_UNITS, len(old.direct)))
    return random_weights / float(np.sqrt(len(old.direct)))


def first_output(old: Weights) -> Array:
    return old.output.copy() if len(old.hidden) == HIDDEN_UNITS else np.zeros(HIDDEN_UNITS)


def gradients(parts: list[Array], features: Array, shares: Array) -> list[Array]:
    """The gradients of the regularised log loss, by backpropagation."""
    direct, hidden, output = parts
    sums = features @ hidden.T
    error = (predict_rows(features, Weights(direct, hidden, output)) - shares) / len(shares)
    hidden_error = error[:, np.newaxis] * output / (1.0 + np.abs(sums)) ** 2
    return [
        features.T @ error + L2 * direct,
        hidden_error.T @ features + L2 * hidden,
        softsign(sums).T @ error + L2 * output,
    ]


class Adam:
    """The optimiser of Kingma and Ba (2015), for one array of parameters, updated in place."""

    def __init__(self, parameters: Array) -> None:
        self.parameters = parameters
        self.mean = np.zeros_like(parameters)  # moving average of the gradient
        self.square = np.zeros_like(parameters)  # … and of its square
        self.steps = 0

    def step(self, gradient: Array, learning_rate: float) -> None:
        self.steps += 1
        self.mean += (1.0 - BETA1) * (gradient - self.mean)
        self.square += (1.0 - BETA2) * (gradient**2 - self.square)
        mean = self.mean / (1.0 - BETA1**self.steps)  # bias correction
        square = self.square / (1.0 - BETA2**self.steps)
        self.parameters -= learning_rate * mean / (np.sqrt(square) + ADAM_EPSILON)


# -- the file


def write_weights(path: Path, result: TrainingResult, command: str) -> None:
    """Write the file that the game's evaluation reads."""
    weights = result.weights
    lines = [
        "# Weights of the evaluation's features: trained, not chosen by hand.",
        f"# {command}",
        f"# Log loss of held-out matches: {result.loss_before:.5f} before, "
        f"{result.loss_after:.5f} after.",
        "",
        "[weights]",
        *written(result.features, weights.direct),
    ]
    for unit, output in zip(weights.hidden, weights.output, strict=True):
        lines += ["", "[[hidden]]", f"output = {output:.5f}", "", "[hidden.weights]"]
        lines += written(result.features, unit)
    path.write_text("\n".join(lines) + "\n", "utf-8")


def written(features: tuple[str, ...], row: Array) -> list[str]:
    return [f'"{feature}" = {weight:.5f}' for feature, weight in zip(features, row, strict=True)]


def reset_weights(game: Game) -> None:
    """Write the initial weights, those before any training."""
    features_of(game)
    initial = game.evaluation.INITIAL_WEIGHTS
    lines = ["[weights]", *(f'"{feature}" = {weight}' for feature, weight in initial.items())]
    weights_file(game).write_text("\n".join(lines) + "\n", "utf-8")


def weights_file(game: Game) -> Path:
    return game.folder / FILE
