"""A naive second determinization of DiceRun, from a view's snapshot and memory alone.

It never sees the record of the true state, so it cannot copy a secret out of it. Tests compare with
it: the views of its states must equal the view that they were made from.
"""

import random
from collections.abc import Iterator
from typing import Any

from ludotheque.core.awaiting import await_draw, await_move
from ludotheque.core.view import View
from ludotheque.games._race.cards import NOTHING, OBJECTIVES, spend
from ludotheque.games._race.road import (
    ALL_DICE,
    VALUES,
    dice_like,
    group_at,
    let_fall,
    take_in_hand,
)
from ludotheque.games._race.snapshots import counts_of, dice_in, put_groups, set_of
from ludotheque.games.dicerun import rules
from ludotheque.games.dicerun.cards import GAP_CARD, KINDS, NOTATION
from ludotheque.games.dicerun.packs import CUTS, DELTAS, cut_places

Known = dict[str, Any]


def resample(state: Any, view: View, rng: random.Random) -> None:
    """Put a fresh state where the view is; what the seat cannot know is dealt out anew."""
    rebuild(state, view.seat, view.snapshot, view.memory)
    imagine(state, view.seat, view.snapshot, view.memory, rng)


def rebuild(state: Any, seat: int, seen: Known, known: Known) -> None:
    """All that the seat knows for certain."""
    state.phase, state.dealt, state.turn = known["phase"], known["dealt"], known["turn"]
    state.playing = NOTHING if known["playing"] is None else known["playing"]
    state.stage = len([winner for winner in known["stage_winners"] if winner != NOTHING])
    state.stage_winners[:] = known["stage_winners"]
    state.points[: state.players] = seen["points"]
    state.rolling, state.roller = known["rolling"], known["roller"]
    state.dice_rolled = known["dice_rolled"]
    state.totals[:] = known["totals"]
    rebuild_road(state, seen, known)
    for other in range(state.players):
        for goal in seen["spent"][other]:
            spend(state, other, NOTATION.dice.index(goal))
        if seen["open"][other] is not None:
            state.open_goals[other] = NOTATION.dice.index(seen["open"][other])
    shown = [seen["discard"].get(card, 0) for card in NOTATION.cards]
    state.discard[:] = shown
    state.rerolled = NOTHING if seen["rerolled"] is None else seen["rerolled"]
    await_again(state, seen, known)


def rebuild_road(state: Any, seen: Known, known: Known) -> None:
    """The groups, and the dice of a throw under way."""
    put_groups(state, seen["groups"], NOTATION)
    dice = 0
    if known["phase"] == rules.ROLLING_DICE:
        dice = ALL_DICE
    elif known["phase"] == rules.REROLLING:
        dice = group_at(state, known["group"])
    for die in known["picked"]:
        alike = [
            d for d in dice_in(int(dice_like(state, NOTATION.dice.index(die)))) if not dice >> d & 1
        ]
        dice |= 1 << alike[0]
    take_in_hand(state, dice)
    for value in known["fallen"]:
        let_fall(state, value - 1)


def await_again(state: Any, seen: Known, known: Known) -> None:
    """What is awaited follows from the phase."""
    sizes = {
        rules.DEALING_GOALS: OBJECTIVES - known["dealt"],
        rules.DEALING_CARDS: seen["pile"],
        rules.CUTTING: DELTAS,
        rules.DRAWING: seen["pile"],
    }
    if known["phase"] == rules.TURN:
        await_move(state, known["playing"])
    elif known["phase"] == rules.PICKING:
        await_move(state, known["roller"])
    elif known["phase"] == rules.CHOOSING:
        asked = (seat for seat in range(state.players) if seat not in known["chosen_by"])
        await_move(state, next(asked))
    elif known["phase"] == rules.OVER:
        turns = known["turn"]
        rules.end_game(state)
        state.turn = turns
    else:
        await_draw(state, sizes.get(known["phase"], VALUES))


def imagine(state: Any, seat: int, seen: Known, known: Known, rng: random.Random) -> None:
    """All that the seat cannot know, each possibility as likely as any other."""
    imagine_cards(state, seat, seen, known, rng)
    imagine_goals(state, seat, seen, rng)
    imagine_choices(state, seat, known, rng)
    imagine_cuts(state, known, rng)


def imagine_cards(state: Any, seat: int, seen: Known, known: Known, rng: random.Random) -> None:
    """Cards that the seat has never seen are in the pile, in other hands, or lie face down."""
    own = counts_of(seen["hands"][seat], NOTATION)
    buried = counts_of(known["buried"], NOTATION)
    on_road = seen["groups"].count("gap")
    left = [int(count) for count in state.deck]
    for kind in range(KINDS):
        left[kind] -= own[kind] + buried[kind] + int(state.discard[kind])
    left[GAP_CARD] -= on_road
    state.hands[seat, :] = own
    state.buried[seat, :] = buried
    if known["face_down"] is not None:
        state.face_down = NOTATION.cards.index(known["face_down"])
        left[state.face_down] -= 1
    unseen = shuffled(left, rng)
    for other in range(state.players):
        if other != seat:
            for _ in range(seen["hands"][other]):
                state.hands[other, next(unseen)] += 1
            for _ in range(known["buried_by"][other]):
                state.buried[other, next(unseen)] += 1
    if state.rerolled not in (NOTHING, seat):
        state.face_down = next(unseen)
    state.deck[:] = 0
    for kind in unseen:
        state.deck[kind] += 1
    state.pile = seen["pile"]


def shuffled(counts: list[int], rng: random.Random) -> Iterator[int]:
    """So many of each kind, in any order."""
    cards = [kind for kind, count in enumerate(counts) for _ in range(count)]
    rng.shuffle(cards)
    return iter(cards)


def imagine_goals(state: Any, seat: int, seen: Known, rng: random.Random) -> None:
    """Objectives that the seat has never seen are other seats' or were not dealt."""
    gone = [goal for goal in seen["open"] if goal is not None]
    gone += [goal for spent in seen["spent"] for goal in spent]
    own = set_of(seen["goals"][seat], NOTATION)
    unseen = dice_in(((1 << OBJECTIVES) - 1) & ~own & ~set_of(gone, NOTATION))
    rng.shuffle(unseen)
    state.goals[seat] = own
    for other in range(state.players):
        if other != seat:
            for _ in range(seen["goals"][other]):
                state.goals[other] |= 1 << unseen.pop()
    state.undealt = sum(1 << goal for goal in unseen)


def imagine_choices(state: Any, seat: int, known: Known, rng: random.Random) -> None:
    """Choices that have been made and not yet revealed."""
    for other in known["chosen_by"]:
        if other == seat:
            state.chosen[other] = NOTATION.dice.index(known["chosen"])
        elif state.open_goals[other] != NOTHING:
            state.chosen[other] = state.open_goals[other]
        else:
            state.chosen[other] = rng.choice(dice_in(int(state.goals[other])))


def imagine_cuts(state: Any, known: Known, rng: random.Random) -> None:
    """Where the pile may be cut: not where cards have been drawn without a stage card showing."""
    drawn = int(state.packs - state.pile) if state.phase > rules.CUTTING else -1
    made = int(state.dealt) if state.phase == rules.CUTTING else CUTS
    for cut in range(made if state.phase >= rules.CUTTING else 0):
        places = [int(cut_places(state.packs, cut, k)) for k in range(DELTAS)]
        possible = known["cuts"][cut : cut + 1] or [place for place in places if place > drawn]
        state.cuts[cut] = rng.choice(possible)
