"""What the table of a race in the page needs beside the snapshot, for both games.

`table.js` draws it. Which die is where is public: all players see the dice.
"""

from types import ModuleType
from typing import Any

from ...core.language import Language
from .cards import NOTHING
from .narration import action_word, colour_word
from .notation import Notation
from .ranking import points_by_group
from .snapshots import dice_in_throw

Data = dict[str, Any]


def own_details(
    record: Any, owner: int, objectives: list[int], bonus: int, notation: Notation
) -> Data:
    """Whose cards are shown, and what their objectives are worth, group by group."""
    return {"owner": owner, "worth": worth_of(record, objectives, bonus, notation)}


def road_of(record: Any) -> Data:
    """Where the dice are and what they show, as bitboards; those in the air are being thrown."""
    return {
        "line": list(record.line[: record.places]),
        "values": list(record.values),
        "air": dice_in_throw(record),
    }


def worth_of(
    record: Any, objectives: list[int], bonus: int, notation: Notation
) -> dict[str, list[int]]:
    """The points of objectives in each group, from the lead."""
    return {
        notation.dice[objective]: points_by_group(record, objective, bonus)
        for objective in objectives
    }


def seat_or(seat: Any, otherwise: int) -> int:
    """A seat of the state's record, or a default where none is named."""
    return otherwise if seat == NOTHING else int(seat)


def words_of(
    notation: Notation, narration: ModuleType, reroll: list[str], language: Language
) -> Data:
    """The texts that both games have; `reroll` are its two questions, about a card and a group."""
    return {
        **texts_of_things(notation, narration, language),
        **texts_of_seats(language),
        **texts_of_results(language),
        **texts_of_choices(language),
        "asks": {**questions(language), "reroll": reroll},
    }


def texts_of_things(notation: Notation, narration: ModuleType, language: Language) -> Data:
    """The names of dice, groups, cards and objectives."""
    specials = [card for card in notation.cards if ":" not in card]
    return {
        "colours": {colour: colour_word(colour, language) for colour in notation.colours},
        "targets": {each: narration.target_words(each, language) for each in notation.targets},
        "cards": {card: action_word(card, language) for card in specials},
        "does": {card: narration.card_does(card, language) for card in notation.cards},
        "die": language("{colour} {value}"),
        "race": language("The race"),
        "lead": language("lead: {dice}"),
        "group": language("group {number}: {dice}"),
        "between": language("between groups {front} and {back}"),
        "gap_card": language("gap card"),
        "card": language("card {name}: {does}"),
        "card_back": language("a card, face down"),
        "goal": language.forms(
            "objective {goal}: {count} point in the lead",
            "objective {goal}: {count} points in the lead",
        ),
        "goal_back": language("an objective, face down"),
        "in_force": language("in force"),
        "worth": language("{before}→{after}"),
    }


def texts_of_seats(language: Language) -> Data:
    """About stages, the pile, and what each player has shown or holds."""
    return {
        "stages": language("Stages"),
        "pile": language.forms("{count} card in the pile", "{count} cards in the pile"),
        "shown": language("What everybody has shown"),
        "seat": language("{name}: {shown}"),
        "open": language("open objective {goal}"),
        "spent": language("spent objectives {goals}"),
        "wins": language("stages won: {wins}"),
        "nothing": language("nothing shown yet"),
        "goals_of": language("Objectives of {name}"),
        "cards_of": language("Cards of {name}"),
        "and": language(" and "),
    }


def texts_of_results(language: Language) -> Data:
    """About a stage that has been scored, whose table has these columns."""
    return {
        "player": language("Player"),
        "objective": language("Objective"),
        "matched": language("Dice in the lead"),
        "lead_head": language("Points"),
        "next_head": language("Then"),
        "won": language("Wins"),
        "light": language("Show the dice of {name} on the road"),
        "matches_none": language("none"),
        "both": language("{die}, which is both"),
        "points_in": language.forms("{count} pt", "{count} pts"),
        "counting": language(
            "In the lead: 1 point for each die of the colour, 1 for each of the value, {both} if "
            "both."
        ),
        "next_group": language("If tied, the next group decides."),
    }


def texts_of_choices(language: Language) -> Data:
    """About the move being composed."""
    pick = language("Who begins? Tap two dice of the race: you roll them for the start.")
    turn = language("Tap a card, then its target. Nothing is played before you confirm.")
    goal = language("Tap one of your objectives.")
    return {
        "opening": {
            "pick": {"asks": pick, "button": language("Pick two dice")},
            "turn": {"asks": turn, "button": language("Play a card")},
            "goal": {"asks": goal, "button": language("Choose an objective")},
        },
        "orders": {"color": language("Colour first"), "value": language("Value first")},
        "play": language("Play"),
        "cleared": language("Nothing is chosen."),
        "picked": language("{count} of {all} dice"),
        "all_moves": language("All moves"),
    }


def questions(language: Language) -> dict[str, list[str]]:
    """What is asked next, by the kind of move and by how many steps have been taken."""
    return {
        "joker": [language("Joker: which colour, or which value, advances?")],
        "swap": [language("Swap: which two groups change places? Tap between them.")],
        "gap": [language("Gap: between which groups does it lie? Tap between them.")],
        "flip": [
            language("Flip: in which group?"),
            language("Flip: dice of which value turn over?"),
        ],
        "crash": [language("Crash: which die of the lead falls to the back?")],
        "sprint": [language("Sprint: which three dice of the lead break away?")],
        "goal": [language("Which advances first: the colour or the value?")],
    }
