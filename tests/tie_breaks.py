"""What the ending of a match says of a tie."""

from collections.abc import Collection

from ludotheque import State
from ludotheque.table.events import Ended
from ludotheque.table.result import tie_break, winners_of


def tie_break_of(
    state: State, code: str, names: list[str], resigned: Collection[int] = ()
) -> str | None:
    """The sentence of a state that is over, with plain spaces, in this language."""
    winners = winners_of(state, "played", resigned)
    result = Ended(version=0, points=state.points, winners=winners, ended="played")
    said = tie_break(state, result, resigned, names, state.game.language(code))
    return None if said is None else said.replace("\u202f", " ").replace("\u00a0", " ")
