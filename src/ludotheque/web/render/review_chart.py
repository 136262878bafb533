"""The line chart of everybody's win probability along a match, as SVG coordinates."""

from __future__ import annotations

from typing import Any

Data = dict[str, Any]

WIDTH, HEIGHT = 440, 276
LEFT, RIGHT, TOP, BOTTOM = 40, 96, 28, 26
LABEL_GAP = 18  # between the names at the ends of lines
BADGE_GAP = 20  # between the numbers of turning points
LEVELS = (0, 25, 50, 75, 100)  # per cent


def chart_of(report: Data, positions: dict[int, int]) -> Data:
    """Lines with their names, bands that lead to the replay, and marks of the turning points."""
    course = report["course"]
    across = (WIDTH - LEFT - RIGHT) / max(len(course) - 1, 1)
    lines = [line_of(seat, name, course, across) for seat, name in enumerate(report["names"])]
    ends = spread([line["end"] for line in lines], LABEL_GAP, HEIGHT - BOTTOM)
    for line, y in zip(lines, ends, strict=True):
        line["label"] = y
    xs = {step["line"]: round(LEFT + place * across, 1) for place, step in enumerate(course)}
    turns = [xs[turn["line"]] for turn in report["turning_points"]]
    badges = spread(turns, BADGE_GAP, WIDTH - RIGHT)
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "right": WIDTH - RIGHT,
        "top": TOP,
        "base": HEIGHT - BOTTOM,
        "levels": [{"value": value, "y": height(value)} for value in LEVELS],
        "lines": lines,
        "bands": [
            {
                "x": round(xs[step["line"]] - across / 2, 1),
                "width": round(across, 1),
                "at": positions[step["line"]],
                "sentence": step["sentence"],
            }
            for step in course
        ],
        "marks": [
            {"number": number, "x": x, "badge": badge}
            for number, (x, badge) in enumerate(zip(turns, badges, strict=True), 1)
        ],
    }


def line_of(seat: int, name: str, course: list[Data], across: float) -> Data:
    heights = [height(step["chances"][seat]["value"]) for step in course]
    points = (f"{round(LEFT + place * across, 1)},{y}" for place, y in enumerate(heights))
    return {"seat": seat, "name": name, "points": " ".join(points), "end": heights[-1]}


def height(chance: float) -> float:
    return round(TOP + (100 - chance) * (HEIGHT - TOP - BOTTOM) / 100, 1)


def spread(places: list[float], gap: int, highest: float) -> list[float]:
    """Coordinates near the given ones, at least `gap` apart, and none above `highest`."""
    order = sorted(range(len(places)), key=lambda each: places[each])
    moved, last = list(places), float("-inf")
    for rank, each in enumerate(order):
        room = highest - gap * (len(order) - 1 - rank)
        last = min(max(places[each], last + gap), room)
        moved[each] = round(last, 1)
    return moved
