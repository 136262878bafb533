"""A review in words and plain numbers, for whoever shows it: a page, a terminal, a program."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..core.language import Language, written_number
from ..core.state import State
from .judge import VERDICTS, Judgement
from .reviewer import Change, Review
from .rollouts import Estimate

Data = dict[str, Any]
Tell = Callable[[State, dict[str, Any], State, list[str], Language], str | None]
Reveal = Callable[[str, str, Language], str | None]
MOST_TOLD = 10  # moves that gave something away
MINUS = "\u2212"
NO_BREAK = "\u00a0"


class Narration:
    """What happened in a match, event by event, in one language."""

    def __init__(
        self,
        start: State,
        lines: Sequence[Mapping[str, Any]],
        names: list[str],
        language: Language,
    ) -> None:
        self.names = names
        self.language = language
        words = start.game.module("narration")
        self._tell: Tell = words.tell
        self._reveal: Reveal | None = getattr(words, "reveal", None)
        self._lines = lines
        self._before: list[State] = []
        self._told: list[str | None] = []
        state = start.copy()
        for line in lines:
            before = state.copy()
            if "draw" in line:
                state.draw(line["draw"][1])
            else:
                state.play(line["move"])
            self._before.append(before)
            self._told.append(self._tell(before, dict(line), state.copy(), names, language))

    def between(self, first: int, last: int) -> str:
        """What the events after the `first` ones and up to the `last` one have to tell."""
        told = " ".join(told for told in self._told[first:last] if told)
        return told or self._draws(first, last)

    def _draws(self, first: int, last: int) -> str:
        """Draws that the game's words keep for the move that follows."""
        faces = ", ".join(
            before.pending_draws[0].faces[line["draw"][1]]
            for before, line in zip(self._before[first:last], self._lines[first:last], strict=True)
            if "draw" in line
        )
        roller = self._before[first].roller
        if roller is None:
            return self.language("Drawn: {faces}.", faces=faces) if faces else ""
        return self.language("{name} rolls {faces}.", name=self.names[roller], faces=faces)

    def move(self, line: int, move: str) -> str:
        """A move that was or could have been the event of that number, in words.

        The match is over: nothing is a secret any more.
        """
        before = self._before[line - 1]
        assert before.seat is not None
        revealed = self._reveal and self._reveal(self.names[before.seat], move, self.language)
        if revealed:
            return revealed
        after = before.copy()
        after.play(move)
        spoken = {"seat": before.seat, "move": move}
        told = self._tell(before, spoken, after, self.names, self.language)
        return told or move


def in_words(review: Review, narration: Narration) -> Data:
    """The whole review as plain data, its chances in per cent."""
    turning, mistakes = review.turning_points(), review.mistakes()[:MOST_TOLD]
    course = course_of(review, narration)
    by_line = {step["line"]: step for step in course}
    return {
        "game": review.game.id,
        "playouts": review.playouts,
        "seed": review.seed,
        "names": narration.names,
        "seats": [seat_of(review, seat, narration) for seat in range(review.players)],
        "course": course,
        "turning_points": [turn_of(change, by_line, narration) for change in turning],
        "mistakes": [mistake_of(change, narration) for change in mistakes],
        "notes": notes_on(review, narration.language),
    }


def course_of(review: Review, narration: Narration) -> list[Data]:
    """Everybody's chances at the start and after each throw and move."""
    course: list[Data] = [
        {
            "line": 0,
            "kind": "start",
            "seat": None,
            "sentence": narration.language("Before the first throw"),
            "chances": chances_of(review.first, narration.language),
        }
    ]
    for change in review.changes:
        course.append(
            {
                "line": change.line,
                "kind": change.kind,
                "seat": change.seat,
                "sentence": narration.between(course[-1]["line"], change.line),
                "chances": chances_of(change.chances, narration.language),
            }
        )
    return course


def chances_of(chances: list[Estimate], language: Language) -> list[Data]:
    return [numbers(chance, per_cent(chance, language)) for chance in chances]


def seat_of(review: Review, seat: int, narration: Narration) -> Data:
    language = narration.language

    def change(estimate: Estimate) -> Data:
        return numbers(estimate, signed(estimate, language))

    return {
        "seat": seat,
        "name": narration.names[seat],
        "first": numbers(review.first[seat], per_cent(review.first[seat], language)),
        "last": numbers(review.last[seat], per_cent(review.last[seat], language)),
        "luck": change(review.luck[seat]),
        "own_moves": change(review.own[seat]),
        "others_moves": change(review.others[seat]),
        "given_away": numbers(review.given_away[seat], lost_by(review.given_away[seat], language)),
        "verdicts": {verdict: review.count(seat, verdict) for verdict in VERDICTS},
        "sentences": sentences_on(review, seat, language),
    }


def turn_of(change: Change, course: Mapping[int, Data], narration: Narration) -> Data:
    """A moment at which the chances changed much: whose most, and by what."""
    seat, language = change.most, narration.language
    changed = change.changes[seat]
    after = change.chances[seat]
    said = language(
        "{name}: {change}, to {after}",
        name=narration.names[seat],
        change=signed(changed, language),
        after=per_cent(after, language),
    )
    return {
        "line": change.line,
        "kind": change.kind,
        "cause": language("Luck") if change.kind == "throw" else language("A move"),
        "seat": seat,
        "sentence": course[change.line]["sentence"],
        "change": numbers(changed, signed(changed, language)),
        "after": numbers(after, per_cent(after, language)),
        "said": said,
    }


