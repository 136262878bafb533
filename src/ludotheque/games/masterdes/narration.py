"""Narration of MasterDés: what is awaited, what a move does, what has happened."""

from typing import Any

from ...core.language import N_, Language
from ...core.state import State
from .duel import NONE
from .notation import MASTER, THROW
from .positions import MASTERS
from .rules import DRAWING_LOTS, FIRST, REPLAY_THROW, SEATS, THIRD
from .score_breakdown import (
    DuelTable,
    SeatScore,
    absences,
    current_table,
    last_scores,
    last_table,
)
from .track import FLASH

#: MD-7, MD-8, MD-11, MD-12, MD-13 Why a seat's points are what they are, by `SeatScore`'s keys.
REASONS = {
    "heart": N_("{name} gives {score} to {other} (heart)."),
    "nothing": N_("{name} records nothing."),
    "better": N_("{name} records {score}."),
    "equal": N_("{name} records {score}, the scores being equal."),
    "one": N_("{name} records {score} too, thanks to a 1."),
    "past": N_("{name} goes past 100 ({before} + {gain}) and back to {space}."),
    "malus": N_("{space} is Malus: {name} stays on {before}, the {gain} points go into the pot."),
    "cagnotte": N_("{space} is Cagnotte: {name} takes the pot of {pot}, and stands on {after}."),
    "no_more": N_("{name} has no more than {lost} to lose."),
}
#: The same, said to the player whom they concern.
OWN_REASONS = {
    "heart": N_("You give {score} to {other} (heart)."),
    "nothing": N_("You record nothing."),
    "better": N_("You record {score}."),
    "equal": N_("You record {score}, the scores being equal."),
    "one": N_("You record {score} too, thanks to a 1."),
    "past": N_("You go past 100 ({before} + {gain}) and back to {space}."),
    "malus": N_("{space} is Malus: you stay on {before}, the {gain} points go into the pot."),
    "cagnotte": N_("{space} is Cagnotte: you take the pot of {pot}, and stand on {after}."),
    "no_more": N_("You have no more than {lost} to lose."),
}
#: MD-9 Who does not play the next duel.
SKIPPED = N_("Both MasterDés show out: duel {duel} is not played.")
ABSENT = N_("Out: {name} does not play the next duel.")


def ask(state: State, names: list[str], language: Language) -> str:
    """What is asked of whom, in a sentence."""
    if state.seat is not None:
        return ask_for_move(state, names[state.seat], language)
    if state.plain.phase == DRAWING_LOTS:
        return language("Equal scores: a draw decides who chooses.")
    if state.roller is None:
        return language("The dice are falling.")
    duel = int(state.plain.duel)
    if sum(state.plain.playing) == 1:
        return language(
            "Duel {duel}: {name} plays alone and throws the four dice.",
            duel=duel,
            name=names[state.roller],
        )
    return language("Duel {duel}: both throw their four dice.", duel=duel)


def ask_for_move(state: State, name: str, language: Language) -> str:
    record = state.plain
    if state.shared_snapshot()["phase"] == "choose":
        return language("{name}, do you throw first or second?", name=name)
    if record.throw == REPLAY_THROW:
        return language("{name}, replay! One more throw: which dice?", name=name)
    if record.throw == THIRD:
        return language("{name}, third throw: which dice do you throw again?", name=name)
    return language("{name}, second throw: which dice do you throw again?", name=name)


# What a move brings


def effect(before: State, after: State, names: list[str], language: Language) -> str:
    """What a move means, in a few words."""
    seat = before.seat
    assert seat is not None
    if before.shared_snapshot()["phase"] == "choose":
        other = names[1 - seat]
        if after.snapshot()["order"][0] == seat:
            return language("before {name}", name=other)
        return language("after {name}", name=other)
    is_same_throw = (before.plain.duel, before.plain.throw) == (
        after.plain.duel,
        after.plain.throw,
    )
    if is_same_throw and seat in throwers(after):
        kept = current_table(after.plain)
        return language("keeps {dice}", dice=dice_words(kept, seat, language))
    return language(
        "as they lie: {dice}", dice=dice_words(current_table(before.plain), seat, language)
    )


