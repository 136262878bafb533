"""The contract of a game's folder: kept by every game, checked at load, filled in by defaults."""

import importlib
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import ludotheque
from ludotheque.core import default_evaluation, loading
from ludotheque.core.contracts import CONTRACTS
from ludotheque.core.draws import Draw, seat_draw
from ludotheque.core.errors import BadGame, LudothequeError
from ludotheque.core.game import Game
from ludotheque.core.language import Language
from ludotheque.core.loading import check_module, hooks_of, with_defaults
from ludotheque.games import checked
from tests.outside import pig
from tests.outside.pig import GAME as PIG

from .random_play import GAMES

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


BUILT_IN = [ludotheque.game(name) for name in ludotheque.games()]


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: str(game.id))
def test_the_games_of_the_program_have_every_module_that_is_shown(game: Game) -> None:
    names = {name for name, _ in modules_of(game)}
    assert names >= {"narration", "terminal", "browser", "lesson", "throws", "evaluation"}


@pytest.mark.parametrize("name", CONTRACTS)
def test_every_hook_is_described(name: str) -> None:
    assert CONTRACTS[name].protocol.__doc__
    for hook in hooks_of(CONTRACTS[name].protocol):
        assert hook.purpose.endswith((".", ":")), hook.name


@pytest.mark.parametrize("name", CONTRACTS)
def test_every_default_fits_its_hook(name: str) -> None:
    defaults = CONTRACTS[name].defaults_for(PIG)
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
    package = loading.imported(folder.name, folder.name)
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


def test_rules_that_are_missing_are_named_when_the_game_is_found(folder: Path) -> None:
    (folder / "rules.py").unlink()
    said = complaint(folder)
    assert said.startswith(f"{folder / 'rules'}.py is missing; required: ")
    assert "take_draw(state, k)" in said


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
    assert complaint(folder, lambda game: game.start(2)) == said


def test_a_component_that_nothing_declares_is_named(folder: Path) -> None:
    """As in a folder that has lost its table.py."""
    change(folder, "rules.py", 'edition["heap"]', 'edition["planks"]')
    said = f"{folder / 'rules.py'}: 'planks' is missing; required: set_up asks for it"
    assert complaint(folder, lambda game: game.start(2)).startswith(said)


def played(game: Game) -> None:
    """A few throws and moves, by whatever comes first."""
    state = game.start(2)
    for _ in range(6):
        if state.draw_size is None:
            state.play(state.moves()[0])
        else:
            state.draw(0)


@pytest.mark.parametrize("rule", ["set_up", "take_draw", "list_moves", "make_move"])
def test_a_field_that_the_state_does_not_have_is_named(folder: Path, rule: str) -> None:
    code = (folder / "rules.py").read_text("utf-8")
    body = code.index(":\n", code.index(f"def {rule}(")) + 2
    (folder / "rules.py").write_text(f"{code[:body]}    state.planks = 1\n{code[body:]}", "utf-8")
    line = code[:body].count("\n") + 1
    said = f"{folder / 'rules.py'}, line {line}: STATE has no field 'planks'"
    assert complaint(folder, played) == said


def test_what_a_rule_raises_is_named_with_its_line(folder: Path) -> None:
    code = (folder / "rules.py").read_text("utf-8")
    body = code.index(":\n", code.index("def make_move(")) + 2
    (folder / "rules.py").write_text(f"{code[:body]}    1 // 0\n{code[body:]}", "utf-8")
    said = complaint(folder, played)
    assert said.startswith(f"{folder / 'rules.py'}, line {code[:body].count(chr(10)) + 1}: ")
    assert "ZeroDivisionError: " in said


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("def points_of(state: Any, seat: Any) -> Any:", "state.planks", "no field 'planks'"),
        ("def points_of(state: Any, seat: Any) -> Any:", "'a' + seat", "No implementation of"),
    ],
)
def test_what_cannot_be_compiled_is_named_with_its_line(
    folder: Path, old: str, new: str, said: str
) -> None:
    """The compiler meets it in a rule that another one calls."""
    pytest.importorskip("numba")
    change(folder, "rules.py", old, f"{old}\n    {new}")
    text = complaint(folder, lambda game: game.start(2, mode="compiled").points)
    assert text.startswith(f"{folder / 'rules.py'}, line ")
    assert said in text


