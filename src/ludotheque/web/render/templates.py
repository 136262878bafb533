"""Pages from Jinja templates."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from jinja2 import Environment, FileSystemLoader
from starlette.requests import Request
from starlette.responses import HTMLResponse

from ...core.game import Game
from ...core.language import Language
from ..catalogue import GAMES, find, folder_of, names
from ..people.profile import Profile
from ..settings import Settings

TEMPLATES = Path(__file__).parents[1] / "templates"
STATIC = Path(__file__).parents[1] / "static"
GAME_FILES = (".css", ".js", ".svg")  # of a game's folder, for browsers
VERSIONED = "/v/"  # and the version of all static files


@cache
def environment() -> Environment:
    """The Jinja environment. Templates are read once, as code is."""
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    from .preloads import modules_for, sheets_for  # which needs this module

    made.globals["asset"] = asset
    made.globals["modules_for"] = modules_for
    made.globals["sheets_for"] = sheets_for
    made.globals["sheet_of"] = sheet_of
    made.globals["script_of"] = script_of
    return made


def asset(path: str) -> str:
    """The URL of a static file, which browsers may cache for ever.

    The version comes before the path, so that whatever a script or a style sheet imports by a
    relative URL has it too.
    """
    return f"{VERSIONED}{static_version()}{path}"


@cache
def static_version() -> str:
    """A hash of all static files, the server's own and those of the games."""
    import hashlib

    folders = [*sorted(GAMES.glob("_*/")), *(find(name).folder for name in names())]
    files = [path for path in sorted(STATIC.rglob("*")) if path.is_file()]
    files += [path for folder in folders for path in sorted(folder.iterdir()) if is_served(path)]
    digest = hashlib.sha256()
    for path in files:
        digest.update(f"{path.parent.name}/{path.name}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def is_served(path: Path) -> bool:
    """Whether a file of a game's folder is for browsers."""
    return path.suffix in GAME_FILES


def file_of(path: str) -> Path:
    """The file that is served below `/static/` or `/games/`, with a version before or without."""
    if path.startswith(VERSIONED):
        path = path.removeprefix(VERSIONED).partition("/")[2]
    top, _, name = path.lstrip("/").partition("/")
    if top == "static":
        return STATIC / name
    folder, _, rest = name.partition("/")
    return folder_of(folder) / rest


@cache
def sheet_of(game: Game) -> str | None:
    """The URL of the style sheet of a game's table: its own, or that of the default table."""
    if (game.folder / "table.css").exists():
        return asset(f"/games/{game.id}/table.css")
    has_script = (game.folder / "table.js").exists()
    return None if has_script else asset("/static/table/default_table.css")


@cache
def script_of(game: Game) -> str:
    """The URL of the module that draws a game's table: its own, or the default one."""
    has_script = (game.folder / "table.js").exists()
    own = f"/games/{game.id}/table.js"
    return asset(own if has_script else "/static/table/default_table.js")


def rendered(template: str, settings: Settings, game: Game | None = None, **context: Any) -> str:
    """A template rendered in the device's language, with a game's own texts if there is one."""
    language = Language.of(settings.lang) if game is None else game.language(settings.lang)
    return (
        environment()
        .get_template(template)
        .render(
            _=language,
            plural=language.plural,
            lang=settings.lang,
            settings=settings,
            game=game,
            **context,
        )
    )


@dataclass(frozen=True)
class PageRenderer:
    """Renders the pages that answer one request."""

    settings: Settings
    path: str  # where a form leads back to, such as the one that changes the language
    profile: Profile

    @classmethod
    def of(cls, request: Request) -> PageRenderer:
        return cls(Settings.of(request), page_path(request), Profile.of(request))

    def __call__(
        self, template: str, game: Game | None = None, status: int = 200, **context: Any
    ) -> HTMLResponse:
        given = {"path": self.path, "profile": self.profile, "status": status}
        return HTMLResponse(rendered(template, self.settings, game, **given, **context), status)


def page_path(request: Request) -> str:
    """The path of the requested page; for a form, of the page that it was on."""
    return request.url.path if request.method in ("GET", "HEAD") else referring_path(request)


def referring_path(request: Request) -> str:
    """The path of the page that a request comes from; the shelf's if that is not known."""
    try:
        return urlsplit(request.headers.get("referer", "")).path or "/"
    except ValueError:  # the header is no URL
        return "/"
