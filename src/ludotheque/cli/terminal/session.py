"""A match played in the terminal by people at one keyboard and bots, whatever the game."""

from __future__ import annotations

import time
from typing import Literal

from rich.console import Console
from rich.text import Text

from ...bots import BOTS, bot_if_any
from ...core.errors import BadDraw, IllegalMove, LudothequeError
from ...core.language import Language
from ...table.events import Command, Move, Resign, Retype, Roll, TakeBack
from ...table.manual_dice import (
    LastThrow,
    check_not_final,
    describe_dice,
    dice_to_type,
    parse_throw,
)
from ...table.match import Match
from ...table.record import Record
from ...table.resignations import STAND_IN
from ..shared.console import ask
from ..shared.messages import error_text, os_error_text
from .help import show_commands, show_rules
from .menu import Menu
from .narration import Narration
from .players import Bots
from .saves import Save
from .screen import Screen

LINES_OF_QUESTION = 1  # below the list

#: The result of a text typed at a prompt: it changed the match, it was answered, or it is unknown.
Done = Literal["changed", "answered", "unknown"]


class PutAway(Exception):
    """The player stops here; the match is saved and can be resumed."""


class Session:
    """The read–evaluate–print loop of a match: show the table, ask for what is awaited, do it."""

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
        self.is_saved = True  # everything that has happened is on disk
        self.console = console
        self.language = language
        self.pace = pace if console.is_terminal else 0.0
        self.game = record.game
        self.game_language = self.game.language(language.code)
        self.names = [seat.name for seat in match.seats]
        self.screen = Screen(console, self.game, self.names, language)
        self._update_record()
        self.narration = Narration(record, self.names, self.game_language)
        self.notices: list[str] = []  # shown before the next question
        for seat in match.resigned:
            bots.stand_in(seat, STAND_IN)

    def play(self) -> None:
        """Play until the match is over, or raise PutAway."""
        self._save()
        while self.match.waits_for.what != "end":
            if self.match.waits_for.what == "throw":
                self._ask_for_throw()
                continue
            seat = self.match.waits_for.seat
            assert seat is not None
            if seat in self.bots and self.match.can_retype:
                self._confirm_throw(seat)
                continue
            if self._acts_alone(seat):
                self._let_bot_act(seat)
                continue
            sentences, unread = self.narration.sentences, self.narration.unread()
            if self._others_must_look_away():
                self.screen.show(self.match.state, sentences, unread)
                self._wait_until_alone(seat)
            room = self.screen.show(self.match.state, sentences, unread, self._viewer(seat))
            if self.match.waits_for.what == "roll":
                self._ask_for_roll(seat)
            else:
                self._ask_for_move(seat, room - LINES_OF_QUESTION)
        self.screen.show_end(self.match, self.narration.sentences)
        self._show_notices()

    def _others_must_look_away(self) -> bool:
        """Whether several people share the screen and the move needs one seat's secrets."""
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
        """The seat whose secrets may be shown: the only person's, or that of the person to move."""
        people = self._people()
        if len(people) == 1:
            return people[0]
        return seat if self.match.waits_for.what == "move" and seat in people else None

    def put_away(self) -> None:
        """Save the match, and say whether it can be resumed."""
        self._update_record()
        self._save()
        if self.is_saved:
            sentence = self.language("Put away. To take it up again: ludotheque play --resume")
        else:
            sentence = self.language("The match could not be put away: it ends here.")
        self.console.print(sentence, markup=False)

    def _acts_alone(self, seat: int) -> bool:
        """Whether a bot acts without a prompt; it does not roll while a person may take back."""
        rolls = self.match.waits_for.what == "roll"
        return seat in self.bots and not (rolls and self._person_to_take_back() is not None)

    def _let_bot_act(self, seat: int) -> None:
        """Make the bot's move, at a pace that somebody at a terminal can follow."""
        if self.console.is_terminal:
            self.screen.show(self.match.state, self.narration.sentences, viewer=self._viewer(seat))
        if self.match.waits_for.what == "roll":
            self._do(Roll(seat, self.match.version))
        else:
            time.sleep(self.pace)
            move = self.bots.choose(self.match.state.view(seat), len(self.record.events))
            self._do(Move(seat, self.match.version, move))

    def _ask_for_throw(self) -> None:
        """Manual dice: prompt for what they show, all dice of a throw in one line."""
        self._show_what_happened(None)
        dice = dice_to_type(self.match.state, self.names, self.game_language)
        self.console.print(Text(describe_dice(dice), style="dim"))
        while True:
            answer = self._answer(self.language("dice"))
            done = self._command(answer) if answer else "changed"
            if done == "changed":
                return
            if done == "answered":
                continue
            try:
                typed = parse_throw(answer, dice)
                check_not_final(self.match.state, dice, typed, self.names, self.game_language)
            except LastThrow as problem:
                if not self._is_sure(problem):
                    continue
            except BadDraw as problem:
                self._show_error(error_text(problem, self.game_language))
                continue
            self._do(Roll(self._someone(), self.match.version, typed))
            return

    def _is_sure(self, problem: LastThrow) -> bool:
        """Confirm a throw that ends the match, because it cannot be corrected afterwards."""
        sentence = error_text(problem, self.game_language)
        return self._answers_yes(self.language("{problem} Sure? (y/n)", problem=sentence))

    def _answers_yes(self, question: str) -> bool:
        return self._answer(question).lower()[:1] in ("y", "o")

    def _show_what_happened(self, seat: int | None) -> None:
        sentences, unread = self.narration.sentences, self.narration.unread()
        self.screen.show(self.match.state, sentences, unread, self._viewer(seat))

    def _someone(self) -> int:
        """The person who types for everybody: the one whose roll it is, else the first person."""
        seat = self.match.state.roller
        people = self._people()
        return seat if seat in people else (people or [0])[0]

    def _confirm_throw(self, seat: int) -> None:
        """Let somebody confirm a typed throw: once a bot has moved, it cannot be retyped."""
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
        """Ask for Enter before the roll; until then the last move may be taken back."""
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
        menu = Menu(self.match.state, self.names, self.game_language)
        menu.show(self.console, room)
        question = self.language("Your move: a number of the list, or the move itself · [h] help")
        while True:
            answer = self._answer(question)
            move = menu.parse(answer)
            if move is not None:
                self._do(Move(seat, self.match.version, move))
                return
            done = self._command(answer) if answer else "changed"
            if done == "changed":
                return
            if done == "unknown":
                self._explain(menu, answer)

    def _explain(self, menu: Menu, answer: str) -> None:
        """Say why an answer is not a legal move."""
        if menu.is_unlisted_number(answer):
            sentence = self.language("There is no number {number} in the list.", number=answer)
            self._show_error(sentence)
            return
        try:
            self.match.state.play(menu.normalized(answer))
        except IllegalMove as problem:
            self._show_error(error_text(problem, self.game_language))
            hint = self.language("“? {rule}” shows that rule.", rule=problem.rule)
            self.console.print(Text(hint, style="dim"))

    def _show_error(self, sentence: str) -> None:
        self.console.print(Text(f"✗ {sentence}", style="bold red"))

    def _answer(self, question: str) -> str:
        self._show_notices()
        try:
            return ask(self.console, question)
        except (EOFError, KeyboardInterrupt):
            self.console.print()  # ends the line of the prompt
            raise PutAway from None

    def _show_notices(self) -> None:
        for notice in self.notices:
            self._show_error(notice)
        self.notices.clear()

    def _command(self, answer: str) -> Done:
        """Carry out a command typed at a prompt, in either language."""
        if answer.startswith("?"):
            return self._show_rules(answer[1:].strip())
        word, _, rest = answer.lower().partition(" ")
        match word:
            case "q" | "quit" | "quitter":
                raise PutAway
            case "u" | "undo" | "reprendre":
                return self._take_back()
            case "resign" | "abandon" | "abandonner":
                return self._resign(rest.strip())
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
        """Show the best moves by search, with their estimated chances to win."""
        from ...bots.hints import hint

        seat = self.match.state.seat
        if seat is None or seat in self.bots:
            self._show_error(self.language("A hint is for whoever is to move."))
            return
        for place, ranked_move in enumerate(hint(self.match.state.view(seat), patient=False)):
            say, chance = self._in_words(ranked_move.move), round(100 * ranked_move.chance)
            if place:
                rank = self.language("Almost as good (wins {chance}%)", chance=chance)
            else:
                rank = self.language("The best move (wins {chance}%)", chance=chance)
            style = "dim" if place else "bold"
            self.console.print(Text(rank, style=style), Text(f"  {say}", style=style), sep="\n")

    def _in_words(self, move: str) -> str:
        """A legal move and what it would do, in the words of its button in the browser."""
        state, after = self.match.state, self.match.state.copy()
        after.play(move)
        said = self.game.browser.preview(state, after, move, self.names, self.game_language)
        return f"{said['label']} — {said['say'].removesuffix('.')}"

    def _show_rules(self, number: str) -> Done:
        try:
            show_rules(self.console, self.game, self.language, number)
        except LudothequeError as problem:
            self._show_error(error_text(problem, self.language))
        return "answered"

    def _person_to_take_back(self) -> int | None:
        """The person who may take the last move back; None if nobody may."""
        seat = self.match.taker_back
        return None if seat in self.bots else seat

    def _take_back(self) -> Done:
        if self.match.can_retype:
            self._do(Retype(self._someone(), self.match.version))
            self.narration = Narration(self.record, self.names, self.game_language)
            return "changed"
        seat = self._person_to_take_back()
        if seat is None:
            self._show_error(
                self.language(
                    "Nothing can be taken back: no move has been made since the last roll."
                )
            )
            return "answered"
        self._do(TakeBack(seat, self.match.version))
        self.narration.take_back()
        return "changed"

    def _resign(self, level: str) -> Done:
        """Resign for the person to act; while a bot is to act, for whoever moved last.

        Among three or more a bot plays on, of the level that was typed behind the command.
        """
        stand_in = bot_if_any(level or STAND_IN)
        if stand_in is None:
            self._show_error(
                self.language(
                    "There is no robot {level!r}; the robots are: {levels}",
                    level=level,
                    levels=", ".join(BOTS),
                )
            )
            return "answered"
        seat = self._who_resigns()
        if not self._answers_yes(self._question_before_resigning(seat, stand_in)):
            return "answered"
        goes_on = self.match.goes_on_without(seat)
        self._do(Resign(seat, self.match.version))
        if goes_on:
            self.bots.stand_in(seat, stand_in)
        return "changed"

    def _who_resigns(self) -> int:
        seat = self.match.waits_for.seat
        seat = self._person_to_take_back() if seat in self.bots else seat
        return self._someone() if seat is None else seat

    def _question_before_resigning(self, seat: int, level: str) -> str:
        name = self.names[seat]
        if not self.match.goes_on_without(seat):
            return self.language("{name} resigns and the match ends. Sure? (y/n)", name=name)
        return self.language(
            "{name} resigns and can no longer win; a robot ({level}) plays on. Sure? (y/n)",
            name=name,
            level=level,
        )

    def _do(self, command: Command) -> None:
        before, known = self.match.state, len(self.record.events)
        self.match = self.match.do(command).after
        self._update_record()
        self.narration.extend(before, self.record.events[known:])
        self._save()

    def _update_record(self) -> None:
        self.record.events = self.match.events
        if self.match.result is not None:
            self.record.result = self.match.result.data()

    def _save(self) -> None:
        """Write the match to disk before anything more is asked; report the first failure only."""
        try:
            self.save.write(self.record)
        except OSError as problem:
            if self.is_saved:
                reason = os_error_text(problem, self.language)
                self.notices.append(
                    self.language("This match cannot be put away ({reason}).", reason=reason)
                )
            self.is_saved = False
        else:
            self.is_saved = True
