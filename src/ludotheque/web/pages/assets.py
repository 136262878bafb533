"""Static files: the server's own, and those of the games."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, Response

from ..access.devices import YEAR
from ..catalogue import folder_of
from ..render.templates import STATIC

router = APIRouter(include_in_schema=False)

FOR_EVER = f"public, max-age={YEAR}, immutable"
REVALIDATE = "no-cache"
GAME_FILES = (".css", ".js", ".svg")


@router.get("/static/{name:path}")
async def static_file(request: Request, name: str) -> Response:
    return file_in(request, STATIC, name)


@router.get("/games/{game_id}/{name}")
async def game_file(request: Request, game_id: str, name: str) -> Response:
    if not name.endswith(GAME_FILES):
        raise HTTPException(404)
    return file_in(request, folder_of(game_id), name)


def file_in(request: Request, folder: Path, name: str) -> Response:
    """A file of ours. A URL with `?v=` names the file's content: browsers keep it for ever."""
    try:
        path = (folder / name).resolve()
        found = path.is_relative_to(folder.resolve()) and path.is_file()
    except (OSError, ValueError):  # a name that no file can have
        found = False
    if not found:
        raise HTTPException(404)
    caching = FOR_EVER if "v" in request.query_params else REVALIDATE
    return FileResponse(path, headers={"cache-control": caching})
