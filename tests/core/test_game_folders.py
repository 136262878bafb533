"""The contract of a game's folder: kept by every game, checked at load, filled in by defaults."""

import importlib
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

import pytest

import ludotheque
from ludotheque.core import contract, default_evaluation, loading
from ludotheque.core.contract import CONTRACTS
from ludotheque.core.draws import Draw, seat_draw
from ludotheque.core.errors import BadGame, LudothequeError
from ludotheque.core.game import Game
from ludotheque.core.language import Language
from ludotheque.core.loading import check_module, hooks_of, with_defaults
from ludotheque.core.state import State
from ludotheque.games import checked, coursededes, dicerun, levelx, masterdes, trotteurs
from ludotheque.games.coursededes import browser as coursededes_browser
from ludotheque.games.coursededes import determinization as coursededes_determinization
from ludotheque.games.coursededes import edition as coursededes_edition
from ludotheque.games.coursededes import lesson as coursededes_lesson
from ludotheque.games.coursededes import notation as coursededes_notation
from ludotheque.games.coursededes import positions as coursededes_positions
from ludotheque.games.coursededes import rules as coursededes_rules
from ludotheque.games.coursededes import terminal as coursededes_terminal
from ludotheque.games.coursededes import throws as coursededes_throws
from ludotheque.games.dicerun import determinization as dicerun_determinization
from ludotheque.games.dicerun import edition as dicerun_edition
from ludotheque.games.dicerun import lesson as dicerun_lesson
from ludotheque.games.dicerun import notation as dicerun_notation
from ludotheque.games.dicerun import positions as dicerun_positions
from ludotheque.games.dicerun import rules as dicerun_rules
from ludotheque.games.dicerun import terminal as dicerun_terminal
from ludotheque.games.dicerun import throws as dicerun_throws
from ludotheque.games.levelx import browser as levelx_browser
from ludotheque.games.levelx import edition as levelx_edition
from ludotheque.games.levelx import lesson as levelx_lesson
from ludotheque.games.levelx import notation as levelx_notation
from ludotheque.games.levelx import rules as levelx_rules
from ludotheque.games.levelx import terminal as levelx_terminal
from ludotheque.games.levelx import throws as levelx_throws
from ludotheque.games.masterdes import edition as masterdes_edition
from ludotheque.games.masterdes import lesson as masterdes_lesson
from ludotheque.games.masterdes import notation as masterdes_notation
from ludotheque.games.masterdes import rules as masterdes_rules
from ludotheque.games.masterdes import solver as masterdes_solver
from ludotheque.games.masterdes import solver_report as masterdes_solver_report
from ludotheque.games.masterdes import terminal as masterdes_terminal
from ludotheque.games.masterdes import throws as masterdes_throws
from ludotheque.games.trotteurs import edition as trotteurs_edition
from ludotheque.games.trotteurs import lesson as trotteurs_lesson
from ludotheque.games.trotteurs import notation as trotteurs_notation
from ludotheque.games.trotteurs import reactions as trotteurs_reactions
from ludotheque.games.trotteurs import rules as trotteurs_rules
from ludotheque.games.trotteurs import terminal as trotteurs_terminal
from ludotheque.games.trotteurs import throws as trotteurs_throws

from .random_play import GAMES

#: Modules that leave nothing to defaults: the type checker compares them with their Protocols.
RULES: list[contract.Rules] = [
    coursededes_rules,
    dicerun_rules,
    levelx_rules,
    masterdes_rules,
    trotteurs_rules,
]
NOTATIONS: list[contract.Notation] = [
    coursededes_notation,
    dicerun_notation,
    levelx_notation,
    masterdes_notation,
    trotteurs_notation,
]
POSITIONS: list[contract.Positions] = [coursededes_positions, dicerun_positions]
EDITIONS: list[contract.Edition] = [
    coursededes_edition,
    dicerun_edition,
    levelx_edition,
    masterdes_edition,
    trotteurs_edition,
]
TERMINALS: list[contract.Terminal] = [coursededes_terminal, dicerun_terminal]


class TerminalByNotation(Protocol):
    """Of a game whose moves are listed as its notation writes them."""

    def board(self, state: State, names: list[str], language: Language, seat: int | None, /) -> Any:
        pass

    def normalize_move(self, text: str, /) -> str:
        pass


