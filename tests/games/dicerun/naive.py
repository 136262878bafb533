"""A naive second implementation of DiceRun, straight from the rulebook; it shares no code.

Dice are objects in lists, a gap card is the text "gap", cards and moves are texts throughout.
"""

from itertools import combinations
from typing import Any

COLOURS = "rogbp"
OTHERS = ["joker", "swap", "sprint", "surge", "flip", "gap", "crash"]
GOALS = [f"{colour}{value}" for colour in COLOURS for value in range(1, 7)]
CARDS = [f"color:{c}" for c in COLOURS] + [f"value:{v}" for v in range(1, 7)] + OTHERS


class Die:
    def __init__(self, colour: str) -> None:
        self.colour = colour
        self.value = 0

    @property
    def text(self) -> str:
        return f"{self.colour}{self.value}"


Group = list[Die]
Entry = Group | str


class Naive:
    """A match. `awaits` is ("draw", n), ("move", seat) or ("end",)."""

    def __init__(self, players: int, edition: dict[str, Any], roll_off: str = "race") -> None:
        self.players = players
        self.rolls_in_race = roll_off == "race"
        self.stage_points = edition["stages"]
        self.place_points = edition["places"]
        counts = edition["colours"] + edition["values"] + [edition[name] for name in OTHERS]
        self.pile = [card for card, count in zip(CARDS, counts, strict=True) for _ in range(count)]
        self.dice = [Die(colour) for colour in COLOURS for _ in range(6)]
        self.line: list[Entry] = []
        self.left = list(GOALS)
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.goals: list[list[str]] = [[] for _ in range(players)]
        self.open: list[str | None] = [None] * players
        self.spent: list[list[str]] = [[] for _ in range(players)]
        self.points = [0] * players
        self.stage_wins: list[list[int]] = [[] for _ in range(players)]
        self.discard: list[str] = []
        self.unseen: list[str] = []
        self.face_down: str | None = None
        self.rerolled: int | None = None
        self.stage = 1
        self.phase = "setup"
        self.winners: list[int] = []
        self.cuts: list[int] = []
        self.chosen: dict[int, str] = {}
        self.events = self.course()
        self.awaits: tuple[Any, ...] = next(self.events)

    def go_on(self, answer: Any) -> None:
        self.awaits = self.events.send(answer)

    # -- the course of a match: yields what is awaited, is sent the outcome

    def course(self) -> Any:
        yield from self.throw(self.dice)
        self.line = [list(self.dice)]
        for seat in range(self.players):
            for _ in range(4):
                k = yield ("draw", len(self.left))
                self.goals[seat].append(self.left.pop(k))
        for seat in range(self.players):
            for _ in range(3):
                yield from self.draw_card(seat)
        self.in_packs = len(self.pile)
        for i in (1, 2, 3, 4):
            delta = (yield ("draw", 5)) - 2
            self.cuts.append(i * self.in_packs // 5 + delta)
        seat = yield from self.roll_off()
        self.phase = "turn"
        while True:
            move = yield ("move", seat)
            draws = yield from self.carry_out(seat, move)
            if draws:
                yield from self.draw_card(seat)
                if self.in_packs - len(self.pile) == self.cuts[self.stage - 1]:
                    last = self.stage == 4
                    yield from self.end_stage(seat)
                    if last:
                        break
            seat = (seat + 1) % self.players
        self.phase = "end"
        best = max((self.points[s], max(self.stage_wins[s], default=0)) for s in self.seats)
        self.winners = [
            s for s in self.seats if (self.points[s], max(self.stage_wins[s], default=0)) == best
        ]
        yield ("end",)

    @property
    def seats(self) -> range:
        return range(self.players)

    def throw(self, dice: Group) -> Any:
        """Dice thrown together show together."""
        values: list[int] = []
        while len(values) < len(dice):
            values += [(yield ("draw", 6)) + 1]
        for die, value in zip(dice, values, strict=True):
            die.value = value

    def draw_card(self, seat: int) -> Any:
        k = yield ("draw", len(self.pile))
        self.hands[seat].append(self.pile.pop(k))
        self.hands[seat].sort(key=CARDS.index)

    def roll_off(self) -> Any:
        seats = list(self.seats)
        while len(seats) > 1:
            totals = {}
            for seat in seats:
                if self.rolls_in_race:
                    pair = self.find_dice((yield ("move", seat)).removeprefix("pick:"))
                else:
                    pair = [Die("beside"), Die("the race")]
                yield from self.throw(pair)
                totals[seat] = pair[0].value + pair[1].value
            seats = [seat for seat in seats if totals[seat] == max(totals.values())]
        return seats[0]

    def find_dice(self, texts: str) -> Group:
        """Dice of the only group by what they show, those that come first."""
        found: Group = []
        for text in texts.split(","):
            found.append(next(d for d in self.dice if d.text == text and d not in found))
        return found

    # -- moves

    @property
    def groups(self) -> list[Group]:
        return [entry for entry in self.line if isinstance(entry, list)]

    def carry_out(self, seat: int, move: str) -> Any:
        """Everything a move does but the card drawn; whether one is drawn."""
        verb, *rest = move.split(":")
        if verb == "goal":
            goal, first = rest
            for what in ("color", "value") if first == "color" else ("value", "color"):
                self.advance(goal[0] if what == "color" else goal[1])
            self.goals[seat].remove(goal)
            self.open[seat] = goal
            return False
        if verb == "reroll":
            number, card = int(rest[0]), ":".join(rest[1:])
            self.hands[seat].remove(card)
            if self.face_down is not None:
                self.unseen.append(self.face_down)
            self.face_down, self.rerolled = card, seat
            yield from self.throw(sorted(self.groups[number - 1], key=self.dice.index))
            return True
        card = move if verb in ("color", "value") else verb
        if verb == "discard":
            card = ":".join(rest)
        self.hands[seat].remove(card)
        if verb != "gap":
            self.discard.append(card)
        if verb != "discard":
            getattr(self, f"do_{verb}")(*rest)
        return True

    def do_color(self, colour: str) -> None:
        self.advance(colour)

    def do_value(self, value: str) -> None:
        self.advance(value)

    def do_joker(self, target: str) -> None:
        self.advance(target)

    def do_swap(self, number: str) -> None:
        front, back = self.groups[int(number) - 1], self.groups[int(number)]
        places = {id(entry): place for place, entry in enumerate(self.line)}
        self.line[places[id(front)]], self.line[places[id(back)]] = back, front

    def do_sprint(self, dice: str) -> None:
        self.line.insert(0, [self.out_of_lead(text) for text in dice.split(",")])

    def do_surge(self) -> None:
        last = self.line.pop()
        self.line.insert(1, last)
        self.tidy()

    def do_flip(self, number: str, value: str) -> None:
        for die in self.groups[int(number) - 1]:
            if die.value == int(value):
                die.value = -die.value
        for die in self.dice:
            if die.value < 0:
                die.value = 7 + die.value

    def do_gap(self, number: str) -> None:
        ahead = self.groups[int(number) - 1]
        place = next(place for place, entry in enumerate(self.line) if entry is ahead)
        self.line.insert(place + 1, "gap")

    def do_crash(self, text: str) -> None:
        self.groups[-1].append(self.out_of_lead(text))
        self.tidy()

    def out_of_lead(self, text: str) -> Die:
        lead = self.groups[0]
        die = next(die for die in lead if die.text == text)
        lead.remove(die)
        return die

    def advance(self, target: str) -> None:
        def matches(die: Die) -> bool:
            return target in (die.colour, str(die.value))

        for group in self.groups:  # as they are now: groups made on the way do not move again
            movers = [die for die in group if matches(die)]
            place = next(place for place, entry in enumerate(self.line) if entry is group)
            if not movers or (place == 0 and len(movers) == len(group)):
                continue
            for die in movers:
                group.remove(die)
            if place == 0:
                self.line.insert(0, movers)
            elif self.line[place - 1] == "gap":
                self.line[place - 1] = movers
                self.discard.append("gap")
            else:
                ahead = self.line[place - 1]
                assert isinstance(ahead, list)
                ahead.extend(movers)
            self.tidy()

    def tidy(self) -> None:
        """Empty groups disappear; gap cards with nothing ahead or behind are discarded."""
        self.line = [entry for entry in self.line if entry]
        while self.line[0] == "gap":
            self.discard.append(str(self.line.pop(0)))
        while self.line[-1] == "gap":
            self.discard.append(str(self.line.pop()))

    def moves(self) -> list[str]:
        if self.awaits[0] != "move":
            return []
        seat = self.awaits[1]
        if self.phase == "setup":
            texts = sorted((die.text for die in self.dice), key=GOALS.index)
            return sorted({f"pick:{one},{two}" for one, two in combinations(texts, 2)})
        if self.phase == "choose":
            return sorted(f"choose:{goal}" for goal in self.goals[seat])
        hand = set(self.hands[seat])
        found = {move for card in hand for move in self.plays(card)}
        if not found:
            found = {f"discard:{card}" for card in hand}
        if self.open[seat] is None:
            found |= {f"goal:{g}:{how}" for g in self.goals[seat] for how in ("color", "value")}
        if self.rerolled != seat:
            found |= {
                f"reroll:{number}:{card}"
                for number in range(2, len(self.groups) + 1)
                for card in hand
            }
        return sorted(found)

    def plays(self, card: str) -> list[str]:
        groups, lead = self.groups, self.groups[0]
        many = len(groups)
        match card:
            case "joker":
                return [f"joker:{target}" for target in COLOURS + "123456"]
            case "swap":
                return [f"swap:{number}" for number in range(2, many)]
            case "sprint":
                texts = sorted((die.text for die in lead), key=GOALS.index)
                threes = set(combinations(texts, 3)) if len(lead) >= 4 else set()
                return [f"sprint:{','.join(three)}" for three in threes]
            case "surge":
                return ["surge"] if many >= 3 else []
            case "flip":
                return [f"flip:{n}:{d.value}" for n, group in enumerate(groups, 1) for d in group]
            case "gap":
                return [f"gap:{number}" for number in range(1, many)]
            case "crash":
                return [f"crash:{die.text}" for die in lead] if many >= 2 else []
        return [card]

    # -- stages

    def end_stage(self, revealer: int) -> Any:
        self.phase = "choose"
        for seat in self.seats:
            played = self.open[seat]
            if played is not None:
                self.chosen[seat] = played
            elif len(self.goals[seat]) == 1:
                self.chosen[seat] = self.goals[seat][0]
        for seat in self.seats:
            if seat not in self.chosen:
                self.chosen[seat] = (yield ("move", seat)).partition(":")[2]
        clockwise = [(revealer + step) % self.players for step in self.seats]
        ranking = sorted(clockwise, key=lambda seat: [-p for p in self.worth(self.chosen[seat])])
        prizes = [self.stage_points[self.stage - 1], *self.place_points]
        for seat, prize in zip(ranking, prizes, strict=False):
            self.points[seat] += prize
        self.stage_wins[ranking[0]].append(prizes[0])
        for seat in self.seats:
            goal = self.chosen[seat]
            if goal in self.goals[seat]:
                self.goals[seat].remove(goal)
            self.spent[seat].append(goal)
        self.open = [None] * self.players
        self.chosen = {}
        self.stage = min(self.stage + 1, 4)
        self.phase = "turn"

    def worth(self, goal: str) -> list[int]:
        """The points of an objective, group by group."""
        colour, value = goal[0], int(goal[1])
        return [
            sum(
                (die.colour == colour)
                + (die.value == value)
                + (die.colour == colour and die.value == value)
                for die in group
            )
            for group in self.groups
        ]

    # -- what is shown

    def snapshot(self, seat: int | str | None = None) -> dict[str, Any]:
        def shown(lists: list[list[str]], order: list[str]) -> list[Any]:
            return [
                sorted(own, key=order.index) if seat in (None, s) else len(own)
                for s, own in enumerate(lists)
            ]

        discarded = self.discard + (self.unseen if seat is None else ["?"] * len(self.unseen))
        return {
            "phase": self.phase,
            "stage": self.stage,
            "groups": [
                entry
                if isinstance(entry, str)
                else sorted((die.text for die in entry), key=GOALS.index)
                for entry in self.line
            ],
            "hands": shown(self.hands, CARDS),
            "goals": shown(self.goals, GOALS),
            "open": list(self.open),
            "rerolled": self.rerolled,
            "pile": len(self.pile),
            "points": list(self.points),
            "stage_wins": [list(wins) for wins in self.stage_wins],
            "spent": [list(own) for own in self.spent],
            "discard": {card: discarded.count(card) for card in set(discarded)},
        }
