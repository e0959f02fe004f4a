"""P8 with the option `choose`: both reveal at the same time, and the page asks for it."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.matches.models import Match, Player
from games.matches.services.errors import StaleVersion
from games.matches.services.play import play, play_bot_turn
from games.matches.services.positions import legal_at, log_at, state_at, view_at
from tests.factories import deal


def choosing(ada: Player, **setup) -> Match:
    return deal(ada, options={"reveal": "choose"}, seed=1, **setup)


def reveal(match: Match, seat: int, version: int) -> None:
    action = legal_at(match, seat)[0]
    play(match_id=match.pk, seat=seat, action=action, version=version, key=f"reveal-{seat}")
    match.refresh_from_db()


@pytest.mark.parametrize("level", ["random", "greedy"])
def test_P8_a_bot_reveals_though_the_player_has_not(ada: Player, level: str):
    match = choosing(ada, bot=level)
    move = play_bot_turn(match_id=match.pk, version=0)
    assert move is not None
    assert move.action["do"] == "reveal"
    match.refresh_from_db()
    assert state_at(match).to_act == (0,)
    assert play_bot_turn(match_id=match.pk, version=1) is None


def test_P8_nobody_sees_a_reveal_before_both_have_chosen(ada: Player, ben: Player, ben_client: Client):
    match = choosing(ada, opponent=ben)
    reveal(match, 0, 0)
    shown = view_at(match, 1) | {"log": log_at(match, 1, 1)}
    assert shown["hands"][0] == 5
    assert shown["log"] == []
    page = ben_client.get(reverse("match", args=[match.pk])).content.decode()
    assert "Choose the species you reveal" in page
    assert "You show" not in page
    reveal(match, 1, 1)
    page = ben_client.get(reverse("match", args=[match.pk])).content.decode()
    assert "You show" in page
    assert "Choose the species you reveal" not in page


def test_P8_what_the_other_one_reveals_meanwhile_makes_no_choice_stale(ada: Player, ben: Player):
    match = choosing(ada, opponent=ben)
    action = legal_at(match, 1)[0]
    once_more = legal_at(match, 0)[0]
    reveal(match, 0, 0)
    with pytest.raises(StaleVersion):
        play(match_id=match.pk, seat=0, action=once_more, version=0, key="again")
    play(match_id=match.pk, seat=1, action=action, version=0, key="k")
    match.refresh_from_db()
    assert (match.version, state_at(match).running) == (2, True)
    with pytest.raises(StaleVersion):
        play(match_id=match.pk, seat=1, action=action, version=0, key="k2")


@pytest.mark.parametrize(
    ("rules", "words", "log"),
    [
        ("phylo-1.4a", "The higher food-chain number begins.", r"You show [^.]*, number \d"),
        ("phylo-1.3", "The larger scale begins.", r"You show [^.]*, scale \d"),
    ],
)
def test_P8_what_is_compared(ada: Player, ben: Player, ada_client: Client, rules: str, words: str, log: str):
    match = choosing(ada, opponent=ben, rules=rules)
    address = reverse("match", args=[match.pk])
    assert words in ada_client.get(address).content.decode()
    reveal(match, 0, 0)
    reveal(match, 1, 1)
    assert re.search(log, re.sub("<[^>]+>", "", ada_client.get(address).content.decode()))
