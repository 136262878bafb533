"""The form of a new match: the choices that it offers, and reading what was sent."""

from __future__ import annotations

import json
import tomllib
from typing import Any

from ...bots import BOTS, bot_if_any
from ...bots.levels import LEVELS
from ...core.errors import BadEdition, BadOption
from ...core.game import Game
from ...core.language import Language
from ...core.options import Option, spelled
from ...table.match import Seat
from ...table.seating import CLOCKS
from ..commands.social import BOTS_OFFERED

LINK = "link"  # a friend who comes by a private link
PEOPLE = ("me", "friend", LINK)
NOBODY = "nobody"
DEFAULT_BOT = "habitué"
LARGEST_EDITION = 50_000  # bytes

Form = dict[str, str]


def seat_choices(game: Game, form: Form, language: Language) -> list[dict[str, Any]]:
    """Every seat of the game, with the kinds of player it can have and the one that is chosen."""
    labels = {
        "me": language("Me"),
        "friend": language("A friend, here"),
        LINK: language("A friend, by link"),
        "random": language("A robot that plays anything"),
        NOBODY: language("Nobody"),
    } | {
        name: language("A robot: {level}", level=level.title[language.code].lower())
        for name, level in LEVELS.items()
    }
    seats = []
    for seat in range(game.players[-1]):
        needed = seat < game.players[0]
        first = ("me" if seat == 0 else DEFAULT_BOT) if needed else NOBODY
        kinds = [*PEOPLE, *BOTS_OFFERED, *([] if needed else [NOBODY])]
        seats.append(
            {
                "seat": seat,
                "kind": form.get(f"seat_{seat}_kind", first),
                "name": form.get(f"seat_{seat}_name", ""),
                "kinds": [
                    {"value": kind, "label": labels.get(kind, kind)}
                    for kind in kinds
                    if kind != NOBODY
                ]
                + ([] if needed else [{"value": NOBODY, "label": language("Nobody")}]),
            }
        )
    return seats


def option_choices(game: Game, form: Form, language: Language) -> list[dict[str, Any]]:
    """Every option with its values; `watched` marks values that exclude real dice."""
    watched = game.reactions.OPTIONS
    return [
        {
            "name": option.name,
            "title": option.title[language.code],
            "sentence": option.sentence[language.code],
            "values": [
                {
                    "value": spelled(value),
                    "label": face_label(value, option, language),
                    "chosen": form.get(f"option_{option.name}", spelled(option.default))
                    == spelled(value),
                    "watched": (option.name, value) in watched.items(),
                }
                for value in option.allowed_live
            ],
        }
        for option in game.options.values()
    ]


def face_label(value: Any, option: Option, language: Language) -> str:
    """An option's value as the form names it. People count seats from 1."""
    if (label := option.label(value, language.code)) is not None:
        return label
    if value is None:
        return language("By lot")
    if isinstance(value, bool):
        return language("Yes") if value else language("No")
    if type(value) is int and option.counts_seats:
        return language("Seat {number}", number=value + 1)
    return str(value)


def taken_in(form: Form, game: Game) -> list[tuple[int, str]]:
    """The seats of a form that are taken: the number of the field, and the kind of player."""
    taken = []
    for place in range(game.players[-1]):
        kind = form.get(f"seat_{place}_kind", NOBODY)
        if kind in ("", NOBODY):
            continue
        known = kind if kind in PEOPLE else bot_if_any(kind)
        if known is None:
            raise BadOption(
                "{kind!r} cannot sit down; a seat is: {kinds}",
                kind=kind,
                kinds=", ".join((*PEOPLE, *BOTS)),
            )
        taken.append((place, known))
    return taken


def seats_in(form: Form, game: Game, language: Language) -> list[Seat]:
    """The seats of a form; where none is taken, one person and as many bots as the game needs."""
    seats = []
    for place, kind in taken_in(form, game):
        bot = None if kind in PEOPLE else kind
        name = form.get(f"seat_{place}_name", "").strip() or name_for(bot, place, language)
        seats.append(Seat(name, bot))
    if seats:
        return seats
    return [
        Seat(name_for(None, 0, language)),
        *(
            Seat(name_for(DEFAULT_BOT, place, language), DEFAULT_BOT)
            for place in range(1, game.players[0])
        ),
    ]


def friends_in(form: Form, game: Game) -> list[int]:
    """The seats of people who come by a private link."""
    return [seat for seat, (_, kind) in enumerate(taken_in(form, game)) if kind == LINK]


def clock_choices(form: Form, language: Language) -> list[dict[str, Any]]:
    """The time limits for a move that the form offers."""
    labels = {
        "": language("As long as it takes"),
        "30": language("30 seconds"),
        "60": language("One minute"),
        "120": language("Two minutes"),
        "86400": language("One day"),
    }
    chosen = form.get("clock", "")
    return [
        {"value": value, "label": label, "chosen": value == chosen}
        for value, label in labels.items()
    ]


def clock_in(form: Form) -> int | None:
    text = form.get("clock", "").strip()
    if not text:
        return None
    if not (text.isascii() and text.isdigit()) or int(text[:9]) not in CLOCKS:
        raise BadOption(
            "clock is {clock!r}; allowed: none, or seconds for a move: {allowed}",
            clock=text[:30],
            allowed=", ".join(map(str, CLOCKS)),
        )
    return int(text[:9])


def name_for(bot: str | None, place: int, language: Language) -> str:
    if bot is None:
        return language("Player {number}", number=place + 1)
    return language("Robot {number}", number=place + 1)


def options_in(form: Form, game: Game) -> dict[str, Any]:
    """The options of a form, whose values are JSON."""
    options = {}
    for name in game.options:
        text = form.get(f"option_{name}", "")
        if text:
            try:
                options[name] = json.loads(text)
            except (ValueError, RecursionError):
                options[name] = text
    return options


def edition_in(form: Form, game: Game) -> dict[str, Any] | None:
    """An edition typed into the form, or sent as a file; what it leaves out is as printed."""
    text = form.get("edition_file", "").strip() or form.get("edition", "").strip()
    if not text:
        return None
    if len(text) > LARGEST_EDITION:
        raise BadEdition("the edition is larger than {most} characters", most=LARGEST_EDITION)
    kind, read = ("JSON", json.loads) if text.startswith("{") else ("TOML", tomllib.loads)
    try:
        return {**game.edition, **read(text)}
    except (ValueError, RecursionError) as problem:
        raise BadEdition(
            "the edition is not {kind} ({problem})", kind=kind, problem=str(problem)
        ) from None
