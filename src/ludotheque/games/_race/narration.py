"""Words that both races use: colours, dice and cards, and what a card does.

The letters of the two editions' colours do not clash, so one table has them all.
"""

from collections.abc import Iterable
from functools import cache

from ...core.language import Language


def colour_word(colour: str, language: Language) -> str:
    """A colour by its letter in the notation."""
    return {
        "r": language("red"),
        "o": language("orange"),
        "g": language("green"),
        "b": language("blue"),
        "p": language("purple"),
        "k": language("pink"),
        "v": language("violet"),
    }[colour]


def coloured_dice(colour: str, language: Language) -> str:
    """All dice of a colour."""
    return {
        "r": language("the red dice"),
        "o": language("the orange dice"),
        "g": language("the green dice"),
        "b": language("the blue dice"),
        "p": language("the purple dice"),
        "k": language("the pink dice"),
        "v": language("the violet dice"),
    }[colour]


@cache
def die_words(die: str, language: Language) -> str:
    """A die or an objective: its colour and its value. Pages draw it."""
    name = language("{colour} {value}", colour=colour_word(die[0], language), value=die[1])
    return language.die(name)


def dice_words(dice: Iterable[str], language: Language) -> str:
    """Dice one after another: pink 2, blue 4."""
    return ", ".join(die_words(die, language) for die in dice)


def names_listed(seats: list[int], names: list[str], language: Language) -> str:
    """Names as a sentence has them: Ada, Blaise and Camille."""
    *before, last = [names[seat] for seat in seats]
    return language(" and ").join([", ".join(before), last] if before else [last])


def action_word(verb: str, language: Language) -> str:
    """The name of a card that shows neither a colour nor a value."""
    return {
        "joker": language("joker"),
        "swap": language("swap"),
        "gap": language("gap"),
        "overtake": language("overtake"),
        "sprint": language("sprint"),
        "surge": language("surge"),
        "flip": language("flip"),
        "crash": language("crash"),
    }[verb]


def action_of_card(verb: str, dice: str, language: Language) -> str:
    """What a card does, in a few words; `dice` are those that a colour or a value names."""
    match verb:
        case "joker":
            return language("one colour or one value advances")
        case "swap":
            return language("two groups that follow each other change places, never the lead")
        case "gap":
            return language("an empty step between two groups")
        case "overtake" | "surge":
            return language("the last group goes directly behind the lead")
        case "sprint":
            return language("three dice of the lead break away")
        case "flip":
            return language("dice of one value in one group are turned over")
        case "crash":
            return language("a die of the lead falls to the back")
    return language("{dice} advance", dice=dice)
