"""The table of Les Trotteurs in the browser: what is drawn of a position, and what is sent."""

import re
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest

from ludotheque.core.state import State
from ludotheque.games.trotteurs import browser, reactions
from ludotheque.games.trotteurs.board import COLOURS

from ...html import Element, Page
from ..drawn_table import drawn, frame_of, setup_of, shown_next
from ..markup import check_content_security_policy, elements
from .position import GAME, box, position, start, throw

ENGLISH = GAME.language("en")
NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Fay"]
EVERYWHERE = ("D 3 B 9 7", "1 4 5 8 D", "2 2 2 2 2", "B B 6 6 4", "5 6 7 8 9", "9 1 1 1 1")

Box = tuple[float, float, float, float]  # x, y, width, height


def page(state: State, viewer: int | str = 0, names: list[str] = NAMES) -> str:
    """The table of a state in which the first seat may throw, as a viewer's page draws it."""
    mine = viewer == 0 and state.awaits == "draw"
    frame = frame_of(state, viewer, mine=mine, waits_for="roll" if mine else "move")
    html = drawn(frame, {**setup_of(state, viewer), "names": names[: state.players]})
    return html[html.index('<section class="board"') : html.index('<section class="log"')]


def table(state: State, viewer: int | str = 0, names: list[str] = NAMES) -> Page:
    return Page(page(state, viewer, names))


def with_class(shown: Page, name: str) -> list[Element]:
    return [each for each in shown.elements if name in each.get("class").split()]


def boards(shown: Page) -> list[Element]:
    return with_class(shown, "tr-board")


def texts(shown: Page, name: str) -> list[str]:
    return [each.text.strip() for each in with_class(shown, name)]


