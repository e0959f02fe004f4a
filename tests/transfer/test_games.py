"""Games that were played elsewhere: replayed by the rules, kept once, and of one person alone."""

import copy

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.text import slugify

from engine.phylo.rules import RULES
from games.matches.models import Match, Player
from games.matches.services import players
from games.replays.models import ImportedRecord
from games.replays.services.judging import judge
from games.transfer.models import DataImport, ImportItem, Taken
from tests.factories import DeckFactory, deal
from tests.matches.test_offers import act, first_play
from tests.transfer.conftest import bring, outcomes, player_of
from tests.transfer.random_games import ALL_RULES, random_games

pytestmark = pytest.mark.django_db
TAKEN, KNOWN, REFUSED = [("game", "taken")], [("game", "known")], [("game", "refused")]


def played(player, **more):
    """A game against the computer, that the player gives up after a card if it is their turn."""
    match = deal(player, seed=3, **more)
    if match.to_act == "0":
        act(match, first_play(match, 0))
    act(match, {"do": "resign"})
    match.refresh_from_db()
    assert match.finished
    return match


@pytest.fixture
def file(device):
    played(device.player)
    return device.leave()


def reason_of(found):
    return found.items.get().reason


def test_a_game_comes_along_as_a_replay_with_the_same_end(ada, ada_client, file):
    found = bring(ada_client, file)
    assert (found.status, outcomes(found)) == ("done", TAKEN)
    record = ImportedRecord.objects.get()
    assert (record.player, record.seats) == (player_of(ada), [0])
    assert not Match.objects.exists()
    page = ada_client.get(found.items.get().page).content.decode()
    assert "You" in page
    assert "Player 1" not in page
    assert "Player 1" in Client().get(found.items.get().page).content.decode()


def test_it_stays_though_nobody_watches_it(ada_client, file):
    bring(ada_client, file)
    ImportedRecord.objects.update(watched="2020-01-01T00:00Z")
    assert not ImportedRecord.objects.forgotten().exists()


def test_sent_twice_it_is_taken_once(ada_client, file):
    bring(ada_client, file)
    assert outcomes(bring(ada_client, file)) == KNOWN
    assert (ImportedRecord.objects.count(), Taken.objects.count()) == (1, 1)


def test_under_another_number_it_is_taken_once(ada_client, file):
    bring(ada_client, file)
    [match] = file["matches"]
    match["match"] = "00000000-0000-4000-8000-000000000000"
    assert outcomes(bring(ada_client, file)) == KNOWN
    assert ImportedRecord.objects.count() == 1


def test_what_somebody_has_brought_is_theirs(ada_client, ben_client, file):
    bring(ada_client, file)
    before = ImportedRecord.objects.get().player
    assert outcomes(bring(ben_client, file)) == REFUSED
    other = copy.deepcopy(file)
    other["matches"][0]["match"] = "00000000-0000-4000-8000-000000000000"
    assert outcomes(bring(ben_client, other)) == REFUSED
    assert ImportedRecord.objects.get().player == before


def test_a_file_of_somebody_else_of_this_site(device, ada_client):
    played(device.player)
    data = device.file()
    answer = ada_client.post(
        reverse("api-data-imports"), data, content_type="application/json", headers={"accept": "*/*"}
    )
    assert (answer.status_code, answer.json()["code"]) == (422, "not-allowed")
    data["player"] = "00000000-0000-4000-8000-000000000000"
    found = bring(ada_client, data)
    assert (outcomes(found), reason_of(found)) == (REFUSED, "It belongs to somebody else on this site.")
    assert not ImportedRecord.objects.exists()


def test_ones_own_file_is_here_already(device):
    played(device.player)
    assert outcomes(bring(device.client, device.file())) == KNOWN


def illegal(match):
    match["game"]["actions"][0] = {"seat": 0, "do": "pass", "card": "x"}


def other_card(match):
    match["game"]["actions"][0]["at"] = [9, 9]


def not_over(match):
    match["game"]["actions"].pop()


def other_end(match):
    match["scores"] = [99, 0]


def other_seat(match):
    match["seat"] = 2


def no_seat(match):
    match["seat"] = "0"


def no_record(match):
    match["game"] = [1]


@pytest.mark.parametrize(
    "tamper", [illegal, other_card, not_over, other_end, other_seat, no_seat, no_record],
    ids=lambda each: each.__name__,
)  # fmt: skip
def test_what_was_tampered_with_is_refused_and_can_be_had_again(ada_client, file, tamper):
    tamper(file["matches"][0])
    found = bring(ada_client, file)
    assert outcomes(found) == REFUSED
    assert reason_of(found)
    assert not ImportedRecord.objects.exists()
    assert not Taken.objects.exists()
    again = ada_client.get(reverse("data-refused", args=[found.pk])).json()
    assert (again["format"], again["player"]) == ("phylo-data/1", file["player"])
    assert [each["game"] for each in again["matches"]] == [file["matches"][0]["game"]]
    if tamper is not other_seat and tamper is not no_seat:
        assert outcomes(bring(ada_client, again)) == REFUSED


def test_what_is_not_over_stays_and_so_does_what_others_played(device, ada):
    deal(device.player)
    other = deal(device.player, opponent=Player.objects.create(user=ada))
    act(other, {"do": "resign"})
    other.refresh_from_db()
    assert other.finished
    assert [each["game"] for each in device.file()["matches"]] == [None, None]


def test_only_its_owner_sees_what_became_of_it(ada_client, ben_client, file):
    found = bring(ada_client, file)
    for name in ("data-imported", "data-refused", "api-data-import"):
        address = reverse(name, args=[found.pk])
        assert ada_client.get(address).status_code == 200, name
        assert ben_client.get(address).status_code == 404, name
        assert Client().get(address).status_code in (401, 404), name


def test_it_goes_with_the_account(ada, ada_client, file):
    bring(ada_client, file)
    players.leave(user=ada)
    assert not DataImport.objects.exists()
    assert not ImportItem.objects.exists()
    assert not Taken.objects.exists()


@pytest.mark.once
def test_random_games_of_all_rule_sets_end_as_they_did(device, ada_client):
    """Two of each; `make soak` plays 500, in plain Python as a device does."""
    for rules in RULES:
        DeckFactory(slug=f"meadow-{slugify(rules)}", rules=rules)
    played_there = list(random_games(device.player, 2 * len(ALL_RULES), seed=1))
    ends = {str(match.pk): match.scores for match in played_there}
    data = device.leave()
    found = bring(ada_client, data)
    assert outcomes(found) == TAKEN * len(ends)
    for taken in Taken.objects.all():
        record = ImportedRecord.objects.get(pk=taken.target)
        assert judge(record.text.encode()).scores == ends[taken.source]
