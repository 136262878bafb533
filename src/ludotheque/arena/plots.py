"""The geometry of the report's plots, as SVG coordinates; the template draws them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from .intervals import Interval

LEFT, RIGHT, WIDTH = 170, 570, 680  # ends of the axis, and total width, in SVG units
ROW, TOP, BOTTOM = 36, 12, 34  # heights: of a row, of the margin above, of the margin below
BARS, BAR_HEIGHT = 30, 180

Text = Callable[[float], str]


@dataclass(frozen=True)
class Tick:
    x: float
    text: str


@dataclass(frozen=True)
class Dot:
    """A value with its interval, and optionally a second interval (`faint`) for comparison."""

    label: str
    text: str
    y: float
    x: float
    low: float
    high: float
    faint: tuple[float, float] | None


@dataclass(frozen=True)
class DotPlot:
    dots: list[Dot]
    ticks: list[Tick]
    mark: float | None  # position of a reference line
    height: float


@dataclass(frozen=True)
class Bar:
    x: float
    width: float
    height: float
    text: str


@dataclass(frozen=True)
class BarPlot:
    bars: list[Bar]
    ticks: list[Tick]
    height: float = BAR_HEIGHT


@dataclass(frozen=True)
class Row:
    """A row of a dot plot."""

    label: str
    text: str
    interval: Interval
    faint: Interval | None = None


def dot_plot(
    rows: Sequence[Row],
    text: Text,
    *,
    ends: tuple[float, float] | None = None,
    mark: float | None = None,
    decades: bool = False,
) -> DotPlot:
    """A dot plot with one row for each value; with `decades`, its axis is logarithmic."""
    scale: Callable[[float], float] = math.log10 if decades else float
    known = [row for row in rows if row.interval.value == row.interval.value]
    low, high = ends or data_range([end for row in known for end in ends_of(row)])
    values = decades_between(low, high) if decades else round_values(low, high)
    first, last = scale(min(values[0], low)), scale(max(values[-1], high))

    def place(value: float) -> float:
        return LEFT + (RIGHT - LEFT) * (scale(value) - first) / (last - first)

    dots = [
        Dot(
            row.label,
            row.text,
            TOP + ROW * (number + 0.5),
            place(row.interval.value),
            place(row.interval.low),
            place(row.interval.high),
            None if row.faint is None else (place(row.faint.low), place(row.faint.high)),
        )
        for number, row in enumerate(known)
    ]
    ticks = [Tick(place(value), text(value)) for value in values]
    height = TOP + ROW * len(dots) + BOTTOM
    return DotPlot(dots, ticks, None if mark is None else place(mark), height)


def ends_of(row: Row) -> list[float]:
    intervals = [row.interval] if row.faint is None else [row.interval, row.faint]
    return [end for each in intervals for end in (each.low, each.high)]


def data_range(values: Sequence[float]) -> tuple[float, float]:
    """The minimum and the maximum, widened a little if they are equal."""
    low, high = min(values), max(values)
    if high > low:
        return low, high
    room = abs(low) / 10 or 1.0
    return low - room, high + room


def round_values(low: float, high: float, about: int = 6) -> list[float]:
    """Round numbers from below `low` to above `high`, roughly `about` of them."""
    rough = (high - low) / about
    power = 10 ** math.floor(math.log10(rough))
    step = next(power * part for part in (1, 2, 5, 10) if power * part >= rough)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [step * number for number in range(first, last + 1)]


def decades_between(low: float, high: float) -> list[float]:
    """Powers of ten from below `low` to above `high`."""
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    return [10.0**power for power in range(first, max(last, first + 1) + 1)]


def bar_plot(found: Mapping[int, int], text: Text) -> BarPlot:
    """A histogram of integers, given by how often each occurs.

    If there are many different ones, a bin covers several.
    The width of a bin is a multiple of the values' common difference, so that no bin is empty just
    because, for example, all values are odd.
    """
    values, weights = np.array(list(found)), np.array(list(found.values()))
    low, high = int(values.min()), int(values.max())
    apart = int(np.gcd.reduce(values - low)) or 1
    size = apart * max(1, math.ceil((high - low + 1) / BARS / apart))
    edges = list(range(low, high + size + 1, size))
    counts = np.histogram(values, edges, weights=weights)[0].tolist()
    width = (WIDTH - 2 * TOP) / len(counts)
    room = BAR_HEIGHT - TOP - BOTTOM
    bars = [
        Bar(
            TOP + width * number,
            width,
            room * count / max(counts),
            bar_text(edge, size, count, text),
        )
        for number, (edge, count) in enumerate(zip(edges, counts, strict=False))
    ]
    every = math.ceil(len(counts) / 12)
    ticks = [
        Tick(bars[number].x + width / 2, text(float(edges[number])))
        for number in range(0, len(counts), every)
    ]
    return BarPlot(bars, ticks)


def bar_text(edge: int, size: int, count: int, text: Text) -> str:
    span = (
        text(float(edge)) if size == 1 else f"{text(float(edge))} … {text(float(edge + size - 1))}"
    )
    return f"{span} · {text(float(count))}"
