"""Labels of a race's table: on buttons, about previews, and for the page's script."""

from typing import TYPE_CHECKING, Any

from ...core.errors import filled
from ...core.language import Language
from .layout import groups_in

if TYPE_CHECKING:
    from .browser import RaceTable

Data = dict[str, Any]


def button_label(table: "RaceTable", move: str) -> str:
    """The label of the button that makes a move."""
    language = table.language
    verb, _, rest = move.partition(":")
    what, _, more = rest.partition(":")
    if verb == table.notation.reroll:
        return filled(table.reroll_words["does"], {"group": what})
    match verb:
        case "joker":
            target = table.narration.target_words(what, language)
            return language("Joker: {target}", target=target)
        case "swap":
            return language("Swap groups {front} and {back}", front=what, back=int(what) + 1)
        case "gap":
            return language("Lay the gap behind group {group}", group=what)
        case "flip":
            return language("Flip the {value}s of group {group}", value=more, group=what)
        case "crash":
            return language("Crash: {die}", die=table.die_words(what))
        case "sprint":
            dice = ", ".join(map(table.die_words, rest.split(",")))
            return language("Sprint: {dice}", dice=dice)
        case "pick":
            dice = ", ".join(map(table.die_words, rest.split(",")))
            return language("Roll {dice}", dice=dice)
        case "goal":
            return goal_played(table, what, more)
        case "choose":
            return language("Choose {goal}", goal=table.die_words(what))
        case "exchange":
            return language("Exchange for {goal}", goal=table.die_words(what))
        case "discard":
            return language("Discard {card}", card=table.card_name(rest))
    return language("Play {card}", card=table.card_name(move))


def goal_played(table: "RaceTable", goal: str, order: str) -> str:
    name = table.die_words(goal)
    if order == "color":
        return table.language("Play {goal}, colour first", goal=name)
    return table.language("Play {goal}, value first", goal=name)


def preview_text(table: "RaceTable", move: str, after: Any, *, moved: int) -> str:
    """The effect of a move, in a sentence, for its preview."""
    language = table.language
    verb, _, rest = move.partition(":")
    if verb == table.notation.reroll:
        group, _, card = rest.partition(":")
        return language(
            "Your card {card} is laid face down, and group {group} is rolled again.",
            card=table.card_name(card),
            group=group,
        )
    match verb:
        case "choose":
            return language("Nobody sees your choice before everybody has chosen.")
        case "pick":
            return language(
                "They stay in the race as they fall. The highest total of all players begins."
            )
        case "exchange":
            return language("You exchange your objective, then you play.")
        case "discard":
            return language("No card of your hand can be played: this one goes without effect.")
        case "gap":
            return language("An empty step in the road: dice that advance into it stop there.")
    if not moved:
        return language("No die would end up elsewhere.")
    if verb == "flip":
        return language.plural(
            "{count} die would turn over, from {value} to {opposite}.",
            "{count} dice would turn over, from {value} to {opposite}.",
            moved,
            value=rest[-1],
            opposite=7 - int(rest[-1]),
        )
    return race_words(after, language)


def race_words(record: Any, language: Language) -> str:
    """The number of groups, and of dice in the lead."""
    groups = groups_in(record)
    lead = language.plural("{count} die in the lead", "{count} dice in the lead", len(groups[0]))
    race = language.plural("{count} group", "{count} groups", len(groups))
    return language("Then: {lead}, {race}.", lead=lead, race=race)


def opening_words(table: "RaceTable") -> tuple[str, str]:
    """What the player is asked before anything is tapped, and the button's label until then."""
    language = table.language
    if table.picking:
        asks = language("Who begins? Tap two dice of the race: you roll them for the start.")
        return asks, language("Pick two dice")
    if table.seen["phase"] == "turn":
        asks = language("Tap a card, then its target. Nothing is played before you confirm.")
        return asks, language("Play a card")
    return language("Tap one of your objectives."), language("Choose an objective")


def script_messages(table: "RaceTable") -> Data:
    """Messages of the page's script, which fills their {placeholders} itself."""
    language, reroll = table.language, table.reroll_words
    begin, idle = opening_words(table)
    return {
        "reroll": reroll["button"],
        "begin": begin,
        "idle": idle,
        "play": language("Play"),
        "cleared": language("Nothing is chosen."),
        "worth": language("{before}→{after}"),
        "picked": language("{count} of {all} dice"),
        "asks": {
            "joker": [language("Joker: which colour, or which value, advances?")],
            "swap": [language("Swap: which two groups change places? Tap between them.")],
            "gap": [language("Gap: between which groups does it lie? Tap between them.")],
            "flip": [
                language("Flip: in which group?"),
                language("Flip: dice of which value turn over?"),
            ],
            "crash": [language("Crash: which die of the lead falls to the back?")],
            "pick": [begin],
            "sprint": [language("Sprint: which three dice of the lead break away?")],
            "goal": [language("Which advances first: the colour or the value?")],
            "reroll": [reroll["card"], reroll["group"]],
        },
    }
