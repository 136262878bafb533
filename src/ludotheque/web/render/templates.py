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
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse

from ...core.errors import UnknownGame
from ...core.game import Game
from ...core.language import HOUSE, LANGUAGES, Language
from ..catalogue import folder_of
from ..live import PAUSES

TEMPLATES = Path(__file__).parents[1] / "templates"
STATIC = Path(__file__).parents[1] / "static"
MOST_KEPT = 4096  # drawings of parts


@dataclass(frozen=True)
class Settings:
    """What this device has chosen, from its cookies."""

    lang: str
    pace: str

    @classmethod
    def of(cls, request: Request) -> Settings:
        lang, pace = request.cookies.get("lang", ""), request.cookies.get("pace", "")
        return cls(
            lang if lang in LANGUAGES else spoken(request.headers.get("accept-language", "")),
            pace if pace in PAUSES else "normal",
        )


def spoken(accepted: str) -> str:
    """The first of our languages that the browser asks for; French if it names none of them."""
    for wanted in accepted[:500].split(","):
        code = wanted.partition(";")[0].strip()[:2].lower()
        if code in LANGUAGES:
            return code
    return "fr"


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
    words = Language.of(settings.lang, HOUSE) if game is None else game.language(settings.lang)
    return (
        environment()
        .get_template(template)
        .render(
            _=words,
            plural=words.plural,
            lang=settings.lang,
            settings=settings,
            game=game,
            **context,
        )
    )


def page(
    request: Request,
    template: str,
    game: Game | None = None,
    status: int = 200,
    **context: Any,
) -> HTMLResponse:
    settings = Settings.of(request)
    text = rendered(template, settings, game, path=place_of(request), status=status, **context)
    return HTMLResponse(text, status)


def place_of(request: Request) -> str:
    """Where one comes back to: this very page, or the one whose form was sent."""
    if request.method in ("GET", "HEAD"):
        return request.url.path
    try:
        return urlsplit(request.headers.get("referer", "")).path or "/"
    except ValueError:  # whatever it is, it is no address
        return "/"


def inline(path: Path) -> Markup:
    """A drawing of ours, to stand in a page as it is."""
    return Markup(path.read_text("utf-8"))
