"""A setting of every game for the adapters' tests: few players, small boxes, other options."""

from typing import Any

#: Fewer cards than are printed: shorter races, and an edition of somebody's own.
SMALL_RACE = {
    "name": "A small race",
    "colours": [4, 3, 3, 3, 4],
    "values": [2, 2, 2, 2, 2, 2],
    **dict.fromkeys(("joker", "swap", "sprint", "surge", "flip", "gap", "crash"), 1),
    "stages": [3, 4, 5, 6],
    "places": [2, 1],
}

FIRST_SMALL_RACE = {
    "name": "A small race of the first edition",
    "colors": [2, 2, 2, 2, 2],
    "values": [2, 2, 2, 2, 2, 2],
    **dict.fromkeys(("joker", "gap", "swap", "overtake"), 2),
    "objectives": [1] * 30,
}

#: By game: the arguments of `start`.
SETTINGS: dict[str, dict[str, Any]] = {
    "coursededes": {
        "players": 2,
        "options": {"objectives": "variable", "bonus": True},
        "edition": FIRST_SMALL_RACE,
    },
    "dicerun": {"players": 3, "options": {"roll_off": "aside"}, "edition": SMALL_RACE},
    "levelx": {"players": 3, "options": {"first": 1}},
    "masterdes": {"players": 2, "options": {"level": "expert"}},
    "trotteurs": {"players": 2, "options": {"vigilance": "manual"}},
}
