"""Write docs/schemas/<game>.json: the JSON Schema of every game's snapshots.

`python -m tools.snapshot_schemas`, after any change to a game's `schema.py`.
"""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any, get_type_hints, is_typeddict

import msgspec

import ludotheque

FOLDER = Path(__file__).parent.parent / "docs" / "schemas"


def snapshot_schema(name: str) -> dict[str, Any]:
    """The schema of one game's snapshots, whole or for a seat or a spectator."""
    game = ludotheque.game(name)
    shapes = import_module(f"{game.package}.schema")
    (root,), parts = msgspec.json.schema_components(
        [shapes.Snapshot], ref_template="#/$defs/{name}"
    )
    for shape in filter(is_typeddict, vars(shapes).values()):
        describe(parts[shape.__name__], shape)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A snapshot of {game.title}",
        **root,
        "$defs": parts,
    }


def describe(part: dict[str, Any], shape: type) -> None:
    """Add what `Annotated` says of each property, and allow no others."""
    part["additionalProperties"] = False
    for name, hint in get_type_hints(shape, include_extras=True).items():
        for text in getattr(hint, "__metadata__", ()):
            part["properties"][name]["description"] = text


def text(name: str) -> str:
    return json.dumps(snapshot_schema(name), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in ludotheque.games():
        (FOLDER / f"{name}.json").write_text(text(name), "utf-8")
