"""The lesson of DiceRun: its guide, and the rulebook's examples as positions."""

from typing import Any

from ...core.guide import Falls, Guide, GuideStep, Plays
from ...core.language import Language
from .._race import lesson as race
from .._race.lesson import Example
from . import GAME
from .cards import NOTATION

Data = dict[str, Any]

BLUE = "b1 b2 b3 b4 b5 b6"
OTHERS = "r1 r2 r3 r4 r6 r6 o1 o2 o2 o3 o5 o6 g1 g3 g4 g4 g5 g6 p1 p2 p3 p4 p5 p6"

#: The rulebook's examples, in its order.
EXAMPLES = {
    "start": Example(f"{OTHERS} {BLUE}", ("b",)),
    "breakaway": Example(f"{BLUE} / {OTHERS}", ("6",)),
    "alone": Example(
        "b6 / r6 r6 o6 g6 b1 b2 b3 b4 b5 p6 "
        "/ r1 r2 r3 r4 o1 o2 o2 o3 o5 g1 g3 g4 g4 g5 p1 p2 p3 p4 p5",
        ("6",),
    ),
    "dissolved": Example("r2 b4 p5 / o6 g6 / r6 b6 o3 g1 / p6 r1 g4 b2", ("6",)),
}


def guide(language: Language) -> Guide:
    """A card, a reroll and an objective played openly; then the stage ends, and the player wins it.

    The flag shows after eleven cards: DR-6 with all cuts as early as they may be.
    """
    return Guide(
        players=3,
        options={"roll_off": "aside"},
        before=(
            Falls("1 2 3 4 6 6  1 2 2 3 5 6  1 3 4 4 5 6  1 2 3 4 5 6  1 2 3 4 5 6"),
            Falls("b6 g4 o2 p5  r1 g1 p3 o6  r4 g5 b2 p1"),
            Falls("color:b value:6 color:r  color:o value:3 swap  color:p value:1 gap"),
            Falls("-2 -2 -2 -2"),
            Falls("6 5  1 2  3 1"),
            *race.turns(("value:6", "sprint"), ("color:o", "color:g"), ("color:p", "value:5")),
        ),
        script=(
            *race.turns(("color:b", "value:2"), ("value:3", "color:p"), ("value:1", "color:o")),
            *(Plays("reroll:3:color:r"), Falls("6 3 6 2 5"), Falls("joker")),
            *race.turns(("color:g", "value:4"), ("value:5", "color:r")),
            Plays("goal:b6:color"),
            *race.turns(("color:p", "value:1"), ("color:o", "value:6")),
            *(Plays("choose:p3"), Plays("choose:b2")),
        ),
        steps=(*card_turn(language), *reroll_turn(language), *objective_turn(language)),
        ending=language(
            "This guide leaves out the roll-off, what the cards with a picture do, and how ties "
            "are broken. The rulebook has it all."
        ),
    )


def card_turn(language: Language) -> tuple[GuideStep, ...]:
    return (
        GuideStep(
            language(
                "Thirty dice run towards the flag, and none is yours. Your four secret objectives "
                "tell you which should lead. Tap the blue card."
            ),
            taps=(race.card("color:b"),),
            instead=language("Tap the blue card in your hand."),
            rules=("DR-1", "DR-5"),
            about=("#goals",),
        ),
        GuideStep(
            language(
                "In every group the blue dice join the group ahead. For your objective, each blue "
                "die, each 6, and once more a blue 6 count in the lead. Play the card."
            ),
            taps=("#commit",),
            instead=language("Press the button: nothing is played before."),
            rules=("DR-3", "DR-22"),
            about=("#goal-b6",),
        ),
    )


def reroll_turn(language: Language) -> tuple[GuideStep, ...]:
    return (
        GuideStep(
            language(
                "Instead of a card’s action you may reroll a whole group, though never the lead. "
                "Tap the button."
            ),
            taps=("#reroll",),
            instead=language("Tap the button that rerolls a group."),
            rules=("DR-10",),
        ),
        GuideStep(
            language(
                "That costs a card, laid face down. The red one does nothing for you: tap it."
            ),
            taps=(race.card("color:r"),),
            instead=language("Tap the red card: it is the one to lay down."),
            rules=("DR-10",),
        ),
        GuideStep(
            language("Which group? The last one has no 6 yet. Tap it."),
            taps=(race.group(3),),
            instead=language("Tap the last group, at the left end of the road."),
            rules=("DR-10",),
        ),
        GuideStep(
            language(
                "Whoever made the latest reroll may not make the next: you will have to wait for "
                "another player’s. Reroll."
            ),
            taps=("#commit",),
            instead=language("Press the button to roll these dice."),
            rules=("DR-10",),
        ),
    )


def objective_turn(language: Language) -> tuple[GuideStep, ...]:
    return (
        GuideStep(
            language(
                "The stage is nearly over. You may play an objective itself: then everybody sees "
                "it, and it is yours for this stage. Tap the blue 6."
            ),
            taps=("#goal-b6",),
            instead=language("Tap your objective, the blue 6."),
            rules=("DR-9",),
        ),
        GuideStep(
            language("Its colour and its value both advance. Let the colour go first."),
            taps=(race.chosen("order:color"),),
            instead=language("Choose that the colour goes first."),
            rules=("DR-9",),
        ),
        GuideStep(
            language(
                "When a flag shows on the pile, the stage ends: everybody shows one objective, and "
                "the lead is counted. Play."
            ),
            taps=("#commit",),
            instead=language("Press the button: your objective advances."),
            rules=("DR-20", "DR-21"),
            about=(".rc-pile",),
        ),
        GuideStep(
            language(
                "The stage is yours: 3 points. Second is worth 2, third 1; the next stages 4, 5 "
                "and 6. Then the race goes on from here. Go on."
            ),
            taps=("#go-on",),
            instead=language("Read the results, then go on with this button."),
            rules=("DR-22", "DR-24"),
        ),
    )


def caption(name: str, language: Language) -> str:
    """The text alternative of an example's drawing."""
    return {
        "start": language("All dice together; blue advances: the six blue dice lead."),
        "breakaway": language(
            "The six blue dice lead; the 6s advance: the blue 6 leads alone, and the other 6s "
            "join the blue dice behind it."
        ),
        "alone": language("The blue 6 leads alone; the 6s advance: it stays, and they join it."),
        "dissolved": language(
            "Four groups; the 6s advance: the second group dissolves into the lead, the 6s of the "
            "third reach the lead as well, and that of the last reaches the second."
        ),
    }[name]


def example(name: str, language: Language) -> Data:
    """One of EXAMPLES as a drawing."""
    return race.draw(
        GAME,
        NOTATION,
        EXAMPLES[name],
        caption(name, language),
        is_first=name == next(iter(EXAMPLES)),
    )