def brief(before: State, after: State, names: list[str], language: Language) -> str:
    """The same, for the list of moves."""
    return effect(before, after, names, language)


# Dice and throws


def master_word(face: int, language: Language) -> str:
    """What a MasterDé shows."""
    match MASTERS[face]:
        case "heart":
            return language("heart")
        case "two":
            return language("two")
        case "replay":
            return language("replay")
        case "out":
            return language("out")
    return language("blank")


def dice_words(table: DuelTable, seat: int, language: Language) -> str:
    """A seat's dice on the table: 3-6 + heart."""
    faces = "-".join(map(str, table.dice[seat]))
    shown = [language.die(faces)] if faces else []
    if table.master[seat] != NONE:
        shown.append(language.die(master_word(table.master[seat], language)))
    return " + ".join(shown) or language("nothing")


def silent_draws(before: State) -> int:
    """The dice before the last one of a throw, which is told when it is complete."""
    record = before.plain
    falling: int = sum(record.in_hand) + sum(record.master_in_hand)
    return 0 if record.phase == DRAWING_LOTS else max(0, falling - 1)


def tell(
    before: State, event: dict[str, Any], after: State, names: list[str], language: Language
) -> str | None:
    """What an event of a record did, in sentences; None while a throw is under way."""
    if "draw" in event:
        said = draw_words(before, event["draw"][1], after, names, language)
    else:
        said = move_words(event["seat"], event["move"], names, language)
    if said is None:
        return None
    new = after.plain
    is_counted = new.last_duel != before.plain.last_duel
    table = last_table(new) if is_counted else current_table(new)
    parts = [said, *out_words(before, table, names, language)]
    if is_counted:
        parts += count_words(after, names, language)
    return " ".join(parts)


def draw_words(
    before: State, k: int, after: State, names: list[str], language: Language
) -> str | None:
    """The sentence about a draw by lot, or about a complete throw and the thrower's dice."""
    if before.plain.phase == DRAWING_LOTS:
        return language("Equal scores: the draw lets {name} choose.", name=names[k])
    if silent_draws(before):
        return None
    fallen = table_with(before, k)
    thrown = {seat: dice_words(fallen, seat, language) for seat in throwers(before)}
    if before.plain.throw == FIRST:
        return language(
            "Duel {duel}: {thrown}.",
            duel=fallen.duel,
            thrown=" · ".join(f"{names[seat]} {dice}" for seat, dice in thrown.items()),
        )
    (seat, dice), *_ = thrown.items()
    return language("{name} has {dice} now.", name=names[seat], dice=dice)


def throwers(state: State) -> list[int]:
    """The seats whose dice fall in the throw under way."""
    record = state.plain
    if record.throw == FIRST:
        return [seat for seat in range(SEATS) if record.playing[seat]]
    return [seat for seat in range(SEATS) if record.in_hand[seat] or record.master_in_hand[seat]]


def table_with(before: State, k: int) -> DuelTable:
    """The table with the die that is falling, before anything goes out."""
    table, drawn = current_table(before.plain), before.pending_draws[0]
    seat = throwers(before)[-1]
    if drawn.kind == "die":
        table.dice[seat] = sorted([*table.dice[seat], k + 1])
    else:
        table.master[seat] = MASTERS.index(drawn.faces[k])
    return table


def move_words(seat: int, move: str, names: list[str], language: Language) -> str:
    name, other = names[seat], names[1 - seat]
    if move == "first":
        return language("{name} goes first.", name=name)
    if move == "second":
        return language("{name} lets {other} go first.", name=name, other=other)
    if move == "keep":
        return language("{name} keeps everything.", name=name)
    dice = move.removeprefix(THROW).split(",")
    if dice == [MASTER]:
        return language("{name} throws the MasterDé again.", name=name)
    faces = language.die("-".join(die for die in dice if die != MASTER))
    if MASTER in dice:
        return language("{name} throws {dice} and the MasterDé again.", name=name, dice=faces)
    return language("{name} throws {dice} again.", name=name, dice=faces)


