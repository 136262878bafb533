"""A tournament as one HTML file: tables and plots, nothing to load, for screen and paper."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from ..core.language import Language
from ..core.version import __version__
from . import numbers, plots
from .outcome import Outcome
from .plots import BarPlot, DotPlot, Row
from .shares import Estimate
from .summary import Standing, Summary
from .tournament import Tournament

TEMPLATES = Path(__file__).parent / "templates"
HEATS = 5  # shades of the table of pairs
SHORTEST = 1e-9  # seconds; a logarithmic axis has no zero


def write_report(outcome: Outcome, path: Path, code: str = "fr") -> None:
    """The report, in one of the house's languages, as a file."""
    path.write_text(report(outcome, Language.of(code)), "utf-8")


def report(outcome: Outcome, language: Language) -> str:
    summary, game = Summary.of(outcome), outcome.tournament.game
    return (
        environment()
        .get_template("report.html.jinja")
        .render(
            _=language,
            plural=language.plural,
            lang=language.code,
            game=game,
            tournament=outcome.tournament,
            options=unusual_options(outcome.tournament),
            matches=len(outcome),
            shared=int((outcome.wins.max(axis=1) < 1).sum()),
            summary=summary,
            matrix=matrix(summary, language),
            narrower=narrower(summary),
            ratings=ratings_plot(summary, language),
            pairs=pairs_plot(summary, language),
            seats=seats_plot(summary, language),
            times=times_plot(summary, language),
            lengths=lengths_plot(outcome, language),
            mean_length=float(outcome.lengths.mean()),
            version=__version__,
            **writers(language),
        )
    )


def unusual_options(tournament: Tournament) -> dict[str, Any]:
    """What was chosen; what is as always need not be said."""
    usual = tournament.game.options
    return {
        name: value for name, value in tournament.options.items() if value != usual[name].default
    }


@cache
def environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )


def writers(language: Language) -> dict[str, Any]:
    """How the template writes numbers."""
    return {
        "number": lambda value, form=",": numbers.written(value, form, language),
        "percent": lambda value: numbers.percent(value, language),
        "percents": lambda estimate: numbers.percents(estimate, language),
        "margin": lambda estimate: numbers.margin(estimate, language),
        "duration": lambda seconds: numbers.duration(seconds, language),
    }


def matrix(summary: Summary, language: Language) -> list[tuple[str, list[tuple[str, int | None]]]]:
    """For each player, its share against each other: as text, and how warm the cell is."""
    names = [standing.player for standing in summary.standings]
    return [(name, [cell(summary, name, other, language) for other in names]) for name in names]


def cell(summary: Summary, name: str, other: str, language: Language) -> tuple[str, int | None]:
    if name == other:
        return "", None
    value = summary.share(name, other)
    heat = min(int(HEATS * value), HEATS - 1) if value == value else None
    return numbers.percent(value, language), heat


def narrower(summary: Summary) -> float:
    """By what part common draws have narrowed the intervals of the pairs, in the mean."""
    kept = [
        (pair.share.high - pair.share.low) / (pair.unpaired.high - pair.unpaired.low)
        for pair in summary.comparisons
    ]
    return 1 - sum(kept) / len(kept)


def ratings_plot(summary: Summary, language: Language) -> DotPlot:
    def text(value: float) -> str:
        return numbers.written(value, ".0f", language)

    rows = [
        Row(each.player, text(each.rating.rating), rating_estimate(each))
        for each in summary.standings
    ]
    return plots.dot_plot(rows, text)


def rating_estimate(standing: Standing) -> Estimate:
    return Estimate(standing.rating.rating, standing.rating.low, standing.rating.high)


def pairs_plot(summary: Summary, language: Language) -> DotPlot:
    rows = [
        Row(
            f"{pair.one} – {pair.other}",
            numbers.percent(pair.share.value, language),
            pair.share,
            pair.unpaired,
        )
        for pair in summary.comparisons
    ]
    return plots.dot_plot(rows, percent_tick(language), ends=(0, 1), mark=0.5)


def seats_plot(summary: Summary, language: Language) -> DotPlot:
    """Every player from every seat."""
    rows = [
        Row(
            language("{player}, seat {seat}", player=standing.player, seat=seat),
            numbers.percent(wins.value, language),
            wins,
        )
        for standing in summary.standings
        for seat, wins in enumerate(standing.by_seat)
    ]
    return plots.dot_plot(rows, percent_tick(language), ends=(0, 1), mark=1 / len(summary.seats))


def percent_tick(language: Language) -> plots.Text:
    return lambda value: f"{numbers.written(100 * value, '.0f', language)} %"


def times_plot(summary: Summary, language: Language) -> DotPlot:
    rows = [
        Row(
            each.player,
            numbers.duration(each.seconds_a_move, language),
            certain(max(each.seconds_a_move, SHORTEST)),
        )
        for each in summary.standings
    ]
    return plots.dot_plot(rows, lambda time: numbers.duration(time, language, 0), decades=True)


def certain(value: float) -> Estimate:
    return Estimate(value, value, value)


def lengths_plot(outcome: Outcome, language: Language) -> BarPlot:
    return plots.bar_plot(outcome.lengths, lambda value: numbers.written(value, ",.0f", language))
