"""Moves of Course de dés as text: `color:b`, `swap:2`, `tumble:3:value:6`, `choose:b3`."""

from typing import Any

from ...core.errors import IllegalMove
from ...core.rule import DRAW, END
from .._race.cards import JOKER, NOTHING
from .._race.moves import (
    ADVANCE,
    BRING_UP,
    CHOOSE,
    DISCARD,
    EXCHANGE,
    GAP,
    JOKER_FOR,
    REROLL,
    SWAP,
    action_of,
    first_of,
    second_of,
)
from .._race.notation import Notation
from .._race.road import count_groups
from .cards import GAP_CARD, OVERTAKE_CARD, SWAP_CARD
from .edition import SPECIALS
from .phases import PICK

NOTATION = Notation("gkbrv", SPECIALS[1:], bring_up="overtake", reroll="tumble")
VOCABULARY = NOTATION.vocabulary
ACTIONS = (ADVANCE, JOKER_FOR, SWAP, GAP, BRING_UP, REROLL, DISCARD, CHOOSE, EXCHANGE)


def write_move(move: int) -> str:
    return NOTATION.write(move)


def public_text(text: str) -> str:
    """What the other seats learn of a move: neither an objective nor a card laid face down."""
    return NOTATION.public(text)


def read_move(text: object) -> int | None:
    """The move a text names, legal or not; None if it names none."""
    move = NOTATION.read(text)
    return move if move is not None and action_of(move) in ACTIONS else None


def why_illegal(state: Any, text: object) -> IllegalMove:
    """The reason why this text is not a legal move now, with its rule."""
    if state.awaits == DRAW:
        return IllegalMove("not_awaited", "CD-4", "no move is awaited: something is to be drawn")
    if state.awaits == END:
        return IllegalMove("over", "CD-14", "the game is over")
    if not isinstance(text, str):
        return IllegalMove("not_text", "CD-4", "a move is a text such as 'color:b' or 'overtake'")
    move = read_move(text)
    if move is None:
        return IllegalMove(
            "unreadable",
            "CD-4",
            "{text!r} is not a move: write for example 'color:b', 'value:6', 'joker:b', 'gap:2', "
            "'swap:2', 'overtake' or 'tumble:3:value:6'",
            text=text[:40],
        )
    return why_not(state, move)


def why_not(state: Any, move: int) -> IllegalMove:
    """The reason why a move of the game is not legal now."""
    action = action_of(move)
    if action in (CHOOSE, EXCHANGE) or state.phase == PICK:
        return objective_refused(state, action, first_of(move))
    card = card_of(move)
    if state.hands[state.seat, card] == 0:
        return IllegalMove(
            "not_in_hand",
            "CD-4",
            "there is no card '{card}' in your hand",
            card=NOTATION.cards[card],
        )
    if action == DISCARD:
        return IllegalMove(
            "can_play",
            "CD-8",
            "a card is discarded without effect only if none of the hand can be played",
        )
    if action == REROLL:
        return tumble_refused(state, first_of(move))
    return action_refused(state, action, first_of(move))


def card_of(move: int) -> int:
    """The card that a move plays, lays down or discards."""
    specials = {JOKER_FOR: JOKER, GAP: GAP_CARD, SWAP: SWAP_CARD, BRING_UP: OVERTAKE_CARD}
    action = action_of(move)
    if action == REROLL:
        return int(second_of(move))
    return int(specials.get(action, first_of(move)))


def objective_refused(state: Any, action: int, objective: int) -> IllegalMove:
    seat, name = state.seat, NOTATION.dice[objective % len(NOTATION.dice)]
    if action not in (CHOOSE, EXCHANGE):
        return IllegalMove(
            "pick_first",
            "CD-15",
            "first one of your objectives is to be picked: write 'choose:' and what it shows",
        )
    if state.phase == PICK and action == EXCHANGE:
        return IllegalMove(
            "nothing_to_exchange", "CD-15", "there is nothing to exchange: no objective is picked"
        )
    if not state.variable:
        return IllegalMove(
            "not_variable", "CD-15", "objectives are picked and exchanged only if they are variable"
        )
    if state.phase != PICK and action == CHOOSE:
        return IllegalMove(
            "picked_already",
            "CD-15",
            "the objective is picked already; to exchange it write 'exchange:{objective}'",
            objective=name,
        )
    if action == EXCHANGE and state.exchanged:
        return IllegalMove(
            "exchanged_already", "CD-15", "the objective can be exchanged only once in a turn"
        )
    if state.in_force[seat] == objective != NOTHING:
        return IllegalMove(
            "in_force", "CD-15", "the objective {objective} is in force already", objective=name
        )
    return IllegalMove(
        "not_own", "CD-15", "you have no objective {objective} to take", objective=name
    )


def tumble_refused(state: Any, group: int) -> IllegalMove:
    if state.rerolled == state.seat:
        return IllegalMove(
            "tumbled_last",
            "CD-5",
            "the latest tumble was yours: first somebody else has to tumble",
        )
    if group == 1:
        return IllegalMove("tumble_lead", "CD-5", "the lead cannot tumble: choose another group")
    return no_group(state, "CD-5", group)


def no_group(state: Any, rule: str, group: int) -> IllegalMove:
    return IllegalMove(
        "no_group",
        rule,
        "there is no group {group}: the last one is group {last}",
        group=group,
        last=int(count_groups(state)),
    )


def action_refused(state: Any, action: int, group: int) -> IllegalMove:
    """CD-7 The error for a card whose action is impossible with the groups on the road."""
    groups, needed = int(count_groups(state)), 2 if action == GAP else 3
    if groups < needed:
        return IllegalMove(
            "too_few_groups",
            "CD-7",
            "that needs at least {needed} groups, and there are {groups}",
            needed=needed,
            groups=groups,
        )
    if action == SWAP and group == 1:
        return IllegalMove("swap_lead", "CD-7", "the lead never swaps its place")
    if group == groups:
        return IllegalMove(
            "nothing_behind", "CD-7", "there is no group behind group {group}", group=group
        )
    return no_group(state, "CD-7", group)
