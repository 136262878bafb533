"""The contract of a game's folder: a Protocol for each of its modules.

`core.loading` loads the modules and checks them against it. Only `rules.py` is required of every
game. What a folder leaves out is derived (`core.derived`) from what `table.py` declares, or has a
default that does nothing (`core.defaults`).

Hooks are called with positional arguments, so a folder may name its parameters as it likes. A
parameter `state: Any` is the game's NumPy record; `state: State` is a `core.state.State`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from .declared import Component, Field, Move
from .weights import Weights

if TYPE_CHECKING:
    from .draws import Draw
    from .errors import IllegalMove
    from .game import Game
    from .guide import Guide
    from .language import Language
    from .state import State
    from .view import View

Data = dict[str, Any]
Arrays = dict[str, np.ndarray[Any, Any]]
Event = dict[str, Any]  # a line of a record: {"draw": [size, k]} or {"seat": …, "move": …}
Seat = int | None


# Required of every game


class Rules(Protocol):
    """`rules.py`: the state and all its transitions. All but `set_up` are marked `@rule`."""

    @property
    def __name__(self) -> str: ...

    @property
    def __file__(self) -> str | None: ...

    @property
    def STATE(self) -> np.dtype[Any]:
        """`core.rule.state_dtype` of the game's fields."""
        ...

    @property
    def MOST_MOVES(self) -> int:
        """How many moves can be legal at once."""
        ...

    def set_up(self, state: Any, players: int, options: Data, edition: Data, /) -> None:
        """Turn a record of zeros into the first state of a match."""

    def take_draw(self, state: Any, k: Any, /) -> None:
        """Apply outcome k of the pending draw."""

    def list_moves(self, state: Any, into: Any, /) -> Any:
        """Write the codes of the legal moves into an array and return their number."""

    def make_move(self, state: Any, move: Any, /) -> None:
        """Apply a legal move of the seat to move."""

    def points_of(self, state: Any, seat: Any, /) -> Any:
        """The seat's points, at any time."""

    def has_won(self, state: Any, seat: Any, /) -> Any:
        """Whether the seat is among the winners of a match that is over."""

    def length_of(self, state: Any, /) -> Any:
        """How long the match has lasted, in the unit that the passport names."""


# Texts and data, derived by default


class Table(Protocol):
    """`table.py`: what lies on the table and what can be played, declared by `core.declared`."""

    @property
    def FIELDS(self) -> Mapping[str, Field]:
        """The fields of the state that people see, in order. Default: all, by their own names."""
        ...

    @property
    def MOVES(self) -> Mapping[str, Move]:
        """All moves there are, by their texts. Default: moves are written as their codes."""
        ...

    @property
    def COMPONENTS(self) -> Mapping[str, Component]:
        """The components of an edition, with their bounds. Default: an edition has none.

        Without an `edition.toml` the printed values are the game's own edition.
        """
        ...


class Notation(Protocol):
    """`notation.py`: moves as text, both ways. Default: the texts of `MOVES`."""

    def write_move(self, move: int, /) -> str:
        """The text of a move's code."""

    def read_move(self, text: object, /) -> int | None:
        """The code of a move's text; None for what is no move in any position."""

    def why_illegal(self, state: Any, text: object, /) -> IllegalMove:
        """The error that says why this text is not a legal move in this state."""

    def public_text(self, text: str, /) -> str:
        """Optional: the text of a move as the other seats may read it. Default: all of it."""

    @property
    def VOCABULARY(self) -> Sequence[str]:
        """Optional: the words of moves, `game.actions`. Default: `MOVES`, or else characters.

        Where moves are few, their texts; else the words that texts consist of, such as verbs, cards
        and numbers (`core.research.actions` says how texts are split). The order never changes.
        """
        ...


