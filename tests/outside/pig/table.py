"""What lies on the table of Pig."""

from ludotheque.core.declared import Dice, Move, Number, PerSeat, Turn, Whole
from ludotheque.core.options import LocalizedText

from .rules import HOLD, ROLL

COMPONENTS = {"goal": Whole(100, low=1, high=1000)}

FIELDS = {
    "turn": Turn(LocalizedText(fr="Au tour de", en="In turn")),
    "die": Dice(LocalizedText(fr="Le dé", en="The die")),
    "pot": Number(LocalizedText(fr="En jeu", en="At stake")),
    "score": PerSeat(LocalizedText(fr="Points", en="Points")),
    "goal": Number(LocalizedText(fr="But", en="Goal")),
}

MOVES = {
    "roll": Move(ROLL, LocalizedText(fr="Relancer", en="Roll again"), rule="PG-2"),
    "hold": Move(
        HOLD,
        LocalizedText(fr="Garder", en="Hold"),
        said=LocalizedText(fr="{name} garde ses points.", en="{name} holds."),
        rule="PG-4",
    ),
}
