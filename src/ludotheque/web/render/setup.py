"""What a page that draws a match needs once: the match's fixed part, and the texts of scripts."""

from __future__ import annotations

from typing import Any

from ...core.language import Language
from ..access.viewer import Viewer
from ..live.match import LiveMatch
from ..live.reaction_match import ReactionMatch
from ..people.portraits import FACES, portraits_of
from ..settings import Settings
from .templates import asset

Data = dict[str, Any]


def setup_of(live: LiveMatch, settings: Settings, viewer: Viewer) -> Data:
    """A match's setup, as a viewer's page has it in JSON beside the first frame."""
    language = live.game.language(settings.lang)
    return {
        "match": live.id,
        "game": live.game.id,
        "players": len(live.names),
        "names": live.names,
        "bots": live.kinds,
        "portraits": [portrait.data for portrait in portraits_of(live, language.code)],
        "faces": asset(FACES),
        "options": live.match.state.options,
        "edition": live.match.state.edition or live.game.edition,
        "lang": language.code,
        "pace": settings.pace,
        "seats": sorted(viewer.seats),
        "shared": live.game.secrets and len(viewer.seats) > 1,
        "windows": isinstance(live, ReactionMatch),
        "words": live.game.browser.words(language),
        "texts": table_texts(language),
    }


def table_texts(language: Language) -> Data:
    """The texts that all tables share."""
    return {
        "players": language("Players"),
        "points": language.forms("{count} point", "{count} points"),
        "points_word": language("points"),
        "winner": language("winner"),
        "thinking": language("thinking…"),
        "to_play": language("to play"),
        "robot": language("robot"),
        "left": language("has resigned"),
        "replaced": language(", replaced by a robot"),
        "too_late": language("Too late: the window had closed. It costs nothing."),
        "board": language("The board"),
        "asked": language("What is asked"),
        "log": language("What has happened"),
        "last_moves": language("Last moves"),
        "has_rolled": language("{name} has rolled."),
        "window_open": language("Anybody may call out what they see."),
        "windows_closed": language("The time for calling out is over."),
        "roll": language("Roll"),
        "go_on": language("Continue"),
        "take_back": language("Take the last move back"),
        "take_back_soon": language("{name} waits a moment, in case you want to take it back."),
        "hand_over": language("Hand the screen to {name}, and look away."),
        "alone": language("I am {name}, and alone"),
        "hide": language("Hide my hand"),
        "all_moves": language("All moves ({count})"),
        "play": language("Play {move}"),
        **typing_texts(language),
        **ending_texts(language),
    }


def typing_texts(language: Language) -> Data:
    """The texts for real dice, which are typed in."""
    return {
        "faces": language("The faces of the next die"),
        "typed": language("What the dice show, in this order"),
        "erase": language("Erase"),
        "that_is_it": language("That is it"),
        "retype": language("Mistyped? Type the dice anew"),
    }


def ending_texts(language: Language) -> Data:
    """The texts for the end of a match."""
    return {
        "and": language(" and "),
        "stopped": language("{name} has stopped the match: nobody wins."),
        "abandoned": language("The match was abandoned."),
        "wins": language("{name} wins!"),
        "share": language("{names} share the victory!"),
        "you_win": language("You win!"),
        "you_share": language("You share the victory with {names}!"),
        "resigned": language("{name} resigned."),
        "all_resigned": language("Everybody has resigned: nobody wins."),
        "rematch": language("Rematch"),
        "watch_again": language("Watch it again"),
        "luck": language("Luck or skill?"),
        "statistics": language("Dice statistics"),
        "record": language("Download the record"),
        "check_dice": language("Check the dice"),
        "story": language("The story of the match"),
        "story_title": language("Points, turn by turn"),
        "story_line": language("{name}: {points}"),
        "story_words": language("All the numbers are in the table below."),
        "numbers": language("The same in numbers"),
        "turn": language("Turn"),
    }
