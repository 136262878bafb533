"""Every decision of a tournament as a row: complete, resumable, and enough to learn from."""

import runpy
from pathlib import Path
from typing import Any

import numpy as np
import polars
import pytest

import ludotheque
from ludotheque.arena import referee
from ludotheque.arena.journal import Journal
from ludotheque.arena.tournament import Tournament, played

TINY_BOX: dict[str, Any] = {
    "name": "A chip a row",
    "spaces": [1] * 6,
    "chips": [1] * 6,
    "chips_withheld": [0] * 3,
    "tiles": [50],
}
EXAMPLE = Path(__file__).parents[2] / "examples" / "train_policy.py"


def small(games: int = 6) -> Tournament:
    return Tournament.of(
        "levelx", ["greedy", "random"], games, 7, edition=TINY_BOX, keeps_decisions=True
    )


def rows_of(path: Path) -> polars.DataFrame:
    return ludotheque.arena.decisions(path).collect().sort("match", "number")  # type: ignore


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> polars.DataFrame:
    path = tmp_path_factory.mktemp("decisions") / "all.parquet"
    box: dict[str, Any] = {"edition": TINY_BOX, "workers": 1}
    ludotheque.arena("levelx", ["greedy", "random"], 6, 7, decisions=path, **box)
    assert [each.name for each in path.parent.iterdir()] == ["all.parquet"]
    return rows_of(path)


def test_there_is_a_row_for_each_decision(whole: polars.DataFrame) -> None:
    results = [referee.play(small(), small().schedule.fixture(match)) for match in range(6)]
    assert len(whole) == sum(sum(result.moves) for result in results)
    for result in results:
        rows = whole.filter(polars.col("match") == result.match)
        assert rows["number"].to_list() == list(range(len(rows)))
        assert all(result.points[row["seat"]] == row["points"] for row in rows.to_dicts())
        assert all(result.wins[row["seat"]] == row["win"] for row in rows.to_dicts())


def test_replaying_the_moves_gives_the_keys_and_legal_actions(whole: polars.DataFrame) -> None:
    tournament = small()
    fixture = tournament.schedule.fixture(3)
    rows = iter(whole.filter(polars.col("match") == 3).to_dicts())
    state = tournament.start()

    def choose(view: ludotheque.View) -> str:
        row = next(rows)
        assert (row["seat"], row["key"]) == (view.seat, view.key)
        assert row["information_state"].hex() == view.information_state
        assert (row["legal_actions"], row["move_count"]) == ([state.actions()], len(view.moves))
        assert [state.game.actions[action] for action in row["actions"]] == [row["move"]]
        return str(row["move"])

    referee.play_through(state, referee.deal_seed(7, fixture.deal), choose)
    assert next(rows, None) is None


def test_the_actions_of_a_factored_move_have_what_was_legal_before_each() -> None:
    from ludotheque.arena.decision_data import path_of

    state = ludotheque.game("dicerun").start(3)
    while state.draw_size is not None:
        state.draw(0 if state.draw_size == 1 else 1 % state.draw_size)
    assert state.seat is not None
    move = state.moves()[-1]
    legal, actions = path_of(state.view(state.seat), move)
    after = state.copy()
    for allowed, action in zip(legal, actions, strict=True):
        assert after.actions() == allowed
        after.play_action(action)
    state.play(move)
    assert after == state


def test_who_has_chances_says_them(whole: polars.DataFrame) -> None:
    choices = whole.filter(polars.col("move_count") > 1)
    greedy = choices.filter(polars.col("player") == "greedy")
    assert len(greedy) > 0
    for row in greedy.to_dicts():
        chances = {each["move"]: each["chance"] for each in row["chances"]}
        assert chances[row["move"]] == pytest.approx(max(chances.values()))
    assert choices.filter(polars.col("player") == "random")["chances"].is_null().all()


def test_information_states_are_arrays_with_the_fields_of_the_game(whole: polars.DataFrame) -> None:
    game = ludotheque.game("levelx")
    records = ludotheque.arena.information_states(game, whole["information_state"])  # type: ignore
    assert records["pawns"].shape == (len(whole), 4, 6)
    assert np.array_equal(records["seat"], whole["seat"].to_numpy())


class Enough(Exception):
    pass


def test_an_interrupted_tournament_goes_on_without_losing_or_repeating_a_row(
    tmp_path: Path, whole: polars.DataFrame
) -> None:
    heard: list[int] = []

    def interrupt(done: int) -> None:
        heard.append(done)
        if sum(heard) >= 3:
            raise Enough

    with pytest.raises(Enough), Journal(tmp_path, small()) as journal:
        played(small(), journal, 1, progress=interrupt)
    lines = journal.path.read_text().splitlines()
    journal.path.write_text("\n".join(lines[:2]) + "\n")  # the third match's line was lost
    with Journal(tmp_path, small()) as journal:
        assert len(journal.results) == 2
        played(small(), journal, 1)
        journal.decisions.write(tmp_path / "all.parquet")
    assert rows_of(tmp_path / "all.parquet").equals(whole)


def test_a_policy_learned_from_decisions_beats_the_beginner() -> None:
    """The example, with a quarter of its matches."""
    share = runpy.run_path(str(EXAMPLE))["main"](matches=100, tests=50, workers=1)
    assert share > 0.5
