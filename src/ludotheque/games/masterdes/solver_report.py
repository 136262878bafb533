"""What the solver knows, laid out to be read: a duel at large, or one position in it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ...core.game import Game
from ...core.language import Language
from ...core.state import State
from ...core.view import View
from .duel import DICE, MASTER_KINDS
from .hand_indexing import Array, odds_of_casts, odds_of_master
from .narration import dice_words, effect, master_word
from .payoffs import Setting
from .position_notation import Problem, in_french, read, state_of
from .rules import FIRST, SEATS
from .score_breakdown import table_now
from .solo_duel import cost_of_absence
from .solver import Thought, ponder, setting_of, solution_of, values_in
from .track import FLASH

#: Positions worth a look: the printed duel as it goes on, and what each MasterDé asks for.
EXAMPLES = (
    "red 4 6 3 heart; blue 4 4 4 two",
    "red 4 6 3 heart; blue 4 4 4 two; second red kept",
    "red 1 heart; blue 4; throw 3",
    "red 2 5 6 two; blue 1 3 4 blank; first red",
    "red 1 2 4 out; blue 3 5 6 blank; first blue",
    "red 2 3 6 replay; blue 1 4 5 blank; throw 3; second red",
    "red 2 3 5 heart",
)


def answer(text: str, game: Game, options: dict[str, Any], edition: Any, code: str) -> Group:
    """A position, and what every decision in it is worth."""
    problem, language = read(text), game.language(code)
    state = state_of(problem, game, options, edition)
    parts: list[RenderableType] = [Text(laid_out(state, language), style="bold")]
    for asked, sentence in questions(state, language):
        parts += [Text(sentence), decisions_table(asked, problem, language)]
    return Group(*parts, *notes(problem, state, language))


def questions(state: State, language: Language) -> list[tuple[State, str]]:
    """Who decides; where a draw says who chooses, both cases."""
    names = names_in(language)
    if state.seat is not None:
        return [(state, language("{name} decides:", name=names[state.seat]))]
    cases = []
    for seat in range(SEATS):
        drawn = state.copy()
        drawn.draw(seat)
        sentence = language("Equal scores. If the draw lets {name} choose:", name=names[seat])
        cases.append((drawn, sentence))
    return cases


def names_in(language: Language) -> list[str]:
    return [language("Red"), language("Blue")]


def laid_out(state: State, language: Language) -> str:
    """What is left on the table."""
    table = table_now(state.record)
    return " · ".join(
        f"{name} {dice_words(table, seat, language)}"
        for seat, name in enumerate(names_in(language))
        if table.playing[seat]
    )


def thoughts_about(view: View, problem: Problem) -> list[Thought]:
    """Best first: for the match if one is told of, else for the most points."""
    if problem.is_in_a_match:
        return ponder(view)
    values = values_in(view, "points", by_itself(setting_of(view)))
    thoughts = [Thought(move, 0.5, value) for move, value in values.items()]
    return sorted(thoughts, key=lambda each: (-round(each.value, 9), each.move))


def by_itself(setting: Setting) -> Setting:
    """A duel with no match around it: points enough for any heart, and no last duel."""
    return replace(setting, level=FLASH, points=None, duels_left=None)


def decisions_table(state: State, problem: Problem, language: Language) -> Table:
    seat = state.seat
    assert seat is not None
    table = ruled(language("decision"), "", language("points"))
    if problem.is_in_a_match:
        table.add_column(language("wins"), justify="right")
    successors, names = state.successors(), names_in(language)
    for place, thought in enumerate(thoughts_about(state.view(seat), problem)):
        meaning = effect(state, successors[thought.move], names, language)
        cells = [thought.move, meaning, number(thought.value, language)]
        if problem.is_in_a_match:
            cells.append(share(thought.chance, language))
        table.add_row(*cells, style="bold" if place == 0 else None)
    return table


def notes(problem: Problem, state: State, language: Language) -> list[Text]:
    """What the numbers mean."""
    said = [language("Points: what the duel adds to the lead of whoever decides, on average.")]
    if problem.is_in_a_match:
        said.append(language("Wins: the chance to win the match, an estimate; it comes first."))
    else:
        said.append(
            language(
                "Being out of the next duel counts for {cost}; hearts find points enough to take.",
                cost=number(-absence_in(state), language),
            )
        )
    return [Text(sentence, style="dim") for sentence in said]


def absence_in(state: State) -> float:
    edition = state.edition or state.game.edition
    return cost_of_absence(tuple(edition["master"]))


# A duel at large


def overview(game: Game, options: dict[str, Any], edition: Any, code: str) -> Group:
    """What a duel is worth, by the MasterDés that fall first; and some positions."""
    language = game.language(code)
    view = game.start(SEATS, options, edition).view(0)
    setting = by_itself(setting_of(view))
    solution, odds = solution_of(setting, "points"), odds_of_master(setting.master)
    value = solution.value(odds)
    sentences = [
        language("A duel before its first throw: {value}.", value=number(value, language)),
        language(
            "A duel played alone, and so the price of being out: {value}.",
            value=number(setting.absence, language),
        ),
    ]
    by_master = means_by_master(solution.after[FIRST][DICE])
    return Group(
        *(Text(sentence) for sentence in sentences),
        Text(),
        Text(language("Red’s lead by the MasterDés that have fallen first:"), style="bold"),
        masters_table(by_master, language),
        Text(),
        Text(language("Best decisions:"), style="bold"),
        examples_table(game, options, edition, language),
        Text(),
        Text(language("How a position is written, a semicolon between its parts:"), style="bold"),
        notation_table(language),
        Text(language("A colour that is not named does not play the duel."), style="dim"),
    )


def means_by_master(values: Array) -> Array:
    """Values after the first throw, averaged over the ordinary dice."""
    odds = odds_of_casts(DICE)[0]
    means = np.einsum("a,abcd,c->bd", odds, values, odds, optimize=True)
    return np.asarray(means[:MASTER_KINDS, :MASTER_KINDS])


def masters_table(means: Array, language: Language) -> Table:
    masters = [master_word(master, language) for master in range(MASTER_KINDS)]
    table = ruled(language("red ↓ blue →"), *masters)
    for master, row in zip(masters, means, strict=True):
        table.add_row(master, *(number(value, language) for value in row))
    return table


def examples_table(game: Game, options: dict[str, Any], edition: Any, language: Language) -> Table:
    table = ruled(language("position"), language("decision"), language("points"))
    names = names_in(language)
    for text in EXAMPLES:
        problem = read(text)
        state = state_of(problem, game, options, edition)
        assert state.seat is not None
        best = thoughts_about(state.view(state.seat), problem)[0]
        shown = in_french(text) if language.code == "fr" else text
        decision = f"{names[state.seat]} {best.move}"
        table.add_row(shown, decision, number(best.value, language))
    return table


def notation_table(language: Language) -> Table:
    """How a position is written; every row is a part, with a semicolon between them."""
    table = ruled(language("part"), "")
    for part, meaning in (
        ("red 4 6 3 heart", language("red’s dice and MasterDé; none: it is out")),
        ("throw 2", language("the throw to be made: 2 (unless said otherwise), 3 or replay")),
        ("first red", language("red throws now, before blue")),
        ("second red", language("red throws now, after blue; nothing has gone out yet")),
        ("second red kept", language("red decides now, blue has kept everything")),
        ("points 12 30", language("what both have: a heart takes no more")),
        ("duel 9", language("near the end the chance to win the match counts")),
    ):
        table.add_row(in_french(part) if language.code == "fr" else part, meaning)
    return table


# Tables and numbers


def ruled(first: str, *others: str) -> Table:
    """A quiet table, its first column for words."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column(first, no_wrap=True)
    for heading in others:
        if heading:
            table.add_column(heading, justify="right", no_wrap=True)
        else:
            table.add_column()
    return table


def number(value: float, language: Language) -> str:
    """Points as each language writes them, with a sign; nothing has none."""
    text = f"{value:+.2f}"
    text = "0.00" if float(text) == 0 else text.replace("-", "−")
    return text.replace(".", ",") if language.code == "fr" else text


def share(chance: float, language: Language) -> str:
    """A chance as a percentage."""
    text = f"{100 * chance:.1f}"
    return f"{text.replace('.', ',')}\u00a0%" if language.code == "fr" else f"{text} %"
