"""Any command, in any order, is carried out or refused without effect."""

from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from ludotheque import BadCommand, IllegalMove, State
from ludotheque.core.errors import BadDraw
from ludotheque.table.dice import SeededDice
from ludotheque.table.events import Command, Move, Resign, Retype, Roll, TakeBack
from ludotheque.table.manual_dice import draws_to_type
from ludotheque.table.record import Record
from ludotheque.table.timeline import Timeline

from .matches import everything, find, record_of, seated, starts

SEATS = st.integers(-1, 4)
VERSIONS = st.sampled_from([0, 0, 0, 0, -1, 1])  # how far from the match's own
MOVES = st.sampled_from(["-", "5", "5 5 6", "1", "2", "odd", "even", "", "9 9"])
BY = st.sampled_from([None, None, "stand-in"])
FACES = st.lists(st.integers(-1, 8), max_size=6).map(tuple)


def all_starts() -> list[State]:
    """Those of the other tests, and games whose throws and secrets come one after the other."""
    more = ("coursededes", "dicerun", "masterdes", "trotteurs")
    return [*starts(), *(find(name).start(find(name).players[0]) for name in more)]


class Table(RuleBasedStateMachine):
    """A match, every event that was ever stored of it, and people who ask for anything."""

    @initialize(
        number=st.integers(0, len(all_starts()) - 1),
        seed=st.integers(0, 2**64 - 1),
        manual_dice=st.booleans(),
    )
    def sit_down(self, number: int, seed: int, manual_dice: bool) -> None:
        self.start = all_starts()[number]
        self.match = seated(self.start, SeededDice(seed), manual_dice=manual_dice)
        self.events = [event.data() for event in self.match.opening]

    def ask(self, command: Command) -> None:
        before = everything(self.match)
        try:
            events = self.match.do(command)
        except (BadCommand, BadDraw, IllegalMove):
            assert everything(self.match) == before
        else:
            self.events += [event.data() for event in events]
            assert command.version == before[0][0] < self.match.version

    @rule(seat=SEATS, off=VERSIONS)
    def roll(self, seat: int, off: int) -> None:
        self.ask(Roll(seat, self.match.version + off))

    @rule(seat=SEATS, off=VERSIONS, faces=FACES)
    def type_anything(self, seat: int, off: int, faces: tuple[int, ...]) -> None:
        self.ask(Roll(seat, self.match.version + off, faces))

    @rule(seat=SEATS, off=VERSIONS)
    def retype(self, seat: int, off: int) -> None:
        self.ask(Retype(seat, self.match.version + off))

    @rule(seat=SEATS, off=VERSIONS, move=MOVES, by=BY)
    def move(self, seat: int, off: int, move: str, by: Any) -> None:
        self.ask(Move(seat, self.match.version + off, move, by))

    @rule(seat=SEATS, off=VERSIONS)
    def take_back(self, seat: int, off: int) -> None:
        self.ask(TakeBack(seat, self.match.version + off))

    @rule(seat=SEATS, off=VERSIONS, sure=st.integers(0, 9))
    def resign(self, seat: int, off: int, sure: int) -> None:
        if sure == 9:
            self.ask(Resign(seat, self.match.version + off))

    @rule(sure=st.integers(0, 9))
    def abandon(self, sure: int) -> None:
        if sure == 9 and self.match.result is None:
            self.events += [event.data() for event in self.match.abandon()]

    @rule(times=st.integers(1, 12), by=BY, data=st.data())
    def go_on(self, times: int, by: Any, data: st.DataObject) -> None:
        for _ in range(times):
            waiting, version = self.match.waits_for, self.match.version
            if waiting.what == "throw":
                self.ask(Roll(0, version, data.draw(self.throws())))
            elif waiting.seat is None:
                return
            elif waiting.what == "roll":
                self.ask(Roll(waiting.seat, version))
            else:
                move = data.draw(st.sampled_from(self.match.state.moves()))
                self.ask(Move(waiting.seat, version, move, by))

    def throws(self) -> st.SearchStrategy[tuple[int, ...]]:
        """What the dice on the table can show."""
        asked = draws_to_type(self.match.state)
        return st.tuples(*(st.integers(0, len(drawn.faces) - 1) for drawn in asked))

    @precondition(lambda self: self.match.can_retype)
    @rule()
    def read_again(self) -> None:
        version = self.match.version
        someone = min(set(range(self.start.players)) - self.match.resigned)
        self.ask(Retype(someone, version))
        assert self.match.version == version + 1
        assert self.match.waits_for.what == "throw"

    @precondition(lambda self: self.match.taker_back is not None)
    @rule()
    def think_again(self) -> None:
        assert self.match.taker_back is not None
        self.ask(TakeBack(self.match.taker_back, self.match.version))

    @invariant()
    def somebody_is_awaited_or_the_match_is_over(self) -> None:
        waiting = self.match.waits_for
        assert (waiting.what == "end") == (self.match.result is not None)
        assert (waiting.what in ("end", "throw")) == (waiting.seat is None)

    @invariant()
    def the_record_replays_to_the_state(self) -> None:
        text = record_of(self.match, self.start).text()
        assert same(Record.read(text, find).final_state(), self.match.state)

    @invariant()
    def the_events_lead_to_the_match(self) -> None:
        timeline = Timeline(self.start, self.events)
        assert timeline.version == self.match.version
        assert timeline.events == self.match.events
        assert same(timeline.state, self.match.state)
        assert timeline.taker_back == self.match.taker_back
        assert timeline.can_retype == self.match.can_retype
        assert timeline.resigned == self.match.resigned

    @invariant()
    def who_has_resigned_has_not_won_and_takes_nothing_back(self) -> None:
        resigned, result = self.match.resigned, self.match.result
        assert self.match.taker_back not in resigned
        assert result is None or resigned.isdisjoint(result.winners)

    @invariant()
    def a_match_put_away_is_the_same_when_it_is_taken_up_again(self) -> None:
        match = self.match
        again = seated(self.start, SeededDice(0), events=self.events, manual_dice=match.manual_dice)
        assert everything(again) == everything(match)
        assert again.can_retype == match.can_retype


def same(one: Any, other: Any) -> bool:
    return bool(one.states.tobytes() == other.states.tobytes())


TestAnyCommands = Table.TestCase
TestAnyCommands.settings = settings(
    max_examples=16,
    stateful_step_count=20,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
