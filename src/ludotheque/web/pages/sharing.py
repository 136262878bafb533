"""The page on which people at the server's machine share it with their network, and stop."""

from __future__ import annotations

from fastapi import APIRouter, Depends
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from ...core.errors import BadOption
from ...core.language import Language
from ..dependencies import Caller, Page, ServerLanguage, Sharing
from ..errors import error_data
from ..render.qr import qr_svg


async def only_local(caller: Caller, language: ServerLanguage) -> None:
    if not caller.is_local:
        raise HTTPException(
            403, language("Only the people at the machine that runs this server can share it.")
        )


router = APIRouter(include_in_schema=False, dependencies=[Depends(only_local)])


@router.get("/share")
async def share_page(page: Page, sharing: Sharing, language: ServerLanguage) -> Response:
    return shared_page(page, sharing, language)


@router.post("/share")
async def share(page: Page, sharing: Sharing, language: ServerLanguage) -> Response:
    try:
        await sharing.start()
    except BadOption as problem:
        return shared_page(page, sharing, language, problem)
    return RedirectResponse("/share", 303)


@router.post("/share/stop")
async def stop_sharing(sharing: Sharing) -> Response:
    await sharing.stop()
    return RedirectResponse("/share", 303)


def shared_page(
    page: Page, sharing: Sharing, language: Language, problem: BadOption | None = None
) -> Response:
    addresses = [listener.url for listener in sharing.listeners]
    return page(
        "share.html.jinja",
        status=200 if problem is None else 503,
        addresses=addresses,
        qr=qr_svg(f"{addresses[0]}/", language("QR code of {address}", address=addresses[0]))
        if addresses
        else None,
        everywhere=sharing.config.any_address,
        moved=sharing.has_moved,
        reachable=bool(sharing.addresses()),
        problem=None if problem is None else error_data(problem, language)["message"],
    )
