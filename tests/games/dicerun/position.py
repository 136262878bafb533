"""Positions of DiceRun drawn as races, and turns played from them.

    state = position("b6 / b1 b2 / gap / r6 *5", hand="value:6 joker swap")

Groups from the lead, parted by `/`; `gap` is a gap card; `*5` is all dice not named elsewhere,
showing 5. Seat 0 is to move, in the first stage, unless something else is said.
"""

from typing import Any

import ludotheque
from ludotheque.core.state import State
from ludotheque.games._race.snapshots import counts_of, put_groups, set_of
from ludotheque.games.dicerun.cards import NOTATION

GAME = ludotheque.game("dicerun")
DICE_DRAWS = 30
EVEN_CUT = 2  # the draw of a cut that comes exactly in its place


def box(**changes: Any) -> dict[str, Any]:
    """The printed box, with changes."""
    return {**GAME.edition, **changes}


def draw(state: State, *outcomes: int) -> None:
    for k in outcomes:
        state.draw(k)


def first_turn(players: int = 3, first: int = 0, edition: Any = None) -> State:
    """The first turn of a match in which every draw came out lowest, cuts in their places.

    The roll-off is beside the race, so that the dice all show 1.
    """
    state = GAME.start(players, {"roll_off": "aside"}, edition)
    draw(state, *[0] * (DICE_DRAWS + 4 * players + 3 * players), *[EVEN_CUT] * 4)
    for seat in range(players):
        draw(state, *[5 * (seat == first)] * 2)
    assert state.seat == first
    return state


def first_pick(players: int = 3) -> State:
    """The first pick of a roll-off in the race: red dice show 1 … 6, as do those of each colour."""
    state = GAME.start(players)
    draw(state, *[*range(6)] * 5, *[0] * (4 * players + 3 * players), *[EVEN_CUT] * 4)
    assert state.seat == 0
    return state


def position(
    race: str, hand: str = "", goals: str = "", *, players: int = 3, edition: Any = None
) -> State:
    """The race as drawn; seat 0 has these cards and objectives, if any are named."""
    state = first_turn(players, edition=edition)
    put_groups(state.record, groups_in(race), NOTATION)
    if hand:
        give(state, 0, hand)
    if goals:
        give_goals(state, 0, goals)
    return state


def groups_in(race: str) -> list[list[str] | str]:
    entries: list[Any] = [part.split() for part in race.split("/")]
    named = [text[0] for entry in entries for text in entry if text[0] not in "*" and text != "gap"]
    for entry in entries:
        for filler in [text for text in entry if text[0] == "*"]:
            entry.remove(filler)
            entry += [
                colour + filler[1]
                for colour in NOTATION.colours
                for _ in range(6 - named.count(colour))
            ]
    assert sum(len(entry) for entry in entries if entry != ["gap"]) == DICE_DRAWS
    return ["gap" if entry == ["gap"] else entry for entry in entries]


def give(state: State, seat: int, hand: str) -> None:
    """Other cards for a seat: its own go back into the pile."""
    record = state.record
    wanted = counts_of(hand.split(), NOTATION)
    record.deck[:] += record.hands[seat] - wanted
    record.hands[seat, :] = wanted
    assert (record.deck >= 0).all()
    assert sum(wanted) == 3


def give_goals(state: State, seat: int, goals: str) -> None:
    """Other objectives for a seat, in exchange for its own."""
    record = state.record
    wanted = set_of(goals.split(), NOTATION)
    record.undealt = (record.undealt | record.goals[seat]) & ~wanted
    for other in range(state.players):  # whoever had one of them gets one of the seat's
        taken = int(record.goals[other]) & wanted if other != seat else 0
        for _ in range(taken.bit_count()):
            spare = int(record.undealt) & -int(record.undealt)
            record.undealt ^= spare
            record.goals[other] |= spare
        record.goals[other] &= ~taken
    record.goals[seat] = wanted


def race_of(state: State) -> str:
    """The race as it is drawn, every die named."""
    groups = state.snapshot()["groups"]
    return " / ".join("gap" if group == "gap" else " ".join(group) for group in groups)


def drawn(race: str) -> str:
    """A drawing as `race_of` would give it: fillers named, dice in order."""
    groups = groups_in(race)
    order = NOTATION.dice.index
    return " / ".join(
        "gap" if isinstance(group, str) else " ".join(sorted(group, key=order)) for group in groups
    )


def after(state: State, move: str) -> str:
    """The race after a move, whatever is awaited then."""
    changed = state.copy()
    changed.play(move)
    return race_of(changed)


def verbs(state: State) -> set[str]:
    return {move.partition(":")[0] for move in state.moves()}


def end_stage(state: State, move: str) -> None:
    """Play a move whose card is the last before the stage card."""
    record = state.record
    record.cuts[record.stage] = record.packs - record.pile + 1
    state.play(move)
    draw(state, 0)
