"""Anything with `choose(view)` plays: objects, classes, class paths, entry points, programs."""

import inspect
import sys
import threading
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import numpy as np
import polars
import pytest

import ludotheque
from ludotheque import BadOption, BadPlayer, View
from ludotheque.arena.streaming import parts_of
from ludotheque.arena.tournament import Tournament, arena
from ludotheque.arena.workers.portability import PlayedHere
from ludotheque.bots.custom import registry
from ludotheque.bots.custom.program import ProgramPlayer
from tests.arena.own_players import Cheat, LongestMove, NoPlayer, Passing, Seeded
from tests.cases import cases

TINY_BOX: dict[str, Any] = {
    "name": "A chip a row",
    "spaces": [1] * 6,
    "chips": [1] * 6,
    "chips_withheld": [0] * 3,
    "tiles": [50],
}
HERE = "tests.arena.own_players"
EXAMPLE = Path(__file__).parents[2] / "examples" / "text_player.py"
PROGRAM = f"program:{sys.executable} {EXAMPLE}"


def played(*players: Any, games: int = 4, **more: Any) -> polars.DataFrame:
    usual: dict[str, Any] = {"seed": 7, "edition": TINY_BOX, "workers": 1}
    return ludotheque.arena("levelx", list(players), games, **usual | more)


def results(frame: polars.DataFrame) -> list[tuple[Any, ...]]:
    return frame.select("points", "win").rows()


def program(code: str, **more: Any) -> ProgramPlayer:
    return ProgramPlayer([sys.executable, "-c", code], name="tester", **more)


# ---- Ways to name a player ---------------------------------------------------------------------


def test_an_object_a_class_and_a_class_path_play_alike() -> None:
    ways = (LongestMove(), LongestMove, f"{HERE}:LongestMove", f"{HERE}:ONE")
    found = [played(way, "random") for way in ways]
    assert all(results(frame) == results(found[0]) for frame in found)
    names = [frame["player"][0] for frame in found]
    assert names == ["LongestMove", "LongestMove", f"{HERE}:LongestMove", f"{HERE}:ONE"]


def test_an_entry_point_is_a_bot_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("primus", f"{HERE}:LongestMove", registry.ENTRY_POINTS)
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [point])
    registry.entry_points.cache_clear()
    try:
        frame = played("primus", "random")
        with pytest.raises(BadOption, match=r"the bots are: random, .*, primus"):
            played("primus", "secundus")
    finally:
        registry.entry_points.cache_clear()
    assert frame["player"][0] == "primus"
    assert results(frame) == results(played(LongestMove, "random"))


def test_a_class_that_takes_a_seed_gets_one_for_each_seat_and_match() -> None:
    one, other = (played(Seeded, LongestMove, seed=seed, games=8) for seed in (1, 1))
    assert results(one) == results(other)
    assert results(one) != results(played(Seeded, LongestMove, seed=2, games=8))


def test_two_objects_of_a_class_are_two_players() -> None:
    frame = played(LongestMove(), LongestMove())
    assert frame["player"].unique(maintain_order=True).to_list() == ["LongestMove", "LongestMove 2"]


def test_an_object_can_have_a_name_of_its_own() -> None:
    player = LongestMove()
    player.name = "Ada's bot"  # type: ignore[attr-defined]
    assert played(player, "random")["player"][0] == "Ada's bot"


def test_one_object_plays_in_several_seats() -> None:
    asked: list[int] = []

    class Counting(LongestMove):
        def choose(self, view: View) -> str:
            asked.append(view.seat)
            return super().choose(view)

    frame = played(Counting(), "random", games=6, seats=3)
    assert frame.filter(polars.col("player") == "Counting").height == 9
    assert set(asked) == {0, 1, 2}


def test_at_a_full_table_the_same_player_may_have_several_seats() -> None:
    same = LongestMove()
    frame = played(same, same, "random", "random", full_tables=True)
    names = {"LongestMove", "LongestMove 2", "random", "random 2"}
    assert set(frame["player"]) == names
    with pytest.raises(BadOption, match="'LongestMove' is named twice"):
        played(same, same)


