"""What one match was like: who began, how often the lead changed, how close it ended."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from ...core.state import State
from ...core.view import View


@dataclass(frozen=True)
class MatchMeasures:
    """The measures of a match that is over. Places are counted from whoever began."""

    wins: list[float] | None  # of who began, of the next seat, …; None if nobody knows who began
    length: int  # in the game's own unit
    decisions: int  # with a choice, of all seats
    lead_changes: int  # how often another seat had the most points alone
    margin: int  # points of the first minus points of the second, at the end
    caught_up: bool | None  # whether no winner led at half-time; None without a leader then


class Observer:
    """Watches a match, decision by decision."""

    def __init__(self) -> None:
        self.starter: int | None = None
        self.decisions = 0
        self._leaders: list[frozenset[int]] = []  # after each decision, who had the most points

    def see(self, state: State, view: View) -> None:
        """Look at a state in which somebody is to decide."""
        if self.starter is None:
            self.starter = state.game.positions.starter(state.record)
        self.decisions += len(view.moves) > 1
        self._leaders.append(leaders_in(state))

    def measures(self, state: State) -> MatchMeasures:
        """The measures of the match, given its last state."""
        players, winners, points = state.players, state.winners, sorted(state.points)
        wins = None
        if self.starter is not None:
            order = [(self.starter + place) % players for place in range(players)]
            wins = [1 / len(winners) if seat in winners else 0.0 for seat in order]
        leaders = [*self._leaders, leaders_in(state)]
        return MatchMeasures(
            wins,
            state.length,
            self.decisions,
            lead_changes(leaders),
            points[-1] - points[-2] if players > 1 else 0,
            caught_up(leaders[len(leaders) // 2], winners, players),
        )


def leaders_in(state: State) -> frozenset[int]:
    points = state.points
    return frozenset(seat for seat, own in enumerate(points) if own == max(points))


def lead_changes(leaders: list[frozenset[int]]) -> int:
    """How often another seat came to lead alone; a tie in between is no change of its own."""
    alone = [next(iter(each)) for each in leaders if len(each) == 1]
    return sum(one != other for one, other in pairwise(alone))


def caught_up(half_time: frozenset[int], winners: list[int], players: int) -> bool | None:
    """Whether everybody who won was behind at half-time; None where all were level."""
    if len(half_time) == players:
        return None
    return not half_time & set(winners)
