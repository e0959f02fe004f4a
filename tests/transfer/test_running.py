"""Games that are not over go on elsewhere and come back as the same match; of two ways one is kept."""

import copy
from random import Random

import pytest
from django.urls import reverse

from engine.phylo.record import Record
from games.matches.models import Match, Player
from games.matches.services.matches import create_match
from games.matches.services.play import play
from games.matches.services.positions import legal_at
from games.matches.services.records import differences, export_record
from games.transfer.models import Taken
from games.transfer.services import running
from tests.factories import deal
from tests.matches.test_offers import act
from tests.transfer.conftest import bring, outcomes, player_of
from tests.transfer.random_games import ALL_RULES, sides

pytestmark = pytest.mark.django_db
TAKEN, KNOWN, CHANGED, REFUSED = ([("game", outcome)] for outcome in ("taken", "known", "changed", "refused"))


def step(match, chance=None):
    """An action of whoever is to act."""
    seat = int(match.to_act[0])
    legal = legal_at(match, seat)
    action = dict(chance.choice(legal) if chance else legal[0])
    play(match_id=match.pk, seat=seat, action=action, version=match.version, key=f"k{match.version}")
    match.refresh_from_db()


def record_of(match):
    return export_record(match, even_playing=True)


@pytest.fixture
def match(device):
    """Against the computer in seat 1, with some moves of both."""
    match = deal(device.player, seed=3)
    while match.version < 5 or match.to_act != "0":
        step(match)
    return match


@pytest.fixture
def file(device, match):
    return device.leave()


def elsewhere(data, *actions):
    """
    The file of another site, where the same person is another player, and the game went on by these actions.
    """
    data = {**copy.deepcopy(data), "player": "00000000-0000-4000-8000-000000000000"}
    data["running"][0]["game"]["actions"] += actions
    return data


def next_actions(data):
    """What is legal after the game in the file, one action a line."""
    record = Record.read(data["running"][0]["game"])
    for action in record.actions:
        record.start.apply(action)
    [seat] = record.start.to_act
    return [{"seat": seat, **action} for action in record.start.legal(seat)]


def test_what_was_refused_leaves_nothing_for_a_file_with_the_same_number(ada_client, ben_client, file):
    """Its first position would be remembered, though nothing of it is stored."""
    odd = copy.deepcopy(file)
    odd["running"][0]["game"] |= {"hurried": [], "actions": []}
    odd["running"][0]["game"]["seed"] = 99
    assert outcomes(bring(ben_client, odd)) == REFUSED
    assert outcomes(bring(ada_client, file)) == TAKEN
    assert differences(Match.objects.get()) == []


def test_a_game_goes_on_from_the_same_move(ada, ada_client, file):
    assert outcomes(bring(ada_client, file)) == TAKEN
    [sent], found = file["running"], Match.objects.get()
    assert (str(found.pk), record_of(found)) == (sent["match"], sent["game"])
    assert differences(found) == []
    people = list(found.seats.order_by("number").values_list("player", "bot", "deck_name"))
    assert [(who, bot) for who, bot, _deck in people] == [(player_of(ada).pk, ""), (None, "greedy")]
    assert [{"level": bot, "deck": deck, "called": ""} for _who, bot, deck in people] == sent["table"]
    step(found)
    assert differences(found) == []
    assert ada_client.get(reverse("match", args=[found.pk])).status_code == 200
    assert outcomes(bring(ada_client, file)) == KNOWN


def test_it_comes_back_as_the_same_match(device, match):
    data = elsewhere(device.file(), next_actions(device.file())[-1])
    assert outcomes(bring(device.client, data)) == TAKEN
    match.refresh_from_db()
    assert record_of(match) == data["running"][0]["game"]
    assert differences(match) == []
    assert outcomes(bring(device.client, data)) == KNOWN


def test_what_was_ended_elsewhere_is_over_here(device, match):
    data = elsewhere(device.file(), {"seat": 0, "do": "resign"})
    data["matches"] = [{**data["running"].pop(), "seat": 0, "scores": match.scores}]
    del data["matches"][0]["table"]
    assert outcomes(bring(device.client, data)) == TAKEN
    match.refresh_from_db()
    assert (match.finished, match.ending, match.winner) == (True, "resigned", "1")
    assert differences(match) == []


def test_what_is_behind_changes_nothing(device, match):
    data = elsewhere(device.file())
    step(match)
    version = match.version
    assert outcomes(bring(device.client, data)) == KNOWN
    match.refresh_from_db()
    assert match.version == version


