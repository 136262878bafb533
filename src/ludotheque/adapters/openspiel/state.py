"""A state of pyspiel around one of ours."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pyspiel

from .recall import Recall

if TYPE_CHECKING:
    from .game import SpielGame


class SpielState(pyspiel.State):
    """The methods that OpenSpiel asks of a Python game's states.

    OpenSpiel clones a state by making a new one and copying its attributes, and serialises it by
    pickling them; both are cheap for ours. `position` is the state of `ludotheque`.
    """

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.position = game.setting.start()
        self.actions_taken = 0  # by players
        self.recall = Recall.of(self.position) if game.setting.game.secrets else None

    def current_player(self) -> Any:
        if self.is_terminal():
            return pyspiel.PlayerId.TERMINAL
        seat = self.position.seat
        return pyspiel.PlayerId.CHANCE if seat is None else seat

    def is_terminal(self) -> bool:
        return self.position.awaits == "end" or self.is_cut_off()

    def is_cut_off(self) -> bool:
        """Whether the match has come to the parameter `max_game_length` before its end."""
        return self.actions_taken >= self.get_game().max_actions and self.position.awaits != "end"

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        size = self.position.draw_size or 0
        return [(outcome, 1.0 / size) for outcome in range(size)]

    def _apply_action(self, action: int) -> None:
        seat = self.position.seat
        if seat is None:
            self.position.draw(int(action))
        else:
            self.position.play_action(action)
            self.actions_taken += 1
        if self.recall is not None:
            self.recall = self.recall.after(self.position, seat, int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"draw {action}"
        return self.position.game.actions[action] or "end of move"

    def returns(self) -> list[float]:
        """Zeros until the end. A match that was cut off is a draw."""
        return self.position.returns or [0.0] * self.position.players

    def information_state_text(self, player: int) -> str:
        """All that the player has seen and done: in an open game, all that has happened."""
        if self.recall is None:
            return f"{player} {self.history_str()}"
        return f"{player} {self.recall.digest(player).hex()}"

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A state that the player cannot tell from this one, by the game's determinization.

        Its history in OpenSpiel is empty, since it was not played. The player's information state
        is kept; the others' begin with what they know of the sampled position. What another seat
        has chosen of a move that is not complete is unknown to the player, and not kept.
        """
        if self.recall is None:
            clone: SpielState = self.clone()
            return clone
        position, rng = self.position, random.Random(int(sampler() * 2**53))
        sampled = position.game.resample(position.view(player), rng)
        if position.seat == player:
            for action in position.chosen_actions:
                sampled.play_action(action)
        state: SpielState = self.get_game().new_initial_state()
        state.position, state.actions_taken = sampled, self.actions_taken
        state.recall = Recall.of(sampled).with_history_of(self.recall, player)
        return state

    def __reduce__(self) -> tuple[Any, ...]:
        return (deserialized, (self.get_game(), self.serialize()))

    def __str__(self) -> str:
        """The position as JSON, on one line."""
        position = self.position
        seen = {
            "awaits": position.awaits,
            "seat": position.seat,
            "draw_size": position.draw_size,
            "chosen": position.chosen_actions,
            **position.snapshot(),
        }
        return json.dumps(seen, ensure_ascii=False, separators=(",", ":"))


def deserialized(game: SpielGame, text: str) -> SpielState:
    """The state that OpenSpiel serialised: how a state is unpickled."""
    state: SpielState = game.deserialize_state(text)
    return state
