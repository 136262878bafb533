"""A comparison as figures with their texts, and as one self-contained HTML page."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ...bots.levels import LEVELS
from ...core.language import Language
from ...core.version import __version__
from .. import number_format, plots
from ..intervals import Interval
from ..plots import DotPlot, Row
from ..report import environment, percent_tick
from .comparison import Bench
from .tally import BenchTally

UNKNOWN = Interval(float("nan"), 0.0, 1.0)


@dataclass(frozen=True)
class Figure:
    """One measure of all variants."""

    title: str
    sentence: str
    is_share: bool
    values: list[Interval]  # by variant
    mark: float | None = None  # a value to compare with, such as an equal share


def figures_of(bench: Bench, language: Language) -> list[Figure]:
    """The measures in the order in which a designer asks for them."""
    tallies, comparison = bench.tallies, bench.comparison
    players = tallies[0].players
    unit = comparison.game.unit[language.code]
    means = {
        "length": (language("Length"), language("How long a match lasts, in {unit}.", unit=unit)),
        "lead_changes": (
            language("Changes of the lead"),
            language("How often another player comes to lead alone in points."),
        ),
        "margin": (
            language("Margin"),
            language("The winner's points minus those of the second, at the end."),
        ),
        "decisions": (
            language("Decisions"),
            language("How many decisions with a real choice a match has, of all players."),
        ),
    }
    spread = {
        name: Figure(title, sentence, False, [each.mean(name) for each in tallies])
        for name, (title, sentence) in means.items()
    }
    start = Figure(
        language("Who begins"),
        language(
            "The share of the victories of whoever begins. The line is an equal share among "
            "{players}: what is right of it is an advantage.",
            players=players,
        ),
        True,
        [each.share(0) for each in tallies],
        1 / players,
    )
    comebacks = Figure(
        language("Comebacks"),
        language(
            "In how many matches nobody who won was leading at half-time. Matches in which all "
            "were level then do not count."
        ),
        True,
        [each.comebacks or UNKNOWN for each in tallies],
    )
    skill = Figure(
        language("How much decisions matter"),
        language(
            "The share of the victories that one {player} takes among players who move at "
            "random. At the line, decisions would make no difference.",
            player=title_of(comparison.player, language),
        ),
        True,
        [each.skill for each in tallies],
        1 / players,
    )
    return [
        start,
        skill,
        spread["length"],
        spread["decisions"],
        spread["lead_changes"],
        comebacks,
        spread["margin"],
    ]


def title_of(player: str, language: Language) -> str:
    """What readers call a bot: the level's title, or the name of one that is no level."""
    return LEVELS[player].title[language.code].lower() if player in LEVELS else player


def value_text(figure: Figure, interval: Interval, language: Language) -> str:
    if figure.is_share:
        return number_format.percent(interval.value, language)
    return number_format.written(interval.value, ".1f", language)


def interval_text(figure: Figure, interval: Interval, language: Language) -> str:
    if interval.value != interval.value:
        return number_format.UNKNOWN
    if figure.is_share:
        return number_format.percents(interval, language)
    return number_format.margin(interval, language)


def plot_of(figure: Figure, names: list[str], language: Language) -> DotPlot | None:
    """A row for each variant; nothing where no value is known."""
    rows = [
        Row(short(name), value_text(figure, interval, language), interval)
        for name, interval in zip(names, figure.values, strict=True)
        if interval.value == interval.value
    ]
    if not rows:
        return None
    if figure.is_share:
        return plots.dot_plot(rows, percent_tick(language), ends=(0, 1), mark=figure.mark)
    text = number_format.written
    return plots.dot_plot(rows, lambda value: text(value, ",.4g", language))


def short(name: str, most: int = 22) -> str:
    """A name that fits beside a plot."""
    return name if len(name) <= most else f"{name[: most - 1]}…"


def places_of(tally: BenchTally) -> list[Interval]:
    """The share of every place, counted from whoever began."""
    return [tally.share(place) for place in range(tally.players)]


def page(bench: Bench, language: Language) -> str:
    """The comparison as an HTML page that needs nothing else."""
    comparison = bench.comparison
    names = [variant.name for variant in comparison.variants]
    figures = figures_of(bench, language)
    return (
        environment()
        .get_template("bench.html.jinja")
        .render(
            _=language,
            plural=language.plural,
            lang=language.code,
            game=comparison.game,
            comparison=comparison,
            names=names,
            figures=[(each, plot_of(each, names, language)) for each in figures],
            places=[places_of(each) for each in bench.tallies],
            players=bench.tallies[0].players,
            version=__version__,
            text=lambda figure, interval: value_text(figure, interval, language),
            around=lambda figure, interval: interval_text(figure, interval, language),
            percent=lambda value: number_format.percent(value, language),
            percents=lambda interval: number_format.percents(interval, language),
            number=lambda value: number_format.written(value, ",", language),
        )
    )


def write_page(bench: Bench, path: Path, code: str = "fr") -> None:
    path.write_text(page(bench, Language.of(code)), "utf-8")
