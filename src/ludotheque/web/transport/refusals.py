"""Refusals as JSON, for routes that FastAPI does not answer."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from ...core.language import Language
from ..access.security import Scope, connection_of
from ..errors import BUSY, describe_error
from ..live.workers import RETRY_SECONDS
from ..settings import Settings


def refusal_of(problem: Exception, language: Language) -> JSONResponse:
    """The answer to a request that an error has ended."""
    status, data = describe_error(problem, language)
    answer = JSONResponse(data, status)
    if data["code"] == BUSY:
        answer.headers["retry-after"] = str(RETRY_SECONDS)
    if isinstance(problem, HTTPException) and problem.headers is not None:
        answer.headers.update(problem.headers)
    return answer


def language_of(scope: Scope) -> Language:
    return Language.of(Settings.of(connection_of(scope)).lang)
