"""Narration of Les Trotteurs: what is awaited, what a move does, what has happened."""

from functools import cache
from typing import Any

from ...core.language import Language
from ...core.state import State
from .board import BUT, DEPART, NO_SIGN, SIGN_NAMES
from .event_effects import EventEffects, Movement, effects_of
from .positions import band_colours
from .rules import MARKS

Snapshot = dict[str, Any]


def colour_word(colour: str, language: Language) -> str:
    """A colour by its English name."""
    return words_of_colours(language)[colour]


@cache
def words_of_colours(language: Language) -> dict[str, str]:
    return {
        "red": language("red"),
        "yellow": language("yellow"),
        "green": language("green"),
        "blue": language("blue"),
        "white": language("white"),
        "orange": language("orange"),
        "purple": language("purple"),
        "pink": language("pink"),
        "brown": language("brown"),
        "black": language("black"),
    }


def colour_words(state: State, language: Language) -> list[str]:
    """The colours of the bands."""
    return [colour_word(colour, language) for colour in band_colours(state.plain)]


def sign_word(kind: str, language: Language) -> str:
    words = {
        "triangle": language("triangle"),
        "square": language("square"),
        "pentagon": language("pentagon"),
    }
    return words[kind]


def place_word(place: int, language: Language) -> str:
    if place == DEPART:
        return language("DEPART")
    return language("BUT") if place == BUT else str(place)


def throw_words(thrown: dict[str, Any], colours: list[str], language: Language) -> str:
    """The three dice."""
    colour = thrown["color"]
    shown = language("the Wheel") if colour == "wheel" else colours[colour]
    order = language("BUT") if thrown["order"] == "BUT" else thrown["order"]
    return ", ".join(language.die(str(each)) for each in (thrown["points"], shown, order))


def ask(state: State, names: list[str], language: Language) -> str:
    """What is asked of whom, in a sentence."""
    if state.awaits == "move":
        return offer_words(state, names, language)
    if state.awaits == "end":
        return language("The game is over.")
    roller = state.roller
    if roller is not None:
        return language("{name}, throw the three dice and shake the cup.", name=names[roller])
    if state.plain.drawn:
        return language("The dice are falling.")
    return language("The cup names the first thrower.")


def offer_words(state: State, names: list[str], language: Language) -> str:
    """TR-16, TR-17, TR-18 What the seat to move may claim or call."""
    offer = state.snapshot()["offer"]
    colours = colour_words(state, language)
    assert state.seat is not None
    mine = offer["newcomer"] if offer["newcomer"][0] == state.seat else offer["resident"]
    theirs = offer["resident"] if mine == offer["newcomer"] else offer["newcomer"]
    said = {
        "name": names[state.seat],
        "own": colours[mine[1]],
        "other": names[theirs[0]],
        "colour": colours[theirs[1]],
    }
    match offer["kind"], offer["omission"]:
        case "triangle", False:
            return language(
                "{name}, you have a trotter on a triangle ({own}), and {other} ({colour}) has just "
                "stopped on one: claim, and yours goes to BUT.",
                **said,
            )
        case "triangle", True:
            return language(
                "{name}, {other} ({colour}) has not claimed the triangle: call it, and your own "
                "newcomer ({own}) goes to BUT.",
                **said,
            )
        case "square", False:
            return language(
                "{name}, you have stopped on a square ({own}), and {other} ({colour}) stands on "
                "one: give warning, and that trotter goes back to DEPART.",
                **said,
            )
        case "square", True:
            return language(
                "{name}, {other} ({colour}) has stopped on a square without warning you ({own}): "
                "call it, and the newcomer goes back to DEPART.",
                **said,
            )
        case "pentagon", False:
            return language(
                "{name}, {other} ({colour}) has just stopped on a pentagon: claim, and your "
                "prisoner ({own}) is free, on the circled hole.",
                **said,
            )
    return language(
        "{name}, {other} ({colour}) has not claimed the pentagon: call it, and your own newcomer "
        "({own}) is free, on the circled hole.",
        **said,
    )


def move_between(before: State, after: State) -> str:
    """The move that leads from one state to the other."""
    for move, state in before.successors().items():
        if state.states.tobytes() == after.states.tobytes():
            return move
    raise ValueError("no move leads there")


def effect(before: State, after: State, names: list[str], language: Language) -> str:
    """What a move brings, in a few words; the two states are before and after it."""
    effects = effects_of(before, {"seat": before.seat, "move": move_between(before, after)})
    if effects.claimed is None:
        return language("nobody is moved")
    colours = colour_words(before, language)
    return other_movement_words(effects.claimed, names, colours, language)


def brief(before: State, after: State, names: list[str], language: Language) -> str:
    """What a move brings, short enough for a list."""
    return effect(before, after, names, language)


