"""The form of a new match."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from ...core.errors import BadOption, LudothequeError
from ...core.game import Game
from ...core.language import Language
from ...table.record import MANUAL
from ..access.creation import check_may_create
from ..access.devices import device_key, new_device, remember
from ..catalogue import find
from ..commands.play import MatchSetup, create_match
from ..dependencies import Caller, Devices, DeviceSettings, Page, Registry, ServerConfig, Workers
from ..errors import error_data, status_of
from ..render.match_form import (
    Form,
    clock_choices,
    clock_in,
    edition_in,
    friends_in,
    option_choices,
    options_in,
    seat_choices,
    seats_in,
)
from ..render.warmup import prepare_game

router = APIRouter(include_in_schema=False)


@router.get("/new/{game_id}")
async def new_match_page(page: Page, game_id: str, workers: Workers) -> Response:
    game = find(game_id)
    await workers.run_once(prepare_game, game)
    return form_page(page, game, {})


@router.post("/matches")
async def create(
    request: Request,
    page: Page,
    registry: Registry,
    caller: Caller,
    devices: Devices,
    config: ServerConfig,
    settings: DeviceSettings,
) -> Response:
    form = await sent_form(request)
    game = find(form.get("game", ""))
    await registry.workers.run_once(prepare_game, game)
    try:
        setup = setup_in(form, game, game.language(settings.lang))
        check_may_create(request, caller)
        device = new_device()
        made = await create_match(registry, setup, device_key(device), is_local=caller.is_local)
    except BadOption as problem:
        return form_page(page, game, form, problem)
    await devices.succeed(device, caller.key)
    response = RedirectResponse(f"/match/{made.id}", 303)
    remember(device, response, config)
    return response


def form_page(
    page: Page, game: Game, form: Form, problem: LudothequeError | None = None
) -> Response:
    """The form, filled in as it was sent, with what is wrong with it."""
    language = game.language(page.settings.lang)
    return page(
        "new.html.jinja",
        game,
        200 if problem is None else status_of(problem),
        seats=seat_choices(game, form, language),
        options=option_choices(game, form, language),
        clocks=clock_choices(form, language),
        edition=form.get("edition", ""),
        manual_dice=form.get("dice") == MANUAL,
        printed=(game.folder / "edition.toml").read_text("utf-8"),
        problem=None if problem is None else error_data(problem, language),
    )


def setup_in(form: Form, game: Game, language: Language) -> MatchSetup:
    """The match that a form describes; BadOption where it makes no sense."""
    manual_dice = form.get("dice") == MANUAL
    return MatchSetup(
        game.id,
        seats_in(form, game, language),
        friends_in(form, game),
        options_in(form, game),
        edition_in(form, game),
        manual_dice=manual_dice,
        clock=clock_in(form),
        own_seed=form.get("scripts") == "yes" and not manual_dice,
    )


async def sent_form(request: Request) -> Form:
    """The fields of a form as text; a file's field is its content."""
    fields = {}
    async with request.form(max_fields=80, max_files=1) as form:
        for name, value in form.items():
            if isinstance(value, str):
                fields[name] = value
            else:
                fields[name] = (await value.read()).decode("utf-8", "replace")
    return fields
