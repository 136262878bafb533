"""Bring the message catalogues up to date: extract, merge, compile.

    python -m tools.messages          rewrite the .po files (new messages empty) and the .mo files,
                                      and set the spaces of the French pages (*.fr.md)
    python -m tools.messages --check  say what is missing or stale, change nothing, exit 1

The program's catalogue (`src/ludotheque/messages`) has the messages of every package except the
games', and those of Click that a user can meet; each game's folder has its own. Whoever translates
need not mind the spaces of French: no-break ones are set here, and the compiled catalogues have
narrow ones before ; : ! ?
"""

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from ludotheque.core.typography import NO_BREAK_SPACE, THIN_SPACE, french_spaces

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "ludotheque"
LANGUAGE = "fr"

SOURCES = [("**.py", "python"), ("**.jinja", "jinja2")]

Message = str | tuple[str, str]  # a singular, or a singular and a plural

#: The arguments of our functions that are messages, as Babel's `keywords`.
KEYWORDS = {
    "_": None,
    "N_": None,
    "language": None,
    "words": None,
    "plural": (1, 2),
    "forms": (1, 2),
    "LudothequeError": None,
    "BadGame": None,
    "BadOption": None,
    "BadEdition": None,
    "BadDraw": None,
    "BadPlayer": None,
    "BadRecord": (2,),
    "BadCommand": (3,),
    "IllegalMove": (3,),
    "_refusal": (2,),
    "StoreConflict": (2,),
    "BadBackup": (2,),
    "TooBusy": None,
    "__init__": None,
}

