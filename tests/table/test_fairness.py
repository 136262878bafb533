"""Fair dice: what is committed to, what is revealed, and what follows from it."""

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque import BadOption
from ludotheque.table import fairness as fair
from ludotheque.table.fairness import Commitments, Fairness

from .fair_matches import SEAT_SEED, SERVER_SEED, fairness_for

HEADER = {"format": "ludotheque/1", "names": ["Zoé", "Ada"], "fairness": {"not": "covered"}}

seeds = st.binary(min_size=32, max_size=32)


def plain_draw(key: bytes, number: int, size: int) -> int:
    """The recipe once more, in the words of whoever does not trust us."""
    for attempt in range(100):
        message = number.to_bytes(8, "big") + attempt.to_bytes(4, "big")
        x = int.from_bytes(hmac.new(key, message, hashlib.sha256).digest()[:8], "big")
        if x < 2**64 - (2**64 % size):
            return x % size
    raise AssertionError("a hundred attempts")


@given(key=seeds, number=st.integers(0, 2**64 - 1), size=st.integers(1, 2**32))
def test_a_draw_follows_the_recipe(key: bytes, number: int, size: int) -> None:
    assert fair.fair_draw(key, number, size) == plain_draw(key, number, size) < size


def test_an_attempt_above_the_last_whole_multiple_is_thrown_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[bytes] = []

    def rigged(key: bytes, message: bytes) -> bytes:
        asked.append(message)
        return (b"\xff" * 8 if len(asked) < 3 else bytes(7) + b"\x05") + bytes(24)

    monkeypatch.setattr(fair, "hmac", rigged)
    assert fair.fair_draw(b"", 7, 6) == 5
    assert [message[:8] for message in asked] == [(7).to_bytes(8, "big")] * 3
    assert [message[8:] for message in asked] == [bytes(4), bytes(3) + b"\x01", bytes(3) + b"\x02"]


def test_the_number_just_above_the_last_whole_multiple_is_the_first_thrown_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    edge = 2**64 - 2**64 % 6
    words = [edge, edge - 1]
    monkeypatch.setattr(fair, "hmac", lambda key, message: words.pop(0).to_bytes(8, "big"))
    assert fair.fair_draw(b"", 0, 6) == 5
    assert words == []


@pytest.mark.parametrize("size", [0, -1, 2**32 + 1])
def test_a_draw_of_no_outcome_or_of_too_many_is_refused(size: int) -> None:
    with pytest.raises(ValueError, match="outcomes"):
        fair.fair_draw(SERVER_SEED, 0, size)


def dice_of_two() -> fair.FairDice:
    made = fairness_for(2)
    made.fix_header(HEADER)
    return made.dice()


def test_a_draw_of_one_outcome_is_a_draw_as_any_other() -> None:
    dice = dice_of_two()
    assert dice.draw(0, 1) == 0


def test_every_face_comes_about_as_often() -> None:
    dice = dice_of_two()
    faces = Counter(dice.draw(number, 6) for number in range(6000))
    assert min(faces.values()) > 850
    assert max(faces.values()) < 1150


def test_a_draw_depends_on_its_number_and_size_alone() -> None:
    dice = dice_of_two()
    before = [dice.draw(number, 6) for number in range(50)]
    assert [dice.draw(number, 6) for number in reversed(range(50))] == before[::-1]


def test_commitments_and_key_are_made_as_described() -> None:
    round_3 = Commitments("été", 3)
    joined = b"ludotheque/2 server" + "été".encode() + b"\0\0\0\x03" + SERVER_SEED
    assert round_3.to_server_seed(SERVER_SEED) == hashlib.sha256(joined).digest()
    joined = b"ludotheque/2 seat" + "été".encode() + b"\0\0\0\x03" + b"\x01" + SEAT_SEED
    assert round_3.to_seat_seed(1, SEAT_SEED) == hashlib.sha256(joined).digest()
    made = hmac.new(SERVER_SEED, b"seat\x02", hashlib.sha256).digest()
    assert fair.derive_seat_seed(SERVER_SEED, 2) == made
    header = hashlib.sha256(b"line").digest()
    key = hmac.new(SERVER_SEED, header + SEAT_SEED + made, hashlib.sha256).digest()
    assert fair.match_key(SERVER_SEED, [SEAT_SEED, made], header) == key


def test_the_header_is_digested_in_one_canonical_form_without_the_proof() -> None:
    text = '{"format":"ludotheque/1","names":["Zoé","Ada"]}'
    assert fair.digest_of(HEADER) == hashlib.sha256(text.encode()).digest()
    assert fair.digest_of(dict(reversed(HEADER.items()))) == fair.digest_of(HEADER)


