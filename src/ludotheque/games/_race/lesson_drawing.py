"""Drawings of a rulebook's examples: roads one below the other, and the moves between them."""

from dataclasses import dataclass, field
from typing import Any

from ...core.game import Game
from .geometry import BADGE, WIDTH
from .layout import groups_in, points_by_group, road_layout
from .notation import Notation
from .preview import movers
from .road import DICE_OF_COLOUR, VALUES, advance_target
from .snapshots import dice_in, put_groups

Data = dict[str, Any]

DIE = 22  # the largest one in a drawing
EDGE = 8
ARROW = 42  # the room of an arrow between two roads
ROW = 32  # … and of a line about an objective


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

    def objective(self, record: Any, name: str, goal: str, counts: int, rank: str) -> None:
        """What an objective is worth, group by group, and in how many groups that counts."""
        number = self.notation.dice.index(goal)
        self.rows.append(
            {
                "y": self.height + ROW / 2 + 4,
                "name": name,
                "colour": number // VALUES,
                "value": number % VALUES + 1,
                "points": points_by_group(record, number, 0),
                "counts": counts,
                "rank": rank,
            }
        )
        self.height += ROW


def record_with(game: Game, notation: Notation, race: str) -> Any:
    """A state of the game whose race is this: groups from the lead, parted by `/`."""
    record = game.start(game.players[0]).record
    groups: list[list[str] | str] = [part.split() for part in race.split("/")]
    put_groups(record, groups, notation)
    return record
