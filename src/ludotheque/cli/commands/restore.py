"""`ludotheque restore`: a backup put in the place of all matches."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ...core.language import Language
from ...store.backup import restore
from ...store.folder import default_folder
from ..matches.postgres import refuse_postgres
from ..shared.console import make_console
from ..shared.options import data_option, database_option, file_argument, translated_command


def command(language: Language) -> click.Command:
    @translated_command("restore", language)
    @file_argument(language)
    @data_option(language)
    @database_option(language)
    def restore_backup(file: Path, data: Path | None, database: str | None) -> Any:
        refuse_postgres(database)
        folder = data or default_folder()
        restored = restore(folder, file)
        console = make_console()
        sentence = language(
            "Restored into {folder}: {matches} matches.",
            folder=str(folder),
            matches=restored.matches,
        )
        console.print(sentence, markup=False, soft_wrap=True)
        if restored.kept is not None:
            sentence = language("What was there before is kept in {path}.", path=str(restored.kept))
            console.print(sentence, markup=False, soft_wrap=True)

    return restore_backup
