"""Steps of a match in sentences."""

from itertools import takewhile

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
    due = [data for data in step.events if "draw" in data or "move" in data or "resigned" in data]
    state, sentences = before, []
    while due:
        if silent := draws_at_once(game, state, due):
            state = state_after_draws(state, due[:silent])
            due = due[silent:]
        data, *due = due
        after = state_after(state, data) if due else step.state
        sentences.append(tell_event(state, data, after, names, language))
        state = after
    return " ".join(sentence for sentence in sentences if sentence) or None


def draws_at_once(game: Game, state: State, due: list[EventData]) -> int:
    """How many of these events are draws of which nothing is told, the last event left out."""
    if len(due) == 1 or "draw" not in due[0]:
        return 0
    silent = game.narration.silent_draws(state)
    return len(list(takewhile(lambda data: "draw" in data, due[:-1][:silent])))


def state_after(state: State, data: EventData) -> State:
    after = state.copy()
    apply_event(after, data)
    return after


def state_after_draws(state: State, draws: list[EventData]) -> State:
    after, fallen, applied = state.copy(), [data["draw"] for data in draws], 0
    while applied < len(fallen):
        applied += after.draw_several(fallen, applied)
    return after
