"""States as bytes, pickles and keys: complete, versioned, and refused where they are wrong."""

import copy
import json
import pickle
import zlib
from random import Random
from typing import Any

import pytest

import ludotheque
from ludotheque import Game, State
from ludotheque.core.research.state_bytes import CHECKSUM, HEADER_KEYS, MAGIC, PREFIX, VERSION
from tests.cases import cases

from ..random_play import GAMES, any_setting, playthrough, step

games = pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.id))


def some_states(game: Game, matches: int = 4) -> list[State]:
    found = []
    for seed in range(matches):
        rng = Random(seed)
        setting = any_setting(game, game.players[seed % len(game.players)], rng)
        match = [state.copy() for state in playthrough(setting.start(), rng)]
        found += [*match[:: max(1, len(match) // 15)], match[-1]]
    return found


@games
def test_bytes_give_the_same_state_back_and_it_plays_on_alike(game: Game) -> None:
    for state in some_states(game):
        again = game.from_bytes(state.to_bytes())
        assert again == state
        assert again.to_bytes() == state.to_bytes()
        assert (again.options, again.edition) == (state.options, state.edition)
        assert (again.snapshot(), again.moves()) == (state.snapshot(), state.moves())
        if state.awaits != "end":
            step(again, Random(1))
            assert again != state
            step(state, Random(1))
            assert again == state


@games
def test_pickles_and_deep_copies_are_states_of_their_own(game: Game) -> None:
    for state in some_states(game, matches=2):
        for other in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state), copy.copy(state)):
            assert other == state
            assert hash(other) == hash(state)
            assert other.game is game
            if other.awaits != "end":
                step(other, Random(1))
                assert other != state


def test_a_pickle_keeps_the_mode_of_its_rules() -> None:
    state = ludotheque.game("levelx").start(2, mode="tiered")
    assert pickle.loads(pickle.dumps(state))._binding.mode == "tiered"


def test_a_state_is_equal_to_the_same_position_of_the_same_match_only() -> None:
    game = ludotheque.game("masterdes")
    state = game.start(2)
    assert state == game.start(2)
    assert len({state, game.start(2), state.copy()}) == 1
    others = [
        game.start(2, {"level": "expert"}),
        game.start(2, edition=game.edition),
        ludotheque.game("levelx").start(2),
    ]
    assert state not in others
    assert state != state.to_bytes()


def test_the_hash_is_that_of_the_present_position() -> None:
    state = ludotheque.game("levelx").start(2)
    before = hash(state)
    state.draw(1)
    assert hash(state) != before


def test_equal_states_have_equal_bytes_whatever_the_order_of_options() -> None:
    game = ludotheque.game("coursededes")
    options = {"objectives": "variable", "bonus": True}
    backwards = dict(reversed(options.items()))
    assert game.start(3, options).to_bytes() == game.start(3, backwards).to_bytes()


@games
def test_bytes_with_any_change_or_cut_are_refused(game: Game) -> None:
    data, rng = some_states(game, matches=1)[-1].to_bytes(), Random(1)
    for place in rng.sample(range(len(data)), 200):
        changed = bytearray(data)
        changed[place] ^= 1 << rng.randrange(8)
        with pytest.raises(ValueError, match="these bytes are no state: "):
            game.from_bytes(bytes(changed))
        with pytest.raises(ValueError, match="these bytes are no state: "):
            game.from_bytes(data[:place])


def test_bytes_of_another_game_are_refused() -> None:
    data = ludotheque.game("levelx").start(2).to_bytes()
    with pytest.raises(ValueError, match="of the game 'levelx', not 'masterdes'"):
        ludotheque.game("masterdes").from_bytes(data)


def forged(header: Any, record: bytes, version: int = VERSION) -> bytes:
    """Bytes with a correct checksum, whatever they say."""
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    data = PREFIX.pack(MAGIC, version, len(text)) + text + record
    return data + CHECKSUM.pack(zlib.crc32(data))


def header_of(data: bytes) -> dict[str, Any]:
    _, _, length = PREFIX.unpack_from(data)
    header: dict[str, Any] = json.loads(data[PREFIX.size : PREFIX.size + length])
    assert header.keys() == HEADER_KEYS
    return header


@cases(
    ("change", "complaint"),
    [
        ({"players": 9}, "2 to 4 players"),
        ({"players": None}, "2 to 4 players"),
        ({"options": {"first": 7}}, "option 'first' cannot be"),
        ({"options": 3}, "cannot be set up"),
        ({"edition": {"name": "x"}}, "cannot be set up"),
        ({"edition": 3}, "cannot be set up"),
        ({"layout": "0"}, "another version of the rules"),
        ({"chosen": [3]}, "begin no legal move"),
        ({"chosen": 3}, "begin no legal move"),
        ({"more": 1}, "does not have the keys"),
    ],
)
def test_a_header_that_makes_no_sense_is_refused(change: dict[str, Any], complaint: str) -> None:
    state = ludotheque.game("levelx").start(2)
    header = header_of(state.to_bytes()) | change
    with pytest.raises(ValueError, match=complaint):
        state.game.from_bytes(forged(header, state.states.tobytes()))


def test_a_record_that_makes_no_sense_is_refused() -> None:
    state = ludotheque.game("levelx").start(2)
    header, record = header_of(state.to_bytes()), state.states.tobytes()
    for wrong, complaint in [
        (forged(header, record[:-1]), "its record has 555 bytes, not 556"),
        (forged(header, b"\xff" * len(record)), "no position of this game"),
        (forged(header, record, version=9), "its version is 9; this program reads version 1"),
        (forged(b"{", record), "not JSON"),
        (forged([], record), "does not have the keys"),
    ]:
        with pytest.raises(ValueError, match=complaint):
            state.game.from_bytes(wrong)


@cases("data", [None, "text", 3, b"", b"LUDO", b"x" * 100])
def test_what_are_no_bytes_of_a_state_is_a_value_error(data: Any) -> None:
    with pytest.raises(ValueError, match="these bytes are no state: "):
        ludotheque.game("levelx").from_bytes(data)
