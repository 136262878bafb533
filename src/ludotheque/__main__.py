"""The command `ludotheque`, and `python -m ludotheque`, which is the same."""

import os


def start() -> None:
    """Ctrl-C is obeyed quietly from the first moment, while modules are still being read."""
    try:
        from .cli.main import main
    except KeyboardInterrupt:
        os._exit(130)
    main()


if __name__ == "__main__":
    start()