TERMINALS_BY_NOTATION: list[TerminalByNotation] = [
    levelx_terminal,
    masterdes_terminal,
    trotteurs_terminal,
]
LESSONS: list[contract.Lesson] = [
    coursededes_lesson,
    dicerun_lesson,
    levelx_lesson,
    masterdes_lesson,
    trotteurs_lesson,
]
THROWS: list[contract.Throws] = [
    coursededes_throws,
    dicerun_throws,
    levelx_throws,
    masterdes_throws,
    trotteurs_throws,
]
DETERMINIZATIONS: list[contract.Determinization] = [
    coursededes_determinization,
    dicerun_determinization,
]
REACTIONS: list[contract.Reactions] = [trotteurs_reactions]
SOLVERS: list[contract.Solver] = [masterdes_solver]
REPORTS: list[contract.SolverReport] = [masterdes_solver_report]

PEBBLES = Path(__file__).parents[1] / "project" / "pebbles"
OPTIONAL = [name for name, each in CONTRACTS.items() if not each.is_required]


def modules_of(game: Game) -> list[tuple[str, ModuleType]]:
    """The modules of a game's folder that the contract speaks of."""
    return [
        (name, importlib.import_module(f"{game.package}.{name}"))
        for name in CONTRACTS
        if loading.has_module(game.package, name)
    ]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.id))
def test_every_game_keeps_the_contract(game: Game) -> None:
    loading.check_passport(game, game.package)
    for name, module in modules_of(game):
        check_module(module, CONTRACTS[name])


@pytest.mark.parametrize("package", [coursededes, dicerun, levelx, masterdes, trotteurs])
def test_the_games_of_the_program_have_every_module_that_is_shown(package: ModuleType) -> None:
    names = {name for name, _ in modules_of(package.GAME)}
    assert names >= {"narration", "terminal", "browser", "lesson", "throws", "evaluation"}


@pytest.mark.parametrize("name", CONTRACTS)
def test_every_hook_is_described(name: str) -> None:
    assert CONTRACTS[name].protocol.__doc__
    for hook in hooks_of(CONTRACTS[name].protocol):
        assert hook.purpose.endswith((".", ":")), hook.name


@pytest.mark.parametrize("name", CONTRACTS)
def test_every_default_fits_its_hook(name: str) -> None:
    defaults = CONTRACTS[name].defaults
    stands_in = ModuleType(name)
    for hook in hooks_of(CONTRACTS[name].protocol):
        if hasattr(defaults, hook.name):
            setattr(stands_in, hook.name, getattr(defaults, hook.name))
            loading.check_hook(stands_in, hook)


