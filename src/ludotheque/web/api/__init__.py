"""The JSON API: everything the pages do, for programs."""

from . import description, games, lobby, matches, operator, statistics, verify

ROUTERS = tuple(
    module.router for module in (games, matches, lobby, statistics, verify, description, operator)
)
