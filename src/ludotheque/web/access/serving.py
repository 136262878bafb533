"""How uvicorn serves the application: the same way on every listener."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import uvicorn
from fastapi import FastAPI
from starlette.types import ASGIApp

from .connections import THIS_MACHINE, ConnectionGuard
from .log_limit import LogLimit
from .protocol import protocol_of
from .socket_protocol import socket_protocol_of

logger = logging.getLogger("ludotheque")

SWEEP_SECONDS = 1.0
KEEP_ALIVE_SECONDS = 5  # that a connection may wait for its next request


def uvicorn_config(app: FastAPI, application: ASGIApp | None = None, **more: Any) -> uvicorn.Config:
    """The configuration of a uvicorn server of the app, or of an application that wraps it.

    Only behind a proxy are forwarded addresses trusted.
    """
    config = app.state.config
    settings = {
        "http": protocol_of(app.state.guard),
        "ws": socket_protocol_of(app.state.guard),
        "ws_max_size": config.largest_request,
        "ws_per_message_deflate": False,  # its windows would cost 300 KB a socket
        "ws_ping_interval": None,
        "log_level": "warning",
        "log_config": None,  # uvicorn's would close the log handlers of everybody else
        "access_log": False,
        "server_header": False,
        "timeout_keep_alive": KEEP_ALIVE_SECONDS,
        "proxy_headers": config.public is not None,
        "forwarded_allow_ips": list(config.proxies or THIS_MACHINE),
    }
    return uvicorn.Config(application or app, **{**settings, **more})


async def run_sweeps(guard: ConnectionGuard, log_limit: LogLimit) -> None:
    """Once a second: close connections that are overdue, and sum up what was not logged."""
    while True:
        await asyncio.sleep(SWEEP_SECONDS)
        try:
            guard.sweep()
            log_limit.flush()
        except Exception:
            logger.exception("the connections could not be looked after")
