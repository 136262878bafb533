"""Numba pipelines that optimise a whole program once, at its entry point (link-time optimisation).

By itself Numba optimises every function together with all that it calls, and generates machine
code for it, before its caller is compiled, for which it does the same again: a rule at the bottom
of a tree search is optimised a dozen times. Here a rule that only other rules call stays
intermediate code. The function that Python calls is linked with every rule that it reaches, each
once, and then optimised and translated as a whole. The machine code is as fast, and it takes less
than half the time to compile.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import AnalysisPass, register_pass
from numba.core.typed_passes import AnnotateTypes


class RuleLibrary(JITCodeLibrary):  # type: ignore[misc]
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


class EntryLibrary(JITCodeLibrary):  # type: ignore[misc]
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

    def define_pipelines(self) -> list[Any]:
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(ChooseLibrary, AnnotateTypes)
        passes.finalize()
        return [passes]
