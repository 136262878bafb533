"""The lesson of a race, for both games: the steps that their guides share, and drawn examples.

An example is a race, what advances in it, and objectives to compare; the drawing shows roads one
below the other, and the moves between them.
"""

from dataclasses import dataclass, field
from typing import Any

from ...core.game import Game
from ...core.language import Language
from .._lesson import guide_steps
from .geometry import BADGE, WIDTH
from .layout import groups_in, points_by_group, road_layout
from .notation import Notation
from .preview import movers
from .road import DICE_OF_COLOUR, VALUES, advance_target
from .snapshots import dice_in, put_groups

Data = dict[str, Any]
Step = tuple[str, str | None, str]  # of a guide

DIE = 22  # the largest one in a drawing
EDGE = 8
ARROW = 42  # the room of an arrow between two roads
ROW = 32  # … and of a line about an objective


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
    """The race, its road after each advance, and what objectives are worth in it.

    The first drawing on a page brings the symbols that all use.
    """
    record = game.start(game.players[0]).record
    groups: list[list[str] | str] = [part.split() for part in example.race.split("/")]
    put_groups(record, groups, notation)
    drawing = LessonDrawing(label, notation, is_first)
    drawing.road(record)
    for target in example.advances:
        drawing.advance(record, target)
    for ranked in ranking:
        drawing.objective(record, ranked)
    return drawing.data()


@dataclass
class LessonDrawing:
    """A drawing that grows downwards."""

    label: str
    notation: Notation
    first: bool  # the first on its page brings what all use
    height: float = EDGE
    roads: list[Data] = field(default_factory=list)
    arrows: list[Data] = field(default_factory=list)
    rows: list[Data] = field(default_factory=list)

    def data(self) -> Data:
        return {
            "label": self.label,
            "sprite": self.first,
            "width": WIDTH,
            "height": round(self.height + EDGE, 1),
            "roads": self.roads,
            "arrows": self.arrows,
            "rows": self.rows,
        }

    def road(self, record: Any, moved: int = 0) -> None:
        """A road, the dice that have just moved marked."""
        drawn = road_layout(record, DIE)
        top = min(box[1] for box in drawn["tiles"]) - BADGE
        bottom = max(box[1] + box[3] for box in drawn["tiles"])
        self.roads.append(
            {
                "y": round(self.height - top, 1),
                "scene": drawn,
                "dice": [
                    {
                        "x": drawn["dice"][die][0],
                        "y": drawn["dice"][die][1],
                        "colour": die // DICE_OF_COLOUR,
                        "face": drawn["faces"][die],
                        "moved": die in dice_in(moved),
                    }
                    for group in groups_in(record)
                    for die in group
                ],
            }
        )
        self.height += bottom - top

    def advance(self, record: Any, target: str) -> None:
        """A colour or a value advances, and the road as it is then."""
        number = self.notation.targets.index(target)
        is_value = target.isdigit()
        self.arrows.append(
            {
                "y": self.height + ARROW / 2,
                "colour": None if is_value else number,
                "value": int(target) if is_value else None,
            }
        )
        self.height += ARROW
        moved = movers(record, number)
        advance_target(record, number)
        self.road(record, moved)

    def objective(self, record: Any, ranked: Ranked) -> None:
        """The points of an objective, group by group, and how many groups are compared."""
        number = self.notation.dice.index(ranked.objective)
        self.rows.append(
            {
                "y": self.height + ROW / 2 + 4,
                "name": ranked.player,
                "colour": number // VALUES,
                "value": number % VALUES + 1,
                "points": points_by_group(record, number, 0),
                "counts": ranked.groups,
                "rank": ranked.place,
            }
        )
        self.height += ROW
