"""Drawings of MasterDés' examples: dice as they fell, or a stretch of the track.

What goes out, what is scored and where a pawn lands is computed by the rules.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np

from . import GAME
from .duel import FACES, NONE, face_of_all, gain_of, loss_of, take_out_pairs
from .positions import MASTERS, counts_of
from .rules import SEATS
from .score_breakdown import zone_at
from .track import EXPERT, GOAL, LEVELS, bounced

Data = dict[str, Any]
Hand = tuple[list[int], str | None]  # faces, and what the MasterDé shows

WIDTH = 340
DIE = 36
LINE = 56  # from one throw to the next
SIDES = (34, 187)  # where the dice of red and of blue begin
SPACE = 25
TRACK_HEIGHT = 84
KINDS = ("dice", "numbers", "pills", "spaces", "arcs", "pawns", "pots")


def drawing(label: str, height: float, **things: list[Data]) -> Data:
    found: Data = {kind: things.get(kind, []) for kind in KINDS}
    return {"label": label, "width": WIDTH, "height": height, **found}


# ---- A duel


def draw_duel(throws: tuple[tuple[str, str], ...], label: str) -> Data:
    """One line for each throw, with eliminated dice struck through; then the points of the duel."""
    hands = [[hand_of(text) for text in throw] for throw in throws]
    dice = [die for line, both in enumerate(hands) for die in thrown(line, both)]
    numbers = [{"number": line + 1, "y": middle_of(line)} for line in range(len(hands))]
    pills, arcs = counted(len(hands) - 1, hands[-1])
    return drawing(
        label,
        len(hands) * LINE,
        dice=dice,
        numbers=numbers if len(hands) > 1 else [],
        pills=pills,
        arcs=arcs,
    )


def hand_of(text: str) -> Hand:
    words = text.split()
    master = words.pop() if words[-1] in MASTERS else None
    return [int(word) for word in words], master


def middle_of(line: int) -> float:
    return LINE * (line + 0.5)


def thrown(line: int, hands: list[Hand]) -> Iterable[Data]:
    """Both players' dice in a row, the MasterDé last; MD-2 those that go out are marked."""
    counts = [np.array(counts_of(faces)) for faces, _ in hands]
    pairs = np.zeros(FACES, int)
    take_out_pairs(counts[0], counts[1], pairs)
    for seat, (faces, master) in enumerate(hands):
        out = pairs.tolist()
        for place, face in enumerate(faces):
            yield die_at(line, seat, place, face, gone=out[face - 1] > 0)
            out[face - 1] -= 1
        if master is not None:
            gone = bool(face_of_all(counts[seat]))
            yield die_at(line, seat, len(faces), master, gone=gone)


def die_at(line: int, seat: int, place: int, face: int | str, *, gone: bool) -> Data:
    return {
        "seat": seat,
        "face": face,
        "is_master": isinstance(face, str),
        "x": SIDES[seat] + (DIE + 1) * (place + 0.5),
        "y": middle_of(line),
        "gone": gone,
    }


def counted(line: int, hands: list[Hand]) -> tuple[list[Data], list[Data]]:
    """MD-7, MD-8 Both players' gains beside their dice, and an arrow for a heart's gift."""
    known = [
        (counts_of(faces), NONE if master is None else MASTERS.index(master))
        for faces, master in hands
    ]
    pills, arcs = [], []
    for seat in range(SEATS):
        gain = int(gain_of(*known[seat], *known[1 - seat]))
        gift = int(loss_of(*known[1 - seat]))
        if gift:
            arcs.append({"d": arrow_from(1 - seat, hands, line), "manner": "gift"})
        if gain:
            text = f"{gift} + {gain - gift} = {gain}" if gift else f"+{gain}"
            x = SIDES[seat] + (DIE + 1) * len(hands[seat][0]) + 33
            pills.append({"x": x, "y": middle_of(line), "text": text})
    return pills, arcs


def arrow_from(giver: int, hands: list[Hand], line: int) -> str:
    """From a player's last die to the other's first, or the other way round."""
    red_end = SIDES[0] + (DIE + 1) * (len(hands[0][0]) + (hands[0][1] is not None)) + 6
    blue_end, y = SIDES[1] - 12, middle_of(line)
    if giver == 0:
        return f"M{red_end} {y}H{blue_end}m-7-6 7 6-7 6"
    return f"M{blue_end} {y}H{red_end}m7-6-7 6 7 6"


# ---- The track of Expert


def draw_gain(seat: int, points: int, gain: int, shown: tuple[int, int], label: str) -> Data:
    """MD-11, MD-12 A pawn on its way: past the goal and back, or stopped before a Malus."""
    record = GAME.start(SEATS, {"level": LEVELS[EXPERT]}).record
    at = stretch(*shown)
    landing = int(bounced(points + gain))
    is_barred = zone_at(record, landing) == "malus"
    is_past = points + gain > GOAL
    first_leap = leap(at[points], at[GOAL if is_past else landing])
    arcs = [{"d": first_leap, "manner": "barred" if is_barred else "on"}]
    if is_past:
        arcs.append({"d": leap(at[GOAL], at[landing], under=True), "manner": "on"})
    pawns = [
        {"seat": seat, "x": at[points], "passing": not is_barred},
        {"seat": seat, "x": at[landing], "passing": is_barred},
    ]
    spaces = [
        {"number": space, "x": x, "is_malus": zone_at(record, space) == "malus"}
        for space, x in at.items()
    ]
    pots = [{"x": at[landing], "y": 72, "text": f"+{gain}"}] if is_barred else []
    return drawing(label, TRACK_HEIGHT, spaces=spaces, arcs=arcs, pawns=pawns, pots=pots)


def stretch(first: int, last: int) -> dict[int, float]:
    """Where the spaces of a stretch of the track are, in the middle of the drawing."""
    left = (WIDTH - (last - first) * SPACE) / 2
    return {space: left + (space - first) * SPACE for space in range(first, last + 1)}


def leap(start: float, end: float, *, under: bool = False) -> str:
    """A bow from space to space, with the head of an arrow."""
    edge, way, head = (58, 26, -7) if under else (26, -26, 7)
    bow = f"q{(end - start) / 2:g} {way} {end - start:g} 0"
    return f"M{start:g} {edge}{bow}m-6 {-head} 6 {head} 6 {-head}"
