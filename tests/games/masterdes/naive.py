"""A naive second implementation of MasterDés, straight from the rulebook, in plain Python.

It shares no line with the package. A match is one long generator, which stops where a draw or a
move is awaited and is sent the outcome. Dice are lists of faces. It is slow, and easy to verify.
"""

from __future__ import annotations

from collections.abc import Generator
from itertools import combinations
from typing import Any

PRINTED: dict[str, Any] = {
    "master": [1, 1, 1, 1, 2],
    "chips": [10, 6, 2, 2, 2],
    "values": [1, 5, 10, 20, 50],
    "malus": [21, 25, 61, 65],
    "cagnotte": [41, 45, 81, 85],
}
KINDS = ("heart", "two", "replay", "out", "blank")

Story = Generator[None, Any, Any]


def zone(ends: list[int]) -> list[int]:
    """The spaces of two zones."""
    return [*range(ends[0], ends[1] + 1), *range(ends[2], ends[3] + 1)]


def bounce(points: int) -> int:
    """MD-11"""
    return points if points <= 100 else max(0, 100 - (points - 100))


class Player:
    """One colour: its dice and MasterDé on the table, and its points."""

    def __init__(self) -> None:
        self.points = 0
        self.dice: list[int] = []
        self.master: str | None = None
        self.playing = True
        self.is_out = False  # of the next duel

    def leave(self) -> None:
        self.dice, self.master = [], None

    @property
    def total(self) -> int:
        return sum(self.dice)

    @property
    def score(self) -> int:
        """MD-6"""
        return self.total * 2 if self.master == "two" else self.total

    def rethrows(self) -> list[str]:
        """MD-3 Every subset of the dice, equal ones being the same."""
        things = [*map(str, sorted(self.dice)), *(["m"] if self.master == "blank" else [])]
        found = {
            ",".join(picked) for size in range(5) for picked in combinations(things, size) if picked
        }
        return ["keep", *(f"throw:{picked}" for picked in found)]


