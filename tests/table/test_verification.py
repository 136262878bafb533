"""A record is checked: what is proven, what is not, and where it is wrong."""

import json
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludotheque
from ludotheque.table.fairness import Commitments
from ludotheque.table.record import Record
from ludotheque.table.verification import verify
from tests.project.pebbles import GAME as PEBBLES

from .fair_matches import SERVER_SEED, Lines, checked, draws_in, fair_lines, fairness_for, said
from .matches import LEVELX, SMALL_BOX, find, sample, text_of

GOOD = fair_lines()
STARTS = [
    LEVELX.start(2, {"first": 1}, SMALL_BOX),
    LEVELX.start(3, None, SMALL_BOX),
    PEBBLES.start(2),
    PEBBLES.start(4, {"guesses": False, "luckiest": 9}, {"name": "é", "heap": 20, "die": 6}),
]


def changed(place: int, **change: Any) -> Lines:
    lines = deepcopy(GOOD)
    lines[place] |= change
    return lines


def with_fairness(**change: Any) -> Lines:
    return changed(0, fairness=GOOD[0]["fairness"] | change)


@pytest.mark.parametrize("devices", [(), (0,), (0, 1)])
@pytest.mark.parametrize("start", STARTS, ids=range(len(STARTS)))
def test_a_match_with_fair_dice_is_proven(start: Any, devices: tuple[int, ...]) -> None:
    lines = fair_lines(start, seed=5, devices=devices)
    report = checked(lines)
    assert report.verdict == "proven"
    assert report.findings == []
    assert report.proven == report.draws == len(draws_in(lines)) > 0
    assert report.moves == sum("move" in line for line in lines) > 0
    assert report.proof is not None
    assert report.proof.devices == len(devices)
    assert (report.typed, report.stand_ins) == (0, 0)


@given(place=st.sampled_from(draws_in(GOOD)), data=st.data())
def test_a_changed_draw_is_named_with_its_line(place: int, data: st.DataObject) -> None:
    size, k = GOOD[place]["draw"]
    other = data.draw(st.integers(0, size - 1).filter(lambda fall: fall != k))
    report = checked(changed(place, draw=[size, other]))
    assert report.verdict == "wrong"
    finding = report.about("draws")[0]
    assert finding.line == place + 1
    assert finding.params["k"] == other
    assert finding.params["right"] == k
    assert report.findings[0].line == place + 1
    assert report.proven == report.draws - 1


@given(data=st.data())
def test_a_line_that_is_left_out_is_missed(data: st.DataObject) -> None:
    place = data.draw(st.integers(1, len(GOOD) - 1))
    report = checked(GOOD[:place] + GOOD[place + 1 :])
    assert report.verdict == ("unproven" if place == len(GOOD) - 1 else "wrong")


@given(data=st.data())
def test_a_line_that_comes_twice_is_noticed(data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(GOOD) - 1))
    lines = [*GOOD[: place + 1], *GOOD[place:]]
    assert checked(lines).verdict == "wrong"


@given(data=st.data())
def test_two_lines_changing_places_are_noticed(data: st.DataObject) -> None:
    one = data.draw(st.integers(0, len(GOOD) - 2))
    lines = [*GOOD[:one], GOOD[one + 1], GOOD[one], *GOOD[one + 2 :]]
    assert (checked(lines).verdict == "proven") == (lines == GOOD)


@settings(max_examples=200)
@given(data=st.data())
def test_a_character_changed_anywhere_is_found_or_changes_nothing_that_is_proven(
    data: st.DataObject,
) -> None:
    """Moves are the players' own: another legal one would be another match, just as fair."""
    text = text_of(GOOD)
    place = data.draw(st.integers(0, len(text) - 1))
    sign = data.draw(st.sampled_from('0123456789abcf{}[]",: \nx'))
    report = verify(f"{text[:place]}{sign}{text[place + 1 :]}", find)
    if report.verdict == "proven":
        assert report.record is not None
        draws = [line for line in report.record.events if "draw" in line]
        assert draws == [GOOD[at] for at in draws_in(GOOD)]
        assert report.record.more["fairness"] == GOOD[0]["fairness"]
        assert report.record.result == GOOD[-1]


