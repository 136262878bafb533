"""`ludotheque show` and `ludotheque replay`: a record told in words, or looked at again."""

from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from rich.text import Text

from ...core.errors import BadOption, BadRecord
from ...core.language import Language
from ...core.state import State
from ...games import find
from ...table.files import load
from ...table.record import Record
from ..terminal.screen import Screen
from .console import ask, console_for, is_interactive
from .messages import error_text
from .parsing import is_name


class Told(NamedTuple):
    """An event that has something to tell, and the table after it."""

    turn: int  # 0 before the first
    sentence: str
    state: State

    def __str__(self) -> str:
        return f"{self.turn:>4}. {self.sentence}" if self.turn else f"      {self.sentence}"


def show_command(language: Language, file: Path) -> int:
    record, console = read_record(file, language), console_for(soft_wrap=True)
    names = names_of(record, language)
    console.print(Text(f"{record.game.title} · {', '.join(names)}", style="bold"))
    for each in told(record, names, language):
        console.print(Text(str(each)))
    screen = Screen(console, record.game, names, language)
    console.print(Text(ending(record, screen, language), style="bold"))
    return 0


def replay_command(language: Language, file: Path, at: int | None) -> int:
    record, console = read_record(file, language), console_for()
    names = names_of(record, language)
    screen = Screen(console, record.game, names, language)
    if at is not None:
        screen.show_table(state_after(record, at), [])
        return 0
    events = told(record, names, language)
    if is_interactive():
        leaf_through(screen, events)
    else:
        for each in events:
            screen.show_table(each.state, [str(each).strip()])
    console.print(Text(ending(record, screen, language), style="bold"))
    return 0


def read_record(file: Path, language: Language) -> Record:
    """The record in a file, which is named where it is refused."""
    try:
        return load(file, find)
    except BadRecord as problem:
        raise BadOption(
            "{path}, {problem}", path=str(file), problem=error_text(problem, language)
        ) from None


def leaf_through(screen: Screen, events: list[Told]) -> None:
    """One event a page: Enter on, b back, a number to that turn, q to the end."""
    place = 0
    turns = {each.turn: place for place, each in enumerate(events)}
    question = screen.language("[Enter] on · [b] back · [number] that turn · [q] stop")
    while place < len(events):
        sentences = [str(each).strip() for each in events[: place + 1]]
        screen.show_table(events[place].state, sentences)
        try:
            answer = ask(screen.console, question).lower()
        except (EOFError, KeyboardInterrupt):
            screen.console.print()
            return
        if answer == "q":
            return
        if answer == "b":
            place = max(place - 1, 0)
        elif answer.isascii() and answer.isdigit():
            place = turns.get(int(answer), place)
        elif answer == "":
            place += 1


def told(record: Record, names: list[str], language: Language) -> list[Told]:
    before, events = record.start(), []
    tell, words = record.game.module("narration").tell, record.game.language(language.code)
    for step in record.replay():
        sentence = tell(before, step.line, step.state, names, words)
        if sentence is not None:
            turn = before.length + 1 if "move" in step.line else 0
            events.append(Told(turn, sentence, step.state))
        before = step.state
    return events


def names_of(record: Record, language: Language) -> list[str]:
    """The players' names, as far as the record can be trusted with them."""
    names = record.more.get("names")
    if isinstance(names, list) and len(names) == record.players and all(map(is_name, names)):
        return names
    return [f"{language('Player')} {seat + 1}" for seat in range(record.players)]


def ending(record: Record, screen: Screen, language: Language) -> str:
    if record.result is None:
        return language("The record ends here, before the match does.")
    points = " : ".join(map(str, record.result["points"]))
    return f"{points} — {screen.outcome(record.result)}"


def state_after(record: Record, events: int) -> State:
    if events > len(record.lines):
        raise BadOption(
            "the record has {count} draws and moves, not {at}", count=len(record.lines), at=events
        )
    return replace(record, lines=record.lines[:events], result=None).final_state()
