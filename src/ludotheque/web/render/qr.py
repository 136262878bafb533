"""QR codes as SVG."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from markupsafe import Markup

QUIET = 4  # modules of the quiet zone around the code, which the standard demands
DARK, LIGHT = "#1d2430", "#ffffff"  # in both themes: readers expect dark on light


def qr_svg(text: str, label: str) -> Markup:
    """A QR code of the text; the label is for screen readers."""
    import segno

    modules = segno.make_qr(text, error="m").matrix
    size = len(modules) + 2 * QUIET
    return Markup(
        '<svg class="qr" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}"'
        ' role="img" aria-label="{label}" shape-rendering="crispEdges">'
        '<path fill="{light}" d="M0 0h{size}v{size}H0z"/><path fill="{dark}" d="{drawn}"/></svg>'
    ).format(size=size, label=label, light=LIGHT, dark=DARK, drawn="".join(strokes(modules)))


def strokes(modules: Sequence[Iterable[int]]) -> Iterable[str]:
    """SVG path commands for the dark modules, one for each horizontal run."""
    for y, row in enumerate(modules, QUIET):
        x = QUIET
        for dark, run in groupby(row, bool):
            length = len(list(run))
            if dark:
                yield f"M{x} {y}h{length}v1h-{length}z"
            x += length
