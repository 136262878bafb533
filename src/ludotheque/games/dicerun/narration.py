"""Narration of DiceRun: what is awaited, what a move does, what has happened.

Sentences are for all players, so they contain public information only.
"""

from typing import Any

from ...core.language import Language
from ...core.state import State
from .._race.narration import (
    action_of_card,
    action_word,
    colour_word,
    coloured_dice,
    dice_words,
    die_words,
    names_listed,
)
from .._race.snapshots import dice_in_throw, dice_texts
from .cards import NOTATION
from .positions import phase_of
from .rules import highest_stage_of

Snapshot = dict[str, Any]


def target_words(target: str, language: Language) -> str:
    """A colour's or a value's dice: what advances."""
    if target.isdigit():
        return language("all {value}s", value=target)
    return coloured_dice(target, language)


def card_words(card: str, language: Language) -> str:
    """A card by its name on the table."""
    verb, _, target = card.partition(":")
    if verb == "color":
        return colour_word(target, language)
    return target if verb == "value" else action_word(verb, language)


def ask(state: State, names: list[str], language: Language) -> str:
    """What is asked of whom, in a sentence."""
    seat = state.seat
    if seat is None:
        return drawing_words(state, names, language)
    phase = phase_of(state.plain)
    if phase == "setup":
        return language("{name}, pick two dice to roll for the start.", name=names[seat])
    if phase == "choose":
        return language("{name}, choose your objective for this stage.", name=names[seat])
    return language("{name}, play a card, an objective or a reroll.", name=names[seat])


def drawing_words(state: State, names: list[str], language: Language) -> str:
    if state.awaits == "end":
        return language("The race is over.")
    kind = state.pending_draws[0].kind
    if kind == "die":
        return language("The dice are rolled.")
    if kind == "cut":
        return language("The pile is cut into five packs.")
    return language("Cards are dealt.")


def brief(before: State, after: State, names: list[str], language: Language) -> str:
    """What a move brings, short enough for a list: the sizes of the groups, gap cards as |."""
    old, new = before.snapshot("public"), after.snapshot("public")
    if old["groups"] == new["groups"]:
        return "="
    return sizes_text(new["groups"])


def legend(language: Language) -> str:
    """What the marks of `brief` mean."""
    return language("In the list: how many dice each group has then, the lead first · | a gap card")


def sizes_text(groups: list[Any]) -> str:
    return " ".join("|" if group == "gap" else str(len(group)) for group in groups)


def silent_draws(before: State) -> int:
    """The dice before the last one of a throw, which is told when it is complete."""
    falling: int = before.plain.to_throw.bit_count()
    return max(0, falling - 1)


def tell(
    before: State, event: dict[str, Any], after: State, names: list[str], language: Language
) -> str | None:
    """What an event of a record did, in a sentence; None if it is secret or not complete yet."""
    if "draw" in event:
        said = draw_words(before, after, names, language)
    else:
        said = [move_words(event["seat"], event["move"], names, language)]
    if sum(after.plain.spent_count) > sum(before.plain.spent_count):
        said += stage_words(before.snapshot("public"), after.snapshot("public"), names, language)
    return " ".join(said) or None


def draw_words(before: State, after: State, names: list[str], language: Language) -> list[str]:
    """Sentences about what everybody sees: complete throws, who begins, a stage card."""
    old, new = before.plain, after.plain
    if new.places and not old.places:
        return [language("The thirty dice are rolled.")]
    if phase_of(old) == "setup":
        return roll_off_words(before, after, names, language)
    if phase_of(old) == "turn" and old.to_throw and not new.to_throw:
        dice = dice_texts(new, new.line[rerolled_place(old)], NOTATION)
        group = dice_words(dice, language)
        return [language("The dice fall: {group}.", group=group)]
    if phase_of(old) == "turn" and phase_of(new) == "choose":
        return [language("A stage card shows: the stage is over.")]
    return []


def roll_off_words(before: State, after: State, names: list[str], language: Language) -> list[str]:
    """DR-7 What two picked dice show; who begins, or who picks again."""
    old, new = before.plain, after.plain
    if not old.rolling or new.dice_rolled:
        return []
    said = []
    if picked := dice_in_throw(old):
        fallen = dice_texts(new, picked, NOTATION)
        said.append(
            language(
                "{name} rolls {dice}: {total} in all.",
                name=names[old.roller],
                dice=dice_words(fallen, language),
                total=sum(int(die[1]) for die in fallen),
            )
        )
    if new.rolling == 0:
        said.append(language("{name} begins.", name=names[new.playing]))
    elif picked and new.roller <= old.roller:
        tied = [name for seat, name in enumerate(names) if new.rolling >> seat & 1]
        said.append(language("Tied, they roll again: {names}.", names=", ".join(tied)))
    return said


