"""The report: one file with everything in it, in both languages, its plots to scale."""

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import ludotheque
from ludotheque.arena import plots
from ludotheque.arena.intervals import Interval
from ludotheque.arena.number_format import duration, margin, percent, percents, written
from ludotheque.arena.outcome import Outcome
from ludotheque.arena.plots import LEFT, RIGHT, Row
from ludotheque.arena.referee import Result
from ludotheque.arena.report import report, write_report
from ludotheque.arena.summary import Summary
from ludotheque.arena.tournament import Tournament
from ludotheque.core.language import Language
from tests.html import Page

ENGLISH, FRENCH = (Language.of(code) for code in ("en", "fr"))


@pytest.fixture(scope="module")
def outcome() -> Outcome:
    """Made-up results: greedy wins three in four, one victory is shared."""
    tournament = Tournament.of("levelx", ["random", "greedy"], 40, seed=3)
    chance = np.random.default_rng(0)
    return Outcome.of(tournament, [made_up(tournament, match, chance) for match in range(40)])


def made_up(tournament: Tournament, match: int, chance: np.random.Generator) -> Result:
    lineup = tournament.schedule.fixture(match).lineup
    greedy_wins = match % 4 != 0
    wins = [float((entrant == 1) == greedy_wins) for entrant in lineup]
    if match == 39:
        wins = [0.5, 0.5]
    points = [100 + 10 * entrant + int(chance.integers(5)) for entrant in lineup]
    seconds = [0.4 if entrant == 1 else 0.00004 for entrant in lineup]
    return Result(match, points, wins, [20, 20], seconds, int(chance.integers(30, 200)))


@pytest.mark.parametrize("language", [ENGLISH, FRENCH], ids=["en", "fr"])
def test_the_report_loads_nothing_from_anywhere(outcome: Outcome, language: Language) -> None:
    text = report(outcome, language)
    page = Page(text)
    assert page.lang == language.code
    names = {name for element in page.elements for name in element.attributes}
    assert not names & {"src", "href", "srcset", "style", "onclick", "onload"}
    assert not re.search(r"<script|@import|url\(|https?:", text)


def test_every_plot_is_a_drawing_with_a_name(outcome: Outcome) -> None:
    drawings = re.findall(r"<svg.*?</svg>", report(outcome, ENGLISH), re.DOTALL)
    assert len(drawings) == 5
    for drawing in drawings:
        root = ElementTree.fromstring(drawing)
        assert root.get("aria-label")
        assert all(float(dot.get("cx", "")) <= plots.WIDTH for dot in root.iter("circle"))


def test_the_report_tells_the_numbers_of_the_summary(outcome: Outcome) -> None:
    text, summary = report(outcome, ENGLISH), Summary.of(outcome)
    best = summary.standings[0]
    assert best.player == "greedy"
    assert f"{best.rating.rating:.0f}" in text
    assert percents(summary.comparisons[0].share, ENGLISH) in text
    assert "20.0 ms" in text
    assert "2.0 µs" in text
    assert "1 shared victory" in text


def test_the_french_report_is_french(outcome: Outcome) -> None:
    text = report(outcome, FRENCH)
    body = re.sub(r"<style>.*?</style>", "", text, flags=re.DOTALL)
    seen = re.sub(r"<[^>]+>", " ", body).replace("ludotheque 0.1.0", "")
    assert "L’arène" in seen
    assert not re.search(r"\b(the|of|matches|seat|wins|share|rating)\b", seen)
    assert not re.search(r"\d\.\d", seen)


def test_the_report_is_written_as_a_file(outcome: Outcome, tmp_path: Path) -> None:
    write_report(outcome, tmp_path / "arena.html", "en")
    assert (tmp_path / "arena.html").read_text("utf-8") == report(outcome, ENGLISH)


def test_the_summary_counts_both_players_right(outcome: Outcome) -> None:
    summary = Summary.of(outcome)
    greedy, random = summary.standings
    assert greedy.wins.value == pytest.approx((30 - 0.5) / 40)
    assert greedy.wins.value + random.wins.value == pytest.approx(1)
    assert summary.share("greedy", "random") == greedy.wins.value
    assert summary.share("random", "greedy") == pytest.approx(random.wins.value)
    assert (greedy.matches, random.matches) == (40, 40)
    assert greedy.seconds_a_move == pytest.approx(0.02)
    assert sum(seat.wins.value for seat in summary.seats) == pytest.approx(1)
    assert 5 < summary.comparisons[0].lead.value < 15
    with pytest.raises(KeyError):
        summary.share("greedy", "nobody")