@pytest.fixture
def file_there(device, match):
    """Of another site, where the game went on by the last of the legal actions; here it does by the first."""
    data = elsewhere(device.file(), next_actions(device.file())[-1])
    step(match)
    assert record_of(match)["actions"][-1] != data["running"][0]["game"]["actions"][-1]
    return data


@pytest.fixture
def two_ways(device, file_there):
    found = bring(device.client, file_there)
    assert outcomes(found) == CHANGED
    return found


def keep(client, found, way):
    return client.post(reverse("data-choose", args=[found.pk, found.items.get().number]), {"keep": way})


def test_of_two_ways_both_are_told(device, two_ways):
    page = device.client.get(reverse("data-imported", args=[two_ways.pk])).content.decode()
    assert "It went two ways" in page
    assert page.count('name="keep"') == 2


def test_of_two_ways_the_one_here_is_kept(device, match, two_ways):
    before = record_of(match)
    assert keep(device.client, two_ways, "here").status_code == 302
    match.refresh_from_db()
    assert record_of(match) == before
    assert outcomes(two_ways) == KNOWN


def test_of_two_ways_the_one_in_the_file_is_kept(device, match, file_there, two_ways):
    assert keep(device.client, two_ways, "file").status_code == 302
    match.refresh_from_db()
    assert outcomes(two_ways) == TAKEN
    assert record_of(match) == file_there["running"][0]["game"]
    assert match.moves.filter(action__do="take-back").count() == 1
    assert differences(match) == []
    step(match)
    assert differences(match) == []


def test_only_its_owner_chooses_and_nothing_else(device, ada_client, two_ways):
    assert keep(ada_client, two_ways, "file").status_code == 404
    assert keep(device.client, two_ways, "both").status_code == 400
    assert outcomes(two_ways) == CHANGED


def test_what_is_over_here_stays_so(device, match, file_there):
    act(match, {"do": "resign"})
    found = bring(device.client, file_there)
    assert outcomes(found) == REFUSED
    assert found.items.get().reason.startswith("The game is over here")


def test_the_game_of_somebody_else_is_refused(ada_client, device, match):
    found = bring(ada_client, elsewhere(device.file()))
    assert (outcomes(found), found.items.get().reason) == (
        REFUSED,
        "It belongs to somebody else on this site.",
    )


def test_rated_games_those_with_a_clock_and_those_with_others_stay(device, ada):
    deal(device.player, opponent=Player.objects.create(user=ada))
    deal(device.player, rated=True)
    assert device.file()["running"] == []


def other_deal(game):
    game["game"]["seed"] = "0" * 64


def other_card(game):
    next(iter(game["game"]["cards"].values()))["points"] = 99


def illegal(game):
    game["game"]["actions"][-1]["at"] = [40, 40]


def no_level(game):
    game["table"][1]["level"] = "wolf"


def no_person(game):
    game["table"][0]["level"] = "mouse"


def long_name(game):
    game["table"][0]["called"] = "A" * 21


def no_table(game):
    game["table"] = [1, 2]


@pytest.mark.parametrize(
    "tamper", [other_deal, other_card, illegal, no_level, no_person, long_name, no_table],
    ids=lambda each: each.__name__,
)  # fmt: skip
def test_what_was_tampered_with_is_refused(ada_client, file, tamper):
    tamper(file["running"][0])
    found = bring(ada_client, file)
    assert outcomes(found) == REFUSED
    assert found.items.get().reason
    assert not Match.objects.exists()
    assert not Taken.objects.exists()
    again = ada_client.get(reverse("data-refused", args=[found.pk])).json()
    assert again["running"] == file["running"]


def test_so_many_at_most(ada_client, file, monkeypatch):
    monkeypatch.setattr(running, "MOST_RUNNING", 0)
    assert outcomes(bring(ada_client, file)) == REFUSED


@pytest.mark.once
@pytest.mark.usefixtures("real_set")
@pytest.mark.parametrize("rules", ALL_RULES)
def test_random_games_go_on_from_any_move(device, ada_client, rules):
    chance = Random(5)
    match = create_match(sides=sides(device.player, rules, chance), rules=rules)
    files = []
    while not match.finished:
        step(match, chance)
        if match.finished or match.version % 9 == 1:
            files.append((device.file(), record_of(match)))
    device.leave()
    for data, record in files:
        assert outcomes(bring(ada_client, data)) == TAKEN
        found = Match.objects.get()
        assert record_of(found) == record
        assert differences(found) == []
    assert found.finished
