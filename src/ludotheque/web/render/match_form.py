"""The form of a new match: the choices that it offers, and reading what was sent."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable
from typing import Any

from ...bots import BOTS, all_bots, bot_if_any
from ...bots.custom import registry
from ...core.errors import BadEdition, BadOption
from ...core.game import Game
from ...core.language import Language
from ...core.option_texts import value_text
from ...core.options import spelled
from ...table.avatar import Avatar
from ...table.match import Seat
from ...table.player_name import LONGEST_NAME
from ...table.seating import CLOCKS
from ..commands.stand_in import BOTS_OFFERED
from ..people.cast import robot_for
from ..people.portraits import form_avatars
from ..people.profile import Profile

LINK = "link"  # a friend who comes by a private link
PEOPLE = ("me", "friend", LINK)
NOBODY = "nobody"
DEFAULT_BOT = "habitué"
LARGEST_EDITION = 50_000  # bytes
NOBODY_KNOWN = Profile()

Form = dict[str, str]


def seat_choices(
    game: Game, form: Form, language: Language, profile: Profile = NOBODY_KNOWN
) -> list[dict[str, Any]]:
    """Every seat of the game, with the kinds of player it can have and the one that is chosen."""
    places = range(game.players[-1])
    kinds = [form.get(f"seat_{place}_kind", first_kind(game, place)) for place in places]
    wanted = [avatar_in(form, place, kinds[place], profile) for place in places]
    avatars = form_avatars(game, wanted)
    return [
        {
            "seat": place,
            "kind": kinds[place],
            "name": form.get(f"seat_{place}_name", profile.name if kinds[place] == "me" else ""),
            "avatar": avatars[place],
            "face": face_in(kinds[place], place),
            "kinds": kind_choices(game, place, language, profile),
        }
        for place in places
    ]


def first_kind(game: Game, place: int) -> str:
    """Who sits at a place of the form before anything is chosen."""
    if place >= game.players[0]:
        return NOBODY
    return "me" if place == 0 else DEFAULT_BOT


def kind_choices(
    game: Game, place: int, language: Language, profile: Profile
) -> list[dict[str, Any]]:
    """The kinds of player that a seat can have: people, the robots by name, perhaps nobody."""
    people = {
        "me": language("Me"),
        "friend": language("A friend, here"),
        LINK: language("A friend, by link"),
    }
    choices: list[dict[str, Any]] = [
        {"value": kind, "label": label, "group": "people"} for kind, label in people.items()
    ]
    for kind in BOTS_OFFERED:
        robot = robot_for(kind, place, [profile.name])
        assert robot is not None  # every bot that is offered has a cast
        label = f"{robot.name} · {robot.title(language.code)}"
        choices.append({"value": kind, "label": label, "group": "robots", "face": robot.face})
    choices += [
        {"value": name, "label": name, "group": "robots", "face": None} for name in registry.names()
    ]
    if place >= game.players[0]:
        choices.append({"value": NOBODY, "label": language("Nobody"), "group": "nobody"})
    return choices


def face_in(kind: str, place: int) -> str | None:
    robot = robot_for(kind, place)
    return None if robot is None else robot.face


def avatar_in(form: Form, place: int, kind: str, profile: Profile) -> Avatar | None:
    """The avatar that a place of the form has, or would like to have."""
    return Avatar.read(form.get(f"seat_{place}_avatar")) or (
        profile.avatar if kind == "me" else None
    )


def avatars_in(form: Form, game: Game, profile: Profile) -> tuple[Avatar | None, ...]:
    """The avatars of the seats that are taken."""
    taken = taken_in(form, game)
    if not taken:
        return (profile.avatar, *[None] * (game.players[0] - 1))
    return tuple(avatar_in(form, place, kind, profile) for place, kind in taken)


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
                    "label": value_text(option, value, language),
                    "chosen": form.get(f"option_{option.name}", spelled(option.default))
                    == spelled(value),
                    "watched": (option.name, value) in watched.items(),
                }
                for value in option.allowed_live
            ],
        }
        for option in game.options.values()
    ]


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
                kinds=", ".join((*PEOPLE, *all_bots())),
            )
        taken.append((place, known))
    return taken


def seats_in(
    form: Form, game: Game, language: Language, profile: Profile = NOBODY_KNOWN
) -> list[Seat]:
    """The seats of a form; where none is taken, one person and as many bots as the game needs."""
    usual = [(0, "me"), *((place, DEFAULT_BOT) for place in range(1, game.players[0]))]
    taken = taken_in(form, game) or usual
    names = {
        place: form.get(f"seat_{place}_name", "").strip()
        or (profile.name if kind == "me" else "")
        or person_name(place, language)
        for place, kind in taken
        if kind in PEOPLE
    }
    seats = []
    for place, kind in taken:
        if kind in PEOPLE:
            seats.append(Seat(names[place]))
            continue
        given = form.get(f"seat_{place}_name", "").strip()
        if given in names.values():  # somebody's who has left this place of the form to the robot
            given = ""
        names[place] = given or robot_name(kind, place, names.values(), language)
        seats.append(Seat(names[place], kind))
    return seats


def person_name(place: int, language: Language) -> str:
    return language("Player {number}", number=place + 1)


def robot_name(kind: str, place: int, taken: Iterable[str], language: Language) -> str:
    robot = robot_for(kind, place, list(taken))
    if robot is not None:
        return robot.name
    if kind in BOTS or kind in taken or len(kind) > LONGEST_NAME:
        return language("Robot {number}", number=place + 1)
    return kind  # an owner's bot is known by its own name


def own_name_in(form: Form, game: Game) -> str:
    """The name that whoever sends a form has typed for themselves."""
    own = (place for place, kind in taken_in(form, game) if kind == "me")
    return form.get(f"seat_{next(own, 0)}_name", "")


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
