"""A match played in the terminal, by people at one keyboard and bots. It knows no game."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Literal

from rich.console import Console
from rich.text import Text

from ..bots.player import Player
from ..core.errors import IllegalMove
from ..core.language import Language
from ..core.state import State
from ..table.events import Event, Move, Resign, Roll, TakeBack
from ..table.match import Match
from ..table.record import Record
from .help import show_commands, show_rules
from .menu import Menu
from .screen import Screen
from .speech import said

if TYPE_CHECKING:
    from .saves import Save


Done = Literal["changed", "answered", "unknown"]


class PutAway(Exception):
    """The player wants to stop here."""


class Session:
    """The loop of a match: look at what is awaited, ask for it, show what happened."""

    def __init__(
        self,
        match: Match,
        record: Record,
        bots: dict[int, Player],
        save: Save | None,
        console: Console,
        house: Language,
        pace: float,
    ) -> None:
        self.match = match
        self.record = record
        self.bots = bots
        self.save = save
        self.console = console
        self.house = house
        self.pace = pace if console.is_terminal else 0.0
        self.game = record.game
        self.words = self.game.language(house.code)
        self.names = [seat.name for seat in match.seats]
        self.screen = Screen(console, self.game, self.names, house)
        self.told: list[str] = []
        for event_line, before, after in self._past():
            self._tell(event_line, before, after)

    def _past(self) -> list[tuple[dict[str, object], State, State]]:
        """What has happened before this session began, the opening draws included."""
        before, past = self.record.start(), []
        self.record.lines = self.match.lines
        for step in self.record.replay():
            past.append((step.line, before, step.state))
            before = step.state
        return past

    def play(self) -> None:
        """Play on until the match is over, or PutAway is raised."""
        self._keep()
        while self.match.waits_for.what != "end":
            seat = self.match.waits_for.seat
            if seat in self.bots:
                self._let_bot_act(seat, self.bots[seat])
            else:
                assert seat is not None
                self._let_person_act(seat)
        self.screen.show_end(self.match, self.told)

    def _let_bot_act(self, seat: int, bot: Player) -> None:
        self.screen.show(self.match.state, self.told)
        if self.match.waits_for.what == "move":
            time.sleep(self.pace)
            self._do(Move(seat, self.match.version, bot.choose(self.match.state.view(seat))))
        elif self.match.taker_back in (None, *self.bots):
            self._do(Roll(seat, self.match.version))
        else:
            self._ask_for_roll(
                seat, self.house("[Enter] {name} rolls · [u] take back", name=self.names[seat])
            )

    def _let_person_act(self, seat: int) -> None:
        self.screen.show(self.match.state, self.told)
        if self.match.waits_for.what == "move":
            self._ask_for_move(seat)
        elif self.match.taker_back in (None, *self.bots):
            self._ask_for_roll(seat, self.house("[Enter] roll · [?] help"))
        else:
            self._ask_for_roll(seat, self.house("[Enter] roll · [u] take back · [?] help"))

    def _ask_for_roll(self, seat: int, prompt: str) -> None:
        """Until it is answered with Enter, the last move may be taken back."""
        while True:
            answer = self._answer(prompt)
            if answer == "":
                self._do(Roll(seat, self.match.version))
                return
            done = self._command(answer)
            if done == "changed":
                return
            if done == "unknown":
                show_commands(self.console, self.house)

    def _ask_for_move(self, seat: int) -> None:
        menu = Menu(self.match.state, self.names, self.words)
        menu.show(self.console)
        while True:
            answer = self._answer(self.house("Your move (a number, or the move itself; [?] help)"))
            move = menu.meant(answer)
            done = self._command(answer) if move is None and answer else "unknown"
            if done == "changed":
                return
            if done == "answered" or not answer:
                continue
            try:
                self._do(Move(seat, self.match.version, move or menu.tidied(answer)))
            except IllegalMove as problem:
                self._explain(problem)
            else:
                return

    def _explain(self, problem: IllegalMove) -> None:
        self.console.print(Text(f"✗ {said(problem, self.words)}", style="bold red"))
        self.console.print(
            Text(self.house("“? {rule}” shows that rule.", rule=problem.rule), style="dim")
        )

    def _answer(self, prompt: str) -> str:
        try:
            return self.console.input(Text(f"{prompt} › ", style="bold")).strip()
        except EOFError:
            self.console.print()
            raise PutAway from None

    def _command(self, answer: str) -> Done:
        """Carry out a word of command, in either language."""
        word, _, rest = answer.lower().partition(" ")
        match word:
            case "q" | "quit" | "quitter":
                raise PutAway
            case "u" | "undo" | "reprendre":
                return self._take_back()
            case "resign" | "abandon" | "abandonner":
                return self._resign()
            case "l" | "log" | "journal":
                self.screen.show_log(self.told)
            case "h" | "help" | "aide":
                show_commands(self.console, self.house)
            case "?" | "rules" | "règles":
                show_rules(self.console, self.game, self.house, rest)
            case _:
                return "unknown"
        return "answered"

    def _take_back(self) -> Done:
        seat = self.match.taker_back
        if seat is None or seat in self.bots:
            self.console.print(
                self.house("Nothing can be taken back: dice have been rolled since the last move.")
            )
            return "answered"
        self._do(TakeBack(seat, self.match.version))
        self.told.pop()
        return "changed"

    def _resign(self) -> Done:
        seat = self.match.waits_for.seat
        people = [place for place in range(len(self.names)) if place not in self.bots]
        seat = seat if seat in people else people[0]
        question = self.house(
            "{name} resigns: the match ends here. Sure? (y/n)", name=self.names[seat]
        )
        if self._answer(question).lower()[:1] not in ("y", "o"):
            return "answered"
        self._do(Resign(seat, self.match.version))
        return "changed"

    def _do(self, command: Roll | Move | TakeBack | Resign) -> list[Event]:
        before = self.match.state
        events = self.match.do(command)
        if isinstance(command, Roll | Move):
            self._tell_new(before)
        self._keep()
        return events

    def _tell_new(self, before: State) -> None:
        """Tell what the command has done, event by event."""
        known, lines = len(self.record.lines), self.match.lines
        for line in lines[known:]:
            after = before.copy()
            if "draw" in line:
                after.draw(line["draw"][1])
            else:
                after.play(line["move"])
            self._tell(line, before, after)
            before = after

    def _tell(self, line: dict[str, object], before: State, after: State) -> None:
        sentence = self.game.piece("words").tell(before, line, after, self.names, self.words)
        if sentence is not None:
            self.told.append(sentence)

    def _keep(self) -> None:
        """On disk before anything more is asked."""
        self.record.lines = self.match.lines
        if self.match.result is not None:
            self.record.result = self.match.result.as_line()
        if self.save is not None and self.match.result is None:
            self.save.keep(self.record)