class Positions(Protocol):
    """`positions.py`: states as plain data, and back. Default: the declared `FIELDS`.

    `snapshot`, `pending_draws`, `roller` and `reveals` are given a state's fields as plain values
    (`core.plain`): numbers, and tuples that are indexed one by one, `a[i][j]`.
    """

    def snapshot(self, state: Any, seat: object, /) -> Data:
        """The whole state as JSON data; for a seat or "public", only what they may know."""

    def pending_draws(self, state: Any, /) -> list[Draw]:
        """The draws that belong to the pending throw, in order, starting with the pending one."""

    @property
    def MAX_DRAW_SIZE(self) -> int | None:
        """Optional: no draw has more outcomes, in any edition. Default: None, unknown."""
        ...

    @property
    def MAX_LENGTH(self) -> int | None:
        """Optional: no match is longer, in any edition. Default: None, there is no bound."""
        ...

    def roller(self, state: Any, /) -> Seat:
        """Optional: the seat whose turn the pending throw opens. Default: the state's `seat`.

        None, or −1 in the header, for a throw that nobody is asked for.
        """

    def starter(self, state: Any, /) -> Seat:
        """Optional: who has the first turn, None where that is not known. Default: who is to move.

        It is asked at every decision until it names a seat, which then has begun. So a game needs
        it only where somebody else may be the first to decide.
        """

    def memory(self, state: Any, seat: int, /) -> Data:
        """Optional: what the seat has seen that the snapshot does not show. Default: nothing."""

    def observe(self, states: Any, seats: Any, fields: Arrays, /) -> Arrays:
        """Optional: observations, made of the states' fields as arrays. Default: as they are.

        `states` is an array of information states, one for each of the `seats`: what the seat
        cannot know is made up in it. `fields[name]` has the shape [states, …]. A game with secrets
        puts something neutral in their place, in new arrays. Shapes must always be the same.
        """

    def reveals(self, before: Any, after: Any, /) -> bool:
        """Optional, for games with secrets: whether a move has shown one. Default: every move.

        Such a move cannot be taken back.
        """

    def winners_among(self, state: Any, seats: Sequence[int], points: list[int], /) -> list[int]:
        """Optional: the winners at the end if only these seats can win; the others resigned.

        `points` are those of all seats. Default: the most points, and equal points share.
        """


class Edition(Protocol):
    """`edition.py`: the printed components, beside `edition.toml`. Default: `COMPONENTS`."""

    def unpack(self, data: Mapping[str, Any], /) -> Data:
        """Check an edition through `core.edition.Components` and return it; BadEdition."""


class Schema(Protocol):
    """`schema.py`: the shape of a snapshot, for docs/schemas. Default: the declared `FIELDS`."""

    @property
    def Snapshot(self) -> type:
        """A TypedDict; `Annotated` says what each key means."""
        ...


# Presentation


class Narration(Protocol):
    """`narration.py`: a match in sentences. Default: the labels of fields and moves."""

    def ask(self, state: State, names: list[str], language: Language, /) -> str:
        """What is asked of the seat to move, or of who throws."""

    def tell(
        self, before: State, event: Event, after: State, names: list[str], language: Language, /
    ) -> str | None:
        """What a draw or a move has changed; None for what is not worth a sentence."""

    def is_silent(self, before: State, /) -> bool:
        """Optional: whether `tell` says nothing of the throw that is due. Default: no.

        Then the states in the course of a throw need not be computed for it.
        """

    def silent_draws(self, before: State, /) -> int:
        """Optional: of how many draws, from the one that is due, `tell` says nothing. Default: 0.

        As of the dice of a throw before its last one.
        """

    def brief(self, before: State, after: State, names: list[str], language: Language, /) -> str:
        """What a move would do, for a line of a list."""

    def legend(self, language: Language, /) -> str:
        """Optional: what the signs of the lists in the terminal mean. Default: empty."""

    def reveal(self, name: str, move: str, language: Language, /) -> str | None:
        """Optional: a secret move of a match that is over. Default: None, as `tell` has it."""

    def tie_break(
        self,
        state: State,
        tied: list[int],
        winners: list[int],
        names: list[str],
        language: Language,
        /,
    ) -> str:
        """Optional: why the winners have won although these seats are tied for the most points.

        Default: that no rule separates them.
        """


class Terminal(Protocol):
    """`terminal.py`: the table in the terminal. Default: each kind of field has its drawing."""

    def board(self, state: State, names: list[str], language: Language, seat: Seat, /) -> Any:
        """The table as a Rich renderable, with what that seat may see."""

    def normalize_move(self, text: str, /) -> str:
        """Optional: a typed move in the notation's spelling. Default: without outer spaces."""

    def move_name(self, move: str, language: Language, /) -> str:
        """Optional: a move in the list of moves and in hints. Default: in the notation."""


