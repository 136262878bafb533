"""Narration of Course de dés: what is awaited, what a move does, what has happened.

Sentences are for all players, so they contain public information only; `brief` is for the seat that
moves, and counts with that seat's own objective.
"""

from typing import Any

from ...core.language import Language
from ...core.state import State
from .._race.cards import NOTHING
from .._race.narration import (
    action_of_card,
    action_word,
    coloured_dice,
    dice_words,
    die_words,
    names_listed,
)
from .._race.ranking import points_by_group
from .._race.snapshots import dice_texts
from .notation import NOTATION, public_text
from .phases import PICK, THROW_ALL, TUMBLE
from .positions import phase, reveals, tumbling

Snapshot = dict[str, Any]
GROUPS_IN_BRIEF = 3


def ask(state: State, names: list[str], language: Language) -> str:
    """What is asked of whom, in a sentence."""
    if state.seat is None:
        return language("Dice and cards are on their way.")
    name = names[state.seat]
    if state.plain.phase == PICK:
        return language("{name}, pick one of your objectives.", name=name)
    if any(move.startswith("exchange:") for move in state.moves()):
        return language(
            "{name}, play a card or tumble; you may exchange your objective before.", name=name
        )
    return language("{name}, play a card or tumble.", name=name)


# What a move brings


def brief(before: State, after: State, names: list[str], language: Language) -> str:
    """What the mover's own objective is worth afterwards: in the lead (before → after), behind it.

    A group whose dice are still to be rolled has a question mark.
    """
    seat = before.seat
    assert seat is not None
    scored = after.plain.spent_count[seat] > before.plain.spent_count[seat]
    goal = int((before if scored else after).plain.in_force[seat])
    if goal == NOTHING:
        return ""
    bonus = int(after.plain.bonus)
    worth = [str(points) for points in points_by_group(after.plain, goal, bonus)]
    rolled = tumbling(after.plain)
    if rolled is not None:
        worth[rolled - 1] = "?"
    old = before.plain.in_force[seat]
    now = points_by_group(before.plain, int(old), bonus)[0] if old != NOTHING else None
    lead = worth[0] if now is None else f"{now}→{worth[0]}"
    return "·".join([lead, *worth[1:GROUPS_IN_BRIEF]])


def legend(language: Language) -> str:
    """What the marks of `brief` mean."""
    return language(
        "In the list: 4→6·2·0 is what your objective is worth in the lead before and after the "
        "move, then in the second and the third group · ? dice to be rolled"
    )


# What has happened


def silent_draws(before: State) -> int:
    """The dice before the last one of a throw, which is told when it is complete."""
    falling: int = before.plain.to_throw.bit_count()
    return max(0, falling - 1)


def tell(
    before: State, event: dict[str, Any], after: State, names: list[str], language: Language
) -> str | None:
    """What an event of a record did, in a sentence; None for what nobody else may see."""
    if "draw" in event:
        said = draw_words(before, after, names, language)
    else:
        said = move_words(names[event["seat"]], public_text(event["move"]), language)
    return " ".join(filter(None, [said, stage_words(before, after, names, language)])) or None


def draw_words(before: State, after: State, names: list[str], language: Language) -> str | None:
    """The end of a throw, and who begins; a card or an objective is its owner's secret."""
    old, new = before.plain, after.plain
    if old.phase == THROW_ALL and new.places:
        return language("The thirty dice are rolled and form one group.")
    if phase(old) == "setup" != phase(new):
        return language("{name} begins.", name=names[new.turn_of])
    if old.phase == TUMBLE and not silent_draws(before):
        group = tumbling(old)
        assert group is not None
        groups = [each for each in new.line[: new.places] if each]
        dice = dice_words(dice_texts(new, groups[group - 1], NOTATION), language)
        return language("Group {group} is now {dice}.", group=group, dice=dice)
    return None


