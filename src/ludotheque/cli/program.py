"""The commands of `ludotheque` and their options. A command's work is imported when asked for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from ..bots import BOTS
from ..core.language import Language
from ..core.version import __version__
from . import manual
from .arguments import (
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
from .manual import manual as page
from .numbers import Count, Seconds
from .sharing import sharing_options

MOST_PLAYERS = 99  # of any game; the game itself says how many it is for
MOST_MATCHES = 10**10
MOST_ARENA_MATCHES = 10**7
MOST_WORKERS = 1024
MOST_EVENTS = 10**9
HIGHEST_PORT = 65_535


class Program(click.Group):
    """The commands, listed in the order in which they are added."""

    house: Language

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Which command is meant; a wrong word is told which ones there are."""
        if args and args[0] not in self.commands and not args[0].startswith("-"):
            ctx.fail(
                self.house(
                    "there is no command {name!r}; the commands are: {known}",
                    name=args[0],
                    known=", ".join(self.commands),
                )
            )
        return super().resolve_command(ctx, args)


def build(house: Language) -> click.Group:
    """The whole command line."""

    @click.group(
        cls=Program,
        invoke_without_command=True,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
        options_metavar=house("[OPTIONS]"),
        subcommand_metavar=house("COMMAND [ARGS]..."),
        help=page(manual.GROUP, house),
    )
    @click.version_option(__version__, message="ludotheque %(version)s")
    @click.pass_context
    def program(context: click.Context) -> Any:
        if context.invoked_subcommand is None:
            return welcome(context)
        return None

    program.house = house
    program.params.append(language_option(house))
    for command in (
        *(serve, play, games, rules, show, replay, review, verify, dice),
        *(simulate, arena, solve, edition),
    ):
        program.add_command(command(house))
    return program


def welcome(context: click.Context) -> Any:
    """Without a command the house opens, as `serve` opens it."""
    program = context.command
    assert isinstance(program, Program)
    return context.invoke(program.commands["serve"])


def command(name: str, text: str, house: Language) -> Callable[[Command], click.Command]:
    """A command with its manual page."""

    def decorate(work: Command) -> click.Command:
        options = house("[OPTIONS]")
        made = click.command(name, help=page(text, house), options_metavar=options)(work)
        made.params.append(language_option(house))
        return made

    return decorate


def serve(house: Language) -> click.Command:
    @command("serve", manual.SERVE, house)
    @click.option(
        "--host",
        default="127.0.0.1",
        show_default=True,
        metavar=house("HOST"),
        help=house("The address to listen on; only this machine reaches the default."),
    )
    @click.option(
        "--port",
        type=Count(house, 0, HIGHEST_PORT),
        default=8080,
        show_default=True,
        help=house("The port to listen on; 0 takes any free one."),
    )
    @click.option(
        "--data",
        type=click.Path(path_type=Path),
        metavar=house("FOLDER"),
        help=house("Keep the matches in FOLDER (default: the user's own)."),
    )
    @click.option(
        "--no-browser",
        "browser",
        flag_value=False,
        default=True,
        help=house("Do not open a browser."),
    )
    @sharing_options(house)
    def work(**given: Any) -> Any:
        from .serve import serve_command

        return serve_command(house, **given)

    return work


def play(house: Language) -> click.Command:
    @command("play", manual.PLAY, house)
    @game_argument(house, required=False)
    @click.option(
        "--seats",
        metavar=house("SEATS"),
        help=house(
            "Who plays, in seat order: me, me:Name or a bot ({bots}), with commas between "
            "(default: you, and as many regulars as it takes).",
            bots=", ".join(BOTS),
        ),
    )
    @match_options(house)
    @click.option(
        "--real-dice",
        is_flag=True,
        help=house("Roll real dice and type in what they show; what is secret is dealt here."),
    )
    @file_option(house, "--record", house("Write the match's record to FILE."))
    @click.option("--resume", is_flag=True, help=house("Take up the match that was put away last."))
    @click.option(
        "--pace",
        type=Seconds(house),
        metavar=house("SECONDS"),
        default=0.8,
        show_default=True,
        help=house("How long a bot takes for a move."),
    )
    @click.pass_context
    def work(context: click.Context, /, **given: Any) -> Any:
        from .play import play_command

        named = {name for name in given if is_given(context, name)}
        return play_command(house, named=named, **given)

    return work


