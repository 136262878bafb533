"""The lesson of a race, for both games: the steps that their guides share, and drawn examples.

An example is a race, what advances in it, and objectives to compare; the drawing shows roads one
below the other, and the moves between them.
"""

from dataclasses import dataclass
from typing import Any

from ...core.game import Game
from ...core.language import Language
from .._lesson import guide_steps
from .browser import road_of
from .notation import Notation
from .preview import movers
from .ranking import points_by_group
from .road import advance_target
from .snapshots import put_groups

Data = dict[str, Any]
Step = tuple[str, str | None, str]  # of a guide


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


def guide(
    objectives: str, own_steps: tuple[Step, ...], stage: str, left_out: str, language: Language
) -> list[Data]:
    """The steps of the guided first turn.

    Each game provides the texts about its objectives, about the alternatives to playing a card,
    about the end of a stage, and about what the guide leaves out.
    """
    return guide_steps(
        (
            "#board",
            None,
            language(
                "Thirty dice run from left to right; the group by the flag is the lead. None of "
                "the dice is yours."
            ),
        ),
        ("#goals", None, objectives),
        (
            "#hand",
            None,
            language(
                "On your turn you play a card: all dice of its colour or value move up by one "
                "group. Tap a card to see what would happen."
            ),
        ),
        (
            "#board",
            None,
            language(
                "The dice show where they would stand. Some cards ask for a target first: it "
                "lights up on the road. Tap the card again to take it back."
            ),
        ),
        *own_steps,
        (
            "#commit",
            "move",
            language("Nothing is played before you press this button. You then draw a card."),
        ),
        ("#board", None, stage),
        ("#board", None, left_out),
    )


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
    record = game.start(game.players[0]).record
    groups: list[list[str] | str] = [part.split() for part in example.race.split("/")]
    put_groups(record, groups, notation)
    roads = [road_of(record)]
    for target in example.advances:
        number = notation.targets.index(target)
        moved = movers(record, number)
        advance_target(record, number)
        roads.append({**road_of(record), "target": target, "moved": moved})
    rows = [objective(record, ranked, notation) for ranked in ranking]
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
