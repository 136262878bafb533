"""The line of last moves in both races, and dice in sentences: drawn, and named for who listens."""

from random import Random
from typing import Any

import pytest

from ludotheque import State
from ludotheque.games import find
from ludotheque.games._race.narration import dice_words

from ..coursededes.position import begun, put_road
from ..dicerun.position import position
from ..drawn_table import drawn, found, frame_of, setup_of

Data = dict[str, Any]
DICE = find("dicerun").notation.NOTATION.dice  # type: ignore[attr-defined]


def last_move(state: State, move: str) -> Data:
    before = state.copy()
    event = {"seat": state.seat, "move": move}
    state.play(move)
    made = state.game.browser.last_move(before, [event], state)
    assert made is not None
    return made


def fallen(state: State, *draws: int) -> Data | None:
    before = state.copy()
    events = []
    for k in draws:
        events.append({"draw": [state.draw_size, k]})
        state.draw(k)
    return state.game.browser.last_move(before, events, state)


def test_a_card_tells_which_dice_went_from_which_group_to_which() -> None:
    """DR-3 The foremost first."""
    state = position("r6 b3 / o1 b6 / *3", hand="color:b swap gap")
    made = last_move(state, "color:b")
    assert made["move"] == "color:b"
    ways = [(way["from"], way["to"], [DICE[look] for look in way["dice"]]) for way in made["ways"]]
    assert ways[:2] == [(1, 1, ["b3"]), (2, 2, ["b6"])]
    assert {way[:2] for way in ways[2:]} == {(3, 3)}
    assert {die[0] for _, _, dice in ways for die in dice} == {"b"}


def test_a_reroll_tells_its_group_and_its_dice_and_not_the_card() -> None:
    """DR-10, CD-5"""
    state = position("r6 b3 / o1 g2 / *3", hand="joker swap gap")
    assert last_move(state, "reroll:2:joker") == {"move": "reroll:2", "ways": []}
    assert fallen(state, 4, 0) == {"fallen": [DICE.index("o5"), DICE.index("g1")]}
    assert fallen(state, 0) is None  # a card
    tumbled = put_road(begun(hands=["swap"]), "b1 | r1 g1 | …")
    assert last_move(tumbled, "tumble:2:swap") == {"move": "tumble:2", "ways": []}


def test_what_is_told_of_a_move_does_not_depend_on_secrets() -> None:
    """Nor on the objective that somebody chooses, or the card that is laid face down."""
    variable = begun(objectives="variable", goals=["b3 g1 v6 k2", "r2 r3 g4 k5"])
    assert last_move(variable.copy(), "choose:b3") == last_move(variable.copy(), "choose:k2")
    state = position("r6 b3 / o1 g2 / *3", hand="joker swap gap")
    one, other = (last_move(state.copy(), f"reroll:2:{card}") for card in ("joker", "gap"))
    assert one == other


def shown_line(state: State, *steps: Data, said: str = "", lang: str = "en") -> None:
    """Draw a table whose line of last moves has these steps, of the second seat."""
    moves = [
        {"version": version, "seat": 1, "said": said, "drawn": step}
        for version, step in enumerate(steps, 1)
    ]
    frame = frame_of(state, "public", lang, version=9, last_moves=moves, log=[said])
    drawn(frame, setup_of(state, "public", lang))


@pytest.mark.parametrize(
    ("move", "badges"),
    [
        ("color:b", ["2", "1"]),
        ("swap:2", ["2", "3"]),
        ("gap:1", ["1", "2"]),
        ("flip:2:6", ["2"]),
        ("joker:6", ["2", "1"]),
        ("goal:b3:color", ["2", "1"]),
    ],
)
def test_a_line_names_the_groups_by_their_badges(move: str, badges: list[str]) -> None:
    state = position("b1 / b6 r6 / o1 g2 / *3", hand="color:b joker swap", goals="b3 r6 g2 p5")
    verb = move.partition(":")[0]
    if verb in ("gap", "flip"):
        state = position("b1 / b6 r6 / o1 g2 / *3", hand="gap flip swap")
    shown_line(state.copy(), last_move(state, move))
    assert found(".last-drawn .rc-no")[: len(badges)] == badges
    lead = found(".last-drawn .rc-no-lead")
    assert set(lead) <= {"1"}


def test_what_was_chosen_makes_room_for_the_turn_that_follows() -> None:
    state = position("b1 / b6 r6 / *3", hand="color:b joker swap")
    shown_line(state, {"move": "choose", "ways": []})
    assert found(".last-drawn .rc-laid") == [""]
    chosen, played = {"move": "choose", "ways": []}, {"move": "value:6", "ways": []}
    shown_line(state, chosen, played)
    assert found(".last-drawn .rc-laid") == []
    assert len(found(".last-drawn .rc-face")) == 1


@pytest.mark.parametrize(
    ("lang", "names"),
    [("en", ["pink 2", "violet 6", "blue 1"]), ("fr", ["2 rose", "6 violet", "1 bleu"])],
)
def test_dice_in_sentences_are_drawn_in_their_colour_and_named(lang: str, names: list[str]) -> None:
    language = find("coursededes").language(lang).marking_dice
    said = f"Ada : {dice_words(['k2', 'v6', 'b1'], language)}."
    shown_line(begun(), {"move": "overtake", "ways": []}, said=said, lang=lang)
    for attribute in (None, "title"):
        called = found("#log .inline-die", attribute)
        assert [name.replace("\u00a0", " ") for name in called] == names
    drawn_as = [name.split()[1] for name in found("#log .inline-die", "class")]
    assert drawn_as == ["rc-c1", "rc-c4", "rc-c2"]
    assert found("#log .inline-die use", "href") == ["#rc-pips-1-2", "#rc-pips-4-6", "#rc-pips-2-1"]


@pytest.mark.parametrize(("name", "players"), [("dicerun", 3), ("coursededes", 4)])
def test_every_step_of_a_match_can_be_drawn_in_the_line(name: str, players: int) -> None:
    """All moves that random players make, one line after another."""
    game, chance = find(name), Random(name)
    state, made = game.start(players), []
    while state.awaits != "end":
        before = state.copy()
        if state.awaits == "draw":
            k = chance.randrange(state.draw_size or 1)
            event: Data = {"draw": [state.draw_size, k]}
            state.draw(k)
        else:
            verbs = sorted({move.partition(":")[0] for move in state.moves()})
            verb = chance.choice(verbs)
            move = chance.choice([m for m in state.moves() if m.partition(":")[0] == verb])
            event = {"seat": state.seat, "move": move}
            state.play(move)
        step = game.browser.last_move(before, [event], state)
        if step is not None and "move" in event:
            made.append(step)
    verbs_made = {step["move"].partition(":")[0]: step for step in made}
    for step in verbs_made.values():
        shown_line(state, step)
        assert found(".last-drawn > *"), step