def legend(language: Language) -> str:
    """What the words of `brief` mean."""
    return language("In the list: whose trotter of which band would go from where to where")


def movement_words(way: Movement, colours: list[str], signs: Any, language: Language) -> str:
    """How a trotter has moved by a throw that its owner marks; `signs` None: no sign is named."""
    colour, start = colours[way.band], place_word(way.start, language)
    if way.stays == "at BUT":
        return language("{colour} is at BUT already", colour=colour)
    if way.stays == "prisoner":
        return language("{colour} stays a prisoner on {place}", colour=colour, place=start)
    said = f"{colour} {start} → {place_word(way.end, language)}"
    kind = NO_SIGN if signs is None else signs[way.band][way.end]
    return said if kind == NO_SIGN else f"{said} ({sign_word(SIGN_NAMES[kind], language)})"


def other_movement_words(
    way: Movement, names: list[str], colours: list[str], language: Language
) -> str:
    """How a trotter has moved by something other than a throw that its owner marks."""
    start, end = place_word(way.start, language), place_word(way.end, language)
    return f"{names[way.seat]} ({colours[way.band]}) {start} → {end}"


def silent_draws(before: State) -> int:
    """What falls before the last of a throw, which is told when it is complete."""
    record = before.plain
    return max(0, MARKS - record.drawn) if record.thrower >= 0 else 0


def tell(
    before: State, event: dict[str, Any], after: State, names: list[str], language: Language
) -> str | None:
    """What an event of a record did, in a sentence or more; None while a throw is under way."""
    if "draw" in event and before.plain.thrower < 0:
        return language("The cup names {name}, who throws first.", name=names[event["draw"][1]])
    if "draw" in event and after.plain.throws == before.plain.throws:
        return None
    effects = effects_of(before, event)
    said = [] if "draw" in event else [claim_words(before, event, effects, names, language)]
    said += [
        *throw_sentences(before, effects, names, language),
        *sign_sentences(before, effects, names, language),
        *victory_sentences(after, effects, names, language),
    ]
    return " ".join(said)


def claim_words(
    before: State,
    event: dict[str, Any],
    effects: EventEffects,
    names: list[str],
    language: Language,
) -> str:
    name, offer = names[event["seat"]], before.snapshot()["offer"]
    if effects.claimed is None:
        return language("{name} stays silent.", name=name)
    way = other_movement_words(effects.claimed, names, colour_words(before, language), language)
    if offer["omission"]:
        return language("{name} calls the omission: {way}.", name=name, way=way)
    if offer["kind"] == "square":
        return language("{name} gives warning: {way}.", name=name, way=way)
    return language("{name} claims: {way}.", name=name, way=way)


def throw_sentences(
    before: State, effects: EventEffects, names: list[str], language: Language
) -> list[str]:
    """What was thrown, who marks it, and where the trotters go.

    With manual vigilance no sign is named: whoever reads would be told what is to be noticed.
    """
    colours = colour_words(before, language)
    signs = None if before.plain.manual else before.plain.signs
    ways = ", ".join(movement_words(way, colours, signs, language) for way in effects.marked or [])
    if effects.throw is None:
        if effects.marked is None:
            return []
        marker = names[effects.marked[0].seat]
        return [language("{name} marks: {ways}.", name=marker, ways=ways)]
    said = {
        "thrower": names[before.plain.thrower],
        "dice": throw_words(effects.throw, colours, language),
        "marker": names[effects.throw["marks"]],
    }
    if effects.marked is None:
        return [language("{thrower} throws {dice}; {marker} is to mark.", **said)]
    return [language("{thrower} throws {dice}; {marker} marks: {ways}.", **said, ways=ways)]


def sign_sentences(
    before: State, effects: EventEffects, names: list[str], language: Language
) -> list[str]:
    """What the signs did to others, kind by kind."""
    colours, sentences = colour_words(before, language), []
    for kind in SIGN_NAMES[1:]:
        ways = [
            other_movement_words(way, names, colours, language)
            for by, way in effects.sent
            if by == kind
        ]
        if ways:
            sign = sign_word(kind, language).capitalize()
            sentences.append(language("{sign}: {ways}.", sign=sign, ways=", ".join(ways)))
    return sentences


def victory_sentences(
    after: State, effects: EventEffects, names: list[str], language: Language
) -> list[str]:
    """Who has won, and what the others owe; the next game, if there is one."""
    if effects.winner is None:
        return []
    debts = ", ".join(
        language("{name} owes {debt}", name=names[seat], debt=debt)
        for seat, debt in enumerate(effects.debts)
        if debt
    )
    sentences = [
        language(
            "{name} has all five trotters at BUT and wins the game: {debts}.",
            name=names[effects.winner],
            debts=debts,
        )
    ]
    if after.awaits != "end":
        number = int(after.plain.game)
        sentences.append(language("Game {number} begins.", number=number))
    return sentences
