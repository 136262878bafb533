"""View model of DiceRun's table in the browser: what differs from the shared race."""

from typing import Any, ClassVar

from ...core.language import Language
from ...core.state import State
from .._race import preview as previews
from .._race.browser import RaceTable, seat_or
from .._race.cards import NOTHING, STAGES
from .._race.stage_results import ranked, stage_panel
from . import narration, rules
from .cards import NOTATION

Data = dict[str, Any]


class Table(RaceTable):
    notation = NOTATION
    narration = narration
    probes: ClassVar[dict[str, str]] = {
        "joker": "joker:1",
        "swap": "swap:2",
        "sprint": "sprint:r1,r1,r1",
        "flip": "flip:1:1",
        "gap": "gap:1",
        "crash": "crash:r1",
    }

    @property
    def bonus(self) -> int:
        return rules.BONUS

    @property
    def goals_play(self) -> bool:
        """DR-7 Not in the roll-off, where objectives are only looked at."""
        return not self.picking

    @property
    def reroll_words(self) -> dict[str, str]:
        language = self.language
        return {
            "button": language("Reroll a group"),
            "does": language("Reroll group {group}"),
            "card": language("Reroll: which card do you lay face down?"),
            "group": language("Reroll: which group, behind the lead?"),
            "latest": language("made the latest reroll"),
        }

    def seat_in_turn(self) -> int:
        if self.state.seat is not None:
            return self.state.seat
        if self.record.phase == rules.ROLLING_OFF:
            return int(self.record.roller)
        return seat_or(self.record.playing, 0)

    def stages(self) -> list[Data]:
        """The stage cards; one that was won has its winner's mark."""
        return [
            {
                "worth": int(self.record.stage_points[stage]),
                "seat": None if winner == NOTHING else int(winner),
                "now": bool(stage == self.record.stage),
                "label": self.stage_label(stage, int(winner)),
            }
            for stage, winner in enumerate(self.record.stage_winners)
        ]

    def stage_label(self, stage: int, winner: int) -> str:
        language, worth = self.language, int(self.record.stage_points[stage])
        if winner != NOTHING:
            return language(
                "stage {stage}, {worth} points: won by {name}",
                stage=stage + 1,
                worth=worth,
                name=self.names[winner],
            )
        if stage == self.record.stage:
            return language("stage {stage}, {worth} points: now", stage=stage + 1, worth=worth)
        return language("stage {stage}, {worth} points: to come", stage=stage + 1, worth=worth)

    def marks(self, seat: int) -> list[Data]:
        spent = [self.mark(goal) for goal in self.seen["spent"][seat]]
        played = self.seen["open"][seat]
        return spent if played is None else [*spent, self.mark(played, is_open=True)]

    def own_goals(self) -> list[Data]:
        """DR-9 The objectives left; once one is played openly, no other may be in this stage."""
        goals = self.seen["goals"][self.owner]
        played = self.seen["open"][self.owner]
        found = [self.goal(goal, "held", self.why_not_goal(goal)) for goal in goals]
        return found if played is None else [self.goal(played, "open"), *found]

    def why_not_goal(self, goal: str) -> Data | None:
        if not self.to_move or self.verbs & {"goal", "choose", "pick"}:
            return None
        return self.refusal(f"goal:{goal}:color")

    # ---- A stage that has just been scored

    def stage_panel(self) -> Data | None:
        if not just_scored(self.record):
            return None
        stage = int(self.record.stage) - 1
        objectives = {
            seat: NOTATION.dice.index(spent[-1]) for seat, spent in enumerate(self.seen["spent"])
        }
        rows = [
            self.row(place, row)
            for place, row in enumerate(ranked(self.record, objectives, self.bonus, self.revealer))
        ]
        title = self.language("Stage {stage}: {name} wins", stage=stage + 1, name=rows[0]["name"])
        return stage_panel(title, rows, self.language)

    @property
    def revealer(self) -> int:
        """DR-20 Who drew the last card before the stage card."""
        over = self.record.phase == rules.OVER
        return (int(self.record.playing) - (0 if over else 1)) % self.state.players

    def row(self, place: int, row: Data) -> Data:
        seat = row["seat"]
        goal = self.seen["spent"][seat][-1]
        paid = [
            int(self.record.stage_points[self.record.stage - 1]),
            *self.record.place_points.tolist(),
        ]
        won = paid[place] if place < len(paid) else 0
        return {**row, **self.mark(goal), "name": self.names[seat], "won": won}


def just_scored(record: Any) -> bool:
    """Whether a stage was scored and nothing has happened since.

    No card has been drawn since the stage card showed, and no objective was played.
    """
    if not 0 < record.stage <= STAGES or record.phase not in (rules.TURN, rules.OVER):
        return False
    drawn = record.packs - record.pile
    unplayed = bool((record.open_goals == NOTHING).all())
    return bool(drawn == record.cuts[record.stage - 1]) and unplayed


def table(state: State, names: list[str], language: Language, viewer: int | str | None) -> Data:
    """The position as one viewer may see it."""
    return Table(state, names, language, viewer).data()


def choices(state: State, names: list[str], language: Language) -> list[Data]:
    """The legal moves with what they would do; all sprints are one entry."""
    return previews.choices(Table(state, names, language, state.seat))


def choice(state: State, move: str, names: list[str], language: Language) -> Data:
    """One legal move with what it would do."""
    return previews.choice(Table(state, names, language, state.seat), move)
