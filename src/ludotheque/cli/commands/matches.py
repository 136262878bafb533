"""`ludotheque matches`: the matches of a server: listed, exported, imported, deleted."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from rich.text import Text

from ...core.errors import BadOption
from ...core.language import Language
from ...store.folder import default_folder
from ...store.reader import read_store
from ...store.selection import STATES, Selection, state_of
from ...store.stored import MatchSummary
from .. import help_texts
from ..matches.archive import Exporter, import_records
from ..matches.deletion import delete_matches
from ..shared.console import make_console
from ..shared.group import CommandGroup
from ..shared.options import (
    data_option,
    database_option,
    json_option,
    language_option,
    path_type,
    stacked,
)
from ..shared.parameter_types import Count, GameName
from ..shared.tables import number_table, print_uncut

MOST_DAYS = 36_500

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def command(language: Language) -> click.Command:
    group = CommandGroup(
        "matches",
        language=language,
        help=help_texts.help_text(help_texts.COMMANDS["matches"], language),
        options_metavar=language("[OPTIONS]"),
        subcommand_metavar=language("COMMAND [ARGS]..."),
        params=[language_option(language)],
        invoke_without_command=True,
        callback=list_by_default,
    )
    for make in (list_command, export_command, import_command, delete_command):
        made = make(language)
        made.params.append(language_option(language))
        made.options_metavar = language("[OPTIONS]")
        group.add_command(made)
    return group


@click.pass_context
def list_by_default(context: click.Context) -> Any:
    """Without a command of its own, `ludotheque matches` lists them."""
    if context.invoked_subcommand is None:
        assert isinstance(context.command, click.Group)
        return context.invoke(context.command.commands["list"])
    return None


def filters(language: Language) -> Decorator:
    """`--game`, `--state` and `--older`."""
    return stacked(
        click.option("--game", type=GameName(language), help=language("Only of this game.")),
        click.option(
            "--state",
            type=click.Choice(STATES),
            help=language("Only those that wait for players, are being played, or are over."),
        ),
        click.option(
            "--older",
            type=Count(language, 0, MOST_DAYS),
            metavar=language("DAYS"),
            help=language("Only those whose last move was so many days ago, or earlier."),
        ),
    )


def list_command(language: Language) -> click.Command:
    @click.command("list", help=language("List the matches, the newest first."))
    @filters(language)
    @json_option(language)
    @data_option(language)
    @database_option(language)
    def list_matches(data: Path | None, database: str | None, as_json: bool, **chosen: Any) -> Any:
        with read_store(data or default_folder(), database) as store:
            found = list(Selection(**chosen).of(store))
        if as_json:
            click.echo(json.dumps([as_data(match) for match in found], ensure_ascii=False))
            return
        show_table(found, language)

    return list_matches


def as_data(match: MatchSummary) -> dict[str, Any]:
    return {
        "id": match.id,
        "game": match.game,
        "names": match.names,
        "state": state_of(match),
        "created": match.created.isoformat(timespec="seconds"),
        "updated": match.updated.isoformat(timespec="seconds"),
        "events": match.version,
    }


def show_table(found: list[MatchSummary], language: Language) -> None:
    names = {
        "lobby": language("waits for players"),
        "playing": language("being played"),
        "finished": language("over"),
    }
    title = language("Matches: {count}", count=len(found))
    headings = [language("Match"), language("Game"), language("Players"), language("State")]
    table = number_table(title, [*headings, language("Last move")], [language("Events")])
    for match in found:
        when = match.updated.astimezone().strftime("%Y-%m-%d %H:%M")
        players = ", ".join(map(str, match.names))
        row = (match.id, match.game, players, names[state_of(match)], when, str(match.version))
        table.add_row(*map(Text, row))
    print_uncut(make_console(), table)


def export_command(language: Language) -> click.Command:
    @click.command(
        "export",
        help=help_texts.help_text(help_texts.MATCHES_EXPORT, language),
        short_help=language("Write their records to files."),
    )
    @click.argument("target", type=path_type(), metavar=language("TARGET"))
    @filters(language)
    @data_option(language)
    @database_option(language)
    def export_matches(target: Path, data: Path | None, database: str | None, **chosen: Any) -> Any:
        with read_store(data or default_folder(), database) as store:
            exporter = Exporter(store, target)
            exporter.export(Selection(**chosen).of(store))
        console = make_console()
        console.print(
            language("Exported to {path}: {count}.", path=str(target), count=exporter.written),
            markup=False,
            soft_wrap=True,
        )
        if exporter.secret:
            sentence = language(
                "Left out: {count} that are not over and hold secrets. Export them when they are "
                "over; a backup holds everything.",
                count=exporter.secret,
            )
            console.print(sentence, markup=False, soft_wrap=True)
        errors = make_console(stderr=True, soft_wrap=True)
        for match_id, problem in exporter.damaged:
            sentence = language(
                "Not exported: {match} ({problem})", match=match_id, problem=problem
            )
            errors.print(sentence, markup=False)
        return 1 if exporter.damaged else 0

    return export_matches


def import_command(language: Language) -> click.Command:
    @click.command(
        "import",
        help=help_texts.help_text(help_texts.MATCHES_IMPORT, language),
        short_help=language("Import records."),
    )
    @click.argument(
        "sources", nargs=-1, required=True, type=path_type(), metavar=language("SOURCES...")
    )
    @data_option(language)
    @database_option(language)
    def import_matches(sources: tuple[Path, ...], data: Path | None, database: str | None) -> Any:
        imported = import_records(data or default_folder(), sources, language, database)
        make_console().print(
            language(
                "Imported: {count}. There already: {known}.",
                count=imported.count,
                known=imported.known,
            ),
            soft_wrap=True,
        )
        errors = make_console(stderr=True, soft_wrap=True)
        for name, problem in imported.refused:
            sentence = language("Not imported: {name} ({problem})", name=name, problem=problem)
            errors.print(sentence, markup=False)
        return 1 if imported.refused else 0

    return import_matches


def delete_command(language: Language) -> click.Command:
    @click.command(
        "delete",
        # A match may be named -x7…, which is no option.
        context_settings={"ignore_unknown_options": True},
        help=help_texts.help_text(help_texts.MATCHES_DELETE, language),
        short_help=language("Delete them for good."),
    )
    @click.argument("ids", nargs=-1, metavar=language("[MATCHES]..."))
    @filters(language)
    @click.option("--all", "everything", is_flag=True, help=language("All of them."))
    @click.option("--yes", is_flag=True, help=language("Do not ask."))
    @data_option(language)
    @database_option(language)
    def delete(
        ids: tuple[str, ...],
        data: Path | None,
        database: str | None,
        everything: bool,
        yes: bool,
        **chosen: Any,
    ) -> Any:
        selection = Selection(**chosen, ids=frozenset(ids))
        if selection.is_everything != everything:
            raise BadOption(
                "say which matches: their names, --game, --state or --older; or --all, alone"
            )
        folder = data or default_folder()
        with read_store(folder, database) as store:
            found = list(selection.of(store))
        if not found:
            raise BadOption("there is no such match")
        if not yes:
            show_table(found, language)
            question = language("Delete these {count} matches for good?", count=len(found))
            if not click.confirm(question):
                return
        count = delete_matches(folder, [match.id for match in found], database)
        make_console().print(language("Deleted: {count}.", count=count))

    return delete
