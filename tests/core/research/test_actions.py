"""Actions: a fixed vocabulary, of which every legal move has exactly one sequence."""

import copy
import pickle
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

import ludotheque
from ludotheque import Game, State
from ludotheque.core.errors import BadGame
from ludotheque.core.research.actions import CHARACTERS, Actions
from tests.cases import cases

from ..random_play import GAMES, MOST_VALUES, Setting, any_setting, playthrough, somewhere

MATCHES = 2  # with options at random, of each game and number of players
MOMENTS = 8  # of each match whose moves are all tried
MOST_SEQUENCES = 400  # moves of one state whose sequences are all tried

TABLES = [(game, players) for game in GAMES for players in game.players]
games = pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.id))
tables = pytest.mark.parametrize(
    ("game", "players"), TABLES, ids=[f"{game.id}-{players}" for game, players in TABLES]
)


def every_option(game: Game, players: int) -> Iterator[dict[str, Any]]:
    """Every combination of the options' values; of a long range the first ones."""
    names = list(game.options)
    values = [game.options[name].allowed_for(players)[:MOST_VALUES] for name in names]
    for chosen in product(*values):
        yield dict(zip(names, chosen, strict=True))


def sequences(state: State) -> Iterator[tuple[list[int], State]]:
    """Every sequence of legal actions that makes a move, and the state after it."""
    todo: list[tuple[list[int], State]] = [([], state)]
    while todo:
        taken, before = todo.pop()
        for action in before.actions():
            after = before.copy()
            after.play_action(action)
            if after.chosen_actions:
                todo.append(([*taken, action], after))
            else:
                yield [*taken, action], after


def check_every_move_has_one_sequence(state: State) -> None:
    successors = state.successors()
    found = list(sequences(state))
    assert len(found) == len(successors)
    reached = [after.states.tobytes() for _, after in found]
    assert sorted(reached) == sorted(after.states.tobytes() for after in successors.values())
    assert {tuple(actions) for actions, _ in found} == {
        ended(state.game, text, list(successors)) for text in successors
    }


def ended(game: Game, text: str, legal: list[str]) -> tuple[int, ...]:
    """The actions of a move; with the end of the move, if another legal one goes on from there."""
    path = game.actions.split(text)
    longer = [other for other in map(game.actions.split, legal) if other != path]
    begins = any(other[: len(path)] == path for other in longer)
    return (*path, game.actions.end_of_move) if begins else path


@tables
def test_every_legal_move_is_reached_by_exactly_one_sequence_of_actions(
    game: Game, players: int
) -> None:
    """With every option, and with some smaller boxes; of each match a few states."""
    rng = Random(players)
    settings = [Setting(game, players, each, None) for each in every_option(game, players)]
    settings += [any_setting(game, players, rng) for _ in range(MATCHES)]
    for setting in settings:
        match = [state.copy() for state in playthrough(setting.start(), rng)]
        for state in match[::4]:
            legal = state.moves()
            assert len(set(map(game.actions.split, legal))) == len(legal)
        moments = [state for state in match if 0 < len(state.moves()) <= MOST_SEQUENCES]
        for state in rng.sample(moments, min(MOMENTS, len(moments))):
            check_every_move_has_one_sequence(state)


@tables
def test_with_every_option_a_match_is_played_by_actions_to_its_end(
    game: Game, players: int
) -> None:
    rng = Random(players)
    for options in every_option(game, players):
        state = game.start(players, options)
        while state.awaits != "end":
            actions, mask = state.actions(), state.action_mask()
            assert actions == sorted(set(actions)) == np.flatnonzero(mask).tolist()
            assert mask.shape == (len(game.actions),)
            assert bool(actions) == (state.awaits == "move")
            if state.draw_size is not None:
                state.draw(rng.randrange(state.draw_size))
            else:
                state.play_action(rng.choice(actions))
        assert state.actions() == []
        assert not state.action_mask().any()


@tables
def test_compiled_states_list_and_take_the_same_actions(game: Game, players: int) -> None:
    rng = Random(players)
    for _ in range(MATCHES):
        setting = any_setting(game, players, rng)
        plain, compiled = setting.start(), setting.start("compiled")
        while plain.awaits != "end":
            if plain.draw_size is not None:
                k = rng.randrange(plain.draw_size)
                plain.draw(k)
                compiled.draw(k)
                continue
            legal = plain.actions()
            assert compiled.actions() == legal
            assert np.array_equal(compiled.action_mask(), plain.action_mask())
            refused = next(a for a in range(-1, len(game.actions) + 1) if a not in legal)
            for state in (plain, compiled):
                with pytest.raises(ValueError, match="is not legal now"):
                    state.play_action(refused)
            action = rng.choice(legal)
            plain.play_action(action)
            compiled.play_action(action)
            assert compiled == plain
        assert compiled.actions() == []


@games
def test_the_vocabulary_numbers_its_words(game: Game) -> None:
    actions = game.actions
    assert [actions.index(word) for word in actions] == list(range(len(actions)))
    assert [actions[number] for number in range(len(actions))] == list(actions)
    assert len(set(actions)) == len(actions)
    assert game.actions is actions
    with pytest.raises(ValueError, match="'no such word' is not an action"):
        actions.index("no such word")
    with pytest.raises(IndexError):
        actions[len(actions)]


