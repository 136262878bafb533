"""What a device has chosen: its language, and how fast bots play. Both are kept in cookies."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import HTTPConnection
from starlette.responses import Response

from ..core.language import LANGUAGES
from .access.devices import YEAR
from .live.match import PAUSES


@dataclass(frozen=True)
class Settings:
    lang: str
    pace: str

    @classmethod
    def of(cls, request: HTTPConnection) -> Settings:
        lang, pace = request.cookies.get("lang", ""), request.cookies.get("pace", "")
        return cls(
            lang if lang in LANGUAGES else preferred(request.headers.get("accept-language", "")),
            pace if pace in PAUSES else "normal",
        )


def remember_settings(
    response: Response, *, lang: str | None = None, pace: str | None = None
) -> None:
    """Let the device keep what was chosen, where we have it."""
    if lang in LANGUAGES:
        response.set_cookie("lang", lang, max_age=YEAR, httponly=True, samesite="lax")
    if pace in PAUSES:
        response.set_cookie("pace", pace, max_age=YEAR, httponly=True, samesite="lax")


def preferred(accepted: str) -> str:
    """The first language of an Accept-Language header that we have; French if there is none."""
    for wanted in accepted[:500].split(","):
        code = wanted.partition(";")[0].strip()[:2].lower()
        if code in LANGUAGES:
            return code
    return "fr"
