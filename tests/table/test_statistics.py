"""Dice statistics: observed and expected counts, with intervals of the right coverage."""

import itertools
import random
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

import ludotheque
from ludotheque.core.state import State
from ludotheque.table.record import apply_event
from ludotheque.table.statistics import (
    EXACT,
    Statistics,
    Tally,
    distribution,
    statistics_of,
)
from ludotheque.table.statistics_text import statistics_text

GAMES = ludotheque.games()
LEVELX = ludotheque.game("levelx")
MASTERDES = ludotheque.game("masterdes")
SIXTH = Fraction(1, 6)
MOST_LINES = 1000

Lines = list[dict[str, Any]]


def played(start: State, seed: int, loaded: int | None = None) -> Lines:
    """A match by chance; loaded dice always show one outcome, and may never come to an end."""
    lines: Lines = []
    state, chance = start.copy(), random.Random(seed)
    while state.awaits != "end" and len(lines) < MOST_LINES:
        if state.awaits == "draw":
            assert state.draw_size is not None
            k = chance.randrange(state.draw_size) if loaded is None else loaded % state.draw_size
            lines.append({"draw": [state.draw_size, k]})
        else:
            lines.append({"seat": state.seat, "move": chance.choice(state.moves())})
        apply_event(state, lines[-1])
    return lines


def counts(statistics: Statistics, kind: str) -> Counter[str]:
    """How often each face of a kind came, in all."""
    found: Counter[str] = Counter()
    for sort in statistics.sorts:
        if sort.draw.kind == kind:
            found.update({face: sort.in_all(face).observed for face in sort.faces})
    return found


@pytest.mark.parametrize("name", GAMES)
def test_every_draw_is_counted_once_and_expects_one_face(name: str) -> None:
    game = ludotheque.game(name)
    start = game.start(game.players[-1])
    lines = played(start, 1)
    statistics = statistics_of(start, lines, secrets=True)
    draws = sum("draw" in line for line in lines)
    assert statistics.draws == draws
    for sort in statistics.sorts:
        in_all = [sort.in_all(face) for face in sort.faces]
        assert sum(tally.observed for tally in in_all) == sort.draws.total()
        assert sum(tally.expected for tally in in_all) == pytest.approx(sort.draws.total())
        for seat in sort.seats:
            own = [sort.tally(face, seat) for face in sort.faces]
            assert sum(tally.observed for tally in own) == sort.draws[seat]
            assert sum(tally.expected for tally in own) == pytest.approx(sort.draws[seat])


@pytest.mark.parametrize("name", ["dicerun", "coursededes"])
def test_secret_draws_are_left_out_until_the_end(name: str) -> None:
    game = ludotheque.game(name)
    start = game.start(game.players[0])
    lines = played(start, 1)
    public = statistics_of(start, lines, secrets=False)
    assert {sort.draw.kind for sort in public.sorts} == {"die"}
    everything = statistics_of(start, lines, secrets=True)
    assert counts(public, "die") == counts(everything, "die")
    assert everything.draws > public.draws


def test_a_throw_belongs_to_whose_turn_it_is() -> None:
    start = LEVELX.start(2, {"first": 1})
    lines: Lines = [{"draw": [6, k]} for k in (0, 0, 0, 5)]
    (dice,) = statistics_of(start, lines, secrets=False).sorts
    assert dice.seats == [1]
    assert [dice.tally(face, 1).observed for face in dice.faces] == [3, 0, 0, 0, 0, 1]


def test_the_lot_for_the_first_seat_is_nobodys() -> None:
    start = LEVELX.start(3)
    (lot,) = statistics_of(start, [{"draw": [3, 1]}], secrets=False).sorts
    assert lot.seats == [None]


def test_blue_dice_are_blues_though_both_throw_together() -> None:
    start = MASTERDES.start(2)
    lines: Lines = [{"draw": [6, k]} for k in (0, 0, 0, 4, 5, 5, 5, 0)]
    dice, masters = statistics_of(start, lines, secrets=False).sorts
    assert dice.tally("1", 0).observed == dice.tally("6", 1).observed == 3
    assert dice.tally("6", 0).observed == dice.tally("1", 1).observed == 0
    assert masters.tally("blank", 0).observed == masters.tally("heart", 1).observed == 1
    assert masters.tally("blank", 0).expected == pytest.approx(1 / 3)  # two blank sides of six


def test_what_was_thrown_by_hand_counts_like_any_other() -> None:
    start = LEVELX.start(2, {"first": 0})
    server: Lines = [{"draw": [6, k]} for k in (1, 2, 3, 4)]
    hand: Lines = [line | {"by": "hand"} for line in server]
    assert counts(statistics_of(start, server, secrets=False), "die") == counts(
        statistics_of(start, hand, secrets=False), "die"
    )


# Intervals


def all_ways(chances: list[Fraction]) -> list[Fraction]:
    """How likely each count is, by going through every way the draws can fall."""
    likely = [Fraction(0)] * (len(chances) + 1)
    for falls in itertools.product((0, 1), repeat=len(chances)):
        way = Fraction(1)
        for fall, chance in zip(falls, chances, strict=True):
            way *= chance if fall else 1 - chance
        likely[sum(falls)] += way
    return likely


@pytest.mark.parametrize(
    "chances",
    [
        [SIXTH] * 7,
        [SIXTH] * 3 + [Fraction(1, 3)] * 4,
        [Fraction(1, 2), Fraction(1, 5), Fraction(1), Fraction(1, 90)],
        [],
    ],
)
def test_the_distribution_is_exact(chances: list[Fraction]) -> None:
    assert distribution(Counter(chances)).tolist() == pytest.approx(
        [float(likely) for likely in all_ways(chances)]
    )


@pytest.mark.parametrize("draws", [1, 5, 12, 60, 300, EXACT])
def test_the_interval_leaves_no_more_than_a_fortieth_on_either_side(draws: int) -> None:
    tally = Tally(0, Counter({SIXTH: draws}))
    low, high = tally.interval()
    likely = distribution(tally.chances)
    assert likely[:low].sum() <= 0.025 < likely[: low + 1].sum()
    assert likely[high + 1 :].sum() <= 0.025 + 1e-12 < likely[high:].sum() + 1e-12
    assert low <= tally.expected <= high


def test_the_normal_curve_takes_over_without_a_jump() -> None:
    exact = Tally(0, Counter({SIXTH: EXACT})).interval()
    beyond = Tally(0, Counter({SIXTH: EXACT + 1})).interval()
    assert all(abs(one - other) <= 1 for one, other in zip(exact, beyond, strict=True))
    for observed in (300, 333, 370):
        one = Tally(observed, Counter({SIXTH: EXACT})).p_value()
        other = Tally(observed, Counter({SIXTH: EXACT + 1})).p_value()
        assert one == pytest.approx(other, abs=0.02)


def test_a_million_dice_stay_in_a_narrow_interval() -> None:
    tally = Tally(166_900, Counter({SIXTH: 1_000_000}))
    low, high = tally.interval()
    assert (low, high) == (165_936, 167_397)  # 166,667 ± 1.96 · 372.7
    assert tally.p_value() == pytest.approx(0.532, abs=0.005)
    assert Tally(170_000, tally.chances).p_value() < 1e-15


def test_fair_dice_are_called_unusual_in_fewer_than_one_match_in_twenty() -> None:
    start = MASTERDES.start(2)
    unusual = sum(
        statistics_of(start, played(start, seed), secrets=True).is_unusual for seed in range(40)
    )
    assert unusual <= 2


def test_loaded_dice_are_noticed() -> None:
    start = MASTERDES.start(2)
    statistics = statistics_of(start, played(start, 3, loaded=5)[:200], secrets=True)
    assert statistics.is_unusual
    figures = statistics_text(statistics, MASTERDES, ["Ada", "Bob"], MASTERDES.language("en"))
    assert figures["unusual"]
    assert figures["verdict"].startswith("Unusual")


def test_a_surprise_counts_for_less_the_more_is_looked_at() -> None:
    start = LEVELX.start(2, {"first": 0})
    lines: Lines = [{"draw": [6, 0]}] * 4
    statistics = statistics_of(start, lines, secrets=False)
    alone = min(tally.p_value() for tally in statistics.comparisons())
    assert statistics.p_value() == pytest.approx(alone * len(statistics.comparisons()))


def test_cards_are_counted_and_not_judged() -> None:
    game = ludotheque.game("coursededes")
    start = game.start(2)
    statistics = statistics_of(start, played(start, 4), secrets=True)
    figures = statistics_text(statistics, game, ["Ada", "Bob"], game.language("fr"))
    cards = [sort for sort in figures["sorts"] if not sort["put_back"]]
    assert [sort["kind"] for sort in cards] == ["card", "objective"]
    assert all(face["low"] is None for sort in cards for face in sort["faces"])
    dice = [sort for sort in figures["sorts"] if sort["put_back"]]
    seats = [len(sort["seats"]) for sort in dice]
    assert figures["looks"] == sum(6 * (1 + count) for count in seats)


def test_before_the_first_draw_there_is_nothing_to_say() -> None:
    statistics = statistics_of(LEVELX.start(2), [], secrets=False)
    figures = statistics_text(statistics, LEVELX, ["Ada", "Bob"], LEVELX.language("fr"))
    assert figures["sorts"] == []
    assert not figures["unusual"]
    assert figures["surprise"] == 1.0
