"""Help during a match: the commands that can be typed at a prompt, and the rulebook."""

import re

from rich.console import Console
from rich.markdown import Markdown
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ...core.errors import BadOption
from ...core.game import Game
from ...core.language import Language
from ..shared.console import show_paged


def show_commands(console: Console, game: Game, language: Language) -> None:
    table = Table(box=None, show_header=False, padding=(0, 2))
    for word, meaning in (
        (language("Enter"), language("roll the dice; before a move, draw the table again")),
        ("u", language("take the last move back, or a mistyped throw, as long as nobody went on")),
        ("i", language("a hint: what the best player would do, and how often it wins")),
        (
            "?",
            language(
                "read the rulebook; “? {rule}” shows one rule", rule=some_rule(game, language)
            ),
        ),
        ("l", language("tell everything that has happened")),
        ("q", language("put the match away; “ludotheque play --resume” takes it up again")),
        (
            language("resign"),
            language("give up; among three or more a robot plays on, as in “resign expert”"),
        ),
    ):
        table.add_row(Text(word, style="bold"), meaning)
    console.print(table)
    legend = game.narration.legend(game.language(language.code))
    if legend:
        console.print(Padding(Text(legend, style="dim"), (0, 2)))


def some_rule(game: Game, language: Language) -> str:
    """Some rule's number, as an example."""
    numbers = rule_numbers(game.rulebook(language.code))
    return numbers[len(numbers) // 4] if numbers else ""


def show_rules(console: Console, game: Game, language: Language, number: str = "") -> None:
    """Print the rulebook, or one rule of it by its number: LX-3, lx-3 or 3."""
    text = game.rulebook(language.code)
    if not number:
        show_paged(console, Markdown(text))
        return
    numbers = rule_numbers(text)
    wanted = {name for name in numbers if number.upper() in (name, name.rpartition("-")[2])}
    if len(wanted) != 1:
        raise BadOption(
            "there is no rule {number!r}; the rules are: {numbers}",
            number=number,
            numbers=", ".join(numbers),
        )
    console.print(Markdown(rule_text(text, wanted.pop())))


def rule_numbers(text: str) -> list[str]:
    return list(dict.fromkeys(re.findall(r"^[-*]?\s*\*\*([A-Z]{2}-\d+)\*\*", text, re.MULTILINE)))


def rule_text(text: str, number: str) -> str:
    """The paragraph of a rulebook that begins with a rule's number, its sub-items included."""
    start = re.search(rf"^[-*]?\s*\*\*{re.escape(number)}\*\*", text, re.MULTILINE)
    assert start is not None
    rest = text[start.start() :]
    end = re.search(r"\n(?=[-*]?\s*\*\*[A-Z]{2}-\d+\*\*|#)", rest[1:])
    return rest[: end.start() + 1] if end else rest
