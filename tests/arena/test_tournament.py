"""Tournaments: results depend on the seed, not on the workers; seats rotate on common draws."""

import os
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import numpy as np
import polars
import pytest

import ludotheque
from ludotheque import BadEdition, BadOption, UnknownGame
from ludotheque.arena import referee, running
from ludotheque.arena.interruptible import run_interruptible
from ludotheque.arena.journal import Journal
from ludotheque.arena.outcome import Outcome
from ludotheque.arena.pairing import Schedule
from ludotheque.arena.referee import Result, deal_seed
from ludotheque.arena.tournament import Tournament, played
from ludotheque.arena.workers.processes import Worker, processes
from ludotheque.arena.workers.same_code import code_of
from ludotheque.bots import make_bot
from ludotheque.table.dice import SeededDice
from tests.cases import cases
from tests.core.process import answer

TINY_BOX: dict[str, Any] = {
    "name": "A chip a row",
    "spaces": [1] * 6,
    "chips": [1] * 6,
    "chips_withheld": [0] * 3,
    "tiles": [50],
}
BOTH = ["greedy", "random"]


def small(games: int = 6, **more: Any) -> Tournament:
    """A tournament of short matches."""
    return Tournament.of("levelx", BOTH, games, seed=7, edition=TINY_BOX, **more)


def sure(frame: polars.DataFrame) -> polars.DataFrame:
    """All that the seed decides."""
    return frame.drop("seconds")


@pytest.fixture(scope="module")
def outcome() -> Outcome:
    """What `small()` comes to, whoever plays it."""
    return played(small(), workers=1)


def test_there_is_a_row_for_each_seat_of_each_match() -> None:
    frame = ludotheque.arena("levelx", BOTH, games=6, seed=7, edition=TINY_BOX, workers=1)
    assert frame.columns == ["match", "seat", "player", "points", "win", "seconds"]
    assert frame["match"].to_list() == [match for match in range(6) for _ in range(2)]
    assert frame["seat"].to_list() == [0, 1] * 6
    assert frame["player"].to_list() == ["greedy", "random", "random", "greedy"] * 3
    assert frame.group_by("match").agg(polars.col("win").sum())["win"].to_list() == [1.0] * 6
    assert frame["seconds"].min() > 0  # type: ignore[operator]
    assert frame.schema["points"].is_integer()


def test_the_arena_is_a_function_and_a_package() -> None:
    assert callable(ludotheque.arena)
    found = answer(
        "import json, sys, ludotheque\n"
        "import ludotheque.arena.simulation\n"
        "heavy = sorted({'polars', 'numba', 'jinja2'} & sys.modules.keys())\n"
        "same = ludotheque.arena.simulate is ludotheque.simulate\n"
        "print(json.dumps([heavy, same, callable(ludotheque.arena)]))"
    )
    assert found == [[], True, True]
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = ludotheque.arena.nonsense  # type: ignore[attr-defined]


def test_two_processes_give_what_one_gives(outcome: Outcome) -> None:
    assert sure(played(small(), workers=2).frame).equals(sure(outcome.frame))


def test_any_executor_gives_the_same(outcome: Outcome) -> None:
    with ThreadPoolExecutor(3) as threads:
        found = played(small(), executor=threads)
    assert sure(found.frame).equals(sure(outcome.frame))


def test_another_seed_gives_other_matches(outcome: Outcome) -> None:
    other = Tournament.of("levelx", BOTH, 6, seed=8, edition=TINY_BOX)
    assert not sure(played(other, workers=1).frame).equals(sure(outcome.frame))


def test_a_script_that_does_not_guard_its_main_part_may_hold_a_tournament(tmp_path: Path) -> None:
    """Worker processes do not import the script: it would begin the tournament again."""
    script = tmp_path / "script.py"
    script.write_text(
        "import json, ludotheque\n"
        f"frame = ludotheque.arena('levelx', {BOTH}, 4, edition={TINY_BOX}, workers=2)\n"
        "print(json.dumps(len(frame)))\n"
    )
    assert (
        answer("import runpy, sys; runpy.run_path(sys.argv[1], run_name='__main__')", script) == 8
    )


