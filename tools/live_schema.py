"""Write docs/live.schema.json: the JSON Schema of all messages of a live match.

`python -m tools.live_schema`, after any change to `web/transport/messages.py` or to frames.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

import msgspec

from ludotheque.web.render.frame import Frame
from ludotheque.web.transport.messages import Answer, Command, News, Received

PATH = Path(__file__).parent.parent / "docs" / "live.schema.json"
SENT = (Frame, Answer, *get_args(News))


def live_schema() -> dict[str, Any]:
    """The schema: `Sent` is whatever the server sends, `Received` what it takes."""
    types = (*SENT, Received, Command)
    refs, parts = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The messages of a live match; docs/LIVE.md explains them.",
        "oneOf": [{"$ref": "#/$defs/Sent"}, {"$ref": "#/$defs/Received"}],
        "$defs": {"Sent": {"oneOf": list(refs[: len(SENT)])}, **parts},
    }


def text() -> str:
    return json.dumps(live_schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    PATH.write_text(text(), "utf-8")
