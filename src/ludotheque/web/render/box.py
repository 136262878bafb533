"""The picture of a game's box, made from its title where the folder has none (`box.svg`).

The cloth's colour and the faces of the dice follow from the game's name, so that a shelf with
several such boxes tells them apart.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from html import escape

from ...core.game import Game

FILE = "box.svg"
#: Cloth in the middle and at the edge.
CLOTHS = (
    ("#3f6fa3", "#14293f"),
    ("#8a3f4c", "#351219"),
    ("#6b5197", "#251a3a"),
    ("#3d7f62", "#10251c"),
    ("#9a6a2c", "#38240b"),
    ("#39777d", "#0f2a2d"),
)
PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
}
DICE = ((150, 250, 118, -14), (318, 196, 104, 12), (300, 352, 84, -6))  # x, y, size, angle
RINGS = (90, 140, 198, 266, 348)
WIDEST_LETTER = 0.62  # of the font's size: what a letter takes at most, on average
TITLE_ROOM = 400


@cache
def box_of(game: Game) -> bytes:
    """The picture, as SVG."""
    digest = sha256(game.id.encode()).digest()
    middle, edge = CLOTHS[digest[0] % len(CLOTHS)]
    faces = [1 + byte % len(PIPS) for byte in digest[1 : 1 + len(DICE)]]
    rings = "".join(
        f'<circle cx="240" cy="250" r="{radius}" stroke-opacity="{0.6 - 0.11 * place:.2f}"/>'
        for place, radius in enumerate(RINGS)
    )
    dice = "".join(die(*place, face) for place, face in zip(DICE, faces, strict=True))
    size = min(76, round(TITLE_ROOM / (WIDEST_LETTER * max(1, len(game.title)))))
    picture = f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 640">
<defs><radialGradient id="cloth" cx=".5" cy=".36" r=".85"><stop offset="0" stop-color="{middle}"/>\
<stop offset="1" stop-color="{edge}"/></radialGradient>
<linearGradient id="ivory" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fffdf7"/>\
<stop offset="1" stop-color="#e8dcbf"/></linearGradient></defs>
<rect width="480" height="640" fill="url(#cloth)"/>
<g fill="none" stroke="#e9c46a" stroke-width="1.5">{rings}</g>
{dice}
<rect x="0" y="478" width="480" height="112" fill="#fbf6ea"/>
<path d="M0 484H480M0 584H480" stroke="#c49a3a" stroke-width="3"/>
<text x="240" y="536" text-anchor="middle" dominant-baseline="central" fill="#1d2430" \
font-family="Fraunces, Georgia, 'Times New Roman', serif" font-weight="600" \
font-size="{size}">{escape(game.title)}</text>
</svg>
"""
    return picture.encode()


def die(x: int, y: int, size: int, angle: int, face: int) -> str:
    """A die that lies on the cloth."""
    half, gap, pip = size / 2, size * 0.27, size * 0.085
    pips = "".join(
        f'<circle cx="{gap * right:.1f}" cy="{gap * down:.1f}" r="{pip:.1f}"/>'
        for right, down in PIPS[face]
    )
    square = f'x="{-half}" y="{-half}" width="{size}" height="{size}" rx="{size * 0.2:.1f}"'
    return (
        f'<g transform="translate({x} {y}) rotate({angle})">'
        f'<rect {square} fill="#000" fill-opacity=".35" transform="translate(5 9)"/>'
        f'<rect {square} fill="url(#ivory)" stroke="#cdbd97" stroke-width="2"/>'
        f'<g fill="#1d2430">{pips}</g></g>'
    )