def test_matches_of_a_deal_are_played_on_the_same_draws() -> None:
    """The referee's draws are those that the table's dice give for the deal's seed."""
    tournament = small()
    fixture = tournament.schedule.fixture(3)
    result = referee.play(tournament, fixture)
    dice = SeededDice(deal_seed(7, fixture.deal))
    bots = [
        make_bot(tournament.entrants[entrant], referee.bot_seed(7, 3, seat))
        for seat, entrant in enumerate(fixture.lineup)
    ]
    state, number = tournament.start(), 0
    while state.awaits != "end":
        if state.draw_size is not None:
            state.draw(dice.draw(number, state.draw_size))
            number += 1
        else:
            assert state.seat is not None
            state.play(bots[state.seat].choose(state.view(state.seat)))
    assert (result.points, result.length) == (state.points, state.length)


def test_interpreted_rules_give_the_same_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = small()
    compiled = referee.play(tournament, tournament.schedule.fixture(0))
    game, binding = tournament.game, tournament.game.binding("interpreted")
    monkeypatch.setitem(game.__dict__, "_bindings", {"compiled": binding})
    interpreted = referee.play(tournament, tournament.schedule.fixture(0))
    assert interpreted.points == compiled.points


# ---- Who plays whom ----------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_in_a_pairing_both_have_every_seat_equally_often(seats: int) -> None:
    around = 2 if seats == 2 else 2 * seats
    schedule = Schedule(2, seats, around, False)
    fixtures = [schedule.fixture(match) for match in range(len(schedule))]
    assert {fixture.deal for fixture in fixtures} == {0}
    assert schedule.fixture(around - 1).lineup != schedule.fixture(0).lineup
    for seat in range(seats):
        counts = Counter(fixture.lineup[seat] for fixture in fixtures)
        assert counts[0] == counts[1] == around // 2


