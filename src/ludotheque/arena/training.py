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

from ..bots.glances import fall, favourite, go, worthwhile
from ..core.chance import below, sow
from ..core.errors import BadOption
from ..core.game import Game
from ..core.rule import DRAW, END, has_won, rule, traits_of, worth_of
from ..core.weights import FILE, STEEPEST, Weights

WHIM = 12  # one decision of so many is taken by chance
NOTED = 6  # one position of so many is noted
SET_ASIDE = 5  # one match of so many, in each of the settings, is for the examination
PIECE = 200  # matches between two reports

HINTS = 12  # sums of traits that are bent
EPOCHS = 12  # how often every position is gone through
BATCH = 1024  # positions for one step
STRIDE = 0.01  # of the first step; the last ones are hardly any
KEPT, KEPT_LONG = 0.9, 0.999  # of what earlier steps have said about the slope
RIDGE = 1e-5  # how much weights are drawn to nothing
NEVER_SURER = 1e-6  # than that, when chances are examined

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Positions:
    """Positions that were noted, a row each."""

    traits: Array
    worths: Array  # the chance to win, by the weights that the matches were played with
    shares: Array  # what the seat got of the victory
    matches: Array  # which match it was in

    def part(self, rows: Array) -> Positions:
        return Positions(
            self.traits[rows], self.worths[rows], self.shares[rows], self.matches[rows]
        )


@dataclass(frozen=True)
class Lesson:
    """What was learned, and what an examination says about it."""

    traits: tuple[str, ...]
    weights: Weights
    positions: int
    loss_before: float  # log loss of the examined positions, by the old weights
    loss_after: float

    @property
    def gain(self) -> float:
        return self.loss_before - self.loss_after


def train(
    game: Game, matches: int, seed: int, progress: Callable[[int], object] = lambda _: None
) -> Lesson:
    """Learn from so many matches, spread over all numbers of players and all options."""
    traits = traits_in(game)
    check_matches(game, matches)
    positions = collect(game, matches, seed, progress)
    is_aside = set_aside(game, positions.matches)
    learned = fit(positions.part(~is_aside), game.piece("advice").WEIGHTS, seed)
    examined = positions.part(is_aside)
    return Lesson(
        traits=traits,
        weights=learned,
        positions=len(positions.shares),
        loss_before=log_loss(examined.worths, examined.shares),
        loss_after=log_loss(chances(examined.traits, learned), examined.shares),
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


def set_aside(game: Game, matches: Array) -> Array:
    """Which of these matches are examined: some of every setting, never all of it."""
    of_its_setting = matches // len(settings_of(game))
    chosen: Array = of_its_setting % SET_ASIDE == 0
    return chosen


def traits_in(game: Game) -> tuple[str, ...]:
    """The names of the game's traits; BadOption if its advice has nothing to learn."""
    names: tuple[str, ...] = getattr(game.advice, "TRAITS", ())
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
        traits=np.concatenate([each.traits for each in found]),
        worths=np.concatenate([each.worths for each in found]),
        shares=np.concatenate([each.shares for each in found]),
        matches=np.concatenate([each.matches for each in found]),
    )


def pieces(matches: range) -> Iterator[range]:
    return (matches[start : start + PIECE] for start in range(0, len(matches), PIECE))


def noted(
    game: Game, players: int, options: dict[str, Any], seed: int, matches: range
) -> Positions:
    """Play these matches; as many positions as were noted, or as there is room for."""
    opening = game.start(players, options).states
    room = 64 * players * len(matches)
    positions = Positions(
        traits=np.zeros((room, len(traits_in(game)))),
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
            positions.traits,
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
    traits: Any,
    worths: Any,
    shares: Any,
    matches: Any,
) -> Any:
    """Play the matches of these numbers from `opening`: how many positions were noted.

    `states` (two) and `moves` are workspace. A position is noted for every seat, a row each, where
    the match is still open for it.
    """
    generator = np.zeros(1, np.uint64)
    rows, seats = 0, np.zeros(traits.shape[0], np.int64)
    for number in numbers:
        sow(generator, seed, number)
        states[0] = opening[0]
        state = states[0]
        first = rows
        while state.awaits != END:
            if state.awaits == DRAW:
                fall(state, generator)
                continue
            decide(state, moves, generator, states[1:2])
            if state.awaits != END and below(generator, NOTED) == 0:
                for seat in range(players):
                    worth = worth_of(state, seat)
                    if rows < traits.shape[0] and worth > 0.0:
                        traits_of(state, seat, traits[rows])
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
    count = worthwhile(state, moves)
    if below(generator, WHIM) == 0:
        go(state, moves[below(generator, count)])
    else:
        place, _ = favourite(state, moves, count, generator, scratch)
        go(state, moves[place])