# What goes out


def out_words(before: State, table: DuelTable, names: list[str], language: Language) -> list[str]:
    """The pairs that this throw has put out, and MasterDés by the same-face rule."""
    old = before.plain
    pairs = pairs_words(table.pairs[old.throw], language)
    masters = [
        master_out_words(table, seat, names, language)
        for seat in range(SEATS)
        if table.alike[seat] and not old.alike[seat]
    ]
    return [*([language("Out: {gone}.", gone=", ".join(pairs))] if pairs else []), *masters]


def pairs_words(faces: list[int], language: Language) -> list[str]:
    return [
        language.plural(
            "a pair of {face}s", "{count} pairs of {face}s", faces.count(face), face=face
        )
        for face in sorted(set(faces))
    ]


def master_out_words(table: DuelTable, seat: int, names: list[str], language: Language) -> str:
    return language(
        "{name} loses the MasterDé ({shown}): all dice left show {face}.",
        name=names[seat],
        shown=master_word(table.lost[seat], language),
        face=table.alike[seat],
    )


# How a duel was counted


def count_words(after: State, names: list[str], language: Language) -> list[str]:
    """Scores, what is recorded or given, who is out next, where the points went."""
    record = after.plain
    account = last_scores(record)
    said = [score_sentence(int(record.last_duel), account, names, language)]
    for kind in ("record_reasons", "track_reasons", "loss_reasons"):
        for entry in account:
            said += reason_words(entry, getattr(entry, kind), names, language)
    said += [
        points_words(record, names, language),
        *absence_words(record, account, names, language),
    ]
    return said


def score_sentence(
    duel: int, account: list[SeatScore], names: list[str], language: Language
) -> str:
    scores = [
        f"{names[entry.seat]} "
        + (f"2 × {entry.total} = {entry.score}" if entry.is_doubled else f"{entry.score}")
        for entry in sorted(account, key=lambda entry: entry.seat)
        if entry.playing
    ]
    return language("Count of duel {duel}: {scores}.", duel=duel, scores=" · ".join(scores))


def reason_words(
    entry: SeatScore, reasons: list[str], names: list[str], language: Language
) -> list[str]:
    """Some of the reasons for a seat's points, in sentences."""
    name, other = names[entry.seat], names[1 - entry.seat]
    return [
        language(REASONS[reason], name=name, other=other, **entry.numbers) for reason in reasons
    ]


def points_words(record: Any, names: list[str], language: Language) -> str:
    red, blue = record.points
    if record.level == FLASH:
        return language(
            "Points: {red} {red_points}, {blue} {blue_points}.",
            red=names[0],
            red_points=red,
            blue=names[1],
            blue_points=blue,
        )
    return language(
        "Points: {red} {red_points}, {blue} {blue_points}, pot {pot}.",
        red=names[0],
        red_points=red,
        blue=names[1],
        blue_points=blue,
        pot=int(record.pot),
    )


def absence_words(
    record: Any, account: list[SeatScore], names: list[str], language: Language
) -> list[str]:
    """MD-9 Who does not play the next duel; nothing once the match is over."""
    skipped, absent = absences(record, account)
    if skipped is not None:
        return [language(SKIPPED, duel=skipped)]
    return [language(ABSENT, name=names[seat]) for seat in absent]


def tie_break(
    state: State, tied: list[int], winners: list[int], names: list[str], language: Language
) -> str:
    """MD-14 If both stand on exactly 100, the better score of the duel wins."""
    if len(winners) > 1:
        return language("Both have exactly 100 points, and equal scores in the last duel.")
    return language(
        "Both have exactly 100 points: {name} had the better score in the last duel.",
        name=names[winners[0]],
    )
