"""A review in one plain sentence: who won, and whether luck or moves decided it."""

from __future__ import annotations

from ..core.language import Language
from .narration import Narration
from .result import Review


def summary_of(review: Review, narration: Narration) -> str:
    """What is certain of the match, without figures."""
    language, names = narration.language, narration.names
    state = narration.replay.states[-1]
    winners = list(state.winners) if state.awaits == "end" else []
    if not winners:
        return language("The match stopped before anybody had won.")
    if len(winners) > 1:
        shared = language(" and ").join(names[seat] for seat in winners)
        return language("{names} share the victory.", names=shared)
    return won_by(review, winners[0], names, language)


def won_by(review: Review, winner: int, names: list[str], language: Language) -> str:
    name, luck = names[winner], review.luck[winner]
    generous = most_generous(review, winner)
    helped, against = luck.low > 0, luck.high < 0
    if generous is not None:
        other = names[generous]
        if helped:
            return language(
                "{name} won: luck helped, and {other} gave chances away.", name=name, other=other
            )
        if against:
            return language(
                "{name} won against luck: {other} gave chances away.", name=name, other=other
            )
        return language("{name} won: {other} gave chances away.", name=name, other=other)
    if helped:
        return language("{name} won with the help of luck.", name=name)
    if against:
        return language("{name} won, with luck on the other side.", name=name)
    return language("{name} won; neither luck nor a move decided it for certain.", name=name)


def most_generous(review: Review, winner: int) -> int | None:
    """The other seat whose moves certainly lost most; None if no other's did."""
    others = [seat for seat in range(review.players) if seat != winner]
    lost = {seat: review.given_away[seat] for seat in others if review.given_away[seat].low > 0}
    return max(lost, key=lambda seat: lost[seat].value, default=None)
