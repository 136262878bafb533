"""The table in the browser: what `table.js` needs beside the snapshot, and the texts it shows."""

from operator import sub
from typing import Any

from ...core.errors import filled
from ...core.language import Language
from ...core.state import State
from .narration import ABSENT, OWN_REASONS, REASONS, SKIPPED, dice_words, master_word
from .notation import MASTER, THROW
from .positions import MASTERS, master_names
from .rules import DRAWING_LOTS, FIRST
from .score_breakdown import (
    absences,
    current_table,
    is_cleared,
    last_scores,
    last_table,
    points_if_counted,
    shown_table,
)

Data = dict[str, Any]

AVATARS = ("red-disc", "blue-tile")  # as the rulebook calls the two players


def details(state: State, viewer: object = None) -> Data:
    """The dice that lie there, those in the hands, and how duels are counted. Nothing is secret."""
    record = state.plain
    table = shown_table(record)
    return {
        **vars(table),
        "master": master_names(table.master),
        "lost": master_names(table.lost),
        "is_past": is_cleared(record),
        "in_hand": list(record.in_hand),
        "master_in_hand": list(record.master_in_hand),
        "if_counted": points_if_counted(record),
        "last_count": last_count(record),
    }


def last_count(record: Any) -> Data | None:
    """How the last duel was counted, seat by seat; None before the first."""
    account = last_scores(record)
    if not account:
        return None
    skipped, absent = absences(record, account)
    rows = [
        {
            **entry.numbers,
            "playing": entry.playing,
            "total": entry.total,
            "is_doubled": entry.is_doubled,
            "is_in_vain": entry.is_in_vain,
            "points": [entry.before, entry.after],
            "reasons": entry.record_reasons + entry.track_reasons + entry.loss_reasons,
        }
        for entry in sorted(account, key=lambda entry: entry.seat)
    ]
    return {"duel": int(record.last_duel), "rows": rows, "skipped": skipped, "absent": absent}


def last_move(before: State, events: list[Data], after: State) -> Data | None:
    """A rethrow, what fell, what went out, and what the duel brought if it was counted then.

    Both throw first, which is nobody's move, and so is a lot.
    """
    event, record, new = events[-1], before.plain, after.plain
    is_counted = new.last_duel != record.last_duel
    is_first = record.phase == DRAWING_LOTS or record.throw == FIRST
    if "draw" in event and is_first and not is_counted:
        return {"seat": None}
    table = last_table(new) if is_counted else current_table(new)
    said: Data = {"out": table.pairs[record.throw]}
    if is_counted:
        said["gains"] = list(map(sub, new.points, record.points))
    if "draw" in event:
        return {**said, "dice": table.dice, "masters": master_names(table.master)}
    move = event["move"]
    if move.startswith(THROW):
        return {**said, "throws": move.removeprefix(THROW).split(",")}
    return {**said, "does": move}


# Moves


def preview(state: State, after: State, move: str, names: list[str], language: Language) -> Data:
    """A move's short name, and what stays on the table or what the order means."""
    seat = state.seat
    assert seat is not None
    if move in ("first", "second"):
        means = order_words(language)[move]
        return {"label": means["label"], "say": filled(means["say"], {"name": names[1 - seat]})}
    dice = move.removeprefix(THROW).split(",") if move.startswith(THROW) else []
    stays = current_table((after if dice else state).plain)
    said = [language("What stays: {dice}.", dice=dice_words(stays, seat, language))]
    if after.plain.last_duel != state.plain.last_duel:
        said.append(language("The duel is counted then."))
    return {"label": label_of(dice, language), "say": " ".join(said)}


def label_of(dice: list[str], language: Language) -> str:
    """What the button of a rethrow says; without dice, of keeping everything."""
    count = len([die for die in dice if die != MASTER])
    if count and MASTER in dice:
        return language.plural(
            "Throw {count} die and the MasterDé again",
            "Throw {count} dice and the MasterDé again",
            count,
        )
    if count:
        return language.plural("Throw {count} die again", "Throw {count} dice again", count)
    return language("Throw the MasterDé again") if dice else language("Keep all")


