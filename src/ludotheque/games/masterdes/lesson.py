"""The lesson of MasterDés: its guide, and the rulebook's examples as positions."""

from dataclasses import dataclass
from typing import Any

from ...core.guide import Falls, Guide, GuideStep, Plays
from ...core.language import Language
from . import GAME
from .duel import FACES, NONE, face_of_all, gain_of, loss_of, take_out_pairs
from .positions import COLOURS, MASTERS, counts_of
from .track import bounced

Data = dict[str, Any]
Throw = tuple[str, str]  # red's dice and blue's on the table, such as "4 6 3 heart"

RED, BLUE = range(len(COLOURS))


@dataclass(frozen=True)
class DuelExample:
    """A duel, throw by throw, up to its count."""

    throws: tuple[Throw, ...]


@dataclass(frozen=True)
class GainExample:
    """A gain on the track of Expert, and the stretch of the track to show."""

    seat: int
    points: int  # before
    gain: int
    first: int
    last: int


#: The rulebook's examples, in its order.
EXAMPLES: dict[str, DuelExample | GainExample] = {
    "printed": DuelExample((("4 6 3 heart", "4 4 4 two"), ("4 1 heart", "4 4"), ("2 heart", "3"))),
    "one": DuelExample((("6 5", "1 3"),)),
    "past": GainExample(RED, points=95, gain=8, first=90, last=100),
    "malus": GainExample(BLUE, points=15, gain=8, first=15, last=26),
}


def guide(language: Language) -> Guide:
    """A whole duel, and the beginning of the next."""
    return Guide(
        players=2,
        before=(),
        script=(
            *(Falls("4 6 2 blank  4 3 3 two"), Plays("second")),
            *(Plays("throw:3"), Falls("5")),  # the robot
            *(Plays("throw:2,m"), Falls("4 two")),
            *(Plays("second"), Plays("throw:5"), Falls("1"), Plays("keep")),
            *(Falls("6 5 3 heart  5 4 2 out"), Plays("first")),
        ),
        steps=(*two_throws(language), *third_throw(language)),
        ending=language(
            "This guide leaves out equal scores, a duel played alone, the extra throw of the round "
            "arrow, and the track of Expert. The rulebook has it all."
        ),
    )


def two_throws(language: Language) -> tuple[GuideStep, ...]:
    return (
        GuideStep(
            language(
                "Three dice and a MasterDé each. The better sum of dice wins the duel, and is "
                "added to the points. Throw all eight."
            ),
            taps=("#roll",),
            instead=language("First throw the dice, with this button."),
            rules=("MD-1",),
        ),
        GuideStep(
            language(
                "Equal dice meet: both 4s are out. The dice the robot has left are equal, two at "
                "least: its MasterDé is out too. With 8 against 6 you choose: throw second, "
                "after the robot."
            ),
            taps=("#second",),
            instead=language("Choose to throw second: the lower of the two buttons."),
            rules=("MD-2", "MD-3"),
            about=("#rim", "#tray-1"),
        ),
        GuideStep(
            language(
                "Tap what you throw again: the 2, and your MasterDé. It may be thrown again only "
                "while it is blank."
            ),
            taps=("#md-die-0-2-0", "#md-master-0"),
            instead=language("Tap your red 2 and your blank MasterDé. The 6 is worth keeping."),
            rules=("MD-3",),
        ),
        GuideStep(
            language("The 6 stays. Nothing is thrown before you press this button."),
            taps=("#commit",),
            instead=language("Throw the dice that you have picked up, with this button."),
            rules=("MD-3",),
            about=("#told",),
        ),
    )


