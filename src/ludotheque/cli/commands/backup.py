"""`ludotheque backup`: a copy of all matches, which may be taken while a server runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ...core.language import Language
from ...store.backup import back_up
from ...store.folder import default_folder
from ..matches.postgres import refuse_postgres
from ..shared.console import make_console
from ..shared.options import data_option, database_option, path_type, translated_command
from ..shared.paths import check_writable


def command(language: Language) -> click.Command:
    @translated_command("backup", language)
    @click.argument("file", type=path_type(), required=False, metavar=f"[{language('FILE')}]")
    @data_option(language)
    @database_option(language)
    def backup(file: Path | None, data: Path | None, database: str | None) -> Any:
        refuse_postgres(database)
        if file is not None:
            check_writable(file)
        written = back_up(data or default_folder(), file)
        sentence = language(
            "All matches are in {path} ({size} kB). To put them back: ludotheque restore {path}",
            path=str(written),
            size=-(-written.stat().st_size // 1000),
        )
        make_console().print(sentence, markup=False, soft_wrap=True)

    return backup