def test_a_report_of_a_full_table_of_real_matches_holds_together() -> None:
    tournament = Tournament.of("levelx", ["random", "greedy"], 1, full_tables=True)
    one = Outcome.of(tournament, [made_up(tournament, 0, np.random.default_rng(0))])
    assert "everybody at one table" in report(one, ENGLISH)
    assert ludotheque.game("levelx").title in report(one, FRENCH)


# ---- Plots -------------------------------------------------------------------------------------


def test_dots_stand_where_their_values_are() -> None:
    rows = [Row("a", "", Interval(0.25, 0, 0.5)), Row("b", "", Interval(1, 0.5, 1))]
    plot = plots.dot_plot(rows, str, ends=(0, 1), mark=0.5)
    width = RIGHT - LEFT
    assert [dot.x for dot in plot.dots] == pytest.approx([LEFT + width / 4, RIGHT])
    assert (plot.dots[0].low, plot.dots[0].high) == (LEFT, LEFT + width / 2)
    assert plot.mark == LEFT + width / 2
    assert plot.dots[0].y < plot.dots[1].y < plot.height


def test_what_is_not_known_is_not_drawn() -> None:
    rows = [Row("a", "", Interval(np.nan, 0, 1)), Row("b", "", Interval(0.5, 0, 1))]
    assert [dot.label for dot in plots.dot_plot(rows, str).dots] == ["b"]


def test_ten_times_as_much_is_one_step_on_an_axis_of_decades() -> None:
    rows = [Row("", "", Interval(value, value, value)) for value in (1e-5, 1e-4, 2e-2)]
    plot = plots.dot_plot(rows, str, decades=True)
    steps = np.diff([tick.x for tick in plot.ticks])
    assert steps == pytest.approx([steps[0]] * len(steps))
    assert plot.dots[1].x - plot.dots[0].x == pytest.approx(steps[0])
    assert plot.dots[2].x < RIGHT


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [(0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]), (1043, 1957, [1000, 1200, 1400, 1600, 1800, 2000])],
)
def test_ticks_are_round_numbers_that_hold_all_values(
    low: float, high: float, expected: list[float]
) -> None:
    assert plots.round_values(low, high) == pytest.approx(expected)


def test_values_that_are_all_one_still_have_an_axis() -> None:
    plot = plots.dot_plot([Row("", "", Interval(0, 0, 0))], str)
    assert LEFT < plot.dots[0].x < RIGHT
    assert plots.bar_plot({7: 2}, str).bars[0].text == "7.0 · 2.0"


@pytest.mark.parametrize("most", [3, 29, 30, 31, 500])
def test_bars_count_every_match_once(most: int) -> None:
    values = np.arange(1, most + 1)
    bars = plots.bar_plot(Counter(values.tolist()), lambda value: f"{value:.0f}").bars
    assert sum(int(bar.text.rpartition(" · ")[2]) for bar in bars) == most
    assert len(bars) <= plots.BARS
    assert max(bar.x + bar.width for bar in bars) <= plots.WIDTH


def test_lengths_that_are_all_so_many_apart_leave_no_holes() -> None:
    """Matches of three players that end with a round have lengths that are multiples of three."""
    bars = plots.bar_plot(Counter(range(30, 150, 3)), lambda value: f"{value:.0f}").bars
    counts = [int(bar.text.rpartition(" · ")[2]) for bar in bars]
    assert set(counts) == {2}


def test_only_options_that_were_chosen_are_named(outcome: Outcome) -> None:
    assert "first =" not in report(outcome, ENGLISH)
    chosen = Tournament.of("levelx", ["random", "greedy"], 40, seed=3, options={"first": 1})
    assert "first = 1" in report(replace(outcome, tournament=chosen), ENGLISH)


# ---- Numbers -----------------------------------------------------------------------------------


def test_numbers_are_written_as_the_language_does() -> None:
    assert written(12345.6, ",.1f", ENGLISH) == "12,345.6"
    assert written(12345.6, ",.1f", FRENCH) == "12\u202f345,6"
    assert percent(0.125, FRENCH) == "12,5 %"
    assert percent(float("nan"), ENGLISH) == written(float("nan"), "f", ENGLISH) == "–"
    assert percents(Interval(0.5, 0.25, 0.75), ENGLISH) == "25.0 … 75.0"
    assert margin(Interval(3, 1, 5), ENGLISH) == "± 2.0"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(12.34, "12.3 s"), (0.25, "250 ms"), (0.0034, "3.4 ms"), (2e-6, "2.0 µs"), (0, "–")],
)
def test_times_have_the_unit_that_suits_them(seconds: float, text: str) -> None:
    assert duration(seconds, ENGLISH) == text
