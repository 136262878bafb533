"""The commands of `ludotheque` and their options. A command's work is imported when asked for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from ..bots import BOTS
from ..core.language import Language
from ..core.version import __version__
from . import help_texts
from .help_texts import help_text
from .shared.options import (
    Command,
    file_argument,
    file_option,
    game_argument,
    is_given,
    language_option,
    match_options,
    review_options,
    rule_argument,
)
from .shared.parameter_types import Count, Seconds
from .sharing import sharing_options

MOST_PLAYERS = 99  # of any game; the game itself says how many it is for
MOST_MATCHES = 10**10
MOST_ARENA_MATCHES = 10**7
MOST_WORKERS = 1024
MOST_EVENTS = 10**9
HIGHEST_PORT = 65_535


class Program(click.Group):
    """The commands, listed in the order in which they are added."""

    language: Language

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Which command is meant; a wrong word is told which ones there are."""
        if args and args[0] not in self.commands and not args[0].startswith("-"):
            ctx.fail(
                self.language(
                    "there is no command {name!r}; the commands are: {known}",
                    name=args[0],
                    known=", ".join(self.commands),
                )
            )
        return super().resolve_command(ctx, args)


def build(language: Language) -> click.Group:
    """The whole command line."""

    @click.group(
        cls=Program,
        invoke_without_command=True,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
        options_metavar=language("[OPTIONS]"),
        subcommand_metavar=language("COMMAND [ARGS]..."),
        help=help_text(help_texts.GROUP, language),
    )
    @click.version_option(__version__, message="ludotheque %(version)s")
    @click.pass_context
    def program(context: click.Context) -> Any:
        if context.invoked_subcommand is None:
            return welcome(context)
        return None

    program.language = language
    program.params.append(language_option(language))
    for command in (
        *(serve, play, games, rules, show, replay, review, verify, dice),
        *(simulate, arena, solve, edition),
    ):
        program.add_command(command(language))
    return program


def welcome(context: click.Context) -> Any:
    """Without a command the house opens, as `serve` opens it."""
    program = context.command
    assert isinstance(program, Program)
    return context.invoke(program.commands["serve"])


def command(name: str, text: str, language: Language) -> Callable[[Command], click.Command]:
    """A command with its manual page."""

    def decorate(work: Command) -> click.Command:
        options = language("[OPTIONS]")
        made = click.command(name, help=help_text(text, language), options_metavar=options)(work)
        made.params.append(language_option(language))
        return made

    return decorate


def serve(language: Language) -> click.Command:
    @command("serve", help_texts.SERVE, language)
    @click.option(
        "--host",
        default="127.0.0.1",
        show_default=True,
        metavar=language("HOST"),
        help=language("The address to listen on; only this machine reaches the default."),
    )
    @click.option(
        "--port",
        type=Count(language, 0, HIGHEST_PORT),
        default=8080,
        show_default=True,
        help=language("The port to listen on; 0 takes any free one."),
    )
    @click.option(
        "--data",
        type=click.Path(path_type=Path),
        metavar=language("FOLDER"),
        help=language("Keep the matches in FOLDER (default: the user's own)."),
    )
    @click.option(
        "--no-browser",
        "browser",
        flag_value=False,
        default=True,
        help=language("Do not open a browser."),
    )
    @sharing_options(language)
    def work(**given: Any) -> Any:
        from .commands.serve import serve_command

        return serve_command(language, **given)

    return work


def play(language: Language) -> click.Command:
    @command("play", help_texts.PLAY, language)
    @game_argument(language, required=False)
    @click.option(
        "--seats",
        metavar=language("SEATS"),
        help=language(
            "Who plays, in seat order: me, me:Name or a bot ({bots}), with commas between "
            "(default: you, and as many regulars as it takes).",
            bots=", ".join(BOTS),
        ),
    )
    @match_options(language)
    @click.option(
        "--real-dice",
        is_flag=True,
        help=language("Roll real dice and type in what they show; what is secret is dealt here."),
    )
    @file_option(language, "--record", language("Write the match's record to FILE."))
    @click.option(
        "--resume", is_flag=True, help=language("Take up the match that was put away last.")
    )
    @click.option(
        "--pace",
        type=Seconds(language),
        metavar=language("SECONDS"),
        default=0.8,
        show_default=True,
        help=language("How long a bot takes for a move."),
    )
    @click.pass_context
    def work(context: click.Context, /, **given: Any) -> Any:
        from .commands.play import play_command

        named = {name for name in given if is_given(context, name)}
        return play_command(language, named=named, **given)

    return work


