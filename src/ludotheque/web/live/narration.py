"""Steps of a match in sentences."""

from ...core.game import Game
from ...core.language import Language
from ...core.state import State
from ...table.narration import tell_event
from ...table.record import EventData, apply_event
from ...table.timeline import Step


def narrate_step(
    game: Game, before: State, step: Step, names: list[str], language: Language
) -> str | None:
    """The sentences of a step's events in one text; None if none of them has any."""
    language = language.marking_dice
    if step.kind == "throw" and game.narration.is_silent(before):
        return None
    happened = [
        data for data in step.events if "draw" in data or "move" in data or "resigned" in data
    ]
    state, sentences = before, []
    for number, data in enumerate(happened, 1):
        is_last = number == len(happened)
        if "draw" in data and not is_last and game.narration.is_silent_draw(state):
            state = state_after(state, data, is_own=state is not before)
            continue
        after = step.state if is_last else state_after(state, data)
        sentences.append(tell_event(state, data, after, names, language))
        state = after
    return " ".join(sentence for sentence in sentences if sentence) or None


def state_after(state: State, data: EventData, *, is_own: bool = False) -> State:
    """The state after an event: itself, if it is our own and may change, else a copy."""
    after = state if is_own else state.copy()
    apply_event(after, data)
    return after
