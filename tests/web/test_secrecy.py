"""What a client receives depends only on what its seat may know."""

import random
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque.core.game import Game
from ludotheque.core.language import LANGUAGES
from ludotheque.core.state import State
from ludotheque.games import find
from ludotheque.table.record import Record
from ludotheque.table.timeline import Step
from ludotheque.web import catalogue
from ludotheque.web.access.viewer import Perspective, Viewer
from ludotheque.web.api.matches import match_out
from ludotheque.web.live.match import LiveMatch
from ludotheque.web.live.mover import mover_of
from ludotheque.web.live.narration import narrate_step
from ludotheque.web.live.told_match import load_match
from ludotheque.web.render.asked import asked_of
from ludotheque.web.render.preview import previews_at
from ludotheque.web.settings import Settings
from tests.by_chance import one_more

from .api_client import NAMES, Data, act, problem
from .api_client import told as answered
from .event_source import EventSource
from .sent_frames import frame_for, has_moves, is_covered, page_shows, shows
from .server import Server

SECRETIVE = [name for name in catalogue.names() if find(name).secrets]
PEOPLE = [*NAMES, "Émilie", "Fermat"]


def some_state(game: Game, players: int, turns: int, chance: random.Random) -> State:
    """A state of a match by chance, some way in."""
    options = {option.name: chance.choice(option.allowed) for option in game.options.values()}
    state = game.start(players, options)
    for _ in range(turns):
        if state.awaits == "end":
            break
        one_more(state, chance)
    return state


def at_table(state: State, bots: bool) -> LiveMatch:
    """A match that stands where the state is, without the way it came there."""
    names = PEOPLE[: state.players]
    kinds = [None, *["random" if bots else None] * (state.players - 1)]
    record = Record.of(state, names=names, bots=kinds, date="")
    live = LiveMatch("table-of-test", record, load_match(record, None), None)  # type: ignore[arg-type]
    live.timeline.steps = [Step(0, state.copy(), "move", [])]
    return live


def sent(state: State, viewer: Perspective) -> Iterator[Any]:
    """Everything that a device of this viewer is sent of a state."""
    live = at_table(state, bots=False)
    seats = frozenset(live.people)
    step = live.steps[-1]
    for lang in LANGUAGES:
        device = Settings(lang, "normal")
        yield frame_for(live, step, device, Viewer(viewer, seats))
        yield frame_for(live, step, device, Viewer(viewer, seats), replay=True)
        yield asked_of(live, step, live.game.language(lang))
    yield match_out(live, Viewer(viewer, seats)).model_dump()
    if state.seat == viewer:
        yield previews_at(live, step, live.game.language("en"))


def test_there_are_games_with_secrets_here() -> None:
    assert {"coursededes", "dicerun"} <= set(SECRETIVE)


@pytest.mark.parametrize("name", SECRETIVE)
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32), turns=st.integers(40, 400))
def test_two_states_that_a_seat_cannot_tell_apart_are_sent_alike(
    name: str, seed: int, turns: int
) -> None:
    chance = random.Random(seed)
    game = find(name)
    state = some_state(game, chance.choice(game.players), turns, chance)
    seat = chance.randrange(state.players)
    one, other = imagined(state, seat, chance)
    assert list(sent(one, seat)) == list(sent(other, seat))
    assert list(sent(one, "public")) == list(sent(other, "public"))


def imagined(state: State, seat: int, chance: random.Random) -> list[State]:
    """Two states that differ in nothing but what the seat cannot know."""
    return [state.game.resample(state.view(seat), chance) for _ in range(2)]


@pytest.mark.parametrize("name", SECRETIVE)
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32), turns=st.integers(0, 400))
def test_what_happens_in_secret_is_told_alike(name: str, seed: int, turns: int) -> None:
    chance = random.Random(seed)
    game = find(name)
    state = some_state(game, chance.choice(game.players), turns, chance)
    if state.awaits == "end":
        return
    pair = imagined(state, chance.randrange(state.players), chance)
    names = PEOPLE[: state.players]
    for _ in range(4):
        sentences = {public_of(each, *told_once(each, names, chance)) for each in pair}
        public = {position for position, _ in sentences}
        assert len(sentences) == len(public)


