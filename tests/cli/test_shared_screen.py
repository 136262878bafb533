"""Several people at one screen: nobody's cards are shown until that player is alone there."""

import pytest

from .conftest import Command


@pytest.mark.parametrize("game", ["dicerun", "coursededes"])
def test_cards_are_shown_only_to_the_player_who_is_alone(command: Command, game: str) -> None:
    seats = ["--seats", "me:Ada,me:Blaise,me:Camille", "--seed", "3", "--lang", "en"]
    outcome = command("play", game, *seats, answers=[])
    assert "are you alone at the screen?" in outcome.out
    assert "cards:" not in outcome.out
    outcome = command("play", game, *seats, answers=[""])
    assert outcome.out.count("cards:") == 1


@pytest.mark.parametrize("game", ["dicerun", "coursededes"])
def test_who_plays_alone_against_bots_always_sees_the_own_cards(
    command: Command, game: str
) -> None:
    seats = ["--seats", "me,random,random", "--seed", "3", "--lang", "en"]
    outcome = command("play", game, *seats, answers=[])
    assert "are you alone" not in outcome.out
    assert "cards:" in outcome.out


def test_the_usual_match_has_as_many_bots_as_it_takes(command: Command) -> None:
    outcome = command("play", "dicerun", "--seed", "3", "--lang", "en", answers=[])
    assert outcome.code == 0
    assert "Robot 2" in outcome.out
