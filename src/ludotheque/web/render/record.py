"""A match's record as a file to download."""

from __future__ import annotations

from dataclasses import replace

from starlette.responses import PlainTextResponse, Response

from ...core.errors import BadCommand
from ..live.match import LiveMatch
from ..live.reaction_match import ReactionMatch


def record_response(live: LiveMatch) -> Response:
    """The record as JSON lines; BadCommand while it would give a secret away."""
    has_secrets = live.game.secrets or isinstance(live, ReactionMatch)
    if has_secrets and live.timeline.result is None:
        raise BadCommand(
            "secret", live.version, "the record holds every secret: it is for after the match"
        )
    record = replace(live.record, events=live.timeline.events, result=live.timeline.result)
    if live.fairness is not None:
        proof = live.fairness.header(finished=record.result is not None)
        record.more = {**record.more, "fairness": proof}
    name = f"{live.game.id}-{live.id}.jsonl"
    return PlainTextResponse(
        record.text(),
        media_type="application/jsonl",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )
