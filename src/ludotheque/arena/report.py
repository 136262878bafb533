"""A tournament as one self-contained HTML file with tables and plots, for screen and print."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from ..core.language import Language
from ..core.version import __version__
from . import number_format, plots
from .intervals import Interval
from .outcome import Results
from .plots import BarPlot, DotPlot, Row
from .summary import Standing, Summary
from .tournament import Tournament

TEMPLATES = Path(__file__).parent / "templates"
HEATS = 5  # shades of the heat map of pairs
SHORTEST = 1e-9  # seconds; replaces 0 on a logarithmic axis


def write_report(outcome: Results, path: Path, code: str = "fr") -> None:
    """Write the report, in one of the program's languages."""
    path.write_text(report(outcome, Language.of(code)), "utf-8")


def report(outcome: Results, language: Language) -> str:
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
            options=changed_options(outcome.tournament),
            matches=summary.matches,
            shared=summary.shared,
            summary=summary,
            matrix=matrix(summary, language),
            narrower=narrower(summary),
            ratings=ratings_plot(summary, language),
            pairs=pairs_plot(summary, language),
            seats=seats_plot(summary, language),
            times=times_plot(summary, language),
            lengths=lengths_plot(summary, language),
            mean_length=summary.mean_length,
            version=__version__,
            **formatters(language),
        )
    )


def changed_options(tournament: Tournament) -> dict[str, Any]:
    """The options that differ from their defaults."""
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


def formatters(language: Language) -> dict[str, Any]:
    """The number formats, for the template."""
    return {
        "number": lambda value, form=",": number_format.written(value, form, language),
        "percent": lambda value: number_format.percent(value, language),
        "percents": lambda interval: number_format.percents(interval, language),
        "margin": lambda interval: number_format.margin(interval, language),
        "duration": lambda seconds: number_format.duration(seconds, language),
    }


def matrix(summary: Summary, language: Language) -> list[tuple[str, list[tuple[str, int | None]]]]:
    """Each player's share against each other: as text, and as a shade of the heat map."""
    names = [standing.player for standing in summary.standings]
    return [(name, [cell(summary, name, other, language) for other in names]) for name in names]


def cell(summary: Summary, name: str, other: str, language: Language) -> tuple[str, int | None]:
    if name == other:
        return "", None
    value = summary.share(name, other)
    heat = min(int(HEATS * value), HEATS - 1) if value == value else None
    return number_format.percent(value, language), heat


def narrower(summary: Summary) -> float:
    """The fraction by which common draws have narrowed the pairs' intervals, on average."""
    kept = [
        (pair.share.high - pair.share.low) / (pair.unpaired.high - pair.unpaired.low)
        for pair in summary.comparisons
    ]
    return 1 - sum(kept) / len(kept)


def ratings_plot(summary: Summary, language: Language) -> DotPlot:
    def text(value: float) -> str:
        return number_format.written(value, ".0f", language)

    rows = [
        Row(each.player, text(each.rating.rating), rating_interval(each))
        for each in summary.standings
    ]
    return plots.dot_plot(rows, text)


def rating_interval(standing: Standing) -> Interval:
    return Interval(standing.rating.rating, standing.rating.low, standing.rating.high)


def pairs_plot(summary: Summary, language: Language) -> DotPlot:
    rows = [
        Row(
            f"{pair.one} – {pair.other}",
            number_format.percent(pair.share.value, language),
            pair.share,
            pair.unpaired,
        )
        for pair in summary.comparisons
    ]
    return plots.dot_plot(rows, percent_tick(language), ends=(0, 1), mark=0.5)


def seats_plot(summary: Summary, language: Language) -> DotPlot:
    """Each player's share of the victories from each seat."""
    rows = [
        Row(
            language("{player}, seat {seat}", player=standing.player, seat=seat),
            number_format.percent(wins.value, language),
            wins,
        )
        for standing in summary.standings
        for seat, wins in enumerate(standing.by_seat)
    ]
    return plots.dot_plot(rows, percent_tick(language), ends=(0, 1), mark=1 / len(summary.seats))


def percent_tick(language: Language) -> plots.Text:
    return lambda value: f"{number_format.written(100 * value, '.0f', language)} %"


def times_plot(summary: Summary, language: Language) -> DotPlot:
    rows = [
        Row(
            each.player,
            number_format.duration(each.seconds_a_move, language),
            point_interval(max(each.seconds_a_move, SHORTEST)),
        )
        for each in summary.standings
    ]
    return plots.dot_plot(
        rows, lambda time: number_format.duration(time, language, 0), decades=True
    )


def point_interval(value: float) -> Interval:
    return Interval(value, value, value)


def lengths_plot(summary: Summary, language: Language) -> BarPlot:
    return plots.bar_plot(
        summary.lengths, lambda value: number_format.written(value, ",.0f", language)
    )
