"""Records with something changed in them, for the two verifiers to disagree about."""

import json
from copy import deepcopy
from random import Random
from typing import Any

from .fair_matches import Lines, draws_in, fair_lines
from .matches import LEVELX, SMALL_BOX, sample, text_of

VALUES: list[Any] = [
    *(None, True, False, 0, 1, 2, -1, 3, 1.0, 2.5, 1e22, 1e-7, 10**30),
    *("", "x", "é", "0", "ab" * 32, "AB" * 32),
    *([], [0], [1], [0, 1], [6, 3], [6], [None], [None, None], [0, 0], {}, {"a": 1}),
    *("hand", "stand-in", "device", "server", "played", "resigned", "abandoned"),
    *("levelx", "ludotheque/1"),
]
KEYS = [
    *("draw", "ended", "points", "winners", "by", "seat", "move", "resigned"),
    *("names", "bots", "date", "options", "edition", "format", "fairness"),
    *("version", "rounds", "failed_by", "commitment", "__proto__", "é", "\uffff", "😀"),
]
SIGNS = '0123456789abcdef{}[]",:. \n\\-eExtrufalsn\t'


def originals() -> list[Lines]:
    """Good records of every kind: versions, ends, rounds begun anew, typed draws, no proof."""
    resigned = fair_lines(most=5)
    resigned[-1] |= {"ended": "resigned", "seat": 0, "winners": [1]}
    typed = fair_lines(most=6)
    typed[draws_in(typed)[1]]["by"] = "hand"
    going_on = fair_lines(most=4)[:-1]
    going_on[0]["fairness"]["server_seed"] = None
    helped = fair_lines(most=6)
    next(line for line in helped if "move" in line)["by"] = "stand-in"
    return [
        fair_lines(),
        with_resignations(),
        fair_lines(version=1),
        fair_lines(devices=(0, 1), failed=2, most=5),
        fair_lines(devices=(), most=3),
        fair_lines(version=1, most=4),
        resigned,
        typed,
        going_on,
        helped,
        sample(),
    ]


def with_resignations() -> Lines:
    """Three play, two resign on the way, and the third plays on to the end."""
    return fair_lines(LEVELX.start(3, None, SMALL_BOX), resignations={3: 1, 9: 2})


def mutants(count: int, seed: int) -> list[str]:
    """Texts of so many changed records."""
    chance, good = Random(seed), originals()
    return [mutant(chance.choice(good), chance) for _ in range(count)]


def mutant(lines: Lines, chance: Random) -> str:
    if chance.random() < 0.25:
        return garbled(text_of(lines), chance)
    lines = deepcopy(lines)
    for _ in range(chance.choice([1, 1, 1, 2])):
        chance.choice([change_value, change_value, change_value, change_lines])(lines, chance)
    return text_of(lines)


def garbled(text: str, chance: Random) -> str:
    """The text with a sign changed, added or left out, or without its end."""
    place = chance.randrange(len(text))
    sign = chance.choice(SIGNS)
    return chance.choice(
        [
            text[:place] + sign + text[place + 1 :],
            text[:place] + sign + text[place:],
            text[:place] + text[place + 1 :],
            text[:place],
            text.replace("3", "3.0", 1),
            text.replace("0", "-0", 1),
            text.replace('"players": 2', '"players": 3, "players": 2'),
            text.replace("levelx", chance.choice(["level\\u0078", "\\ud800", "\\ud83d\\ude00"])),
        ]
    )


def change_lines(lines: Lines, chance: Random) -> None:
    """Leave a line out, say it twice, or let it change places with another."""
    one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    match chance.randrange(4):
        case 0 if len(lines) > 1:
            del lines[one]
        case 1:
            lines.insert(other, deepcopy(lines[one]))
        case 2:
            lines[one], lines[other] = lines[other], lines[one]
        case _:
            lines.insert(other, {chance.choice(KEYS): chance.choice(VALUES)})


def change_value(lines: Lines, chance: Random) -> None:
    """Change, add or leave out something anywhere; the first line and the last more often."""
    places = [0, 0, len(lines) - 1, chance.randrange(len(lines))]
    value: Any = lines[chance.choice(places)]
    while True:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        if isinstance(value, dict) and (not keys or chance.random() < 0.15):
            value[chance.choice(KEYS)] = chance.choice(VALUES)
            return
        if not keys:
            value.append(chance.choice(VALUES))
            return
        key = chance.choice(keys)
        if isinstance(value[key], dict | list) and chance.random() < 0.75:
            value = value[key]
            continue
        if isinstance(value, dict) and chance.random() < 0.2:
            del value[key]
        else:
            value[key] = changed_value(value[key], chance)
        return


def changed_value(value: Any, chance: Random) -> Any:
    if type(value) is int and chance.random() < 0.5:
        return chance.choice([value + 1, value - 1, float(value)])
    if isinstance(value, str) and value and chance.random() < 0.5:
        place = chance.randrange(len(value))
        return value[:place] + chance.choice("0123456789abcdef") + value[place + 1 :]
    return json.loads(json.dumps(chance.choice(VALUES)))
