"""Training by self-play: the same seed gives the same weights, and training improves them."""

import tomllib
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludotheque
from ludotheque.arena import training
from ludotheque.arena.samples import Positions
from ludotheque.arena.training import collect, fit, log_loss, predict_rows, train
from ludotheque.core import compiler
from ludotheque.core.errors import BadOption
from ludotheque.core.weights import FILE, Weights, read_weights

COURSE = ludotheque.game("coursededes")
LEARNERS = [game for game in map(ludotheque.game, ludotheque.games()) if game.evaluation.FEATURES]
learners = pytest.mark.parametrize("game", LEARNERS, ids=lambda game: str(game.id))


@pytest.fixture(scope="module")
def positions() -> Positions:
    return collect(COURSE, 160, seed=4)


def initial_weights() -> Weights:
    """The weights before any training."""
    evaluation = COURSE.evaluation
    direct = np.array(
        [evaluation.INITIAL_WEIGHTS.get(feature, 0.0) for feature in evaluation.FEATURES]
    )
    return Weights(direct, np.zeros((0, len(direct))), np.zeros(0))


def test_the_same_seed_gives_the_same_weights() -> None:
    one, other = train(COURSE, 40, seed=3), train(COURSE, 40, seed=3)
    assert np.array_equal(one.weights.table(), other.weights.table())
    assert one.loss_after == other.loss_after
    assert not np.array_equal(train(COURSE, 40, seed=5).weights.table(), one.weights.table())


def test_trained_weights_are_better_on_held_out_matches(positions: Positions) -> None:
    held_out = positions.matches % 4 == 0
    learned = fit(positions.part(~held_out), initial_weights(), seed=1)
    validation = positions.part(held_out)
    before = log_loss(predict_rows(validation.features, initial_weights()), validation.shares)
    assert log_loss(predict_rows(validation.features, learned), validation.shares) < before - 0.02


def test_training_and_playing_predict_the_same_probability(positions: Positions) -> None:
    learned = positions.features[:, -1] == 0  # tie-breaks are estimated without weights
    seen = predict_rows(positions.features[learned], COURSE.evaluation.WEIGHTS)
    assert seen == pytest.approx(positions.predictions[learned], rel=1e-9)


def test_positions_of_every_setting_are_sampled_with_their_shares(positions: Positions) -> None:
    assert set(positions.matches.tolist()) == set(range(160))
    assert len(training.settings_of(COURSE)) == len(COURSE.players) * 4
    assert ((positions.shares >= 0) & (positions.shares <= 1)).all()
    assert 0.15 < positions.shares.mean() < 0.5


@learners
def test_every_setting_is_trained_on_and_held_out(game: ludotheque.Game) -> None:
    settings = len(training.settings_of(game))
    numbers = np.arange(10 * settings)
    held_out = training.is_held_out(game, numbers)
    for part, of_ten in ((numbers[held_out], 2), (numbers[~held_out], 8)):
        assert np.bincount(part % settings).tolist() == [of_ten] * settings


def test_who_begins_is_not_varied() -> None:
    assert len(training.settings_of(ludotheque.game("levelx"))) == 3


@learners
def test_the_weights_in_the_repository_are_those_of_the_features(game: ludotheque.Game) -> None:
    kept = tomllib.loads((game.folder / FILE).read_text("utf-8"))
    features = list(game.evaluation.FEATURES)
    assert list(kept["weights"]) == features
    assert [list(hint["weights"]) for hint in kept["hidden"]] == [features] * training.HIDDEN_UNITS
    assert np.isfinite(game.evaluation.WEIGHTS.table()).all()


@learners
def test_weights_are_part_of_what_compiled_code_depends_on(game: ludotheque.Game) -> None:
    assert game.folder / FILE in compiler.sources_of(game.rules)


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    result = train(COURSE, 40, seed=1)
    training.write_weights(tmp_path / FILE, result, "python -m tools.train coursededes")
    again = read_weights(tmp_path, result.features)
    assert again.table() == pytest.approx(result.weights.table(), abs=1e-5)


def test_a_feature_that_was_never_trained_has_weight_zero(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('[weights]\n"estimate" = 0.5\n', "utf-8")
    assert read_weights(tmp_path, ["height", "estimate"]).table().tolist() == [
        [0.0],
        [0.5],
        [1.0],
    ]


def test_a_game_without_weights_cannot_be_trained() -> None:
    with pytest.raises(BadOption, match="MasterDés"):
        train(ludotheque.game("masterdes"), 10, seed=1)


def test_too_few_matches_to_train_on_are_refused() -> None:
    with pytest.raises(BadOption, match="at least: 40"):
        train(COURSE, 39, seed=1)


def test_chunks_that_were_played_are_not_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The driver dies, one of its files is torn, and the same training is asked for again."""
    calls: list[int] = []

    def noted(*arguments: Any) -> Positions:
        calls.append(len(calls))
        if len(calls) == 4:
            raise KeyboardInterrupt
        return play(*arguments)

    play = training.sample_chunk
    monkeypatch.setattr(training, "sample_chunk", noted)
    with pytest.raises(KeyboardInterrupt):
        collect(COURSE, 40, seed=3, state=tmp_path)
    torn = sorted(tmp_path.glob("*/*.npz"))[1]
    torn.write_bytes(torn.read_bytes()[:100])
    resumed = collect(COURSE, 40, seed=3, state=tmp_path)
    assert len(calls) == 4 + len(training.settings_of(COURSE)) - 2
    monkeypatch.setattr(training, "sample_chunk", play)
    whole = collect(COURSE, 40, seed=3)
    assert all(np.array_equal(a, b) for a, b in zip(parts(resumed), parts(whole), strict=True))
    other = collect(COURSE, 40, seed=4, state=tmp_path)
    assert not np.array_equal(other.predictions, whole.predictions)


def parts(positions: Positions) -> list[Any]:
    return [getattr(positions, field.name) for field in fields(positions)]
