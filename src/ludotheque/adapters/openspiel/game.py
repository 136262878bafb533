"""A game of pyspiel: what OpenSpiel wants to know of a game before it is played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pyspiel

from ...core.errors import BadOption
from ...core.game import Game
from .observer import InformationStateObserver, PositionObserver
from .parameters import defaults, setting
from .state import SpielState

#: For a game that does not say how many outcomes its draws have at most.
MANY_OUTCOMES = 1 << 16


def game_type(game: Game) -> Any:
    kinds = pyspiel.GameType
    return kinds(
        short_name=f"ludotheque_{game.id}",
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            kinds.Information.IMPERFECT_INFORMATION
            if game.secrets
            else kinds.Information.PERFECT_INFORMATION
        ),
        utility=kinds.Utility.ZERO_SUM if game.players[0] > 1 else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,  # histories have no greatest length
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=defaults(game),
    )


class SpielGame(pyspiel.Game):
    """One of our games in one setting."""

    def __init__(self, game: Game, params: Mapping[str, Any] | None = None) -> None:
        given = {**defaults(game), **(params or {})}
        self.setting = setting(game, given)
        self.max_actions = given["max_game_length"]
        if self.max_actions < 1:
            raise BadOption(
                "max_game_length is a whole number from 1 on, not {value!r}", value=self.max_actions
            )
        players, is_solo = self.setting.players, game.players[0] == 1
        info = pyspiel.GameInfo(
            num_distinct_actions=len(game.actions),
            max_chance_outcomes=game.max_draw_size or MANY_OUTCOMES,
            num_players=players,
            min_utility=-1.0 / max(players - 1, 1),
            max_utility=1.0,
            utility_sum=None if is_solo else 0.0,
            max_game_length=self.max_actions,
        )
        super().__init__(game_type(game), info, given)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return (loaded, (str(self),))

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Any = None
    ) -> PositionObserver | InformationStateObserver:
        """What a player sees now; or, with perfect recall, has seen and done so far."""
        if params:
            raise ValueError(f"observers take no parameters, not {params!r}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        single = pyspiel.PrivateInfoType.SINGLE_PLAYER
        if not kind.public_info or kind.private_info != single:
            raise ValueError("an observer has public information and that of a single player")
        if kind.perfect_recall:
            return InformationStateObserver()
        return PositionObserver(self.setting.game)


def loaded(name: str) -> Any:
    """The game of a name with parameters: how a game is unpickled."""
    from . import register

    register()
    return pyspiel.load_game(name)


def class_of(game: Game) -> type[SpielGame]:
    """The class of one game's settings, made by their parameters.

    pyspiel keeps what it has registered until after the interpreter has ended. Of all callables
    only a class survives that: it refers to itself, and so is never freed.
    """

    class Registered(SpielGame):
        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(game, params)

    return Registered
