"""Checks that what a client received holds nothing that it may not know."""

from __future__ import annotations

import json
from collections.abc import Sequence

from ludotheque.core.game import Game
from ludotheque.core.state import State
from ludotheque.table.fairness import digest_of, match_key
from ludotheque.table.record import Record
from ludotheque.table.tokens import token_hash
from ludotheque.web.access.devices import device_key

from .api_client import Data
from .capture import (
    Perspective,
    Received,
    Receiver,
    Recipient,
    Table,
    hidden_in,
    named_in,
    strings_in,
)
from .captured_match import CapturedMatch
from .friends import Seed


def check(captured: CapturedMatch) -> int:
    """Snapshots, moves, pages, live updates, refusals; how many things were looked at."""
    shown = captured.shown()
    for receiver in captured.receivers:
        assert check_snapshots(captured, receiver, shown) > 1
        check_pages(captured, receiver, shown)
        check_frames(captured, receiver, shown)
        check_bytes(captured, receiver)
    return sum(len(receiver.received) for receiver in captured.receivers)


def matches_in(received: Received) -> list[Data]:
    """The answers of the API that show the match itself."""
    if not received.place.startswith("/api/matches/") or not received.text.startswith("{"):
        return []
    try:
        data: Data = json.loads(received.text)
    except ValueError:
        return []  # a record, which is checked as bytes
    return [data] if "snapshot" in data else []


def check_snapshots(
    captured: CapturedMatch, receiver: Receiver, shown: dict[int, tuple[State, bool]]
) -> int:
    """Every snapshot is the seat's own of that version; how many there were."""
    reactions, count = captured.record.game.reactions, 0
    for match in (match for received in receiver.received for match in matches_in(received)):
        state, watching = shown[match["version"]]
        count += 1
        if watching:
            assert match["snapshot"] == reactions.public_snapshot(state)
            assert (match["seat"], match["awaits"], match["moves"]) == (None, None, [])
            continue
        assert match["snapshot"] == state.snapshot(receiver.viewer)
        asked = state.seat is not None and match["waits_for"] == "move"
        theirs = not captured.record.game.secrets or receiver.viewer == state.seat
        assert sorted(match["moves"]) == (sorted(state.moves()) if asked and theirs else [])
    return count


def check_pages(
    captured: CapturedMatch, receiver: Receiver, shown: dict[int, tuple[State, bool]]
) -> None:
    """No page holds a card or an objective that its reader may not know at its version."""
    looked = 0
    for received in receiver.received:
        for table in received.tables():
            state, _ = shown[table.version]
            if received.over or "end" in (state.awaits, table.kind):
                continue  # nothing is secret any more
            looked += 1
            secrets = secrets_for(state, receiver.viewer) - lately_public(table, shown)
            told = named_in(table.told, secrets)
            assert not told, f"{received.place}, version {table.version}: {told}"
            theirs = not captured.record.game.secrets or receiver.viewer == state.seat
            assert not table.has_moves or theirs
    assert looked > 1


def lately_public(table: Table, shown: dict[int, tuple[State, bool]]) -> set[str]:
    """What everybody saw before and after the moves that a table tells of: a die may have shown
    what is also somebody's objective, and show something else by now."""
    before = [version for version in shown if version < table.since][-1:]
    told = [version for version in shown if table.since <= version <= table.version]
    states = (shown[version][0] for version in (*before, *told))
    return {text for state in states for text in strings_in(state.snapshot("public"))}


def check_frames(
    captured: CapturedMatch, receiver: Receiver, shown: dict[int, tuple[State, bool]]
) -> None:
    """Every frame is one that the receiver may see; there were some."""
    game, viewer = captured.record.game, receiver.viewer
    frames = [frame for each in receiver.received if not each.over for frame in each.frames()]
    assert len(frames) > 1
    for frame in frames:
        state, watching = shown[frame["version"]]
        check_frame(game, viewer, frame, state, watching)


def check_frame(game: Game, viewer: Perspective, frame: Data, state: State, watching: bool) -> None:
    """A frame holds the seat's own position; in a reaction window, not what is asked of whom."""
    if frame["kind"] == "end":
        return  # nothing is secret any more
    seen = game.reactions.public_snapshot(state) if watching else state.snapshot(viewer)
    assert frame["snapshot"] == json.loads(json.dumps(seen))
    details = game.browser.details(state, viewer)
    assert frame.get("details", {}) == json.loads(json.dumps(details))
    told = {"awaits", "seat", "roller", "moves", "events"} & frame.keys()
    assert not (watching and told), f"version {frame['version']}: {told}"


def secrets_for(state: State, viewer: Perspective) -> set[str]:
    """What others know and a viewer does not, as texts that the viewer has not seen elsewhere."""
    seen = state.snapshot(viewer)
    hidden = hidden_in(state.snapshot(), seen) - strings_in(seen)
    own_moves = "\n".join(state.moves()) if state.seat == viewer else ""  # a joker names cards
    return hidden - set(named_in(own_moves, hidden))


def check_bytes(captured: CapturedMatch, receiver: Receiver) -> None:
    """No token, device or seed in anything that was sent."""
    check_texts(
        captured.record,
        captured.private,
        captured.tokens,
        captured.seeds,
        captured.receivers,
        receiver,
    )


def check_texts(
    record: Record,
    private: Data,
    tokens: Sequence[str],
    seeds: Sequence[Seed],
    receivers: Sequence[Recipient],
    receiver: Recipient,
) -> None:
    fairness, seating = private["fairness"], private["seating"]
    never = [token_hash(token) for token in tokens]
    if receiver.viewer != 0:  # who invites is shown the links
        never += tokens
    for each in receivers:
        never.append(device_key(each.device))
        if each is not receiver:
            never.append(each.device)
    never += [place["link"] for place in seating["places"] if place["link"]]
    seat_seeds = [bytes.fromhex(seed) for seed in record.more["fairness"]["seat_seeds"]]
    server_seed = bytes.fromhex(fairness["server_seed"])
    header = digest_of(record.header)
    never.append(match_key(server_seed, seat_seeds, header).hex())
    before_the_end = fairness["server_seed"]  # the seats' seeds are open once it has begun
    for received in receiver.received:
        found = [secret for secret in never if secret in received.text]
        assert not found, received.place
        ended = '"ended"' in received.text  # a record of a match that is over
        assert ended or before_the_end not in received.text, received.place
        if received.place.endswith("/gathering"):
            assert not any(seed.seed.hex() in received.text for seed in seeds)
