"""A naive second determinization of Course de dés, from a view's snapshot and memory alone.

It never sees the record of the true state, so it cannot copy a secret out of it. Tests compare with
it: the views of its states must equal the view that they were made from.
"""

from typing import TYPE_CHECKING, Any

from ludotheque.core.rule import AWAITS, DRAW
from ludotheque.games._race.cards import NOTHING, STAGES, count_objectives
from ludotheque.games._race.road import ALL_DICE, VALUES, group_at, let_fall, take_in_hand
from ludotheque.games._race.snapshots import GAP_CARD, counts_of, dice_in, put_groups, set_of
from ludotheque.games.coursededes.notation import NOTATION
from ludotheque.games.coursededes.phases import (
    DEAL_CARDS,
    DEAL_GOALS,
    NEW_CARD,
    NEW_GOALS,
    PHASES,
    THROW_ALL,
    TUMBLE,
)

if TYPE_CHECKING:
    import random

    from ludotheque.core.view import View


def resample(state: Any, view: "View", rng: "random.Random") -> None:
    """Put a fresh state where the view is; what its seat cannot know is shuffled.

    All ways to deal the cards and objectives that the seat has not seen are equally likely, and
    so are the objectives that others may have picked.
    """
    put_what_all_know(state, view)
    deal_cards(state, view, rng)
    deal_objectives(state, view, rng)
    put_in_force(state, view, rng)
    put_awaited(state, view)


def put_what_all_know(state: Any, view: "View") -> None:
    seen, known = view.snapshot, view.memory
    put_groups(state, seen["groups"], NOTATION)
    state.tokens[: view.players] = seen["points"]
    state.stage = min(len(seen["spent"][0]), STAGES)
    state.rerolled = NOTHING if seen["tumbled"] is None else seen["tumbled"]
    state.tied = sum(1 << seat for seat in seen["tiebreak"] or [])
    state.best = sum(1 << seat for seat in known["winners"])
    state.turn = known["turn"]
    state.turn_of = NOTHING if known["turn_of"] is None else known["turn_of"]
    state.exchanged = known["exchanged"]
    state.dealing, state.dealt = known["dealing"], known["dealt"]
    for seat, spent in enumerate(seen["spent"]):
        state.spent_count[seat] = len(spent)
        state.spent[seat, : len(spent)] = [NOTATION.dice.index(goal) for goal in spent]
    if known["rolls"] is not None:
        state.rolling = sum(1 << seat for seat in known["rolls"]["seats"])
        state.roller = known["rolls"]["roller"]
        state.totals[: view.players] = known["rolls"]["totals"]


def deal_cards(state: Any, view: "View", rng: "random.Random") -> None:
    """The cards that the seat has not seen: in other hands, laid down by others, in the pile."""
    seen, known, own = view.snapshot, view.memory, view.seat
    state.hands[own] = counts_of(seen["hands"][own], NOTATION)
    state.buried[own] = counts_of(known["own_buried"], NOTATION)
    openly = seen["discard"]
    state.discard[:] = [openly.get(card, 0) for card in NOTATION.cards]
    unseen = state.deck - state.hands[own] - state.buried[own] - state.discard
    unseen[NOTATION.cards.index(GAP_CARD)] -= seen["groups"].count(GAP_CARD)
    if known["own_face_down"] is not None:
        state.face_down = NOTATION.cards.index(known["own_face_down"])
        unseen[state.face_down] -= 1
    cards = [card for card, count in enumerate(unseen.tolist()) for _ in range(count)]
    rng.shuffle(cards)
    for seat in range(view.players):
        if seat != own:
            for _ in range(seen["hands"][seat]):
                state.hands[seat, cards.pop()] += 1
            for _ in range(known["buried"][seat]):
                state.buried[seat, cards.pop()] += 1
    if seen["tumbled"] not in (None, own):
        state.face_down = cards.pop()
    state.deck[:] = [cards.count(card) for card in range(len(NOTATION.cards))]
    state.pile = len(cards)


def deal_objectives(state: Any, view: "View", rng: "random.Random") -> None:
    """The objectives that the seat has not seen: other seats' and those that nobody has had."""
    seen, own = view.snapshot, view.seat
    state.goals[own] = set_of(seen["goals"][own], NOTATION)
    state.undealt &= ~state.goals[own]
    for spent in seen["spent"]:
        state.undealt &= ~set_of(spent, NOTATION)
    unseen = dice_in(int(state.undealt))
    rng.shuffle(unseen)
    for seat in range(view.players):
        if seat != own:
            for _ in range(seen["goals"][seat]):
                objective = 1 << unseen.pop()
                state.goals[seat] |= objective
                state.undealt ^= objective


def put_in_force(state: Any, view: "View", rng: "random.Random") -> None:
    """The own objective in force as it is; those of others may be any that they have."""
    for seat in range(view.players):
        if seat == view.seat:
            own = view.memory["own_in_force"]
            state.in_force[seat] = NOTHING if own is None else NOTATION.dice.index(own)
        elif has_one_in_force(view, seat):
            state.in_force[seat] = rng.choice(dice_in(int(state.goals[seat])))


def has_one_in_force(view: "View", seat: int) -> bool:
    """Whether another seat has dealt with the question which objective is in force."""
    if not view.snapshot["goals"][seat]:
        return False
    if view.snapshot["phase"] == "setup":
        return bool(view.options["objectives"] == "single")
    is_picking = view.snapshot["phase"] == "choose"
    return not is_picking or (view.to_move is not None and seat < view.to_move)


def put_awaited(state: Any, view: "View") -> None:
    """What the state is in the middle of, and what it awaits."""
    known = view.memory
    state.phase = PHASES.index(known["step"])
    state.awaits = AWAITS.index(view.awaits)
    state.seat = -1 if view.to_move is None else view.to_move
    state.draw_size = draw_size(state) if state.awaits == DRAW else 0
    state.to_throw = 0
    if state.awaits != DRAW or state.phase not in (THROW_ALL, TUMBLE):
        return
    tumbling = known["tumbling"]
    take_in_hand(state, ALL_DICE if tumbling is None else group_at(state, tumbling))
    for face in known["fallen"]:
        let_fall(state, face - 1)


def draw_size(state: Any) -> int:
    if state.phase in (DEAL_CARDS, NEW_CARD):
        return int(state.pile)
    if state.phase in (DEAL_GOALS, NEW_GOALS):
        return int(count_objectives(state.undealt))
    return VALUES