def test_a_lone_player_sits_among_others_in_every_seat_on_the_same_draws() -> None:
    schedule = Schedule(2, 3, 6, False, lone=True)
    fixtures = [schedule.fixture(match) for match in range(6)]
    around = [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    assert [fixture.lineup for fixture in fixtures] == around * 2
    assert [fixture.deal for fixture in fixtures] == [0, 0, 0, 1, 1, 1]
    assert small(6, seats=3, lone=True).key != small(6, seats=3).key


def test_every_two_players_meet_on_the_same_deals() -> None:
    schedule = Schedule(3, 2, 4, False)
    lineups = [schedule.fixture(match).lineup for match in range(len(schedule))]
    assert lineups == [(0, 1), (1, 0)] * 2 + [(0, 2), (2, 0)] * 2 + [(1, 2), (2, 1)] * 2
    assert [schedule.fixture(match).deal for match in range(12)] == [0, 0, 1, 1] * 3


def test_at_full_tables_all_have_every_seat_and_every_neighbour() -> None:
    schedule = Schedule(4, 4, 24, True)
    fixtures = [schedule.fixture(match) for match in range(24)]
    assert len({fixture.lineup for fixture in fixtures}) == 24
    for deal in range(6):
        lineups = [fixture.lineup for fixture in fixtures if fixture.deal == deal]
        assert all(sorted(column) == [0, 1, 2, 3] for column in zip(*lineups, strict=True))


def test_a_full_table_seats_everybody() -> None:
    frame = played(small(4, full_tables=True), workers=1).frame
    assert frame["player"].to_list() == ["greedy", "random", "random", "greedy"] * 2


def test_a_larger_table_holds_one_against_many() -> None:
    found = played(small(6, seats=3), workers=1)
    assert found.lineups.tolist() == [
        [0, 1, 1],
        [1, 0, 0],
        [1, 0, 1],
        [0, 1, 0],
        [1, 1, 0],
        [0, 0, 1],
    ]
    assert np.allclose(found.wins.sum(axis=1), 1)


# ---- Taken up again ----------------------------------------------------------------------------


class Enough(Exception):
    """Somebody has pressed Ctrl-C."""


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupted_tournament_goes_on_where_it_was(
    tmp_path: Path, outcome: Outcome, workers: int
) -> None:
    tournament = small()
    heard: list[int] = []

    def interrupt(done: int) -> None:
        heard.append(done)
        if sum(heard) >= 2:
            raise Enough

    with pytest.raises(Enough), Journal(tmp_path, tournament) as journal:
        played(tournament, journal, workers, progress=interrupt)
    with Journal(tmp_path, tournament) as journal:
        known = len(journal.results)
        assert 2 <= known <= 6
        again: list[int] = []
        found = played(tournament, journal, workers, progress=again.append)
        assert sum(again) == 6 - known
        journal.forget()
    assert sure(found.frame).equals(sure(outcome.frame))
    assert list(tmp_path.glob("*/")) == []


def test_a_journal_that_was_torn_off_or_spoilt_counts_as_far_as_it_is_whole(
    tmp_path: Path, outcome: Outcome
) -> None:
    tournament = small()
    with Journal(tmp_path, tournament) as journal:
        for match in (4, 2, 0):
            journal.add(referee.play(tournament, tournament.schedule.fixture(match)))
        path = journal.path
    whole = path.read_bytes()
    wrong = b'\xff\n{"match": 1}\n[]\n7\n' + whole.splitlines()[1].replace(b"2", b"99") + b"\n"
    path.write_bytes(wrong + whole[:-20])
    with Journal(tmp_path, tournament) as journal:
        assert [result.match for result in journal.results] == [4, 2]
        found = played(tournament, journal, workers=1)
    assert sure(found.frame).equals(sure(outcome.frame))


@pytest.mark.parametrize(
    "change",
    [
        {"match": 6},
        {"match": True},
        {"points": [1]},
        {"wins": [1, None]},
        {"seconds": [float("nan"), 0]},
        {"length": 1.5},
        {"moves": "ab"},
    ],
)
def test_a_line_that_tells_no_match_of_the_tournament_is_not_believed(
    tmp_path: Path, change: dict[str, Any]
) -> None:
    right: dict[str, Any] = {
        "match": 0,
        "points": [1, 2],
        "wins": [0, 1],
        "moves": [3, 3],
        "seconds": [0.1, 0.1],
        "length": 6,
    }
    tournament = small()
    with Journal(tmp_path, tournament) as journal:
        journal.add(Result(**right))
        journal.add(Result(**{**right, **change}))
    with Journal(tmp_path, tournament) as journal:
        assert len(journal.results) == 1


def test_starting_over_takes_no_notice_of_the_journal(tmp_path: Path) -> None:
    tournament = small()
    with Journal(tmp_path, tournament) as journal:
        journal.add(referee.play(tournament, tournament.schedule.fixture(0)))
    with Journal(tmp_path, tournament, restart=True) as journal:
        assert journal.results == []


def test_no_journal_is_left_in_the_state_folder_after_the_tournament(tmp_path: Path) -> None:
    run: dict[str, Any] = {"seed": 7, "edition": TINY_BOX, "workers": 1, "state": tmp_path}
    finished: list[int] = []
    ludotheque.arena("levelx", BOTH, 4, **run, progress=finished.append)
    assert sum(finished) == 4
    assert [path for path in tmp_path.iterdir() if path.is_dir()] == []


def test_tournaments_that_nobody_took_up_again_for_a_month_are_dropped(tmp_path: Path) -> None:
    for games in (2, 4, 6):
        with Journal(tmp_path, small(games)) as journal:
            journal.add(referee.play(small(games), small(games).schedule.fixture(0)))
    own = tmp_path / "notes"
    own.mkdir()
    long_ago = time.time() - 31 * 24 * 3600
    for path in (own, *tmp_path.glob(f"{small(2).key}*"), *tmp_path.glob(f"{small(6).key}*")):
        for each in (*path.glob("*"), path):
            os.utime(each, (long_ago, long_ago))
    with Journal(tmp_path, small(6)) as journal:
        assert len(journal.results) == 1  # however old: somebody asks for it
    left = {path.name for path in tmp_path.iterdir()}
    assert left >= {"notes", small(4).key, small(6).key}
    assert not any(name.startswith(small(2).key) for name in left)


def test_one_tournament_is_played_by_one_process_at_a_time(tmp_path: Path) -> None:
    tournament = small()
    with (
        Journal(tmp_path, tournament),
        pytest.raises(BadOption, match="by another process"),
        Journal(tmp_path, tournament),
    ):
        pass


def test_every_question_has_a_journal_of_its_own() -> None:
    keys = {
        small().key,
        small(8).key,
        small(seats=3).key,
        small(full_tables=True).key,
        small(options={"first": 0}).key,
        Tournament.of("levelx", BOTH, 6, seed=7).key,
        Tournament.of("levelx", BOTH[::-1], 6, seed=7, edition=TINY_BOX).key,
        Tournament.of("levelx", BOTH, 6, seed=8, edition=TINY_BOX).key,
    }
    assert len(keys) == 8
    assert small().key == small().key


def test_a_chunk_ends_when_its_time_is_up_and_the_rest_goes_back(
    monkeypatch: pytest.MonkeyPatch, outcome: Outcome
) -> None:
    monkeypatch.setattr(running, "CHUNK_SECONDS", 0)
    assert len(running.play_chunk(small(), code_of(small().game), [0, 1, 2])) == 1
    with ThreadPoolExecutor(2) as threads:
        found = played(small(), executor=threads, workers=1)
    assert sure(found.frame).equals(sure(outcome.frame))


def test_whoever_leaves_before_the_end_leaves_no_worker_behind() -> None:
    """Not even one that would not listen for a long while."""
    found: list[Worker] = []

    def leave_early() -> None:
        with processes(2) as pools:
            pool = pools()
            for _ in range(4):
                pool.submit(time.sleep, 600)
            found.extend(each for each in active_children() if isinstance(each, Worker))
            raise Enough

    with pytest.raises(Enough):
        leave_early()
    assert len(found) == 2
    assert not any(worker.is_alive() for worker in found)


@pytest.mark.parametrize("workers", [1, 2])
def test_the_compiler_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch, workers: int) -> None:
    compiled = threading.Event()
    monkeypatch.setattr(referee, "warm_up", lambda *_: compiled.wait())

    def interrupt(done: int) -> None:
        raise Enough

    with pytest.raises(Enough):
        played(small(), workers=workers, progress=interrupt)
    compiled.set()