class Browser(Protocol):
    """`browser.py`: what the table in the page needs beside the snapshot.

    `table.js` draws it, with `table.css`; a game without them gets the default table, which draws
    the declared `FIELDS`. `box.svg` is the picture of the box; without it, one is made.
    """

    @property
    def AVATARS(self) -> Collection[str]:
        """Optional: the seats' avatars, such as `red-disc`, where the box has colours for them."""
        ...

    def words(self, language: Language, /) -> Data:
        """Optional: the texts of `table.js`, whose {placeholders} are filled in the page."""

    def details(self, state: State, viewer: int | str | None, /) -> Data:
        """Optional: what the drawing needs and the snapshot lacks. Default: nothing.

        `viewer` is a seat, "public", or None for all. The same for all states that the viewer
        cannot tell apart.
        """

    def seat_view(self, state: State, seat: int, /) -> tuple[Data, Data] | None:
        """Optional, for games with secrets: what a seat sees otherwise than the public does.

        The fields of its snapshot, and those of its details, that differ; the others are then made
        once for all seats. Default: None, every seat's are made as a whole.
        """

    def preview(
        self, state: State, after: State, move: str, names: list[str], language: Language, /
    ) -> Data:
        """Optional: what a legal move would do, as data. Default: by the narration.

        `label` is its short name, `say` what it does in words; and what else the drawing needs.
        """

    def is_listed(self, move: str, /) -> bool:
        """Optional: whether the list of moves, which a page opens, has this one. Default: yes.

        A game leaves out moves of which there are hundreds, and which its table composes.
        """

    def displayed_state(self, before: State, events: list[Event], after: State, /) -> State:
        """Optional: the state that a step is drawn from. Default: the state after it.

        A game may show how something ended that is gone by then.
        """

    def last_move(self, before: State, events: list[Event], after: State, /) -> Data | None:
        """Optional: what a step is drawn from in the line of last moves, which everybody sees.

        Default: None, for its sentence. `seat` says who has done it, or None for nobody, where it
        was not who moved or threw. What is returned must not depend on what anybody may not know.
        """

    def shows_results(self, before: State, after: State, /) -> bool:
        """Optional: whether a step ends something whose results people read first. Default: no.

        Pages show what follows when their reader goes on, and robots pause for a while.
        """


class Lesson(Protocol):
    """`lesson.py`: the guide for newcomers, and drawings in the rulebook.

    Default: a guide through the first turns, in a game that declares its `MOVES`; no drawings.
    """

    @property
    def EXAMPLES(self) -> Collection[str]:
        """The drawings, in the order of the rulebook's examples."""
        ...

    def guide(self, language: Language, /) -> Guide | None:
        """The script of the guide: a position, what happens, and what the player taps.

        None: the game has no guide.
        """

    def example(self, name: str, language: Language, /) -> Data:
        """What the template of examples is given for a drawing."""


class Throws(Protocol):
    """`throws.py`: draws by the names that people give them. Default: the labels of fields."""

    def draw_name(self, draw: Draw, names: list[str], language: Language, /) -> str:
        """Which draw it is: red die, who begins."""

    def face_name(self, draw: Draw, text: str, language: Language, /) -> str:
        """A face's name; seats are known by their players' names."""

    def heading(self, draw: Draw, language: Language, /) -> str:
        """The heading of all draws that are counted together with it."""

    def owner(self, draw: Draw, turn: Seat, /) -> Seat:
        """Whose draw it is for statistics, `turn` being the seat in turn; None for nobody's."""

    def face_picture(self, draw: Draw, text: str, /) -> dict[str, str] | None:
        """A face as the page draws it: `symbol`, and the classes of its parts; None for text."""


# Optional modules


