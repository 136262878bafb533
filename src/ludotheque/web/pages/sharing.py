"""The page on which the household opens the house to the network, and closes it again."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from ...core.errors import BadOption
from ...core.language import HOUSE, Language
from ..access.identity import caller_of
from ..access.sharing import sharing_of
from ..matches.commands import error_data
from ..render.qr import qr_svg
from ..render.templates import Settings, page

router = APIRouter(include_in_schema=False)


@router.get("/share")
async def share_page(request: Request) -> Response:
    only_for_the_household(request)
    return shared_page(request)


@router.post("/share")
async def share(request: Request) -> Response:
    only_for_the_household(request)
    try:
        await sharing_of(request).start()
    except BadOption as problem:
        return shared_page(request, problem)
    return RedirectResponse("/share", 303)


@router.post("/share/stop")
async def stop_sharing(request: Request) -> Response:
    only_for_the_household(request)
    await sharing_of(request).stop()
    return RedirectResponse("/share", 303)


def only_for_the_household(request: Request) -> None:
    if not caller_of(request).is_local:
        words = words_for(request)
        raise HTTPException(
            403, words("Only the people at the machine that runs this house can share it.")
        )


def shared_page(request: Request, problem: BadOption | None = None) -> Response:
    words, sharing = words_for(request), sharing_of(request)
    addresses = [listener.url for listener in sharing.listeners]
    return page(
        request,
        "share.html.jinja",
        status=200 if problem is None else 503,
        addresses=addresses,
        qr=qr_svg(f"{addresses[0]}/", words("QR code of {address}", address=addresses[0]))
        if addresses
        else None,
        by_hand=sharing.config.any_address,
        moved=sharing.has_moved,
        reachable=bool(sharing.addresses()),
        problem=None if problem is None else error_data(problem, words)["message"],
    )


def words_for(request: Request) -> Language:
    return Language.of(Settings.of(request).lang, HOUSE)
