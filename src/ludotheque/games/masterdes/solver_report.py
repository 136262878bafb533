"""Reports of the solver for the terminal: the duel as a whole, or one position in it."""

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
from ...core.typography import with_minus
from ...core.view import View
from .duel import DICE, MASTER_KINDS
from .duel_solver.hand_indexing import Array, master_distribution, roll_distributions
from .duel_solver.payoffs import MatchContext
from .duel_solver.solo_duel import absence_cost
from .narration import dice_words, effect, master_word
from .position_notation import ParsedPosition, parse, state_of, to_french
from .rules import FIRST, SEATS
from .score_breakdown import current_table
from .solver import MoveValue, context_of, move_values, rank_moves, solution_of
from .track import FLASH

#: Example positions: the duel printed in the rulebook, throw by throw, and one for each MasterDé.
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
    """A position, and the value of every legal move in it."""
    parsed, language = parse(text), game.language(code)
    state = state_of(parsed, game, options, edition)
    parts: list[RenderableType] = [Text(laid_out(state, language), style="bold")]
    for asked, sentence in questions(state, language):
        parts += [Text(sentence), decisions_table(asked, parsed, language)]
    return Group(*parts, *notes(parsed, state, language))


def questions(state: State, language: Language) -> list[tuple[State, str]]:
    """The decisions to report: one, or both cases where a draw decides who chooses."""
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
    """The dice left on the table, in one line."""
    table = current_table(state.record)
    return " · ".join(
        f"{name} {dice_words(table, seat, language)}"
        for seat, name in enumerate(names_in(language))
        if table.playing[seat]
    )


def ranked_moves(view: View, parsed: ParsedPosition) -> list[MoveValue]:
    """Moves, best first: by win probability if the position names a match, else by points."""
    if parsed.is_in_a_match:
        return rank_moves(view)
    values = move_values(view, "points", without_match(context_of(view)))
    ranked = [MoveValue(move, 0.5, value) for move, value in values.items()]
    return sorted(ranked, key=lambda each: (-round(each.value, 9), each.move))


def without_match(context: MatchContext) -> MatchContext:
    """The context of a duel outside any match: points enough for any heart, and no last duel."""
    return replace(context, level=FLASH, points=None, duels_left=None)


def decisions_table(state: State, parsed: ParsedPosition, language: Language) -> Table:
    seat = state.seat
    assert seat is not None
    table = ruled(language("decision"), "", language("points"))
    if parsed.is_in_a_match:
        table.add_column(language("wins"), justify="right")
    successors, names = state.successors(), names_in(language)
    for place, ranked_move in enumerate(ranked_moves(state.view(seat), parsed)):
        meaning = effect(state, successors[ranked_move.move], names, language)
        cells = [ranked_move.move, meaning, number(ranked_move.value, language)]
        if parsed.is_in_a_match:
            cells.append(share(ranked_move.chance, language))
        table.add_row(*cells, style="bold" if place == 0 else None)
    return table


def notes(parsed: ParsedPosition, state: State, language: Language) -> list[Text]:
    """Footnotes: what the numbers mean."""
    said = [language("Points: what the duel adds to the lead of whoever decides, on average.")]
    if parsed.is_in_a_match:
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
    return absence_cost(tuple(edition["master"]))


# A duel at large


def overview(game: Game, options: dict[str, Any], edition: Any, code: str) -> Group:
    """Values of a duel by the MasterDés of the first throw, and the best moves of examples."""
    language = game.language(code)
    view = game.start(SEATS, options, edition).view(0)
    context = without_match(context_of(view))
    solution, odds = solution_of(context, "points"), master_distribution(context.master)
    value = solution.value(odds)
    sentences = [
        language("A duel before its first throw: {value}.", value=number(value, language)),
        language(
            "A duel played alone, and so the price of being out: {value}.",
            value=number(context.absence, language),
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
    odds = roll_distributions(DICE)[0]
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
        parsed = parse(text)
        state = state_of(parsed, game, options, edition)
        assert state.seat is not None
        best = ranked_moves(state.view(state.seat), parsed)[0]
        shown = to_french(text) if language.code == "fr" else text
        decision = f"{names[state.seat]} {best.move}"
        table.add_row(shown, decision, number(best.value, language))
    return table


def notation_table(language: Language) -> Table:
    """The notation of positions, one part a row."""
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
        table.add_row(to_french(part) if language.code == "fr" else part, meaning)
    return table


# Tables and numbers


def ruled(first: str, *others: str) -> Table:
    """A table without borders, its first column for text, the others for numbers."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column(first, no_wrap=True)
    for heading in others:
        if heading:
            table.add_column(heading, justify="right", no_wrap=True)
        else:
            table.add_column()
    return table


def number(value: float, language: Language) -> str:
    """Points as each language writes them, with a sign unless they are zero."""
    text = f"{value:+.2f}"
    text = "0.00" if float(text) == 0 else with_minus(text)
    return text.replace(".", ",") if language.code == "fr" else text


def share(chance: float, language: Language) -> str:
    """A chance as a percentage."""
    text = f"{100 * chance:.1f}"
    return f"{text.replace('.', ',')}\u00a0%" if language.code == "fr" else f"{text} %"
