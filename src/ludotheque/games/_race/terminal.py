"""What both races draw in the terminal."""

from collections.abc import Iterable, Mapping

from rich.text import Text

from ...core.language import Language
from .narration import colour_word, die_words


def colour_legend(styles: Mapping[str, str], language: Language) -> Text:
    """The colours of the dice by name, each as the dice are drawn: a letter on its colour."""
    line = Text()
    for place, (letter, style) in enumerate(styles.items()):
        line.append("  " if place else "")
        line.append(f" {letter} ", style=style)
        line.append(f" {colour_word(letter, language)}", style="dim")
    return line


def named_dice(dice: Iterable[str], styles: Mapping[str, str], language: Language) -> Text:
    """Dice by name, each on its colour."""
    line = Text()
    for die in dice:
        line.append(f" {die_words(die, language)} ", style=styles[die[0]]).append(" ")
    return line


def with_more(line: Text, more: Text, width: int) -> list[Text]:
    """A line that goes on with `more`; in a line of its own, indented, where there is no room."""
    if line.cell_len + more.cell_len <= width:
        return [line.append_text(more)]
    return [line, Text("  ").append_text(more)]
