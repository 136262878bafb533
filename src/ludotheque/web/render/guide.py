"""A game's guide as data for its page: the frames of a scripted match, and what is to be tapped.

The rules apply the script, and the frames are those of a live match, as the player in seat 0 would
see them. Everything is made once for each game and language: a page costs no more than a rulebook.
"""

from __future__ import annotations

import re
from dataclasses import asdict
from functools import cache
from itertools import pairwise
from typing import Any

import msgspec

from ...core.game import Game
from ...core.guide import SEAT, Guide, Plays, scripted_events
from ...core.language import Language
from ...core.state import State
from ...table.timeline import Step, Timeline, reveals_secret
from ..live.narration import narrate_step
from ..live.shown_steps import shown_before
from ..live.waiting import waiting_in
from ..people.portraits import FACES, form_avatars, portrait_of
from .frame import Frame
from .match_form import DEFAULT_BOT, robot_name
from .setup import table_texts
from .templates import asset
from .view import Position, position_of

Data = dict[str, Any]

SCRIPT = re.compile(r"^def guide\(", re.MULTILINE)


@cache
def has_guide(game: Game) -> bool:
    """Whether a game's lesson has a guide, or one can be derived from its declared moves.

    Files are read and not loaded: the shelf does not wait for the modules of all games.
    """
    lesson, table = game.folder / "lesson.py", game.folder / "table.py"
    if lesson.exists() and SCRIPT.search(lesson.read_text("utf-8")):
        return True
    return not game.secrets and table.exists() and "MOVES" in table.read_text("utf-8")


@cache
def guide_of(game: Game, lang: str) -> Data | None:
    """What the page of a game's guide is made from; None for a game without one."""
    language = game.language(lang)
    guide = game.lesson.guide(language)
    return None if guide is None else ScriptedMatch(game, guide, language).data()