# ---- A folder that does not keep it --------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of Pebbles that can be broken, importable as `broken`."""
    copied = tmp_path / "broken"
    shutil.copytree(PEBBLES, copied, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.syspath_prepend(tmp_path)
    yield copied
    forget(copied)


def forget(folder: Path) -> None:
    """Let a folder be imported anew."""
    importlib.invalidate_caches()
    for name in [name for name in sys.modules if name.partition(".")[0] == folder.name]:
        del sys.modules[name]


def game_in(folder: Path) -> Game:
    """The game of a folder, as the registry finds it."""
    package = importlib.import_module(folder.name)
    return checked(getattr(package, "GAME", None), str(package.__file__))


def change(folder: Path, name: str, old: str, new: str) -> None:
    file = folder / name
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")


def complaint(folder: Path, use: Any = lambda game: game) -> str:
    with pytest.raises(BadGame) as caught:
        use(game_in(folder))
    assert isinstance(caught.value, LudothequeError)
    return str(caught.value)


def test_a_folder_that_keeps_the_contract_is_a_game(folder: Path) -> None:
    assert game_in(folder).start(2).awaits == "draw"


@pytest.mark.parametrize("name", ["rules", "notation", "positions", "edition"])
def test_a_missing_file_is_named_when_the_game_is_found(folder: Path, name: str) -> None:
    (folder / f"{name}.py").unlink()
    said = complaint(folder)
    assert said.startswith(f"{folder / name}.py is missing; required: ")
    needed = {"rules": "take_draw(state, k)", "notation": "read_move(text)"}
    assert needed.get(name, "(") in said


def test_a_game_with_secrets_needs_a_determinization(folder: Path) -> None:
    change(folder, "__init__.py", "package=__name__,", "package=__name__,\n    secrets=True,")
    assert game_in(folder).secrets
    forget(folder)
    (folder / "determinization.py").unlink()
    said = f"{folder / 'determinization.py'} is missing; required: determinize("
    assert complaint(folder).startswith(said)


def test_missing_components_are_named(folder: Path) -> None:
    (folder / "edition.toml").unlink()
    said = f"{folder / 'edition.toml'} is missing; required: the printed components"
    assert complaint(folder) == said


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("GAME = Game(", "OTHER = Game(", "GAME is missing; required: GAME = Game(…)"),
        ('title="Pebbles"', "title=7", "GAME.title = 7 has the wrong type; required: str"),
        ("range(2, 5)", "4", "GAME.players = 4 has the wrong type; required: range"),
        ("range(2, 5)", "range(5, 2)", "GAME.players = range(5, 2) has the wrong type"),
        ('pitch=LocalizedText(fr="Des cailloux.", en="Pebbles.")', 'pitch="?"', "GAME.pitch = '?'"),
        ('name="guesses"', 'name="gueses"', "GAME.options['guesses'] = "),
        (
            'name="guesses"',
            'name="guesses", legacy_value="?"',
            "GAME.options['guesses'].legacy_value = '?'",
        ),
        (
            'name="guesses"',
            'name="guesses", labels=("one",)',
            "GAME.options['guesses'].labels = ('one',)",
        ),
    ],
)
def test_a_wrong_passport_is_refused_when_the_game_is_found(
    folder: Path, old: str, new: str, said: str
) -> None:
    change(folder, "__init__.py", old, new)
    assert complaint(folder).startswith(f"{folder / '__init__.py'}: {said}")


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        (
            "notation.py",
            "def write_move(",
            "def written(",
            "write_move is missing; required: write_move(move): The text of a move's code.",
        ),
        (
            "notation.py",
            "def write_move(move: int)",
            "def write_move(move: int, state: int)",
            "write_move(move, state) has the wrong parameters; required: write_move(move): ",
        ),
        (
            "positions.py",
            "def snapshot(state: Any, seat: object = None)",
            "def snapshot(state: Any)",
            "snapshot(state) has the wrong parameters; required: snapshot(state, seat): ",
        ),
        (
            "positions.py",
            "def memory(state: Any, seat: int)",
            "def memory(state: Any, seat: int, *, all: bool)",
            "memory(state, seat, all) has the wrong parameters; required: memory(state, seat): ",
        ),
        ("rules.py", "MOST_MOVES = ", "MOST = ", "MOST_MOVES is missing; required: "),
        (
            "rules.py",
            "@rule\ndef length_of(",
            "def length_of(",
            "length_of is not marked @rule; required: length_of(state): ",
        ),
        (
            "rules.py",
            "MOST_MOVES = MOST_FACES",
            "MOST_MOVES = 'six'",
            "MOST_MOVES = 'six' has the wrong type; required: MOST_MOVES, int: ",
        ),
    ],
)
def test_a_mis_shaped_hook_is_named_when_its_module_is_loaded(
    folder: Path, name: str, old: str, new: str, said: str
) -> None:
    change(folder, name, old, new)
    module = name.removesuffix(".py")
    found = complaint(folder, lambda game: getattr(game, module))
    assert found.startswith(f"{folder / name}: {said}")


def test_a_hook_that_cannot_be_called_is_named(folder: Path) -> None:
    with (folder / "notation.py").open("a", encoding="utf-8") as file:
        file.write("\nwhy_illegal = 7\n")
    said = complaint(folder, lambda game: game.start(2).play("1"))
    assert said.startswith(f"{folder / 'notation.py'}: why_illegal = 7 is not callable; required: ")


def test_an_optional_module_that_is_there_is_checked_too(folder: Path) -> None:
    (folder / "throws.py").write_text("def draw_name(draw):\n    return 'die'\n", "utf-8")
    said = complaint(folder, lambda game: game.throws)
    assert said.startswith(f"{folder / 'throws.py'}: draw_name(draw) has the wrong parameters")


