"""`ludotheque replay`: shows the positions of a recorded match one after another."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import click
from rich.text import Text

from ...core.errors import BadOption
from ...core.language import Language
from ...core.state import State
from ...table.record import Record
from ..shared.console import ask, is_interactive, make_console
from ..shared.options import file_argument, translated_command
from ..shared.parameter_types import Count
from ..shared.records import names_of, read_record
from ..terminal.narration import NarratedEvent, narrate
from ..terminal.screen import Screen

MOST_EVENTS = 10**9


def command(language: Language) -> click.Command:
    @translated_command("replay", language)
    @file_argument(language)
    @click.option(
        "--at",
        type=Count(language, 0, MOST_EVENTS),
        help=language("Show only the table as it is after N draws and moves."),
    )
    def replay(file: Path, at: int | None) -> Any:
        return replay_record(language, file, at)

    return replay


def replay_record(language: Language, file: Path, at: int | None) -> int:
    record, console = read_record(file, language), make_console()
    names = names_of(record, language)
    screen = Screen(console, record.game, names, language)
    if at is not None:
        screen.show_table(state_after(record, at), [])
        return 0
    events = narrate(record, names, language)
    if is_interactive():
        browse(screen, events)
    else:
        for each in events:
            screen.show_table(each.state, [str(each).strip()])
    console.print(Text(screen.ending(record), style="bold"))
    return 0


def browse(screen: Screen, events: list[NarratedEvent]) -> None:
    """One event at a time: Enter goes on, b back, a number to that turn, q stops."""
    place = 0
    places = {each.turn: place for place, each in enumerate(events)}
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
            place = places.get(int(answer), place)
        elif answer == "":
            place += 1


def state_after(record: Record, events: int) -> State:
    if events > len(record.events):
        raise BadOption(
            "the record has {count} draws and moves, not {at}", count=len(record.events), at=events
        )
    return replace(record, events=record.events[:events], result=None).final_state()
