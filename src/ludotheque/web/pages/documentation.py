"""The documentation site at /docs: static files, where `make docs` has built them."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from ...core.language import Language
from ..render.templates import STATIC, PageRenderer
from .assets import file_in

router = APIRouter(include_in_schema=False)

SITE = STATIC.parent / "site"  # `tools/documentation.py` puts it there
INDEX = "index.html"


@router.get("/docs")
async def front_page() -> Response:
    return RedirectResponse("/docs/", 308)


@router.get("/docs/{name:path}")
async def documentation(request: Request, name: str) -> Response:
    """A file of the site; or, where it has not been built, how to build it."""
    if is_built():
        return file_in(request, SITE, name or INDEX, "")
    page = PageRenderer.of(request)
    language = Language.of(page.settings.lang)
    message = language("The documentation has not been built here: `make docs` does that.")
    return page("error.html.jinja", status=404, message=message, lacks_key=False)


def is_built() -> bool:
    return (SITE / INDEX).is_file()
