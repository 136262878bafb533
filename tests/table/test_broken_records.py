"""Truncated and corrupted records are read as far as possible, or refused; nothing crashes."""

import contextlib
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ludotheque import BadRecord
from ludotheque.table.files import load
from ludotheque.table.record import Record
from tests.project.pebbles import GAME as PEBBLES

from .matches import LEVELX, SMALL_BOX, find, played, record_of

relaxed = settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def texts() -> list[str]:
    levelx, pebbles = LEVELX.start(2, None, SMALL_BOX), PEBBLES.start(3, {"luckiest": 0})
    names = {"names": ["Zoé", "李", "🎲"]}
    return [record_of(played(start, 4), start, **names).text() for start in (levelx, pebbles)]


TEXTS = texts()
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=4,
)
KEYS = ["draw", "seat", "move", "by", "points", "winners", "ended", "format", "game", "players"]
KEYS += ["options", "edition", "names", "state", "cls", ""]


def survive(text: str) -> None:
    """A text is read, or refused with a line and a reason; anything else is a crash."""
    try:
        record = Record.read(text, find)
    except BadRecord as refused:
        check_refusal(refused, text)
    else:
        assert Record.read(record.text(), find).text() == record.text()


def check_refusal(refused: BadRecord, text: str) -> None:
    assert 1 <= refused.line <= text.count("\n") + 1
    assert str(refused).startswith(f"line {refused.line}: ")


@pytest.mark.parametrize("text", TEXTS, ids=["levelx", "pebbles"])
def test_a_record_torn_off_anywhere_replays_as_far_as_it_goes(text: str, tmp_path: Path) -> None:
    whole, data, path = Record.read(text, find), text.encode(), tmp_path / "torn.jsonl"
    first_line = data.index(b"\n")
    for length in range(len(data)):
        path.write_bytes(data[:length])
        if length < first_line:
            with pytest.raises(BadRecord) as caught:
                load(path, find)
            assert caught.value.line == 1
            continue
        record = load(path, find)
        events = data[: length + 1].count(b"\n") - 1  # a last line may lack its end
        assert record.events == whole.events[: min(events, len(whole.events))]
        assert record.result == (whole.result if events > len(whole.events) else None)
        assert record.truncated == (data[length - 1] != ord("\n") and data[length] != ord("\n"))


@relaxed
@given(text=st.sampled_from(TEXTS), data=st.data())
def test_a_scratched_record_is_read_or_refused(text: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(text) - 1))
    more = data.draw(st.text(max_size=3) | st.sampled_from(['"', "{", "]", "\n", "\\ud800", "0"]))
    survive(text[:place] + more + text[place + data.draw(st.integers(0, 3)) :])


@relaxed
@given(text=st.sampled_from(TEXTS), data=st.data())
def test_a_record_with_lines_lost_doubled_or_exchanged_is_read_or_refused(
    text: str, data: st.DataObject
) -> None:
    lines = text.splitlines(keepends=True)
    places = data.draw(st.lists(st.integers(0, len(lines) - 1), max_size=2 * len(lines)))
    survive("".join(lines[place] for place in places))


@relaxed
@given(text=st.sampled_from(TEXTS), key=st.sampled_from(KEYS), value=JSON, data=st.data())
def test_a_record_with_another_value_somewhere_is_read_or_refused(
    text: str, key: str, value: Any, data: st.DataObject
) -> None:
    lines = text.splitlines()
    place = data.draw(st.integers(0, len(lines) - 1))
    changed = json.loads(lines[place])
    tables = [changed, *(inner for inner in changed.values() if isinstance(inner, dict))]
    table = data.draw(st.sampled_from(tables))
    table[data.draw(st.sampled_from([key, *table]))] = value
    lines[place] = json.dumps(changed)
    survive("\n".join(lines) + "\n")


@relaxed
@given(data=st.binary(max_size=200), after_a_header=st.booleans())
def test_any_bytes_are_read_or_refused(
    data: bytes, after_a_header: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.jsonl"
    header = TEXTS[0].splitlines()[0].encode() + b"\n"
    path.write_bytes(header * after_a_header + data)
    with contextlib.suppress(BadRecord):
        load(path, find)
