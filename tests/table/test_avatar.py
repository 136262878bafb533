"""Avatars: everybody gets one, and no two at a table have the same colour or the same shape."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.table.avatar import COLOURS, SHAPES, Avatar, distinct
from ludotheque.table.seat_access import SeatAccess
from ludotheque.table.seating import Seating
from tests.cases import cases

GREEN_STAR, BLUE_DISC = Avatar("green", "star"), Avatar("blue", "disc")
AVATARS = st.builds(Avatar, st.sampled_from(COLOURS), st.sampled_from(SHAPES))


@given(st.lists(st.none() | AVATARS, min_size=1, max_size=6))
def test_no_two_seats_share_a_colour_or_a_shape(wanted: list[Avatar | None]) -> None:
    given_out = distinct(wanted)
    assert len({avatar.colour for avatar in given_out}) == len(wanted)
    assert len({avatar.shape for avatar in given_out}) == len(wanted)
    first = next((seat for seat, avatar in enumerate(wanted) if avatar is not None), None)
    if first is not None:
        assert given_out[first] == wanted[first]


def test_whoever_comes_second_with_a_colour_gets_another_one_and_keeps_the_shape() -> None:
    second = Avatar("green", "cross")
    assert distinct([None, GREEN_STAR, second]) == (
        BLUE_DISC,
        GREEN_STAR,
        Avatar("amber", "cross"),
    )


def test_more_seats_than_colours_are_no_problem() -> None:
    assert len(distinct([GREEN_STAR] * 9)) == 9


@cases("text", ["", "blue", "blue-", "-disc", "pink-disc", "blue-disc-disc", "blue-heart", None, 7])
def test_what_is_no_avatar_is_read_as_none(text: object) -> None:
    assert Avatar.read(text) is None


@pytest.mark.parametrize("avatar", [GREEN_STAR, BLUE_DISC])
def test_an_avatar_is_read_as_it_is_written(avatar: Avatar) -> None:
    assert Avatar.read(str(avatar)) == avatar


def test_a_friend_who_sits_down_changes_nobody_elses_avatar_but_an_empty_seats() -> None:
    seating = Seating.made(
        [None, "habitué", None, None], [2, 3], "owner", avatars=[GREEN_STAR, None, None, None]
    )
    assert seating.avatars[0] == GREEN_STAR
    seating = seating.invite(2, "token")
    robot, empty = seating.avatars[1], seating.avatars[3]
    same = seating.sit_down("token", "friend", avatar=GREEN_STAR)
    assert same.avatars[:2] == [GREEN_STAR, robot]
    assert same.avatars[2] not in (GREEN_STAR, robot)
    wished = seating.sit_down("token", "friend", avatar=empty)
    assert wished.avatars[:3] == [GREEN_STAR, robot, empty]
    assert len(set(wished.avatars)) == 4


def test_avatars_are_stored_with_the_seating_and_come_along_to_a_rematch() -> None:
    seating = Seating.made([None, "habitué"], (), "owner", avatars=[GREEN_STAR, None])
    stored = Seating.of(seating.data())
    assert stored.avatars == seating.avatars == stored.again().avatars


def test_seats_stored_before_there_were_avatars_have_their_usual_ones() -> None:
    kept = Seating.here([None, "habitué"]).data()
    for place in kept["places"]:
        del place["avatar"]
    assert Seating.of(kept).avatars == [Avatar.of_seat(0), Avatar.of_seat(1)]
    assert SeatAccess.of({**kept["places"][0], "avatar": "<script>"}).avatar is None
