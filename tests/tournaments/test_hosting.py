"""The boards of the host of a simultaneous: who sees them, which comes next, and that none is lost."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.matches.models import Match
from games.matches.services.play import play
from games.matches.services.positions import legal_at, state_at
from games.tournaments.models import Tournament
from games.tournaments.services import dealing, entering, rounds
from tests.factories import DeckFactory, PlayerFactory, client_of

pytestmark = pytest.mark.once


@pytest.fixture
def simul(host) -> Tournament:
    """The host against three, made on the form, without a clock."""
    deck = DeckFactory(slug="meadow", ready=True)
    sent = {
        "key": "k", "name": "One against all", "kind": "simul", "rules": deck.rules, "clock": "none",
        "draft_clock": "turn-60", "for_whom": "link", "deck": "meadow", "decks": "free",
    }  # fmt: skip
    made = client_of(host).post(reverse("tournament-new"), sent)
    assert made.status_code == 302, made.content.decode()
    found = Tournament.objects.get()
    for number in range(3):
        entering.enter(code=found.code, player=PlayerFactory(name=f"P{number}"), deck=deck)
    return rounds.begin(code=found.code, player=host)


def waiting(host) -> list[Match]:
    matches = Match.objects.order_by("updated")
    return [each for each in matches if each.seats.get(player=host).number in state_at(each).to_act]


def test_the_host_needs_a_deck(host):
    sent = {
        "key": "k",
        "name": "S",
        "kind": "simul",
        "rules": "phylo-1.4a",
        "clock": "none",
        "for_whom": "link",
    }
    answer = client_of(host).post(reverse("tournament-new"), sent)
    assert answer.status_code == 400
    assert "Choose a deck." in answer.content.decode()


def test_only_the_host_sees_the_boards(simul, host):
    boards, following = (
        reverse(name, args=[simul.code]) for name in ("tournament-boards", "tournament-next-board")
    )
    guest = simul.entries.exclude(player=host).first().player
    for client in (client_of(guest), client_of(PlayerFactory(name="Olga")), Client()):
        assert {client.get(each).status_code for each in (boards, following)} == {404}
    page = client_of(host).get(boards).content.decode()
    assert [f"{number}. P{number - 1} (guest)" in page for number in (1, 2, 3)] == [True] * 3
    assert page.count('class="panel waits"') == len(waiting(host))
    assert boards in client_of(host).get(simul.get_absolute_url()).content.decode()


def test_nothing_is_sent_while_nothing_has_changed(simul, host):
    client, boards = client_of(host), reverse("tournament-boards", args=[simul.code])
    assert client.get(boards, {"part": "boards", "seen": "0-0-0"}).status_code == 204
    assert client.get(boards, {"part": "boards", "seen": "0-0-1"}).status_code == 200


def test_whoever_sees_all_boards_has_come_to_each(simul, host):
    client_of(host).get(reverse("tournament-boards", args=[simul.code]))
    for entry in simul.entries.exclude(player=host):
        match = Match.objects.of(entry.player_id).get()
        client_of(entry.player).get(reverse("match-table", args=[match.pk]))
    Match.objects.update(created=timezone.now() - timedelta(hours=1))
    dealing.forfeit_absent(simul, now=timezone.now())
    assert not Match.objects.finished().exists()


def test_the_board_that_has_waited_longest_comes_next(simul, host):
    following = reverse("tournament-next-board", args=[simul.code])
    client = client_of(host)
    while queue := waiting(host):
        found = client.get(following)
        assert found["Location"] == f"/matches/{queue[0].pk}/?simul={simul.code}"
        assert following in client.get(found["Location"]).content.decode()
        if len(queue) > 1:
            assert str(queue[1].pk) in client.get(following, {"after": str(queue[0].pk)})["Location"]
        seat = queue[0].seats.get(player=host).number
        passes = next(each for each in legal_at(queue[0], seat) if each["do"] == "pass")
        play(match_id=queue[0].pk, seat=seat, action=passes, version=queue[0].version, key="one")
    assert client.get(following)["Location"] == reverse("tournament-boards", args=[simul.code])
