"""A client that follows a match: it is sent every step once, in order, and the players' status.

Nothing waits for a client. What it does not read piles up to a limit, then the connection is cut:
it connects again, says which version it has, and gets what it missed.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable
from typing import Protocol

from ...table.timeline import Step
from ..access.identity import Caller
from ..access.stream_slots import StreamSlot
from ..access.viewer import Viewer, viewer_at
from ..live.match import LiveMatch
from ..live.presence import BEAT_SECONDS
from ..render.moves import are_listed, lacks_moves
from ..render.step_frames import frame_at
from ..settings import Settings
from .messages import Beat, Emote, Gone, Moved, News, Rest, Seated, encoded, type_of
from .status import PlayerStatus, status_of
from .wheel import TimerWheel

logger = logging.getLogger("ludotheque")

HEARTBEAT = 15.0  # seconds between two signs of life to somebody who does not play
MOST_MISSED = 12  # steps that are sent one by one to a client that comes back
MOST_UNREAD = 1_000_000  # bytes that may wait for a client
EARLIEST = 0.75  # of the time between two beats: clients that came together are spread out
RETRY_SECONDS = 0.5  # after which somebody whose moves were not computed in time is served again


class Sink(Protocol):
    """Where messages are written, without waiting."""

    @property
    def unread(self) -> int:
        """Bytes that wait for the client to read them."""

    def frame(self, version: int, data: bytes) -> None: ...

    def news(self, name: str, data: bytes) -> None:
        """Anything but a frame."""

    def still_here(self) -> None:
        """A sign of life that asks for no answer."""

    def finish(self) -> None:
        """That was all; the client need not come back."""

    def interrupt(self) -> None:
        """The client has to connect again."""

    def cut(self) -> None:
        """The client is too slow."""


class Following:
    def __init__(
        self,
        live: LiveMatch,
        caller: Caller,
        settings: Settings,
        slot: StreamSlot,
        sink: Sink,
        seen: int,
    ) -> None:
        self.live = live
        self.caller = caller
        self.language = live.game.language(settings.lang)
        self.slot = slot
        self.sink = sink
        self.seen = -1 if seen > live.newest_version else seen  # later: it was restored since
        self.seats = live.seating.seats_of(caller)
        self.is_over = False
        self._viewer: Viewer | None = None
        self._seating = live.seating
        self._status: tuple[PlayerStatus, bytes] | None = None
        self._called = live.emotes.last
        self._preparing: asyncio.Task[None] | None = None

    @property
    def seats_now(self) -> frozenset[int] | None:
        """The client's seats; None where they may have changed and it has not been told yet."""
        return self.seats if self.live.seating is self._seating else None

    def begin(self, wheel: TimerWheel) -> None:
        self._wheel = wheel
        self.live.follow(self)
        self.update()
        if self._answers_beats:
            self._beat()
        else:
            wheel.after(HEARTBEAT, self._beat)

    def end(self) -> None:
        """The connection is closed."""
        self.is_over = True
        self.live.unfollow(self)
        if self._preparing is not None:
            self._preparing.cancel()

    def update(self) -> None:
        if self.is_over:
            return
        try:
            self._update()
        except Exception:
            logger.exception("somebody could not be told what is new in match %s", self.live.id)
            self._stop(self.sink.interrupt)

    def _update(self) -> None:
        live = self.live
        if live.deleted:
            self._finish(Gone())
        elif live.broken:
            self._stop(self.sink.interrupt)  # the match is loaded again
        elif self.slot.is_gone:
            self._finish(Rest())
        elif live.seating is self._seating or self._keeps_seats():
            self._send_frames()
            if live.status is None or live.status is not self._status:
                self._send_status()
            if live.emotes.last != self._called:
                self._send_emotes()
            if self.sink.unread > MOST_UNREAD:
                self._stop(self.sink.cut)

    def _keeps_seats(self) -> bool:
        """Whether the client may still see and do what it could before; else its page is told."""
        seating = self._seating = self.live.seating
        seats = seating.seats_of(self.caller)
        if seats == self.seats and seating.admits(self.caller):
            return True
        if seats > self.seats:
            self._finish(Seated())
        else:
            self._finish(Moved(seating.has_lost_seat(self.caller)))
        return False

    def _send_frames(self) -> None:
        live = self.live
        missed = live.since(self.seen, MOST_MISSED)
        if not missed or self._preparing is not None:
            return
        if lacks_moves(live, self.seats):
            self._preparing = asyncio.create_task(self._prepare())
            return
        log = live.is_gap(self.seen, missed[0])
        for step in missed:
            frame = frame_at(live, step, self.language, self._viewer_of(step), log=log)
            self.seen, log = step.version, False  # the next one comes right after it
            self.sink.frame(step.version, frame)

    def _viewer_of(self, step: Step) -> Viewer:
        """What the client may see of a step; who holds one seat sees the same of all of them."""
        if self._viewer is None or len(self.seats) != 1:
            self._viewer = viewer_at(self.live, step, self.caller)
        return self._viewer

    async def _prepare(self) -> None:
        """Let a worker's thread describe the moves of whoever is to play, then go on."""
        try:
            while not await are_listed(self.live, self.seats):
                await asyncio.sleep(RETRY_SECONDS)
        except Exception:
            logger.exception("the moves of match %s could not be described", self.live.id)
            self._stop(self.sink.interrupt)
        finally:
            self._preparing = None
        self.update()

    def _send_status(self) -> None:
        found, before = status_of(self.live), self._status
        if found is not None and (before is None or found[0] != before[0]):
            self.sink.news("seats", found[1])
        self._status = found

    def _send_emotes(self) -> None:
        for emote in self.live.emotes.after(self._called):
            self._called = emote.number
            self._tell(Emote(emote.seat, emote.what))

    @property
    def _answers_beats(self) -> bool:
        return bool(self.seats) and self.live.shows_presence

    def _beat(self) -> None:
        """Ask players for a sign of life; show others that the connection lives."""
        if self.is_over:
            return
        if self._answers_beats:
            self.slot.is_beat_due = True
            self._tell(Beat(self.slot.beat))
            seconds = BEAT_SECONDS
        else:
            self.sink.still_here()
            seconds = HEARTBEAT
        self._wheel.after(random.uniform(EARLIEST, 1) * seconds, self._beat)

    def _tell(self, news: News) -> None:
        self.sink.news(type_of(news), encoded(news))

    def _finish(self, news: News) -> None:
        self._tell(news)
        self._stop(self.sink.finish)

    def _stop(self, close: Callable[[], None]) -> None:
        self.end()
        close()