def told_once(state: State, names: list[str], chance: random.Random) -> tuple[State, Data, Any]:
    """One thing more happens: the state after it, what it was, and how it is told and drawn."""
    after = state.copy()
    data = one_more(after, chance)
    told_step = Step(1, after, "throw" if "draw" in data else "move", [data])
    sentences = tuple(
        narrate_step(state.game, state, told_step, names, state.game.language(lang))
        for lang in LANGUAGES
    )
    return after, data, (*sentences, mover_of(state.game, state, told_step, None))


def public_of(before: State, after: State, row: Data, sentences: Any) -> tuple[str, Any]:
    """What everybody has seen happen, and how it was told."""
    if "move" in row:
        seen = f"{row['seat']} {before.game.notation.public_text(row['move'])}"
    else:
        draw = before.pending_draws[0]
        seen = draw.what if draw.secret else f"{draw.what} {row['draw']}"
    return f"{seen}: {before.snapshot('public')} → {after.snapshot('public')}", sentences


# ---- Several people at one device ------------------------------------------------------------


def begin_shared(client: httpx.Client, game: str) -> Data:
    """A match of three people at one screen."""
    seats = [{"name": name} for name in NAMES[:3]]
    return answered(client.post("/api/matches", json={"game": game, "seats": seats}), 201)


def own_cards(server: Server, match: Data, seat: int) -> set[str]:
    """What only that seat knows, in the words of the notation."""
    seen = server.awake(match["id"]).match.state.snapshot()
    return {*seen["hands"][seat], *seen["goals"][seat]}


def page_of(client: httpx.Client, match: Data) -> str:
    answer = client.get(f"/match/{match['id']}")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    return answer.text


def be_alone(client: httpx.Client, match: Data, seat: int, **more: str) -> Data:
    fields = {"seat": str(seat), **more}
    headers = {"accept": "application/json"}
    return answered(client.post(f"/match/{match['id']}/alone", data=fields, headers=headers))


@pytest.mark.parametrize("name", SECRETIVE)
def test_no_hand_is_sent_until_its_player_is_alone(server: Server, name: str) -> None:
    client = server.new_client()
    match = begin_shared(client, name)
    covered = page_of(client, match)
    assert not has_moves(covered)
    assert 'data-covered="yes"' in covered
    assert not is_covered(be_alone(client, match, match["seat"]))
    assert has_moves(page_of(client, match))


@pytest.mark.parametrize("name", SECRETIVE)
def test_being_alone_ends_with_the_turn_and_can_be_ended_before(server: Server, name: str) -> None:
    client = server.new_client()
    match = begin_shared(client, name)
    be_alone(client, match, match["seat"])
    assert is_covered(be_alone(client, match, match["seat"], hide="true"))
    be_alone(client, match, match["seat"])
    seen = answered(client.get(f"/api/matches/{match['id']}", params={"seat": match["seat"]}))
    act(client, match, move=seen["moves"][0])
    assert 'data-covered="yes"' in page_of(client, match)
    assert not server.awake(match["id"]).private_views


@pytest.mark.parametrize("name", SECRETIVE)
def test_only_the_player_whose_turn_it_is_can_be_alone(server: Server, name: str) -> None:
    client = server.new_client()
    match = begin_shared(client, name)
    other = (match["seat"] + 1) % 3
    assert is_covered(be_alone(client, match, other))


@pytest.mark.parametrize("name", SECRETIVE)
def test_another_device_does_not_see_the_hand_that_this_one_shows(
    server: Server, name: str
) -> None:
    one, other = server.new_client(), server.new_client()
    match = begin_shared(one, name)
    page_of(one, match)
    be_alone(one, match, match["seat"])
    assert 'data-covered="yes"' in page_of(other, match)


