"""The drawn road: dice, groups and gap cards fit, in any position of a race."""

from functools import cache
from itertools import combinations, pairwise
from random import Random
from typing import Any

from tests.cases import cases

from ..drawn_table import drawer

DICE = 30
GAP = 0
WIDTH, HEIGHT, LARGEST = 374, 250, 42
Sizes = tuple[int, ...]
Scene = dict[str, Any]

DRAW_ALL = """async (races) => {
    const { sceneOf } = await import("/games/_race/geometry.js");
    return races.map((sizes) => sceneOf(sizes));
}"""


def any_race(chance: Random) -> Sizes:
    """Thirty dice in any groups, gap cards between some of them."""
    sizes: list[int] = []
    while (left := DICE - sum(sizes)) > 0:
        if sizes:
            sizes += [GAP] * chance.choice([0, 0, 0, 0, 0, 1, 1, 2])
        sizes.append(min(left, chance.choice([1, 1, 2, 3, 5, 8, 13, 30])))
    return tuple(sizes)


RACES = [
    (30,),
    (1,) * 30,
    (1, 29),
    (29, 1),
    (6, 8, GAP, 10, 6),
    (*(1, GAP) * 24, *(1,) * 6),
    (1, *(GAP,) * 24, 29),
    *(any_race(Random(seed)) for seed in range(60)),
]
OTHERS: list[Sizes] = [(4, 6, GAP, 12, 8), (3,) * 10, ()]


@cache
def scenes() -> dict[Sizes, Scene]:
    """Every race as the page lays it out."""
    races = [*RACES, *OTHERS]
    found = drawer().do(lambda page: page.evaluate(DRAW_ALL, [list(sizes) for sizes in races]))
    return dict(zip(races, found, strict=True))


def scene_of(sizes: Sizes) -> Scene:
    return scenes()[sizes]


def overlap(one: list[float], other: list[float]) -> bool:
    return all(
        one[side] < other[side] + other[side + 2] - 0.2
        and other[side] < one[side] + one[side + 2] - 0.2
        for side in (0, 1)
    )


def boxes(scene: Scene) -> list[list[float]]:
    return [*scene["tiles"], *scene["gaps"]]


@cases("sizes", RACES)
def test_every_group_and_gap_card_is_on_the_picture_and_none_covers_another(sizes: Sizes) -> None:
    scene = scene_of(sizes)
    assert len(scene["tiles"]) == len([size for size in sizes if size])
    assert len(scene["gaps"]) == sizes.count(GAP)
    for x, y, width, height in boxes(scene):
        assert x >= 0
        assert y >= 0
        assert x + width <= WIDTH
        assert y + height <= HEIGHT
    assert not [pair for pair in combinations(boxes(scene), 2) if overlap(*pair)]


@cases("sizes", RACES)
def test_the_dice_stand_apart_on_the_tile_of_their_group(sizes: Sizes) -> None:
    scene = scene_of(sizes)
    side = scene["size"]
    assert [len(slots) for slots in scene["slots"]] == [size for size in sizes if size]
    for (x, y, width, height), slots in zip(scene["tiles"], scene["slots"], strict=True):
        dice = [[left, top, side, side] for left, top in slots]
        assert not [pair for pair in combinations(dice, 2) if overlap(*pair)]
        for left, top, *_ in dice:
            assert x < left < x + width - side
            assert y < top < y + height - side


def test_dice_are_as_large_as_a_finger_needs_in_any_race_of_the_printed_box() -> None:
    for sizes in RACES:
        if sizes.count(GAP) <= 6:
            assert scene_of(sizes)["size"] >= 20, sizes
    assert scene_of((30,))["size"] == LARGEST


def test_the_lead_is_by_the_flag_and_the_tail_on_the_left() -> None:
    scene = scene_of((4, 6, GAP, 12, 8))
    right_edges = [x + width for x, _, width, _ in scene["tiles"]]
    assert right_edges == sorted(right_edges, reverse=True)
    assert right_edges[0] < scene["flag"][0]


def test_a_long_race_winds() -> None:
    """The second lane runs back: its first group is under the last one of the first lane."""
    scene = scene_of((3,) * 10)
    steps = [after[0] - before[0] for before, after in pairwise(scene["tiles"])]
    assert any(step < 0 for step in steps)
    assert any(step > 0 for step in steps)
    assert "Q" in scene["road"]


def test_a_joint_lies_behind_every_group_but_the_last() -> None:
    scene = scene_of((4, 6, GAP, 12, 8))
    tiles = scene["tiles"]
    assert len(scene["joints"]) == 3
    for (x, _), before, after in zip(scene["joints"], tiles, tiles[1:], strict=False):
        assert after[0] < x < before[0] + before[2]


def test_before_the_dice_are_rolled_there_is_a_road_without_groups() -> None:
    scene = scene_of(())
    assert [*scene["tiles"], *scene["gaps"], *scene["joints"], *scene["slots"]] == []
    assert scene["road"].startswith("M")
