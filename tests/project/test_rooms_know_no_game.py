"""No package except games/ names a game or its components."""

import ast
from collections.abc import Iterator
from pathlib import Path
from random import Random

import ludotheque
from ludotheque.core.game import Game

PACKAGE = Path(ludotheque.__file__).parent
KINDS_OF_MANY = {"die", "card", "seat"}  # of draws: words that any game may use
DRAWS_SEEN = 400  # of a match: by then every kind has come


def games() -> list[Game]:
    return [ludotheque.game(name) for name in ludotheque.games()]


def kinds_of(game: Game) -> set[str]:
    """The kinds of draws of a match played at random."""
    kinds, rng, state = set(), Random(1), game.start(game.players[0])
    for _ in range(DRAWS_SEEN):
        if state.awaits == "draw":
            kinds.add(state.pending_draws[0].kind)
            state.draw(rng.randrange(state.draw_size or 1))
        elif state.awaits == "move":
            state.play(rng.choice(state.moves()))
    return kinds


def texts_in(source: str) -> Iterator[tuple[int, str]]:
    """The string literals of a module, each with its line."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def test_the_reader_of_texts_finds_them() -> None:
    assert list(texts_in("a = 1\nif kind in ('cup', b'x'):\n    pass")) == [(2, "cup")]


def test_no_room_names_a_game_or_its_components() -> None:
    kinds = set[str]().union(*map(kinds_of, games()))
    assert kinds >= {"cup", "master", "objective", "cut", *KINDS_OF_MANY}
    buttons = {button for game in games() for button in game.reactions.BUTTONS}
    names = {game.id for game in games()} | buttons | kinds - KINDS_OF_MANY
    found = [
        f"{path.relative_to(PACKAGE)}, line {line}: {text}"
        for path in sorted(PACKAGE.rglob("*.py"))
        if path.relative_to(PACKAGE).parts[0] != "games"
        for line, text in texts_in(path.read_text("utf-8"))
        if text in names
    ]
    assert found == []
