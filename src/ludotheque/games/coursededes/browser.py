"""View model of Course de dés' table in the browser: what differs from the shared race."""

from typing import Any, ClassVar

from ...core.language import Language
from ...core.state import State
from .._race import preview as previews
from .._race.browser import RaceTable, seat_or
from .._race.cards import NOTHING, STAGES
from .._race.stage_results import ranked, stage_panel
from . import narration
from .notation import NOTATION
from .phases import NEW_CARD, NEW_GOALS, PICK, TURN
from .stages import TOKENS, TOKENS_OF_LAST_WINNER

Data = dict[str, Any]


class Table(RaceTable):
    notation = NOTATION
    narration = narration
    probes: ClassVar[dict[str, str]] = {"joker": "joker:1", "gap": "gap:1", "swap": "swap:2"}

    @property
    def bonus(self) -> int:
        return int(self.record.bonus)

    @property
    def goals_play(self) -> bool:
        """CD-15 Only variable objectives are picked and exchanged."""
        return bool(self.record.variable)

    @property
    def reroll_words(self) -> dict[str, str]:
        language = self.language
        return {
            "button": language("Tumble a group"),
            "does": language("Tumble group {group}"),
            "card": language("Tumble: which card do you lay face down?"),
            "group": language("Tumble: which group, behind the lead?"),
            "latest": language("made the latest tumble"),
        }

    def seat_in_turn(self) -> int:
        if self.state.seat is not None:
            return self.state.seat
        return seat_or(self.record.turn_of, 0)

    # ---- Stages

    def stages(self) -> list[Data]:
        """CD-12 The stages, each with the tokens of its winner; the tie-break gives none."""
        scored = int(self.record.stage)
        return [
            {
                "worth": tokens_of_winner(stage),
                "seat": None,
                "now": stage == scored,
                "done": stage < scored,
                "label": self.stage_label(stage, scored),
            }
            for stage in range(STAGES)
        ]

    def stage_label(self, stage: int, scored: int) -> str:
        language, worth = self.language, tokens_of_winner(stage)
        if stage < scored:
            return language("stage {stage}, {worth} tokens: over", stage=stage + 1, worth=worth)
        if stage == scored:
            return language("stage {stage}, {worth} tokens: now", stage=stage + 1, worth=worth)
        return language("stage {stage}, {worth} tokens: to come", stage=stage + 1, worth=worth)

    def pile(self) -> Data:
        """CD-1 The packs are equal, so that everybody can count when the stage card comes."""
        pile, scored = super().pile(), int(self.record.stage)
        if scored == STAGES:
            return pile
        before = pile["count"] - int(self.record.stage_at[scored])
        said = self.language.plural(
            "{count} card before the stage card", "{count} cards before the stage card", before
        )
        return {**pile, "before": before, "label": f"{pile['label']}, {said}"}

    # ---- Objectives

    def marks(self, seat: int) -> list[Data]:
        return [self.mark(goal) for goal in self.seen["spent"][seat]]

    def own_goals(self) -> list[Data]:
        """CD-15 The objective in force comes first, if there is one."""
        goals = self.seen["goals"][self.owner]
        has_one = self.record.in_force[self.owner] != NOTHING
        return [
            self.goal(
                goal,
                "force" if has_one and not place else "held",
                self.why_not_goal(goal, in_force=has_one and not place),
            )
            for place, goal in enumerate(goals)
        ]

    def why_not_goal(self, goal: str, *, in_force: bool) -> Data | None:
        if not self.to_move or not self.goals_play:
            return None
        if self.verbs & {"choose", "exchange"} and not in_force:
            return None
        return self.refusal(f"exchange:{goal}")

    # ---- A stage that has just been scored

    def stage_panel(self) -> Data | None:
        if not just_scored(self.record):
            return None
        spent = self.seen["spent"]
        in_it = self.tied if self.over_by_tiebreak else list(range(self.state.players))
        objectives = {seat: NOTATION.dice.index(spent[seat][-1]) for seat in in_it}
        rows = [self.row(row) for row in ranked(self.record, objectives, self.bonus, 0)]
        first = [row["name"] for row in rows if not row["ahead"]]
        return stage_panel(self.title(self.language(" and ").join(first)), rows, self.language)

    def title(self, names: str) -> str:
        if self.over_by_tiebreak:
            return self.language("Tie-break: {names} ahead", names=names)
        return self.language(
            "Stage {stage}: {names} ahead", stage=int(self.record.stage), names=names
        )

    @property
    def tied(self) -> list[int]:
        return self.seen["tiebreak"] or []

    @property
    def over_by_tiebreak(self) -> bool:
        return self.seen["phase"] == "end" and bool(self.tied)

    def row(self, row: Data) -> Data:
        """CD-12 Tied players take the same; a tie-break gives no tokens."""
        seat, ahead = row["seat"], row["ahead"]
        won = int(TOKENS[ahead]) if ahead else tokens_of_winner(int(self.record.stage) - 1)
        return {
            **row,
            **self.mark(self.seen["spent"][seat][-1]),
            "name": self.names[seat],
            "won": 0 if self.over_by_tiebreak else won,
        }


def tokens_of_winner(stage: int) -> int:
    """CD-12 What the first takes in a stage, counted from 0."""
    return TOKENS_OF_LAST_WINNER if stage == STAGES - 1 else int(TOKENS[0])


def just_scored(record: Any) -> bool:
    """Whether a stage was scored and no turn has been played since.

    It is computed from the pile: since the stage card came up, no card has been drawn except by
    the player who turned it up.
    """
    if record.stage == 0:
        return False
    if record.best:
        return True
    drawn = int(record.stage_at[record.stage - 1] - record.pile)
    if record.phase == TURN:
        return drawn <= 1 and not record.exchanged
    dealing = record.phase in (NEW_GOALS, PICK) or (record.phase == NEW_CARD and not record.tied)
    return drawn == 0 and bool(dealing)


def table(state: State, names: list[str], language: Language, viewer: int | str | None) -> Data:
    """The position as one viewer may see it."""
    return Table(state, names, language, viewer).data()


def choices(state: State, names: list[str], language: Language) -> list[Data]:
    """The legal moves with what they would do."""
    return previews.choices(Table(state, names, language, state.seat))


def choice(state: State, move: str, names: list[str], language: Language) -> Data:
    """One legal move with what it would do."""
    return previews.choice(Table(state, names, language, state.seat), move)
