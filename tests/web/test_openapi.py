"""The API keeps to its own description: whatever it is sent, it answers as it says it does."""

from pathlib import Path
from typing import Any

import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case

from ludotheque.web.app import create_app
from ludotheque.web.config import Config

from .playing import begin
from .serving import House

DESCRIPTION: dict[str, Any] = create_app(Config(Path())).openapi()
schema = schemathesis.openapi.from_dict(DESCRIPTION)
LONGEST_WAIT = 0.01  # seconds; what is waited for is tested elsewhere


@schema.parametrize()
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
def test_any_request_is_answered_as_described(case: Case, house: House) -> None:
    wait = (case.query or {}).get("wait")
    if isinstance(wait, int | float) and wait > LONGEST_WAIT:
        case.query["wait"] = LONGEST_WAIT
    case.call_and_validate(base_url=house.address)
