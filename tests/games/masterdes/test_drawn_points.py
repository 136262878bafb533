"""Points as the page draws them: scores, chips, the count of the last duel, the track."""

from collections import Counter

import pytest

from ludotheque import State
from ludotheque.games.masterdes import terminal
from ludotheque.games.masterdes.score_breakdown import points_if_counted

from .drawn import Table, classes, moments, place_of, table
from .position import BLUE, GAME, RED, box, counted, go, keep_all, start

PRINTED = ("4 6 3 heart", "4 4 4 two")


# Scores and chips


@pytest.mark.parametrize("level", ["flash", "expert"])
def test_what_a_duel_would_bring_is_what_it_brings_if_everybody_keeps(level: str) -> None:
    """MD-6, MD-7, MD-8, MD-12 The dashed number is the rules' own."""
    looked = 0
    for state in moments(level, seed=11, matches=4):
        if state.awaits == "move" and not state.record.threw:
            assert points_if_counted(state.record) == keep_all(state.copy()).points
            looked += 1
    assert looked > 20


def test_nothing_is_foretold_while_dice_are_in_the_hand() -> None:
    assert not table(start()).of_class("md-change")
    assert not table(go(start(), *PRINTED, "second", "keep", "throw:3")).of_class("md-change")


def changes(shown: Table) -> list[str]:
    return [shown.text(f"change-{seat}").split()[-1] for seat in (RED, BLUE)]


def test_a_doubled_score_can_be_followed() -> None:
    """MD-6"""
    shown = table(go(start(), "5 6 1 two", "4 3 2 blank"))
    assert (shown.text("score-0"), shown.text("score-1")) == ("2 × 12 = 24", "9")
    assert changes(shown) == ["+24", "+0"]
    assert shown.of_class("md-would")
    assert not shown.of_class("md-counted")


def test_a_heart_takes_points_away() -> None:
    """MD-8"""
    shown = table(counted("4 2 1 heart", "6 3 3 blank", points=[20, 0]))
    assert changes(shown) == ["−7", "+19"]
    assert len(shown.of_class("md-counted")) == 2


@pytest.mark.parametrize("points", [[0, 0], [88, 0], [100, 100], [150, 70], [37, 62]])
def test_chips_are_those_of_the_terminal(points: list[int]) -> None:
    """MD-10 Red helps itself first; what the box cannot show is a number."""
    shown = table(start(points=points))
    values = dict(
        zip(("green", "red", "yellow", "blue", "black"), GAME.edition["values"], strict=True)
    )
    found: dict[int, Counter[int]] = {RED: Counter(), BLUE: Counter()}
    short, seat = {RED: "", BLUE: ""}, RED
    for each in shown.page.elements:
        seat = int(each.get("id")[-1]) if "md-ledger" in classes(each) else seat
        if "md-chip" in classes(each):
            (colour,) = [name for name in values if f"md-{name}" in classes(each)]
            found[seat][values[colour]] += 1
        elif "md-short" in classes(each):
            short[seat] = each.text
    for seat in (RED, BLUE):
        said = [f"{count}×◉{value}" for value, count in found[seat].items()]
        said += [short[seat]] if short[seat] else []
        assert " ".join(said) == terminal.chips_words(points, seat, GAME.edition)


def test_chips_stay_within_their_part_of_the_ledger() -> None:
    chips = table(start(points=[99, 99])).of_class("md-chip")
    assert chips
    assert all(112 <= place_of(chip)[0] <= 240 for chip in chips)


# The count of the last duel


def rows(state: State) -> list[str]:
    """What the panel says of each seat: score, reasons, points before and after."""
    return [" ".join(row.text.split()) for row in table(state).of_class("md-row")]


def test_the_count_is_open_between_duels_and_stays_at_hand_in_the_next() -> None:
    shown = table(start())
    assert "count" not in shown.page.ids
    assert len(shown.of_class("md-small")) == 5  # instead, what each picture does
    state = counted("4 5 6 blank", "2 2 3 blank")
    shown = table(state)
    assert "open" in shown["count"].attributes
    assert "Duel 1 counted Ada +15 · Blaise +0" in shown.text("count")
    shown = table(go(state, *PRINTED))
    assert "open" not in shown["count"].attributes
    assert "Duel 1 counted" in shown.text("count")


@pytest.mark.parametrize(
    ("red", "blue", "said"),
    [
        ("5 2 1 two", "6 4 1 blank", ["2 × 7 = 14 You record 14.", "Blaise records nothing."]),
        ("4 5 6 blank", "1 2 3 blank", ["You record 15.", "Blaise records 6 too, thanks to a 1."]),
        (
            "2 1 3 heart",
            "6 5 4 blank",
            [
                "You give 6 to Blaise (heart). You have no more than 0 to lose.",
                "Blaise records 15.",
            ],
        ),
    ],
)
def test_the_count_gives_its_reasons(red: str, blue: str, said: list[str]) -> None:
    """MD-6, MD-7, MD-8 The reader is spoken to, the other is called by name."""
    for row, reasons in zip(rows(counted(red, blue)), said, strict=True):
        assert reasons in row