@cases(
    ("player", "complaint"),
    [
        (3, "a player is a bot's name, module:Class, or an object with a method choose"),
        (NoPlayer(), "an object with a method choose"),
        (NoPlayer, "an object with a method choose"),
        (f"{HERE}:NoPlayer", "has no method choose"),
        (f"{HERE}:Needy", "cannot be made with no arguments.*network"),
        (f"{HERE}:Nobody", "has no Nobody; it has: .*LongestMove"),
        ("no_such_module:Bot", "the module no_such_module cannot be imported"),
        ("program:no-such-program --fast", "'no-such-program' is no program"),
        ("program:", "'' is no program"),
        ('program:"', "is no command line"),
        ("maestro", "there is no bot 'maestro'"),
    ],
)
def test_what_cannot_play_is_refused_before_anything_is_played(player: Any, complaint: str) -> None:
    with pytest.raises(BadOption, match=complaint):
        played(player, "random")


def test_an_illegal_move_names_the_player_the_seat_and_what_is_legal() -> None:
    with pytest.raises(BadPlayer, match=r"Cheat, in seat \d, chose 'win', .*; legal: “") as caught:
        played(Cheat, "random")
    assert caught.value.params["moves"]


def test_players_who_never_end_a_match_are_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.arena.referee.MOST_DECISIONS", 50)
    with pytest.raises(BadPlayer, match="has not ended after 50 decisions"):
        played(Passing(), Passing())


# ---- Where they play ---------------------------------------------------------------------------


def test_class_paths_play_in_other_processes_with_the_same_results() -> None:
    paths = (f"{HERE}:Seeded", f"{HERE}:LongestMove")
    assert results(played(*paths, workers=2)) == results(played(*paths))


def test_what_cannot_be_pickled_plays_here_and_says_so() -> None:
    class Unpicklable(LongestMove):
        def __init__(self) -> None:
            self.lock = threading.Lock()

    with pytest.warns(PlayedHere, match="Unpicklable cannot be pickled"):
        frame = played(Unpicklable(), "random", workers=2)
    assert results(frame) == results(played(LongestMove, "random"))
    with pytest.warns(PlayedHere, match="Unpicklable"):
        ludotheque.simulate("levelx", [Unpicklable(), "random"], 2, edition=TINY_BOX, workers=2)


def test_a_changed_player_does_not_go_on_with_the_results_of_the_old_one() -> None:
    keys = {
        Tournament.of("levelx", [player, "random"], 4).key
        for player in (
            LongestMove(),
            Seeded(1),
            Seeded(2),
            f"{HERE}:LongestMove",
            PROGRAM,
            "greedy",
        )
    }
    assert len(keys) == 6
    again = [Tournament.of("levelx", [Seeded(1), "random"], 4).key for _ in range(2)]
    assert again[0] == again[1]


def test_the_arena_shows_its_signature_and_documentation() -> None:
    signature = inspect.signature(ludotheque.arena)
    assert list(signature.parameters) == list(inspect.signature(arena).parameters)
    assert list(signature.parameters)[:3] == ["game", "players", "games"]
    assert "choose(view) -> move" in str(type(ludotheque.arena).__call__.__doc__)


# ---- Simulations -------------------------------------------------------------------------------


def test_a_simulation_seats_its_players_in_the_order_of_the_list() -> None:
    found = ludotheque.simulate(
        "levelx", ["random", "greedy", LongestMove()], 30, seed=3, edition=TINY_BOX, workers=1
    )
    assert found.scores.shape == (30, 3)
    assert found.shares[:, 1].mean() > found.shares[:, 0].mean()
    assert np.allclose(found.shares.sum(axis=1), 1)


def test_a_simulation_of_players_is_the_same_on_any_number_of_processes() -> None:
    players = [f"{HERE}:Seeded", "random"]
    one, two = (
        ludotheque.simulate("levelx", players, 6, seed=3, edition=TINY_BOX, workers=workers)
        for workers in (1, 2)
    )
    assert np.array_equal(one.scores, two.scores)
    assert np.array_equal(one.lengths, two.lengths)


def test_a_list_of_random_players_is_a_number_of_them() -> None:
    one = ludotheque.simulate("levelx", ["random"] * 2, 50, seed=3)
    assert np.array_equal(one.scores, ludotheque.simulate("levelx", 2, 50, seed=3).scores)


