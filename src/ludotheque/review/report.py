"""A review as sentences and plain numbers, for pages, the terminal and programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..core.language import Language, written_number
from ..table.resignations import is_resignation
from .estimates import Estimate
from .judge import VERDICTS, Judgement
from .narration import Narration
from .result import Review, ReviewedStep
from .summary import summary_of

Data = dict[str, Any]
MOST_MISTAKES = 10
NO_BREAK = "\u00a0"


def report_of(review: Review, narration: Narration) -> Data:
    """The review as JSON data; `line` is the number of events so far."""
    turning, mistakes = review.turning_points(), review.mistakes()[:MOST_MISTAKES]
    course = course_of(review, narration)
    sentences = {step["line"]: step["sentence"] for step in course}
    return {
        "game": review.game.id,
        "playouts": review.rollouts,
        "seed": review.seed,
        "names": narration.names,
        "summary": summary_of(review, narration),
        "seats": [seat_of(review, seat, narration) for seat in range(review.players)],
        "course": course,
        "turning_points": [turning_point_of(step, sentences, narration) for step in turning],
        "mistakes": [mistake_of(step, narration) for step in mistakes],
        "notes": [*notes_on(review, narration.language), *resignation_notes(narration)],
    }


def course_of(review: Review, narration: Narration) -> list[Data]:
    """Everybody's win probability at the start and after each step."""
    course: list[Data] = [
        {
            "line": 0,
            "kind": "start",
            "seat": None,
            "sentence": narration.language("Before the first throw"),
            "chances": chances_of(review.initial, narration.language),
        }
    ]
    for step in review.steps:
        course.append(
            {
                "line": step.events,
                "kind": step.kind,
                "seat": step.seat,
                "sentence": narration.between(course[-1]["line"], step.events),
                "chances": chances_of(step.win_probabilities, narration.language),
            }
        )
    return course


def chances_of(chances: list[Estimate], language: Language) -> list[Data]:
    return [numbers(chance, per_cent(chance, language)) for chance in chances]


def seat_of(review: Review, seat: int, narration: Narration) -> Data:
    language, lost = narration.language, review.given_away[seat]

    def change(estimate: Estimate) -> Data:
        return numbers(estimate, signed(estimate, language))

    return {
        "seat": seat,
        "name": narration.names[seat],
        "first": numbers(review.initial[seat], per_cent(review.initial[seat], language)),
        "last": numbers(review.final[seat], per_cent(review.final[seat], language)),
        "luck": change(review.luck[seat]),
        "own_moves": change(review.own_moves[seat]),
        "others_moves": change(review.others_moves[seat]),
        "given_away": numbers(lost, given_away_text(lost, language)),
        "verdicts": {verdict: review.count(seat, verdict) for verdict in VERDICTS},
        "sentences": sentences_on(review, seat, language),
    }


def turning_point_of(
    step: ReviewedStep, sentences: Mapping[int, str], narration: Narration
) -> Data:
    """A step with a large change: what caused it, and whose win probability it changed most."""
    seat, language = step.most_affected, narration.language
    change, after = step.changes[seat], step.win_probabilities[seat]
    said = language(
        "{name}: {change}, to {after}",
        name=narration.names[seat],
        change=signed(change, language),
        after=per_cent(after, language),
    )
    return {
        "line": step.events,
        "kind": step.kind,
        "cause": language("Luck") if step.kind == "throw" else language("A move"),
        "seat": seat,
        "sentence": sentences[step.events],
        "change": numbers(change, signed(change, language)),
        "after": numbers(after, per_cent(after, language)),
        "said": said,
    }


def mistake_of(step: ReviewedStep, narration: Narration) -> Data:
    judgement, language = step.judgement, narration.language
    assert judgement is not None
    return {
        "line": step.events,
        "seat": judgement.seat,
        "name": narration.names[judgement.seat],
        "verdict": judgement.verdict,
        "move": judgement.move,
        "sentence": narration.move(step.events, judgement.move),
        "better": judgement.best,
        "better_sentence": narration.move(step.events, judgement.best),
        "lost": numbers(judgement.lost, amount(judgement.lost, language)),
        "said": mistake_text(judgement, language),
    }


def mistake_text(judgement: Judgement, language: Language) -> str:
    lost = amount(judgement.lost, language)
    if judgement.verdict == "costly":
        return language("costly: {lost} given away", lost=lost)
    return language("inexact: {lost} given away", lost=lost)


