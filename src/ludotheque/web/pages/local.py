"""The link that is printed at the start: it makes the browser that opens it a local one."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from ..access.devices import YEAR
from ..access.identity import is_from_this_machine
from ..access.local_key import LocalKey
from ..dependencies import ServerConfig, ServerLanguage

router = APIRouter(include_in_schema=False)

Secret = Annotated[str, Query(max_length=200)]


@router.get("/local")
async def enter(
    request: Request,
    config: ServerConfig,
    language: ServerLanguage,
    key: Secret = "",
    code: Secret = "",
) -> Response:
    """Exchange the key, or a one-time code, for a cookie. The redirect keeps both out of the
    address bar and the history."""
    local_key: LocalKey = request.app.state.local_key
    if not is_from_this_machine(request.scope, config):
        raise HTTPException(
            403, language("This link opens only in a browser on the machine that runs the server.")
        )
    if not (local_key.is_key(key) or local_key.take_code(code)):
        raise HTTPException(403, language("This link is not valid, or has been used before."))
    response = RedirectResponse("/", 303)
    response.headers["referrer-policy"] = "no-referrer"
    response.set_cookie(
        local_key.cookie, local_key.new_token(), max_age=YEAR, httponly=True, samesite="strict"
    )
    return response
