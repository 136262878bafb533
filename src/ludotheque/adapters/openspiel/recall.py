"""Perfect recall: what each player has seen and done so far, its action-observation history.

OpenSpiel's information states never forget, while `state.information_state` tells only what a seat
knows of the present position. So a state keeps its past as a linked list of positions, which clones
share, and the digest of a player's history is computed when it is asked for: each position and
player once. What a player cannot notice, such as half a move of somebody else, leaves no trace.
"""

from __future__ import annotations

import hashlib

from ...core.state import State

#: The digest of a player's history, and the key of what the player saw last.
Seen = tuple[bytes, bytes]


class Recall:
    """The history up to one position. It never changes, apart from what it has computed."""

    __slots__ = ("_action", "_before", "_position", "_seat", "_seen")

    def __init__(
        self,
        before: Recall | None,
        position: State | None,
        seat: int | None,
        action: int,
        seen: dict[int, Seen],
    ) -> None:
        self._before = before
        self._position = position
        self._seat = seat
        self._action = action
        self._seen = seen

    @classmethod
    def of(cls, position: State) -> Recall:
        """The history of a position before which nothing happened."""
        return cls(None, position.copy(), None, 0, {})

    def after(self, position: State, seat: int | None, action: int) -> Recall:
        """The history after an action of a seat, or a draw, that led to this position."""
        return Recall(self, position.copy(), seat, action, {})

    def with_history_of(self, other: Recall, player: int) -> Recall:
        """The same history, but for one player that of another state."""
        return Recall(
            self._before, self._position, self._seat, self._action, {player: other._of(player)}
        )

    def digest(self, player: int) -> bytes:
        """Equal digests: the player has seen and done the same."""
        return self._of(player)[0]

    def _of(self, player: int) -> Seen:
        unknown, node = list[Recall](), self
        while player not in node._seen:
            unknown.append(node)
            if node._before is None:
                break
            node = node._before
        for node in reversed(unknown):
            before = node._before
            node._seen[player] = node._follow(
                player, None if before is None else before._seen[player]
            )
        return self._seen[player]

    def _follow(self, player: int, before: Seen | None) -> Seen:
        """What one event adds: the player's own action, and a new sight if something changed."""
        assert self._position is not None
        key = hashed(self._position.information_state_key(player))
        if before is None:
            return hashed(b"begin", key), key
        own = b"%d" % self._action if self._seat == player else b""
        if not own and key == before[1]:
            return before
        return hashed(before[0], own, key), key

    def __deepcopy__(self, memo: object) -> Recall:
        return self

    def __reduce__(self) -> tuple[type[Recall], tuple[object, ...]]:
        """Only the digests are pickled: the positions before are needed for nothing else."""
        assert self._position is not None
        seen = {player: self._of(player) for player in range(self._position.players)}
        return (Recall, (None, self._position, None, 0, seen))


def hashed(*parts: bytes) -> bytes:
    digest = hashlib.blake2b(digest_size=16)
    for part in parts:
        digest.update(b"%d:" % len(part) + part)
    return digest.digest()
