"""Deleting matches: in the store, or by the server that has it open."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.error import URLError
from urllib.request import ProxyHandler, Request, build_opener

from ...core.errors import BadOption
from ...store.errors import NoMatch, StoreBusy
from ...store.store import Store
from ...web.access.local_key import FILE as KEY
from ...web.access.local_key import HEADER
from ...web.api.operator import MOST_AT_ONCE, PATH

ADDRESS = "server.url"  # in the data folder, while a server runs
SECONDS = 60.0  # for which the server's answer is waited for


def delete_matches(folder: Path, ids: list[str], database: str | None = None) -> int:
    """Delete matches for good; how many there were."""
    try:
        with Store.open(folder, database=database) as store:
            return sum(delete_one(store, match_id) for match_id in ids)
    except StoreBusy as busy:
        address = folder / ADDRESS
        if not address.exists():
            raise busy from None
    batches = [ids[first : first + MOST_AT_ONCE] for first in range(0, len(ids), MOST_AT_ONCE)]
    return sum(ask_server(folder, batch) for batch in batches)


def delete_one(store: Store, match_id: str) -> bool:
    try:
        store.delete(match_id).result()
    except NoMatch:
        return False
    return True


def ask_server(folder: Path, ids: list[str]) -> int:
    """Let the running server delete matches: it tells whoever has them open."""
    try:
        address = (folder / ADDRESS).read_text("ascii").strip()
        key = (folder / KEY).read_text("ascii").strip()
        headers = {HEADER: key, "content-type": "application/json"}
        asked = Request(f"{address}{PATH}", json.dumps(ids).encode(), headers)
        with build_opener(ProxyHandler({})).open(asked, timeout=SECONDS) as answer:
            return int(json.loads(answer.read()))
    except (OSError, URLError, ValueError) as problem:
        raise BadOption(
            "the running server does not delete the matches ({problem}); stop it and try again",
            problem=str(problem),
        ) from None
