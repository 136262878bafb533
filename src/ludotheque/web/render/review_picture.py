"""Everybody's chances along a match, placed on a drawing."""

from __future__ import annotations

from typing import Any

Data = dict[str, Any]

WIDTH, HEIGHT = 440, 276
LEFT, RIGHT, TOP, BOTTOM = 40, 96, 28, 26
APART = 18  # between names at the lines' ends
BADGE = 20  # between the numbers of moments
LEVELS = (0, 25, 50, 75, 100)  # per cent


def picture_of(told: Data, places: dict[int, int]) -> Data:
    """Lines with their names, bands to tap on, and the moments that are told of."""
    course = told["course"]
    across = (WIDTH - LEFT - RIGHT) / max(len(course) - 1, 1)
    lines = [line_of(seat, name, course, across) for seat, name in enumerate(told["names"])]
    ends = set_apart([line["end"] for line in lines], APART, HEIGHT - BOTTOM)
    for line, y in zip(lines, ends, strict=True):
        line["label"] = y
    xs = {step["line"]: round(LEFT + place * across, 1) for place, step in enumerate(course)}
    turns = [xs[turn["line"]] for turn in told["turning_points"]]
    badges = set_apart(turns, BADGE, WIDTH - RIGHT)
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
                "at": places[step["line"]],
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


def set_apart(places: list[float], apart: int, highest: float) -> list[float]:
    """Places near the given ones, so far apart that none touches another, and none too high."""
    order = sorted(range(len(places)), key=lambda each: places[each])
    moved, last = list(places), float("-inf")
    for rank, each in enumerate(order):
        room = highest - apart * (len(order) - 1 - rank)
        last = min(max(places[each], last + apart), room)
        moved[each] = round(last, 1)
    return moved
