"""The command `ludotheque`, and `python -m ludotheque`, which is the same."""

import gc
import os

#: While modules are being read there is nothing to collect, and looking takes a tenth of the time.
THRESHOLDS = 50_000, 20, 100


def start() -> None:
    """Ctrl-C is obeyed quietly from the first moment, while modules are still being read."""
    gc.set_threshold(*THRESHOLDS)
    try:
        from .cli.main import main
    except KeyboardInterrupt:
        os._exit(130)
    main()


if __name__ == "__main__":
    start()
