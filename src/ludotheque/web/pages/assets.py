"""Static files: the server's own, and those of the games."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import Response

from ..access.devices import YEAR
from ..catalogue import find, folder_of
from ..render import box
from ..render.static_file import StaticFile, served, static_file
from ..render.templates import GAME_FILES, STATIC, VERSIONED, static_version

router = APIRouter(include_in_schema=False)

FOR_EVER = f"public, max-age={YEAR}, immutable"
REVALIDATE = "no-cache"


@router.get("/static/{name:path}")
@router.get(VERSIONED + "{version}/static/{name:path}")
async def own_file(request: Request, name: str, version: str = "") -> Response:
    return file_in(request, STATIC, name, version)


@router.get("/games/{game_id}/{name}")
@router.get(VERSIONED + "{version}/games/{game_id}/{name}")
async def game_file(request: Request, game_id: str, name: str, version: str = "") -> Response:
    if not name.endswith(GAME_FILES):
        raise HTTPException(404)
    folder = folder_of(game_id)
    if name == box.FILE and not (folder / name).exists():
        return answered(request, served(box.box_of(find(game_id)), ".svg"), version)
    return file_in(request, folder, name, version)


def file_in(request: Request, folder: Path, name: str, version: str) -> Response:
    """A file of ours. A URL with the version of the files is for ever.

    A page that was opened before the server was updated still asks for the version before: it gets
    what there is now, and the browser does not keep it.
    """
    try:
        path = (folder / name).resolve()
        found = path.is_relative_to(folder.resolve()) and path.is_file()
    except (OSError, ValueError):  # a name that no file can have
        found = False
    if not found:
        raise HTTPException(404)
    return answered(request, static_file(path), version)


def answered(request: Request, file: StaticFile, version: str) -> Response:
    """A file, or that the browser has it already."""
    kept = FOR_EVER if version == static_version() else REVALIDATE
    headers = {"cache-control": kept, "etag": file.etag}
    if file.etag in request.headers.get("if-none-match", ""):
        return Response(None, 304, headers)
    if file.packed is None or "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(file.body, 200, headers, file.media_type)
    headers |= {"content-encoding": "gzip", "vary": "Accept-Encoding"}
    return Response(file.packed, 200, headers, file.media_type)