def move_words(name: str, move: str, language: Language) -> str:
    """A move as the others see it."""
    verb, _, what = move.partition(":")
    if verb in ("color", "value"):
        return language("{name}: {dice} advance.", name=name, dice=target_words(what, language))
    if verb == "joker":
        return language(
            "{name} plays a joker: {dice} advance.", name=name, dice=target_words(what, language)
        )
    if verb == "gap":
        return language("{name} lays a gap card behind group {group}.", name=name, group=what)
    if verb == "swap":
        return language(
            "{name} swaps groups {front} and {back}.", name=name, front=what, back=int(what) + 1
        )
    if verb == "overtake":
        return language("{name} brings the last group up to second place.", name=name)
    if verb == "tumble":
        return language(
            "{name} lays a card face down: group {group} tumbles.", name=name, group=what
        )
    if verb == "discard":
        card = card_words(what, language)
        return language("{name} discards {card}, without effect.", name=name, card=card)
    if verb == "choose":
        return language("{name} picks an objective.", name=name)
    return language("{name} exchanges the objective in force.", name=name)


def reveal(name: str, move: str, language: Language) -> str | None:
    """A move with its secret, once all is known; None for one that hides nothing."""
    verb, _, rest = move.partition(":")
    what, _, card = rest.partition(":")
    match verb:
        case "tumble":
            return language(
                "{name} lays a card face down ({card}): group {group} tumbles.",
                name=name,
                card=card_words(card, language),
                group=what,
            )
        case "choose":
            return language("{name} picks {goal}.", name=name, goal=die_words(what, language))
        case "exchange":
            goal = die_words(what, language)
            return language("{name} exchanges the objective for {goal}.", name=name, goal=goal)
    return None


def target_words(target: str, language: Language) -> str:
    """The dice of a colour or a value: what advances."""
    if target.isdigit():
        return language("the {value}s", value=target)
    return coloured_dice(target, language)


def card_words(card: str, language: Language) -> str:
    """A card of the hand."""
    verb, _, what = card.partition(":")
    return target_words(what, language) if what else action_word(verb, language)


def stage_words(before: State, after: State, names: list[str], language: Language) -> str | None:
    """Objectives revealed: what they were, and the tokens they brought."""
    if not reveals(before.plain, after.plain):
        return None
    old, new = before.snapshot("public"), after.snapshot("public")
    revealed = {
        seat: spent[-1]
        for seat, spent in enumerate(new["spent"])
        if len(spent) > len(old["spent"][seat])
    }
    gains = [now - then for now, then in zip(new["points"], old["points"], strict=True)]
    told = " · ".join(
        f"{names[seat]} ({die_words(goal, language)})" + (f" +{gains[seat]}" if gains[seat] else "")
        for seat, goal in revealed.items()
    )
    if old["tiebreak"] is not None:
        return language("The last card is drawn — {told}.", told=told)
    said = language("Stage {stage} is over — {told}.", stage=old["stage"], told=told)
    if new["tiebreak"] is not None:
        tied = language(" and ").join(names[seat] for seat in new["tiebreak"])
        said += " " + language("{names} are tied and play on alone.", names=tied)
    return said


def tie_break(
    state: State, tied: list[int], winners: list[int], names: list[str], language: Language
) -> str:
    """CD-14 Those who are tied play on alone; a tie that was not played off is shared."""
    tokens, equal = state.points[tied[0]], names_listed(tied, names, language)
    if not state.plain.tied:
        return language(
            "{names} have {tokens} tokens each, and no rule separates them.",
            names=equal,
            tokens=tokens,
        )
    if len(winners) > 1:
        return language(
            "{names} had {tokens} tokens each and played on alone; even the last card did not "
            "separate the winners.",
            names=equal,
            tokens=tokens,
        )
    return language(
        "{names} had {tokens} tokens each and played on alone: at the last card, {winner} was "
        "ahead.",
        names=equal,
        tokens=tokens,
        winner=names[winners[0]],
    )


def card_does(card: str, language: Language) -> str:
    """What a card does, in a few words."""
    verb, _, target = card.partition(":")
    dice = target_words(target, language) if target else ""
    return action_of_card(verb, dice, language)
