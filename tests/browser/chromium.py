"""Where Chromium is on this machine, and how it is started."""

import os
import shutil

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


#: The shell draws the same pages without a window's own machinery, in a third of the time.
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)


def chromium() -> str | None:
    named = os.environ.get("LUDOTHEQUE_CHROMIUM")
    return named or next((found for name in NAMES if (found := shutil.which(name))), None)
