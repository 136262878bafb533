"""A review begins with one plain sentence."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from ludotheque.core.language import Language
from ludotheque.review.estimates import Estimate
from ludotheque.review.summary import summary_of

SURE, UNSURE, AGAINST = Estimate(0.2, 0.01), Estimate(0.02, 0.2), Estimate(-0.2, 0.01)
NOTHING = Estimate(0.0, 0.0)


def said(winners: list[int], luck: Estimate, given_away: Estimate, code: str = "en") -> str:
    """On a match of Ada (seat 0), with this luck, and Blaise, whose moves lost so much."""
    state = SimpleNamespace(awaits="end" if winners else "move", winners=winners)
    narration: Any = SimpleNamespace(
        language=Language.of(code), names=["Ada", "Blaise"], replay=SimpleNamespace(states=[state])
    )
    review: Any = SimpleNamespace(players=2, luck=[luck, NOTHING], given_away=[NOTHING, given_away])
    return summary_of(review, narration)


@pytest.mark.parametrize(
    ("winners", "luck", "given_away", "sentence"),
    [
        ([], SURE, SURE, "The match stopped before anybody had won."),
        ([0, 1], SURE, SURE, "Ada and Blaise share the victory."),
        ([0], SURE, SURE, "Ada won: luck helped, and Blaise gave chances away."),
        ([0], AGAINST, SURE, "Ada won against luck: Blaise gave chances away."),
        ([0], UNSURE, SURE, "Ada won: Blaise gave chances away."),
        ([0], SURE, UNSURE, "Ada won with the help of luck."),
        ([0], AGAINST, NOTHING, "Ada won, with luck on the other side."),
        ([0], UNSURE, UNSURE, "Ada won; neither luck nor a move decided it for certain."),
    ],
)
def test_the_sentence_says_only_what_is_certain(
    winners: list[int], luck: Estimate, given_away: Estimate, sentence: str
) -> None:
    assert said(winners, luck, given_away) == sentence
    assert not any(sign.isdigit() for sign in said(winners, luck, given_away, "fr"))
