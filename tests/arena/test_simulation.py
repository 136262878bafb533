"""Simulations: results depend on the seed and not on the number of cores; arguments are checked."""

from typing import Any

import numpy as np
import pytest

import ludotheque
from ludotheque import BadEdition, BadOption, Game, Simulation, UnknownGame, simulate
from ludotheque.arena.simulation import available_cores
from tests.cases import cases
from tests.core.random_play import GAMES

GAME = ludotheque.game("levelx")
TINY_BOX: dict[str, Any] = {
    "name": "A chip a row",
    "spaces": [1] * 6,
    "chips": [1] * 6,
    "chips_withheld": [0] * 3,
    "tiles": [50],
}
MATCHES = 4321  # more than two pieces, and no round number of them

games = pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.id))


def same(one: Simulation, other: Simulation) -> bool:
    return all(
        np.array_equal(getattr(one, name), getattr(other, name))
        for name in ("scores", "winners", "lengths")
    )


@games
@pytest.mark.parametrize("workers", [2, 5, None])
def test_the_same_seed_gives_the_same_result_on_any_number_of_cores(
    game: Game, workers: int | None
) -> None:
    alone = simulate(game, game.players[0], MATCHES, seed=3, workers=1)
    assert same(simulate(game, game.players[0], MATCHES, seed=3, workers=workers), alone)


@games
def test_other_seeds_give_other_matches(game: Game) -> None:
    runs = [simulate(game, game.players[0], 200, seed=seed) for seed in (0, 1, 2, 2**63, 2**64 - 1)]
    assert len({run.scores.tobytes() for run in runs}) == len(runs)


@games
def test_a_shorter_run_is_the_beginning_of_a_longer_one(game: Game) -> None:
    short, long = (simulate(game, game.players[0], matches, seed=9) for matches in (100, MATCHES))
    assert np.array_equal(short.scores, long.scores[:100])
    assert np.array_equal(short.lengths, long.lengths[:100])


@games
def test_the_matches_of_a_run_are_not_all_the_same(game: Game) -> None:
    run = simulate(game, game.players[0], 1000)
    assert len(np.unique(run.scores, axis=0)) > 10
    assert run.winners.any(axis=0).all()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_results_have_a_row_for_each_match_and_a_column_for_each_seat(players: int) -> None:
    run = simulate("levelx", players, 500, seed=7, options={"first": 1})
    assert len(run) == 500
    assert (run.game, run.players, run.seed, run.options) == ("levelx", players, 7, {"first": 1})
    assert (run.scores.shape, run.scores.dtype) == ((500, players), np.int32)
    assert (run.winners.shape, run.winners.dtype) == ((500, players), np.bool_)
    assert (run.lengths.shape, run.lengths.dtype) == ((500,), np.int32)


@games
def test_every_match_has_winners_who_share_one_victory(game: Game) -> None:
    run = simulate(game, game.players[-1], 2000)
    assert run.winners.any(axis=1).all()
    assert np.allclose(run.shares.sum(axis=1), 1)
    assert ((run.shares > 0) == run.winners).all()


def test_the_highest_scores_win_and_full_rounds_are_played_in_level_x() -> None:
    run = simulate("levelx", 3, 2000)
    highest = run.scores == run.scores.max(axis=1, keepdims=True)
    assert np.array_equal(run.winners, highest)
    assert (run.lengths % 3 == 0).all()
    assert (run.winners.sum(axis=1) > 1).any()


def test_options_are_respected() -> None:
    """Without the draw for the first seat, the same generator gives other dice."""
    runs = [simulate("levelx", 2, 50, 1, {"first": first}) for first in (None, 0, 1)]
    assert not same(runs[0], runs[1])
    assert np.array_equal(runs[1].scores, runs[2].scores[:, ::-1])
    assert runs[0].options == {"first": None}
    assert same(simulate("levelx", 2, 50, 1), runs[0])


def test_an_edition_is_respected(tmp_path: Any) -> None:
    run = simulate("levelx", 2, 200, edition=TINY_BOX)
    assert run.scores.sum(axis=1).max() <= 5 + 6 + 7 + 8 + 9 + 10 + 50
    assert run.lengths.mean() < simulate("levelx", 2, 200).lengths.mean() / 3
    path = tmp_path / "box.toml"
    path.write_text("\n".join(f"{name} = {value!r}" for name, value in TINY_BOX.items()))
    assert same(simulate("levelx", 2, 200, edition=path), run)