def test_attended_work_brings_its_answer_or_its_problem() -> None:
    def fail() -> None:
        raise Enough

    assert run_interruptible(lambda: 7, lambda: None) == 7
    with pytest.raises(Enough):
        run_interruptible(fail, lambda: None)


# ---- What cannot be played ---------------------------------------------------------------------


@cases(
    ("change", "complaint"),
    [
        ({"games": 0}, r"games must be a whole number from 1 to \d+, not 0"),
        ({"games": 1.5}, "games must be a whole number"),
        ({"seed": -1}, "seed must be a whole number from 0"),
        ({"players": ["greedy"]}, "two players or more; named: 1"),
        ({"players": []}, "two players or more; named: 0"),
        ({"players": "greedy"}, "a list of players, not 'greedy'"),
        ({"players": ["greedy", 3]}, "a player is a bot's name, .* not 3"),
        ({"players": ["greedy", "nobody"]}, "there is no bot 'nobody'; the bots are: "),
        ({"players": ["greedy", "random", "greedy"]}, "'greedy' is named twice"),
        ({"seats": 5}, "Level X is for 2 to 4 players, not 5"),
        ({"full_tables": True, "seats": 3}, "everybody named has a seat: 2, not 3"),
        ({"options": {"fist": 0}}, "there is no option 'fist'"),
        ({"options": {"first": 2}}, "option 'first' cannot be 2"),
        ({"workers": 0}, "workers must be a whole number from 1"),
    ],
)
def test_what_cannot_be_played_is_refused_before_anything_is(
    change: dict[str, Any], complaint: str
) -> None:
    asked: dict[str, Any] = {"game": "levelx", "players": BOTH, "games": 2, "workers": 1}
    with pytest.raises(BadOption, match=complaint):
        ludotheque.arena(**{**asked, **change})


def test_unknown_games_and_impossible_boxes_are_refused() -> None:
    with pytest.raises(UnknownGame):
        ludotheque.arena("ludo", BOTH, 2)
    with pytest.raises(BadEdition):
        ludotheque.arena("levelx", BOTH, 2, edition={"name": "empty"})


def test_a_state_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadOption, match="no file can be written in"):
        ludotheque.arena("levelx", BOTH, 2, state=tmp_path / "file" / "deep")


@pytest.mark.parametrize("name", ludotheque.games())
def test_every_game_can_be_contested(name: str) -> None:
    """With as few seats as it allows, and everybody there."""
    frame = ludotheque.arena(name, ["random", "greedy"], 2, workers=1)
    seats = ludotheque.game(name).players[0]
    assert len(frame) == 2 * seats
    assert frame["win"].sum() == pytest.approx(2)
