"""Short texts on a socket are read without the parser of `websockets`: exactly as it reads them."""

from __future__ import annotations

import secrets

from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode

from ludotheque.web.access.socket_protocol import SHORT, short_text


def sent(opcode: Opcode, data: bytes, *, fin: bool = True, mask: bool = True) -> bytes:
    return Frame(opcode, data, fin=fin).serialize(mask=mask)


@given(st.text(min_size=2, max_size=300), st.binary(max_size=40))
def test_a_masked_text_in_one_piece_is_read_and_the_rest_is_left(text: str, rest: bytes) -> None:
    data = text.encode()
    expected = (data, rest) if len(data) <= SHORT else None
    assert short_text(sent(Opcode.TEXT, data) + rest) == expected


@given(st.text(min_size=2, max_size=200), st.integers(min_value=1))
def test_what_has_not_come_as_a_whole_is_left_to_the_parser(text: str, missing: int) -> None:
    whole = sent(Opcode.TEXT, text.encode())
    assert short_text(whole[: -1 - missing % len(whole)]) is None


@given(st.binary(max_size=200))
def test_all_other_frames_are_left_to_the_parser(data: bytes) -> None:
    for opcode in (Opcode.BINARY, Opcode.CONT, Opcode.PING, Opcode.PONG, Opcode.CLOSE):
        assert short_text(sent(opcode, data)) is None
    assert short_text(sent(Opcode.TEXT, data, fin=False)) is None
    assert short_text(sent(Opcode.TEXT, data, mask=False)) is None
    assert short_text(b"\xc1" + sent(Opcode.TEXT, data)[1:]) is None  # compressed


def test_what_is_no_text_is_left_to_the_parser_which_refuses_it() -> None:
    assert short_text(sent(Opcode.TEXT, b"\xff\xfe\xfd")) is None
    assert short_text(sent(Opcode.TEXT, secrets.token_bytes(500) + b"\xff")) is None
    overlong = b"\x81\xfe\x00\x05" + bytes(4) + b"hello"  # a length that fits in one byte
    assert short_text(overlong) is None
