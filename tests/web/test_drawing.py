"""Parts of a table that are drawn once look as if they had been drawn anew every time."""

import random
from pathlib import Path
from typing import Any

import pytest

from ludotheque.web import rendering
from ludotheque.web.eyes import Eyes
from ludotheque.web.fragment import table_html
from ludotheque.web.live import LiveMatch
from ludotheque.web.rendering import KEPT, Settings, environment

from .in_process import at_a_table, go_on

COMMANDS = 24
TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("coursededes", 2, {"objectives": "variable"}),
    ("dicerun", 4, {}),
    ("levelx", 3, {"first": 0}),
    ("masterdes", 2, {"level": "expert"}),
    ("masterdes", 2, {}),
    ("trotteurs", 6, {"rounds": 9}),
]


def drawings(live: LiveMatch) -> list[str]:
    """The last moment, as everybody sees it in either language."""
    every = [Eyes(seat, frozenset({seat})) for seat in live.people]
    every.append(Eyes("public", frozenset()))
    return [
        table_html(live, live.moments[-1], Settings(lang, "normal"), eyes)
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
    KEPT.clear()

    async def play(live: LiveMatch) -> None:
        chance, anew = random.Random(name), environment().overlay()
        anew.globals = {**anew.globals, "kept": lambda macro, *given: macro(*given)}
        anew.cache = {}
        for _ in range(COMMANDS):
            if live.match.waits_for.what == "end":
                break
            await go_on(live, chance)
            kept = drawings(live)
            with monkeypatch.context() as patch:
                patch.setattr(rendering, "environment", lambda: anew)
                assert drawings(live) == kept
        assert KEPT

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
    monkeypatch.setattr(rendering, "MOST_KEPT", 5)
    KEPT.clear()

    async def play(live: LiveMatch) -> None:
        drawings(live)
        assert 0 < len(KEPT) <= 5

    at_a_table(tmp_path, "levelx", ["Ada", "Blaise"], play, first=0)
