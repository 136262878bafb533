"""The API keeps to its own description: whatever it is sent, it answers as it says it does."""

from pathlib import Path

import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case
from schemathesis.specs.openapi.checks import positive_data_acceptance

from ludotheque.web.app import create_app
from ludotheque.web.config import Config

from .playing import Data, act, begin
from .serving import House

schema = schemathesis.openapi.from_dict(create_app(Config(Path())).openapi())
LONGEST_WAIT = 0.01  # seconds; what is waited for is tested elsewhere


@schema.parametrize()
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
def test_any_request_is_answered_as_described(case: Case, house: House) -> None:
    shorten(case)
    case.call_and_validate(base_url=house.address)


@schema.include(path_regex="matches").parametrize()
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
def test_requests_about_a_match_that_is_there_are_answered_as_described(
    case: Case, house: House
) -> None:
    """What the description allows may still be refused by the rules, in a described way."""
    shorten(case)
    make_known(case, act(house.client, begin(house.client)))
    case.call_and_validate(
        base_url=house.address, excluded_checks=[positive_data_acceptance]
    )


def shorten(case: Case) -> None:
    wait = (case.query or {}).get("wait")
    if isinstance(wait, int | float) and wait > LONGEST_WAIT:
        case.query["wait"] = LONGEST_WAIT


def make_known(case: Case, match: Data) -> None:
    """The same request, about a game and a match that exist."""
    if case.path_parameters and "match_id" in case.path_parameters:
        case.path_parameters["match_id"] = match["id"]
    if isinstance(case.body, dict):
        known = {"game": "levelx", "version": match["version"], "seat": 0}
        case.body.update({key: known[key] for key in known if key in case.body})
