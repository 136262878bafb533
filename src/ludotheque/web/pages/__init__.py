"""The pages that people see, and the forms on them: the routes of each."""

from . import (
    assets,
    home,
    links,
    lobby,
    local,
    match,
    new_match,
    replay,
    review,
    rulebook,
    sharing,
    social,
    statistics,
    verify,
)

MODULES = (
    home,
    new_match,
    rulebook,
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
