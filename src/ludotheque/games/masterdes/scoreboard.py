"""The scoreboard beside the trays: points, chips, current sums, and how the last duel scored."""

from itertools import pairwise
from typing import Any

from ...core.language import Language
from ...core.state import State
from .chips import chips_of
from .duel import NONE, TWO
from .geometry import WIDTH
from .narration import absence_words, loss_words, record_words, track_words
from .rules import SEATS, book_duel
from .score_breakdown import SeatScore, is_cleared, last_scores
from .track import EXPERT, FLASH
from .tray_view import TrayView

Data = dict[str, Any]

CHIPS_FROM, CHIPS_TO = 112, WIDTH - 146
CHIP = 18  # across
FAN, APART = 5, 16  # from one chip to the next, of the same value and of another


def score_line(trays: TrayView, state: State, seat: int) -> Data:
    """A seat's line of the scoreboard, at the outer edge of its tray."""
    record = state.record
    points: list[int] = record.points.tolist()
    change, manner = change_of(trays, state, seat)
    line: Data = {
        "seat": seat,
        "y": trays.layout.ledger(seat),
        "name": trays.names[seat],
        "points": points[seat],
        "score": score_text(trays, seat),
        "change": "" if change is None else f"{change:+d}".replace("-", "−"),
        "manner": manner,
        "acting": seat == trays.acting,
        "chips": [],
        "short": 0,
    }
    if record.level == FLASH:
        shown, line["short"] = chips_of(points, seat, state.edition or state.game.edition)
        line["chips"] = fanned(shown)
    return line


def score_text(trays: TrayView, seat: int) -> str:
    """The score of the dice left, with its doubling spelled out."""
    table = trays.table
    total = sum(table.dice[seat])
    if not table.dice[seat] and table.master[seat] == NONE:
        return ""
    return f"2 × {total} = {2 * total}" if table.master[seat] == TWO else str(total)


def change_of(trays: TrayView, state: State, seat: int) -> tuple[int | None, str]:
    """The change of points by the last duel, or by this one if it ended now; and which it is."""
    if trays.is_past:
        (entry,) = [entry for entry in last_scores(state.record) if entry.seat == seat]
        return entry.after - entry.before, "counted"
    counted = if_counted(state)
    if counted is None:
        return None, ""
    return counted[seat] - int(state.record.points[seat]), "would"


def if_counted(state: State) -> list[int] | None:
    """The points of both seats if the duel ended now; None while dice are still to be thrown."""
    record = state.record
    if record.in_hand.any() or record.master_in_hand.any() or is_cleared(record):
        return None
    counted = record.copy()
    book_duel(counted)
    points: list[int] = counted.points.tolist()
    return points


def fanned(shown: list[tuple[str, int]]) -> list[Data]:
    """Positions of chips in a row: equal ones overlap, and only the last of each shows its value.

    Distances shrink where the row would be too long.
    """
    steps = [FAN if chip == before else APART for before, chip in pairwise(shown)]
    closer = min(1, (CHIPS_TO - CHIPS_FROM - CHIP) / max(sum(steps), 1))
    return [
        {
            "x": round(CHIPS_FROM + CHIP / 2 + sum(steps[:place]) * closer, 1),
            "colour": colour,
            "value": value,
            "read": shown[place + 1 : place + 2] != [(colour, value)],
        }
        for place, (colour, value) in enumerate(shown)
    ]


def last_duel_panel(state: State, names: list[str], language: Language) -> Data | None:
    """The panel about the last duel's scores; None before the first duel has ended."""
    record = state.record
    account = last_scores(record)
    if not account:
        return None
    rows = [row(entry, record.level, names, language) for entry in account]
    rows.sort(key=lambda each: int(each["seat"]))
    changes = " · ".join(f"{names[each['seat']]} {each['change']}" for each in rows)
    return {
        "title": language("Duel {duel} counted", duel=int(record.last_duel)),
        "changes": changes,
        "open": bool(is_cleared(record)),
        "rows": rows,
        "next": absence_words(record, account, names, language),
    }


def row(entry: SeatScore, level: int, names: list[str], language: Language) -> Data:
    said = record_words(entry, names, language)
    if level == EXPERT:
        said += track_words(entry, names, language)
    said += loss_words([entry], names, language)
    if not entry.playing:
        said.insert(0, language("{name} was out.", name=names[entry.seat]))
    score = f"2 × {entry.total} = {entry.score}" if entry.is_doubled else str(entry.score)
    return {
        "seat": entry.seat,
        "score": score if entry.playing else "–",
        "said": " ".join(said),
        "change": f"{entry.after - entry.before:+d}".replace("-", "−"),
        "before": entry.before,
        "after": entry.after,
    }


def score_lines(trays: TrayView, state: State) -> list[Data]:
    return [score_line(trays, state, seat) for seat in range(SEATS)]