@pytest.mark.parametrize("name", SECRETIVE)
def test_live_updates_of_a_shared_table_are_a_spectators(server: Server, name: str) -> None:
    client = server.new_client()
    match = begin_shared(client, name)
    be_alone(client, match, match["seat"])
    with EventSource(server.new_client(), match["id"], since=match["version"]) as source:
        seen = answered(client.get(f"/api/matches/{match['id']}", params={"seat": match["seat"]}))
        moved = act(client, match, move=seen["moves"][0])
        frames = source.until(moved["version"])
    live = server.awake(match["id"])
    for frame in frames:
        step = next(each for each in live.steps if each.version == frame.version)
        eyes = Viewer("public", frozenset(live.people))
        assert shows(frame.data, live, step, Settings("fr", "normal"), eyes)


@pytest.mark.parametrize("name", SECRETIVE)
def test_a_record_with_secrets_is_for_after_the_match(server: Server, name: str) -> None:
    client = server.new_client()
    match = begin_shared(client, name)
    said = problem(client.get(f"/api/matches/{match['id']}/record"), 409)
    assert said["code"] == "secret"
    assert client.get(f"/match/{match['id']}/record.jsonl").status_code == 409
    answered(client.post(f"/api/matches/{match['id']}/stop"))
    record = client.get(f"/api/matches/{match['id']}/record")
    assert record.status_code == 200
    assert Record.read(record.text, find).result is not None


@pytest.mark.parametrize("name", SECRETIVE)
def test_a_program_sees_what_a_spectator_sees_unless_it_says_as_whom(
    server: Server, name: str
) -> None:
    client = server.new_client()
    match = begin_shared(client, name)
    assert match["moves"] == []
    assert match["snapshot"] == server.awake(match["id"]).match.state.snapshot("public")
    for seat in range(3):
        seen = answered(client.get(f"/api/matches/{match['id']}", params={"seat": seat}))
        assert seen["snapshot"] == server.awake(match["id"]).match.state.snapshot(seat)
        assert bool(seen["moves"]) == (seat == match["seat"])
    said = problem(client.get(f"/api/matches/{match['id']}", params={"seat": 5}), 422)
    assert "0, 1, 2" in said["message"]


@pytest.mark.parametrize("name", SECRETIVE)
def test_the_only_person_at_a_table_needs_not_be_asked(server: Server, name: str) -> None:
    client = server.new_client()
    seats = [{"name": "Ada"}, *({"name": each, "bot": "random"} for each in NAMES[1:3])]
    match = answered(client.post("/api/matches", json={"game": name, "seats": seats}), 201)
    assert 'data-covered="yes"' not in page_of(client, match)
    hands = match["snapshot"]["hands"]
    assert isinstance(hands[0], list)
    assert all(isinstance(hand, int) for hand in hands[1:])


@pytest.mark.parametrize("name", SECRETIVE)
def test_a_preview_is_for_the_player_who_is_asked(server: Server, name: str) -> None:
    client = server.new_client()
    match = begin_shared(client, name)
    address = f"/match/{match['id']}/preview"
    seen = answered(client.get(f"/api/matches/{match['id']}", params={"seat": match["seat"]}))
    asked = {"move": seen["moves"][0], "version": match["version"]}
    assert client.get(address, params=asked).status_code == 409
    be_alone(client, match, match["seat"])
    assert answered(client.get(address, params=asked))["move"] == asked["move"]
    assert client.get(address, params={**asked, "move": "nonsense"}).status_code == 422
    stale = {**asked, "version": match["version"] - 1}
    assert client.get(address, params=stale).status_code == 409


@pytest.mark.parametrize("name", SECRETIVE)
def test_looking_back_shows_everything_only_when_the_match_is_over(
    server: Server, name: str
) -> None:
    client = server.new_client()
    match = begin_shared(client, name)
    during = client.get(f"/match/{match['id']}/replay?at=0").text
    live = server.awake(match["id"]).replayed()
    device = Settings("fr", "normal")
    public, everything = Viewer("public", frozenset()), Viewer(None, frozenset())
    assert page_shows(during, live, live.steps[0], device, public, replay=True)
    answered(client.post(f"/api/matches/{match['id']}/stop"))
    after = client.get(f"/match/{match['id']}/replay?at=0").text
    assert page_shows(after, live, live.steps[0], device, everything, replay=True)