def test_version_1_named_no_round_and_covered_no_header() -> None:
    round_3 = Commitments("été", 3, version=1)
    assert round_3.to_server_seed(SERVER_SEED) == hashlib.sha256(SERVER_SEED).digest()
    joined = "été".encode() + b"\x03" + SEAT_SEED
    assert round_3.to_seat_seed(3, SEAT_SEED) == hashlib.sha256(joined).digest()
    made = fairness_for(2, version=1)
    made.fix_header(HEADER)
    assert made.header_digest is None
    seeds = [seed for seed in made.seat_seeds if seed is not None]
    key = hmac.new(SERVER_SEED, b"".join(seeds), hashlib.sha256).digest()
    assert made.dice().draw(0, 6) == plain_draw(key, 0, 6)
    assert "version" not in made.header(finished=True)


def test_seeds_stored_before_version_2_stay_in_version_1() -> None:
    old = ("match_id", "server_seed", "seat_commitments", "revealed")
    made = fairness_for(2, version=1)
    kept = {key: value for key, value in made.private().items() if key in old}
    assert Fairness.from_private(kept) == made


def test_another_name_gives_other_dice() -> None:
    one, other = fairness_for(2), fairness_for(2)
    one.fix_header(HEADER)
    other.fix_header({**HEADER, "names": ["Zoé", "Eve"]})
    assert one.header(finished=True) == other.header(finished=True)
    draws = [[made.dice().draw(number, 6) for number in range(20)] for made in (one, other)]
    assert draws[0] != draws[1]


def test_a_header_is_fixed_once() -> None:
    made = fairness_for(2)
    with pytest.raises(ValueError, match="not fixed yet"):
        made.dice()
    made.fix_header(HEADER)
    before = made.header_digest
    made.fix_header({**HEADER, "names": []})
    assert made.header_digest == before


def test_a_round_that_failed_stays_in_the_proof_with_whose_doing_it_was() -> None:
    made = Fairness.create("m", 3)
    for seat in (0, 2):
        made.commit(seat, made.commitments.to_seat_seed(seat, SEAT_SEED))
    made.reveal(0, SEAT_SEED)
    again = made.next_round()
    assert again.server_seed != made.server_seed
    assert (again.seat_commitments, again.revealed) == ([None] * 3, [None] * 3)
    [failed] = again.header(finished=False)["rounds"]
    assert failed == {
        "commitment": made.commitment.hex(),
        "seat_commitments": [
            Commitments("m", 0).to_seat_seed(0, SEAT_SEED).hex(),
            None,
            Commitments("m", 0).to_seat_seed(2, SEAT_SEED).hex(),
        ],
        "seat_seeds": [SEAT_SEED.hex(), None, None],
        "failed_by": 2,
    }
    again.commit(0, Commitments("m", 0).to_seat_seed(0, SEAT_SEED))
    with pytest.raises(BadOption, match="does not fit"):
        again.reveal(0, SEAT_SEED)  # a commitment is good for its own round only


def test_two_matches_have_different_seeds() -> None:
    one, other = Fairness.create("a", 2), Fairness.create("a", 2)
    assert one.server_seed != other.server_seed
    assert len(one.server_seed) == 32


def test_seats_without_a_device_leave_the_server_nothing_to_choose() -> None:
    header = fairness_for(3, devices=()).header(finished=True)
    assert header["seed_by"] == ["server"] * 3
    assert header["seat_commitments"] == [None] * 3
    assert header["seat_seeds"] == [
        fair.derive_seat_seed(SERVER_SEED, seat).hex() for seat in range(3)
    ]


def test_the_servers_seed_is_published_at_the_end_only() -> None:
    made = fairness_for(2, devices=(1,))
    before, after = made.header(finished=False), made.header(finished=True)
    assert before["server_seed"] is None
    assert SERVER_SEED.hex() not in str(before)
    assert before | {"server_seed": SERVER_SEED.hex()} == after
    assert list(after) == [
        "match_id",
        "commitment",
        "server_seed",
        "seat_commitments",
        "seat_seeds",
        "seed_by",
        "version",
        "rounds",
    ]
    assert (after["version"], after["rounds"]) == (2, [])
    assert after["seed_by"] == ["server", "device"]
    assert after["seat_seeds"][1] == "01" * 32


def test_printing_it_shows_no_seed() -> None:
    assert SERVER_SEED.hex() not in repr(fairness_for(2))
    assert repr(SERVER_SEED) not in repr(fairness_for(2))