def mistake_of(change: Change, narration: Narration) -> Data:
    judgement, language = change.judgement, narration.language
    assert judgement is not None
    return {
        "line": change.line,
        "seat": judgement.seat,
        "name": narration.names[judgement.seat],
        "verdict": judgement.verdict,
        "move": judgement.move,
        "sentence": narration.move(change.line, judgement.move),
        "better": judgement.best,
        "better_sentence": narration.move(change.line, judgement.best),
        "lost": numbers(judgement.lost, amount(judgement.lost, language)),
        "said": mistake_words(judgement, language),
    }


def mistake_words(judgement: Judgement, language: Language) -> str:
    lost = amount(judgement.lost, language)
    if judgement.verdict == "costly":
        return language("costly: {lost} given away", lost=lost)
    return language("inexact: {lost} given away", lost=lost)


def sentences_on(review: Review, seat: int, language: Language) -> list[str]:
    """What can be said of a seat's luck and moves, and what cannot."""
    told = [luck_words(review.luck[seat], language)]
    choices = review.count(seat, "good", "undecided", "inexact", "costly")
    if choices:
        told.append(moves_words(review.given_away[seat], language))
        told.append(
            language.plural(
                "{count} decision. Good: {good}, undecided: {undecided}, inexact: {inexact}, "
                "costly: {costly}.",
                "{count} decisions. Good: {good}, undecided: {undecided}, inexact: {inexact}, "
                "costly: {costly}.",
                choices,
                **{verdict: review.count(seat, verdict) for verdict in VERDICTS[1:]},
            )
        )
    return told


def luck_words(luck: Estimate, language: Language) -> str:
    change = signed(luck, language)
    if luck.low > 0:
        return language("Luck helped: {change}.", change=change)
    if luck.high < 0:
        return language("Luck was against: {change}.", change=change)
    return language("Luck: {change}, so nobody can tell which way.", change=change)


def moves_words(given_away: Estimate, language: Language) -> str:
    if given_away.low > 0:
        return language("Moves gave away {lost}.", lost=amount(given_away, language))
    if given_away.error == 0:
        return language("No better moves were found.")
    return language("Moves gave nothing away for certain.")


def lost_by(given_away: Estimate, language: Language) -> str:
    """What moves gave away in all; where that may be nothing, how much it is at most."""
    if given_away.low > 0 or given_away.error == 0:
        return per_cent(given_away, language)
    most = written_number(100 * max(given_away.high, 0.0), ".0f", language)
    return f"≤{NO_BREAK}{most}{NO_BREAK}%"


def notes_on(review: Review, language: Language) -> list[str]:
    """What the numbers mean, and what they do not."""
    notes = [
        chances_words(review, language),
        language(
            "Sums over a whole match can be more than 100 %: what was lost can be won back, and "
            "lost again."
        ),
    ]
    if review.all_luck:
        notes.append(language("Nobody had a choice in this match: it was luck, all of it."))
        return notes
    if review.solved:
        notes.append(
            language(
                "The moves were judged by the game's solver, which knows the best play; how "
                "much one costs in chances to win the whole match is its estimate."
            )
        )
    else:
        notes.append(
            language(
                "A move was held against the few others that looked best. It is called inexact or "
                "costly only where the difference is three standard errors or more; from 5 % on "
                "it is costly. What is less certain is undecided, and no mistake."
            )
        )
    if review.game.secrets:
        notes.append(
            language(
                "The chances are those of somebody who sees all cards. Moves were judged by "
                "what their player could know: nobody is blamed for what was hidden."
            )
        )
    return notes


def chances_words(review: Review, language: Language) -> str:
    """Where the chances come from."""
    count = written_number(review.playouts, ",d", language)
    if review.rollout_depth is None:
        return language(
            "A chance is how often a seat wins when the match is played on {count} times from "
            "there, by players who all decide at a glance. After ± stands the 95 % interval.",
            count=count,
        )
    return language(
        "For a chance the match is played on {count} times from there, by players who decide at a "
        "glance. After {decisions} decisions the position is judged as the bots have learned to "
        "judge it. After ± stands the 95 % interval of these playouts; the judgement itself may be "
        "off as well.",
        count=count,
        decisions=review.rollout_depth,
    )


def numbers(estimate: Estimate, said: str) -> Data:
    """In per cent, with half of the 95 % interval; and as it is said."""
    return {
        "value": round(100 * estimate.value, 2),
        "margin": round(100 * estimate.margin, 2),
        "said": said,
    }


def signed(estimate: Estimate, language: Language) -> str:
    """A change: +12 ± 5 %."""
    value = written_number(100 * estimate.value, f"+{form_for(estimate)}", language)
    return f"{value.replace('-', MINUS)}{more_or_less(estimate, language)}"


def per_cent(estimate: Estimate, language: Language) -> str:
    value = written_number(100 * estimate.value, form_for(estimate), language)
    return f"{value.replace('-', MINUS)}{more_or_less(estimate, language)}"


def amount(estimate: Estimate, language: Language) -> str:
    """What was lost: small amounts have a digit more."""
    form = ".1f" if abs(estimate.value) < 0.1 else form_for(estimate)
    value = written_number(100 * estimate.value, form, language).replace("-", MINUS)
    return f"{value}{more_or_less(estimate, language)}"


def form_for(estimate: Estimate) -> str:
    """What is known to less than one per cent has a digit more."""
    return ".1f" if 0 < estimate.margin < 0.01 else ".0f"


def more_or_less(estimate: Estimate, language: Language) -> str:
    if estimate.error == 0:
        return f"{NO_BREAK}%"
    margin = written_number(100 * estimate.margin, form_for(estimate), language)
    return f"{NO_BREAK}±{NO_BREAK}{margin}{NO_BREAK}%"
