"""Numba pipelines that optimise a whole program once, at its entry point (link-time optimisation).

By itself Numba optimises every function together with all that it calls, and generates machine
code for it, before its caller is compiled, for which it does the same again: a rule at the bottom
of a tree search is optimised a dozen times. Here a rule that only other rules call stays
intermediate code. The function that Python calls is linked with every rule that it reaches, each
once, and then optimised and translated as a whole. The machine code is as fast, and it takes less
than half the time to compile.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from numba.core import config, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder, Flags
from numba.core.compiler_machinery import AnalysisPass, register_pass
from numba.core.errors import NumbaError
from numba.core.registry import CPUDispatcher
from numba.core.typed_passes import AnnotateTypes

from .blame import no_field
from .errors import BadGame

#: How Numba's messages name a function and a place, and how they begin.
CALLEE = re.compile(r"resolving callee type: type\(\w+\(<function (\S+) at ")
PLACE = re.compile(r" at (\S+) \((\d+)\)")
PREAMBLE = "Failed in"
COLOURS = re.compile(r"\x1b\[[\d;]*m")  # with which Numba prints, where colorama is installed

_known: dict[str, Any] = {}  # functions by their names, which no two copies share


class QuickFlags(Flags):  # type: ignore[misc]
    """A function's compiler flags, which type inference compares for every operator it resolves.

    Numba asks for each option by name every time; here two dictionaries are merged.
    """

    __slots__: list[str] = []

    def values(self) -> dict[str, Any]:
        values: dict[str, Any] = DEFAULTS | self._values
        return values

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Flags) and bool(self.values() == other.values())

    def __hash__(self) -> int:
        return HASH  # of the names alone, as Numba has it


DEFAULTS = {name: option.default for name, option in Flags.options.items()}
HASH = hash(Flags())


class WholeLibrary(JITCodeLibrary):  # type: ignore[misc]
    """Intermediate code, in which functions are simplified one by one before they are linked."""

    def _optimize_functions(self, module: Any) -> None:
        """As Numba does it, but for functions only that are defined here, with one pass manager.

        A declaration has nothing to simplify, and most functions of a rule's module are such.
        """
        module.data_layout = self._codegen._data_layout
        manager, builder = self._codegen._function_pass_manager()
        for function in module.functions:
            if not function.is_declaration:
                manager.run(function, builder)


class RuleLibrary(WholeLibrary):
    """The intermediate code of one rule, and the libraries of all that it calls."""

    def __init__(self, codegen: Any, name: str) -> None:
        super().__init__(codegen, name)
        self.reached: dict[Any, None] = {self: None}  # a set in the order of calls

    def add_linking_library(self, library: Any) -> None:
        self.reached.update(dict.fromkeys(all_reached(library)))

    def finalize(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, _name: str) -> int:
        return 0  # there is no machine code, and Python cannot call it

    @property
    def codegen(self) -> Any:
        return NoEnvironment


class NoEnvironment:
    """Only what Python calls needs the environment that Numba gives a function."""

    @staticmethod
    def set_env(_name: str, _environment: Any) -> None:
        pass


class EntryLibrary(WholeLibrary):
    """The machine code of a function that Python calls, linked with every rule that it reaches."""

    def add_linking_library(self, library: Any) -> None:
        for each in all_reached(library):
            super().add_linking_library(each)


def all_reached(library: Any) -> Iterable[Any]:
    """A library and those of all the functions it calls; other libraries are linked already."""
    return library.reached if isinstance(library, RuleLibrary) else (library,)


@register_pass(mutates_CFG=False, analysis_only=True)
class ChooseLibrary(AnalysisPass):  # type: ignore[misc]
    """Gives a function its library before code is generated: what Python calls has a wrapper."""

    _name = "ludotheque_choose_library"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        kind = RuleLibrary if state.flags.no_cpython_wrapper else EntryLibrary
        state.library = kind(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return False


class LinkingPipeline(CompilerBase):  # type: ignore[misc]
    """Numba's own pipeline, with libraries that are linked and optimised once."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.state.flags = QuickFlags(self.state.flags)

    def compile_extra(self, func: Any) -> Any:
        """BadGame says where the compiler met what it cannot translate."""
        _known[func.__qualname__] = func
        try:
            return super().compile_extra(func)
        except NumbaError as problem:
            if self.state.flags.no_cpython_wrapper:
                raise  # with other types it may do: Numba comes back to calls that it tries early
            raise cannot_compile(func, problem) from problem
        except KeyError as problem:  # what Numba raises for a record without such a field
            code, name = func.__code__, problem.args[0]
            if name not in code.co_names:
                raise
            raise no_field(code.co_filename, code.co_firstlineno, name) from problem

    def define_pipelines(self) -> list[Any]:
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(ChooseLibrary, AnnotateTypes)
        passes.finalize()
        return [passes]


class RuleDispatcher(CPUDispatcher):  # type: ignore[misc]
    """A rule that other rules call: whole numbers are passed to it with 64 bits.

    A state's fields have 32 bits, and Numba gives every literal a type of its own: a quarter of all
    rules would be compiled several times, once for each.
    """

    def get_call_template(self, args: Any, kws: Any) -> Any:
        widened = {name: wide(each) for name, each in kws.items()}
        return super().get_call_template(tuple(map(wide, args)), widened)


def wide(argument: Any) -> Any:
    """The type that an argument of this type is passed as."""
    is_narrow = isinstance(argument, types.IntegerLiteral) or argument == types.int32
    return types.int64 if is_narrow else argument


def dispatcher(function: Callable[..., Any], *, is_entry: bool, **options: Any) -> Any:
    """A Numba dispatcher: an entry, which Python calls, or a rule, which only other rules call.

    The function itself where Numba is told not to compile.
    """
    if config.DISABLE_JIT:
        return function
    kind = CPUDispatcher if is_entry else RuleDispatcher
    wrappers = {"no_cpython_wrapper": not is_entry, "no_cfunc_wrapper": True}
    return kind(
        function,
        targetoptions={"nopython": True, "boundscheck": None, **wrappers, **options},
        pipeline_class=LinkingPipeline,
    )


def cannot_compile(entry: Any, problem: NumbaError) -> BadGame:
    """The sentence for what Numba does not translate: where, and the first that it says.

    Its message names the calls on the way there, the innermost first.
    """
    text = COLOURS.sub("", str(problem))
    callee = CALLEE.search(text)
    code = _known.get(callee[1] if callee else "", entry).__code__
    lines = (int(line) for file, line in PLACE.findall(text) if file == code.co_filename)
    said = (line.strip() for line in text.splitlines())
    return BadGame(
        "{file}, line {line}: {problem}",
        file=code.co_filename,
        line=next(lines, code.co_firstlineno),
        problem=next((each for each in said if each and not each.startswith(PREAMBLE)), text),
    )
