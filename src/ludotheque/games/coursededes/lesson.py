"""The lesson of Course de dés: its guide, and the rulebook's examples as positions."""

from typing import Any

from ...core.guide import Falls, Guide, GuideStep, Plays
from ...core.language import Language
from .._race import lesson as race
from .._race.lesson import Example, Ranked
from . import GAME
from .notation import NOTATION

Data = dict[str, Any]

#: The rulebook's examples, in its order.
EXAMPLES = {
    "start": Example(
        "g1 g2 g3 g4 g6 g6 k1 k2 k2 k3 k5 k6 b1 b1 b2 b3 b5 b6 r1 r3 r4 r4 r5 r6 v1 v2 v3 v4 v5 v6",
        ("b", "1"),
    ),
    "absorbed": Example("g2 k4 v5 / r6 b3 b4 / g6 k6 v6 / r1 k2 g3", ("6",)),
    "stays": Example("k1 b1 / g1 r1 v3 b5 / r2 k4 g6", ("1",)),
    "tied": Example("b3 b2 b3 g5 g5 g1 v4 v6 v6 / b4 g3 g2 v1 v1 v5 / r1 k2 r4"),
}


def guide(language: Language) -> Guide:
    """A joker, a tumble, and the card with which the player draws the stage card and wins."""
    return Guide(
        players=2,
        before=(
            Falls("1 2 3 4 6 6  1 2 2 3 5 6  1 1 2 3 5 6  1 3 4 4 5 6  1 2 3 4 5 6"),
            Falls("value:6 color:v color:g  color:r value:4 value:1"),
            Falls("b5 r4"),
            Falls("5 2"),
            *race.turns(
                *(("value:6", "value:2"), ("color:r", "color:k")),
                *(("color:v", "value:3"), ("value:4", "value:1")),
                *(("color:g", "joker"), ("value:1", "color:g")),
                *(("value:2", "color:b"), ("color:k", "value:2")),
                *(("value:3", "color:k"), ("value:1", "color:r")),
            ),
        ),
        script=(
            *race.turns(("joker:5", "value:6"), ("value:2", "swap")),
            *(Plays("tumble:3:color:k"), Falls("5 5 2"), Falls("value:5")),
            *race.turns(("swap:2", "value:4")),
            *(Plays("color:b"), Falls("g3 k6"), Falls("overtake")),
        ),
        steps=(*joker_turn(language), *tumble_turn(language), *stage_turn(language)),
        ending=language(
            "This guide leaves out what the cards with a picture do, ties and the play-off. The "
            "rulebook has it all."
        ),
    )


def joker_turn(language: Language) -> tuple[GuideStep, ...]:
    return (
        GuideStep(
            language(
                "Thirty dice run towards the flag, and none is yours. Your secret objective, the "
                "blue 5, counts the blue dice and the 5s in the lead. Tap the joker."
            ),
            taps=(race.card("joker"),),
            instead=language("Tap the joker in your hand."),
            rules=("CD-2", "CD-10"),
            about=("#goal-b5",),
        ),
        GuideStep(
            language("A joker is for one colour or one value. Let the 5s advance: tap the 5."),
            taps=(race.chosen("target:5"),),
            instead=language("Choose the 5 among the small pictures."),
            rules=("CD-6",),
        ),
        GuideStep(
            language(
                "In every group the 5s join the group directly ahead: your blue 5 is no longer "
                "last. Play the card."
            ),
            taps=("#commit",),
            instead=language("Press the button: nothing is played before."),
            rules=("CD-4",),
        ),
    )


def tumble_turn(language: Language) -> tuple[GuideStep, ...]:
    return (
        GuideStep(
            language(
                "Instead of playing a card you may tumble: roll a whole group again where it "
                "stands, though never the lead. Tap the button."
            ),
            taps=("#reroll",),
            instead=language("Tap the button of the tumble."),
            rules=("CD-5",),
        ),
        GuideStep(
            language("That costs a card, laid face down. The pink one does not help you: tap it."),
            taps=(race.card("color:k"),),
            instead=language("Tap the pink card: it is the one to lay down."),
            rules=("CD-5",),
        ),
        GuideStep(
            language("Which group? The last one is all blue: more 5s would be welcome. Tap it."),
            taps=(race.group(3),),
            instead=language("Tap the last group, at the left end of the road."),
            rules=("CD-5",),
        ),
        GuideStep(
            language(
                "Whoever made the latest tumble may not make the next: another player has to, "
                "first. Tumble."
            ),
            taps=("#commit",),
            instead=language("Press the button to roll these dice."),
            rules=("CD-5",),
        ),
    )


def stage_turn(language: Language) -> tuple[GuideStep, ...]:
    return (
        GuideStep(
            language(
                "The number by the small flag says that you will draw the stage card: this is the "
                "last turn of the stage. Tap the blue card."
            ),
            taps=(race.card("color:b"),),
            instead=language("Tap the blue card in your hand."),
            rules=("CD-9",),
            about=(".rc-pile",),
        ),
        GuideStep(
            language(
                "The group behind empties, so even the blue dice of the last one reach the lead. "
                "Play."
            ),
            taps=("#commit",),
            instead=language("Press the button: your blue dice advance."),
            rules=("CD-6",),
            about=("#goal-b5",),
        ),
        GuideStep(
            language(
                "The most points in the lead take 3 tokens, second takes 2, third 1; but the last "
                "of the four stages gives its winner 5. Go on."
            ),
            taps=("#go-on",),
            instead=language("Read the results, then go on with this button."),
            rules=("CD-11", "CD-12"),
        ),
    )


def caption(name: str, language: Language) -> str:
    """The text alternative of an example's drawing."""
    return {
        "start": language(
            "All dice together; blue advances and leads; then the 1s advance: those among the "
            "blue dice lead, and the other 1s join the blue dice, now second."
        ),
        "absorbed": language(
            "The 6s advance: the 6 of the second group is in the lead, those of the third join "
            "blue 3 and blue 4, and the fourth group is third now."
        ),
        "stays": language("The lead is two 1s; the 1s advance: it stays, and others join it."),
        "tied": language(
            "A and B have 5 points in the lead, C has 4: only A and B compare the second group."
        ),
    }[name]


def ranking(name: str, language: Language) -> tuple[Ranked, ...]:
    """Who has which objective in the last example, how many groups count, and the place."""
    if name != "tied":
        return ()
    return (
        Ranked("A", "g5", 2, language("first")),
        Ranked("B", "b3", 2, language("second")),
        Ranked("C", "v1", 1, language("third")),
    )


def example(name: str, language: Language) -> Data:
    """One of EXAMPLES as a drawing."""
    return race.draw(
        GAME,
        NOTATION,
        EXAMPLES[name],
        caption(name, language),
        ranking=ranking(name, language),
        is_first=name == next(iter(EXAMPLES)),
    )