def test_a_table_for_the_browser_needs_its_files(folder: Path) -> None:
    (folder / "browser.py").write_text("def words(language):\n    return {}\n", "utf-8")
    assert not loading.is_complete(game_in(folder).package, "browser")
    said = complaint(folder, lambda game: game.browser)
    picture = "the picture of the game's box"
    assert said == f"{folder / 'box.svg'} is missing; required: {picture}"
    for file in CONTRACTS["browser"].files:
        (folder / file).touch()
    assert loading.is_complete(game_in(folder).package, "browser")
    assert callable(game_in(folder).browser.details)


@pytest.mark.parametrize("name", ["narration", "terminal"])
def test_a_game_that_cannot_be_shown_says_what_it_would_need(folder: Path, name: str) -> None:
    said = complaint(folder, lambda game: getattr(game, name))
    assert said.startswith(f"{folder / name}.py is missing; required: ")


def test_an_entry_point_that_is_no_game_is_refused() -> None:
    with pytest.raises(BadGame) as caught:
        checked(levelx, "levelx.py")
    assert str(caught.value) == "levelx.py: GAME is missing; required: GAME = Game(…)"


# ---- What a folder leaves out --------------------------------------------------------------------


@pytest.fixture
def minimal(folder: Path) -> Game:
    """A game with nothing but what every game needs."""
    for name in OPTIONAL:
        (folder / f"{name}.py").unlink(missing_ok=True)
    return game_in(folder)


def test_a_minimal_game_has_the_defaults(minimal: Game) -> None:
    state, language = minimal.start(2), Language("en", minimal.language("en")._catalogue)
    assert not minimal.reactions.OPTIONS
    assert not minimal.reactions.is_enabled(state)
    assert minimal.reactions.attentive_move(state.view(0)) is None
    assert minimal.reactions.public_snapshot(state) == state.snapshot("public")
    assert minimal.lesson.EXAMPLES == ()
    assert minimal.lesson.guide(language) is None
    assert minimal.determinization is None
    assert minimal.solver is None
    assert minimal.solver_report is None
    assert minimal.evaluation.FEATURES == ()
    assert default_evaluation.is_default(minimal.evaluation.win_probability)


def test_draws_have_plain_names_where_a_game_gives_them_none(minimal: Game) -> None:
    throws, language = minimal.throws, minimal.language("en")
    die, card = Draw("die", "red die", ("1", "2")), Draw("card", "a card", ("x",), replaced=False)
    assert throws.draw_name(die, ["Ada"], language) == "red die"
    assert throws.face_name(die, "2", language) == "2"
    assert throws.owner(die, 1) == 1
    assert throws.face_picture(die, "2") is None
    headings = [throws.heading(each, language) for each in (die, card, seat_draw("cup", "who", 2))]
    assert headings == ["The dice", "Cards dealt", "Lots"]


def test_optional_hooks_of_a_module_are_filled_in(folder: Path) -> None:
    hooks = (
        "ask(state, names, language)",
        "brief(before, after, names, language)",
        "tell(before, event, after, names, language)",
    )
    text = "".join(f"def {hook}:\n    return 'own'\n" for hook in hooks)
    (folder / "narration.py").write_text(text, "utf-8")
    narration, language = game_in(folder).narration, ludotheque.game("levelx").language("en")
    assert narration.ask(game_in(folder).start(2), [], language) == "own"
    assert narration.legend(language) == ""
    assert narration.reveal("Ada", "1", language) is None


def test_a_module_that_has_everything_is_used_as_it_is() -> None:
    found: Any = ludotheque.game("levelx")
    assert found.rules is levelx_rules
    assert found.throws is levelx_throws
    assert found.browser is not levelx_browser
    assert found.browser.words is levelx_browser.words
    assert found.browser is found.browser


def test_what_a_module_says_itself_goes_before_defaults() -> None:
    module = ModuleType("evaluation")
    module.FEATURES = ("lead",)  # type: ignore[attr-defined]
    filled: Any = with_defaults(module, CONTRACTS["evaluation"])
    assert filled.FEATURES == ("lead",)
    assert filled.ITERATIONS == {}
    assert not hasattr(module, "ITERATIONS")


def test_the_page_of_a_race_shows_the_state_after_a_step() -> None:
    before, after = coursededes.GAME.start(2), coursededes.GAME.start(3)
    assert not hasattr(coursededes_browser, "displayed_state")
    assert coursededes.GAME.browser.displayed_state(before, [], after) is after
