"""A player of the owner's own at a live table: whatever it does, the match goes on."""

from __future__ import annotations

import logging

from ...bots import bot_if_any, make_bot
from ...bots.player import Player, check_legal
from ...core.view import View
from ...table.resignations import STAND_IN

log = logging.getLogger(__name__)


class OwnerBot:
    """Asks the owner's player; where it fails or is gone, a regular makes this one move.

    People at the table cannot mend a player that raises an error, and must not wait for ever.
    """

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._player: Player | None = None  # made on a bot's thread, when it is first asked

    def choose(self, view: View) -> str:
        try:
            if self._player is None and bot_if_any(self._kind) == self._kind:
                self._player = make_bot(self._kind)
            if self._player is not None:
                move = self._player.choose(view)
                check_legal(move, view, self._kind)
                return move
            log.warning("there is no bot %s any more: a regular plays for it", self._kind)
        except Exception:  # whatever somebody's code raises
            log.exception("the bot %s failed: a regular makes its move", self._kind)
        return make_bot(STAND_IN, patient=False).choose(view)
