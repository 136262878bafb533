"""Avatars: a colour and a shape for each seat of a match, so that a colour is never alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

COLOURS = ("blue", "red", "amber", "violet", "green", "slate")
SHAPES = ("disc", "tile", "peak", "diamond", "star", "cross")


@dataclass(frozen=True)
class Avatar:
    colour: str
    shape: str

    def __str__(self) -> str:
        return f"{self.colour}-{self.shape}"

    @classmethod
    def read(cls, text: object) -> Avatar | None:
        """The avatar that a text such as `blue-disc` names; None if it names none."""
        colour, _, shape = text.partition("-") if isinstance(text, str) else ("", "", "")
        return cls(colour, shape) if colour in COLOURS and shape in SHAPES else None

    @classmethod
    def of_seat(cls, seat: int) -> Avatar:
        """The avatar of a seat whose player has not chosen any."""
        return cls(COLOURS[seat % len(COLOURS)], SHAPES[seat % len(SHAPES)])


def distinct(
    wanted: Sequence[Avatar | None], order: Iterable[int] | None = None
) -> tuple[Avatar, ...]:
    """An avatar for each seat: no two of one colour or one shape, as long as there are enough.

    Seats choose in the given `order`. Whoever wants what is taken gets their seat's usual colour
    or shape, or else the next free one.
    """
    choosing = list(order) if order is not None else choosing_order(wanted)
    colours: dict[int, str] = {}
    shapes: dict[int, str] = {}
    for seat in choosing:
        want, usual = wanted[seat], Avatar.of_seat(seat)
        colour, shape = ("", "") if want is None else (want.colour, want.shape)
        colours[seat] = first_free(colour, usual.colour, COLOURS, colours.values())
        shapes[seat] = first_free(shape, usual.shape, SHAPES, shapes.values())
    return tuple(Avatar(colours[seat], shapes[seat]) for seat in range(len(wanted)))


def choosing_order(wanted: Sequence[Avatar | None]) -> list[int]:
    """Those who want something choose before those who do not mind."""
    return sorted(range(len(wanted)), key=lambda seat: (wanted[seat] is None, seat))


def first_free(wanted: str, usual: str, known: Sequence[str], taken: Iterable[str]) -> str:
    """What is wanted, what is usual, or any other, whichever is free first."""
    used = set(taken)
    start = known.index(usual)
    candidates = (wanted, *known[start:], *known[:start])
    return next((each for each in candidates if each and each not in used), wanted or usual)
