"""Whether the dice were fair: a page that checks a record, and a page that explains how."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from fastapi import APIRouter
from starlette.responses import Response

from ...core.language import Language
from ...table.verification import UNPROVEN_IN_VERSION_1
from ..dependencies import Page, Workers
from ..render.rulebook import Rulebook, book_of

router = APIRouter(include_in_schema=False)

FOLDER = Path(__file__).parents[1]


@router.get("/verify")
async def verify_page(page: Page) -> Response:
    """A record is checked by the page's own script, and sent nowhere."""
    version_1 = Language.of(page.settings.lang)(UNPROVEN_IN_VERSION_1)
    return page("verify.html.jinja", version_1=version_1)


@router.get("/fair")
async def fair_page(page: Page, workers: Workers) -> Response:
    book = await workers.run(fairness_book, page.settings.lang)
    return page("fair.html.jinja", title=book.title, html=book.html, contents=book.contents)


@cache
def fairness_book(lang: str) -> Rulebook:
    return book_of((FOLDER / f"FAIR.{lang}.md").read_text("utf-8"))