def simulate(language: Language) -> click.Command:
    @command("simulate", help_texts.SIMULATE, language)
    @game_argument(language)
    @click.option(
        "--players",
        type=Count(language, 0, MOST_PLAYERS),
        help=language("How many play (default: as few as the game allows)."),
    )
    @click.option(
        "--games",
        "matches",
        type=Count(language, 1, MOST_MATCHES),
        default=10_000,
        show_default=True,
        help=language("How many matches: 1000, 10k, 1M, 1e6."),
    )
    @match_options(language)
    @click.option(
        "--workers",
        type=Count(language, 1, MOST_WORKERS),
        help=language("How many cores to use (default: all)."),
    )
    @file_option(
        language, "--out", language("Write the result of every match to a .parquet or .csv file.")
    )
    def work(**given: Any) -> Any:
        from .commands.simulate import simulate_command

        return simulate_command(language, **given)

    return work


def arena(language: Language) -> click.Command:
    @command("arena", help_texts.ARENA, language)
    @game_argument(language)
    @click.argument("entrants", nargs=-1, required=True, metavar=language("PLAYER…"))
    @click.option(
        "--games",
        "matches",
        type=Count(language, 1, MOST_ARENA_MATCHES),
        default=200,
        show_default=True,
        help=language("How many matches every two players meet in: 1000, 10k."),
    )
    @click.option(
        "--players",
        type=Count(language, 0, MOST_PLAYERS),
        help=language("How many seats the table has (default: as few as the game allows)."),
    )
    @click.option(
        "--table",
        is_flag=True,
        help=language("Seat everybody at one table, instead of two by two."),
    )
    @match_options(language)
    @click.option(
        "--workers",
        type=Count(language, 1, MOST_WORKERS),
        help=language("How many cores to use (default: all)."),
    )
    @file_option(
        language, "--out", language("Write the result of every match to a .parquet or .csv file.")
    )
    @file_option(language, "--report", language("Write a report with plots to an .html file."))
    @click.option(
        "--state",
        type=click.Path(path_type=Path),
        metavar=language("FOLDER"),
        help=language("Keep what is played so far in FOLDER (default: the user's own)."),
    )
    @click.option(
        "--restart", is_flag=True, help=language("Start over, whatever was played before Ctrl-C.")
    )
    def work(**given: Any) -> Any:
        from .commands.arena import arena_command

        return arena_command(language, **given)

    return work


def solve(language: Language) -> click.Command:
    @command("solve", help_texts.SOLVE, language)
    @game_argument(language)
    @click.argument("position", default="", metavar=f"[{language('POSITION')}]")
    @click.option(
        "-o",
        "--option",
        "options",
        multiple=True,
        metavar=language("NAME=VALUE"),
        help=language("An option of the game, such as first=0. May be repeated."),
    )
    @file_option(
        language, "--edition", language("Play with other components: a .toml or .json file.")
    )
    def work(**given: Any) -> Any:
        from .commands.solve import solve_command

        return solve_command(language, **given)

    return work


def replay(language: Language) -> click.Command:
    @command("replay", help_texts.REPLAY, language)
    @file_argument(language)
    @click.option(
        "--at",
        type=Count(language, 0, MOST_EVENTS),
        help=language("Show only the table as it is after N draws and moves."),
    )
    def work(file: Path, at: int | None) -> Any:
        from .shared.records import replay_command

        return replay_command(language, file, at)

    return work


def show(language: Language) -> click.Command:
    @command("show", help_texts.SHOW, language)
    @file_argument(language)
    def work(file: Path) -> Any:
        from .shared.records import show_command

        return show_command(language, file)

    return work


def verify(language: Language) -> click.Command:
    @command("verify", help_texts.VERIFY, language)
    @file_argument(language)
    def work(file: Path) -> Any:
        from .commands.verify import verify_command

        return verify_command(language, file)

    return work


def review(language: Language) -> click.Command:
    @command("review", help_texts.REVIEW, language)
    @file_argument(language)
    @review_options(language)
    def work(**given: Any) -> Any:
        from .commands.review import review_command

        return review_command(language, **given)

    return work


def dice(language: Language) -> click.Command:
    @command("dice", help_texts.DICE, language)
    @file_argument(language)
    @click.option("--json", "as_json", is_flag=True, help=language("Print the numbers as JSON."))
    def work(file: Path, as_json: bool) -> Any:
        from .commands.dice import dice_command

        return dice_command(language, file, as_json)

    return work


def rules(language: Language) -> click.Command:
    @command("rules", help_texts.RULES, language)
    @game_argument(language)
    @rule_argument(language)
    @click.option("--editions", is_flag=True, help=language(help_texts.EDITIONS))
    def work(game: str, rule: str, editions: bool) -> Any:
        from .commands.games import editions_command, rules_command

        return editions_command(language, game) if editions else rules_command(language, game, rule)

    return work


def edition(language: Language) -> click.Command:
    @command("edition", help_texts.EDITION, language)
    @game_argument(language)
    def work(game: str) -> Any:
        from .commands.games import edition_command

        return edition_command(game)

    return work


def games(language: Language) -> click.Command:
    @command("games", help_texts.GAMES, language)
    def work() -> Any:
        from .commands.games import games_command

        return games_command(language)

    return work