def test_a_wrong_call_of_the_callers_own_is_no_fault_of_the_game(folder: Path) -> None:
    with pytest.raises(TypeError, match="positional argument") as caught:
        game_in(folder).start()  # type: ignore[call-arg]
    assert not isinstance(caught.value, BadGame)


def test_a_missing_rulebook_is_named(folder: Path) -> None:
    said = f"{folder / 'RULES.fr.md'} is missing; required: the rulebook, in Markdown"
    assert complaint(folder, lambda game: game.rulebook("fr")) == said


@pytest.mark.parametrize(
    ("name", "code", "said"),
    [
        ("rules.py", "import nothing_of_that_name", "ModuleNotFoundError: No module named"),
        ("rules.py", "STATE = 1 / 0", "ZeroDivisionError: division by zero"),
        ("rules.py", "def take_draw(:", "SyntaxError: "),
        ("__init__.py", "GAME = Game()", "NameError: name 'Game' is not defined"),
        ("__init__.py", "from .elsewhere import GAME", "ModuleNotFoundError: No module named"),
    ],
)
def test_code_that_cannot_be_run_is_named_with_its_line(
    folder: Path, name: str, code: str, said: str
) -> None:
    (folder / name).write_text(f'"""Broken."""\n\n{code}\n', "utf-8")
    found = complaint(folder, lambda game: game.start(2))
    assert found.startswith(f"{folder / name}, line 3: {said}")


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
            "rules.py",
            "def make_move(",
            "def made(",
            "make_move is missing; required: make_move(state, move): Apply a legal move",
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


def test_a_game_with_secrets_has_to_say_what_each_seat_may_know(folder: Path) -> None:
    change(folder, "__init__.py", "package=__name__,", "package=__name__,\n    secrets=True,")
    (folder / "positions.py").unlink()
    said = complaint(folder, lambda game: game.start(2).snapshot(0))
    assert said.startswith(f"snapshot(state, seat) in {folder / 'positions.py'} is missing")


def test_an_entry_point_that_is_no_game_is_refused() -> None:
    with pytest.raises(BadGame) as caught:
        checked(pig, "pig.py")
    assert str(caught.value) == "pig.py: GAME is missing; required: GAME = Game(…)"


# ---- What a folder leaves out --------------------------------------------------------------------


@pytest.fixture
def minimal(folder: Path) -> Game:
    """A game with nothing but rules, and the components that they need."""
    for name in OPTIONAL:
        if name != "edition":
            (folder / f"{name}.py").unlink(missing_ok=True)
    return game_in(folder)


def test_a_minimal_game_has_the_defaults(minimal: Game) -> None:
    state, language = minimal.start(2), Language("en", minimal.language("en")._catalogue)
    assert not minimal.reactions.OPTIONS
    assert not minimal.reactions.is_enabled(state)
    assert minimal.reactions.attentive_move(state.view(0)) is None
    assert minimal.reactions.public_snapshot(state) == state.snapshot("public")
    assert minimal.lesson.EXAMPLES == ()
    assert minimal.lesson.guide(language) is None  # it declares no moves
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
    assert throws.face_picture(die, "2") == {"symbol": "die-2"}
    assert throws.face_picture(Draw("die", "letters", ("a", "b")), "b") is None
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
    narration, language = game_in(folder).narration, game_in(folder).language("en")
    assert narration.ask(game_in(folder).start(2), [], language) == "own"
    assert narration.legend(language) == ""
    assert narration.reveal("Ada", "1", language) is None


def test_a_module_that_has_everything_is_used_as_it_is() -> None:
    assert GAMES[0].rules is importlib.import_module(f"{GAMES[0].package}.rules")
    assert GAMES[0].browser is GAMES[0].browser


def test_what_a_module_says_itself_goes_before_defaults() -> None:
    module = ModuleType("evaluation")
    module.FEATURES = ("lead",)  # type: ignore[attr-defined]
    filled: Any = with_defaults(module, CONTRACTS["evaluation"], PIG)
    assert filled.FEATURES == ("lead",)
    assert filled.ITERATIONS == {}
    assert not hasattr(module, "ITERATIONS")
