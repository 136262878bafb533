"""Labels of the moves of DiceRun."""

from ...core.language import Language
from .._race.labels import Labels
from . import narration
from .cards import NOTATION


def labels_in(language: Language) -> Labels:
    return Labels(NOTATION, narration, language("Reroll group {group}"), language)
