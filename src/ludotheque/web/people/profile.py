"""The person at a device: a name and an avatar, asked once and kept in a cookie.

There is no account. The cookie gives nobody any right: it only fills in forms. Whatever stands in
it is checked whenever it is read, because anybody can write their own cookies.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote, unquote

from starlette.requests import HTTPConnection
from starlette.responses import Response

from ...table.avatar import Avatar
from ...table.player_name import name_or_none
from ..access.devices import YEAR
from ..config import Config

COOKIE = "me"
LONGEST_COOKIE = 500


@dataclass(frozen=True)
class Profile:
    name: str = ""  # empty for somebody who has not said it
    avatar: Avatar | None = None
    asked: bool = False  # whether this device was asked; whoever skips it is not asked again

    @classmethod
    def of(cls, request: HTTPConnection) -> Profile:
        return cls.read(request.cookies.get(COOKIE, ""))

    @classmethod
    def read(cls, cookie: str) -> Profile:
        """The profile in a cookie; whatever makes no sense there is ignored."""
        if not cookie or len(cookie) > LONGEST_COOKIE:
            return cls()
        avatar, _, name = cookie.partition(".")
        return cls(name_or_none(unquote(name)) or "", Avatar.read(avatar), asked=True)

    @property
    def cookie(self) -> str:
        return f"{self.avatar or ''}.{quote(self.name, safe='')}"

    @property
    def shown_avatar(self) -> Avatar:
        return self.avatar or Avatar.of_seat(0)


def remember_profile(profile: Profile, response: Response, config: Config) -> None:
    response.set_cookie(
        COOKIE,
        profile.cookie,
        max_age=YEAR,
        secure=config.secure,
        httponly=True,
        samesite="lax",
    )
