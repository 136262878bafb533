"""The HTML fragment that shows one step of a match: seats, board, what is asked, the log."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from ...bots.search_player import RankedMove
from ...core.language import Language
from ...table.timeline import Step
from ..access.viewer import Viewer
from ..catalogue import is_drawn
from ..live.match import LOG_SHOWN, LiveMatch
from ..live.reaction_match import lockouts_of
from ..live.waiting import waiting_in
from ..live.workers import ServerBusy
from ..settings import Settings
from .manual_dice import asked_throw, retyper, typing_of
from .templates import rendered

MOST_SECONDS = 5.0  # that somebody waits for their moves at a stretch
MOST_DRAWN = 120  # points of a line in the picture of a match's course


def table_html(
    live: LiveMatch, step: Step, settings: Settings, viewer: Viewer, *, replay: bool = False
) -> str:
    """The fragment `#table`. Only the last step of a live match has forms."""
    language = live.game.language(settings.lang)
    place = live.steps.index(step)
    current = not replay and step is live.steps[-1]
    return rendered(
        "fragment.html.jinja",
        settings,
        live.game,
        t=table_of(live, step, language, viewer, current=current),
        seats=seats_of(live, step, current=current),
        asked=asked_of(live, step, language, viewer.seats if current else None),
        told=live.log(language, place + 1, LOG_SHOWN),
        current=current,
        replay=replay,
        ending=ending_of(live, language, viewer) if step.kind == "end" else None,
    )


def table_of(
    live: LiveMatch, step: Step, language: Language, viewer: Viewer, *, current: bool
) -> dict[str, Any]:
    """What the game's own template is given: the position, and what may be done."""
    state = live.displayed_at(live.steps.index(step))
    waits, seat = waiting_in(step, manual_dice=live.record.manual_dice)
    asked = current and seat in viewer.seats
    mine = asked and seat is not None and viewer.may_see(live, seat)
    typed = current and waits == "throw"
    hand = typing_of(live, step.state, language, viewer) if typed else None
    return {
        **live.game.browser.table(state, live.names, language, viewer.perspective),
        "match_id": live.id,
        "version": step.version,
        "kind": step.kind,
        "waits": waits,
        "seat": seat,
        "mine": mine or hand is not None,
        "covered": asked and not mine,
        "shared": live.game.secrets and len(viewer.seats) > 1,
        "viewer": viewer.perspective,
        "names": live.names,
        "choices": choices_at(live, step, language) if mine and waits == "move" else [],
        "can_take_back": current and live.taker_back in viewer.seats,
        "take_back_seat": live.taker_back,
        "hand": hand,
        "retyper": retyper(live, viewer) if current else None,
        "presses": presses_of(live, language, viewer) if current and waits == "watch" else [],
        "lockouts": lockout_sentences(live, language, viewer) if current else [],
    }


def presses_of(live: LiveMatch, language: Language, viewer: Viewer) -> list[dict[str, Any]]:
    """The reaction buttons for each of the viewer's seats, the same after every throw."""
    buttons, closed = live.game.reactions.buttons(language), lockouts_of(live, viewer.seats)
    seats = sorted(viewer.seats)
    return [{"seat": seat, "buttons": buttons, "closed": seat in closed} for seat in seats]


def lockout_sentences(live: LiveMatch, language: Language, viewer: Viewer) -> list[str]:
    """What a viewer is told of their own buttons that are closed after a wrong call."""
    shared = len(viewer.seats) > 1
    return [
        lockout_sentence(live.names[seat] if shared else None, left, language)
        for seat, left in lockouts_of(live, viewer.seats).items()
    ]


def lockout_sentence(name: str | None, left: int, language: Language) -> str:
    """The sentence for one seat; `name` is its player's, where several share a device."""
    if name is None and left > 1:
        return language("Wrong call: your buttons stay closed for two windows.")
    if name is None:
        return language("Wrong call: your buttons stay closed for one more window.")
    if left > 1:
        return language("Wrong call: {name}’s buttons stay closed for two windows.", name=name)
    return language("Wrong call: {name}’s buttons stay closed for one more window.", name=name)


def choices_at(live: LiveMatch, step: Step, language: Language) -> list[Any]:
    """The legal moves, computed once; for tables that the server renders, with what they do."""
    key = choices_key(live, step, language)
    found = live.choices.get(key)
    if found is None:
        found = live.choices[key] = new_choices(live, step, language)
    return found


def new_choices(live: LiveMatch, step: Step, language: Language) -> list[Any]:
    if is_drawn(live.game):
        return step.state.moves()
    return live.game.browser.choices(step.state, live.names, language)


def choices_key(live: LiveMatch, step: Step, language: Language) -> tuple[int, str]:
    return step.version, "" if is_drawn(live.game) else language.code


