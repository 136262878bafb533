"""Only the holder of a seat may act for it; tokens are stored as hashes, and shown once."""

import json
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.core.errors import BadOption
from ludotheque.table.seating import MOST_SPECTATORS, Seating
from ludotheque.table.tokens import BadLink, SeatTaken, new_token, token_hash


@dataclass(frozen=True)
class Somebody:
    """Who asks, as the table knows them."""

    key: str | None = None
    is_local: bool = False
    bearer: str | None = None
    previous: frozenset[str] = frozenset()

    @property
    def keys(self) -> frozenset[str]:
        return self.previous | ({self.key} if self.key else set())


HOUSEHOLD = Somebody(is_local=True)
MAKER, FRIEND, STRANGER = Somebody("maker"), Somebody("friend"), Somebody("stranger")


def invited(friends: tuple[int, ...] = (1,), players: int = 2) -> tuple[Seating, list[str]]:
    """A match that the maker's device has set, with a link for each friend."""
    seating = Seating.made([None] * players, friends, MAKER.key, created_locally=False)
    tokens = [new_token() for _ in friends]
    for seat, token in zip(friends, tokens, strict=True):
        seating = seating.invite(seat, token)
    return seating, tokens


def test_whoever_brings_a_seats_link_has_the_seat() -> None:
    seating, (token,) = invited()
    assert seating.empty == [1]
    sat = seating.sit_down(token, "friend", name="Blaise")
    assert sat.seats_of(FRIEND) == {1}
    assert sat.seats_of(MAKER) == {0}
    assert sat.empty == []
    assert sat.names(["Ada", "Player 2"]) == ["Ada", "Blaise"]


def test_a_link_is_spent_when_somebody_sits_down() -> None:
    seating, (token,) = invited()
    sat = seating.sit_down(token, "friend", secret="of a program")
    assert sat.seat_opened_by(token) == 1  # it is known, and opens nothing
    with pytest.raises(SeatTaken):
        sat.sit_down(token, "maker")
    assert sat.seats_of(Somebody(bearer=token_hash(token))) == frozenset()
    assert not sat.admits(Somebody(bearer=token_hash(token)))


def test_a_new_link_moves_the_seat_and_who_had_it_before_has_nothing() -> None:
    seating, (token,) = invited()
    sat = seating.sit_down(token, "friend", secret="of a program").begin()
    moved = sat.invite(1, "new").sit_down("new", "telephone")
    assert moved.seats_of(Somebody("telephone")) == {1}
    for before in (FRIEND, Somebody(bearer=token_hash("of a program"))):
        assert moved.seats_of(before) == frozenset()
        assert not moved.admits(before)
        assert not moved.has_lost_seat(before)  # who did it themselves
    assert moved.reassignments == ()


def test_who_did_not_hear_that_they_sit_may_repeat_it_with_the_same_nonce() -> None:
    seating, (token,) = invited()
    sat = seating.sit_down(token, "lost", attempt="a nonce")
    assert sat.sit_down(token, "friend", attempt="a nonce").seats_of(FRIEND) == {1}
    for guess in (None, "", "another", token):
        with pytest.raises(SeatTaken):
            sat.sit_down(token, "thief", attempt=guess)
        with pytest.raises(SeatTaken):
            seating.sit_down(token, "friend").sit_down(token, "thief", attempt=guess)


def test_everybody_is_told_when_the_owner_gives_a_taken_seat_away() -> None:
    seating, (token,) = invited()
    sat = seating.sit_down(token, "friend", secret="of a program").begin()
    offered = sat.invite(1, "new", "2026-11-17")
    assert [(each.seat, each.taken) for each in offered.reassignments] == [(1, False)]
    assert offered.seats_of(FRIEND) == {1}  # until somebody uses the link
    assert sat.invite(1, "own").reassignments == ()
    assert offered.invite(1, "own").reassignments == ()  # the holder's own link replaces it
    taken = offered.sit_down("new", "telephone")
    assert [(each.seat, each.taken) for each in taken.reassignments] == [(1, True)]
    for before in (FRIEND, Somebody(bearer=token_hash("of a program"))):
        assert taken.has_lost_seat(before)
        assert not taken.admits(before)
    assert not taken.has_lost_seat(STRANGER)
    kept = Seating.of(json.loads(json.dumps(taken.data())))
    assert kept == taken


