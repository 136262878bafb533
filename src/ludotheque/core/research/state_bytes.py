"""States as bytes, complete and versioned: `state.to_bytes()`, `game.from_bytes(data)`.

    b"LUDO", version (1 byte), length of the header (4 bytes, big-endian)
    header: JSON in UTF-8 with the game, players, options, edition, layout, chosen actions
    the state's record, as the rules lay it out
    CRC-32 of all that (4 bytes, big-endian)

The checksum finds damage, not forgery. The layout is a hash of the record's fields: bytes of a
version of the rules with other fields are refused instead of being misread.
"""

from __future__ import annotations

import hashlib
import json
import struct
import sys
import zlib
from typing import TYPE_CHECKING, Any

import numpy as np

from ..compiler import Mode
from ..errors import LudothequeError, shown
from ..rule import DRAW, END, MOVE

if TYPE_CHECKING:
    from ..game import Game
    from ..state import State

MAGIC = b"LUDO"
VERSION = 1
PREFIX = struct.Struct(">4sBI")
CHECKSUM = struct.Struct(">I")
HEADER_KEYS = {"game", "players", "options", "edition", "layout", "chosen"}


def to_bytes(state: State) -> bytes:
    """The state as bytes. Equal states give equal bytes."""
    header = json.dumps(
        {
            "game": state.game.id,
            "players": state.players,
            "options": state.options,
            "edition": state.edition,
            "layout": layout_of(state.game),
            "chosen": state.chosen_actions,
        },
        ensure_ascii=False,
        sort_keys=True,
        separators=(",", ":"),
    ).encode()
    data = PREFIX.pack(MAGIC, VERSION, len(header)) + header + state.states.tobytes()
    return data + CHECKSUM.pack(zlib.crc32(data))


def layout_of(game: Game) -> str:
    """A short hash of the names, types and sizes of the record's fields, and of the byte order."""
    fields = f"{game.rules.STATE.descr} {sys.byteorder}"
    return hashlib.sha256(fields.encode()).hexdigest()[:16]


def from_bytes(game: Game, data: bytes, mode: Mode) -> State:
    """The state that was written. ValueError says what is wrong with the bytes."""
    header, record = parts_of(data)
    if header["game"] != game.id:
        raise bad(f"it is of the game {shown(header['game'])}, not {game.id!r}")
    if header["layout"] != layout_of(game):
        raise bad("it was written by another version of the rules, or on another kind of machine")
    try:
        state = game.start(header["players"], header["options"], header["edition"], mode=mode)
    except (LudothequeError, TypeError, AttributeError) as problem:
        raise bad(f"its match cannot be set up: {problem}") from None
    if len(record) != state.states.nbytes:
        raise bad(f"its record has {len(record)} bytes, not {state.states.nbytes}")
    state.states[:] = np.frombuffer(record, game.rules.STATE)
    check_record(state)
    try:
        for action in header["chosen"]:
            state.play_action(action)
    except (ValueError, TypeError):
        raise bad(f"its chosen actions {shown(header['chosen'])} begin no legal move") from None
    return state


def parts_of(data: bytes) -> tuple[dict[str, Any], bytes]:
    """The header and the record, after everything was checked that needs no game."""
    if not isinstance(data, bytes | bytearray | memoryview):
        raise bad(f"{shown(data)} is not bytes")
    data = bytes(data)
    if len(data) < PREFIX.size + CHECKSUM.size or data[: len(MAGIC)] != MAGIC:
        raise bad("it does not begin like one")
    _, version, length = PREFIX.unpack_from(data)
    if version != VERSION:
        raise bad(f"its version is {version}; this program reads version {VERSION}")
    body, checksum = data[: -CHECKSUM.size], CHECKSUM.unpack(data[-CHECKSUM.size :])[0]
    if zlib.crc32(body) != checksum:
        raise bad("it is damaged or cut off: the checksum does not match")
    try:
        header = json.loads(body[PREFIX.size : PREFIX.size + length].decode())
    except (ValueError, RecursionError):
        raise bad("its header is not JSON") from None
    if not isinstance(header, dict) or header.keys() != HEADER_KEYS:
        raise bad(f"its header does not have the keys {sorted(HEADER_KEYS)}")
    return header, body[PREFIX.size + length :]


def check_record(state: State) -> None:
    """ValueError unless the record's own header awaits something that can be."""
    awaits, size, seat = (int(state.record[name]) for name in ("awaits", "draw_size", "seat"))
    possible = {DRAW: size >= 1, MOVE: 0 <= seat < state.players, END: True}
    if not possible.get(awaits, False):
        raise bad("its record is no position of this game")


def bad(reason: str) -> ValueError:
    return ValueError(f"these bytes are no state: {reason}")