async def prepare_choices(live: LiveMatch, language: Language, seats: frozenset[int]) -> None:
    """Compute the legal moves on a worker's thread, if one of these seats is to move.

    Who plays waits for a turn in the queue even where it is full; ServerBusy says that it was long.
    """
    try:
        async with asyncio.timeout(MOST_SECONDS):
            while live.workers is not None and lacks_choices(live, language, seats):
                step = live.steps[-1]
                key = choices_key(live, step, language)
                describe = partial(described, live, step, language)
                found = await live.derived.get(
                    ("choices", *key), live.workers, describe, surely=True
                )
                if found is not None:
                    live.choices[key] = found
    except TimeoutError:
        raise ServerBusy from None


def lacks_choices(live: LiveMatch, language: Language, seats: frozenset[int]) -> bool:
    """Whether one of these seats is to move, and its moves are not computed yet."""
    step = live.steps[-1]
    waits, seat = waiting_in(step, manual_dice=live.record.manual_dice)
    is_there = choices_key(live, step, language) in live.choices
    return waits == "move" and seat in seats and not is_there


def described(live: LiveMatch, step: Step, language: Language) -> list[Any] | None:
    """The moves of a step; None if the match has gone on before it was their turn."""
    return choices_at(live, step, language) if step.version == live.version else None


def choice_at(live: LiveMatch, step: Step, move: str, language: Language) -> dict[str, Any]:
    """One legal move with what it would do; IllegalMove for any other text."""
    after = step.state.copy()
    after.play(move)
    browser = live.game.browser
    if is_drawn(live.game):
        return browser.preview(step.state, after, move, live.names, language)
    return browser.choice(step.state, move, live.names, language)


def hint_of(
    live: LiveMatch, step: Step, ranked_move: RankedMove, language: Language
) -> dict[str, Any]:
    """A move that a bot suggests: its text, what it would do, and its win probability."""
    choice = choice_at(live, step, ranked_move.move, language)
    said = f"{choice.get('label', ranked_move.move)} — {choice['say'].removesuffix('.')}"
    return {"move": ranked_move.move, "chance": round(100 * ranked_move.chance), "say": said}


def seats_of(live: LiveMatch, step: Step, *, current: bool) -> list[dict[str, Any]]:
    waits, playing = waiting_in(step, manual_dice=live.record.manual_dice)
    playing = step.state.roller if waits == "throw" else playing
    winners = live.match.result.winners if step.kind == "end" and live.match.result else []
    return [
        {
            "seat": seat,
            "name": name,
            "bot": kind,
            "points": points,
            "playing": seat == playing,
            "thinking": current and waits != "throw" and seat == playing and kind is not None,
            "won": seat in winners,
        }
        for seat, (name, kind, points) in enumerate(
            zip(live.names, live.kinds, step.state.points, strict=True)
        )
    ]


def asked_of(
    live: LiveMatch, step: Step, language: Language, seats: frozenset[int] | None = None
) -> str:
    """The question to the player in turn; for callers who do not hold that seat, who is playing."""
    if step.kind == "end":
        return ""
    if step.reaction_window:
        return language("Look closely, and call out what you see.")
    waits, seat = waiting_in(step, manual_dice=live.record.manual_dice)
    if waits == "throw":
        return asked_throw(live, step.state, language)
    if seat is not None and seat not in (live.people if seats is None else seats):
        return language("{name} is playing.", name=live.names[seat])
    return live.game.narration.ask(step.state, live.names, language)


def ending_of(live: LiveMatch, language: Language, viewer: Viewer) -> dict[str, Any] | None:
    """The end of a match: who won, and everybody's points in the course of the match.

    Players may ask for a rematch; for a match between bots, everybody may.
    """
    result = live.match.result
    if result is None:
        return None
    return {
        "match_id": live.id,
        "ended": result.ended,
        "winners": result.winners,
        "resigned": result.seat,
        "makers": sorted(live.seating.creator_seats),
        "rematch": bool(viewer.seats) or not live.people,
        "points": result.points,
        "names": live.names,
        "unit": live.game.unit[language.code],
        "series": series_of(live),
    }


def thinned(history: list[list[int]], most: int) -> list[list[int]]:
    """At most so many entries, evenly spaced; a picture shows no more."""
    if len(history) <= most:
        return history
    return [history[place * (len(history) - 1) // (most - 1)] for place in range(most)]


def series_of(live: LiveMatch) -> list[dict[str, Any]]:
    """Each seat's points at the start, and after each round (or what the game counts instead)."""
    timeline = live.timeline
    history = [[0] * len(live.names), *(each.points for each in timeline.rounds)]
    history[-1] = timeline.state.points  # including the last, unfinished round
    history = thinned(history, MOST_DRAWN)
    return [
        {"seat": seat, "name": name, "points": [points[seat] for points in history]}
        for seat, name in enumerate(live.names)
    ]
