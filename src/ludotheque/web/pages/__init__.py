"""The pages that people see, and the forms on them: the routes of each."""

from . import (
    assets,
    guide,
    home,
    links,
    lobby,
    local,
    match,
    me,
    new_match,
    replay,
    review,
    rulebook,
    sharing,
    shelf,
    social,
    statistics,
    verify,
)

MODULES = (
    home,
    shelf,
    me,
    new_match,
    rulebook,
    guide,
    match,
    social,
    links,
    lobby,
    replay,
    review,
    statistics,
    verify,
    sharing,
    local,
    assets,
)
ROUTERS = tuple(module.router for module in MODULES)
