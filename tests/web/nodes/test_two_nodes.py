"""Two servers on one database: any of them serves any match."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import Connection

from ludotheque.store.changes import Change
from ludotheque.store.errors import StoreError, StoreUnreachable
from ludotheque.store.leases import LEASE, Owner
from ludotheque.store.postgres.membership import SAY_ALIVE
from ludotheque.store.store import Store
from ludotheque.store.writer import Writer
from ludotheque.web.live import registry
from ludotheque.web.live.match import LiveMatch
from ludotheque.web.live.told_match import recent_steps
from ludotheque.web.nodes.messages import NODE, SECRET
from ludotheque.web.nodes.nodes import TO_HAND_OVER, Nodes
from ludotheque.web.transport.following import MOST_MISSED

from ..api_client import Data, act, begin, command, seen, send, told
from ..event_source import eventually
from ..friends import guest, invite, join, tokens_of
from ..server import Server
from ..socket_client import SocketClient
from .conftest import House


def node_of(server: Server) -> str:
    return str(server.app.state.nodes.node)


def replica(server: Server, match_id: str) -> LiveMatch:
    found = server.registry.loaded[match_id]
    assert isinstance(found, LiveMatch)
    return found


def take_over(server: Server, match: Any, gone: Server) -> None:
    """Let a node play a match of another one, which does not know it."""
    nodes = server.app.state.nodes
    taking = nodes._take(match["id"], node_of(gone))
    asyncio.run_coroutine_threadsafe(taking, nodes._loop).result(30)


def test_a_match_is_played_through_either_node_and_both_show_the_same(house: House) -> None:
    first, second = house.node(), house.node()
    match = begin(first.client)
    assert house.owner(match["id"]) == node_of(first)
    chance = random.Random(0)
    for _ in range(20):
        match = act(chance.choice([first, second]).client, match)
        assert seen(first.client, match) == match
        assert seen(second.client, match) == match
    owners = {node_of(first), node_of(second)}
    assert house.owner(match["id"]) in owners


def test_a_match_goes_to_the_node_that_its_players_come_to(house: House) -> None:
    first, second = house.node(), house.node()
    match = begin(first.client)
    with SocketClient(second, match["id"]) as socket:
        for _ in range(TO_HAND_OVER):
            assert replica(second, match["id"]).owner == node_of(first)
            assert socket.do(command(match))["ok"]
            match = seen(second.client, match)
        eventually(lambda: replica(second, match["id"]).owner is None)
        assert house.owner(match["id"]) == node_of(second)
        answer = socket.do(command(match))
        assert answer["ok"], answer
        assert seen(first.client, match)["version"] == answer["version"]
        assert socket.until(answer["version"])


def test_a_command_that_comes_while_its_match_is_handed_over_is_carried_out_at_the_other_node(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = house.node(), house.node()
    match = begin(first.client)
    hand_over, begun = Store.hand_over, threading.Event()

    def slowly(store: Store, match_id: str, node: str) -> Future[None]:
        """What is passed on meanwhile waits at the first node until the match has left it."""
        done = Future[None]()

        def now() -> None:
            hand_over(store, match_id, node).add_done_callback(lambda _: done.set_result(None))

        begun.set()
        threading.Timer(0.3, now).start()
        return done

    monkeypatch.setattr(Store, "hand_over", slowly)
    for _ in range(TO_HAND_OVER):
        match = act(second.client, match)
    eventually(begun.is_set)
    match = act(second.client, match)
    assert house.owner(match["id"]) == node_of(second)
    assert seen(first.client, match) == match


def taken_over(house: House, monkeypatch: pytest.MonkeyPatch) -> tuple[Server, Server, Data]:
    """A match that the second node has taken over from the first, which has not heard of it."""
    first, second = house.node(), house.node()
    match = seen(second.client, begin(first.client))
    monkeypatch.setattr(Nodes, "_heard", lambda *_: None)
    take_over(second, match, first)
    return first, second, match


def test_a_node_that_has_slept_refuses_nothing_because_of_what_it_has_missed(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has lost the match without a word, and the caller has seen more of it than it has."""
    first, second, match = taken_over(house, monkeypatch)
    for _ in range(4):
        match = act(second.client, match)
    assert replica(first, match["id"]).version < match["version"]
    match = act(first.client, match)
    assert house.owner(match["id"]) == node_of(second)
    assert seen(second.client, match) == match


