"""A naive second implementation of Course de dés, straight from the rulebook, in plain Python.

It shares no line with the package, and imports nothing of it. The match is one long generator
that stops wherever something is awaited, cards and objectives are the texts of the notation, and
the road is a list of groups with the word "gap" between them. It is slow, and easy to verify.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

from .naive_road import (
    COLOURS,
    FACES,
    GAP,
    OBJECTIVES,
    Group,
    Line,
    advanced,
    in_order,
    is_of,
    score,
)

CARDS = [
    *(f"color:{colour}" for colour in COLOURS),
    *(f"value:{face}" for face in FACES),
    *("joker", "gap", "swap", "overtake"),
]
PRINTED: dict[str, Any] = {
    "colors": [6, 6, 6, 6, 6],
    "values": [4, 4, 4, 4, 4, 4],
    "joker": 4,
    "gap": 6,
    "swap": 6,
    "overtake": 6,
    "objectives": [1] * 30,
}

Play = Generator["Throw | Ask", Any, Any]


@dataclass
class Throw:
    """Draws that belong together, the first of them awaited: kind, faces, secret."""

    draws: list[tuple[str, list[str], bool]]


@dataclass
class Ask:
    """A move of a seat is awaited, one of these."""

    seat: int
    moves: list[str]


def deck_of(edition: dict[str, Any]) -> list[str]:
    counts = [*edition["colors"], *edition["values"]]
    counts += [edition[name] for name in ("joker", "gap", "swap", "overtake")]
    return [card for card, count in zip(CARDS, counts, strict=True) for _ in range(count)]


class Match:
    """A match of Course de dés, waiting for a draw, a move, or nothing more."""

    def __init__(
        self,
        players: int,
        objectives: str = "single",
        bonus: bool = False,
        edition: dict[str, Any] = PRINTED,
    ) -> None:
        self.players = players
        self.variable = objectives == "variable"
        self.bonus = bonus
        self.phase = "setup"
        self.stage = 1
        self.line: Line = []
        self.pile = deck_of(edition)
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.objectives = [
            name
            for name, count in zip(OBJECTIVES, edition["objectives"], strict=True)
            for _ in range(count)
        ]
        self.goals: list[list[str]] = [[] for _ in range(players)]
        self.force: list[str | None] = [None] * players
        self.spent: list[list[str]] = [[] for _ in range(players)]
        self.points = [0] * players
        self.open_discard: list[str] = []
        self.unseen_discard: list[str] = []
        self.face_down: str | None = None
        self.tumbled: int | None = None
        self.tiebreak: list[int] | None = None
        self.best: list[int] = []
        self.marks: list[int] = []  # cards left in the pile where the stage cards lie
        self.play_: Play = self.whole_match()
        self.awaited: Throw | Ask | None = next(self.play_)

    # From outside

    @property
    def awaits(self) -> str:
        return {Throw: "draw", Ask: "move"}.get(type(self.awaited), "end")

    @property
    def throw(self) -> list[tuple[str, list[str], bool]]:
        return self.awaited.draws if isinstance(self.awaited, Throw) else []

    @property
    def draw_size(self) -> int | None:
        return len(self.throw[0][1]) if self.throw else None

    @property
    def seat(self) -> int | None:
        return self.awaited.seat if isinstance(self.awaited, Ask) else None

    def moves(self) -> list[str]:
        return self.awaited.moves if isinstance(self.awaited, Ask) else []

    def go_on(self, answer: int | str) -> None:
        try:
            self.awaited = self.play_.send(answer)
        except StopIteration:
            self.awaited = None

    @property
    def winners(self) -> list[int]:
        return self.best if self.awaited is None else []

    def snapshot(self, seat: int | str | None = None) -> dict[str, Any]:
        seats = range(self.players)
        discard = Counter(self.open_discard)
        if seat is None:
            discard += Counter(self.unseen_discard)
        elif self.unseen_discard:
            discard["?"] = len(self.unseen_discard)
        hands: list[Any] = [sorted(hand, key=CARDS.index) for hand in self.hands]
        goals: list[Any] = [self.shown_goals(owner) for owner in seats]
        if seat is not None:
            hands = [hand if owner == seat else len(hand) for owner, hand in enumerate(hands)]
            goals = [goal if owner == seat else len(goal) for owner, goal in enumerate(goals)]
        return {
            "phase": self.phase,
            "stage": self.stage,
            "groups": [place if place == GAP else in_order(place) for place in self.line],
            "hands": hands,
            "goals": goals,
            "tumbled": self.tumbled,
            "pile": len(self.pile),
            "points": list(self.points),
            "spent": [list(spent) for spent in self.spent],
            "discard": dict(discard),
            "tiebreak": None if self.tiebreak is None else list(self.tiebreak),
        }

    def shown_goals(self, seat: int) -> list[str]:
        force = self.force[seat]
        others = sorted(self.goals[seat], key=OBJECTIVES.index)
        if force is None:
            return others
        others.remove(force)
        return [force, *others]

    # Chance

    def throw_dice(self, count: int) -> Play:
        """Their faces, once all of them lie there."""
        faces = []
        for left in range(count, 0, -1):
            k = yield Throw([("die", FACES, False)] * left)
            faces.append(FACES[k])
        return faces

    def draw_card(self, seat: int) -> Play:
        k = yield Throw([("card", list(self.pile), True)])
        self.hands[seat].append(self.pile.pop(k))

    def draw_objective(self, seat: int) -> Play:
        k = yield Throw([("objective", list(self.objectives), True)])
        self.goals[seat].append(self.objectives.pop(k))

    # The match

    def whole_match(self) -> Play:
        faces = yield from self.throw_dice(30)
        self.line = [[COLOURS[die // 6] + face for die, face in enumerate(faces)]]
        for seat in range(self.players):
            for _ in range(3):
                yield from self.draw_card(seat)
        self.cut_packs()
        for seat in range(self.players):
            for _ in range(4 if self.variable else 1):
                yield from self.draw_objective(seat)
            if not self.variable:
                self.force[seat] = self.goals[seat][0]
        seat = yield from self.roll_off()
        if self.variable:
            yield from self.pick()
        self.phase = "turn"
        while True:
            yield from self.turn(seat)
            if self.marks and len(self.pile) == self.marks[0]:  # CD-9: it is a stage card
                self.marks.pop(0)
                yield from self.end_stage(seat)
            else:
                yield from self.draw_card(seat)
            if self.phase == "end":
                return
            if self.tiebreak is not None and not self.pile:
                self.end_tiebreak()
                return
            seat = self.next_after(seat)

    def cut_packs(self) -> None:
        """CD-1: what is left in the pile when packs 1, 1-2, 1-3, 1-4 are gone."""
        size, more = divmod(len(self.pile), 5)
        packs = [size + (pack < more) for pack in range(5)]
        self.marks = [sum(packs[pack:]) for pack in range(1, 5)]

    def roll_off(self) -> Play:
        """CD-3"""
        seats = list(range(self.players))
        while len(seats) > 1:
            faces = yield from self.throw_dice(len(seats))
            seats = [seat for seat, face in zip(seats, faces, strict=True) if face == max(faces)]
        return seats[0]

    def next_after(self, seat: int) -> int:
        seats = range(self.players) if self.tiebreak is None else self.tiebreak
        seat = (seat + 1) % self.players
        while seat not in seats:
            seat = (seat + 1) % self.players
        return seat

    def pick(self) -> Play:
        """CD-15"""
        for seat in range(self.players):
            if len(self.goals[seat]) == 1:
                self.force[seat] = self.goals[seat][0]
        for seat in range(self.players):
            if self.force[seat] is None:
                self.phase = "choose"
                names = sorted(set(self.goals[seat]))
                move = yield Ask(seat, [f"choose:{name}" for name in names])
                self.force[seat] = move.split(":")[1]
        self.phase = "turn"

    # A turn

    def turn(self, seat: int) -> Play:
        """Up to the card that is drawn at its end."""
        exchanges = []
        if self.variable:
            others = set(self.goals[seat]) - {self.force[seat]}
            exchanges = [f"exchange:{name}" for name in others]
        move = yield Ask(seat, exchanges + self.plays(seat))
        if move.startswith("exchange:"):
            self.force[seat] = move.split(":")[1]
            move = yield Ask(seat, self.plays(seat))
        if move.startswith("tumble:"):
            yield from self.tumble(seat, *move.split(":", 2)[1:])
        elif move.startswith("discard:"):
            card = move.split(":", 1)[1]
            self.hands[seat].remove(card)
            self.open_discard.append(card)
        else:
            self.play_card(seat, move)

    def groups(self) -> list[Group]:
        return [place for place in self.line if place != GAP]

    def plays(self, seat: int) -> list[str]:
        groups = len(self.groups())
        cards = sorted(set(self.hands[seat]))
        found = [move for card in cards for move in self.actions(card, groups)]
        if not found:  # CD-8
            found += [f"discard:{card}" for card in cards]
        if self.tumbled != seat:  # CD-5
            found += [f"tumble:{group}:{card}" for group in range(2, groups + 1) for card in cards]
        return found

    def actions(self, card: str, groups: int) -> list[str]:
        if card == "joker":
            return [f"joker:{name}" for name in [*COLOURS, *FACES]]
        if card == "gap":
            return [f"gap:{group}" for group in range(1, groups)]
        if card == "swap":
            return [f"swap:{group}" for group in range(2, groups)]
        if card == "overtake":
            return ["overtake"] if groups >= 3 else []
        return [card]

    def play_card(self, seat: int, move: str) -> None:
        name, _, what = move.partition(":")
        self.hands[seat].remove(move if name in ("color", "value") else name)
        gaps = self.line.count(GAP)
        if name == "gap":
            self.line.insert(self.place_of(int(what)) + 1, GAP)
        else:
            self.open_discard.append(move if name in ("color", "value") else name)
            if name == "swap":
                front, back = self.place_of(int(what)), self.place_of(int(what) + 1)
                self.line[front], self.line[back] = self.line[back], self.line[front]
            elif name == "overtake":
                self.line.insert(1, self.line.pop())
                while self.line[-1] == GAP:
                    self.line.pop()
            else:
                self.line = advanced(self.line, is_of(what))
            self.open_discard += [GAP] * (gaps - self.line.count(GAP))

    def place_of(self, number: int) -> int:
        """Where group `number` stands in the line."""
        places = [place for place, here in enumerate(self.line) if here != GAP]
        return places[number - 1]

    def tumble(self, seat: int, group: str, card: str) -> Play:
        """CD-5"""
        self.hands[seat].remove(card)
        if self.face_down is not None:
            self.unseen_discard.append(self.face_down)
        self.face_down, self.tumbled = card, seat
        place = self.place_of(int(group))
        colours = [die[0] for die in in_order(self.line[place])]
        faces = yield from self.throw_dice(len(colours))
        self.line[place] = [colour + face for colour, face in zip(colours, faces, strict=True)]

    # Stages

    def standing(self, seat: int) -> list[int]:
        """CD-11: points in every group from the lead; lists compare as players do."""
        objective = self.force[seat]
        assert objective is not None
        return [score(group, objective, self.bonus) for group in self.groups()]

    def reveal(self, seats: list[int]) -> None:
        for seat in seats:
            objective = self.force[seat]
            assert objective is not None
            self.goals[seat].remove(objective)
            self.spent[seat].append(objective)
            self.force[seat] = None

    def end_stage(self, drawer: int) -> Play:
        """CD-9 to CD-14"""
        seats = list(range(self.players))
        standings = [self.standing(seat) for seat in seats]
        tokens = [5 if self.stage == 4 else 3, 2, 1, 0, 0, 0]
        for seat in seats:
            better = sum(other > standings[seat] for other in standings)
            self.points[seat] += tokens[better]
        self.reveal(seats)
        if self.stage == 4:
            yield from self.after_the_last(drawer)
            return
        self.stage += 1
        if self.variable:
            yield from self.pick()
        else:
            for seat in seats:
                yield from self.draw_objective(seat)
                self.force[seat] = self.goals[seat][0]
        yield from self.draw_card(drawer)

    def after_the_last(self, drawer: int) -> Play:
        """CD-14"""
        seats = range(self.players)
        self.best = [seat for seat in seats if self.points[seat] == max(self.points)]
        if len(self.best) == 1:
            self.phase = "end"
            return
        self.tiebreak = self.best
        for seat in self.tiebreak:
            yield from self.draw_objective(seat)
            self.force[seat] = self.goals[seat][0]
        if drawer in self.tiebreak:
            yield from self.draw_card(drawer)

    def end_tiebreak(self) -> None:
        assert self.tiebreak is not None
        standings = {seat: self.standing(seat) for seat in self.tiebreak}
        self.best = [s for s in self.tiebreak if standings[s] == max(standings.values())]
        self.reveal(self.tiebreak)
        self.phase = "end"
