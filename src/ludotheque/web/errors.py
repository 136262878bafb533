"""Errors as HTTP: a status code, and what the pages and the JSON API say about the problem."""

from __future__ import annotations

from typing import Any

from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from ..core.errors import BadCommand, LudothequeError, UnknownGame
from ..core.language import Language
from ..store.errors import (
    DatabaseDamaged,
    DatabaseReplaced,
    NoMatch,
    OwnerSilent,
    StoreDamaged,
    StoreError,
)

FORBIDDEN = ("not_your_seat", "not_yours", "bad_link", "seat_taken", "seat_reassigned")
CONFLICT = ("not_begun",)
BUSY = "busy"
TOO_MANY = ("too_many_matches",)
ALWAYS_WRONG = ("unreadable", "no_seat", "robot", "unconfirmed")  # whatever the match's version is

Data = dict[str, Any]


class Refused(LudothequeError):
    """Another node has refused a command, and said why."""

    def __init__(self, status: int, data: Data) -> None:
        said = str(data.get("message", ""))
        super().__init__(said.replace("{", "{{").replace("}", "}}"))
        self.status, self.data = status, data


def status_of(problem: LudothequeError) -> int:
    """403 where the caller may not ask for it, 409 where the match has moved on, 422 where the
    request itself is wrong, 429 where the caller asks too often, 503 where the same request may be
    sent again a little later."""
    code = getattr(problem, "code", None)
    if code == BUSY:
        return 503
    if code in TOO_MANY:
        return 429
    if code in FORBIDDEN:
        return 403
    if code in CONFLICT or (isinstance(problem, BadCommand) and code not in ALWAYS_WRONG):
        return 409
    return 422


def error_data(problem: LudothequeError, language: Language) -> Data:
    """An error of ours as JSON, its sentence in the caller's language."""
    data = {
        "code": getattr(problem, "code", type(problem).__name__),
        "message": language(problem.template, **problem.params),
        "rule": getattr(problem, "rule", None),
    }
    version = getattr(problem, "version", None)
    return data if version is None else data | {"version": version}


def describe_error(problem: Exception, language: Language) -> tuple[int, Data]:
    """The status code and the JSON of any exception that a route has let through."""
    match problem:
        case UnknownGame():
            return 404, error_data(problem, language)
        case NoMatch():
            return 404, {"code": "no_match", "message": language("There is no such match here.")}
        case Refused():
            return problem.status, problem.data
        case StoreDamaged():
            message = language(
                "What is kept of this match is damaged: it cannot be opened any more."
            )
            return 500, {"code": "damaged", "message": message}
        case StoreError():
            return 503, {"code": "not_saved", "message": store_message(problem, language)}
        case LudothequeError():
            return status_of(problem), error_data(problem, language)
        case RequestValidationError() if is_in_path(problem):
            return 404, nothing_here(language)
        case RequestValidationError():
            return 422, {"code": "unreadable", "message": reasons(problem)}
        case HTTPException(status_code=404):
            return 404, nothing_here(language)
        case HTTPException(status_code=405):
            return 405, {"code": "wrong_method", "message": language("That cannot be done here.")}
        case HTTPException(status_code=413):
            return 413, {"code": "too_large", "message": str(problem.detail)}
        case HTTPException(status_code=code) if code < 500:
            return code, {"code": "refused", "message": str(problem.detail)}
    return 500, {"code": "surprise", "message": language("Something went wrong on our side.")}


def store_message(problem: StoreError, language: Language) -> str:
    """What players are told when the disk refuses. "Nothing was lost" only where that is sure.

    Paths and commands are for whoever runs the server, who reads them in the terminal.
    """
    if isinstance(problem, DatabaseDamaged):
        return language(
            "The database of this server is damaged, and nothing more is saved. Whoever runs the "
            "server is told how to put a backup back."
        )
    if isinstance(problem, DatabaseReplaced):
        return language(
            "The file in which this server keeps its matches was removed or replaced. Nothing more "
            "is saved until the server is started again."
        )
    if isinstance(problem, OwnerSilent):
        return language("The server that plays this match does not answer. Try again in a moment.")
    if problem.harmless:
        return language("This could not be saved. Nothing was lost; try again in a moment.")
    return language(
        "This could not be saved or read: the disk reports a fault. Try again in a moment; if it "
        "goes on, tell whoever runs the server."
    )


def nothing_here(language: Language) -> Data:
    return {"code": "not_found", "message": language("There is nothing at this address.")}


def is_in_path(problem: RequestValidationError) -> bool:
    """Whether the address itself is wrong, such as an id that no match can have."""
    return any(error["loc"][0] == "path" for error in problem.errors())


def reasons(problem: RequestValidationError) -> str:
    """What is wrong with a request, field by field."""
    return "; ".join(
        f"{'.'.join(str(part) for part in error['loc'][1:]) or 'body'}: {error['msg']}"
        for error in problem.errors()[:5]
    )
