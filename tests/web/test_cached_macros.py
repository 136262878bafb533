"""Cached macros: tables rendered with the cache are the same as tables rendered without it."""

import random
from pathlib import Path
from typing import Any

import pytest

from ludotheque.web.access.viewer import Viewer
from ludotheque.web.live.match import LiveMatch
from ludotheque.web.render import templates
from ludotheque.web.render.fragment import table_html
from ludotheque.web.render.templates import MACRO_CACHE, environment
from ludotheque.web.settings import Settings

from .in_process import at_a_table, go_on

COMMANDS = 24
TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("levelx", 3, {"first": 0}),
]


def drawings(live: LiveMatch) -> list[str]:
    """The last moment, as everybody sees it in either language."""
    every = [Viewer(seat, frozenset({seat})) for seat in live.people]
    every.append(Viewer("public", frozenset()))
    return [
        table_html(live, live.steps[-1], Settings(lang, "normal"), eyes)
        for lang in ("fr", "en")
        for eyes in every
    ]


@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_what_was_kept_is_what_would_be_drawn(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    players: int,
    options: dict[str, Any],
) -> None:
    MACRO_CACHE.clear()

    async def play(live: LiveMatch) -> None:
        chance, anew = random.Random(name), environment().overlay()
        anew.globals = {**anew.globals, "cached_macro": lambda macro, *given: macro(*given)}
        anew.cache = {}
        for _ in range(COMMANDS):
            if live.match.waits_for.what == "end":
                break
            await go_on(live, chance)
            kept = drawings(live)
            with monkeypatch.context() as patch:
                patch.setattr(templates, "environment", lambda: anew)
                assert drawings(live) == kept
        assert MACRO_CACHE

    people = ["Ada", "Blaise", "Cléo", "Dorothée", "Émile", "Fatou"][:players]
    at_a_table(tmp_path, name, people, play, **options)


def test_tables_of_other_people_are_not_mixed_up(tmp_path: Path) -> None:
    async def play(live: LiveMatch) -> None:
        for html in drawings(live):
            assert all(name in html for name in live.names)
            others = {"Ada", "Blaise", "Zoé", "Yann"} - set(live.names)
            assert not any(name in html for name in others)

    for names in (["Ada", "Blaise"], ["Zoé", "Yann"], ["Ada", "Blaise"]):
        at_a_table(tmp_path, "levelx", names, play, first=0)


def test_so_many_drawings_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(templates, "MOST_CACHED", 5)
    MACRO_CACHE.clear()

    async def play(live: LiveMatch) -> None:
        drawings(live)
        assert 0 < len(MACRO_CACHE) <= 5

    at_a_table(tmp_path, "levelx", ["Ada", "Blaise"], play, first=0)
