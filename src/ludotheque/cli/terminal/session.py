"""A match played in the terminal, by people at one keyboard and bots. It knows no game."""

from __future__ import annotations

import time
from typing import Literal

from rich.console import Console
from rich.text import Text

from ...core.errors import BadDraw, IllegalMove, LudothequeError
from ...core.language import Language
from ...table.events import Command, Move, Resign, Retype, Roll, TakeBack
from ...table.hand import LastThrow, check_goes_on, dice_of, listed, read_throw
from ...table.match import Match
from ...table.record import Record
from ..shared.console import ask
from ..shared.messages import error_text, os_error_text
from .help import show_commands, show_rules
from .menu import Menu
from .narration import Narration
from .players import Bots
from .saves import Save
from .screen import Screen

LINES_OF_QUESTION = 1  # below the list
Done = Literal["changed", "answered", "unknown"]


class PutAway(Exception):
    """The player wants to stop here."""


class Session:
    """The loop of a match: look at what is awaited, ask for it, show what happened."""

    def __init__(
        self,
        match: Match,
        record: Record,
        bots: Bots,
        save: Save,
        console: Console,
        language: Language,
        pace: float,
    ) -> None:
        self.match = match
        self.record = record
        self.bots = bots
        self.save = save
        self.is_kept = True  # everything that has happened is on disk
        self.console = console
        self.language = language
        self.pace = pace if console.is_terminal else 0.0
        self.game = record.game
        self.words = self.game.language(language.code)
        self.names = [seat.name for seat in match.seats]
        self.screen = Screen(console, self.game, self.names, language)
        self._write_down()
        self.narration = Narration(record, self.names, self.words)
        self.notices: list[str] = []  # to be said before the next question

    def play(self) -> None:
        """Play on until the match is over, or PutAway is raised."""
        self._keep()
        while self.match.waits_for.what != "end":
            if self.match.waits_for.what == "throw":
                self._ask_for_throw()
                continue
            seat = self.match.waits_for.seat
            assert seat is not None
            if seat in self.bots and self.match.can_retype:
                self._let_throw_stand(seat)
                continue
            if self._acts_alone(seat):
                self._let_bot_act(seat)
                continue
            told, news = self.narration.sentences, self.narration.news()
            if self._others_must_look_away():
                self.screen.show(self.match.state, told, news)
                self._wait_until_alone(seat)
            room = self.screen.show(self.match.state, told, news, self._viewer(seat))
            if self.match.waits_for.what == "roll":
                self._ask_for_roll(seat)
            else:
                self._ask_for_move(seat, room - LINES_OF_QUESTION)
        self.screen.show_end(self.match, self.narration.sentences)
        self._give_notice()

    def _others_must_look_away(self) -> bool:
        """Several people share the screen, and a move is made with what only one may see."""
        asks_for_move = self.match.waits_for.what == "move"
        return self.game.secrets and len(self._people()) > 1 and asks_for_move

    def _people(self) -> list[int]:
        return [place for place in range(len(self.names)) if place not in self.bots]

    def _wait_until_alone(self, seat: int) -> None:
        question = self.language(
            "{name}, are you alone at the screen? [Enter]", name=self.names[seat]
        )
        while self._answer(question):
            show_commands(self.console, self.game, self.language)

    def _viewer(self, seat: int | None) -> int | None:
        """The seat whose secrets may be on the screen: the only person's, or the one's to move."""
        people = self._people()
        if len(people) == 1:
            return people[0]
        return seat if self.match.waits_for.what == "move" and seat in people else None

    def put_away(self) -> None:
        """Stop here, and say whether the match can be taken up again."""
        self._write_down()
        self._keep()
        if self.is_kept:
            error_text = self.language("Put away. To take it up again: ludotheque play --resume")
        else:
            error_text = self.language("The match could not be put away: it ends here.")
        self.console.print(error_text, markup=False)

    def _acts_alone(self, seat: int) -> bool:
        """A bot asks nobody, but does not roll while a person may still take a move back."""
        rolls = self.match.waits_for.what == "roll"
        return seat in self.bots and not (rolls and self._person_to_take_back() is not None)

    def _let_bot_act(self, seat: int) -> None:
        """Where somebody watches, the table is shown, and the bot takes its time."""
        if self.console.is_terminal:
            self.screen.show(self.match.state, self.narration.sentences, viewer=self._viewer(seat))
        if self.match.waits_for.what == "roll":
            self._do(Roll(seat, self.match.version))
        else:
            time.sleep(self.pace)
            move = self.bots.choose(self.match.state.view(seat), len(self.record.lines))
            self._do(Move(seat, self.match.version, move))

    def _ask_for_throw(self) -> None:
        """Real dice: what they show is typed in, the whole throw at once."""
        self._show_what_happened(None)
        dice = dice_of(self.match.state, self.names, self.words)
        self.console.print(Text(listed(dice), style="dim"))
        while True:
            answer = self._answer(self.language("dice"))
            done = self._command(answer) if answer else "changed"
            if done == "changed":
                return
            if done == "answered":
                continue
            try:
                typed = read_throw(answer, dice)
                check_goes_on(self.match.state, dice, typed, self.names, self.words)
            except LastThrow as problem:
                if not self._is_sure(problem):
                    continue
            except BadDraw as problem:
                self._complain(error_text(problem, self.words))
                continue
            self._do(Roll(self._someone(), self.match.version, typed))
            return

    def _is_sure(self, problem: LastThrow) -> bool:
        """The dice that end a match are read twice."""
        question = self.language("{problem} Sure? (y/n)", problem=error_text(problem, self.words))
        return self._answers_yes(question)

    def _answers_yes(self, question: str) -> bool:
        return self._answer(question).lower()[:1] in ("y", "o")

    def _show_what_happened(self, seat: int | None) -> None:
        told, news = self.narration.sentences, self.narration.news()
        self.screen.show(self.match.state, told, news, self._viewer(seat))

    def _someone(self) -> int:
        """Who speaks for the table: the person in turn, or else the first one."""
        seat = self.match.state.roller
        people = self._people()
        return seat if seat in people else (people or [0])[0]

    def _let_throw_stand(self, seat: int) -> None:
        """A bot counts with a typed throw when somebody has looked at it once more."""
        self._show_what_happened(seat)
        prompt = self.language(
            "[Enter] {name} plays · [u] type the dice anew", name=self.names[seat]
        )
        answer = self._answer(prompt)
        if answer == "":
            self._let_bot_act(seat)
        elif self._command(answer) == "unknown":
            show_commands(self.console, self.game, self.language)

    def _ask_for_roll(self, seat: int) -> None:
        """Until it is answered with Enter, the last move may be taken back."""
        prompt = self._prompt_for_roll(seat)
        while True:
            answer = self._answer(prompt)
            if answer == "":
                self._do(Roll(seat, self.match.version))
                return
            done = self._command(answer)
            if done == "changed":
                return
            if done == "unknown":
                show_commands(self.console, self.game, self.language)

    def _prompt_for_roll(self, seat: int) -> str:
        if seat in self.bots:
            return self.language("[Enter] {name} rolls · [u] take back", name=self.names[seat])
        if self._person_to_take_back() is not None:
            return self.language("[Enter] roll · [u] take back · [h] help")
        return self.language("[Enter] roll · [?] rules · [h] help")

    def _ask_for_move(self, seat: int, room: int) -> None:
        menu = Menu(self.match.state, self.names, self.words)
        menu.show(self.console, room)
        question = self.language("Your move: a number of the list, or the move itself · [h] help")
        while True:
            answer = self._answer(question)
            move = menu.meant(answer)
            if move is not None:
                self._do(Move(seat, self.match.version, move))
                return
            done = self._command(answer) if answer else "changed"
            if done == "changed":
                return
            if done == "unknown":
                self._explain(menu, answer)

    def _explain(self, menu: Menu, answer: str) -> None:
        """Why that is not a legal move."""
        if menu.is_stray_number(answer):
            self._complain(self.language("There is no number {number} in the list.", number=answer))
            return
        try:
            self.match.state.play(menu.tidied(answer))
        except IllegalMove as problem:
            self._complain(error_text(problem, self.words))
            hint = self.language("“? {rule}” shows that rule.", rule=problem.rule)
            self.console.print(Text(hint, style="dim"))

    def _complain(self, sentence: str) -> None:
        self.console.print(Text(f"✗ {sentence}", style="bold red"))

    def _answer(self, question: str) -> str:
        self._give_notice()
        try:
            return ask(self.console, question)
        except (EOFError, KeyboardInterrupt):
            self.console.print()  # the prompt's line has no end yet
            raise PutAway from None

    def _give_notice(self) -> None:
        for notice in self.notices:
            self._complain(notice)
        self.notices.clear()

    def _command(self, answer: str) -> Done:
        """Carry out a word of command, in either language."""
        if answer.startswith("?"):
            return self._show_rules(answer[1:].strip())
        word, _, rest = answer.lower().partition(" ")
        match word:
            case "q" | "quit" | "quitter":
                raise PutAway
            case "u" | "undo" | "reprendre":
                return self._take_back()
            case "resign" | "abandon" | "abandonner":
                return self._resign()
            case "l" | "log" | "journal":
                self.screen.show_log(self.narration.sentences)
            case "i" | "hint" | "conseil":
                self._show_hint()
            case "h" | "help" | "aide":
                show_commands(self.console, self.game, self.language)
            case "rules" | "règles":
                return self._show_rules(rest.strip())
            case _:
                return "unknown"
        return "answered"

    def _show_hint(self) -> None:
        """What the best player would do, and how often that wins."""
        from ...bots.hints import hint

        seat = self.match.state.seat
        if seat is None or seat in self.bots:
            self._complain(self.language("A hint is for whoever is to move."))
            return
        for place, thought in enumerate(hint(self.match.state.view(seat), patient=False)):
            style = "bold" if place == 0 else "dim"
            self.console.print(Text(f"  {thought.move}  {thought.chance:.0%}", style=style))

    def _show_rules(self, number: str) -> Done:
        try:
            show_rules(self.console, self.game, self.language, number)
        except LudothequeError as problem:
            self._complain(error_text(problem, self.language))
        return "answered"

    def _person_to_take_back(self) -> int | None:
        """The person who may take the last move back, if any may."""
        seat = self.match.taker_back
        return None if seat in self.bots else seat

    def _take_back(self) -> Done:
        if self.match.can_retype:
            self._do(Retype(self._someone(), self.match.version))
            self.narration = Narration(self.record, self.names, self.words)
            return "changed"
        seat = self._person_to_take_back()
        if seat is None:
            self._complain(
                self.language(
                    "Nothing can be taken back: no move has been made since the last roll."
                )
            )
            return "answered"
        self._do(TakeBack(seat, self.match.version))
        self.narration.take_back()
        return "changed"

    def _resign(self) -> Done:
        """The person to act resigns; while a bot is to act, whoever moved last."""
        seat = self.match.waits_for.seat
        seat = self._person_to_take_back() if seat in self.bots else seat
        seat = self._someone() if seat is None else seat
        question = self.language(
            "{name} resigns and the match ends. Sure? (y/n)", name=self.names[seat]
        )
        if not self._answers_yes(question):
            return "answered"
        self._do(Resign(seat, self.match.version))
        return "changed"

    def _do(self, command: Command) -> None:
        before, known = self.match.state, len(self.record.lines)
        self.match.do(command)
        self._write_down()
        self.narration.go_on(before, self.record.lines[known:])
        self._keep()

    def _write_down(self) -> None:
        self.record.lines = self.match.lines
        if self.match.result is not None:
            self.record.result = self.match.result.as_line()

    def _keep(self) -> None:
        """On disk before anything more is asked; where that fails, it is said once."""
        try:
            self.save.keep(self.record)
        except OSError as problem:
            if self.is_kept:
                reason = os_error_text(problem, self.language)
                self.notices.append(
                    self.language("This match cannot be put away ({reason}).", reason=reason)
                )
            self.is_kept = False
        else:
            self.is_kept = True
