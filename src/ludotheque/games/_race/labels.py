"""Labels of a race's moves: on the button that plays one, and what it would do."""

from dataclasses import dataclass
from types import ModuleType
from typing import Any

from ...core.errors import filled
from ...core.language import Language
from .narration import action_word, colour_word, dice_words
from .notation import Notation


@dataclass(frozen=True)
class Labels:
    """The labels of one game in one language; `reroll` is its template for a {group}."""

    notation: Notation
    narration: ModuleType
    reroll: str
    language: Language

    def button(self, move: str) -> str:
        """The label of the button that makes a move."""
        language = self.language
        verb, _, rest = move.partition(":")
        what, _, more = rest.partition(":")
        if verb == self.notation.reroll:
            return filled(self.reroll, {"group": what})
        match verb:
            case "joker":
                target = self.narration.target_words(what, language)
                return language("Joker: {target}", target=target)
            case "swap":
                return language("Swap groups {front} and {back}", front=what, back=int(what) + 1)
            case "gap":
                return language("Lay the gap behind group {group}", group=what)
            case "flip":
                return language("Flip the {value}s of group {group}", value=more, group=what)
            case "crash":
                return language("Crash: {die}", die=self.dice(what))
            case "sprint":
                return language("Sprint: {dice}", dice=self.dice(rest))
            case "pick":
                return language("Roll {dice}", dice=self.dice(rest))
            case "goal" if more == "color":
                return language("Play {goal}, colour first", goal=self.dice(what))
            case "goal":
                return language("Play {goal}, value first", goal=self.dice(what))
            case "choose":
                return language("Choose {goal}", goal=self.dice(what))
            case "exchange":
                return language("Exchange for {goal}", goal=self.dice(what))
            case "discard":
                return language("Discard {card}", card=self.card(rest))
        return language("Play {card}", card=self.card(move))

    def entry(self, move: str) -> str:
        """The move in a list, where rerolls of one group differ by the card that is laid down."""
        verb, _, rest = move.partition(":")
        if verb != self.notation.reroll:
            return self.button(move)
        card = self.card(rest.partition(":")[2])
        return self.language("{reroll} ({card} face down)", reroll=self.button(move), card=card)

    def effect(self, move: str, after: Any, *, moved: int) -> str:
        """The effect of a move, in a sentence; so many dice would move or turn over."""
        language = self.language
        verb, _, rest = move.partition(":")
        if verb == self.notation.reroll:
            group, _, card = rest.partition(":")
            return language(
                "Your card “{card}” is laid face down, and group {group} is rolled again.",
                card=self.card(card),
                group=group,
            )
        match verb:
            case "choose":
                return language("Nobody sees your choice before everybody has chosen.")
            case "pick":
                return language(
                    "They stay in the race as they fall. The highest total of all players begins."
                )
            case "exchange":
                return language("You exchange your objective, then you play.")
            case "discard":
                return language("No card of your hand can be played: this one goes without effect.")
            case "gap":
                return language("An empty step in the road: dice that advance into it stop there.")
        if not moved:
            return language("No die would end up elsewhere.")
        if verb == "flip":
            return language.plural(
                "{count} die would turn over, from {value} to {opposite}.",
                "{count} dice would turn over, from {value} to {opposite}.",
                moved,
                value=rest[-1],
                opposite=7 - int(rest[-1]),
            )
        return self.race(after)

    def race(self, record: Any) -> str:
        """The number of groups, and of dice in the lead."""
        language = self.language
        groups = [dice.bit_count() for dice in record.line[: record.places].tolist() if dice]
        lead = language.plural("{count} die in the lead", "{count} dice in the lead", groups[0])
        race = language.plural("{count} group", "{count} groups", len(groups))
        return language("Then: {lead}, {race}.", lead=lead, race=race)

    def dice(self, texts: str) -> str:
        return dice_words(texts.split(","), self.language)

    def card(self, card: str) -> str:
        kind, _, target = card.partition(":")
        if kind == "value":
            return target
        return (colour_word if target else action_word)(target or kind, self.language)