def test_freeing_a_taken_seat_while_players_gather_is_told_at_once() -> None:
    seating, (token,) = invited()
    assert seating.invite(1, "new", "2026-11-17").reassignments == ()  # nobody sat there
    freed = seating.sit_down(token, "friend").invite(1, "new", "2026-11-17")
    assert [each.taken for each in freed.reassignments] == [True]
    assert freed.has_lost_seat(FRIEND)


def test_a_device_keeps_the_seats_of_its_previous_names_and_not_of_later_ones() -> None:
    seating, (token,) = invited()
    sat = seating.sit_down(token, "friend")
    assert sat.seats_of(Somebody("renamed", previous=frozenset({"friend"}))) == {1}
    renamed = seating.sit_down(token, "renamed")
    assert renamed.seats_of(FRIEND) == frozenset()
    assert sat.owns(Somebody("renamed", previous=frozenset({"maker"})))


@pytest.mark.parametrize("taken", [True, False])
def test_a_seating_from_before_invitations_were_spent_goes_on(taken: bool) -> None:
    """A device keeps its seat, a program its token; a link that nobody has used seats one."""
    token = new_token()
    seats: list[dict[str, object]] = [
        {"kind": "here", "link": None, "holders": ["maker"]},
        {"kind": "link", "link": token_hash(token), "holders": ["friend"] if taken else []},
    ]
    rest = {"stand_in": None, "own_seed": False, "name": None}
    old = {
        "places": [{**seat, **rest} for seat in seats],
        "owner": "maker",
        "homely": False,
        "watch": None,
        "watchers": [],
        "clock": None,
        "begun": taken,
        "round": 0,
    }
    seating = Seating.of(old)
    program = Somebody(bearer=token_hash(token))
    assert seating.seats_of(MAKER) == {0}
    if taken:
        assert seating.seats_of(FRIEND) == seating.seats_of(program) == {1}
        with pytest.raises(SeatTaken):
            seating.sit_down(token, "maker")
    else:
        assert seating.seats_of(program) == frozenset()
        seating = seating.sit_down(token, "friend")
        assert seating.seats_of(FRIEND) == {1}
        with pytest.raises(SeatTaken):
            seating.sit_down(token, "maker")
    assert Seating.of(json.loads(json.dumps(seating.data()))) == seating


def test_a_match_is_stopped_by_who_made_it_or_plays_it_alone() -> None:
    seating, (token,) = invited()
    sat = seating.sit_down(token, "friend")
    bearer = Somebody(bearer=token_hash(token))
    assert sat.may_stop(MAKER)
    assert not any(sat.may_stop(other) for other in (FRIEND, STRANGER, HOUSEHOLD, bearer))
    moved = sat.invite(0, token).sit_down(token, "friend")  # who holds every person's seat now
    assert moved.may_stop(FRIEND)
    robots = Seating.made(["random"] * 2, owner=MAKER.key, created_locally=False)
    assert robots.may_stop(MAKER)
    assert not robots.may_stop(STRANGER)


def test_who_has_made_a_match_is_known_by_the_own_seats() -> None:
    seating, (token,) = invited((2,), players=3)
    sat = seating.sit_down(token, "friend")
    assert sat.creator_seats == {0, 1}
    recovered = sat.invite(0, "another token").sit_down("another token", "telephone")
    assert recovered.creator_seats == {1}


def test_people_are_apart_when_they_have_devices_of_their_own() -> None:
    seating, (token,) = invited()
    assert seating.sit_down(token, "friend").is_at_several_devices
    assert not Seating.made([None, None, "random"], owner=MAKER.key).is_at_several_devices
    assert not Seating.made([None, "random"], owner=MAKER.key).is_at_several_devices


