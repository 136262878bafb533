"""The API's own description, in the format of OpenAPI."""

from __future__ import annotations

from fastapi import APIRouter, FastAPI, Request
from starlette.responses import JSONResponse, Response

from ..dependencies import Workers

router = APIRouter(include_in_schema=False)


@router.get("/api/openapi.json")
async def description(request: Request, workers: Workers) -> Response:
    return await workers.run(described, request.app)


def described(app: FastAPI) -> Response:
    """Made once by FastAPI, which keeps it."""
    return JSONResponse(app.openapi())
