"""`ludotheque show` and `ludotheque replay`: a record told in words, or looked at again."""

from pathlib import Path

from rich.console import Console
from rich.text import Text

from ..core.errors import BadOption
from ..core.language import Language
from ..core.state import State
from ..games import find
from ..table.files import load
from ..table.record import Record
from .screen import Screen
from .values import LONGEST_NAME


def show_command(house: Language, file: Path) -> int:
    record, console = load(file, find), Console(highlight=False, soft_wrap=True)
    names = names_of(record, house)
    words = record.game.language(house.code)
    console.print(Text(heading(record, names), style="bold"))
    for number, sentence, _ in told(record, names, words):
        console.print(Text(f"{number:>4}. {sentence}" if number else f"      {sentence}"))
    console.print(
        Text(ending(record, Screen(console, record.game, names, house), house), style="bold")
    )
    return 0


def replay_command(house: Language, file: Path, at: int | None) -> int:
    record, console = load(file, find), Console(highlight=False)
    names = names_of(record, house)
    screen = Screen(console, record.game, names, house)
    if at is not None:
        screen.show_table(state_after(record, at), [])
        return 0
    turns = told(record, names, record.game.language(house.code))
    if console.is_terminal:
        leaf_through(console, screen, turns, house)
    else:
        for place in range(len(turns)):
            screen.show_table(turns[place][2], [turns[place][1]])
    console.print(Text(ending(record, screen, house), style="bold"))
    return 0


def leaf_through(
    console: Console, screen: Screen, turns: list[tuple[int, str, State]], house: Language
) -> None:
    """One turn a page: Enter on, b back, a number to that turn, q to the end."""
    place = 0
    while place < len(turns):
        sentences = [f"{number}. {sentence}" for number, sentence, _ in turns[: place + 1]]
        screen.show_table(turns[place][2], sentences)
        try:
            answer = console.input(house("[Enter] on · [b] back · [q] end") + " › ").strip().lower()
        except EOFError:
            return
        if answer == "q":
            return
        if answer == "b":
            place = max(place - 1, 0)
        elif answer.isascii() and answer.isdigit():
            numbers = [number for number, _, _ in turns]
            wanted = int(answer)
            place = numbers.index(wanted) if wanted in numbers else place
        else:
            place += 1


def told(record: Record, names: list[str], words: Language) -> list[tuple[int, str, State]]:
    """Every event that has something to tell: its turn (0 before the first), sentence, state."""
    before, turns = record.start(), []
    tell = record.game.piece("words").tell
    for step in record.replay():
        sentence = tell(before, step.line, step.state, names, words)
        if sentence is not None:
            turn = before.length + 1 if "move" in step.line else 0
            turns.append((turn, sentence, step.state))
        before = step.state
    return turns


def names_of(record: Record, house: Language) -> list[str]:
    """The players' names, as far as the record can be trusted with them."""
    names = record.more.get("names")
    names = names if isinstance(names, list) and len(names) == record.players else [None]
    if all(isinstance(name, str) and name.isprintable() for name in names):
        return [name[:LONGEST_NAME] for name in names]
    return [f"{house('Player')} {seat + 1}" for seat in range(record.players)]


def heading(record: Record, names: list[str]) -> str:
    return f"{record.game.title} · {', '.join(names)}"


def ending(record: Record, screen: Screen, house: Language) -> str:
    if record.result is None:
        return house("The record ends here, before the match does.")
    points = " : ".join(map(str, record.result["points"]))
    return f"{points} — {screen.outcome(record.result['winners'], record.result['ended'])}"


def state_after(record: Record, events: int) -> State:
    if events > len(record.lines):
        raise BadOption(
            "the record has {count} events, not {at}", count=len(record.lines), at=events
        )
    shortened = Record(
        record.game, record.players, record.options, record.edition, record.lines[:events]
    )
    return shortened.final_state()