def test_a_wrong_number_of_seated_players_is_refused() -> None:
    with pytest.raises(BadOption, match="Level X is for 2 to 4 players, not 1"):
        ludotheque.simulate("levelx", ["greedy"], 5)
    with pytest.raises(BadOption, match="there is no bot 'deep'"):
        ludotheque.simulate("levelx", ["greedy", "deep"], 5)


def test_a_streamed_simulation_of_players_goes_on_where_it_was(tmp_path: Path) -> None:
    players: list[Any] = [f"{HERE}:Seeded", "random"]
    asked: dict[str, Any] = {"games": 25, "seed": 3, "edition": TINY_BOX}
    run = ludotheque.arena.simulation.Run.of("levelx", players, **asked)  # type: ignore[attr-defined]

    def stop(done: int) -> None:
        stop.done += done  # type: ignore[attr-defined]
        if stop.done >= 12:  # type: ignore[attr-defined]
            raise KeyboardInterrupt

    stop.done = 0  # type: ignore[attr-defined]
    with parts_of(run, tmp_path, out=None) as parts, pytest.raises(KeyboardInterrupt):
        parts.play(1, None, stop, None)
    with parts_of(run, tmp_path, out=None) as parts:
        assert len(parts) == 10
        tally = parts.play(1, None, lambda _: None, None)
    whole = ludotheque.simulate("levelx", players, workers=1, **asked)
    assert tally.share(0) == pytest.approx(whole.shares[:, 0].mean())


# ---- Programs ----------------------------------------------------------------------------------


def test_the_example_program_plays_in_all_its_seats() -> None:
    frame = played(PROGRAM, "random", games=6, seats=3)
    assert frame.height == 18
    assert results(frame) == results(played(PROGRAM, "random", games=6, seats=3))


def test_a_program_is_told_what_its_seat_may_know_and_nothing_else() -> None:
    """It writes its request to standard error and dies, so that the error repeats it."""
    spy = program("import sys; line = input(); sys.stderr.write(line[-400:]); sys.exit(3)")
    state = ludotheque.game("levelx").start(2, {"first": 0})
    for _ in range(4):
        state.draw(2)
    with pytest.raises(BadPlayer, match=r"tester has ended \(exit code 3\)") as caught:
        spy.choose(state.view(0))
    assert state.view(0).key in caught.value.params["words"]


ASK = "import json; request = json.loads(input()); "


@cases(
    ("code", "complaint"),
    [
        ("raise SystemExit(2)", r"tester has ended \(exit code 2\); its last words: –"),
        ("import sys; sys.exit('out of ideas')", "its last words: out of ideas"),
        (ASK + "print('hello')", "answered 'hello', which is not a line such as"),
        (ASK + "print('[1]')", "answered '\\[1\\]', which is not a line"),
        (ASK + "print('{}')", "answered '{}', which is not a line"),
        (ASK + """print('{"move": 5}')""", "which is not a line such as"),
        (ASK + """print('{"move": "win"}')""", "tester, in seat 0, chose 'win', .*legal: “"),
        (
            ASK + "print(json.dumps({'move': request['moves'][0], 'chances': [1]}))",
            "answered the chances .* a number from 0 to 1",
        ),
        ("import sys; sys.stdout.write('{' * 10); sys.stdout.close()", "answered|has ended"),
    ],
)
def test_a_program_that_fails_is_told_apart_by_how_it_fails(code: str, complaint: str) -> None:
    with pytest.raises(BadPlayer, match=complaint):
        played(program(code), "random")


def test_a_program_that_does_not_answer_is_given_up_and_ended() -> None:
    silent = program("import time; time.sleep(600)", seconds=0.2)
    with pytest.raises(BadPlayer, match=r"tester has not answered within 0\.2 seconds"):
        played(silent, "random")


def test_a_program_may_say_what_it_thinks_of_its_moves() -> None:
    state = ludotheque.game("levelx").start(2, {"first": 0})
    for _ in range(4):
        state.draw(2)
    first = ASK + (
        "m = request['moves']; print(json.dumps({'move': m[0], 'chances': {m[0]: 0.5}})); input()"
    )
    decision = program(first).choose_with_chances(state.view(0))
    assert decision == (state.moves()[0], {state.moves()[0]: 0.5})
