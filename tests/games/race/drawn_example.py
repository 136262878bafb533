"""A rulebook's drawn example of a race: the dice on its roads, and the drawing itself."""

import re
from typing import Any

from ludotheque.core.game import Game
from ludotheque.games._race.snapshots import dice_in

from ...html import Page
from ..drawn_table import drawer, own_script

Data = dict[str, Any]
DRAW = """async ([script, data]) => {
    const { render } = await import("/static/table/kit.js");
    const { default: module } = await import(script);
    const place = document.createElement("div");
    render(await module.example(data), place);
    return place.innerHTML;
}"""


def looks(road: Data) -> list[list[tuple[int, int]]]:
    """The colours and faces of a road's dice, group by group."""
    faces = {die: face for face, dice in enumerate(road["values"], 1) for die in dice_in(dice)}
    return [
        sorted((die // 6, faces[die]) for die in dice_in(group)) for group in road["line"] if group
    ]


def sizes(road: Data) -> list[int]:
    """How many dice each group has."""
    return [len(group) for group in looks(road)]


def drawing(game: Game, data: Data) -> Page:
    return Page(drawer().do(lambda page: page.evaluate(DRAW, [own_script(game), data])))


def fits_its_drawing(game: Game, data: Data) -> None:
    """All its dice are in the picture, which has a text alternative and is as high as it needs."""
    page = drawing(game, data)
    (picture,) = [each for each in page.elements if "rule-example" in each.get("class")]
    _, _, width, height = map(float, picture.get("viewbox").split())
    assert picture.get("aria-label") == data["label"]
    dice = [each for each in page.elements if "rc-die" in each.get("class").split()]
    assert len(dice) == sum(sum(sizes(road)) for road in data["roads"])
    below = [
        float(re.findall(r"[\d.-]+", each.get("transform"))[1])
        for each in page.all("g")
        if each.get("transform").startswith("translate(0 ")
    ]
    for die in dice:
        x, y = map(float, re.findall(r"[\d.]+", die.get("transform"))[:2])
        assert 0 < x < width
        assert y + min(below) > 0
        assert y + max(below) < height
    assert len([each for each in page.all("text") if "rc-rank" in each.get("class")]) == len(
        data["rows"]
    )