def numbers(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?[0-9.]+", text)]


def dice(shown: Page) -> list[str]:
    """What the dice show, by their symbols."""
    stage = shown.elements[shown.elements.index(shown.by_id("dice")) :]
    uses = [each for each in stage[: stage.index(shown.by_id("cup"))] if each.tag == "use"]
    return [each.get("href").removeprefix("#") for each in uses]


def boxes(shown: Page) -> list[Box]:
    """Where the boards are, in the order of the seats."""
    frames = with_class(shown, "tr-frame")
    corners = [numbers(board.get("transform")) for board in boards(shown)]
    return [
        (x, y, float(frame.get("width")), float(frame.get("height")))
        for (x, y), frame in zip(corners, frames, strict=True)
    ]


def holes(shown: Page, name: str) -> list[list[tuple[float, float]]]:
    """Where the holes 1 to 9 of each band are printed on a board: `large` or `small`."""
    begin = shown.elements.index(shown.by_id(f"tr-print-{name}"))
    found = [each for each in shown.elements[begin:] if each.get("class") == "tr-hole"][:45]
    spots = [(float(each.get("cx")), float(each.get("cy"))) for each in found]
    return [spots[band * 9 : band * 9 + 9] for band in range(5)]


# Whose board is large


def test_the_viewers_own_board_is_the_large_one() -> None:
    state = throw(position(*EVERYWHERE[:3]), "1 red M", marks=2)
    large = ["tr-large" in board.get("class") for board in boards(table(state, viewer=1))]
    assert large == [False, True, False]


def test_spectators_see_the_board_large_that_was_marked_last() -> None:
    state = position(*EVERYWHERE[:3])
    assert "tr-large" in boards(table(state, "public"))[0].get("class")
    throw(state, "1 red M", marks=2)
    assert "tr-large" in boards(table(state, "public"))[2].get("class")


@pytest.mark.parametrize("players", GAME.players)
def test_boards_fit_the_drawing_and_never_overlap(players: int) -> None:
    for large in {0, 1, players - 1}:
        shown = table(position(*EVERYWHERE[:players]), viewer=large)
        _, _, width, height = numbers(shown.by_id("board").get("viewbox"))
        assert height <= 508  # 844 pixels of a phone, less the page's own 336
        found = boxes(shown)
        assert len(found) == players
        for x, y, wide, high in found:
            assert x >= 0
            assert x + wide <= width
            assert y + high <= height
        for (x1, y1, w1, h1), (x2, y2, w2, h2) in combinations(found, 2):
            beside = x1 + w1 <= x2 or x2 + w2 <= x1
            assert beside or y1 + h1 <= y2 or y2 + h2 <= y1


# Trotters


def test_trotters_stand_where_the_boards_say() -> None:
    """In the holes that are printed, or beside them on DEPART and at BUT."""
    state = position(*EVERYWHERE)
    shown = table(state)
    for seat, (x, y, *_) in enumerate(boxes(shown)):
        printed = holes(shown, "small" if seat else "large")
        for band, place in enumerate(state.snapshot()["boards"][seat]):
            trotter = shown.by_id(f"trotter-{seat}-{band}")
            at_x, at_y, _ = numbers(trotter.get("transform"))
            (first, row), (last, _) = printed[band][0], printed[band][-1]
            assert trotter.get("data-place") == str(place)
            assert at_y == pytest.approx(y + row, abs=0.01)
            if 1 <= place <= 9:
                assert at_x == pytest.approx(x + printed[band][place - 1][0], abs=0.01)
            else:
                assert at_x < x + first - 10 if place == 0 else at_x > x + last + 25


def test_trotters_keep_their_ids_and_their_order_wherever_they_go() -> None:
    """So a browser moves them, and they are seen to run."""
    state = position(*EVERYWHERE[:3])
    before = re.findall(r'id="trotter-[^"]*"', page(state))
    throw(state, "3 wheel M2", marks=1)
    assert len(before) == 15
    assert re.findall(r'id="trotter-[^"]*"', page(state, viewer=2)) == before


def test_a_trotter_on_a_sign_shows_it_and_a_prisoner_stands_behind_bars() -> None:
    state = position("3 D 7 3 D", "D D D D D")
    groups = dict(re.findall(r'<g [^>]*id="trotter-0-(\d)"(.*?)</g>', page(state), re.DOTALL))
    assert [("tr-halo" in groups[band], "tr-bars" in groups[band]) for band in "01234"] == [
        (True, False),
        (False, False),
        (True, False),
        (True, True),
        (False, False),
    ]


# Dice and cup


def test_the_last_throw_lies_there_and_the_cup_shows_its_number() -> None:
    shown = table(throw(position(*EVERYWHERE[:3]), "5 wheel D2", marks=2))
    assert dice(shown) == ["die-5", "tr-colour-5", "tr-order-3"]
    assert shown.by_id("cup-number").text.strip() == "3"
    assert texts(shown, "tr-said-name") == ["Cleo"]
    label = shown.by_id("dice").get("aria-label")
    assert label == "The dice: 5, the Wheel, D2; the cup names Cleo"


def test_the_named_bands_are_lit_on_the_board_of_whoever_marks() -> None:
    """TR-3 The Wheel names all of them."""
    state = position(*EVERYWHERE[:2])
    throw(state, "1 blue M", marks=1)
    assert [each.get("id") for each in with_class(table(state), "tr-named")] == ["named-1-3"]
    throw(state, "1 wheel O", marks=0)
    named = [each.get("id") for each in with_class(table(state), "tr-named")]
    assert named == [f"named-0-{band}" for band in range(5)]


def test_before_the_first_throw_there_are_no_dice() -> None:
    shown = table(start())
    assert dice(shown) == []
    assert len(with_class(shown, "tr-blank")) == 3
    assert shown.by_id("cup-number").text.strip() == ""


def test_dice_that_have_fallen_are_seen_while_the_cup_is_covered() -> None:
    """TR-20 Everybody has a look at the dice before the cup says for whom they are."""
    state = throw(position(*EVERYWHERE[:2], vigilance="manual"), "1 red M", marks=1)
    while state.awaits == "move":
        state.play("silent")
    for k in (3, 4, 5):
        state.draw(k)
    shown = table(state)
    assert dice(shown) == ["die-4", "tr-colour-4", "tr-order-5"]
    assert shown.by_id("cup-number").text.strip() == ""
    assert not with_class(shown, "tr-named")
    assert not with_class(shown, "tr-marks")


# Vigilance: nothing to be noticed is given away


def sent(state: State, viewer: object) -> Any:
    """What is drawn during a reaction window."""
    return reactions.public_snapshot(state), browser.details(state, viewer)


def moments(seed: int) -> Iterator[State]:
    """States of a match with manual vigilance in which a claim is awaited."""
    chance = Random(seed)
    state = start(chance.choice(list(GAME.players)), vigilance="manual", rounds=2)
    while state.awaits != "end":
        if state.awaits == "draw":
            state.draw(chance.randrange(state.draw_size or 1))
        else:
            if not state.snapshot()["offer"]["omission"]:
                yield state.copy()
            state.play(chance.choice(state.moves()))


def silenced(state: State) -> State:
    """The same table when nobody has said anything."""
    later = state.copy()
    while later.awaits == "move":
        later.play("silent")
    return later


@pytest.mark.parametrize("seed", range(6))
def test_a_table_with_something_to_notice_looks_like_one_without(seed: int) -> None:
    """TR-16, TR-17, TR-18 Only who looks at the boards can know."""
    found = 0
    for state in moments(seed):
        unnoticed = silenced(state)
        assert unnoticed.snapshot()["offer"] is None
        for viewer in (0, "public"):
            assert sent(state, viewer) == sent(unnoticed, viewer)
        found += 1
    assert found


def test_a_missed_opportunity_leaves_no_trace_while_the_dice_lie_there() -> None:
    """TR-20 An omission waits for its call: nothing shows that it does."""
    missed = throw(position("3 D D D D", "D 1 D D D", vigilance="manual"), "3 yellow M", marks=1)
    assert missed.snapshot()["offer"]["kind"] == "triangle"
    missed.play("silent")
    assert missed.record.pair_count == 1
    plain = missed.copy()
    plain.record.pair_count = 0
    for k in (2, 3, 4):
        missed.draw(k)
        plain.draw(k)
    assert sent(missed, 0) == sent(plain, 0)
    assert page(missed) == page(plain)


# What has just happened


def followed(before: State, after: State, viewer: int | str = 0) -> Page:
    """The table of a state that follows on another one."""
    page(before, viewer)
    return Page(shown_next(frame_of(after, viewer, version=1)))


def test_signs_that_have_met_glow_until_the_next_throw() -> None:
    """TR-8 Where a trotter was sent from, and where the newcomer stands."""
    before = position("3 4 D D D", "D D D D D")
    after = throw(before.copy(), "3 red M", marks=1)
    assert not with_class(table(after), "tr-glow")  # the page was opened afterwards
    assert len(with_class(followed(before, after), "tr-glow")) == 3
    later = throw(after.copy(), "1 white M", marks=1)
    assert not with_class(followed(after, later), "tr-glow")
    assert not with_class(followed(before, later), "tr-glow")  # nobody has seen how it came


def test_a_sign_that_has_moved_nobody_does_not_glow() -> None:
    """TR-16 It would say that there is something to claim."""
    before = position("3 4 D D D", "D D D D D", vigilance="manual")
    after = throw(before.copy(), "3 red M", marks=1)
    assert after.awaits == "move"
    assert not with_class(followed(before, after), "tr-glow")


# Balance


def test_a_board_shows_what_it_would_cost() -> None:
    """TR-14 The figures beside the trotters still in play."""
    shown = table(position("D 3 B 9 7", "D D D D D"))
    assert texts(shown, "tr-account") == ["53", "125"]


def test_a_game_won_shows_what_the_others_owe() -> None:
    shown = table(throw(position("B B B B 9", "D 1 2 3 4", "B 9 9 9 9"), "1 white M", marks=0))
    assert texts(shown, "tr-account") == ["+109", "−93", "−16"]
    assert [each.get("id") for each in with_class(shown, "tr-won")] == ["board-0"]
    assert (texts(shown, "tr-said-name"), texts(shown, "tr-does")) == (["You"], ["win the game"])
    labels = [board.get("aria-label") for board in boards(shown)]
    assert [label.rpartition(", ")[2] for label in labels] == ["wins 109", "owes 93", "owes 16"]


def test_a_game_won_in_a_longer_match_is_shown_as_it_was_won() -> None:
    """TR-15 The next game is set up at once, but people see how the last one ended."""
    before = position("B B B B 9", "D 1 2 3 4", rounds=3)
    rows = [{"draw": [6, 0]}, {"draw": [6, 4]}, {"draw": [6, 0]}, {"draw": [2, 0]}]
    rows.append({"draw": [2, 1]})  # the first thrower of the second game
    after = before.copy()
    for row in rows:
        after.draw(row["draw"][1])
    assert texts(table(after), "tr-games") == ["game 2 of 3"]
    shown = table(browser.displayed_state(before, rows, after))
    assert [each.get("id") for each in with_class(shown, "tr-won")] == ["board-0"]
    assert texts(shown, "tr-account")[1] == "−93"
    assert texts(shown, "tr-games") == ["game 1 of 3"]
    assert shown.by_id("cup-number").text.strip() == "1"


def test_what_did_not_end_a_game_is_shown_as_it_is() -> None:
    before = position(*EVERYWHERE[:2], rounds=3)
    rows = [{"draw": [6, 0]}, {"draw": [6, 4]}, {"draw": [6, 0]}, {"draw": [2, 0]}]
    after = throw(before.copy(), "1 white M", marks=0)
    assert browser.displayed_state(before, rows, after) is after


def test_a_claim_that_wins_a_game_is_shown_too() -> None:
    """TR-13 Looked at after each claim."""
    before = position("3 B B B B", "D 1 D D D", vigilance="manual", rounds=2)
    throw(before, "3 yellow M", marks=1)
    rows: list[dict[str, Any]] = [
        {"seat": 0, "move": "claim"},
        {"draw": [2, 1]},
        {"points": [], "ended": "played"},
    ]
    after = before.copy()
    after.play("claim")
    after.draw(1)
    shown = table(browser.displayed_state(before, rows, after))
    assert [each.get("id") for each in with_class(shown, "tr-won")] == ["board-0"]


# Words


def test_boards_are_told_in_words_to_those_who_do_not_see_them() -> None:
    shown = table(position("D 3 B 6 4", "1 D D D D"))
    assert [board.get("aria-label") for board in boards(shown)] == [
        "Ada, board 1: red DEPART, yellow 3, green BUT, blue 6 (triangle), white 4 (prisoner), "
        "would owe 65",
        "Ben, board 2: red 1, yellow DEPART, green DEPART, blue DEPART, white DEPART, "
        "would owe 120",
    ]


def test_long_names_are_cut_to_the_room_there_is() -> None:
    shown = table(position(*EVERYWHERE), names=["A" * 30, "Mississippi " * 2, *NAMES[2:]])
    assert [name[-1] for name in texts(shown, "tr-name")[:3]] == ["A", "…", "o"]
    assert "Mississippi Mississippi" in boards(shown)[1].get("aria-label")


# What is drawn


PAGES = {
    "at the start": lambda: page(start(6)),
    "to throw": lambda: page(throw(position(*EVERYWHERE, rounds=9), "2 wheel M", marks=3)),
    "won": lambda: page(throw(position("B B B B 9", "D 1 2 3 4"), "1 white M", marks=0)),
    "watching": lambda: page(position(*EVERYWHERE[:4]), "public"),
}


@pytest.mark.parametrize("moment", PAGES)
def test_the_table_keeps_to_a_strict_content_security_policy(moment: str) -> None:
    """No style, no script, no handler in the markup; every id once, and every one used is there."""
    html = PAGES[moment]()
    ids, found = check_content_security_policy(html), elements(html)
    assert "script" not in {tag for tag, _ in found}
    used = {str(each["href"]).removeprefix("#") for tag, each in found if tag == "use"}
    assert used <= ids | {f"die-{points}" for points in range(1, 7)}


def test_whoever_is_to_throw_gets_a_button() -> None:
    button = Page(PAGES["to throw"]()).by_id("roll")
    assert (button.tag, button.text.strip()) == ("button", "Throw")


def test_whoever_watches_is_offered_nothing() -> None:
    found = elements(PAGES["watching"]())
    assert not [each for tag, each in found if tag in ("button", "form", "input")]
    assert not [each for _, each in found if each.get("role") == "button" or "tabindex" in each]


def test_names_are_never_markup() -> None:
    state = throw(position(*EVERYWHERE[:2]), "1 red M", marks=1)
    shown = table(state, names=["<b>Ada</b>", '"><script>'])
    assert {"b", "script"}.isdisjoint(each.tag for each in shown.elements)
    assert texts(shown, "tr-name") == ["<b>Ada</b>", '"><script>']


def test_every_colour_has_an_emblem_of_its_own_and_a_style() -> None:
    """A colour is never alone, whatever edition is played."""
    emblems = set()
    for colours in (COLOURS[:5], COLOURS[5:]):
        state = position("D D D D D", "D D D D D", edition=box(colours=" ".join(colours)))
        emblems |= {each.get("d") for each in with_class(table(state), "tr-badge")}
    assert len(emblems) == len(COLOURS)
    style = (GAME.folder / "table.css").read_text("utf-8")
    assert all(f".tr-{colour} {{" in style for colour in COLOURS)


@pytest.mark.parametrize(
    ("dice", "stays"),
    [
        ("2 red M", {"band": 0, "place": 10}),  # at BUT already
        ("2 yellow M", {"band": 1, "place": 9}),  # a prisoner
        ("2 green M", None),
        ("1 wheel M", None),
    ],
)
def test_a_line_of_a_throw_that_moves_nobody_names_the_trotter_that_stays(
    dice: str, stays: object
) -> None:
    before = position("D D D D D", "B 9 4 D D")
    after = throw(before.copy(), dice, marks=1)
    draw = {"draw": [2, 1]}
    made = browser.last_move(before, [draw], after)
    assert made is not None
    assert made["stays"] == stays
    assert bool(made["ways"]) == (stays is None)
    move = {"version": 2, "seat": 0, "said": "It is told.", "drawn": made}
    frame = frame_of(after, 1, version=2, last_moves=[move])
    line = Page(drawn(frame, {**setup_of(after, 1), "names": NAMES[:2]}))
    assert ("= " in "".join(texts(line, "tr-way-told"))) == (stays is not None)


def test_another_edition_is_drawn_with_its_own_colours_figures_and_signs() -> None:
    edition = box(colours="pink brown black orange purple", band_0="T T T T T T T T")
    edition["figures"] = [99, 20, 18, 16, 14, 12, 10, 8, 6, 5]
    shown = table(position("2 D D D D", "D D D D D", edition=edition))
    assert texts(shown, "tr-colour-word") == ["pink", "brown", "black", "orange", "purple"]
    assert texts(shown, "tr-figure")[1:] == [str(figure) for figure in edition["figures"]]
    printed = [each.get("class") for each in shown.elements]
    lane = printed[printed.index("tr-pink", printed.index("tr-lane") - 1) :]
    lane = lane[: lane.index("tr-brown")]
    assert lane.count("tr-sign") == 8
    assert "tr-pink" in shown.by_id("trotter-0-0").get("class")
