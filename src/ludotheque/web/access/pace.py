"""How often one client may ask: one account of it for requests and for messages on sockets."""

from __future__ import annotations

from ...core.language import Language
from ..config import Config
from .limits import RateLimiter

LOCAL = "local"  # the local user's key in the rate limiters


class Pace:
    def __init__(self, config: Config) -> None:
        self.commands = RateLimiter(config.commands_per_second, config.commands_at_once)
        self.reads = RateLimiter(config.reads_per_second, config.reads_at_once)

    @staticmethod
    def allows_local(limiter: RateLimiter, cost: float = 1.0) -> bool:
        """Whether the local user keeps to a rate of their own, apart from everybody else at the
        same address: other users of this machine, and programs that forward to it."""
        return limiter.allows(LOCAL, cost)


def too_fast(language: Language) -> str:
    return language("Too many requests from your network. Wait a moment, then try again.")