def test_a_new_link_closes_the_old_one() -> None:
    seating, (token,) = invited()
    later = new_token()
    seating = seating.invite(1, later)
    with pytest.raises(BadLink):
        seating.sit_down(token, "friend")
    assert seating.sit_down(later, "friend").seats_of(FRIEND) == {1}


def test_a_new_link_frees_the_seat_until_the_match_has_begun() -> None:
    seating, (token,) = invited()
    sat = seating.sit_down(token, "friend", name="Blaise", own_seed=True)
    freed = sat.invite(1, new_token())
    assert freed.empty == [1]
    assert not freed.seats[1].own_seed
    assert sat.begin().invite(1, new_token()).seats_of(FRIEND) == {1}


def test_ones_own_seat_can_be_moved_to_another_device() -> None:
    seating = Seating.made([None, "random"], (), "maker")
    token = new_token()
    moved = seating.invite(0, token).sit_down(token, "telephone")
    assert moved.seats_of(Somebody("telephone", is_local=True)) == {0}
    assert moved.seats_of(MAKER) == frozenset()
    assert moved.seats_of(HOUSEHOLD) == frozenset()  # it is a link's seat now


def test_local_people_act_for_the_seats_here_and_for_no_friends() -> None:
    seating = Seating.made([None, None, "random"], (1,), None)
    assert seating.seats_of(HOUSEHOLD) == {0}
    assert seating.seats_of(STRANGER) == frozenset()
    assert seating.admits(HOUSEHOLD)
    assert not seating.admits(STRANGER)


def test_a_guests_match_is_not_for_local_people_to_play() -> None:
    seating, _ = invited()
    assert seating.seats_of(HOUSEHOLD) == frozenset()
    assert seating.admits(HOUSEHOLD)  # who sees what everybody may see
    assert not seating.owns(HOUSEHOLD)
    assert seating.owns(MAKER)


def test_a_friend_at_the_servers_machine_is_a_friend() -> None:
    seating = Seating.made([None, None], (1,), None)
    token = new_token()
    sat = seating.invite(1, token).sit_down(token, "friend")
    assert sat.seats_of(Somebody("friend", is_local=True)) == {1}
    assert not sat.owns(Somebody("friend", is_local=True))


def test_spectators_look_on_and_act_for_nobody() -> None:
    seating, _ = invited()
    token = new_token()
    open_ = seating.open_to_spectators(token)
    watched = open_.add_spectator(token, STRANGER)
    assert watched.admits(STRANGER)
    assert watched.seats_of(STRANGER) == frozenset()
    assert (
        watched.add_spectator(token, Somebody("neighbour", is_local=True)).seats_of(
            Somebody("neighbour", is_local=True)
        )
        == frozenset()
    )
    with pytest.raises(BadLink):
        open_.add_spectator("another", STRANGER)
    with pytest.raises(BadLink):
        seating.add_spectator("", STRANGER)


def test_who_has_a_seat_keeps_it_when_looking_at_the_spectators_link() -> None:
    seating, (token,) = invited()
    watch = new_token()
    sat = seating.sit_down(token, "friend").open_to_spectators(watch)
    assert sat.add_spectator(watch, FRIEND) == sat
    assert sat.add_spectator(watch, MAKER) == sat


def test_there_is_room_for_so_many_spectators() -> None:
    seating, _ = invited()
    token = new_token()
    seating = seating.open_to_spectators(token)
    for number in range(MOST_SPECTATORS):
        seating = seating.add_spectator(token, Somebody(f"device {number}"))
    with pytest.raises(BadOption):
        seating.add_spectator(token, STRANGER)


def test_a_program_brings_its_secret_with_every_request() -> None:
    seating, (token,) = invited()
    seating, secret = seating.sit_down(token, "friend", secret="a secret"), token_hash("a secret")
    assert seating.seats_of(Somebody(bearer=secret)) == {1}
    assert seating.seats_of(Somebody("maker", True, secret)) == {1}
    assert not seating.owns(Somebody("maker", True, secret))
    assert not seating.admits(Somebody("maker", True, token_hash("nonsense")))