def simulate(house: Language) -> click.Command:
    @command("simulate", manual.SIMULATE, house)
    @game_argument(house)
    @click.option(
        "--players",
        type=Count(house, 0, MOST_PLAYERS),
        help=house("How many play (default: as few as the game allows)."),
    )
    @click.option(
        "--games",
        "matches",
        type=Count(house, 1, MOST_MATCHES),
        default=10_000,
        show_default=True,
        help=house("How many matches: 1000, 10k, 1M, 1e6."),
    )
    @match_options(house)
    @click.option(
        "--workers",
        type=Count(house, 1, MOST_WORKERS),
        help=house("How many cores to use (default: all)."),
    )
    @file_option(
        house, "--out", house("Write the result of every match to a .parquet or .csv file.")
    )
    def work(**given: Any) -> Any:
        from .simulate import simulate_command

        return simulate_command(house, **given)

    return work


def arena(house: Language) -> click.Command:
    @command("arena", manual.ARENA, house)
    @game_argument(house)
    @click.argument("entrants", nargs=-1, required=True, metavar=house("PLAYER…"))
    @click.option(
        "--games",
        "matches",
        type=Count(house, 1, MOST_ARENA_MATCHES),
        default=200,
        show_default=True,
        help=house("How many matches every two players meet in: 1000, 10k."),
    )
    @click.option(
        "--players",
        type=Count(house, 0, MOST_PLAYERS),
        help=house("How many seats the table has (default: as few as the game allows)."),
    )
    @click.option(
        "--table", is_flag=True, help=house("Seat everybody at one table, instead of two by two.")
    )
    @match_options(house)
    @click.option(
        "--workers",
        type=Count(house, 1, MOST_WORKERS),
        help=house("How many cores to use (default: all)."),
    )
    @file_option(
        house, "--out", house("Write the result of every match to a .parquet or .csv file.")
    )
    @file_option(house, "--report", house("Write a report with plots to an .html file."))
    @click.option(
        "--state",
        type=click.Path(path_type=Path),
        metavar=house("FOLDER"),
        help=house("Keep what is played so far in FOLDER (default: the user's own)."),
    )
    @click.option(
        "--restart", is_flag=True, help=house("Start over, whatever was played before Ctrl-C.")
    )
    def work(**given: Any) -> Any:
        from .arena import arena_command

        return arena_command(house, **given)

    return work


def solve(house: Language) -> click.Command:
    @command("solve", manual.SOLVE, house)
    @game_argument(house)
    @click.argument("position", default="", metavar=f"[{house('POSITION')}]")
    @click.option(
        "-o",
        "--option",
        "options",
        multiple=True,
        metavar=house("NAME=VALUE"),
        help=house("An option of the game, such as first=0. May be repeated."),
    )
    @file_option(house, "--edition", house("Play with other components: a .toml or .json file."))
    def work(**given: Any) -> Any:
        from .solve import solve_command

        return solve_command(house, **given)

    return work


def replay(house: Language) -> click.Command:
    @command("replay", manual.REPLAY, house)
    @file_argument(house)
    @click.option(
        "--at",
        type=Count(house, 0, MOST_EVENTS),
        help=house("Show only the table as it is after N draws and moves."),
    )
    def work(file: Path, at: int | None) -> Any:
        from .records import replay_command

        return replay_command(house, file, at)

    return work


def show(house: Language) -> click.Command:
    @command("show", manual.SHOW, house)
    @file_argument(house)
    def work(file: Path) -> Any:
        from .records import show_command

        return show_command(house, file)

    return work


def verify(house: Language) -> click.Command:
    @command("verify", manual.VERIFY, house)
    @file_argument(house)
    def work(file: Path) -> Any:
        from .verify import verify_command

        return verify_command(house, file)

    return work


def review(house: Language) -> click.Command:
    @command("review", manual.REVIEW, house)
    @file_argument(house)
    @review_options(house)
    def work(**given: Any) -> Any:
        from .review import review_command

        return review_command(house, **given)

    return work


def dice(house: Language) -> click.Command:
    @command("dice", manual.DICE, house)
    @file_argument(house)
    @click.option("--json", "as_json", is_flag=True, help=house("Print the numbers as JSON."))
    def work(file: Path, as_json: bool) -> Any:
        from .statistics import dice_command

        return dice_command(house, file, as_json)

    return work


def rules(house: Language) -> click.Command:
    @command("rules", manual.RULES, house)
    @game_argument(house)
    @rule_argument(house)
    @click.option("--editions", is_flag=True, help=house(manual.EDITIONS))
    def work(game: str, rule: str, editions: bool) -> Any:
        from .shelf import editions_command, rules_command

        return editions_command(house, game) if editions else rules_command(house, game, rule)

    return work


def edition(house: Language) -> click.Command:
    @command("edition", manual.EDITION, house)
    @game_argument(house)
    def work(game: str) -> Any:
        from .shelf import edition_command

        return edition_command(game)

    return work


def games(house: Language) -> click.Command:
    @command("games", manual.GAMES, house)
    def work() -> Any:
        from .shelf import games_command

        return games_command(house)

    return work
