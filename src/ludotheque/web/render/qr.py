"""An address as a drawing that a telephone reads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from markupsafe import Markup

QUIET = 4  # modules of light ground around it, without which readers do not find it
DARK, LIGHT = "#1d2430", "#ffffff"  # by day and by night: readers expect dark on light


def qr_svg(text: str, label: str) -> Markup:
    """A QR code of the text, named for who does not see it."""
    import segno

    modules = segno.make_qr(text, error="m").matrix
    size = len(modules) + 2 * QUIET
    return Markup(
        '<svg class="qr" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}"'
        ' role="img" aria-label="{label}" shape-rendering="crispEdges">'
        '<path fill="{light}" d="M0 0h{size}v{size}H0z"/><path fill="{dark}" d="{drawn}"/></svg>'
    ).format(size=size, label=label, light=LIGHT, dark=DARK, drawn="".join(strokes(modules)))


def strokes(modules: Sequence[Iterable[int]]) -> Iterable[str]:
    """The dark modules, neighbours in a row drawn as one."""
    for y, row in enumerate(modules, QUIET):
        x = QUIET
        for dark, run in groupby(row, bool):
            length = len(list(run))
            if dark:
                yield f"M{x} {y}h{length}v1h-{length}z"
            x += length