@given(
    text=st.one_of(
        st.text(),
        st.lists(st.dictionaries(st.text(), st.integers() | st.none())).map(text_of),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.text(),
            lambda deeper: st.lists(deeper) | st.dictionaries(st.text(), deeper),
        ).map(lambda block: text_of([GOOD[0] | {"fairness": block}, *GOOD[1:]])),
    )
)
def test_anything_at_all_can_be_checked_and_is_not_proven(text: str) -> None:
    assert verify(text, find).verdict in ("unproven", "wrong")


@pytest.mark.parametrize("key", ["commitment", "server_seed"])
def test_another_seed_or_commitment_is_refused(key: str) -> None:
    report = checked(with_fairness(**{key: "ab" * 32}))
    assert report.verdict == "wrong"
    assert report.findings[0].line == 1
    assert report.findings[0].template.startswith("the server's seed does not fit its commitment")
    assert report.proven == 0


def test_another_match_id_fits_no_commitment() -> None:
    report = checked(with_fairness(match_id="match-2"))
    assert said(report) == [
        (1, "wrong", "the server's seed does not fit its commitment, it gives {right}"),
        (1, "wrong", "the seed of seat {seat} does not fit its commitment"),
    ]
    assert report.findings[1].params == {"seat": 0}


def test_a_seed_that_the_server_chose_instead_of_deriving_it_is_refused() -> None:
    report = checked(with_fairness(seat_seeds=[GOOD[0]["fairness"]["seat_seeds"][0], "ab" * 32]))
    assert [each.params["seat"] for each in report.findings] == [1]
    assert "should come from the server's" in report.findings[0].template


def test_a_device_that_committed_to_nothing_proves_nothing() -> None:
    report = checked(with_fairness(seat_commitments=[None, None]))
    assert said(report) == [(1, "wrong", "the device of seat {seat} has committed to no seed")]


def test_a_device_whose_seed_is_not_there_is_named() -> None:
    seeds = [None, GOOD[0]["fairness"]["seat_seeds"][1]]
    report = checked(with_fairness(seat_seeds=seeds))
    assert said(report) == [(1, "wrong", "the seed of seat {seat} was never revealed")]


def test_a_commitment_of_a_device_that_is_not_there_is_refused() -> None:
    commitments = [GOOD[0]["fairness"]["seat_commitments"][0], "ab" * 32]
    report = checked(with_fairness(seat_commitments=commitments))
    assert said(report) == [(1, "wrong", "seat {seat} has no device, and yet a commitment of one")]


def test_seeds_that_fit_but_were_not_the_matchs_own_do_not_give_its_draws() -> None:
    block = fairness_for(2, devices=()).header(finished=True)
    report = checked(changed(0, fairness=block))
    assert report.verdict == "wrong"
    assert report.about("rules") == []
    assert [each.template[:10] for each in report.about("seeds")] == ["most draws"]
    assert len(report.about("draws")) > report.proven


SHAPES = [
    ({"server_seed": "AB" * 32}, "{name} is not 32 bytes"),
    ({"commitment": None}, "{name} is not 32 bytes"),
    ({"seat_seeds": [7, 7]}, "{name} is not 32 bytes"),
    ({"seat_seeds": []}, "{name} has one entry for each seat"),
    ({"seat_commitments": {}}, "{name} has one entry for each seat"),
    ({"seed_by": ["device", "friend"]}, "a seed is made by"),
    ({"match_id": 7}, "match_id is text"),
    ({"key": "ab" * 32}, "the proof of fairness has exactly"),
]


@pytest.mark.parametrize(("change", "reason"), SHAPES, ids=[reason for _, reason in SHAPES])
def test_a_proof_of_another_shape_is_refused(change: dict[str, Any], reason: str) -> None:
    report = checked(with_fairness(**change))
    assert report.verdict == "wrong"
    assert report.findings[0].line == 1
    assert report.findings[0].template.startswith(reason)


@pytest.mark.parametrize(
    "change",
    [
        {"names": ["Eve", "Ada"]},
        {"bots": [None, "maître"]},
        {"date": "2020-02-02"},
        {"options": {"first": 1}},
        {"edition": {**SMALL_BOX, "name": "Another box"}},
        {"more": 1},
    ],
    ids=lambda change: next(iter(change)),
)
def test_whatever_changes_in_the_first_line_is_found(change: dict[str, Any]) -> None:
    """In version 2; a proof of version 1 said nothing about most of it."""
    report = checked(changed(0, **change))
    assert report.verdict == "wrong"
    assert report.findings[0].line == 1
    assert "this line" in report.about("seeds")[0].template
    old = fair_lines(version=1)
    old[0] |= change
    if "options" not in change:
        assert checked(old).verdict == "proven"