def test_a_node_that_was_late_asks_before_it_shows_a_match_as_its_own(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, match = taken_over(house, monkeypatch)
    match = act(second.client, match)
    assert seen(first.client, match)["version"] < match["version"]
    monkeypatch.setattr(Nodes, "is_late", True)
    assert seen(first.client, match) == match


def test_a_node_that_was_late_shows_no_match_while_it_does_not_reach_the_database(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others may have taken the match over, and gone on with it."""
    first, second, match = taken_over(house, monkeypatch)
    match = act(second.client, match)

    def away(store: Store, match_ids: list[str]) -> Any:
        raise StoreUnreachable(store.place)

    with monkeypatch.context() as cut_off:
        cut_off.setattr(Nodes, "is_late", True)
        cut_off.setattr(Store, "owners_of", away)
        assert first.client.get(f"/api/matches/{match['id']}").status_code == 503
    monkeypatch.setattr(Nodes, "is_late", True)
    assert seen(first.client, match) == match


def test_a_node_that_is_asked_while_it_does_not_reach_the_database_says_so(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was restarted, say, and does not know whether it plays the match."""
    first, second = house.node(), house.node()
    match = begin(first.client)
    nodes = first.app.state.nodes
    nodes.registry.drop(nodes.registry.loaded[match["id"]])
    headers = {SECRET.decode(): nodes._secret, NODE.decode(): node_of(second)}

    def away(store: Store, match_id: str) -> Any:
        raise StoreUnreachable(store.place)

    monkeypatch.setattr(Store, "owner_of", away)
    path = f"/api/matches/{match['id']}/commands"
    answer = first.client.post(path, json=command(match), headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (503, "not_saved")


def test_a_node_that_goes_on_asks_before_it_shows_a_match_until_it_knows_what_it_has_lost(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its first sign of life is back at once; whose its matches are now takes a moment longer."""
    first, second = house.node(), house.node()
    match = seen(second.client, begin(first.client))
    monkeypatch.setattr(Nodes, "_heard", lambda *_: None)
    check, asked, goes_on = Nodes._check_own, threading.Event(), threading.Event()

    async def slowly(nodes: Nodes, match_ids: list[str]) -> None:
        asked.set()
        await asyncio.to_thread(goes_on.wait, 30)
        await check(nodes, match_ids)

    monkeypatch.setattr(Nodes, "_check_own", slowly)
    take_over(second, match, first)
    match = act(second.client, match)
    membership = first.app.state.nodes._membership
    membership._last -= LEASE  # as if it had been stopped
    eventually(asked.is_set)
    assert membership.is_late
    assert seen(first.client, match) == match
    goes_on.set()
    eventually(lambda: not membership.is_late)


def test_a_node_that_waits_to_know_whether_a_commit_has_succeeded_shows_nothing_older_than_others(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database's reply is on its way, and the other node reads already what was written."""
    first, second = house.node(), house.node()
    match = seen(second.client, begin(first.client))
    commit, goes_on = Writer._commit, threading.Event()

    def answered_late(writer: Writer, changes: list[Change]) -> list[StoreError | None]:
        refusals = commit(writer, changes)
        goes_on.wait(30)
        return refusals

    monkeypatch.setattr(Writer, "_commit", answered_late)
    with ThreadPoolExecutor() as pool:
        acting = pool.submit(act, first.client, match)
        eventually(lambda: seen(second.client, match)["version"] > match["version"])
        looking = pool.submit(seen, first.client, match)
        with pytest.raises(TimeoutError):
            looking.result(0.3)
        goes_on.set()
        assert looking.result() == acting.result() == seen(second.client, match)


def test_a_node_that_does_not_learn_how_a_commit_has_ended_says_so(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    node = house.node()
    match = begin(node.client)
    commit, goes_on = Writer._commit, threading.Event()

    def answered_late(writer: Writer, changes: list[Change]) -> list[StoreError | None]:
        goes_on.wait(30)
        return commit(writer, changes)

    monkeypatch.setattr(Writer, "_commit", answered_late)
    monkeypatch.setattr(registry, "WRITING_SECONDS", 0.1)
    with ThreadPoolExecutor() as pool:
        acting = pool.submit(act, node.client, match)
        eventually(lambda: replica(node, match["id"]).is_writing)
        asked = node.client.get(f"/api/matches/{match['id']}")
        assert (asked.status_code, asked.json()["code"]) == (503, "not_saved")
        goes_on.set()
        assert seen(node.client, match) == acting.result()


def test_a_sign_of_life_counts_from_when_it_was_sent_however_late_its_answer(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lease runs from when the database has written it."""
    execute, ages = Connection.exec_driver_sql, list[float]()
    membership = house.node().app.state.nodes._membership

    def answered_late(session: Connection, statement: str, *given: Any) -> Any:
        found = execute(session, statement, *given)
        if statement == SAY_ALIVE:
            time.sleep(0.2)
        return found

    monkeypatch.setattr(Connection, "exec_driver_sql", answered_late)
    monkeypatch.setattr(
        Nodes, "alive_now", lambda *_: ages.append(time.monotonic() - membership._last)
    )
    eventually(lambda: any(age >= 0.2 for age in ages))


def test_a_socket_at_another_node_is_told_everything_and_its_commands_are_passed_on(
    house: House,
) -> None:
    first, second = house.node(), house.node()
    match = begin(first.client)
    with SocketClient(second, match["id"]) as there, SocketClient(first, match["id"]) as here:
        for _ in range(6):
            answer = there.do(command(match))
            assert answer["ok"], answer
            frames = there.until(answer["version"])
            assert frames[-1] == here.until(answer["version"])[-1]
            match = seen(second.client, match)
            assert match["version"] == answer["version"]
        stale = there.do({**command(match), "version": 0})
        assert (stale["status"], stale["problem"]["code"]) == (409, "stale")


def test_a_node_that_leaves_is_replaced_and_streams_at_others_go_on(house: House) -> None:
    second = house.node()
    first = Server(house.folder, opened := house.open_store())
    with opened:
        with first:
            match = act(first.client, begin(first.client))
            there = SocketClient(second, match["id"])
            there.until(match["version"])
        eventually(lambda: replica(second, match["id"]).owner is None)
    with there:
        assert house.owner(match["id"]) == node_of(second)
        answer = there.do(command(match))
        assert answer["ok"], answer
        assert there.until(answer["version"])


def test_who_follows_elsewhere_is_told_although_the_database_could_not_be_read_just_then(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = house.node(), house.node()
    match = begin(first.client)
    with SocketClient(second, match["id"]) as there:
        there.until(match["version"])
        read, problems = Store.news, [StoreUnreachable("a database")]

        def failing_once(store: Store, *given: Any) -> Any:
            if problems:
                raise problems.pop()
            return read(store, *given)

        monkeypatch.setattr(Store, "news", failing_once)
        match = act(first.client, match)
        assert there.until(match["version"])
        assert problems == []


def test_who_follows_elsewhere_is_told_every_step_although_its_node_was_behind(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many as somebody may have missed, also of a game of which fewer are kept in memory."""
    first, second = house.node(), house.node()
    match = begin(first.client, game="trotteurs", options={"vigilance": "auto", "rounds": 20})
    with SocketClient(second, match["id"]) as there:
        versions = [each["version"] for each in there.until(match["version"])]
        read, is_cut = Store.news, [True]

        def unless_cut(store: Store, *given: Any) -> Any:
            if is_cut:
                raise StoreUnreachable("a database")
            return read(store, *given)

        monkeypatch.setattr(Store, "news", unless_cut)
        missed = MOST_MISSED
        assert missed > recent_steps(replica(second, match["id"]).game)
        for _ in range(missed):
            match = act(first.client, match)
            versions.append(match["version"])
        is_cut.clear()
        assert [each["version"] for each in there.until(match["version"])] == versions[-missed:]


def test_a_match_that_was_deleted_and_made_again_is_shown_as_it_is_now(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rematch has the same id again; a node may have heard of neither."""
    first, second = house.node(), house.node()
    match = act(first.client, begin(first.client))
    before = seen(second.client, match)
    monkeypatch.setattr(Nodes, "_heard", lambda *_: None)
    store = first.registry.store
    stored = store.load(match["id"])
    store.delete(match["id"]).result()
    store.create(match["id"], stored.header, [], stored.private).result()
    after = seen(second.client, match)
    assert after["version"] == 0 < before["version"]


def test_a_command_that_comes_again_with_its_id_is_carried_out_once(house: House) -> None:
    first, second = house.node(), house.node()
    match = begin(first.client)
    body = command(match, id="once")
    after = told(send(first.client, match, body))
    assert told(send(second.client, match, body)) == after
    assert told(send(first.client, match, body)) == after
    other = send(second.client, match, {**body, "id": "another"})
    assert other.json()["code"] == "stale"


def test_a_node_that_follows_a_match_knows_without_the_database_whom_to_ask(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = house.node(), house.node()
    match = seen(second.client, begin(first.client))
    asked, owner_of = list[Store](), Store.owner_of

    def counted(store: Store, match_id: str) -> Owner:
        asked.append(store)
        return owner_of(store, match_id)

    monkeypatch.setattr(Store, "owner_of", counted)
    for _ in range(TO_HAND_OVER - 1):
        match = act(second.client, match)
    assert asked == []
    assert seen(first.client, match) == match


def test_a_node_that_has_not_heard_who_plays_a_match_now_is_told_by_the_one_that_did(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, third = house.node(), house.node(), house.node()
    match = seen(third.client, begin(first.client))
    monkeypatch.setattr(Nodes, "_heard", lambda *_: None)
    take_over(second, match, first)
    asyncio.run_coroutine_threadsafe(
        first.app.state.nodes._check_own([match["id"]]), first.app.state.nodes._loop
    ).result(30)
    assert replica(third, match["id"]).owner == node_of(first)
    body = command(match, id="once")
    after = told(send(third.client, match, body))
    assert after["version"] > match["version"]
    assert seen(second.client, match) == after
    assert house.owner(match["id"]) == node_of(second)


def test_an_emote_is_heard_elsewhere_after_another_node_has_taken_the_match_over(
    house: House,
) -> None:
    """It knows nothing of earlier ones, and nobody who watches elsewhere has reported to it yet."""
    first, second, third = house.node(), house.node(), house.node()
    ada, ben = guest(first), guest(first)
    made = invite(ada, False, True)
    join(ben, made, tokens_of(made)[1])

    def react(server: Server, seat: int, what: str) -> None:
        person = (ada, ben)[seat]
        there = server.new_client(local=False, cookies=dict(person.cookies), headers=person.headers)
        said = there.post(f"/match/{made['id']}/react", data={"seat": seat, "what": what})
        assert said.status_code == 204, said.text

    with SocketClient(second, made["id"], ben) as bens:
        for seat in (0, 1):
            react(first, seat, "bravo")
            assert bens.next("emote")["seat"] == seat
        take_over(third, made, first)
        react(third, 0, "phew")
        assert bens.next("emote")["what"] == "phew"


def test_guests_who_come_through_another_node_are_not_taken_for_each_other(house: House) -> None:
    """Nobody brings a cookie: the one that somebody is given must not go out with the next."""
    first, second = house.node(), house.node()
    people = [guest(first), guest(second), guest(second)]
    match = invite(people[0], False, True, True)
    for friend, token in zip(people[1:], tokens_of(match).values(), strict=True):
        join(friend, match, token)
    assert len({each.cookies["device"] for each in people}) == 3