def order_words(language: Language) -> dict[str, dict[str, str]]:
    """MD-3 What going first or second means."""
    return {
        "first": {
            "label": language("Throw first"),
            "say": language("{name} will know your dice before throwing."),
        },
        "second": {
            "label": language("Throw second"),
            "say": language("You will know {name}’s dice before throwing."),
        },
    }


# Texts


def words(language: Language) -> Data:
    """Every text of the table; the page fills their {placeholders}."""
    return {
        **tray_words(language),
        **count_words(language),
        **choice_words(language),
        "duel_of_ten": language("Duel {duel} of 10"),
        "duel": language("Duel {duel}"),
        "counted": language("counted"),
        "replay": language("replay"),
        "throw": language("throw {throw} of 3"),
        "pot": language("pot"),
        "track": language(
            "The track: {red} on {red_space}, {blue} on {blue_space}; in the pot {pot}; "
            "Malus {malus}, Cagnotte {cagnotte}"
        ),
    }


def tray_words(language: Language) -> Data:
    """What lies in the trays and on the rim, for screen readers above all."""
    return {
        "trays": language("The two trays"),
        "absent": language("Out: does not play this duel"),
        "tray_absent": language("{name}, {colour}: does not play this duel"),
        "tray": language("{name}, {colour}: {dice}; sum {sum}"),
        "colours": [language("red"), language("blue")],
        "dice": [language("red {face}"), language("blue {face}")],
        "nothing": language("nothing"),
        "all_alike": language("all {face}"),
        "out_of_duel": language("Out of the duel: {gone}"),
        "pairs": language.forms("a pair of {face}s", "{count} pairs of {face}s"),
        "lost_master": language("the MasterDé of {name}, whose dice all showed {face}"),
        "master_held": language("MasterDé of {name}: not thrown yet"),
        "master_gone": language("MasterDé of {name}: {shown}; out of the duel"),
        "master": language("MasterDé of {name}: {shown}; {does}"),
        "pictures": {
            picture: {"name": master_word(face, language), "does": meaning(picture, language)}
            for face, picture in enumerate(MASTERS)
        },
    }


def meaning(picture: str, language: Language) -> str:
    """What a face of a MasterDé does."""
    return {
        "heart": language("gives your score to your opponent, and you lose as much"),
        "two": language("doubles your score"),
        "replay": language("one more throw before the count"),
        "out": language("you miss the next duel"),
        "blank": language("nothing; it can be thrown again"),
    }[picture]


def count_words(language: Language) -> Data:
    """How duels are counted."""
    return {
        "has_brought": language("what the duel has brought"),
        "would_bring": language("what the duel would bring, counted as it lies"),
        "duel_counted": language("Duel {duel} counted"),
        "before_after": language("points, before and after"),
        "was_out": language("{name} was out."),
        "reasons": {reason: language(text) for reason, text in REASONS.items()},
        "own": {
            "was_out": language("You were out."),
            "reasons": {reason: language(text) for reason, text in OWN_REASONS.items()},
            "misses_next": language("Out: you do not play the next duel."),
        },
        "skipped": language(SKIPPED),
        "misses_next": language(ABSENT),
        "what_pictures_do": language("What does a MasterDé do?"),
    }


def choice_words(language: Language) -> Data:
    """What is asked, why a die cannot be thrown, and what the other has chosen."""
    return {
        "did": {
            "first": language("goes first"),
            "second": language("goes second"),
            "keep": language("keeps all"),
        },
        "roll": language("Throw"),
        "order": order_words(language),
        "begin": language("Tap the dice you want to throw again."),
        "keep": language("Keep all"),
        "throw_master": language("Throw the MasterDé again"),
        "throw_dice": language.forms("Throw {count} die again", "Throw {count} dice again"),
        "throw_both": language.forms(
            "Throw {count} die and the MasterDé again", "Throw {count} dice and the MasterDé again"
        ),
        "stays": language("What stays: {dice}."),
        "picked": language("{die}; picked up"),
        "put_back": language("All dice are back on the table."),
        "others": language("These are the dice of {name}."),
        "out": language("Out of this duel: a red {face} met a blue {face}."),
        "master_out": language("Out of this duel: all the dice left showed {face}."),
        "master_stays": language(
            "The MasterDé shows a picture and stays: only a blank one is thrown again."
        ),
    }