def rerolled_place(record: Any) -> int:
    places = (p for p in range(record.places) if record.line[p] & record.to_throw)
    return next(places)


def move_words(seat: int, move: str, names: list[str], language: Language) -> str:
    """A move as the others see it."""
    name = names[seat]
    verb, _, rest = NOTATION.public(move).partition(":")
    match verb:
        case "color" | "value":
            what = target_words(rest, language)
            return language("{name} advances {what}.", name=name, what=what)
        case "joker":
            what = target_words(rest, language)
            return language("{name} advances {what} with a joker.", name=name, what=what)
        case "swap":
            return language(
                "{name} swaps groups {front} and {back}.",
                name=name,
                front=rest,
                back=int(rest) + 1,
            )
        case "sprint":
            dice = dice_words(rest.split(","), language)
            return language("{name}: sprint of {dice}.", name=name, dice=dice)
        case "pick":
            dice = dice_words(rest.split(","), language)
            return language("{name} picks {dice} for the roll-off.", name=name, dice=dice)
        case "surge":
            return language("{name} brings the last group up behind the lead.", name=name)
        case "flip":
            number, _, value = rest.partition(":")
            return language(
                "{name} flips the {value}s of group {number} to {opposite}.",
                name=name,
                value=value,
                number=number,
                opposite=7 - int(value),
            )
        case "gap":
            return language("{name} lays a gap card behind group {number}.", name=name, number=rest)
        case "crash":
            die = die_words(rest, language)
            return language("{name}: {die} crashes and falls to the back.", name=name, die=die)
        case "goal":
            return goal_words(name, rest, language)
        case "reroll":
            return language(
                "{name} lays a card face down and rerolls group {number}.", name=name, number=rest
            )
        case "discard":
            card = card_words(rest, language)
            return language(
                "{name} can play no card and discards one: {card}.", name=name, card=card
            )
    return language("{name} has chosen an objective.", name=name)


def reveal(name: str, move: str, language: Language) -> str | None:
    """A move with its secret, once all is known; None for one that hides nothing."""
    verb, _, rest = move.partition(":")
    what, _, card = rest.partition(":")
    if verb == "reroll":
        return language(
            "{name} lays a card face down ({card}) and rerolls group {number}.",
            name=name,
            card=card_words(card, language),
            number=what,
        )
    if verb == "choose":
        return language("{name} chooses {goal}.", name=name, goal=die_words(what, language))
    return None


def goal_words(name: str, rest: str, language: Language) -> str:
    goal, _, first = rest.partition(":")
    die = die_words(goal, language)
    if first == "color":
        return language(
            "{name} plays the objective {die}: first the colour, then the value.",
            name=name,
            die=die,
        )
    return language(
        "{name} plays the objective {die}: first the value, then the colour.", name=name, die=die
    )


def stage_words(old: Snapshot, new: Snapshot, names: list[str], language: Language) -> list[str]:
    """A stage has been scored: what everybody had chosen, and who got points."""
    objectives = ", ".join(
        f"{name} ({die_words(spent[-1], language)})"
        for name, spent in zip(names, new["spent"], strict=True)
    )
    gains = [new["points"][s] - old["points"][s] for s in range(len(names))]
    ranked = sorted((s for s in range(len(names)) if gains[s]), key=lambda s: -gains[s])
    paid = ", ".join(f"{names[s]} +{gains[s]}" for s in ranked)
    return [
        language("Objectives: {objectives}.", objectives=objectives),
        language("Stage {stage}: {paid}.", stage=len(new["spent"][0]), paid=paid),
    ]


def tie_break(
    state: State, tied: list[int], winners: list[int], names: list[str], language: Language
) -> str:
    """DR-26 Among those tied, whoever has won the highest stage card."""
    points, equal = state.points[tied[0]], names_listed(tied, names, language)
    if len(winners) > 1:
        return language(
            "{names} have {points} points each, and their stage cards do not separate them.",
            names=equal,
            points=points,
        )
    return language(
        "{names} have {points} points each: {winner} wins by the highest stage card among "
        "them, the {card}.",
        names=equal,
        points=points,
        winner=names[winners[0]],
        card=int(highest_stage_of(state.record, winners[0])),
    )


def card_does(card: str, language: Language) -> str:
    """What a card does, in a few words."""
    verb, _, target = card.partition(":")
    dice = target_words(target, language) if target else ""
    return action_of_card(verb, dice, language)