class Evaluation(Protocol):
    """`evaluation.py`, optional: heuristics and learned weights for the bots.

    Its functions are rules, compiled into the searches; `core.default_evaluation` has the defaults.
    """

    @property
    def ITERATIONS(self) -> Mapping[str, int]:
        """Iterations of the search, by level. Default: the level's own number."""
        ...

    @property
    def ROLLOUT_DEPTH(self) -> Mapping[str, int]:
        """Decisions played on after the tree, by level. Default: the level's own number."""
        ...

    @property
    def RANDOM_ROLLOUTS(self) -> Collection[str]:
        """The levels whose rollouts are random and go to the end. Default: none."""
        ...

    @property
    def FEATURES(self) -> tuple[str, ...]:
        """The names of the features that `read_features` writes. Default: none."""
        ...

    @property
    def INITIAL_WEIGHTS(self) -> Mapping[str, float]:
        """The weights of features before anything is learned. Default: none."""
        ...

    @property
    def WEIGHTS(self) -> Weights:
        """The learned weights. Default: none."""
        ...

    def win_probability(self, state: Any, seat: Any, /) -> Any:
        """The seat's estimated probability to win, 0 to 1. Default: by points."""

    def evaluate_regular(self, state: Any, seat: Any, /) -> Any:
        """The position as a regular player values it. Default: `win_probability`."""

    def evaluate_beginner(self, state: Any, seat: Any, /) -> Any:
        """The position as a beginner values it. Default: the lead in points."""

    def quick_evaluate(self, state: Any, seat: Any, /) -> Any:
        """A cheap value for rollouts. Default: `win_probability`."""

    def shortlist(self, state: Any, moves: Any, count: Any, /) -> Any:
        """Prune moves: keep some at the front of the array, return how many. Default: all."""

    def read_features(self, state: Any, seat: Any, into: Any, /) -> None:
        """Write the position's features for the seat into an array."""


class Determinization(Protocol):
    """`determinization.py`, for games with secrets: sampling from a seat's information set."""

    def determinize(self, state: Any, seat: Any, generator: Any, /) -> None:
        """A rule: sample anew (`core.rng`) what the seat cannot know, and change nothing else."""


class MoveValue(Protocol):
    """The value of one legal move."""

    @property
    def move(self) -> str: ...

    @property
    def chance(self) -> float: ...  # of winning the match


class Solver(Protocol):
    """`solver.py`, optional: optimal play. Where there is one, it plays for the master level."""

    def choose(self, view: View, /) -> str:
        """The best move of the seat to move."""

    def rank_moves(self, view: View, /) -> Sequence[MoveValue]:
        """All legal moves, the best first."""


class SolverReport(Protocol):
    """`solver_report.py`, beside a solver: what `ludotheque solve` prints."""

    def answer(self, text: str, game: Game, options: Data, edition: Any, language: str, /) -> Any:
        """A position and the value of every decision in it, as a Rich renderable."""

    def overview(self, game: Game, options: Data, edition: Any, language: str, /) -> Any:
        """What the solver knows in general, as a Rich renderable."""


class Reactions(Protocol):
    """`reactions.py`, optional: decisions taken by reacting in time, in a reaction window.

    The table asks nobody, since the question would give the opportunity away: after every throw the
    same buttons are open for the same few seconds, and presses answer the rules when they ask.
    A game with this module has no other decisions: nobody is offered a hint, or takes a move back.
    """

    @property
    def OPTIONS(self) -> Mapping[str, Any]:
        """The values of options with which a match has reaction windows."""
        ...

    @property
    def BUTTONS(self) -> tuple[str, ...]:
        """What can be pressed."""
        ...

    @property
    def SILENT(self) -> str:
        """The move of who presses nothing."""
        ...

    def is_enabled(self, state: State, /) -> bool:
        """Whether this match has reaction windows."""

    def attentive_move(self, view: View, /) -> str | None:
        """The move of who notices everything; None where the decision is not one of noticing."""

    def pauses_throw(self, state: State, /) -> bool:
        """Whether the throw pauses here: what has fallen is shown before the rest is drawn."""

    def is_about_omission(self, state: State, /) -> bool:
        """Whether the rules ask about what was missed earlier, not about what is new."""

    def move_for(self, state: State, presses: set[str], /) -> str:
        """The move that the presses of the seat to move make."""

    def fitting_buttons(self, state: State, /) -> dict[int, set[str]]:
        """The buttons that fit when a window ends, by seat; any other one is a wrong call."""

    def buttons_in_time(self, state: State, /) -> set[str] | None:
        """The buttons that this window is for; others are not judged. None: it is for all."""

    def public_snapshot(self, state: State, /) -> Data:
        """The snapshot while the window is open: without what is asked, and of whom."""

    def tell(
        self, before: State, events: list[Event], names: list[str], language: Language, /
    ) -> str | None:
        """What has happened, without the opportunities that nobody took."""

    def buttons(self, language: Language, /) -> list[dict[str, str]]:
        """The buttons, each with its `name` and `label`."""
