"""The form of a new match."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from ...core.errors import BadOption, LudothequeError
from ...core.game import Game
from ...core.language import Language
from ...table.player_name import checked_name
from ...table.record import MANUAL
from ..access.creation import check_may_create
from ..access.devices import device_key, new_device, remember
from ..catalogue import find
from ..commands.play import MatchSetup, create_match
from ..dependencies import (
    Caller,
    Devices,
    DeviceSettings,
    Page,
    Registry,
    ServerConfig,
    WantsJson,
    Workers,
)
from ..errors import error_data, status_of
from ..live.lobby import Lobby
from ..live.registry import AnyMatch
from ..people.portraits import FACES, game_avatars
from ..people.profile import Profile, remember_profile
from ..render.match_form import (
    LINK,
    NOBODY_KNOWN,
    Form,
    avatars_in,
    clock_choices,
    clock_in,
    edition_in,
    friends_in,
    option_choices,
    options_in,
    own_name_in,
    seat_choices,
    seats_in,
)
from ..render.profile_form import profile_choices, profile_in, sent_profile
from ..render.templates import asset
from ..render.warmup import prepare_game
from ..settings import remember_settings

router = APIRouter(include_in_schema=False)


@router.get("/new/{game_id}")
async def new_match_page(
    page: Page,
    game_id: str,
    workers: Workers,
    friends: Annotated[bool, Query()] = False,
) -> Response:
    """The form; with `friends`, the other seats that are needed are friends' by link."""
    game = find(game_id)
    await workers.run_once(prepare_game, game)
    others = range(1, game.players[0])
    return form_page(page, game, {f"seat_{place}_kind": LINK for place in others if friends})


@router.post("/matches")
async def create(
    request: Request,
    page: Page,
    registry: Registry,
    caller: Caller,
    devices: Devices,
    config: ServerConfig,
    settings: DeviceSettings,
    by_script: WantsJson,
) -> Response:
    """Begin a match. A script that asks for JSON is told whether a lobby waits for its seed."""
    form = await sent_form(request)
    game = find(form.get("game", ""))
    await registry.workers.run_once(prepare_game, game)
    if form.get("ask") == "yes" and not page.profile.asked:
        return welcome_page(page, game, form)
    try:
        profile = profile_after(page.profile, form, game)
        setup = setup_in(form, game, game.language(settings.lang), profile)
        check_may_create(request, caller)
        device = new_device()
        made = await create_match(registry, setup, device_key(device), is_local=caller.is_local)
    except BadOption as problem:
        if form.get("welcome"):
            return welcome_page(page, game, form, problem)
        return form_page(page, game, form, problem)
    await devices.succeed(device, caller.key)
    response = begun_response(made, by_script=by_script)
    remember(device, response, config)
    if profile != page.profile:
        remember_profile(profile, response, config)
    if form.get("welcome"):
        remember_settings(response, lang=form.get("lang"))
    return response


def begun_response(made: AnyMatch, *, by_script: bool) -> Response:
    """Where to go on after a match was made."""
    if by_script:
        return JSONResponse({"match": made.id, "alone": is_alone(made)}, 201)
    return RedirectResponse(f"/match/{made.id}", 303)


def is_alone(made: AnyMatch) -> bool:
    """Whether a lobby waits for nobody but the device that has made it."""
    return isinstance(made, Lobby) and not made.seating.has_friends


def welcome_page(
    page: Page, game: Game, form: Form, problem: LudothequeError | None = None
) -> Response:
    """Ask somebody at their first match who they are; it can be skipped."""
    language = game.language(page.settings.lang)
    return page(
        "me.html.jinja",
        game,
        200 if problem is None else status_of(problem),
        shown=page.profile if problem is None else sent_profile(form),
        name=form.get("name", ""),
        back=None,
        scripts=form.get("scripts", ""),
        **profile_choices(language),
        problem=None if problem is None else error_data(problem, language)["message"],
    )


def profile_after(before: Profile, form: Form, game: Game) -> Profile:
    """What the device is to remember of its person after a form was sent; BadOption."""
    if form.get("welcome"):
        return profile_in(form)
    typed = own_name_in(form, game).strip()
    return replace(before, name=checked_name(typed), asked=True) if typed else before


def form_page(
    page: Page, game: Game, form: Form, problem: LudothequeError | None = None
) -> Response:
    """The form, filled in as it was sent, with what is wrong with it."""
    language = game.language(page.settings.lang)
    return page(
        "new.html.jinja",
        game,
        200 if problem is None else status_of(problem),
        seats=seat_choices(game, form, language, page.profile),
        faces=asset(FACES),
        fixed=bool(game_avatars(game)),
        options=option_choices(game, form, language),
        clocks=clock_choices(form, language),
        edition=form.get("edition", ""),
        manual_dice=form.get("dice") == MANUAL,
        printed=game.edition_text,
        problem=None if problem is None else error_data(problem, language),
    )


def setup_in(
    form: Form, game: Game, language: Language, profile: Profile = NOBODY_KNOWN
) -> MatchSetup:
    """The match that a form describes; BadOption where it makes no sense."""
    manual_dice = form.get("dice") == MANUAL
    return MatchSetup(
        game.id,
        seats_in(form, game, language, profile),
        friends_in(form, game),
        options_in(form, game),
        edition_in(form, game),
        manual_dice=manual_dice,
        clock=clock_in(form),
        own_seed=form.get("scripts") == "yes" and not manual_dice,
        avatars=avatars_in(form, game, profile),
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
