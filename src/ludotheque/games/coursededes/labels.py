"""Labels of the moves of Course de dés."""

from ...core.language import Language
from .._race.labels import Labels
from . import narration
from .notation import NOTATION


def labels_in(language: Language) -> Labels:
    return Labels(NOTATION, narration, language("Tumble group {group}"), language)