def test_rounds_begun_anew_are_part_of_the_proof() -> None:
    lines = fair_lines(devices=(0, 1), failed=2)
    report = checked(lines)
    assert report.verdict == "proven"
    assert report.proof is not None
    assert [(each.failed_by, each.late) for each in report.proof.rounds] == [(1, [1])] * 2
    block = lines[0]["fairness"]
    block["rounds"].pop()
    assert checked(lines).verdict == "wrong"  # the last round's number is in every commitment


ROUNDS = [
    (7, "rounds are a list"),
    ([7], "a failed round has exactly"),
    ([{"failed_by": 2}], "failed_by is"),
    ([{"failed_by": True}], "failed_by is"),
    ([{"failed_by": 0}], "round {round} cannot have failed by seat"),
    ([{"seat_seeds": ["ab" * 32, None]}], "in round {round} the seed of seat"),
    ([{"seat_seeds": ["00" * 32, "ab" * 32]}], "in round {round} the seed of seat"),
    ([{"seat_seeds": []}], "{name} has one entry for each seat"),
    ([{"commitment": "no"}], "{name} is not 32 bytes"),
    ([{"seat_commitments": [None, None]}], "in round {round} the seed of seat"),
]


@pytest.mark.parametrize(("rounds", "reason"), ROUNDS, ids=range(len(ROUNDS)))
def test_a_failed_round_of_another_shape_is_refused(rounds: Any, reason: str) -> None:
    lines = fair_lines(devices=(0, 1), failed=1)
    block = lines[0]["fairness"]
    if isinstance(rounds, list) and isinstance(rounds[0], dict):
        rounds = [block["rounds"][0] | rounds[0]]
    block["rounds"] = rounds
    report = checked(lines)
    assert report.verdict == "wrong"
    assert report.findings[0].line == 1
    assert report.findings[0].template.startswith(reason)


@pytest.mark.parametrize("version", [1, 3, "2", True, None, 2.0])
def test_a_proof_of_an_unknown_version_is_refused(version: Any) -> None:
    report = checked(with_fairness(version=version))
    assert report.verdict == "wrong"
    assert report.findings[0].template.startswith("the proof is of version")


def test_a_record_without_a_proof_is_unproven() -> None:
    report = checked(sample())
    assert report.verdict == "unproven"
    assert said(report) == [(1, "unproven", "there is no proof of fairness in this record")]
    assert report.proven == 0
    assert report.draws > 0


def test_a_match_that_is_not_over_cannot_be_checked_yet() -> None:
    lines = with_fairness(server_seed=None)[:-1]
    report = checked(lines)
    assert report.verdict == "unproven"
    assert [each.template.partition(":")[0] for each in report.findings] == [
        "the match is not over yet",
        "the record ends here, before the match does",
    ]


def test_an_end_without_the_servers_seed_is_unproven() -> None:
    report = checked(with_fairness(server_seed=None))
    assert [each.template.partition(":")[0] for each in report.findings] == [
        "the server has not published its seed"
    ]


def test_before_the_end_a_device_that_lied_is_known_already() -> None:
    seeds = ["ab" * 32, GOOD[0]["fairness"]["seat_seeds"][1]]
    report = checked(with_fairness(server_seed=None, seat_seeds=seeds)[:-1])
    assert report.verdict == "wrong"
    assert report.findings[0].template == "the seed of seat {seat} does not fit its commitment"


def test_a_typed_draw_is_unproven_and_takes_its_number() -> None:
    lines = deepcopy(GOOD)
    for place in draws_in(lines)[2:5]:
        lines[place]["by"] = "hand"
    report = checked(lines)
    assert report.verdict == "unproven"
    assert (report.typed, report.proven) == (3, report.draws - 3)
    [finding] = report.findings
    assert (finding.line, finding.params) == (draws_in(lines)[2] + 1, {"count": 3})


def test_moves_of_a_stand_in_are_counted_and_checked() -> None:
    lines = deepcopy(GOOD)
    moves = [line for line in lines if "move" in line]
    moves[-1]["by"] = moves[-2]["by"] = "stand-in"
    report = checked(lines)
    assert report.verdict == "proven"
    assert report.stand_ins == 2
    moves[-1]["move"] = "9 9"
    assert checked(lines).verdict == "wrong"


