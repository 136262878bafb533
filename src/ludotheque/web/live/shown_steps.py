"""The steps shown of a match with reaction windows, computed again when it is loaded.

How many events each of them has is stored with the events. For matches that are older than that,
`shown_before` works it out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise
from typing import Literal, NamedTuple, cast

from msgspec.structs import replace

from ...core.contract import Reactions
from ...core.state import State
from ...store.stored import Shown
from ...table.record import EventData, apply_event
from ...table.resignations import resigned_after
from ...table.timeline import Step, StepKind, Timeline

#: What is shown of a throw, one after the other: the part before it pauses, all of it with what it
#: led to, and the moves that the presses have made. Windows are open during the first two.
Stage = Literal["start", "paused throw", "whole throw", "reactions", "resigned"]


class Mark(NamedTuple):
    """What is kept of a step that was shown: together with the events it can be made again."""

    events: int
    kind: StepKind
    seconds: float | None  # that its window is open; None if it opens none


def mark_of(shown: Shown) -> Mark:
    return Mark(shown.events, cast(StepKind, shown.kind), shown.seconds)


def steps_due(stored: Sequence[Shown]) -> Sequence[Shown]:
    """The stored steps without those that are to be shown later.

    What comes before a step that is due is due as well: a slow commit, or another node that has
    taken the match over, may have shown it earlier than it was to be.
    """
    count = max((n for n, each in enumerate(stored, 1) if each.age >= 0), default=0)
    return stored[:count]


def steps_shown(start: State, marks: Iterable[Mark], events: Iterator[EventData]) -> list[Step]:
    """The steps that these events were shown in, from the first on."""
    steps: list[Step] = []
    state, resigned = start, frozenset[int]()
    for version, mark in enumerate(marks):
        last = Step(version - 1, state, "start", [], False, None, resigned)
        step = next_shown(last, mark, list(islice(events, mark.events)))
        steps.append(step if version else replace(step, before=None))
        state, resigned = step.state, step.resigned
    return steps


def next_shown(last: Step, mark: Mark, events: list[EventData]) -> Step:
    """The step after another one."""
    state, resigned = last.state.copy(), last.resigned
    for event in events:
        if "ended" not in event:
            apply_event(state, event)
            resigned = resigned_after(resigned, event)
    opens = mark.seconds is not None
    return Step(last.version + 1, state, mark.kind, events, opens, last.state, resigned)


def shown_before(timeline: Timeline, reactions: Reactions) -> list[Step]:
    """The steps that clients were shown of a match that is loaded again.

    How long the last window was open is not stored. So the windows of the last throw open once
    more, whether something is left to notice or not.
    """
    first = timeline.steps[0]
    shown = [Step(0, first.state, first.kind, first.events)]
    stage: Stage = "start"
    left: list[EventData] = []  # resignations, which are told with the step after them
    for last, step in pairwise(timeline.steps):
        if step.kind == "resign":
            left += step.events
            continue
        before, stage = stage, stage_of(step, last, stage, reactions)
        if (before, stage) == ("whole throw", "paused throw"):
            shown.append(as_shown(len(shown), "reactions", last.state, left))  # nobody had reacted
            left = []
        events = shown.pop().events if stage == before else []
        shown.append(as_shown(len(shown), stage, step.state, [*events, *left, *step.events]))
        left = []
    if timeline.result is None and stage == "reactions":
        reacted, thrown = shown.pop(), shown.pop()
        events = [*thrown.events, *reacted.events]
        shown.append(as_shown(len(shown), "whole throw", reacted.state, events))
    elif timeline.result is None and reactions.is_about_omission(shown[-1].state):
        shown.pop()  # the rest of a throw is shown only after the calls of omissions
    return [shown[0], *with_what_went_before(shown)]


def with_what_went_before(shown: list[Step]) -> Iterator[Step]:
    """All steps but the first, with the state before each and the seats that have resigned."""
    resigned = frozenset[int]()
    for last, step in pairwise(shown):
        for event in step.events:
            resigned = resigned_after(resigned, event)
        yield replace(step, before=last.state, resigned=resigned)


def as_shown(version: int, stage: Stage, state: State, events: list[EventData]) -> Step:
    is_over = bool(events) and "ended" in events[-1]
    reaction_window = stage in ("paused throw", "whole throw") and not is_over
    kind: StepKind = "end" if is_over else "throw" if reaction_window else "move"
    return Step(version, state, kind, events, reaction_window=reaction_window)


def stage_of(step: Step, last: Step, stage: Stage, reactions: Reactions) -> Stage:
    """The stage of a step; `last` and `stage` are the step before it and its stage."""
    if step.kind == "end":
        return stage if step.events[-1]["ended"] == "played" else "resigned"
    if reactions.pauses_throw(step.state):
        return "paused throw"
    if reactions.pauses_throw(last.state):
        return "whole throw"
    asks_nobody = last.state.awaits == "draw" and last.state.roller is None
    return stage if asks_nobody or reactions.is_about_omission(last.state) else "reactions"
