"""View model of a race's table in the browser, for both games.

A game derives its own table from `RaceTable`, which names its cards, its stages and the objectives
that can be tapped. Everything comes from the viewer's snapshot, and from what all players see: the
dice, the seats, the course of the match.
"""

from abc import ABC, abstractmethod
from functools import cached_property
from types import ModuleType
from typing import Any, ClassVar

from ...core.errors import IllegalMove
from ...core.language import Language
from ...core.state import State
from .cards import NOTHING
from .geometry import HEIGHT, WIDTH
from .labels import script_messages
from .layout import dice_in_flight, faces_of, groups_in, look_of, points_by_group, road_layout
from .narration import action_word, colour_word, die_words
from .notation import Notation
from .road import DICE_OF_COLOUR, VALUES

Data = dict[str, Any]


class RaceTable(ABC):
    """A position as one viewer sees it: a seat, a spectator ("public"), or everybody (None)."""

    notation: Notation
    narration: ModuleType
    #: For each kind of card that is not a move by itself, a move whose refusal gives the reason.
    probes: ClassVar[dict[str, str]]

    def __init__(
        self, state: State, names: list[str], language: Language, viewer: int | str | None
    ) -> None:
        self.state = state
        self.record = state.record
        self.names = names
        self.language = language
        self.viewer = viewer
        self.seen: Data = state.snapshot(viewer)  # type: ignore[arg-type]
        self.owner = viewer if isinstance(viewer, int) else self.seat_in_turn()
        self.to_move = viewer is not None and state.seat == viewer

    # ---- Defined by each game

    @property
    @abstractmethod
    def bonus(self) -> int:
        """The additional points of a die that has both the colour and the value of an objective."""

    @property
    @abstractmethod
    def goals_play(self) -> bool:
        """Whether objectives can be tapped in this match."""

    @property
    @abstractmethod
    def reroll_words(self) -> dict[str, str]:
        """What a reroll is called: `button`, `does` (a {group}), `card`, `group`, `latest`."""

    @abstractmethod
    def seat_in_turn(self) -> int:
        """The seat whose cards are shown below the road when the viewer has no seat."""

    @abstractmethod
    def stages(self) -> list[Data]:
        """The four stages: what each is worth, and how it stands."""

    @abstractmethod
    def stage_panel(self) -> Data | None:
        """The stage that was scored just now, if one was."""

    @abstractmethod
    def marks(self, seat: int) -> list[Data]:
        """Objectives of a seat that everybody has seen."""

    @abstractmethod
    def own_goals(self) -> list[Data]:
        """The owner's objectives, if the viewer may see them."""

    # ---- Everything

    def data(self) -> Data:
        drawn = road_layout(self.record)
        return {
            "width": WIDTH,
            "height": HEIGHT,
            "scene": drawn,
            "dice": self.dice(drawn),
            "groups": self.groups(),
            "stages": self.stages(),
            "pile": self.pile(),
            "strip": [self.strip(seat) for seat in range(self.state.players)],
            "own": self.own(),
            "ceremony": self.stage_panel(),
            "targets": self.targets(),
            "goals_play": self.goals_play,
            "picking": self.picking,
            "words": script_messages(self),
        }

    # ---- The road

    def dice(self, drawn: Data) -> list[Data]:
        faces, air = faces_of(self.record), dice_in_flight(self.record)
        numbers = {
            die: number for number, group in enumerate(groups_in(self.record), 1) for die in group
        }
        return [
            {
                "die": die,
                "colour": die // DICE_OF_COLOUR,
                "face": face,
                "look": self.notation.dice[look_of(die, face)] if face else "",
                "group": numbers.get(die),
                "x": drawn["dice"][die][0],
                "y": drawn["dice"][die][1],
                "in_the_air": die in air,
                "label": self.die_label(die, face),
            }
            for die, face in enumerate(faces)
        ]

    def die_label(self, die: int, face: int) -> str:
        if not face:
            return ""
        look = self.notation.dice[look_of(die, face)]
        return f"{self.die_words(look)} ({look})"

    def die_words(self, look: str) -> str:
        return die_words(look, self.language)

    def groups(self) -> list[Data]:
        faces = faces_of(self.record)
        return [
            {
                "number": number,
                "label": self.group_label(number, [look_of(die, faces[die]) for die in group]),
            }
            for number, group in enumerate(groups_in(self.record), 1)
        ]

    def group_label(self, number: int, looks: list[int]) -> str:
        dice = ", ".join(self.die_words(self.notation.dice[look]) for look in looks)
        if number == 1:
            return self.language("lead: {dice}", dice=dice)
        return self.language("group {number}: {dice}", number=number, dice=dice)

    # ---- What lies beside it

    def pile(self) -> Data:
        count = self.seen["pile"]
        return {
            "count": count,
            "label": self.language.plural(
                "{count} card in the pile", "{count} cards in the pile", count
            ),
        }

    def strip(self, seat: int) -> Data:
        """What everybody sees of a seat: its objectives so far, stages won, the reroll lock."""
        marks, locked = self.marks(seat), bool(self.record.rerolled == seat)
        left = self.seen["goals"][seat]
        wins = self.seen.get("stage_wins", [[]] * self.state.players)[seat]
        return {
            "seat": seat,
            "marks": marks,
            "left": left if isinstance(left, int) else len(left),
            "locked": locked,
            "playing": seat == self.state.seat,
            "label": self.strip_label(seat, marks, wins, locked=locked),
        }

    def strip_label(self, seat: int, marks: list[Data], wins: list[int], *, locked: bool) -> str:
        language = self.language
        said = []
        spent = [self.die_words(mark["goal"]) for mark in marks if not mark["open"]]
        played = [self.die_words(mark["goal"]) for mark in marks if mark["open"]]
        if played:
            said.append(language("open objective {goal}", goal=played[0]))
        if spent:
            said.append(language("spent objectives {goals}", goals=", ".join(spent)))
        if wins:
            said.append(language("stages won: {wins}", wins=", ".join(map(str, wins))))
        if locked:
            said.append(self.reroll_words["latest"])
        shown = "; ".join(said) or language("nothing shown yet")
        return language("{name}: {shown}", name=self.names[seat], shown=shown)

    def mark(self, goal: str, *, is_open: bool = False) -> Data:
        return {"goal": goal, **self.look(goal), "open": is_open}

    def look(self, die: str) -> Data:
        number = self.notation.dice.index(die)
        return {"colour": number // VALUES, "value": number % VALUES + 1}

    # ---- The owner's

    @cached_property
    def goals(self) -> list[Data]:
        """The owner's objectives, as far as the viewer sees them."""
        covered = isinstance(self.seen["goals"][self.owner], int)
        return [] if covered else self.own_goals()

    def own(self) -> Data:
        """The owner's hand and objectives, or only their number if the viewer may not see them."""
        hand = self.seen["hands"][self.owner]
        covered = isinstance(hand, int)
        return {
            "seat": self.owner,
            "name": self.names[self.owner],
            "covered": covered,
            "hand": [] if covered else [self.card(place, card) for place, card in enumerate(hand)],
            "backs": hand if covered else 0,
            "goals": self.goals,
            "goal_backs": self.seen["goals"][self.owner] if covered else 0,
            "reroll": self.reroll(),
        }

    def card(self, place: int, card: str) -> Data:
        kind, _, target = card.partition(":")
        name = self.card_name(card)
        does: str = self.narration.card_does(card, self.language)
        return {
            "place": place,
            "card": card,
            "kind": kind,
            "target": target,
            "colour": self.notation.colours.index(target) if kind == "color" else None,
            "name": name,
            "label": self.language("card {name}: {does}", name=name, does=does),
            "why": self.why_not(card) if self.to_move else None,
        }

    def card_name(self, card: str) -> str:
        kind, _, target = card.partition(":")
        if kind == "value":
            return target
        if kind == "color":
            return colour_word(target, self.language)
        return action_word(card, self.language)

    @cached_property
    def moves(self) -> list[str]:
        """The legal moves of the viewer, if it is to move."""
        return self.state.moves() if self.to_move else []

    @cached_property
    def verbs(self) -> set[str]:
        return {move.partition(":")[0] for move in self.moves}

    @property
    def picking(self) -> bool:
        """Whether the viewer is to pick dice for the roll-off."""
        return "pick" in self.verbs

    def why_not(self, card: str) -> Data | None:
        """Why a card can be neither played nor discarded now; None if it can."""
        kind = card.partition(":")[0]
        if kind in self.verbs or f"discard:{card}" in self.moves:
            return None
        return self.refusal(self.probes.get(kind, card))

    def reroll(self) -> Data | None:
        """Whether the owner may reroll, and if not, why; None if it is not to play."""
        hand = self.seen["hands"][self.owner]
        if not self.to_move or self.seen["phase"] != "turn":
            return None
        verb = self.notation.reroll
        allowed = verb in self.verbs
        return {"why": None if allowed else self.refusal(f"{verb}:2:{hand[0]}")}

    def goal(self, goal: str, manner: str, why: Data | None = None) -> Data:
        """One of the owner's objectives: held, in force, or played openly."""
        worth = points_by_group(self.record, self.notation.dice.index(goal), self.bonus)
        language = self.language
        name = self.die_words(goal)
        lead = worth[0] if worth else 0
        label = language.plural(
            "objective {goal}: {count} point in the lead",
            "objective {goal}: {count} points in the lead",
            lead,
            goal=name,
        )
        if manner != "held":
            label += "; " + language("in force")
        return {
            "goal": goal,
            **self.look(goal),
            "name": name,
            "manner": manner,
            "worth": worth,
            "groups": " · ".join(map(str, worth)),
            "label": label,
            "why": why,
        }

    def refusal(self, move: str) -> Data:
        """Why the seat may not make a move: in a sentence, and the rule's number."""
        problem: IllegalMove = self.state.game.notation.why_illegal(self.record, move)
        text = self.language(problem.template, **problem.params)
        return {"text": f"{text[0].upper()}{text[1:]}.", "rule": problem.rule}

    def targets(self) -> list[Data]:
        """What a joker may name: the colours, then the values."""
        found = []
        for target in self.notation.targets:
            is_value = target.isdigit()
            found.append(
                {
                    "target": target,
                    "colour": None if is_value else self.notation.colours.index(target),
                    "value": int(target) if is_value else None,
                    "label": self.narration.target_words(target, self.language),
                }
            )
        return found


def seat_or(seat: Any, otherwise: int) -> int:
    """A seat of the state's record, or a default where none is named."""
    return otherwise if seat == NOTHING else int(seat)