def test_a_leaver_is_replaced_and_may_return() -> None:
    seating, _ = invited()
    away = seating.leave(1, "expert")
    assert away.stand_ins == {1: "expert"}
    assert away.return_to(1) == seating
    with pytest.raises(BadOption):
        Seating.here([None, "random"]).leave(1, "expert")


def test_who_sits_down_plays_themselves() -> None:
    seating, (token,) = invited()
    assert seating.leave(1, "expert").sit_down(token, "friend").stand_ins == {}


def test_the_only_person_here_can_have_a_seed_of_their_own() -> None:
    alone = Seating.made([None, "random"], (), "maker", own_seed=True)
    assert [place.own_seed for place in alone.seats] == [True, False]
    assert not alone.begun
    shared = Seating.made([None, None], (), "maker", own_seed=True)
    assert not any(place.own_seed for place in shared.seats)
    assert shared.begun


def test_a_match_without_friends_has_nobody_to_wait_for() -> None:
    assert Seating.made([None, None], ()).begun
    assert not Seating.made([None, None], (1,)).begun


@pytest.mark.parametrize("friends", [(2,), (-1,)])
def test_friends_sit_in_seats_that_are_there(friends: tuple[int, ...]) -> None:
    with pytest.raises(BadOption):
        Seating.made([None, None], friends)


def test_a_robots_seat_is_no_friends() -> None:
    with pytest.raises(BadOption):
        Seating.made([None, "random"], (1,))
    with pytest.raises(BadOption):
        Seating.here([None, "random"]).invite(1, new_token())


def test_a_clock_is_one_of_those_that_there_are() -> None:
    assert Seating.made([None, None], clock=60).clock == 60
    with pytest.raises(BadOption, match="30, 60"):
        Seating.made([None, None], clock=61)


def test_the_same_people_play_again_with_new_seeds() -> None:
    seating, (token,) = invited()
    sat = seating.sit_down(token, "friend", name="Blaise", own_seed=True).begin()
    again = sat.leave(1, "expert").again()
    assert again.seats_of(FRIEND) == {1}
    assert not again.begun
    assert again.stand_ins == {}
    assert again.seat_opened_by(token) is None


@given(
    players=st.integers(2, 6),
    friends=st.sets(st.integers(0, 5)),
    created_locally=st.booleans(),
    own_seed=st.booleans(),
    clock=st.sampled_from([None, 30, 86_400]),
)
def test_a_seating_is_kept_as_plain_data(
    players: int, friends: set[int], created_locally: bool, own_seed: bool, clock: int | None
) -> None:
    chosen = [seat for seat in friends if seat < players]
    seating = Seating.made(
        [None] * players,
        chosen,
        "maker",
        created_locally=created_locally,
        own_seed=own_seed,
        clock=clock,
    )
    tokens = []
    for seat in chosen:
        tokens.append(new_token())
        seating = seating.invite(seat, tokens[-1]).sit_down(tokens[-1], f"device {seat}")
    kept = json.dumps(seating.data())
    assert Seating.of(json.loads(kept)) == seating
    assert not any(token in kept for token in tokens)


@given(
    friends=st.sets(st.integers(0, 3)),
    sat=st.sets(st.integers(0, 3)),
    guess=st.text(max_size=60),
    is_local=st.booleans(),
    bearer=st.booleans(),
)
def test_who_holds_neither_a_device_nor_a_token_can_act_for_nothing(
    friends: set[int], sat: set[int], guess: str, is_local: bool, bearer: bool
) -> None:
    """Nothing that can be guessed opens a seat; not even what is kept on disk does."""
    seating = Seating.made([None] * 4, friends, "maker", created_locally=False)
    for seat in friends:
        token = new_token()
        seating = seating.invite(seat, token)
        if seat in sat:
            seating = seating.sit_down(token, f"device {seat}")
    stranger = Somebody(token_hash(guess), is_local, token_hash(guess) if bearer else None)
    assert seating.seats_of(stranger) == frozenset()
    kept = [place.link for place in seating.seats if place.link]
    for text in (guess, *kept):
        with pytest.raises(BadLink):
            seating.sit_down(text, "thief")
