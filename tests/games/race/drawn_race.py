"""The table of a race as the page draws it, and what holds in any position of either race."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

from ludotheque import IllegalMove
from ludotheque.core.state import State
from ludotheque.games._race.snapshots import dice_in

from ...html import Page, complaints
from ..drawn_table import NAMES, clicked, drawer, drawn, drawn_state, frame_of, setup_of

Data = dict[str, Any]
SEEN_BY_ALL = ("line", "places", "values", "to_throw", "thrown")  # which die is where
PICKED = ("sprint:", "pick:")  # moves whose dice are picked on the road

#: Makes every move of the table that was drawn last by tapping its steps; what each has sent.
TAP_ALL = """async () => {
    const { table } = window;
    const made = [];
    for (const { move, steps, pick } of table.choice.selection.ways) {
        if (pick) continue;
        table.choice.selection.clear();
        table.draw();
        window.sent.length = 0;
        for (const step of steps) {
            if (table.choice.selection.taken.includes(step)) continue;
            const die = `.rc-die.rc-lit[data-look="${step.slice(4)}"]`;
            const other = `[data-step="${step}"]`;
            const node = document.querySelector(step.startsWith("die:") ? die : other);
            node.dispatchEvent(new MouseEvent("click", { bubbles: true }));
        }
        document.getElementById("commit").click();
        made.push([move, steps, window.sent[0]?.move]);
    }
    return made;
}"""

ASKED_LAST = "() => [...window.table.previews.keys()].at(-1)"


def page(state: State, viewer: int | str | None) -> Page:
    """The table as a viewer gets it: the seat to move may act."""
    return Page(drawn_state(state, viewer))


def with_class(shown: Page, name: str) -> list[dict[str, str]]:
    """The attributes of the elements that have a class."""
    return [
        element.attributes for element in shown.elements if name in element.get("class").split()
    ]


def labels(shown: Page, name: str) -> list[str]:
    return [attributes.get("aria-label", "") for attributes in with_class(shown, name)]


def texts(shown: Page, name: str) -> list[str]:
    return [
        " ".join(element.text.split())
        for element in shown.elements
        if name in element.get("class").split()
    ]


def previews(state: State) -> dict[str, Data]:
    """What each legal move would do, of those that the list of moves has."""
    return {
        move: preview(state, move) for move in state.moves() if state.game.browser.is_listed(move)
    }


def preview(state: State, move: str) -> Data:
    after = state.copy()
    after.play(move)
    words = state.game.language("en")
    found: Data = state.game.browser.preview(state, after, move, NAMES[: state.players], words)
    return found


def details(state: State, viewer: int | str | None) -> Data:
    found: Data = state.game.browser.details(state, viewer)
    return found


def opened(selector: str, until: str) -> None:
    """Open something in the table that was drawn last, and wait for what it brings."""

    def work(shown: Any) -> None:
        shown.locator(f"{selector} summary").dispatch_event("click")
        shown.wait_for_selector(until, state="attached")

    drawer().do(work)


def tumbles(frame: Data, before: Data) -> list[str]:
    """The dice that tumble when a frame follows another, in the table that was drawn last."""
    given = "([frame, before]) => window.table.module.tumbles(frame, before)"
    found: list[str] = drawer().do(lambda shown: shown.evaluate(given, [frame, before]))
    return found


def refusals(state: State) -> list[str | None]:
    """For each card of the hand the rule that forbids it: what a tap on it asks the server for."""
    drawn(frame_of(state, state.seat), setup_of(state, state.seat))
    return [refused_by(state, f"#card-{place}") for place in range(3)]


def refused_by(state: State, selector: str) -> str | None:
    """The rule that forbids what is tapped in the table that was drawn last; None if none does."""
    tapped = f'{selector}[aria-disabled="true"]'
    if not drawer().do(lambda shown: shown.locator(tapped).count()):
        return None
    clicked(selector)
    probe = drawer().do(lambda shown: shown.evaluate(ASKED_LAST))
    try:
        state.copy().play(probe)
    except IllegalMove as problem:
        return problem.rule
    raise AssertionError(f"{selector} is refused, and {probe} is legal")


def resampled_for(state: State, seat: int, chance: Random) -> State:
    """A state in which all that the seat cannot know is dealt anew; the dice are the same."""
    other = state.game.resample(state.view(seat), chance)
    for name in SEEN_BY_ALL:
        other.record[name] = state.record[name]
    return other


# What holds in any position


def every_move_is_made_by_tapping(state: State) -> None:
    """Each legal move has a way of its own, none of which is another's beginning."""
    drawn(frame_of(state, state.seat), setup_of(state, state.seat))
    made = drawer().do(lambda shown: shown.evaluate(TAP_ALL))
    assert [move for move, _, _ in made] == [sent for _, _, sent in made]
    assert {move for move, _, _ in made} == {
        move for move in state.moves() if not move.startswith(PICKED)
    }
    ways = [tuple(steps) for _, steps, _ in made]
    assert max(Counter(ways).values()) == 1
    assert not {way[:depth] for way in ways for depth in range(len(way))} & set(ways)


