"""What a move would do, for the player whose turn it is: previews, and a bot's hints."""

from __future__ import annotations

from typing import Any

from starlette.exceptions import HTTPException

from ...bots.search_player import RankedMove
from ...core.language import Language
from ...core.state import State
from ...table.timeline import Step, reveals_secret
from ..access.viewer import Viewer, seat_to_move
from ..live.match import LiveMatch
from .view import position_of

Data = dict[str, Any]


def preview_for(
    live: LiveMatch, viewer: Viewer, version: int, move: str, language: Language
) -> Data:
    """A preview of one legal move.

    IllegalMove for any other text; 409 where the viewer has no move to make at this version.
    """
    if seat_to_move(live, viewer, version) is None:
        raise HTTPException(409)
    return preview_at(live, live.steps[-1], move, language)


def preview_at(live: LiveMatch, step: Step, move: str, language: Language) -> Data:
    """What one legal move would do, as its seat would see it; IllegalMove for any other text."""
    after = step.state.copy()
    after.play(move)
    return preview_of(live, step.state, after, move, language)


def preview_of(live: LiveMatch, state: State, after: State, move: str, language: Language) -> Data:
    """A move, and the position after it unless the move itself would reveal what others hold."""
    said = live.game.browser.preview(state, after, move, live.names, language.marking_dice)
    if reveals_secret(state, after):
        return {"move": move, **said}
    position = position_of(after, state.seat)
    return {"move": move, **said, "snapshot": position.snapshot, "details": position.details}


def previews_at(live: LiveMatch, step: Step, language: Language) -> list[Data]:
    """Legal moves with what they would do: what somebody reads who opens the list of moves."""
    is_listed = live.game.browser.is_listed
    return [
        preview_at(live, step, move, language) for move in step.state.moves() if is_listed(move)
    ]


def hint_of(live: LiveMatch, step: Step, ranked_move: RankedMove, language: Language) -> Data:
    """A move that a bot suggests: its text, what it would do, and its win probability.

    Its preview comes with it, so that the page can draw the move without asking again.
    """
    preview = preview_at(live, step, ranked_move.move, language)
    said = f"{preview['label']} — {preview['say'].removesuffix('.')}"
    chance = round(100 * ranked_move.chance)
    return {"move": ranked_move.move, "chance": chance, "say": said, "preview": preview}
