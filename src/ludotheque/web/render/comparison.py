"""A comparison of editions as its page shows it."""

from __future__ import annotations

from typing import Any

from ...arena.bench.comparison import Bench
from ...arena.bench.report import figures_of, interval_text, plot_of, value_text
from ...core.language import Language

Data = dict[str, Any]


def shown_comparison(bench: Bench, language: Language) -> Data:
    """The measures: a title, a sentence, a plot, and the values in words."""
    names = [language("the printed box"), language("yours")]
    return {
        "names": names,
        "players": bench.tallies[0].players,
        "games": bench.comparison.games,
        "figures": [
            {
                "title": figure.title,
                "sentence": figure.sentence,
                "plot": plot_of(figure, names, language),
                "cells": [
                    (value_text(figure, each, language), interval_text(figure, each, language))
                    for each in figure.values
                ],
            }
            for figure in figures_of(bench, language)
        ],
    }