# -- learning


def chances(traits: Array, weights: Weights) -> Array:
    """What `core.weights.weighed` makes of every row."""
    total = traits @ weights.direct + bent(traits @ weights.hints.T) @ weights.of_hints
    made: Array = 1.0 / (1.0 + np.exp(-np.clip(total, -STEEPEST, STEEPEST)))
    return made


def bent(sums: Array) -> Array:
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
    size = np.maximum(np.sqrt(np.mean(positions.traits**2, axis=0)), NEVER_SURER)
    traits, shares = positions.traits / size, positions.shares
    parts = [old.direct * size, first_hints(old, chance) * size, first_of_hints(old)]
    walkers = [Walker(part) for part in parts]
    batches = max(len(shares) // BATCH, 1)
    for step in range(EPOCHS * batches):
        if step % batches == 0:
            order = chance.permutation(len(shares))
        rows = order[step % batches :: batches]
        slopes = slopes_of(parts, traits[rows], shares[rows])
        for walker, slope in zip(walkers, slopes, strict=True):
            walker.walk(slope, STRIDE * (1.0 - step / (EPOCHS * batches)))
    direct, hints, of_hints = parts
    return Weights(direct / size, hints / size, of_hints)


def first_hints(old: Weights, chance: np.random.Generator) -> Array:
    """Those that have been learned, or some at random."""
    if len(old.hints) == HINTS:
        return old.hints
    by_chance: Array = chance.normal(size=(HINTS, len(old.direct)))
    return by_chance / float(np.sqrt(len(old.direct)))


def first_of_hints(old: Weights) -> Array:
    return old.of_hints.copy() if len(old.hints) == HINTS else np.zeros(HINTS)


def slopes_of(parts: list[Array], traits: Array, shares: Array) -> list[Array]:
    """Which way each of the weights makes the shares less likely."""
    direct, hints, of_hints = parts
    sums = traits @ hints.T
    error = (chances(traits, Weights(direct, hints, of_hints)) - shares) / len(shares)
    through = error[:, np.newaxis] * of_hints / (1.0 + np.abs(sums)) ** 2
    return [
        traits.T @ error + RIDGE * direct,
        through.T @ traits + RIDGE * hints,
        bent(sums).T @ error + RIDGE * of_hints,
    ]


class Walker:
    """Goes downhill in steps of one length, less where the slope keeps changing (Adam)."""

    def __init__(self, place: Array) -> None:
        self.place = place
        self.slope = np.zeros_like(place)
        self.square = np.zeros_like(place)
        self.steps = 0

    def walk(self, slope: Array, stride: float) -> None:
        self.steps += 1
        self.slope += (1.0 - KEPT) * (slope - self.slope)
        self.square += (1.0 - KEPT_LONG) * (slope**2 - self.square)
        mean = self.slope / (1.0 - KEPT**self.steps)
        size = np.sqrt(self.square / (1.0 - KEPT_LONG**self.steps)) + NEVER_SURER**2
        self.place -= stride * mean / size


# -- keeping


def write_weights(path: Path, lesson: Lesson, command: str) -> None:
    """The file that the game's advice reads."""
    weights = lesson.weights
    lines = [
        "# What the traits of a position weigh: learned, not chosen.",
        f"# {command}",
        f"# Log loss of matches set aside: {lesson.loss_before:.5f} before, "
        f"{lesson.loss_after:.5f} after.",
        "",
        "[weights]",
        *written(lesson.traits, weights.direct),
    ]
    for hint, weighs in zip(weights.hints, weights.of_hints, strict=True):
        lines += ["", "[[hints]]", f"weighs = {weighs:.5f}", "", "[hints.weights]"]
        lines += written(lesson.traits, hint)
    path.write_text("\n".join(lines) + "\n", "utf-8")


def written(traits: tuple[str, ...], row: Array) -> list[str]:
    return [f'"{trait}" = {weight:.5f}' for trait, weight in zip(traits, row, strict=True)]


def begin_afresh(game: Game) -> None:
    """Forget what was learned: the game's advice says what it believes to begin with."""
    traits_in(game)
    beliefs: dict[str, float] = game.piece("advice").BELIEFS
    lines = ["[weights]", *(f'"{trait}" = {weight}' for trait, weight in beliefs.items())]
    weights_file(game).write_text("\n".join(lines) + "\n", "utf-8")


def weights_file(game: Game) -> Path:
    return game.folder / FILE
