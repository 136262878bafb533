"""The person at this device: name, avatar and language, to be changed at any time."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from fastapi import Form as Field
from starlette.responses import RedirectResponse, Response

from ...core.errors import BadOption, LudothequeError
from ..dependencies import Page, ServerConfig, ServerLanguage
from ..errors import error_data, status_of
from ..people.profile import Profile, remember_profile
from ..render.profile_form import profile_choices, profile_in, sent_profile
from ..render.templates import referring_path
from ..settings import remember_settings

router = APIRouter(include_in_schema=False)

Word = Annotated[str, Field(max_length=20)]


def safe_path(back: str) -> str:
    """A path of this server to go back to; the shelf for anything else."""
    safe = back.startswith("/") and "\\" not in back and not back.startswith("//")
    return back if safe else "/"


@router.get("/me")
async def me_page(request: Request, page: Page, language: ServerLanguage) -> Response:
    """The form. It leads back to the page that its link was on."""
    back = referring_path(request)
    return profile_page(
        page, language, page.profile, page.profile.name, "/" if back == "/me" else back
    )


@router.post("/me")
async def change_me(
    page: Page,
    config: ServerConfig,
    language: ServerLanguage,
    name: Annotated[str, Field(max_length=200)] = "",
    colour: Word = "",
    shape: Word = "",
    lang: Word = "",
    back: Annotated[str, Field(max_length=300)] = "/",
) -> Response:
    sent = {"name": name, "colour": colour, "shape": shape}
    try:
        profile = profile_in(sent)
    except BadOption as problem:
        return profile_page(page, language, sent_profile(sent), name, back, problem)
    response = RedirectResponse(safe_path(back), 303)
    remember_profile(profile, response, config)
    remember_settings(response, lang=lang)
    return response


def profile_page(
    page: Page,
    language: ServerLanguage,
    shown: Profile,
    name: str,
    back: str,
    problem: LudothequeError | None = None,
) -> Response:
    return page(
        "me.html.jinja",
        status=200 if problem is None else status_of(problem),
        shown=shown,
        name=name,
        back=safe_path(back),
        **profile_choices(language),
        problem=None if problem is None else error_data(problem, language)["message"],
    )
