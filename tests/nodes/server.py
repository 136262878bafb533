"""`ludotheque serve`, with reaction windows and pauses of robots that are ten times as short.

    python -m tests.nodes.server serve --database …

People who press buttons by chance need no time to look.
"""

from ludotheque.cli.main import main
from ludotheque.web.live import match, shown_match

FACTOR = 0.1


def shorten() -> None:
    for of_two in (shown_match.WATCHES, match.PAUSES):
        of_two.update({pace: (FACTOR * one, FACTOR * two) for pace, (one, two) in of_two.items()})
    for of_one in (match.TO_TAKE_BACK, match.TO_READ_RESULTS):
        of_one.update({pace: FACTOR * seconds for pace, seconds in of_one.items()})


if __name__ == "__main__":
    shorten()
    main()