def previews_show_what_happens(state: State, bonus: int) -> None:
    """A preview has the dice where they are after its move, and what objectives are worth there."""
    before = state.snapshot()
    for move, shown in previews(state).items():
        after = state.copy()
        after.play(move)
        is_choice = move.startswith(("choose", "exchange"))  # the next stage's road is not shown
        road = (state if is_choice else after).record
        assert shown["road"]["line"] == road.line[: road.places].tolist(), move
        assert shown["road"]["values"] == road.values.tolist(), move
        for goal, worth in shown["worth"].items():
            assert worth == points(shown["road"], goal, bonus, state), move
        marks_the_dice_that_move(state, shown)
    assert state.snapshot() == before


def points(road: Data, goal: str, bonus: int, state: State) -> list[int]:
    """An objective's points in each group, counted die by die."""
    colours = list(state.game.browser.words(state.game.language("en"))["colours"])
    found = []
    for group in filter(None, road["line"]):
        coloured = [die // 6 == colours.index(goal[0]) for die in dice_in(group)]
        valued = [road["values"][int(goal[1]) - 1] >> die & 1 for die in dice_in(group)]
        both = sum(one and other for one, other in zip(coloured, valued, strict=True))
        found.append(sum(coloured) + sum(valued) + bonus * both)
    return found


def marks_the_dice_that_move(state: State, shown: Data) -> None:
    """Without the dice that are marked, the race is as it was, face by face and group by group."""
    old, new = details(state, "public"), shown["road"]
    moved = sum(1 << die for die in shown["moved"])
    stayed = [[group & ~moved for group in road["line"] if group & ~moved] for road in (old, new)]
    assert stayed[0] == stayed[1], shown["label"]
    for before, after in zip(old["values"], new["values"], strict=True):
        assert before & ~moved == after & ~moved


def shows_no_secret(state: State, chance: Random) -> int:
    """Whoever cannot tell two states apart is sent the same; how many states really differed."""
    differ = 0
    for seat in range(state.players):
        other = resampled_for(state, seat, chance)
        differ += other.snapshot() != state.snapshot()
        for viewer in (seat, "public"):
            assert details(other, viewer) == details(state, viewer)
        if state.seat == seat:
            assert previews(other) == previews(state)
    return differ


def is_plain_and_safe(state: State, viewer: int | str | None) -> None:
    """Plain data; no inline style or script; every id once."""
    data = details(state, viewer)
    assert json.loads(json.dumps(data)) == data
    shown = page(state, viewer)
    assert complaints(shown) == []
    assert max(Counter(shown.ids).values()) == 1


def offers_nothing_to_others(state: State, viewer: int | str | None) -> None:
    found = page(state, viewer).elements
    assert not [each for each in found if each.tag in ("button", "form", "input")]
    assert not [each for each in found if each.get("role") == "button"]
    assert {each.get("id") for each in found if each.get("tabindex")} == {"log"}
