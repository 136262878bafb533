"""QR codes of addresses."""

import re

import pytest
import segno

from ludotheque.web.render.qr import QUIET, qr_svg

LONG = "https://games.example/match/" + "a" * 400


def modules_in(drawing: str) -> tuple[int, set[tuple[int, int]]]:
    """The size of a drawing, and the dark modules that its strokes cover."""
    (size,) = re.findall(r'viewBox="0 0 (\d+) \1"', drawing)
    dark = set[tuple[int, int]]()
    for x, y, length in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", drawing):
        run = {(int(x) + step, int(y)) for step in range(int(length))}
        assert not run & dark
        dark |= run
    return int(size), dark


@pytest.mark.parametrize("text", ["http://192.168.1.20:8080/", "https://games.example/j/é", LONG])
def test_the_drawing_is_the_code_with_light_around_it(text: str) -> None:
    size, dark = modules_in(qr_svg(text, "…"))
    matrix = segno.make_qr(text, error="m").matrix
    assert size == len(matrix) + 2 * QUIET
    assert dark == {
        (x + QUIET, y + QUIET)
        for y, row in enumerate(matrix)
        for x, module in enumerate(row)
        if module
    }


def test_dark_is_drawn_on_light_whatever_the_hour() -> None:
    drawing = qr_svg("http://192.168.1.20:8080/", "…")
    fills = re.findall(r'fill="#([0-9a-f]{6})"', drawing)
    ground, code = (int(fill, 16) for fill in fills)
    assert ground == 0xFFFFFF
    assert code < 0x303040
    assert "style" not in drawing
    assert "currentColor" not in drawing


def test_a_name_is_told_to_who_does_not_see_it_and_cannot_break_out() -> None:
    drawing = qr_svg("http://192.168.1.20/", '"><script>')
    assert 'role="img"' in drawing
    assert 'aria-label="&#34;&gt;&lt;script&gt;"' in drawing
