"""The API conforms to its OpenAPI description, whatever it is sent."""

from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from typing import Any

import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from ludotheque.web.app import create_app
from ludotheque.web.config import Config

from .api_client import Data, begin
from .server import Server

DESCRIPTION = create_app(Config(Path())).openapi()
schema = schemathesis.openapi.from_dict(deepcopy(DESCRIPTION))
about_matches = schemathesis.openapi.from_dict(deepcopy(DESCRIPTION)).include(path_regex="/matches")
about_matches.config.phases.coverage.enabled = False  # every corner was looked into already
LONGEST_WAIT = 0.01  # seconds; what is waited for is tested elsewhere
BY_THE_RULES: list[Any] = [negative_data_rejection, positive_data_acceptance]


@schema.parametrize()
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
def test_any_request_is_answered_as_described(case: Case[Any], server: Server) -> None:
    shorten(case)
    case.call_and_validate(base_url=server.address)


@about_matches.parametrize()
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
def test_requests_about_a_match_that_is_there_are_answered_as_described(
    case: Case[Any], server: Server
) -> None:
    """Whether they are granted is for the rules to say; how they are refused is described."""
    shorten(case)
    make_known(case, begin(server.client))
    case.call_and_validate(base_url=server.address, excluded_checks=BY_THE_RULES)


def shorten(case: Case[Any]) -> None:
    with suppress(KeyError, TypeError, ValueError):  # no wait at all, or not a number
        if LONGEST_WAIT < float(case.query["wait"]) <= 30:
            case.query["wait"] = LONGEST_WAIT


def make_known(case: Case[Any], match: Data) -> None:
    """The same request, about a game and a match that exist."""
    if case.path_parameters and "match_id" in case.path_parameters:
        case.path_parameters["match_id"] = match["id"]
    if isinstance(case.body, dict):
        known = {"game": "levelx", "version": match["version"], "seat": 0}
        case.body.update({key: known[key] for key in known if key in case.body})


def test_the_description_is_served(server: Server) -> None:
    described = server.client.get("/api/openapi.json")
    assert described.status_code == 200
    assert described.json() == DESCRIPTION
    assert "/api/matches/{match_id}/commands" in described.json()["paths"]