def third_throw(language: Language) -> tuple[GuideStep, ...]:
    return (
        GuideStep(
            language(
                "×2 doubles your score, if it is still there at the end. You are ahead again: "
                "throw second once more."
            ),
            taps=("#second",),
            instead=language("Choose to throw second again."),
            rules=("MD-4", "MD-6"),
            about=("#md-master-0",),
        ),
        GuideStep(
            language("The robot has only 3 and 1 now. Pick up nothing, and keep your dice."),
            taps=("#commit",),
            instead=language("Leave your dice where they are: press the button to keep them."),
            rules=("MD-3",),
        ),
        GuideStep(
            language(
                "You record 20. The lower score brings nothing, unless one of its dice shows 1: "
                "so the robot records 4. Throw the next duel."
            ),
            taps=("#roll",),
            instead=language("Throw the dice of the next duel, with this button."),
            rules=("MD-7",),
            about=("#ledger-0", "#ledger-1"),
        ),
        GuideStep(
            language(
                "Beware: a heart left at the end gives your score away. The robot’s door would "
                "cost it the next duel. You are ahead: throw first."
            ),
            taps=("#first",),
            instead=language("Choose to throw first: the upper of the two buttons."),
            rules=("MD-8", "MD-9"),
            about=("#md-master-0", "#md-master-1"),
        ),
    )


def caption(name: str, language: Language) -> str:
    """The text alternative of an example's drawing."""
    return {
        "printed": language(
            "First throw: red 4, 6, 3 and heart, blue 4, 4, 4 and two; a pair of 4s and the blue "
            "MasterDé go out. Second throw: red 4, 1 and heart, blue 4, 4; another pair of 4s goes "
            "out. Third throw: red 2 and heart, blue 3. The heart gives 2: blue scores 5."
        ),
        "one": language(
            "Red is left with 6 and 5 and records 11; blue with 1 and 3 records 4 too."
        ),
        "past": language("Red goes on from 95, 5 spaces to 100 and 3 back: red stands on 97."),
        "malus": language(
            "Blue would go from 15 to 23, a Malus space: blue stays on 15, and 8 points go into "
            "the pot."
        ),
    }[name]


def example(name: str, language: Language) -> Data:
    """One of EXAMPLES as data; the first on the page brings the symbols that all use."""
    found = EXAMPLES[name]
    drawn = duel_data(found.throws) if isinstance(found, DuelExample) else gain_data(found)
    label = caption(name, language)
    return {"label": label, "sprite": name == next(iter(EXAMPLES)), **drawn}


def duel_data(throws: tuple[Throw, ...]) -> Data:
    """The dice of every throw, MD-2 and whether they go out; then MD-7, MD-8 the points."""
    red, blue = (hand_of(text) for text in throws[-1])
    return {
        "throws": [fallen(throw) for throw in throws],
        "gains": [gain_of(*red, *blue), gain_of(*blue, *red)],
        "gifts": [loss_of(*red), loss_of(*blue)],
    }


def hand_of(text: str) -> tuple[list[int], int]:
    """Ordinary dice as counts, and what the MasterDé shows."""
    words = text.split()
    master = MASTERS.index(words.pop()) if words[-1] in MASTERS else NONE
    return counts_of([int(word) for word in words]), master


def fallen(throw: Throw) -> list[list[Data]]:
    """Both players' dice in the order of the text."""
    counts = [hand_of(text)[0] for text in throw]
    pairs = [0] * FACES
    take_out_pairs(counts[0], counts[1], pairs)
    drawn = []
    for text, left in zip(throw, counts, strict=True):
        going = list(pairs)
        drawn.append([die_of(word, going, left) for word in text.split()])
    return drawn


def die_of(word: str, going: list[int], left: list[int]) -> Data:
    """A die that has fallen; it counts itself off the pairs that are `going` out."""
    if word in MASTERS:
        return {"face": word, "is_out": face_of_all(left) > 0}
    face = int(word)
    going[face - 1] -= 1
    return {"face": face, "is_out": going[face - 1] >= 0}


def gain_data(found: GainExample) -> Data:
    """MD-11, MD-12 A pawn's way, and the Malus spaces of the stretch."""
    start, end = GAME.edition["malus"][:2]
    return {
        **vars(found),
        "landing": bounced(found.points + found.gain),
        "malus": list(range(start, end + 1)),
    }
