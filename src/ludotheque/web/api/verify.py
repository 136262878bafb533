"""Checking a record: its seeds, every draw, every move, the result."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from fastapi import APIRouter
from starlette.exceptions import HTTPException

from ...core.language import Language
from ...games import find
from ...table.verification import VERDICTS, Finding, Report, verify
from ..dependencies import DeviceSettings
from .schemas import REFUSED, FindingOut, RecordIn, ReportOut

router = APIRouter(prefix="/api", tags=["ludotheque"])

MOST_WAITING = 8  # records; each may take seconds


class Checker:
    """Checks one record at a time on a thread of its own, so that matches go on meanwhile."""

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


@router.post("/verify", responses=REFUSED)
async def verify_record(settings: DeviceSettings, sent: RecordIn) -> ReportOut:
    """Check a record: its seeds, every draw, every move, the result."""
    report = await checker.check(sent.record)
    return report_out(report, settings.lang)


def report_out(report: Report, lang: str) -> ReportOut:
    words = Language.of(lang) if report.game is None else report.game.language(lang)
    counts: dict[str, Any] = {
        name: getattr(report, name) for name in ("draws", "proven", "typed", "moves", "stand_ins")
    }
    return ReportOut(
        verdict=report.verdict,
        message=words(VERDICTS[report.verdict]),
        game=None if report.game is None else report.game.id,
        version=None if report.proof is None else report.proof.version,
        rounds=0 if report.proof is None else len(report.proof.rounds),
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
