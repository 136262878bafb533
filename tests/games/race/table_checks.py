"""Checks of the browser table that hold in any position of either race."""

from __future__ import annotations

import json
from collections import Counter
from importlib import import_module
from random import Random
from typing import Any

from ludotheque.core.state import State
from ludotheque.games._race.layout import groups_in, points_by_group, road_layout

from ..rendered_table import check_content_security_policy, elements
from .rendered_race import NAMES, page, resampled_for

Choices = dict[str, dict[str, Any]]


def table(state: State, viewer: int | str | None) -> dict[str, Any]:
    names, words = NAMES[: state.players], state.game.language("en")
    data: dict[str, Any] = state.game.browser.table(state, names, words, viewer)
    return data


def choices(state: State) -> Choices:
    names, words = NAMES[: state.players], state.game.language("en")
    found = state.game.browser.choices(state, names, words)
    assert len({choice["move"] for choice in found}) == len(found)
    return {choice["move"]: choice for choice in found}


def choice(state: State, move: str) -> dict[str, Any]:
    names, words = NAMES[: state.players], state.game.language("en")
    found: dict[str, Any] = state.game.browser.choice(state, move, names, words)
    return found


def lists_every_move(state: State) -> None:
    """The choices are the legal moves; all sprints together are one."""
    legal = {move for move in state.moves() if not move.startswith("sprint:")}
    if len(legal) < len(state.moves()):
        legal.add("sprint")
    assert set(choices(state)) == legal


def previews_what_happens(state: State) -> None:
    """What a choice shows is where the dice are after its move, and what objectives are worth."""
    before = state.snapshot()
    browser = import_module(f"{state.game.package}.browser")
    bonus = browser.Table(state, NAMES, state.game.language("en"), None).bonus
    notation = import_module(f"{state.game.package}.notation").NOTATION
    for move, shown in choices(state).items():
        if "pick" in shown:
            continue
        after = state.copy()
        after.play(move)
        assert (shown["scene"] or road_layout(state.record)) == road_layout(after.record), move
        for goal, worth in shown["worth"].items():
            number = notation.dice.index(goal)
            assert worth == points_by_group(after.record, number, bonus), move
        marks_the_dice_that_move(state, after, shown)
    assert state.snapshot() == before


def marks_the_dice_that_move(state: State, after: State, shown: dict[str, Any]) -> None:
    """Without the dice that are marked, the race is as it was, face by face and group by group."""
    moved = set(shown["moved"])
    stayed = [
        [group for dice in groups_in(each.record) if (group := set(dice) - moved)]
        for each in (state, after)
    ]
    assert stayed[0] == stayed[1], shown["move"]
    old, new = road_layout(state.record)["faces"], road_layout(after.record)["faces"]
    assert [die for die in range(30) if old[die] != new[die] and die not in moved] == []


def steps_lead_to_one_move_each(state: State) -> None:
    """No way of taps is another's beginning, and every step is something on the page."""
    ways = [tuple(each["steps"]) for each in choices(state).values()]
    assert max(Counter(ways).values()) == 1
    beginnings = {way[:depth] for way in ways for depth in range(len(way))}
    assert not beginnings & set(ways)
    there = {each.get("data-step") for _, each in elements(page(state, state.seat))}
    there |= {f"die:{die['look']}" for die in table(state, state.seat)["dice"]}
    assert {step for way in ways for step in way} <= there


def shows_no_secret(state: State, chance: Random) -> int:
    """Whoever cannot tell two states apart is shown the same; how many states really differed."""
    differ = 0
    for seat in range(state.players):
        other = resampled_for(state, seat, chance)
        differ += other.snapshot() != state.snapshot()
        for viewer in (seat, "public"):
            assert table(other, viewer) == table(state, viewer)
        if state.seat == seat:
            assert choices(other) == choices(state)
    return differ


def is_plain_and_safe(state: State, viewer: int | str | None) -> None:
    """Plain data; no inline style or script; every id once."""
    data = table(state, viewer)
    assert json.loads(json.dumps(data)) == data
    check_content_security_policy(page(state, viewer, taker=0))


def can_be_played_without_a_script(state: State) -> None:
    found = elements(page(state, state.seat))
    values = {each["value"] for tag, each in found if tag == "button" and each.get("name")}
    legal = {move for move in state.moves() if not move.startswith("sprint:")}
    assert values - {""} == legal
    typed = [each for tag, each in found if tag == "input" and each.get("name") == "move"]
    assert len(typed) == (len(legal) < len(state.moves()))


def offers_nothing_to_others(state: State, viewer: int | str | None) -> None:
    found = elements(page(state, viewer))
    assert not [tag for tag, _ in found if tag in ("button", "form", "input")]
    assert not [each for _, each in found if each.get("role") == "button" or "tabindex" in each]
