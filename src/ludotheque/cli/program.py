"""The commands of `ludotheque` and their manual pages, in the user's language."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from .. import __version__
from ..core.language import LANGUAGES, Language
from .values import Count

FILE = click.Path(path_type=Path)
Command = Callable[..., Any]


def build(house: Language) -> click.Group:
    """The whole command line. Each command's work is imported when it is asked for."""

    @click.group(
        invoke_without_command=True,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
        help=house(GROUP_HELP),
    )
    @click.version_option(__version__, message="ludotheque %(version)s")
    @language_option(house)
    @click.pass_context
    def program(context: click.Context) -> Any:
        if context.invoked_subcommand is None:
            return welcome(context, house)
        return None

    for command in (play, simulate, replay, show, rules, edition, games):
        program.add_command(command(house))
    return program


def welcome(context: click.Context, house: Language) -> Any:
    """Without arguments: a match at once for a person, the manual for a program."""
    if not sys.stdin.isatty():
        click.echo(context.get_help())
        return 0
    from .play import play_command

    return play_command(house, game="levelx")


def language_option(house: Language) -> Callable[[Command], Command]:
    return click.option(
        "--lang",
        type=click.Choice(LANGUAGES),
        expose_value=False,
        help=house("Language of everything that is said (default: the system's)."),
    )


def match_options(house: Language) -> Callable[[Command], Command]:
    """The options that set a match up, in whatever command."""

    def decorate(command: Command) -> Command:
        for option in (
            click.option("--seed", type=Count(), help=house("A seed: the same dice again.")),
            click.option(
                "--edition",
                type=FILE,
                help=house("Play with other components: a .toml or .json file."),
            ),
            click.option(
                "-o",
                "--option",
                "options",
                multiple=True,
                metavar="NAME=VALUE",
                help=house("An option of the game, such as first=0. May be repeated."),
            ),
        ):
            command = option(command)
        return command

    return decorate


def play(house: Language) -> click.Command:
    @click.command("play", help=house(PLAY_HELP))
    @click.argument("game", required=False)
    @click.option(
        "--seats",
        default="me,random",
        show_default=True,
        help=house("Who plays, in seat order: me, me:Name, random."),
    )
    @match_options(house)
    @click.option("--record", type=FILE, help=house("Write the match's record to this file."))
    @click.option("--resume", is_flag=True, help=house("Take up the match put away last."))
    @click.option(
        "--pace",
        type=click.FloatRange(0, 10),
        default=0.8,
        show_default=True,
        help=house("Seconds a bot takes for a move."),
    )
    @language_option(house)
    def command(**given: Any) -> Any:
        from .play import play_command

        return play_command(house, **given)

    return command


def simulate(house: Language) -> click.Command:
    @click.command("simulate", help=house(SIMULATE_HELP))
    @click.argument("game")
    @click.option("--players", type=Count(), help=house("How many play (default: the fewest)."))
    @click.option(
        "--games",
        "matches",
        type=Count(),
        default=10_000,
        show_default=True,
        help=house("How many matches: 1000, 1e6, 10k, 1M."),
    )
    @match_options(house)
    @click.option("--workers", type=Count(), help=house("Cores to use (default: all)."))
    @click.option("--out", type=FILE, help=house("Write every match to a .parquet or .csv file."))
    @language_option(house)
    def command(**given: Any) -> Any:
        from .simulate import simulate_command

        return simulate_command(house, **given)

    return command


def replay(house: Language) -> click.Command:
    @click.command("replay", help=house(REPLAY_HELP))
    @click.argument("file", type=FILE)
    @click.option("--at", type=Count(), help=house("Show only the table after this many events."))
    @language_option(house)
    def command(file: Path, at: int | None) -> Any:
        from .records import replay_command

        return replay_command(house, file, at)

    return command


def show(house: Language) -> click.Command:
    @click.command("show", help=house(SHOW_HELP))
    @click.argument("file", type=FILE)
    @language_option(house)
    def command(file: Path) -> Any:
        from .records import show_command

        return show_command(house, file)

    return command


def rules(house: Language) -> click.Command:
    @click.command("rules", help=house("Read the rulebook of GAME, or one RULE of it (LX-3)."))
    @click.argument("game")
    @click.argument("rule", default="")
    @language_option(house)
    def command(game: str, rule: str) -> Any:
        from .shelf import rules_command

        return rules_command(house, game, rule)

    return command


def edition(house: Language) -> click.Command:
    @click.command("edition", help=house(EDITION_HELP))
    @click.argument("game")
    @language_option(house)
    def command(game: str) -> Any:
        from .shelf import edition_command

        return edition_command(game)

    return command


def games(house: Language) -> click.Command:
    @click.command("games", help=house("List the games on the shelf, with their options."))
    @language_option(house)
    def command() -> Any:
        from .shelf import games_command

        return games_command(house)

    return command


def N_(text: str) -> str:  # noqa: N802  gettext's own name for "translate this later"
    return text


GROUP_HELP = N_(
    """Dice board games, their rules complete and exact, at your terminal.

Without a command, a match begins at once. `ludotheque COMMAND --help` tells more about each.

\b
  ludotheque play levelx                          you against a bot
  ludotheque play levelx --seats me:Ada,me:Bob    two people at one keyboard
  ludotheque simulate levelx --games 1e6          a million matches of random moves
"""
)
PLAY_HELP = N_(
    """Play a match of GAME in the terminal: people at one keyboard, bots, or both.

Pick a move by its number or type it in the game's notation. A wrong one is explained with its
rule. Until the next dice are rolled the last move may be taken back.

\b
At the table:
  Enter    roll the dice
  u        take the last move back
  ?        the rulebook; "? LX-3" one rule of it
  l        everything that has happened
  q        put the match away (also Ctrl-C, Ctrl-D); --resume takes it up again
  resign   give up

\b
Examples:
  ludotheque play levelx --seats me,random,random
  ludotheque play levelx --seats me:Ada,me:Bob --record evening.jsonl
  ludotheque play levelx -o first=0 --seed 7
  ludotheque play --resume
"""
)
SIMULATE_HELP = N_(
    """Play many matches of GAME with random moves, and show how they end.

The table has each seat's wins with 95 % intervals, scores and lengths. The same seed gives the
same result on any number of cores. The first run compiles the rules, which takes some seconds.

\b
Examples:
  ludotheque simulate levelx --games 1e6
  ludotheque simulate levelx --players 4 --games 200k --seed 1 --out results.parquet
"""
)
REPLAY_HELP = N_(
    """Look at the match in FILE again, event by event.

In a terminal Enter goes on, b goes back, a number jumps to that turn, q ends. Elsewhere every
position is printed in turn.
"""
)
SHOW_HELP = N_(
    """Tell the match in FILE in words, its turns numbered.

A record cut short is told as far as it goes; a wrong one is refused with its line and the reason.
"""
)
EDITION_HELP = N_(
    """Print the components of GAME, to change and play with.

\b
  ludotheque edition levelx > mine.toml
  ludotheque play levelx --edition mine.toml
"""
)
