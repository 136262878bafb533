"""Tables of numbers in the terminal."""

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table

WIDEST = 1000  # columns, for measuring


def number_table(title: str, texts: Sequence[str], numbers: Sequence[str]) -> Table:
    """An empty table: columns of texts on the left, then columns of numbers aligned right."""
    table = Table(
        title=title,
        title_style="bold",
        title_justify="left",
        box=box.SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
        padding=(0, 1, 0, 0),
    )
    for heading in texts:
        table.add_column(heading, no_wrap=True)
    for heading in numbers:
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def print_uncut(console: Console, table: Table) -> None:
    """Print a table in its full width, even where the terminal is narrower."""
    options = console.options.update(max_width=WIDEST)
    console.width = max(console.width, Measurement.get(console, options, table).maximum)
    console.print(table)