class ScriptedMatch:
    """The match of a script, step by step, as its player sees it."""

    def __init__(self, game: Game, guide: Guide, language: Language) -> None:
        self.game, self.guide, self.language = game, guide, language
        self.bots = [None, *[DEFAULT_BOT] * (guide.players - 1)]
        self.names = [
            language("You") if bot is None else robot_name(bot, seat, (), language)
            for seat, bot in enumerate(self.bots)
        ]
        self.start = game.start(guide.players, guide.options)
        state = self.start.copy()
        before = scripted_events(guide.before, state)
        self.events = before + scripted_events(guide.script, state)
        self.first_event = len(before)

    def data(self) -> Data:
        return {
            "setup": self.setup(),
            "frames": self.frames(),
            "steps": [asdict(step) for step in self.guide.steps],
            "ending": self.guide.ending,
        }

    def setup(self) -> Data:
        """The same as a match's, for the game's table."""
        return {
            "match": None,
            "game": self.game.id,
            "players": self.guide.players,
            "names": self.names,
            "bots": self.bots,
            "portraits": self.portraits(),
            "faces": asset(FACES),
            "options": self.start.options,
            "edition": self.game.edition,
            "lang": self.language.code,
            "seats": [SEAT],
            "shared": False,
            "words": self.game.browser.words(self.language),
            "texts": table_texts(self.language),
        }

    def portraits(self) -> list[Data]:
        avatars = form_avatars(self.game, [None] * len(self.names))
        return [
            portrait_of(avatars[seat], name, self.bots[seat], seat, self.language.code).data
            for seat, name in enumerate(self.names)
        ]

    def frames(self) -> list[Data]:
        """The frames from where the guide begins, each with what the player is to do there."""
        steps = self.shown_steps()
        nexts = [*(following for _, following in pairwise(steps)), None]
        return [
            {**msgspec.to_builtins(self.frame(step)), **self.awaited(step, following)}
            for step, following in zip(steps, nexts, strict=True)
        ]

    def shown_steps(self) -> list[Step]:
        """What a live match would have shown from where the guide begins."""
        timeline = Timeline(self.start, self.events)
        timeline.close_step()
        reacts = self.game.reactions.is_enabled(self.start)
        steps = shown_before(timeline, self.game.reactions) if reacts else timeline.steps
        counted, first = 0, 0
        for place, step in enumerate(steps):
            counted += len(step.events)
            if counted <= self.first_event:
                first = place
        return steps[first:]

    def frame(self, step: Step) -> Frame:
        waits, seat = waiting_in(step)
        mine = seat == SEAT
        position = self.position(step.state, step)
        displayed = self.displayed(step)
        return Frame(
            version=step.version,
            kind=step.kind,
            waits_for=waits,
            awaits=None if waits == "watch" else step.state.awaits,
            seat=seat,
            roller=None if waits == "watch" else step.state.roller,
            points=step.state.points,
            mine=mine,
            moves=step.state.moves() if mine and waits == "move" else [],
            snapshot=position.snapshot,
            details=position.details,
            shown=None if displayed is step.state else position_of(displayed, SEAT),
            results=self.shows_results(step),
            said=self.said(step),
            presses=self.presses() if waits == "watch" else [],
        )

    def position(self, state: State, step: Step) -> Position:
        if not step.reaction_window:
            return position_of(state, SEAT)
        return Position(
            self.game.reactions.public_snapshot(state), self.game.browser.details(state, SEAT)
        )

    def displayed(self, step: Step) -> State:
        if step.before is None:
            return step.state
        return self.game.browser.displayed_state(step.before, step.events, step.state)

    def shows_results(self, step: Step) -> bool:
        return step.before is not None and self.game.browser.shows_results(step.before, step.state)

    def said(self, step: Step) -> str | None:
        """What the robots did. A sentence of the player would call them by a name: they know what
        they have done, and the next step speaks to them."""
        told = self.told(step)
        return None if told is None or self.names[SEAT] in told else told

    def told(self, step: Step) -> str | None:
        if step.before is None:
            return None
        if self.game.reactions.is_enabled(step.state):
            return self.game.reactions.tell(step.before, step.events, self.names, self.language)
        return narrate_step(self.game, step.before, step, self.names, self.language)

    def presses(self) -> list[Data]:
        buttons = self.game.reactions.buttons(self.language)
        return [{"seat": SEAT, "buttons": buttons, "closed": False}]

    def awaited(self, step: Step, following: Step | None) -> Data:
        """What the player is to do at a step, by the script; nothing where others act."""
        if self.shows_results(step):
            return {"expects": {"kind": "read"}}
        if following is None:
            return {}
        waits, seat = waiting_in(step)
        if waits == "watch":
            return self.awaited_press(step, following)
        if seat != SEAT:
            return {}
        if waits == "roll":
            return {"expects": {"kind": "roll"}}
        move = following.events[0]["move"]
        return {"expects": {"kind": "move", "move": move}, "previews": self.previews(step, move)}

    def awaited_press(self, step: Step, following: Step) -> Data:
        moves = [event["move"] for event in following.events if event.get("seat") == SEAT]
        fitting = self.game.reactions.fitting_buttons(step.state).get(SEAT, set())
        if not fitting or all(move == self.game.reactions.SILENT for move in moves):
            return {}
        return {"expects": {"kind": "press", "move": min(fitting)}}

    def previews(self, step: Step, move: str) -> Data:
        """What the table asks about while the player composes the move."""
        parts = [part for part in self.guide.script if isinstance(part, Plays)]
        shows = next((part.shows for part in parts if part.move == move), ())
        return {each: self.preview(step.state, each) for each in (*shows, move)}

    def preview(self, state: State, move: str) -> Data:
        after = state.copy()
        after.play(move)
        said = self.game.browser.preview(state, after, move, self.names, self.language)
        if reveals_secret(state, after):
            return {"move": move, **said}
        position = position_of(after, SEAT)
        return {"move": move, **said, "snapshot": position.snapshot, "details": position.details}
