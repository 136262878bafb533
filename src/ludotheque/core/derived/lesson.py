"""A guide, derived: the first turns of a match, with what the player taps for them.

Chance comes from a fixed seed, and everybody makes the move that looks best at once, so that the
script is the same every time.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from .. import defaults
from ..guide import SEAT, Falls, Guide, GuideStep, Plays, Scripted
from ..language import Language
from .declaration import declaration_of
from .narration import Narration

if TYPE_CHECKING:
    from ..game import Game
    from ..state import State

SEED = 7
STEPS = 6  # of the guide, at most
MOST_EVENTS = 60  # after which it ends, even if the player was asked less often


class Lesson(defaults.Lesson):
    def __init__(self, game: Game) -> None:
        self._game = game

    def guide(self, language: Language) -> Guide | None:
        """A guide through the first turns; None for a game that declares no moves."""
        if not declaration_of(self._game).moves or self._game.secrets:
            return None
        script, steps = Script(self._game, language).played()
        if not steps:
            return None
        ending = language(
            "That is how a turn goes. The rulebook tells the rest, and how the match ends."
        )
        players = self._game.players[0]
        return Guide(players, (), tuple(script), tuple(steps), ending)


class Script:
    """A match played by a fixed seed until the player has taken enough steps."""

    def __init__(self, game: Game, language: Language) -> None:
        self.game, self.language = game, language
        self.chance = Random(SEED)
        self.state = game.start(game.players[0])

    def played(self) -> tuple[list[Scripted], list[GuideStep]]:
        script: list[Scripted] = []
        steps: list[GuideStep] = []
        for _ in range(MOST_EVENTS):
            if self.state.awaits == "end" or len(steps) == STEPS:
                break
            if self.state.roller == SEAT:
                steps.append(self.roll_step())
            elif self.state.seat == SEAT:
                steps.append(self.move_step())
            script.append(self.event())
        return script, steps

    def event(self) -> Scripted:
        """The next throw, or the next move; the state goes on."""
        if self.state.seat is not None:
            move = self.best_move()
            self.state.play(move)
            return Plays(move)
        faces = []
        for draw in self.state.pending_draws:
            k = self.chance.randrange(len(draw.faces))
            faces.append(draw.faces[k])
            self.state.draw(k)
        return Falls(" ".join(faces))

    def best_move(self) -> str:
        """The move with the most points at once, the first of these."""
        seat = self.state.seat
        assert seat is not None

        def points(after: State) -> int:
            return after.points[seat]

        successors = self.state.successors()
        return max(successors, key=lambda move: points(successors[move]))

    def roll_step(self) -> GuideStep:
        return GuideStep(
            self.language("Your turn begins with a throw. Press the button."),
            ("#roll",),
            self.language("Press the button that rolls the dice."),
        )

    def move_step(self) -> GuideStep:
        narration, move = Narration(self.game), self.best_move()
        label = narration.move_label(move, self.language)
        declared = declaration_of(self.game).moves[move]
        after = self.state.successors()[move]
        names = [self.language("you")] + [self.language("the robot")] * (self.state.players - 1)
        changes = self.game.narration.brief(self.state, after, names, self.language)
        text = self.language("Now you choose. Take “{label}”.", label=label)
        if changes:
            text += " " + self.language("What changes: {changes}.", changes=changes)
        return GuideStep(
            text,
            (f'[data-move="{move}"]',),
            self.language("Take “{label}” this time.", label=label),
            (declared.rule,) if declared.rule else (),
        )
