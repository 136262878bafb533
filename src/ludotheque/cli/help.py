"""Help at the table: the words of command, and the rulebook."""

import re

from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table

from ..core.game import Game
from ..core.language import Language


def show_commands(console: Console, house: Language) -> None:
    table = Table(box=None, show_header=False, padding=(0, 2))
    table.add_row("u", house("take the last move back, as long as nobody has rolled since"))
    table.add_row("?", house("the rulebook; “? LX-3” one rule of it"))
    table.add_row("l", house("everything that has happened"))
    table.add_row("q", house("put the match away; “ludotheque play --resume” takes it up again"))
    table.add_row(house("resign"), house("give up: the others have won"))
    console.print(table)


def show_rules(console: Console, game: Game, house: Language, number: str = "") -> None:
    """The rulebook, or one rule of it by its number."""
    text = game.rulebook(house.code)
    if number:
        found = rule_text(text, number)
        if found is None:
            numbers = ", ".join(rule_numbers(text))
            console.print(
                house(
                    "There is no rule {number}; the rules are: {numbers}.",
                    number=number.upper(),
                    numbers=numbers,
                )
            )
            return
        console.print(Markdown(found))
    elif console.is_terminal:
        with console.pager(styles=True):
            console.print(Markdown(text))
    else:
        console.print(Markdown(text))


def rule_numbers(text: str) -> list[str]:
    return list(dict.fromkeys(re.findall(r"\*\*([A-Z]{2}-\d+)\*\*", text)))


def rule_text(text: str, number: str) -> str | None:
    """The paragraph of a rulebook that begins with a rule's number, its sub-items included."""
    start = re.search(rf"^[-*]?\s*\*\*{re.escape(number.upper())}\*\*", text, re.MULTILINE)
    if start is None:
        return None
    rest = text[start.start() :]
    end = re.search(r"\n(?=[-*]?\s*\*\*[A-Z]{2}-\d+\*\*|#)", rest[1:])
    return rest[: end.start() + 1] if end else rest