class Naive:
    """A match, waiting for a draw, a move, or nothing more."""

    def __init__(self, level: str = "flash", edition: dict[str, Any] = PRINTED) -> None:
        self.level = level
        self.master_faces = [
            kind for kind, count in zip(KINDS, edition["master"], strict=True) for _ in range(count)
        ]
        self.malus, self.cagnotte = zone(edition["malus"]), zone(edition["cagnotte"])
        self.players = [Player(), Player()]
        self.pot = 5
        self.duel = 0
        self.throw = 0
        self.phase = ""
        self.order: list[int] = []
        self.awaits = ""
        self.draw_size: int | None = None
        self.seat: int | None = None
        self.legal: list[str] = []
        self.winners: list[int] = []
        self.story = self.match()
        next(self.story)

    def go_on(self, outcome: int | str) -> None:
        """The draw or the move that was awaited."""
        try:
            self.story.send(outcome)
        except StopIteration:
            self.awaits, self.phase, self.throw = "end", "end", 0
            self.draw_size, self.seat, self.legal, self.order = None, None, [], []
            for player in self.players:
                player.leave()
                player.playing = False

    def await_draw(self, phase: str, size: int) -> Story:
        self.awaits, self.phase, self.draw_size = "draw", phase, size
        self.seat, self.legal = None, []
        return (yield)

    def await_move(self, phase: str, seat: int, legal: list[str]) -> Story:
        self.awaits, self.phase, self.draw_size = "move", phase, None
        self.seat, self.legal = seat, legal
        return (yield)

    # The match

    def match(self) -> Story:
        while not self.winners:
            self.duel += 1
            for player in self.players:
                player.playing, player.is_out = not player.is_out, False
                player.leave()
            scores = [0, 0]
            if any(player.playing for player in self.players):
                yield from self.play_duel()
                scores = [player.score for player in self.players]
                self.count(scores)
            self.find_winners(scores)

    def find_winners(self, scores: list[int]) -> None:
        """MD-10, MD-11, MD-14"""
        points = [player.points for player in self.players]
        if self.level == "flash":
            if self.duel >= 10 and points[0] != points[1]:
                self.winners = [points.index(max(points))]
            return
        there = [seat for seat in (0, 1) if points[seat] == 100]
        if len(there) == 2 and scores[0] != scores[1]:
            there = [scores.index(max(scores))]
        self.winners = there

    # A duel

    def play_duel(self) -> Story:
        self.throw, self.order = 1, []
        for player in self.players:  # MD-1
            if player.playing:
                yield from self.fall(player, 3, master=True)
        self.eliminate()
        for throw in (2, 3):  # MD-3, MD-4
            able = [s for s, p in enumerate(self.players) if p.dice or p.master == "blank"]
            anybody = yield from self.rethrow(throw, able)
            if not anybody:
                break
        lucky = [s for s, p in enumerate(self.players) if p.dice and p.master == "replay"]
        yield from self.rethrow(4, lucky)  # MD-5

    def fall(self, player: Player, dice: int, *, master: bool) -> Story:
        for _ in range(dice):
            face = yield from self.await_draw("throw", 6)
            player.dice.append(face + 1)
        if master:
            face = yield from self.await_draw("throw", 6)
            player.master = self.master_faces[face]

    def eliminate(self) -> None:
        """MD-2"""
        red, blue = self.players
        for face in list(red.dice):
            if face in blue.dice:
                red.dice.remove(face)
                blue.dice.remove(face)
        for player in self.players:
            if len(player.dice) >= 2 and len(set(player.dice)) == 1:
                player.master = None

    def rethrow(self, throw: int, able: list[int]) -> Story:
        """One throw after the first: True if anybody has thrown."""
        if not able:
            return False
        self.throw, self.order = throw, []
        if len(able) == 2:
            able = yield from self.choose()
        self.order = list(able)
        anybody = False
        for seat in able:
            player = self.players[seat]
            move = yield from self.await_move("rethrow", seat, player.rethrows())
            self.order.remove(seat)
            if move != "keep":
                anybody = True
                yield from self.pick_up(player, move.removeprefix("throw:").split(","))
        if anybody:
            self.eliminate()
        return anybody

    def choose(self) -> Story:
        """MD-3 The two seats in the order chosen."""
        red, blue = (player.total for player in self.players)
        if red == blue:
            chooser = yield from self.await_draw("choose", 2)
        else:
            chooser = 0 if red > blue else 1
        word = yield from self.await_move("choose", chooser, ["first", "second"])
        return [chooser, 1 - chooser] if word == "first" else [1 - chooser, chooser]

    def pick_up(self, player: Player, named: list[str]) -> Story:
        master = "m" in named
        faces = [int(name) for name in named if name != "m"]
        for face in faces:
            player.dice.remove(face)
        if master:
            player.master = None
        yield from self.fall(player, len(faces), master=master)

    # Counting

    def count(self, scores: list[int]) -> None:
        gains, losses = [0, 0], [0, 0]
        for seat, player in enumerate(self.players):
            other = 1 - seat
            if player.master == "heart":  # MD-8
                gains[other] += scores[seat]
                losses[seat] = scores[seat]
            elif scores[seat] >= scores[other] or 1 in player.dice:  # MD-7
                gains[seat] += scores[seat] if player.playing else 0
            player.is_out = player.master == "out"  # MD-9
        for seat in [1, 0] if scores[1] > scores[0] else [0, 1]:  # MD-14
            self.gain(self.players[seat], gains[seat])
        for player, loss in zip(self.players, losses, strict=True):
            player.points = max(0, player.points - loss)

    def gain(self, player: Player, points: int) -> None:
        if self.level == "flash":
            player.points += points
        elif points:
            space = bounce(player.points + points)
            if space in self.malus:  # MD-12
                self.pot += points
            elif space in self.cagnotte:  # MD-13
                player.points = bounce(space + self.pot)
                self.pot = 0
            else:
                player.points = space

    def snapshot(self) -> dict[str, Any]:
        return {
            "level": self.level,
            "duel": self.duel,
            "throw": self.throw,
            "dice": [sorted(player.dice) for player in self.players],
            "master": [player.master for player in self.players],
            "playing": [player.playing for player in self.players],
            "points": [player.points for player in self.players],
            "pot": None if self.level == "flash" else self.pot,
            "phase": self.phase,
            "order": list(self.order),
        }
