"""The designer's bench: what a match was like, variants on the same draws, going on, the page."""

from pathlib import Path
from typing import Any

import pytest

import ludotheque
from ludotheque import BadOption, View
from ludotheque.arena import referee
from ludotheque.arena.bench.comparison import Bench, Comparison, swept
from ludotheque.arena.bench.measures import caught_up, lead_changes
from ludotheque.arena.bench.report import page
from ludotheque.bots import make_bot
from ludotheque.bots.player import Player
from ludotheque.core.language import Language
from tests.cases import cases

GAME = ludotheque.game("levelx")
TINY_BOX: dict[str, Any] = {
    "name": "A chip a row",
    "spaces": [1] * 6,
    "chips": [1] * 6,
    "chips_withheld": [0] * 3,
    "tiles": [50],
}


def tiny(games: int = 6, **more: Any) -> Comparison:
    variants: dict[str, Any] = {
        "one tile": ({}, TINY_BOX),
        "two tiles": ({}, TINY_BOX | {"tiles": [50, 40]}),
    }
    return Comparison.of(GAME, variants, games=games, player="greedy", seed=3, **more)


@pytest.fixture(scope="module")
def bench() -> Bench:
    found = Bench(tiny())
    found.play(workers=1)
    return found


def test_the_lead_changes_when_another_one_comes_to_lead_alone() -> None:
    both, first, second = frozenset({0, 1}), frozenset({0}), frozenset({1})
    assert lead_changes([both, first, both, first]) == 0
    assert lead_changes([both, first, both, second, first]) == 2
    assert lead_changes([both]) == 0


@cases(
    ("half_time", "winners", "found"),
    [({0}, [0], False), ({0}, [1], True), ({0, 1}, [2], True), ({0}, [0, 1], False)],
)
def test_a_comeback_is_a_victory_of_who_was_behind_at_half_time(
    half_time: set[int], winners: list[int], found: bool
) -> None:
    assert caught_up(frozenset(half_time), winners, 3) is found


def test_nobody_comes_back_where_all_were_level() -> None:
    assert caught_up(frozenset({0, 1}), [0], 2) is None


def test_shares_are_counted_from_whoever_began(bench: Bench) -> None:
    """Replayed move by move, with the first seat read from Level X's own state."""
    comparison, expected = bench.comparison, 0.0
    for match in range(6):
        state = GAME.start(2, {}, TINY_BOX, mode="compiled")
        bots = [make_bot("greedy", referee.bot_seed(3, match, seat)) for seat in range(2)]

        def choose(view: View, bots: list[Player] = bots) -> str:
            return bots[view.seat].choose(view)

        referee.play_through(state, referee.deal_seed(3, match), choose)
        first = int(state.record.first)
        expected += (first in state.winners) / len(state.winners)
    assert bench.tallies[0].share(0).value == pytest.approx(expected / comparison.games)
    assert len(bench.tallies[0]) == bench.tallies[0].skilled == 6


@pytest.mark.parametrize("name", ["coursededes", "dicerun"])
def test_before_the_roll_for_the_start_nobody_has_begun(name: str) -> None:
    game = ludotheque.game(name)
    state = game.start(game.players[0])
    assert state.game.positions.starter(state.record) is None


def test_an_interrupted_comparison_goes_on_where_it_was(tmp_path: Path, bench: Bench) -> None:
    done: list[int] = []

    def interrupt(count: int) -> None:
        done.append(count)
        if sum(done) == 7:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Bench(tiny(), tmp_path).play(1, progress=interrupt)
    again = Bench(tiny(), tmp_path)
    assert again.done == 7
    again.play(1)
    assert [each.data() for each in again.tallies] == [each.data() for each in bench.tallies]
    assert Bench(tiny(8), tmp_path).done == 0
    (tmp_path / f"{tiny().key}.bench.json").write_text("{")
    assert Bench(tiny(), tmp_path).done == 0


def test_a_sweep_has_a_variant_for_each_value() -> None:
    found = swept(GAME, "spaces.0", [2, 3], {"first": 0})
    assert list(found) == ["spaces.0 = 2", "spaces.0 = 3"]
    options, edition = found["spaces.0 = 2"]
    assert edition is not None
    assert (options, edition["spaces"][:2]) == ({"first": 0}, [2, 4])
    assert swept(GAME, "first", [0, None], {})["first = null"] == ({"first": None}, None)
    with pytest.raises(BadOption, match="'rows' is no parameter of Level X; options: first"):
        swept(GAME, "rows", [1], {})
    with pytest.raises(BadOption, match=r"'spaces\.9' is no parameter"):
        swept(GAME, "spaces.9", [1], {})


@pytest.mark.parametrize("code", ["en", "fr"])
def test_the_page_needs_nothing_else_and_names_every_variant(bench: Bench, code: str) -> None:
    html = page(bench, Language.of(code))
    assert "http" not in html.replace("http://www.w3.org", "")
    assert html.count("two tiles") >= 8
    assert ("Qui commence" if code == "fr" else "Who begins") in html
    assert f'<html lang="{code}">' in html


@cases(
    ("change", "complaint"),
    [
        ({"games": 0}, "games must be a whole number"),
        ({"player": "nobody"}, "there is no bot 'nobody'"),
        ({"players": 7}, "Level X is for 2 to 4 players"),
        ({"variants": {}}, "a comparison takes 1 to 24 variants, not 0"),
    ],
)
def test_what_cannot_be_compared_is_refused(change: dict[str, Any], complaint: str) -> None:
    usual: dict[str, Any] = {"variants": {"a": ({}, None)}, "games": 2}
    with pytest.raises(BadOption, match=complaint):
        Comparison.of(GAME, **usual | change)
