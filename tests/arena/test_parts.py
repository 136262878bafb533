"""Tournaments of many matches: the results go to files, a part each, and so does what follows."""

import random
from dataclasses import astuple
from pathlib import Path

import polars
import pytest

from ludotheque.arena import stored_results, summary
from ludotheque.arena.journal import Journal
from ludotheque.arena.outcome import Outcome
from ludotheque.arena.referee import Result
from ludotheque.arena.stored_results import StoredResults
from ludotheque.arena.summary import Summary
from ludotheque.arena.tournament import Tournament, played


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """So small that parts end within deals, and blocks of deals within parts."""
    monkeypatch.setattr(stored_results, "PART", 7)
    monkeypatch.setattr(summary, "BLOCK_CELLS", 150)


def tournament(games: int = 22, *, full_tables: bool = False) -> Tournament:
    players = ["greedy", "random", "débutant"]
    return Tournament.of("levelx", players, games, full_tables=full_tables)


def made_up(asked: Tournament) -> list[Result]:
    """Results by chance, for all matches."""
    chance = random.Random(1)
    found = []
    for match in range(len(asked.schedule)):
        points = [chance.randint(0, 9) for _ in range(asked.seats)]
        best = [seat for seat, each in enumerate(points) if each == max(points)]
        wins = [1 / len(best) if seat in best else 0.0 for seat in range(asked.seats)]
        moves = [chance.randint(1, 5) for _ in points]
        seconds = [chance.random() for _ in points]
        found.append(Result(match, points, wins, moves, seconds, chance.randint(5, 40)))
    return found


def numbers_in(value: object) -> list[object]:
    """All that a summary says, in order, to be compared by `approx`."""
    if isinstance(value, dict):
        return [*sorted(value.items())]
    if isinstance(value, list | tuple):
        return [number for each in value for number in numbers_in(each)]
    return [value]


@pytest.mark.parametrize("full_tables", [False, True])
def test_a_tournament_in_files_has_the_rows_and_the_statistics_of_one_in_memory(
    tmp_path: Path, full_tables: bool
) -> None:
    asked = tournament(full_tables=full_tables)
    results = made_up(asked)
    in_memory = Outcome.of(asked, results)
    with Journal(tmp_path, asked) as journal:
        for result in random.Random(2).sample(results, len(results)):
            journal.add(result)
        stored = journal.outcome()
        assert isinstance(stored, StoredResults)
        assert journal.results == []
        assert journal.path.read_text() == ""
        assert stored.frame.equals(in_memory.frame)
        for kind, read in ((".parquet", polars.read_parquet), (".csv", polars.read_csv)):
            stored.write(tmp_path / f"x{kind}", kind)
            assert read(tmp_path / f"x{kind}").equals(in_memory.frame)
        sizes = [len(set(block.deals)) for block in stored.blocks(12)]
        assert sum(sizes) == len(set(in_memory.deals))
        assert len(sizes) > 1
        one, other = (numbers_in(astuple(Summary.of(each))) for each in (stored, in_memory))
    whole = numbers_in(astuple(whole_summary(in_memory)))
    assert [each for each in one if isinstance(each, str)] == [
        each for each in whole if isinstance(each, str)
    ]
    for found in (one, other):
        assert [x for x in found if isinstance(x, float)] == pytest.approx(
            [x for x in whole if isinstance(x, float)], nan_ok=True
        )


def whole_summary(outcome: Outcome) -> Summary:
    """The statistics of all matches at once."""
    sums = summary.Sums(outcome.entrants, outcome.tournament.seats)
    sums.add(outcome)
    return sums.summary()


def test_an_interrupted_tournament_in_files_goes_on_where_it_was(tmp_path: Path) -> None:
    asked = tournament(8)
    results = made_up(asked)
    with Journal(tmp_path, asked) as journal:
        for result in (*results[:9], *results[14:20]):
            journal.add(result)
    with Journal(tmp_path, asked) as journal:
        assert len(journal) == 15
        assert [result.match for result in journal.results] == [7, 8, *range(14, 20)]
        assert list(journal.missing()) == [*range(9, 14), *range(20, 24)]
        heard: list[int] = []
        found = played(asked, journal, workers=1, progress=heard.append)
        assert sum(heard) == 9
        points = found.frame.filter(polars.col("match") < 9)["points"].to_list()
        assert points == [point for result in results[:9] for point in result.points]
    with Journal(tmp_path, asked, restart=True) as journal:
        assert len(journal) == 0