@pytest.mark.parametrize("ended", ["resigned", "abandoned"])
def test_a_match_given_up_is_proven_as_far_as_it_went(ended: str) -> None:
    lines = fair_lines(most=3)
    if ended == "resigned":
        lines[-1] |= {"ended": ended, "seat": 0, "winners": [1]}
    assert checked(lines).verdict == "proven"
    lines[-1]["points"] = [99, 0]
    assert [each.line for each in checked(lines).findings] == [len(lines)]


@pytest.mark.parametrize("winners", [[], [0], [1], [0, 1], [2], [True], None, "1"])
@pytest.mark.parametrize(("ended", "right"), [("resigned", [1]), ("abandoned", [])])
def test_the_winners_of_a_match_given_up_are_checked(
    ended: str, right: list[int], winners: Any
) -> None:
    lines = fair_lines(most=3)
    lines[-1] |= {"ended": ended, "winners": winners} | ({"seat": 0} if right else {})
    assert checked(lines).verdict == ("proven" if str(winners) == str(right) else "wrong")


def test_after_a_resignation_among_three_the_best_of_the_others_win() -> None:
    lines = fair_lines(LEVELX.start(3, None, SMALL_BOX), most=9)
    points = lines[-1]["points"]
    for seat in range(3):
        others = [other for other in range(3) if other != seat]
        best = [one for one in others if points[one] == max(points[other] for other in others)]
        for winners in (others[:1], others[1:], others, []):
            lines[-1] |= {"ended": "resigned", "seat": seat, "winners": winners}
            assert checked(lines).verdict == ("proven" if winners == best else "wrong")


def test_an_illegal_move_is_named_with_its_line_and_its_rule() -> None:
    place = next(place for place, line in enumerate(GOOD) if "move" in line)
    report = checked(changed(place, move="6 6 6"))
    [finding] = report.about("rules")
    assert finding.line == place + 1
    assert finding.rule is not None
    assert finding.rule.startswith("LX-")
    assert report.proven == report.draws
    assert report.record is None
    assert report.game is LEVELX


def test_a_wrong_result_is_named_with_its_line() -> None:
    report = checked(changed(len(GOOD) - 1, winners=[0, 1]))
    assert [each.line for each in report.findings] == [len(GOOD)]


def test_a_damaged_record_is_named_with_its_line_and_the_reason() -> None:
    lines = [json.dumps(line) for line in GOOD]
    lines[4] = lines[4][:-3]
    report = verify("\n".join(lines) + "\n", find)
    assert [(each.line, each.template) for each in report.findings] == [(5, "not JSON ({problem})")]
    assert report.verdict == "wrong"


def test_a_record_torn_off_is_checked_as_far_as_it_goes() -> None:
    text = text_of(GOOD)
    report = verify(text[: len(text) * 2 // 3], find)
    assert report.verdict == "unproven"
    assert report.proven == report.draws > 0


@pytest.mark.parametrize("drawn", [[6, 10**4000], [10**30, 0], [0, 0], [6], "6", [True, 0], None])
def test_a_draw_that_is_none_is_refused_and_asked_of_no_key(drawn: Any) -> None:
    report = checked(changed(draws_in(GOOD)[3], draw=drawn))
    assert report.verdict == "wrong"
    assert report.findings[0].line == draws_in(GOOD)[3] + 1


def test_a_game_that_nobody_knows_is_told_and_its_draws_are_checked_all_the_same() -> None:
    lines = fair_lines(version=1)
    lines[0]["game"] = "chess"
    report = checked(lines)
    assert report.game is None
    assert [each.line for each in report.findings] == [1]
    assert report.proven == report.draws


def test_a_seats_commitment_can_be_made_elsewhere() -> None:
    """With nothing but SHA-256: a text, the id, four bytes for the round, one for the seat."""
    block = GOOD[0]["fairness"]
    made = Commitments(block["match_id"]).to_seat_seed(0, bytes.fromhex(block["seat_seeds"][0]))
    assert made.hex() == block["seat_commitments"][0]
    assert block["server_seed"] == SERVER_SEED.hex()


def test_a_record_of_before_an_option_is_written_again_as_it_was() -> None:
    """The draws depend on its first line: what an update adds to the options must not enter it."""
    game = ludotheque.game("dicerun")
    record = Record.of(game.start(3), names=["Ada", "Blaise", "Zoé"])
    record.options = {key: record.options[key] for key in record.options if key != "roll_off"}
    again = Record.read(record.text(), ludotheque.game)
    assert again.options["roll_off"] == "aside"
    assert again.text() == record.text()
