"""The lesson of a race, for both games: what their guides' scripts share, and drawn examples.

An example is a race, what advances in it, and objectives to compare; the drawing shows roads one
below the other, and the moves between them.
"""

from dataclasses import dataclass
from typing import Any

from ...core.game import Game
from ...core.guide import Falls, Plays, Scripted
from .browser import road_of
from .notation import Notation
from .preview import movers
from .ranking import points_by_group
from .road import advance_target
from .snapshots import put_groups

Data = dict[str, Any]


@dataclass(frozen=True)
class Ranked:
    """A player's objective, the groups that are compared, and the place it takes."""

    player: str
    objective: str
    groups: int
    place: str


@dataclass(frozen=True)
class Example:
    """A race (groups from the lead, parted by `/`), and the colours or values that advance."""

    race: str
    advances: tuple[str, ...] = ()


def turns(*played: tuple[str, str]) -> tuple[Scripted, ...]:
    """Turns of a script: each a move, and the card that is drawn after it."""
    return tuple(part for move, card in played for part in (Plays(move), Falls(card)))


def card(name: str) -> str:
    """The selector of a card in the player's hand."""
    return f"#hand [data-step='card:{name}']"


def group(number: int) -> str:
    """The selector of a group on the road, whose dice lie upon it."""
    return f"#group-{number}, .rc-die[data-group='{number}']"


def chosen(step: str) -> str:
    """The selector of a button below the road: a card's target, or the order of an objective."""
    return f"#targets [data-step='{step}']"


def draw(
    game: Game,
    notation: Notation,
    example: Example,
    label: str,
    *,
    ranking: tuple[Ranked, ...] = (),
    is_first: bool,
) -> Data:
    """The race, the race after each advance with the dice that moved, and objectives in it.

    The first drawing on a page brings the symbols that all use.
    """
    state = game.start(game.players[0])
    record = state.record
    groups: list[list[str] | str] = [part.split() for part in example.race.split("/")]
    put_groups(record, groups, notation)
    roads = [road_of(state.plain)]
    for target in example.advances:
        number = notation.targets.index(target)
        moved = movers(record, number)
        advance_target(record, number)
        roads.append({**road_of(state.plain), "target": target, "moved": moved})
    rows = [objective(state.plain, ranked, notation) for ranked in ranking]
    return {"label": label, "sprite": is_first, "roads": roads, "rows": rows}


def objective(record: Any, ranked: Ranked, notation: Notation) -> Data:
    """The points of an objective, group by group, and how many groups are compared."""
    return {
        "name": ranked.player,
        "goal": ranked.objective,
        "points": points_by_group(record, notation.dice.index(ranked.objective), 0),
        "counts": ranked.groups,
        "rank": ranked.place,
    }