def test_a_seed_that_does_not_fit_is_refused_and_its_seat_named() -> None:
    made = Fairness.create("m", 3)
    made.commit(2, Commitments("m").to_seat_seed(2, SEAT_SEED))
    with pytest.raises(BadOption, match="seat 2 does not fit"):
        made.reveal(2, SERVER_SEED)
    assert made.unrevealed == [2]
    made.reveal(2, SEAT_SEED)
    assert made.unrevealed == []


def test_a_commitment_is_good_for_its_own_seat_and_match_only() -> None:
    made = Fairness.create("m", 3)
    made.commit(0, Commitments("m").to_seat_seed(1, SEAT_SEED))
    made.commit(1, Commitments("another").to_seat_seed(1, SEAT_SEED))
    for seat in (0, 1):
        with pytest.raises(BadOption, match="does not fit"):
            made.reveal(seat, SEAT_SEED)


def test_nobody_commits_once_a_seed_is_known() -> None:
    made = Fairness.create("m", 2)
    made.commit(0, Commitments("m").to_seat_seed(0, SEAT_SEED))
    made.reveal(0, SEAT_SEED)
    with pytest.raises(BadOption, match="nobody can commit"):
        made.commit(1, Commitments("m").to_seat_seed(1, SEAT_SEED))
    assert made.header(finished=False)["seed_by"] == ["device", "server"]


def test_a_seat_whose_device_leaves_has_a_seed_of_the_servers_again() -> None:
    made = Fairness("m", SERVER_SEED, [None, None], [None, None])
    made.commit(1, Commitments("m").to_seat_seed(1, SEAT_SEED))
    made.commit(1, None)
    assert made.unrevealed == []
    assert made.seat_seeds[1] == fair.derive_seat_seed(SERVER_SEED, 1)


def test_there_are_no_dice_before_every_seed_is_revealed() -> None:
    made = Fairness.create("m", 3)
    for seat in (0, 2):
        made.commit(seat, Commitments("m").to_seat_seed(seat, SEAT_SEED))
    made.reveal(0, SEAT_SEED)
    with pytest.raises(BadOption, match="not revealed their seeds: 2"):
        made.dice()
    assert made.header(finished=False)["seat_seeds"][2] is None
    made.reveal(2, SEAT_SEED)
    made.fix_header(HEADER)
    assert made.dice().draw(0, 6) in range(6)


@pytest.mark.parametrize("seat", [-1, 2, True, "0"])
def test_a_seat_that_is_not_there_has_no_seed(seat: object) -> None:
    made = Fairness.create("m", 2)
    with pytest.raises(BadOption, match="there is no seat"):
        made.commit(seat, SEAT_SEED)  # type: ignore[arg-type]
    with pytest.raises(BadOption, match="there is no seat"):
        made.reveal(seat, SEAT_SEED)  # type: ignore[arg-type]


def test_a_seat_that_has_committed_to_nothing_has_nothing_to_reveal() -> None:
    with pytest.raises(BadOption, match="seat 1 has committed to no seed"):
        Fairness.create("m", 2).reveal(1, SEAT_SEED)


@pytest.mark.parametrize("data", [b"", b"x" * 31, b"x" * 33, "x" * 32])
def test_seeds_and_commitments_have_32_bytes(data: bytes) -> None:
    made = Fairness.create("m", 2)
    with pytest.raises(BadOption, match="has 32 bytes"):
        made.commit(0, data)
    with pytest.raises(BadOption, match="has 32 bytes"):
        made.reveal(0, data)


@given(server=seeds, seed=seeds, device=st.booleans(), revealed=st.booleans(), failed=st.booleans())
def test_what_was_put_away_comes_back(
    server: bytes, seed: bytes, device: bool, revealed: bool, failed: bool
) -> None:
    made = Fairness("m", server, [None, None], [None, None])
    if device:
        made.commit(1, Commitments("m").to_seat_seed(1, seed))
        if revealed:
            made.reveal(1, seed)
        elif failed:
            made.late, made.consents = ["Blaise"], frozenset({0})
            made = made.next_round()
    made.fix_header(HEADER)
    again = Fairness.from_private(made.private())
    assert again == made
    assert again.header(finished=True) == made.header(finished=True)


@pytest.mark.parametrize("text", [None, 3, "", "AB" * 32, "ab" * 31, "ab" * 31 + " a", "g" * 64])
def test_only_64_small_hexadecimal_digits_are_bytes(text: object) -> None:
    assert fair.parse_hex(text) is None
    assert fair.parse_hex("ab" * 32) == b"\xab" * 32


@given(st.binary(min_size=32, max_size=32), st.integers(0, 10**6), st.integers(1, 60))
def test_dice_that_hash_their_key_once_fall_as_anybody_computes_them(
    key: bytes, number: int, size: int
) -> None:
    assert fair.FairDice(key).draw(number, size) == fair.fair_draw(key, number, size)