#: Programs that have learned rely on these numbers: they may grow at the end, and never change.
@pytest.mark.parametrize(
    ("name", "count", "words"),
    [
        ("coursededes", 88, {0: "color:g", 11: "joker", 17: "choose", 28: "g1", 87: "30"}),
        ("dicerun", 91, {0: "color:r", 11: "joker", 20: "choose", 31: "r1", 90: "30"}),
        ("levelx", 49, {0: "-", 1: "5", 6: "10", 48: "6 6 6 6"}),
        (
            "masterdes",
            170,
            {0: "keep", 1: "first", 2: "second", 3: "throw:m", 169: "throw:6,6,6,m"},
        ),
        ("trotteurs", 3, {0: "silent", 1: "claim", 2: "call"}),
    ],
)
def test_the_numbers_of_actions_stay_what_they_are(
    name: str, count: int, words: dict[int, str]
) -> None:
    actions = ludotheque.game(name).actions
    assert len(actions) == count
    assert {number: actions[number] for number in words} == words


def test_the_actions_of_small_games_are_their_moves() -> None:
    for name in ("levelx", "masterdes", "trotteurs"):
        game = ludotheque.game(name)
        assert [game.actions.split(text) for text in game.actions] == [
            (number,) for number in range(len(game.actions))
        ]


@cases(
    ("text", "words"),
    [
        ("color:b", ["color:b"]),
        ("joker:6", ["joker", "6"]),
        ("reroll:12:value:6", ["reroll", "12", "value:6"]),
        ("sprint:r6,b1,b2", ["sprint", "r6", "b1", "b2"]),
        ("goal:p3:color", ["goal", "p3", "color"]),
        ("discard:sprint", ["discard", "sprint"]),
    ],
)
def test_a_move_of_a_race_is_made_of_its_words(text: str, words: list[str]) -> None:
    actions = ludotheque.game("dicerun").actions
    assert [actions[number] for number in actions.split(text)] == words


def in_the_middle_of_a_move() -> State:
    """A state of DiceRun whose seat has chosen `pick` and its first die."""
    game, rng = ludotheque.game("dicerun"), Random(2)
    state = game.start(3)
    while state.awaits == "draw":
        assert state.draw_size is not None
        state.draw(rng.randrange(state.draw_size))
    state.play_action(game.actions.index("pick"))
    state.play_action(state.actions()[0])
    return state


def test_half_a_move_is_kept_beside_the_position_and_changes_nothing_in_it() -> None:
    state = in_the_middle_of_a_move()
    fresh = state.copy()
    fresh.play(fresh.moves()[0])
    untouched = ludotheque.game("dicerun").from_bytes(state.to_bytes())
    untouched._chosen = ()
    assert len(state.chosen_actions) == 2
    assert state.states.tobytes() == untouched.states.tobytes()
    assert (state.moves(), state.snapshot()) == (untouched.moves(), untouched.snapshot())
    assert state.view(0) == untouched.view(0)
    assert state != untouched
    assert fresh.chosen_actions == []
    assert all(after.chosen_actions == [] for after in list(state.successors().values())[:5])


def test_copies_bytes_and_pickles_keep_half_a_move() -> None:
    state = in_the_middle_of_a_move()
    for other in (
        state.copy(),
        copy.copy(state),
        copy.deepcopy(state),
        pickle.loads(pickle.dumps(state)),
        state.game.from_bytes(state.to_bytes()),
    ):
        assert other == state
        assert hash(other) == hash(state)
        assert other.chosen_actions == state.chosen_actions
        other.play_action(other.actions()[0])
        assert other.chosen_actions == []
        assert other != state
    assert len(state.chosen_actions) == 2


@games
@cases("action", [-1, 10**30, 1.0, "0", True, None, [0], np.bool_(True), np.float32(1)])
def test_what_is_no_action_is_a_value_error_and_changes_nothing(game: Game, action: Any) -> None:
    state = somewhere(game, Random(1), "move")
    before = state.to_bytes()
    with pytest.raises(ValueError, match=r"is not legal now; legal: \["):
        state.play_action(action)
    assert state.to_bytes() == before


def test_an_action_that_is_not_legal_is_named_with_those_that_are() -> None:
    state = ludotheque.game("levelx").start(2, {"first": 0})
    with pytest.raises(ValueError, match="no action is awaited; the state awaits: draw"):
        state.play_action(0)
    for k in (0, 1, 1, 5):
        state.draw(k)
    illegal = state.game.actions.index("10 10")
    with pytest.raises(ValueError, match=rf"{illegal} \('10 10'\) is not legal now; legal: \[0, "):
        state.play_action(illegal)
    state.play_action(np.int64(0))
    assert state.snapshot()["turn"] == 1


def test_a_game_without_a_vocabulary_spells_its_moves() -> None:
    texts = {1: "1", 2: "12", 3: "2"}
    actions = Actions(CHARACTERS, texts.__getitem__)
    one, two, end = actions.index("1"), actions.index("2"), actions.end_of_move
    assert actions.next_after((), texts) == sorted([one, two])
    assert actions.follow((), two, texts) == ((), 3)
    assert actions.follow((), one, texts) == ((one,), None)
    assert actions.next_after((one,), texts) == sorted([two, end])
    assert actions.follow((one,), end, texts) == ((), 1)
    assert actions.follow((one,), two, texts) == ((), 2)


@cases(
    ("words", "texts", "complaint"),
    [
        (("a", "a"), {}, "a word twice"),
        (("a",), {1: "b"}, "no words for the move 'b'"),
        (("a", "b"), {1: "a:b", 2: "a,b"}, "does not tell these moves apart"),
        (("a", "b"), {1: "a", 2: "a b"}, "does not tell these moves apart"),
    ],
)
def test_a_vocabulary_that_does_not_fit_its_moves_is_refused(
    words: tuple[str, ...], texts: dict[int, str], complaint: str
) -> None:
    def spell() -> None:
        actions = Actions(words, texts.__getitem__)
        chosen, _ = actions.follow((), 0, texts)
        actions.follow(chosen, 1, texts)

    with pytest.raises(BadGame, match=complaint):
        spell()
