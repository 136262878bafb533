"""Streams whose encoding lacks some characters: look-alikes are printed instead."""

import os
import subprocess
import sys

import pytest

from ludotheque.cli.shared.encoding import SUBSTITUTES, ascii_substitute, configure_streams
from ludotheque.core.terminal_drawing import SEATS

ANSWERS = "\n5 5 6\nfromage\nh\n? 10\nl\nq\n"
MATCH = ("play", "levelx", "-o", "first=0", "--seed", "5", "--seats", "me:Zoé,random")


def run_in(
    encoding: str, *arguments: str, answers: str = ANSWERS
) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    return subprocess.run(
        [sys.executable, "-m", "ludotheque", *arguments],
        env=environment,
        input=answers.encode(),
        capture_output=True,
        timeout=60,
    )


def test_a_match_in_ascii_has_no_traceback_and_no_lost_signs() -> None:
    done = run_in("ascii", *MATCH, "--lang", "fr")
    assert done.returncode == 0
    assert done.stderr == b""
    text = done.stdout.decode("ascii")
    assert "+-------+ +-------+" in text
    assert "[X] @@@@@@ 6" in text
    assert "Zoe" in text
    lost = [
        line for line in text.splitlines() if "?" in line.replace("[?]", "").replace("? LX", "")
    ]
    assert [line for line in lost if not line.lstrip().startswith("?")] == []


def test_an_encoding_with_accents_keeps_them() -> None:
    done = run_in("latin-1", *MATCH, "--lang", "fr")
    assert done.returncode == 0
    text = done.stdout.decode("latin-1")
    assert "Zoé" in text
    assert "rangée" in text
    assert (
        "« ludotheque play --resume »".replace(" l", "\u00a0l").replace("e »", "e\u00a0»") in text
    )


def test_typed_bytes_that_are_no_text_do_not_stop_a_match() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, "-m", "ludotheque", *MATCH],
        env=environment,
        input=b"\n\xff\xfe\nq\n",
        capture_output=True,
        timeout=60,
    )
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
    assert "is not a move" in done.stdout.decode()


def test_the_seats_keep_different_marks() -> None:
    marks = [ascii_substitute(mark) for _, mark in SEATS]
    assert len(set(marks)) == len(marks)
    assert all(mark.isascii() for mark in marks)


def test_every_look_alike_is_one_ascii_sign() -> None:
    assert all(len(plain) == 1 and plain.isascii() for plain in SUBSTITUTES.values())


@pytest.mark.parametrize(
    ("sign", "plain"), [("é", "e"), ("\u00a0", " "), ("\u202f", " "), ("…", "-"), ("漢", "?")]
)
def test_other_signs_lose_their_accents_or_become_question_marks(sign: str, plain: str) -> None:
    assert ascii_substitute(sign) == plain


def test_streams_that_are_not_files_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stdin", object())
    configure_streams()


def test_a_reader_who_has_seen_enough_is_no_error() -> None:
    read, write = os.pipe()
    process = subprocess.Popen(
        [sys.executable, "-m", "ludotheque", "rules", "levelx"],
        stdout=write,
        stderr=subprocess.PIPE,
    )
    os.close(write)
    os.close(read)
    _, errors = process.communicate(timeout=60)
    assert errors == b""
    assert process.returncode == 0
