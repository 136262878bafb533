"""Were the dice fair? The page that checks a record, the page that explains, our own word."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.responses import Response

from ...core.language import HOUSE, Language
from ...games import find
from ...table.verifying import VERDICTS, Finding, Report, verify
from ..api.schemas import REFUSED, Strict
from ..render.rulebook import Rulebook, book_of
from ..render.templates import Settings, page

router = APIRouter()

FOLDER = Path(__file__).parents[1]
MOST_WAITING = 8  # records; each may take seconds


class Checker:
    """Checks one record at a time, on a thread of its own: matches that are played go first."""

    def __init__(self) -> None:
        self.thread = ThreadPoolExecutor(1, "checker")
        self.waiting = 0

    async def check(self, text: str) -> Report:
        if self.waiting >= MOST_WAITING:
            raise HTTPException(429, "too many records at once; wait a moment")
        self.waiting += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self.thread, verify, text, find)
        finally:
            self.waiting -= 1


checker = Checker()


class RecordIn(Strict):
    record: str = Field(description="The whole text of a record, a `.jsonl` file.")


class FindingOut(BaseModel):
    """Something that is wrong, or that cannot be proven."""

    line: int
    part: Literal["seeds", "draws", "rules"]
    verdict: Literal["unproven", "wrong"]
    message: str
    rule: str | None = Field(None, description="The rule that says so, such as LX-3.")


class ReportOut(BaseModel):
    """What came of checking a record."""

    verdict: Literal["proven", "unproven", "wrong"]
    message: str
    game: str | None
    draws: int
    proven: int = Field(description="Draws that follow from the seeds.")
    typed: int = Field(description="Draws typed in by hand, which nobody can prove.")
    moves: int
    stand_ins: int = Field(description="Moves made by a leaver's stand-in.")
    findings: list[FindingOut]


@router.get("/verify", include_in_schema=False)
async def verify_page(request: Request) -> Response:
    return page(request, "verify.html.jinja")


@router.get("/fair", include_in_schema=False)
async def fair_page(request: Request) -> Response:
    book = fair_book(Settings.of(request).lang)
    return page(
        request, "fair.html.jinja", title=book.title, html=book.html, contents=book.contents
    )


@router.post("/api/verify", tags=["ludotheque"], responses=REFUSED)
async def verify_record(request: Request, sent: RecordIn) -> ReportOut:
    """Check a record: its seeds, every draw, every move, the result."""
    report = await checker.check(sent.record)
    return report_out(report, Settings.of(request).lang)


@cache
def fair_book(lang: str) -> Rulebook:
    return book_of((FOLDER / f"FAIR.{lang}.md").read_text("utf-8"))


def report_out(report: Report, lang: str) -> ReportOut:
    words = Language.of(lang, HOUSE) if report.game is None else report.game.language(lang)
    counts: dict[str, Any] = {
        name: getattr(report, name) for name in ("draws", "proven", "typed", "moves", "stand_ins")
    }
    return ReportOut(
        verdict=report.verdict,
        message=words(VERDICTS[report.verdict]),
        game=None if report.game is None else report.game.id,
        findings=[finding_out(finding, words) for finding in report.findings],
        **counts,
    )


def finding_out(finding: Finding, words: Language) -> FindingOut:
    text = words(finding.template, **finding.params)
    reason = f"{text} ({finding.rule})" if finding.rule else text
    return FindingOut(
        line=finding.line,
        part=finding.part,
        verdict=finding.verdict,
        message=words("line {line}: {reason}", line=finding.line, reason=reason),
        rule=finding.rule,
    )
