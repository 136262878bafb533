"""A naive second implementation of Les Trotteurs, straight from the rulebook, in plain Python.

It shares no line with the package: it imports nothing of it. A band is walked hole by hole, signs
are looked up in a dictionary, an opportunity remembers where its two trotters stood. It is slow,
and easy to verify.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

COLOURS = "red yellow green blue white"
FIGURES = [25, 20, 18, 16, 14, 12, 10, 8, 6, 4]
HOLES = {
    "triangle": [3, 4, 5, 6, 7],
    "square": [5, 6, 7, 8, 9],
    "pentagon": [8, 9, 2, 3, 4],
}
SIGNS = {(band, hole): kind for kind, holes in HOLES.items() for band, hole in enumerate(holes)}
ORDERS = ["M", "M2", "D", "D2", "O", "BUT"]
SENT_TO = {"triangle": 10, "square": 0, "pentagon": 1}

Trotter = tuple[int, int]  # seat and band


def walked(place: int, order: str, points: int) -> int:
    """TR-4, TR-5, TR-6: hole by hole; 10 is SORTIE, which is BUT for whoever stops there."""
    if order == "BUT":
        return 10
    if order == "O":
        return 1
    for _ in range(points * (2 if "2" in order else 1)):
        if order.startswith("M"):
            place = 1 if place in (0, 10) else place + 1
        else:
            place = 10 if place in (0, 1) else place - 1
    return place


@dataclass
class Pair:
    """TR-19: an opportunity, and where the two stood when it arose."""

    kind: str
    newcomer: Trotter
    resident: Trotter
    newcomer_place: int
    resident_place: int

    def speaker(self, *, omission: bool) -> int:
        claims, calls = self.resident[0], self.newcomer[0]
        if self.kind == "square":
            claims, calls = calls, claims
        return calls if omission else claims


class Match:
    """A match of Les Trotteurs, waiting for a draw, a move, or nothing more."""

    def __init__(
        self,
        players: int,
        vigilance: str = "auto",
        rounds: int = 1,
        figures: list[int] | None = None,
        signs: dict[Trotter, str] | None = None,
    ) -> None:
        self.players = players
        self.manual = vigilance == "manual"
        self.rounds = rounds
        self.figures = FIGURES if figures is None else figures
        self.signs = SIGNS if signs is None else signs
        self.points = [0] * players
        self.round = 0
        self.over = False
        self.new_game()

    def new_game(self) -> None:
        self.round += 1
        self.places = {(seat, band): 0 for seat in range(self.players) for band in range(5)}
        self.thrower: int | None = None
        self.throw: dict[str, Any] | None = None
        self.drawn: list[int] = []
        self.claims: list[Pair] = []  # to be offered now
        self.omissions: list[Pair] = []  # to be offered now
        self.missed: list[Pair] = []  # to be offered after the next throw
        self.to_mark = False

    # What is awaited

    @property
    def offer(self) -> tuple[Pair, bool] | None:
        if self.over:
            return None
        if self.omissions:
            return self.omissions[0], True
        return (self.claims[0], False) if self.claims else None

    @property
    def awaits(self) -> str:
        if self.over:
            return "end"
        return "move" if self.offer else "draw"

    @property
    def draw_size(self) -> int | None:
        if self.awaits != "draw":
            return None
        return self.players if self.thrower is None or len(self.drawn) == 3 else 6

    @property
    def seat(self) -> int | None:
        if self.offer is None:
            return None
        pair, omission = self.offer
        return pair.speaker(omission=omission)

    def moves(self) -> list[str]:
        if self.offer is None:
            return []
        return ["call" if self.offer[1] else "claim", "silent"]

    # What happens

    def draw(self, k: int) -> None:
        if self.thrower is None:
            self.thrower = k
            return
        self.drawn.append(k)
        if len(self.drawn) < 4:
            return
        points, colour, order, marks = self.drawn
        self.throw = {
            "points": points + 1,
            "color": "wheel" if colour == 5 else colour,
            "order": ORDERS[order],
            "marks": marks,
        }
        self.drawn = []
        self.omissions, self.missed = self.missed, []
        self.to_mark = True
        self.go_on()

    def go_on(self) -> None:
        """TR-20, TR-19: drop what has lost its object; then mark, or pass the dice on."""
        self.omissions = [pair for pair in self.omissions if self.stands(pair)]
        if self.omissions:
            return
        if self.to_mark:
            self.to_mark = False
            self.mark()
            if self.over or self.thrower is None:
                return
        self.claims = [pair for pair in self.claims if self.stands(pair)]
        if not self.claims:
            assert self.thrower is not None
            self.thrower = self.thrower - 1 if self.thrower else self.players - 1

    def stands(self, pair: Pair) -> bool:
        here = self.places[pair.newcomer] == pair.newcomer_place
        return here and self.places[pair.resident] == pair.resident_place

    def sign(self, trotter: Trotter) -> str | None:
        return self.signs.get((trotter[1], self.places[trotter]))

    def mark(self) -> None:
        assert self.throw is not None
        marker, colour, order = self.throw["marks"], self.throw["color"], self.throw["order"]
        newcomers = []
        for band in range(5) if colour == "wheel" else [colour]:
            trotter = (marker, band)
            freed = colour == "wheel" and order == "BUT"
            if self.places[trotter] == 10 or (self.sign(trotter) == "pentagon" and not freed):
                continue
            self.places[trotter] = walked(self.places[trotter], order, self.throw["points"])
            newcomers.append(trotter)
        if self.somebody_wins():
            return
        for newcomer in newcomers:
            pairs = list(self.pairs(newcomer))
            if self.manual:
                self.claims += pairs
                continue
            for pair in pairs:
                self.places[pair.resident] = SENT_TO[pair.kind]
            if self.somebody_wins():
                return

    def pairs(self, newcomer: Trotter) -> Iterator[Pair]:
        kind = self.sign(newcomer)
        if kind is None:
            return
        for step in range(1, self.players):
            for band in range(5):
                resident = ((newcomer[0] + step) % self.players, band)
                if self.sign(resident) == kind:
                    yield Pair(
                        kind, newcomer, resident, self.places[newcomer], self.places[resident]
                    )

    def play(self, move: str) -> None:
        assert self.offer is not None
        pair, omission = self.offer
        (self.omissions if omission else self.claims).pop(0)
        if move == "silent":
            if not omission:
                self.missed.append(pair)
        else:
            moved = pair.newcomer if omission else pair.resident
            self.places[moved] = SENT_TO[pair.kind]
            if self.somebody_wins():
                return
        self.go_on()

    def somebody_wins(self) -> bool:
        """TR-13, TR-14, TR-15"""
        boards = self.boards()
        winners = [seat for seat, board in enumerate(boards) if board == [10] * 5]
        if not winners:
            return False
        [winner] = winners
        for seat, board in enumerate(boards):
            debt = sum(self.figures[place] for place in board if place != 10)
            self.points[winner] += debt
            self.points[seat] -= debt
        if self.round == self.rounds:
            self.over = True
        else:
            self.new_game()
        return True

    # What it looks like

    def boards(self) -> list[list[int]]:
        return [[self.places[seat, band] for band in range(5)] for seat in range(self.players)]

    @property
    def winners(self) -> list[int]:
        best = max(self.points)
        return [seat for seat, points in enumerate(self.points) if points == best and self.over]

    def snapshot(self) -> dict[str, Any]:
        offer = None
        if self.offer is not None:
            pair, omission = self.offer
            offer = {
                "kind": pair.kind,
                "newcomer": list(pair.newcomer),
                "resident": list(pair.resident),
                "omission": omission,
            }
        return {
            "thrower": self.thrower,
            "throw": self.throw,
            "boards": self.boards(),
            "prisoners": [
                [self.sign((seat, band)) == "pentagon" for band in range(5)]
                for seat in range(self.players)
            ],
            "round": self.round,
            "points": self.points,
            "offer": offer,
        }
