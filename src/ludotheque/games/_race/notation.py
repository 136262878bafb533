"""Notation of a race: dice, cards and moves to text and back. A game names its colours and cards.

A text that is not a move parses to None; whether a move is legal is for the rules to say.
"""

from collections.abc import Callable, Iterable

from .cards import JOKER, TARGETS
from .moves import (
    ADVANCE,
    BRING_UP,
    CHOOSE,
    COLOUR_FIRST,
    CRASH,
    DISCARD,
    EXCHANGE,
    FLIP,
    GAP,
    GOAL,
    JOKER_FOR,
    PICK,
    REROLL,
    SPRINT,
    SWAP,
    VALUE_FIRST,
    action_of,
    first_of,
    move_of,
    second_of,
    third_of,
)
from .road import DICE, VALUES

ORDERS = {"color": COLOUR_FIRST, "value": VALUE_FIRST}


class Notation:
    """How one game writes: its colours in dice order, its kinds of cards after the joker."""

    def __init__(self, colours: str, cards: Iterable[str], *, bring_up: str, reroll: str) -> None:
        self.colours = colours
        #: What a joker may name: `r` … and `1` … `6`.
        self.targets = [*colours, *map(str, range(1, VALUES + 1))]
        #: All cards in card order.
        self.cards = [
            *(f"color:{colour}" for colour in colours),
            *(f"value:{value}" for value in range(1, VALUES + 1)),
            "joker",
            *cards,
        ]
        #: Dice by what they look like, and objectives: `r1`, `r2` … in dice order.
        self.dice = [f"{colour}{value}" for colour in colours for value in range(1, VALUES + 1)]
        self.bring_up = bring_up
        self.reroll = reroll
        #: The words that moves consist of: cards, other verbs, targets, orders, dice, numbers.
        self.vocabulary = tuple(
            dict.fromkeys(
                [
                    *self.cards,
                    *(reroll, "discard", "choose", "goal", "exchange", "pick"),
                    *colours,
                    *ORDERS,
                    *self.dice,
                    *map(str, range(1, DICE + 1)),
                ]
            )
        )
        self._card = numbered(self.cards)
        self._target = numbered(self.targets)
        self._die = numbered(self.dice)
        self._written: dict[int, str] = {}  # a lead of thirty dice has 1,300 sprints
        self._group = {str(number): number for number in range(1, DICE + 1)}
        self._value = {str(value + 1): value for value in range(VALUES)}
        self._writers: dict[int, Callable[[int, int, int], str]] = {
            ADVANCE: lambda target, _, __: self.cards[target],
            JOKER_FOR: lambda target, _, __: f"joker:{self.targets[target]}",
            SWAP: lambda group, _, __: f"swap:{group}",
            GAP: lambda group, _, __: f"gap:{group}",
            BRING_UP: lambda *_: bring_up,
            REROLL: lambda group, card, _: f"{reroll}:{group}:{self.cards[card]}",
            DISCARD: lambda card, _, __: f"discard:{self.cards[card]}",
            CHOOSE: lambda goal, _, __: f"choose:{self.dice[goal]}",
            SPRINT: lambda *dice: "sprint:" + ",".join(self.dice[die] for die in dice),
            FLIP: lambda group, value, _: f"flip:{group}:{value + 1}",
            CRASH: lambda die, _, __: f"crash:{self.dice[die]}",
            GOAL: lambda goal, order, _: f"goal:{self.dice[goal]}:{('color', 'value')[order]}",
            EXCHANGE: lambda goal, _, __: f"exchange:{self.dice[goal]}",
            PICK: lambda one, two, _: f"pick:{self.dice[one]},{self.dice[two]}",
        }
        self._readers: dict[str, Callable[[str], tuple[int, ...] | None]] = {
            "joker": lambda rest: known(JOKER_FOR, self._target.get(rest)),
            "swap": lambda rest: known(SWAP, self._group.get(rest)),
            "gap": lambda rest: known(GAP, self._group.get(rest)),
            reroll: self._read_reroll,
            "discard": lambda rest: known(DISCARD, self._card.get(rest)),
            "choose": lambda rest: known(CHOOSE, self._die.get(rest)),
            "sprint": lambda rest: self._read_dice(SPRINT, 3, rest),
            "pick": lambda rest: self._read_dice(PICK, 2, rest),
            "flip": self._read_flip,
            "crash": lambda rest: known(CRASH, self._die.get(rest)),
            "goal": self._read_goal,
            "exchange": lambda rest: known(EXCHANGE, self._die.get(rest)),
        }

    def write(self, move: int) -> str:
        text = self._written.get(move)
        if text is None:
            writer = self._writers[action_of(move)]
            text = writer(first_of(move), second_of(move), third_of(move))
            self._written[move] = text
        return text

    def read(self, text: object) -> int | None:
        """The move a text names, legal or not, in either race; None if it names none."""
        if not isinstance(text, str):
            return None
        verb, colon, rest = text.partition(":")
        if text == self.bring_up:
            named: tuple[int, ...] | None = (BRING_UP,)
        elif (card := self._card.get(text, JOKER)) < TARGETS:
            named = (ADVANCE, card)
        else:
            named = self._readers[verb](rest) if colon and verb in self._readers else None
        if named is None:
            return None
        action, *things = named
        move = int(move_of(action, *(*things, 0, 0, 0)[:3]))
        return move if self.write(move) == text else None

    def public(self, text: str) -> str:
        """What the others learn of a move: not what was chosen, nor the card laid down."""
        verb, _, rest = text.partition(":")
        if verb in ("choose", "exchange"):
            return verb
        if verb == self.reroll:
            return f"{verb}:{rest.partition(':')[0]}"
        return text

    def _read_reroll(self, rest: str) -> tuple[int, ...] | None:
        group, _, card = rest.partition(":")
        return known(REROLL, self._group.get(group), self._card.get(card))

    def _read_dice(self, action: int, count: int, rest: str) -> tuple[int, ...] | None:
        dice = [self._die.get(die) for die in rest.split(",", count)]
        return known(action, *dice) if len(dice) == count else None

    def _read_flip(self, rest: str) -> tuple[int, ...] | None:
        group, _, value = rest.partition(":")
        return known(FLIP, self._group.get(group), self._value.get(value))

    def _read_goal(self, rest: str) -> tuple[int, ...] | None:
        goal, _, order = rest.partition(":")
        return known(GOAL, self._die.get(goal), ORDERS.get(order))


def numbered(texts: Iterable[str]) -> dict[str, int]:
    return {text: number for number, text in enumerate(texts)}


def known(action: int, *things: int | None) -> tuple[int, ...] | None:
    """The action and what it names, if everything it names is known."""
    named = [thing for thing in things if thing is not None]
    return (action, *named) if len(named) == len(things) else None
