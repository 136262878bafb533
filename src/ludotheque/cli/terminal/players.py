"""The seats, the seed and the bots of a match, read from its record so that it can be resumed."""

import hashlib

from ...bots import BOTS, all_bots, bot_if_any, make_bot
from ...bots.custom import registry
from ...bots.player import Player, check_legal
from ...core.errors import BadRecord
from ...core.view import View
from ...table.match import Seat
from ...table.record import Record
from ..shared.own_players import is_own_player, own_player
from ..shared.parameter_types import HIGHEST_SEED
from ..shared.parsing import is_name


def seats_in(record: Record) -> list[Seat]:
    """The seats that a record's header names; BadRecord if it names none."""
    names, bots = record.more.get("names"), record.more.get("bots")
    if not isinstance(names, list) or not all(map(is_name, names)):
        raise BadRecord(1, "names are {found!r}; a list of players' names is needed", found=names)
    if not isinstance(bots, list) or not all(bot is None or can_play(bot) for bot in bots):
        raise BadRecord(
            1,
            "bots are {found!r}; a list is needed, for each seat null or one of: {bots}",
            found=bots,
            bots=", ".join(all_bots()),
        )
    if not len(names) == len(bots) == record.players:
        raise BadRecord(1, "names and bots must be lists of {count}", count=record.players)
    return [Seat(name, bot_if_any(bot)) for name, bot in zip(names, bots, strict=True)]


def can_play(bot: object) -> bool:
    """Whether a bot of a saved match can play: one with a name, or a player of the user's own.

    Saved matches are the user's own files: nobody else's record is read here.
    """
    if isinstance(bot, str) and is_own_player(bot):
        registry.register(own_player(bot))
    return bot_if_any(bot) is not None


def seed_in(record: Record) -> int | None:
    seed = record.more.get("seed")
    if seed is not None and (type(seed) is not int or not 0 <= seed <= HIGHEST_SEED):
        raise BadRecord(
            1,
            "seed is {found!r}; a whole number from 0 to {most} is needed",
            found=seed,
            most=HIGHEST_SEED,
        )
    return seed


class Bots:
    """The bots of a match.

    With a seed, a decision depends on the seed, the seat and the number of events alone: a resumed
    match goes on as it would have gone.
    """

    def __init__(self, seats: list[Seat], seed: int | None) -> None:
        self._kinds = {place: seat.bot for place, seat in enumerate(seats) if seat.bot is not None}
        self._seed = seed
        self._players: dict[int, Player] = {}

    def __contains__(self, seat: object) -> bool:
        return seat in self._kinds

    def stand_in(self, seat: int, level: str) -> None:
        """Let a bot play on for a person who has resigned."""
        self._kinds[seat] = level
        self._players.pop(seat, None)

    def choose(self, view: View, events: int) -> str:
        """The move that the bot of the view's seat makes after so many events."""
        move = self._player(view.seat, events).choose(view)
        check_legal(move, view, self._kinds[view.seat])
        return move

    def _player(self, seat: int, events: int) -> Player:
        kind = self._kinds[seat]
        if self._seed is not None and kind in BOTS:
            return make_bot(kind, decision_seed(self._seed, seat, events))
        if seat not in self._players:  # a player of the user's own may have a memory
            seed = None if self._seed is None else decision_seed(self._seed, seat, 0)
            self._players[seat] = make_bot(kind, seed, patient=False)
        return self._players[seat]


def decision_seed(seed: int, seat: int, events: int) -> int:
    """A seed for one decision, derived by hashing."""
    digest = hashlib.sha256(f"{seed} {seat} {events}".encode()).digest()
    return int.from_bytes(digest[:8], "big")
