"""The JSON Schemas in docs/schemas fit every snapshot, and refuse what is none."""

import json
from random import Random

import jsonschema_rs
import pytest

import ludotheque
from tools.snapshot_schemas import FOLDER, text

from ..random_play import any_setting, playthrough

SNAPSHOTS = 1000  # at least, of each game
games = pytest.mark.parametrize("name", ludotheque.games())


@games
def test_the_schema_in_the_documentation_is_that_of_the_game(name: str) -> None:
    written = (FOLDER / f"{name}.json").read_text("utf-8")
    assert written == text(name), "run: python -m tools.snapshot_schemas"


@games
def test_every_snapshot_fits_its_schema(name: str) -> None:
    game, rng, checked = ludotheque.game(name), Random(1), 0
    schema = jsonschema_rs.validator_for(json.loads((FOLDER / f"{name}.json").read_text("utf-8")))
    while checked < SNAPSHOTS:
        players = rng.choice(game.players)
        for state in playthrough(any_setting(game, players, rng).start(), rng):
            for seat in (None, "public", rng.randrange(players)):
                schema.validate(state.snapshot(seat))
                checked += 1


@games
def test_a_snapshot_that_lacks_something_or_has_more_does_not_fit(name: str) -> None:
    game = ludotheque.game(name)
    schema = jsonschema_rs.validator_for(json.loads((FOLDER / f"{name}.json").read_text("utf-8")))
    snapshot = game.start(game.players[0]).snapshot()
    assert schema.is_valid(snapshot)
    assert not schema.is_valid(snapshot | {"secret": 1})
    for key in snapshot:
        assert not schema.is_valid({name: value for name, value in snapshot.items() if name != key})
        assert not schema.is_valid(snapshot | {key: {"nothing": "of the kind"}})
