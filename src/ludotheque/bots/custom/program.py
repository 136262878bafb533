"""Text-in, text-out players: a program that answers JSON lines on its standard streams.

For each decision the program is sent one line, and answers with one line:

    {"protocol": "ludotheque-player/1", "game": "levelx", "players": 2, "seat": 0,
     "moves": ["5 5", "pass"], "snapshot": {…}, …}
    {"move": "5 5"}

docs/RESEARCH.md describes the fields. A request is complete by itself, so a program needs no
memory, and one process plays all its seats and matches.
"""

from __future__ import annotations

import json
import os
import random
import shlex
import shutil
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from ...core.errors import BadOption, BadPlayer
from ...core.view import View
from ..player import Decision, check_legal
from .conversation import Conversation
from .entrant import Entrant, digest

PREFIX = "program:"
PROTOCOL = "ludotheque-player/1"
EXAMPLE = '{"move": "…"}'
SECONDS = 60.0  # for an answer, the start of the program included
LARGEST_HASHED = 10_000_000  # bytes of a file whose content is a part of the fingerprint


class ProgramPlayer:
    """Plays what a program answers; the programs of one command line share a process.

    `command` is a command line, or a list of its words; it is started without a shell. BadPlayer
    says what is wrong if the program dies, is late, or answers anything but a legal move.
    """

    def __init__(
        self,
        command: str | list[str],
        seed: int | None = None,
        *,
        name: str | None = None,
        seconds: float = SECONDS,
    ) -> None:
        self.command = tuple(shlex.split(command) if isinstance(command, str) else command)
        self.name = name or PREFIX + shlex.join(self.command)
        self.seconds = seconds
        self._random = random.Random(seed)
        check_command(self.command)

    def choose(self, view: View) -> str:
        return self.choose_with_chances(view).move

    def choose_with_chances(self, view: View) -> Decision:
        request = json.dumps(request_of(view, self._random.getrandbits(53)), ensure_ascii=False)
        answer = conversation_with(self.command).ask(request, self.seconds, self.name)
        return read_answer(answer, view, self.name)


def request_of(view: View, seed: int) -> dict[str, Any]:
    """All that the program is told: what the seat may know, and the legal moves."""
    return {
        "protocol": PROTOCOL,
        "game": view.game.id,
        "players": view.players,
        "options": view.options,
        "edition": view.edition,
        "seat": view.seat,
        "moves": view.moves,
        "snapshot": view.snapshot,
        "memory": view.memory,
        "key": view.key,
        "seed": seed,
    }


def read_answer(text: str, view: View, name: str) -> Decision:
    """The decision in a line of the program; BadPlayer unless it is a legal move."""
    try:
        answer = json.loads(text)
    except (ValueError, RecursionError):
        answer = None
    move = answer.get("move") if isinstance(answer, dict) else None
    if not isinstance(move, str):
        raise BadPlayer(
            "{player} answered {answer!r}, which is not a line such as {example}",
            player=name,
            answer=text,
            example=EXAMPLE,
        )
    check_legal(move, view, name)
    return Decision(move, chances_in(answer, name))


def chances_in(answer: Mapping[str, Any], name: str) -> dict[str, float] | None:
    """The chances that an answer may have: a number from 0 to 1 for each of some moves."""
    chances = answer.get("chances")
    if chances is None:
        return None
    if not isinstance(chances, dict) or not all(map(is_chance, chances.values())):
        raise BadPlayer(
            "{player} answered the chances {chances!r}; "
            "they are an object with a number from 0 to 1 for each of some moves",
            player=name,
            chances=chances,
        )
    return {move: float(chance) for move, chance in chances.items()}


def is_chance(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1


def check_command(command: tuple[str, ...]) -> None:
    """BadOption unless there is such a program."""
    if not command or shutil.which(command[0]) is None:
        raise BadOption(
            "{command!r} is no program that can be started here",
            command=command[0] if command else "",
        )


@lru_cache(64)
def conversation_with(command: tuple[str, ...]) -> Conversation:
    """This process's only conversation with that program."""
    return Conversation(command)


class Program(Entrant):
    """The entrant of a text `program:COMMAND`."""

    def __init__(self, text: str, name: str | None = None, seconds: float = SECONDS) -> None:
        self.text = text
        self.name = name or text
        self.seconds = seconds

    @property
    def command(self) -> list[str]:
        try:
            return shlex.split(self.text.removeprefix(PREFIX))
        except ValueError as problem:
            raise BadOption(
                "{text!r} is no command line ({problem})", text=self.text, problem=str(problem)
            ) from None

    def make(self, seed: int | None) -> ProgramPlayer:
        return ProgramPlayer(self.command, seed, name=self.name, seconds=self.seconds)

    def fingerprint(self) -> str:
        """Of the command line, the folder it is run in, and the files it names."""
        files = [content_of(Path(word)) for word in self.command]
        return digest(self.text.encode(), os.fsencode(Path.cwd()), *files)


def content_of(path: Path) -> bytes:
    try:
        is_small = path.is_file() and path.stat().st_size <= LARGEST_HASHED
        return path.read_bytes() if is_small else b""
    except OSError:
        return b""
