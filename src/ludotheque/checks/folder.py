"""House tests of a game's folder: rulebooks, sentences, tables, records, bots, data."""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterator
from io import StringIO
from random import Random

import msgspec
import numpy as np
import pytest

from ..arena.simulation import simulate
from ..bots.levels import LEVELS, player_of
from ..core import loading
from ..core.contracts import CONTRACTS
from ..core.game import Game
from ..core.language import LANGUAGES
from ..core.state import State
from ..table.record import Record, apply_event
from ..web.render.guide import guide_of
from .plugin import own_tests
from .random_play import any_setting, playthrough
from .rule_numbers import complaints

NAMES = ["Ada", "Blaise", "Camille", "Denis", "Émilie", "Fermat"]
COLUMNS = 80  # of a terminal
MOST_EVENTS = 300  # of a match that is told in words
SIMULATED = 200

Event = dict[str, object]


def names_of(state: State) -> list[str]:
    return [NAMES[seat % len(NAMES)] for seat in range(state.players)]


def told_match(game: Game, seed: int = 1) -> Iterator[tuple[State, Event, State]]:
    """A match by chance, or its beginning: each event with the states before and after it."""
    chance = Random(seed)
    state = game.start(chance.choice(game.players))
    for _ in range(MOST_EVENTS):
        if state.awaits == "end":
            return
        event: Event
        if state.draw_size is not None:
            event = {"draw": [state.draw_size, chance.randrange(state.draw_size)]}
        else:
            event = {"seat": state.seat, "move": chance.choice(state.moves())}
        after = state.copy()
        apply_event(after, event)
        yield state, event, after
        state = after


def test_the_passport_and_every_module_keep_the_contract(game: Game) -> None:
    loading.check_passport(game, game.package)
    for name, contract in CONTRACTS.items():
        if loading.has_module(game.package, name):
            loading.check_module(importlib.import_module(f"{game.package}.{name}"), contract)
            loading.check_files(game.package, contract)


def test_both_rulebooks_have_the_same_rules_and_each_has_a_test(game: Game) -> None:
    pages = {code: game.rulebook(code) for code in LANGUAGES}
    code = {path.name: path.read_text("utf-8") for path in sorted(game.folder.glob("*.py"))}
    found = complaints(pages, own_tests(game), code)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_step_of_a_match_is_asked_for_and_told_in_words(game: Game, code: str) -> None:
    language = game.language(code)
    for before, event, after in told_match(game):
        names = names_of(before)
        asked = game.narration.ask(before, names, language)
        assert asked.strip()
        said = game.narration.tell(before, event, after, names, language)
        assert said is None or said.strip()
        assert "{" not in f"{asked}{said}", "a placeholder that nothing fills"
        if "move" in event:
            assert isinstance(game.narration.brief(before, after, names, language), str)


def test_sentences_are_translated(game: Game) -> None:
    state = game.start(game.players[0])
    asked = {game.narration.ask(state, names_of(state), game.language(x)) for x in LANGUAGES}
    assert len(asked) == len(LANGUAGES)
    for texts in (game.pitch, game.unit):
        assert texts["fr"]
        assert texts["en"]


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_table_fits_into_a_terminal(game: Game, code: str) -> None:
    from rich.console import Console

    language = game.language(code)
    for number, (state, _, _) in enumerate(told_match(game)):
        if number % 20 == 0:
            console = Console(file=StringIO(), width=COLUMNS, force_terminal=False)
            seat = None if game.secrets else state.seat
            console.print(game.terminal.board(state, names_of(state), language, seat))
            drawn = console.file.getvalue()  # type: ignore[attr-defined]
            assert drawn.strip()
            assert max(map(len, drawn.splitlines())) <= COLUMNS


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_page_gets_plain_data(game: Game, code: str) -> None:
    language = game.language(code)
    json.dumps(game.browser.words(language))
    for before, event, after in told_match(game):
        json.dumps(game.browser.details(before, "public"))
        json.dumps(game.browser.last_move(before, [event], after))
        if "move" in event:
            move = str(event["move"])
            shown = game.browser.preview(before, after, move, names_of(before), language)
            assert {"label", "say"} <= shown.keys()
            json.dumps(shown)


