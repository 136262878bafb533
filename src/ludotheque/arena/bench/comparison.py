"""A comparison: the same number of matches for every variant, on the same draws, resumable.

Each variant is played twice: by good players in all seats, which shows what the game is like; and
by one good player among random ones, which shows how much decisions matter.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from ...bots import make_bot
from ...bots.entrants import NamedBot, entrant_called
from ...core.atomic import write_text_atomically
from ...core.errors import BadOption
from ...core.game import Game
from ...core.options import checked_integer
from ...core.rng import SEEDS
from ...core.view import View
from .. import referee
from ..interruptible import run_interruptible
from ..simulation import available_cores
from ..workers.chunks import Pool, in_order
from ..workers.processes import processes
from ..workers.same_code import check_same_code, code_of
from .measures import MatchMeasures, Observer
from .tally import BenchTally

MOST_MATCHES = 10**7
MOST_VARIANTS = 24
SAVED_EVERY = 20  # matches

Found = MatchMeasures | float


@dataclass(frozen=True)
class Variant:
    """A way to play a game: a name for it, its options and its edition, complete and checked."""

    name: str
    players: int
    options: dict[str, Any]
    edition: dict[str, Any] | None


@dataclass(frozen=True)
class Comparison:
    """All that determines the results."""

    game: Game
    variants: tuple[Variant, ...]
    games: int  # matches of each variant, of each of the two kinds
    player: str  # the bot that plays well
    seed: int

    @classmethod
    def of(
        cls,
        game: Game,
        variants: Mapping[str, tuple[Mapping[str, Any], Any]],
        *,
        players: int | None = None,
        games: int = 200,
        player: str = "habitué",
        seed: int = 0,
    ) -> Comparison:
        """Check the parameters. A variant has a name, options and an edition (None: the own)."""
        checked_integer("games", games, 1, MOST_MATCHES)
        checked_integer("seed", seed, 0, SEEDS - 1)
        if not 1 <= len(variants) <= MOST_VARIANTS:
            raise BadOption(
                "a comparison takes 1 to {most} variants, not {count}",
                most=MOST_VARIANTS,
                count=len(variants),
            )
        seats = game.players[0] if players is None else players
        entrant = entrant_called(player)
        if not isinstance(entrant, NamedBot):
            raise BadOption("a comparison is played by a bot, not by {player!r}", player=player)
        return cls(
            game,
            tuple(variant_of(game, name, seats, *how) for name, how in variants.items()),
            games,
            entrant.name,
            seed,
        )

    def __len__(self) -> int:
        """The number of all its matches."""
        return 2 * self.games * len(self.variants)

    @cached_property
    def key(self) -> str:
        """A hash of what determines the results."""
        variants = [[each.players, each.options, each.edition] for each in self.variants]
        asked = [self.game.id, variants, self.games, self.player, self.seed, code_of(self.game)]
        return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()[:20]

    def play(self, number: int) -> Found:
        """The match of a number: measures, or the share of the victory of the good player."""
        variant, is_skilled, match = self.place_of(number)
        seats, lone = variant.players, match % variant.players
        kinds = [
            self.player if not is_skilled or seat == lone else "random" for seat in range(seats)
        ]
        bots = [
            make_bot(kind, referee.bot_seed(self.seed, match, seat))
            for seat, kind in enumerate(kinds)
        ]
        state = self.game.start(seats, variant.options, variant.edition, mode="compiled")
        observer = Observer()

        def choose(view: View) -> str:
            observer.see(state, view)
            return bots[view.seat].choose(view)

        referee.play_through(state, referee.deal_seed(self.seed, match), choose)
        measures = observer.measures(state)
        return referee.end_of(state)[1][lone] if is_skilled else measures

    def place_of(self, number: int) -> tuple[Variant, bool, int]:
        """The variant, the kind and the number in it of a match."""
        variant, rest = divmod(number, 2 * self.games)
        kind, match = divmod(rest, self.games)
        return self.variants[variant], bool(kind), match

    def warm_up(self) -> None:
        referee.warm_up(self.game, tuple(dict.fromkeys((self.player, "random"))))


def variant_of(
    game: Game, name: str, players: int, options: Mapping[str, Any], edition: Any
) -> Variant:
    start = game.start(players, options, edition)
    return Variant(name, players, start.options, start.edition)


def play_match(comparison: Comparison, code: str, number: int) -> Found:
    """Play one match in a worker, which must have the same code."""
    check_same_code(comparison.game, code)
    comparison.warm_up()
    return comparison.play(number)


class Bench:
    """The part of a comparison that is played, kept in a file of the folder `state`."""

    def __init__(
        self, comparison: Comparison, state: Path | None = None, *, restart: bool = False
    ) -> None:
        self.comparison = comparison
        self.path = None if state is None else state / f"{comparison.key}.bench.json"
        self.done = 0
        self.tallies = [BenchTally(variant.players) for variant in comparison.variants]
        if self.path is not None and not restart:
            self._read(self.path)

    def play(
        self,
        workers: int | None = None,
        executor: Pool | None = None,
        progress: Callable[[int], object] = lambda _: None,
    ) -> list[BenchTally]:
        """Play what is missing; `progress` is called with 1 after each match, often with 0."""
        comparison = self.comparison
        if self.done < len(comparison):
            run_interruptible(comparison.warm_up, lambda: progress(0))
        try:
            for found in self._missing(workers or available_cores(), executor, progress):
                self.add(found)
                if self.done % SAVED_EVERY == 0:
                    self.save()
                progress(1)
        finally:
            self.save()
        return self.tallies

    def add(self, found: Found) -> None:
        """Count the next match."""
        tally = self.tallies[self.done // (2 * self.comparison.games)]
        if isinstance(found, MatchMeasures):
            tally.add(found)
        else:
            tally.add_skilled(found)
        self.done += 1

    def _missing(
        self, workers: int, executor: Pool | None, progress: Callable[[int], object]
    ) -> Iterator[Found]:
        comparison, numbers = self.comparison, range(self.done, len(self.comparison))
        play = partial(play_match, comparison, code_of(comparison.game))
        if executor is not None:
            yield from in_order(executor, play, numbers, 2 * workers, lambda: progress(0))
        elif workers == 1:
            yield from map(comparison.play, numbers)
        else:
            with processes(workers) as pool:
                yield from in_order(pool, play, numbers, 2 * workers, lambda: progress(0))

    def save(self) -> None:
        if self.path is not None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            data = {"done": self.done, "tallies": [each.data() for each in self.tallies]}
            write_text_atomically(self.path, json.dumps(data))

    def forget(self) -> None:
        if self.path is not None:
            self.path.unlink(missing_ok=True)

    def _read(self, path: Path) -> None:
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError, AttributeError):
            data = json.loads(path.read_text("utf-8"))
            tallies = [BenchTally.of_data(each) for each in data["tallies"]]
            if len(tallies) == len(self.tallies):
                self.done, self.tallies = int(data["done"]), tallies


def swept(
    game: Game, name: str, values: Sequence[Any], options: Mapping[str, Any]
) -> dict[str, tuple[dict[str, Any], dict[str, Any] | None]]:
    """A variant for each value of an option, a component, or one number of it (`spaces.0`)."""
    component, _, place = name.partition(".")
    found: dict[str, tuple[dict[str, Any], dict[str, Any] | None]] = {}
    for value in values:
        label = f"{name} = {json.dumps(value, ensure_ascii=False)}"
        if name in game.options:
            found[label] = ({**options, name: value}, None)
            continue
        edition = game.edition
        check_component(edition, name, component, place, game)
        if place:
            edition[component][int(place)] = value
        else:
            edition[component] = value
        found[label] = (dict(options), edition)
    return found


def check_component(
    edition: dict[str, Any], name: str, component: str, place: str, game: Game
) -> None:
    """BadOption unless the edition has that component, or that number of it."""
    has = component in edition
    if has and place:
        values = edition[component]
        has = isinstance(values, list) and place.isdigit() and int(place) < len(values)
    if not has:
        raise BadOption(
            "{name!r} is no parameter of {game}; options: {options}; components: {components}, "
            "or one number of a list: {example}",
            name=name,
            game=game.title,
            options=", ".join(game.options) or "–",
            components=", ".join(edition),
            example="spaces.0",
        )
