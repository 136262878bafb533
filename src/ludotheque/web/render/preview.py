"""What a move would do, for the player whose turn it is."""

from __future__ import annotations

from typing import Any

from starlette.exceptions import HTTPException

from ...core.language import Language
from ..access.viewer import Viewer, seat_to_move
from ..catalogue import is_drawn
from ..live.match import LiveMatch
from .fragment import choice_at
from .frame import preview_at


def preview_for(
    live: LiveMatch, viewer: Viewer, version: int, move: str, language: Language
) -> dict[str, Any]:
    """A preview of one legal move, for a page that does not hold them all.

    IllegalMove for any other text; 409 where the viewer has no move to make at this version.
    """
    if seat_to_move(live, viewer, version) is None:
        raise HTTPException(409)
    preview = preview_at if is_drawn(live.game) else choice_at
    return preview(live, live.steps[-1], move, language)
