"""Ratings and intervals, on synthetic results for which the right values are known."""

from typing import Any

import numpy as np
import pytest

from ludotheque.arena.intervals import mean, share
from ludotheque.arena.pairing import Schedule
from ludotheque.arena.ratings import MEAN, POINTS, fitted

Array = np.ndarray[Any, Any]


def made_up(
    schedule: Schedule, strengths: Array, chance: np.random.Generator
) -> tuple[Array, Array, Array]:
    """Lineups, wins and deals of matches that are won as the strengths say."""
    fixtures = [schedule.fixture(match) for match in range(len(schedule))]
    lineups = np.array([fixture.lineup for fixture in fixtures])
    weights = np.exp(strengths[lineups])
    luck = chance.gumbel(size=lineups.shape) + np.log(weights)
    wins = (luck == luck.max(axis=1, keepdims=True)).astype(float)
    return lineups, wins, np.array([fixture.deal for fixture in fixtures])


@pytest.mark.parametrize(
    ("entrants", "seats", "full_tables"), [(3, 2, False), (3, 4, False), (4, 4, True)]
)
def test_known_strengths_are_found_and_the_intervals_hold_them(
    entrants: int, seats: int, full_tables: bool
) -> None:
    truth = np.linspace(-1, 1, entrants)
    schedule = Schedule(entrants, seats, 300, full_tables)
    chance = np.random.default_rng(1)
    found, inside = [], []
    for _ in range(150):
        strengths, errors = fitted(*made_up(schedule, truth, chance), entrants)
        found.append(strengths)
        inside.append(np.abs(strengths - truth) < 1.96 * errors)
    assert np.abs(np.mean(found, axis=0) - truth).max() < 0.06
    assert 0.90 < np.mean(inside) < 0.985


def test_two_players_get_the_log_odds_of_their_victories() -> None:
    lineups = np.array([[0, 1], [1, 0]] * 5000)
    wins = np.array([[1.0, 0.0]] * 7500 + [[0.0, 1.0]] * 2500)
    wins[1::2] = wins[1::2, ::-1]
    strengths, _ = fitted(lineups, wins, np.arange(10_000) // 2, 2)
    assert strengths[0] - strengths[1] == pytest.approx(np.log(3), abs=1e-3)
    assert strengths.mean() == pytest.approx(0)


def test_a_shared_victory_counts_as_half_of_one() -> None:
    lineups = np.array([[0, 1], [1, 0]] * 50)
    shared = fitted(lineups, np.full((100, 2), 0.5), np.arange(100) // 2, 2)[0]
    assert shared == pytest.approx([0, 0], abs=1e-9)


def test_who_wins_everything_has_a_finite_rating_and_a_wide_interval() -> None:
    lineups = np.array([[0, 1], [1, 0]] * 100)
    wins = (lineups == 0).astype(float)
    strengths, errors = fitted(lineups, wins, np.arange(200) // 2, 2)
    ahead = POINTS * (strengths[0] - strengths[1])
    assert 800 < ahead < 1600
    assert 150 < POINTS * 1.96 * errors[0] < 1000
    assert MEAN == 1500


def test_a_single_deal_gives_the_error_of_independent_matches() -> None:
    """One deal has no scatter: the error must be that of two matches, not nothing."""
    lineups, wins = np.array([[0, 1], [1, 0]]), np.array([[1.0, 0.0], [1.0, 0.0]])
    _, errors = fitted(lineups, wins, np.zeros(2, int), 2)
    assert errors[0] > 0.4


def lucky_matches(deals: int, chance: np.random.Generator) -> tuple[Array, Array]:
    """Player A's wins, there and back, where the draws favour a seat more than skill does."""
    favour = chance.random(deals) < 0.5
    skill = chance.random((deals, 2)) < 0.3
    first = np.where(skill[:, 0], True, favour)  # A has seat 0
    second = np.where(skill[:, 1], True, ~favour)  # A has seat 1
    return np.stack([first, second], axis=1).ravel().astype(float), np.arange(2 * deals) // 2


def test_common_draws_make_the_interval_of_a_share_smaller_and_still_right() -> None:
    chance = np.random.default_rng(2)
    truth = 0.3 + 0.7 * 0.5
    inside = []
    for _ in range(300):
        wins, deals = lucky_matches(100, chance)
        paired = share(wins, np.ones(200), deals)
        unpaired = share(wins, np.ones(200), np.arange(200))
        assert paired.value == unpaired.value == wins.mean()
        assert paired.high - paired.low < 0.85 * (unpaired.high - unpaired.low)
        inside.append(paired.low < truth < paired.high)
    assert 0.90 < np.mean(inside) < 0.985


@pytest.mark.parametrize(("wins", "low", "high"), [(1.0, 0.7225, 1.0), (0.0, 0.0, 0.2775)])
def test_the_interval_of_a_share_of_all_or_nothing_is_wilsons(
    wins: float, low: float, high: float
) -> None:
    found = share(np.full(10, wins), np.ones(10), np.arange(10) // 2)
    assert found.value == wins
    assert [found.low, found.high] == pytest.approx([low, high], abs=1e-4)


def test_a_share_of_no_victories_at_all_is_unknown() -> None:
    found = share(np.zeros(4), np.zeros(4), np.arange(4))
    assert np.isnan(found.value)
    assert (found.low, found.high) == (0, 1)


def test_a_mean_of_differences_that_cancel_within_deals_is_certain() -> None:
    """Unpaired it would be 0 ± 0.98; the little that is left is what one deal could add."""
    values, deals = np.array([5.0, -5.0] * 50), np.arange(100) // 2
    paired, unpaired = mean(values, deals), mean(values, np.arange(100))
    assert paired.value == 0
    assert paired.high < 0.2 * unpaired.high
