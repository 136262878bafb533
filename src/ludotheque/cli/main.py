"""The entry point of the command: its language, its exit codes, and errors without tracebacks."""

import os
import sys

import click

from ..core.errors import LudothequeError
from ..core.language import Language
from ..games import blamed
from .program import build
from .shared.console import make_console
from .shared.encoding import configure_streams
from .shared.interrupt import INTERRUPTED, leave
from .shared.messages import chosen_language, error_text, os_error_text, use_language

USAGE_ERROR = 2  # exit code for anything that the user can put right


def main(arguments: list[str] | None = None) -> None:
    leave(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: list[str]) -> int:
    """Run a command line; returns the exit code."""
    configure_streams()
    language = use_language(chosen_language(arguments))
    try:
        result = build(language).main(arguments, prog_name="ludotheque", standalone_mode=False)
    except click.NoSuchOption as problem:
        no_such_option(problem, language).show()
        return USAGE_ERROR
    except click.ClickException as problem:
        problem.show()
        return USAGE_ERROR
    except LudothequeError as problem:
        return fail(language("Error: {message}", message=error_text(problem, language)))
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except BrokenPipeError:  # the reader, `head` perhaps, has closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as problem:
        return fail(language("Error: {message}", message=os_error_text(problem, language)))
    except MemoryError:
        return fail(language("Error: there is not enough memory for that; ask for less."))
    except Exception as problem:
        found = blamed(problem)
        if found is None:
            raise
        return fail(language("Error: {message}", message=error_text(found, language)))
    return result if isinstance(result, int) else 0


def fail(message: str) -> int:
    """Print an error to standard error; returns the exit code."""
    make_console(stderr=True, soft_wrap=True).print(message, markup=False)
    return USAGE_ERROR


def no_such_option(problem: click.NoSuchOption, language: Language) -> click.UsageError:
    """The error for an unknown option, which lists the command's options."""
    assert problem.ctx is not None
    options = [
        max(option.opts, key=len)
        for option in problem.ctx.command.get_params(problem.ctx)
        if isinstance(option, click.Option)
    ]
    message = language(
        "there is no option {name!r}; the options are: {options}",
        name=problem.option_name,
        options=", ".join(options),
    )
    return click.UsageError(message, problem.ctx)