def test_the_count_says_who_misses_the_next_duel() -> None:
    """MD-9"""
    shown = table(counted("4 5 6 out", "2 2 3 blank"))
    (following,) = shown.of_class("md-next")
    assert following.text == "Out: you do not play the next duel."
    (following,) = table(counted("4 5 6 out", "2 2 3 out")).of_class("md-next")
    assert following.text == "Both MasterDés show out: duel 2 is not played."
    state = go(counted("4 5 6 out", "2 2 3 blank"), "6 5 1 blank", "keep")
    assert rows(state) == [
        "– You were out. 15 → 15",
        "12 Blaise records 12. 0 → 12",
    ]


def test_the_count_tells_of_malus_cagnotte_and_the_way_back() -> None:
    """MD-11, MD-12, MD-13"""
    red, blue = rows(counted("6 2 3 blank", "5 1 3 blank", "expert", points=[15, 35]))
    assert "23 is Malus: you stay on 15" in red
    assert red.endswith("15 → 15")
    assert "41 is Cagnotte: Blaise takes the pot of 13" in blue
    assert blue.endswith("35 → 54")
    red, _ = rows(counted("6 2 3 blank", "5 1 3 blank", "expert", points=[95, 0]))
    assert "You go past 100 (95 + 8) and back to 97" in red


# The track


def test_the_track_winds_through_a_hundred_spaces_without_a_leap() -> None:
    """MD-11 Neighbours are neighbours: a pawn is drawn on every space in turn."""
    shown = table(start("expert"))
    places = {place_of(each)[:2] for each in shown.of_class("md-zone") + shown.of_class("md-goal")}
    places |= {(float(each.get("cx")), float(each.get("cy"))) for each in shown.of_class("md-dot")}
    places |= {(float(each.get("x")), float(each.get("y"))) for each in shown.of_class("md-ten")}
    assert len(places) == 100
    pawns = [
        place_of(table(start("expert", points=[space, 100]))["md-pawn-0"])
        for space in (0, 1, 2, 24, 25, 26, 27, 49, 50, 51, 52, 74, 75, 76, 77, 98, 99)
    ]
    assert {place[:2] for place in pawns[1:]} <= places
    for one, other in ((0, 1), (1, 2), (3, 4), (4, 5), (5, 6), (7, 8), (8, 9), (11, 12), (12, 13)):
        apart = [abs(a - b) for a, b in zip(pawns[one], pawns[other], strict=True)]
        assert sum(apart) < 25


def test_the_track_shows_zones_pawns_the_pot_and_where_the_duel_would_lead() -> None:
    """MD-11, MD-12, MD-13"""
    state = go(start("expert", points=[3, 50], pot=12), "6 5 4 blank", "1 2 3 blank")
    shown = table(state)
    signs = [each.text.strip() for each in shown.of_class("md-zone", "md-malus")]
    assert "".join(signs) == "MALUSMALUS"
    assert len(shown.of_class("md-zone", "md-cagnotte")) == 10
    assert [each.text for each in shown.of_class("md-pot-count")] == ["12"]
    there = table(start("expert", points=[18, 56]))
    for seat in (RED, BLUE):
        assert place_of(shown[f"md-ghost-{seat}"]) == place_of(there[f"md-pawn-{seat}"])
    assert shown["track"].get("aria-label") == (
        "The track: Ada on 3, Blaise on 50; in the pot 12; "
        "Malus 21–25, 61–65, Cagnotte 41–45, 81–85"
    )
    assert "track" not in table(start()).page.ids


def test_zones_of_another_box_are_drawn_too() -> None:
    """MD-12 Shorter ones, and one that turns a corner."""
    state = start("expert", edition=box(malus=[24, 28, 60, 61], cagnotte=[1, 2, 99, 99]))
    assert [each.text.strip() for each in table(state).of_class("md-malus")] == ["×"] * 7


def test_pawns_on_one_space_do_not_hide_each_other() -> None:
    shown = table(start("expert", points=[50, 50]))
    assert place_of(shown["md-pawn-0"]) != place_of(shown["md-pawn-1"])


# Which duel it is


@pytest.mark.parametrize(
    ("state", "title", "stage", "done"),
    [
        (start(), "Duel 1 of 10", "throw 1 of 3", 0),
        (go(start(duel=11), *PRINTED), "Duel 11", "throw 2 of 3", None),
        (go(start("expert"), *PRINTED), "Duel 1", "throw 2 of 3", None),
        (counted("4 5 6 blank", "2 2 3 blank"), "Duel 1 of 10", "counted", 1),
        (
            go(start(), "4 5 6 replay", "1 2 3 two", "first", "keep", "keep"),
            "Duel 1 of 10",
            "replay",
            0,
        ),
    ],
)
def test_the_heading_says_which_duel_and_which_throw(
    state: State, title: str, stage: str, done: int | None
) -> None:
    """MD-5, MD-10"""
    shown = table(state)
    assert shown.text("heading") == f"{title} {stage}"
    assert bool(shown.of_class("md-duels")) == (done is not None)
    assert len(shown.of_class("md-done")) == (done or 0)