#: Click's own sentences that a user of the command can meet, in its versions since 8.1.
CLICK: tuple[Message, ...] = (
    "Usage:",
    "Options",
    "Commands",
    "Error: {message}",
    "Show this message and exit.",
    "Show the version and exit.",
    "Try '{command} {option}' for help.",
    "Missing argument",
    "Option {name!r} does not take a value.",
    ("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    ("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    ("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
    "Invalid value: {message}",
    "Invalid value for {param_hint}: {message}",
    "default: {default}",
)

HEADER = """\
# The French words of ludotheque. Written by `python -m tools.messages` from the sources;
# only the translations are edited here."""


#: Code in a page: a block, or some words of a sentence.
CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.DOTALL | re.MULTILINE)
PLACEHOLDER = "\ue000"  # for private use: no page has it


class MessageCatalog(Catalog):
    """A catalogue with a minimal header: what gettext needs, and no dates."""

    def _get_mime_headers(self) -> list[tuple[str, str]]:
        return [
            ("Language", LANGUAGE),
            ("Plural-Forms", self.plural_forms),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit\n"),
        ]

    mime_headers = property(_get_mime_headers)


def catalogue_folders() -> dict[Path, list[Path]]:
    """Each catalogue's folder, with the source folders that its messages come from."""
    games = [path.parent for path in sorted(PACKAGE.glob("games/[!_]*/__init__.py"))]
    rooms = [path for path in sorted(PACKAGE.iterdir()) if path.is_dir() and path.name != "games"]
    rooms += sorted(PACKAGE.glob("games/_*/"))  # code shared by games uses the program's catalogue
    folders = {PACKAGE / "messages": rooms}
    return folders | {game / "messages": [game] for game in games}


def found_messages(folders: list[Path]) -> Iterator[Message]:
    for folder in folders:
        for extracted in extract_from_dir(folder, method_map=SOURCES, keywords=KEYWORDS):
            message = extracted[2]
            if message:
                yield message if isinstance(message, str) else (message[0], message[1])


def wanted(target: Path, sources: list[Path]) -> Catalog:
    """A catalogue with every message of the sources, and no translations."""
    catalog = MessageCatalog(locale=LANGUAGE, header_comment=HEADER, fuzzy=False)
    if target == PACKAGE / "messages":
        for text in CLICK:
            catalog.add(text)
    for message in found_messages(sources):
        catalog.add(message)
    return catalog


def kept(target: Path) -> Catalog:
    path = po_path(target)
    if not path.exists():
        return Catalog(locale=LANGUAGE)
    with path.open("rb") as file:
        return read_po(file, locale=LANGUAGE)


def po_path(target: Path) -> Path:
    return target / LANGUAGE / "LC_MESSAGES" / "messages.po"


def merged(target: Path, sources: list[Path]) -> Catalog:
    """The messages of the sources, with the translations of the existing catalogue."""
    catalog, old = wanted(target, sources), kept(target)
    for message in catalog:
        if message.id and (known := old.get(message.id)) is not None:
            message.string = with_spaces(known.string, typed_spaces)
    return catalog


def po_bytes(catalog: Catalog) -> bytes:
    buffer = BytesIO()
    write_po(buffer, catalog, sort_output=True, no_location=True, width=100)
    return buffer.getvalue()


def mo_bytes(catalog: Catalog) -> bytes:
    """The compiled catalogue, with French spaces."""
    spaced, buffer = MessageCatalog(locale=LANGUAGE, fuzzy=False), BytesIO()
    for message in catalog:
        if message.id:  # the header is its own
            spaced.add(message.id, with_spaces(message.string, french_spaces))
    write_mo(buffer, spaced)
    return buffer.getvalue()


def with_spaces(
    text: str | Sequence[str] | None, spaced: Callable[[str], str]
) -> str | tuple[str, ...]:
    """A translation, or all its forms, with the spaces that a function sets."""
    if text is not None and not isinstance(text, str):
        return tuple(spaced(form or "") for form in text)
    return spaced(text or "")


def typed_spaces(text: str) -> str:
    """A French text with no-break spaces as they are typed: full ones, which an editor shows."""
    return re.sub(f"{THIN_SPACE}(?=[;:!?])", NO_BREAK_SPACE, french_spaces(text))


def french_pages() -> list[Path]:
    """Every page that is written in French."""
    return [*sorted(PACKAGE.rglob("*.fr.md")), *sorted(ROOT.glob("docs/*.fr.md"))]


def page_text(path: Path) -> str:
    """A French page with its spaces; code stays as it is typed."""
    text = path.read_text("utf-8")
    codes: list[str] = []

    def put_aside(code: re.Match[str]) -> str:
        codes.append(code[0])
        return PLACEHOLDER

    spaced = french_spaces(CODE.sub(put_aside, text))
    return re.sub(PLACEHOLDER, lambda _: codes.pop(0), spaced)


def problems(target: Path, catalog: Catalog) -> Iterator[str]:
    name = target.relative_to(ROOT)
    for message in catalog:
        parts = message.string if isinstance(message.string, tuple) else (message.string,)
        if message.id and not all(parts):
            yield f"{name}: not translated: {message.id!r}"
    path = po_path(target)
    if not path.exists() or path.read_bytes() != po_bytes(catalog):
        yield f"{name}: messages.po is not what the sources say; run: make messages"
    compiled = path.with_suffix(".mo")
    if not compiled.exists() or compiled.read_bytes() != mo_bytes(catalog):
        yield f"{name}: messages.mo is stale; run: make messages"


def main(arguments: list[str]) -> int:
    found: list[str] = []
    for target, sources in catalogue_folders().items():
        catalog = merged(target, sources)
        if "--check" not in arguments:
            path = po_path(target)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(po_bytes(catalog))
            path.with_suffix(".mo").write_bytes(mo_bytes(catalog))
        found += problems(target, catalog)
    for page in french_pages():
        if page.read_text("utf-8") == page_text(page):
            continue
        if "--check" in arguments:
            found.append(f"{page.relative_to(ROOT)}: lacks French spaces; run: make messages")
        else:
            page.write_text(page_text(page), "utf-8")
    print("\n".join(found) or "every message is translated")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
