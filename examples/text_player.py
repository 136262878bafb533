"""A player that is a program: it reads a line of JSON, and answers with a line of JSON.

    ludotheque arena levelx "program:python3 examples/text_player.py" débutant --games 20

Nothing of ludotheque is imported, so the same few lines can be written in any language, or ask a
language model. docs/RESEARCH.md describes the fields of a request.
"""

import json
import random
import re
import sys


def worth(move: str) -> int:
    """A first idea for Level X, where “5 5 6” advances rows: high rows are worth more."""
    return sum(map(int, re.findall(r"\d+", move)))


def answer(request: dict) -> dict:
    """The move with the highest worth; among equals, the request's seed decides."""
    dice = random.Random(request["seed"])
    return {"move": max(request["moves"], key=lambda move: (worth(move), dice.random()))}


for line in sys.stdin:  # ends when ludotheque closes our input
    print(json.dumps(answer(json.loads(line))), flush=True)