def test_a_guide_is_played_by_the_rules_and_alike_in_both_languages(game: Game) -> None:
    guides = [guide_of(game, code) for code in LANGUAGES]
    if guides[0] is None:
        assert guides == [None, None]
        return
    taps = [[step["taps"] for step in guide["steps"]] for guide in guides if guide]
    assert taps[0] == taps[1]
    rules = {rule for step in guides[0]["steps"] for rule in step["rules"]}
    book = game.rulebook(LANGUAGES[0])
    assert all(f"**{rule}**" in book for rule in rules)


def test_a_record_replays_to_the_same_end(game: Game) -> None:
    chance = Random(4)
    setting = any_setting(game, game.players[-1], chance)
    start = setting.start()
    *_, end = playthrough(start.copy(), Random(5))
    state, chance = start.copy(), Random(5)
    record = Record.of(start, names=names_of(start), date="")
    while state.awaits != "end":
        event: Event
        if state.draw_size is not None:
            event = {"draw": [state.draw_size, chance.randrange(state.draw_size)]}
        else:
            event = {"seat": state.seat, "move": chance.choice(state.moves())}
        record.events.append(event)
        apply_event(state, event)
    again = Record.read(record.text(), lambda _: game)
    assert again.final_state() == state == end


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_a_match(game: Game, level: str) -> None:
    """A few decisions of a search, and the rest by chance: levels are not measured here."""
    player, chance = player_of(LEVELS[level], seed=1), Random(6)
    state, decisions = game.start(game.players[0]), 6
    while state.awaits != "end":
        if state.draw_size is not None:
            state.draw(chance.randrange(state.draw_size))
        elif decisions > 0 and state.seat is not None:
            decisions -= 1
            state.play(player.choose(state.view(state.seat)))
        else:
            state.play(chance.choice(state.moves()))
    assert state.winners


def test_simulated_matches_end_with_winners(game: Game) -> None:
    for players in game.players:
        run = simulate(game, players, SIMULATED, 1)
        assert run.winners.any(axis=1).all()
        assert (run.lengths > 0).all()


def test_a_match_can_be_played_by_numbered_actions(game: Game) -> None:
    chance, shapes = Random(7), set[str]()
    state = game.start(game.players[-1])
    for _ in range(MOST_EVENTS):
        if state.awaits == "end":
            break
        seen = state.observation(chance.randrange(state.players))
        shapes.add(repr({name: (array.shape, str(array.dtype)) for name, array in seen.items()}))
        if state.draw_size is not None:
            state.draw(chance.randrange(state.draw_size))
            continue
        actions = state.actions()
        assert np.flatnonzero(state.action_mask()).tolist() == actions
        state.play_action(chance.choice(actions))
        assert game.from_bytes(state.to_bytes()) == state
    assert len(shapes) == 1, "an observation's shape has changed"


def test_snapshots_fit_their_schema(game: Game) -> None:
    shape = game.schema.Snapshot
    for state, _, after in told_match(game):
        for seat in (None, "public", 0):
            snapshot = state.snapshot(seat)
            assert snapshot.keys() == msgspec.convert(snapshot, shape, strict=True).keys()
        assert after.snapshot().keys() == state.snapshot().keys()


def test_what_a_seat_is_shown_depends_on_what_it_may_know(game: Game) -> None:
    """Another state that the seat cannot tell apart looks the same to it, and is asked alike."""
    language = game.language(LANGUAGES[0])
    for number, (state, _, _) in enumerate(told_match(game)):
        if number % 7:
            continue
        for seat in range(state.players):
            other = game.resample(state.view(seat), Random(number))
            assert other.snapshot(seat) == state.snapshot(seat)
            assert other.moves() == state.moves() or state.seat != seat
            assert game.browser.details(other, seat) == game.browser.details(state, seat)
            if state.seat in (None, seat):
                names = names_of(state)
                asked = game.narration.ask(state, names, language)
                assert game.narration.ask(other, names, language) == asked
