"""What must hold of a match afterwards, whatever has happened to nodes and database meanwhile."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import psycopg

import ludotheque
from ludotheque.store.errors import StoreUnreachable
from ludotheque.store.reader import read_store
from ludotheque.store.records import record_of
from ludotheque.store.stored import StoredMatch
from ludotheque.table.record import Record
from ludotheque.table.timeline import Step, Timeline
from ludotheque.table.verification import verify
from ludotheque.web.live.reaction_match import has_reaction_windows
from ludotheque.web.live.shown_steps import mark_of, steps_shown
from tests.web.capture import Perspective
from tests.web.leak_checks import check_frame, check_texts

from .party import Party
from .person import Data
from .player import Follower, Sent

RESTART = 60.0  # seconds that the database may take to recover
EVENTS = (
    "SELECT events.number, events.command FROM events JOIN matches ON matches.number = events.match"
    " WHERE matches.id = %s ORDER BY events.number"
)


MOST_MISSED = 12  # steps that are brought one by one


@dataclass(frozen=True)
class Truth:
    """A match as the database tells it."""

    stored: StoredMatch
    record: Record
    rows: list[tuple[int, str | None]]  # of events: number, and the id of the command
    steps: list[Step]  # as viewers are shown them

    @classmethod
    def of(cls, address: str, match_id: str) -> Truth:
        with read_store(Path(), database=address) as store:
            stored = store.load(match_id)
        with psycopg.connect(address) as connection:
            rows = connection.execute(EVENTS, (match_id,)).fetchall()
        record = record_of(stored, ludotheque.game)
        return cls(stored, record, rows, steps_of(stored, record))

    @property
    def versions(self) -> list[int]:
        return [step.version for step in self.steps]

    @property
    def counts_events(self) -> bool:
        """Whether versions are numbers of events, as they are without reaction windows."""
        return not has_reaction_windows(self.record)


def steps_of(stored: StoredMatch, record: Record) -> list[Step]:
    if not has_reaction_windows(record):
        return Timeline(record.start(), stored.events).steps
    return steps_shown(record.start(), map(mark_of, stored.shown), iter(stored.events))


async def check_party(party: Party, address: str) -> Counter[str]:
    """Raises AssertionError for whatever is wrong; counts what was looked at."""
    paths = (f"/api/matches/{party.id}/record", f"/api/matches/{party.id}")
    texts = [(await person.get(paths[0])).text for person in party.people]
    stands = [(await person.get(paths[1])).json() for person in party.people]
    truth = await truth_of(party, address)
    checked = Counter(matches=1, events=len(truth.rows))
    check_rows(truth)
    checked += check_commands(party, truth)
    for person, stand in zip(party.people, stands, strict=True):
        check_stand(truth, stand, person.viewer)
    for follower in party.followers:
        checked += check_streams(follower, truth)
    for text in texts:
        checked += check_proof(text)
    check_secrets(party, truth, texts[0])
    assert not any(person.failures for person in party.people), "something was answered 500"
    return checked


async def truth_of(party: Party, address: str) -> Truth:
    """What is stored; while the database restarts, nobody can know it."""
    until = time.monotonic() + RESTART
    while True:
        try:
            return Truth.of(address, party.id)
        except (StoreUnreachable, psycopg.OperationalError):
            if time.monotonic() > until:
                raise
        await asyncio.sleep(0.2)


def check_rows(truth: Truth) -> None:
    """Versions have no hole, and nothing comes after the end."""
    stored = truth.stored
    assert [number for number, _ in truth.rows] == list(range(1, len(truth.rows) + 1))
    assert stored.version == len(truth.rows) == len(stored.events)
    assert stored.result is not None
    assert stored.events[-1] == stored.result
    assert ["ended" in event for event in stored.events].count(True) == 1
    assert [step.version for step in stored.shown] == list(range(len(stored.shown)))


def check_commands(party: Party, truth: Truth) -> Counter[str]:
    """What was acknowledged is there once, what was refused is not; nothing else has an id."""
    known = Counter(command for _, command in truth.rows if command is not None)
    sent = {each.id: each for player in party.players for each in player.sent}
    for name, each in sent.items():
        check_command(each, known[name], truth)
    return Counter(
        acknowledged=sum(each.is_acknowledged for each in sent.values()),
        refused=sum(each.is_refused for each in sent.values()),
        unanswered=sum(not each.answers for each in sent.values()),
        retries=sum(each.tries - 1 for each in sent.values()),
    )


def check_command(sent: Sent, times: int, truth: Truth) -> None:
    about = f"{sent.body} was answered {sent.answers}, and is there {times} times"
    assert times <= 1, about
    assert len({answer.ok for answer in sent.answers}) <= 1, about
    assert all(answer.status in (200, 409) for answer in sent.answers), about
    if sent.is_acknowledged:
        assert times == 1, about
    if sent.is_refused:
        assert times == 0, about
    if times and truth.counts_events:
        (number,) = [number for number, command in truth.rows if command == sent.id]
        assert sent.body["version"] < number, about
        assert all(answer.data["version"] >= number for answer in sent.answers), about


def check_stand(truth: Truth, stand: Data, viewer: Perspective) -> None:
    """What a node says of the match now is what its events lead to."""
    about = f"{truth.record.game.id} at {truth.versions[-3:]}, told to {viewer}: {stand}"
    assert stand["waits_for"] == "end", about
    assert stand["version"] == truth.versions[-1], about
    state = truth.steps[-1].state
    assert stand["snapshot"] == json.loads(json.dumps(state.snapshot(viewer))), about


def check_streams(follower: Follower, truth: Truth) -> Counter[str]:
    """Each connection brought steps of the truth in order, and in the end the last one.

    None is left out, but where a node was so far behind that it sent only the newest.
    """
    steps = {step.version: step for step in truth.steps}
    places = {version: place for place, version in enumerate(truth.versions)}
    streams = 0
    for since, frames in follower.streams:
        found = [places[frame["version"]] for frame in frames]
        assert all(frame["version"] > since for frame in frames)
        for one, other in pairwise(found):
            assert other == one + 1 or other > one + MOST_MISSED, f"steps {one}, {other}"
        for frame in frames:
            step = steps[frame["version"]]
            kinds = frame["kind"], step.kind
            assert kinds[0] == kinds[1], f"{truth.record.game.id}, {step.version}: {kinds}"
            check_view(truth, follower.person.viewer, frame, step)
        streams += bool(frames)
    assert follower.version == truth.versions[-1], "a stream never came to the end"
    return Counter(streams=streams, frames=sum(len(frames) for _, frames in follower.streams))


def check_view(truth: Truth, viewer: Perspective, frame: Data, step: Step) -> None:
    """Who has resigned sees what a spectator sees, until the match is over."""
    viewers = ["public", viewer] if viewer in frame.get("resigned", ()) else [viewer]
    seen = [json.loads(json.dumps(step.state.snapshot(each))) for each in viewers]
    viewer = viewers[seen.index(frame["snapshot"])] if frame["snapshot"] in seen else viewer
    check_frame(truth.record.game, viewer, frame, step.state, step.reaction_window)


def check_proof(text: str) -> Counter[str]:
    report = verify(text, ludotheque.game)
    assert report.verdict == "proven", report.findings
    return Counter(proofs=1)


def check_secrets(party: Party, truth: Truth, text: str) -> None:
    """Nobody was sent a token, a device or a seed that is not theirs."""
    record, private = Record.read(text, ludotheque.game), truth.stored.private
    assert private is not None
    for person in party.people:
        check_texts(record, private, party.tokens, party.seeds, party.people, person)