def sentences_on(review: Review, seat: int, language: Language) -> list[str]:
    """Sentences on a seat's luck and moves, which say what is significant and what is not."""
    sentences = [luck_text(review.luck[seat], language)]
    choices = review.count(seat, "good", "undecided", "inexact", "costly")
    if choices:
        sentences.append(moves_text(review.given_away[seat], language))
        sentences.append(
            language.plural(
                "{count} decision. Good: {good}, undecided: {undecided}, inexact: {inexact}, "
                "costly: {costly}.",
                "{count} decisions. Good: {good}, undecided: {undecided}, inexact: {inexact}, "
                "costly: {costly}.",
                choices,
                **{verdict: review.count(seat, verdict) for verdict in VERDICTS[1:]},
            )
        )
    return sentences


def luck_text(luck: Estimate, language: Language) -> str:
    change = signed(luck, language)
    if luck.low > 0:
        return language("Luck helped: {change}.", change=change)
    if luck.high < 0:
        return language("Luck was against: {change}.", change=change)
    return language("Luck: {change}, so nobody can tell which way.", change=change)


def moves_text(given_away: Estimate, language: Language) -> str:
    if given_away.low > 0:
        return language("Moves gave away {lost}.", lost=amount(given_away, language))
    if given_away.error == 0:
        return language("No better moves were found.")
    return language("Moves gave nothing away for certain.")


def given_away_text(given_away: Estimate, language: Language) -> str:
    """What a seat's moves lost; only an upper bound if that may be nothing."""
    if given_away.low > 0 or given_away.error == 0:
        return per_cent(given_away, language)
    most = written_number(100 * max(given_away.high, 0.0), ".0f", language)
    return f"≤{NO_BREAK}{most}{NO_BREAK}%"


def resignation_notes(narration: Narration) -> list[str]:
    """What the chances do not say where somebody has resigned on the way."""
    seats = [event["seat"] for event in narration.replay.events if is_resignation(event)]
    if not seats:
        return []
    names = narration.language(" and ").join(narration.names[seat] for seat in seats)
    return [
        narration.language(
            "Resigned: {names}. The chances are those on the table, as if that seat could still "
            "win.",
            names=names,
        )
    ]


def notes_on(review: Review, language: Language) -> list[str]:
    """What the numbers mean, and what they do not."""
    notes = [
        rollouts_note(review, language),
        language(
            "Sums over a whole match can be more than 100%: what was lost can be won back, and "
            "lost again."
        ),
    ]
    if review.is_all_luck:
        notes.append(language("Nobody had a choice in this match: it was luck, all of it."))
        return notes
    if review.is_solved:
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


def rollouts_note(review: Review, language: Language) -> str:
    """How the win probabilities were estimated."""
    count = written_number(review.rollouts, ",d", language)
    if review.depth is None:
        return language(
            "A chance is how often a seat wins when the match is played on {count} times from "
            "there, by players who all decide at a glance. After ± stands the 95 % interval.",
            count=count,
        )
    return language(
        "For each chance the match is played on {count} times from there, by players who decide at "
        "a glance. After {decisions} decisions the position is judged as the bots have learned to "
        "judge it. After ± stands the 95 % interval of these playouts; the judgement itself may be "
        "off as well.",
        count=count,
        decisions=review.depth,
    )


def numbers(estimate: Estimate, said: str) -> Data:
    """The value and half the width of its 95 % interval, in per cent, and a text for both."""
    return {
        "value": round(100 * estimate.value, 2),
        "margin": round(100 * estimate.margin, 2),
        "said": said,
    }


def signed(estimate: Estimate, language: Language) -> str:
    """A change as text: +12 ± 5 %."""
    value = written_number(100 * estimate.value, f"+{number_format(estimate)}", language)
    return f"{value}{margin_text(estimate, language)}"


def per_cent(estimate: Estimate, language: Language) -> str:
    """A probability as text: 34 ± 5 %."""
    value = written_number(100 * estimate.value, number_format(estimate), language)
    return f"{value}{margin_text(estimate, language)}"


def amount(estimate: Estimate, language: Language) -> str:
    """What was lost, as text; small amounts have one more digit."""
    form = ".1f" if abs(estimate.value) < 0.1 else number_format(estimate)
    value = written_number(100 * estimate.value, form, language)
    return f"{value}{margin_text(estimate, language)}"


def number_format(estimate: Estimate) -> str:
    """The number format; one more digit if the margin is below one per cent."""
    return ".1f" if 0 < estimate.margin < 0.01 else ".0f"


def margin_text(estimate: Estimate, language: Language) -> str:
    if estimate.error == 0:
        return f"{NO_BREAK}%"
    margin = written_number(100 * estimate.margin, number_format(estimate), language)
    return f"{NO_BREAK}±{NO_BREAK}{margin}{NO_BREAK}%"
