"""Pages from templates: the house's own, and each game's from its folder."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from jinja2 import (
    BaseLoader,
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    TemplateNotFound,
    pass_context,
)
from jinja2.runtime import Context, Macro
from starlette.requests import Request
from starlette.responses import HTMLResponse

from ...core.errors import UnknownGame
from ...core.game import Game
from ...core.language import Language
from ..catalogue import folder_of
from ..settings import Settings

TEMPLATES = Path(__file__).parents[1] / "templates"
STATIC = Path(__file__).parents[1] / "static"
MOST_KEPT = 4096  # drawings of parts


class GameLoader(BaseLoader):
    """`games/<id>/table.html.jinja` is the file of that name in the game's folder."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Any]:
        room, _, rest = template.partition("/")
        name, _, file = rest.partition("/")
        if room != "games" or "/" in file or file.startswith("."):
            raise TemplateNotFound(template)
        try:
            path = folder_of(name) / file
            text = path.read_text("utf-8")
        except (UnknownGame, OSError):
            raise TemplateNotFound(template) from None
        return text, str(path), None


class DataEnvironment(Environment):
    """Templates are given dictionaries almost always: asked for a name, those have it as a key.

    Jinja would look for an attribute first, and fail, some hundred times for every table drawn.
    """

    def getattr(self, obj: Any, attribute: str) -> Any:
        if type(obj) is dict and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)


MACRO_CACHE: dict[tuple[str | None, ...], str] = {}


@cache
def environment() -> Environment:
    """Templates are read once: they are a part of the program, like its code."""
    made = DataEnvironment(
        loader=ChoiceLoader([FileSystemLoader(TEMPLATES), GameLoader()]),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.globals["asset"] = asset
    made.globals["cached_macro"] = cached_macro
    return made


@pass_context
def cached_macro(context: Context, macro: Macro, *given: Any) -> str:
    """What a macro makes of this, drawn once: of a table little changes from moment to moment.

    The macro may use what it is given and the language, nothing else.
    """
    key = (context.name, macro.name, context["game"].id, context["lang"], repr(given))
    drawing = MACRO_CACHE.get(key)
    if drawing is None:
        if len(MACRO_CACHE) >= MOST_KEPT:
            MACRO_CACHE.clear()
        drawing = MACRO_CACHE[key] = macro(*given)
    return drawing


@cache
def asset(path: str) -> str:
    """A static file's address, which changes with its content: browsers may keep it for ever."""
    import hashlib

    room, _, name = path.lstrip("/").partition("/")
    folder = STATIC if room == "static" else folder_of(name.partition("/")[0])
    file = folder / (name if room == "static" else name.partition("/")[2])
    return f"{path}?v={hashlib.sha256(file.read_bytes()).hexdigest()[:12]}"


def rendered(template: str, settings: Settings, game: Game | None = None, **context: Any) -> str:
    """A template in the device's language, with a game's own words if it speaks of one."""
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

    @classmethod
    def of(cls, request: Request) -> PageRenderer:
        return cls(Settings.of(request), page_path(request))

    def __call__(
        self, template: str, game: Game | None = None, status: int = 200, **context: Any
    ) -> HTMLResponse:
        text = rendered(template, self.settings, game, path=self.path, status=status, **context)
        return HTMLResponse(text, status)


def page_path(request: Request) -> str:
    """The path of the requested page; for a form, of the page that it was on."""
    if request.method in ("GET", "HEAD"):
        return request.url.path
    try:
        return urlsplit(request.headers.get("referer", "")).path or "/"
    except ValueError:  # the header is no URL
        return "/"
