"""Ids of matches."""

import secrets

import pytest

from ludotheque.table.match_id import ID_BYTES, new_match_id, rematch_id


def test_no_id_can_be_taken_for_an_option_of_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets, "token_bytes", lambda n: b"\xf8" * n)  # "-" in base64
    assert new_match_id() == "APj4-Pj4-Pj4"
    assert not any(rematch_id(str(number)).startswith("-") for number in range(1000))


def test_ids_are_new_each_time_and_fit_addresses() -> None:
    ids = {new_match_id() for _ in range(1000)}
    assert len(ids) == 1000
    assert all(len(one) == ID_BYTES * 4 // 3 for one in ids)
    assert all(character.isalnum() or character in "-_" for one in ids for character in one)


def test_the_rematch_of_a_match_has_always_the_same_id() -> None:
    assert rematch_id("one") == rematch_id("one") != rematch_id("other")