def test_the_largest_and_the_smallest_boxes_stay_within_bounds() -> None:
    """Where bounds are checked, a rule that reads or writes beside an array would raise."""
    largest = {"spaces": [12] * 6, "chips": [99] * 6, "tiles": [99] * 12}
    smallest = {"spaces": [1] * 6, "chips": [1] * 6, "tiles": [0]}
    for players in GAME.players:
        for box in (
            TINY_BOX | largest,
            TINY_BOX | smallest,
            TINY_BOX | largest | {"spaces": [1] * 6},
        ):
            checked, compiled = (
                simulate(GAME, players, 100, edition=box, mode=mode)
                for mode in ("checked", "compiled")
            )
            assert same(checked, compiled)


@pytest.mark.parametrize("matches", [1, 1999, 2000, 2001, MATCHES])
@pytest.mark.parametrize("workers", [1, 3])
def test_reports_of_progress_add_up_to_the_matches(matches: int, workers: int) -> None:
    reports: list[int] = []
    simulate(GAME, 2, matches, workers=workers, progress=reports.append)
    assert sum(reports) == matches
    assert all(report > 0 for report in reports)


@pytest.mark.parametrize("workers", [1, 3])
def test_an_error_of_whoever_watches_the_progress_is_not_swallowed(workers: int) -> None:
    def enough(done: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate(GAME, 2, 10**6, workers=workers, progress=enough)


def test_no_matches_are_an_empty_result() -> None:
    reports: list[int] = []
    run = simulate("levelx", 3, 0, progress=reports.append)
    assert len(run) == 0
    assert run.scores.shape == run.winners.shape == run.shares.shape == (0, 3)
    assert run.frame().shape == (0, 8)
    assert reports == []


@cases(
    ("arguments", "reason"),
    [
        ({"games": -1}, "games must be a whole number from 0 to 10000000000, not -1"),
        ({"games": 1.0}, "games must be a whole number"),
        ({"games": True}, "games must be a whole number"),
        ({"games": "10"}, "games must be a whole number"),
        ({"games": 10**11}, "games must be a whole number"),
        ({"seed": -1}, f"seed must be a whole number from 0 to {2**64 - 1}, not -1"),
        ({"seed": 2**64}, "seed must be a whole number"),
        ({"seed": 0.5}, "seed must be a whole number"),
        ({"seed": None}, "seed must be a whole number"),
        ({"workers": 0}, "workers must be a whole number from 1 to 1024, not 0"),
        ({"workers": 2.0}, "workers must be a whole number"),
        ({"workers": 1025}, "workers must be a whole number"),
        ({"players": 1}, "Level X is for 2 to 4 players, not 1"),
        ({"players": 2.0}, "Level X is for 2 to 4 players"),
        ({"options": {"first": 2}}, "option 'first' cannot be 2"),
        ({"options": {"second": 0}}, "there is no option 'second'"),
        ({"options": 3}, "options are a mapping"),
    ],
)
def test_wrong_arguments_are_refused_with_what_is_allowed(
    arguments: dict[str, Any], reason: str
) -> None:
    usual: dict[str, Any] = {"game": "levelx", "players": 2, "games": 10}
    with pytest.raises(BadOption) as caught:
        simulate(**usual | arguments)
    assert reason in str(caught.value)


def test_a_wrong_game_edition_or_mode_is_refused() -> None:
    with pytest.raises(UnknownGame):
        simulate("chess", 2, 10)
    with pytest.raises(BadEdition):
        simulate("levelx", 2, 10, edition={})
    with pytest.raises(ValueError, match="there is no mode 'fast'"):
        simulate("levelx", 2, 10, mode="fast")  # type: ignore[arg-type]


def test_a_frame_has_a_row_for_each_match() -> None:
    run = simulate("levelx", 3, 100, seed=1)
    frame = run.frame()
    seats = range(3)
    assert frame.columns == [
        "match",
        "length",
        *(f"score_{seat}" for seat in seats),
        *(f"win_{seat}" for seat in seats),
    ]
    assert frame["match"].to_list() == list(range(100))
    assert frame["length"].to_list() == run.lengths.tolist()
    for seat in seats:
        assert frame[f"score_{seat}"].to_list() == run.scores[:, seat].tolist()
        assert frame[f"win_{seat}"].to_list() == run.winners[:, seat].tolist()


def test_a_frame_survives_the_way_to_a_file(tmp_path: Any) -> None:
    import polars

    frame = simulate("levelx", 2, 50).frame()
    frame.write_parquet(tmp_path / "x.parquet")
    assert polars.read_parquet(tmp_path / "x.parquet").equals(frame)


def test_there_is_a_core_to_work_on() -> None:
    assert available_cores() >= 1
