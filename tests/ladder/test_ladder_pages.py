"""The table, the results, a program's page and the API, read by everybody."""

import pytest
from django.test import Client
from django.urls import reverse

from games.ladder.models import Game, Standing
from games.ladder.services import pairing
from games.matches.models import Seat
from games.matches.services import players
from tests.ladder.test_pairing import end, game_of, waits
from tests.members import proven, signed_in


@pytest.fixture
def played(make):
    """Wolf has won three games against Lynx and lost one against a level; a game is being played."""
    wolf, lynx = make("Wolf"), make("Lynx")
    for _game in range(3):
        waits(wolf, lynx)
        assert pairing.pair() >= 1
        for each in Game.objects.running():
            loser = each.second if each.first.program == wolf or each.first.fixed else each.first
            loser = each.first if each.second.program == wolf else loser
            if loser.program:
                end(each, loser.program)
            else:
                players.resign(
                    match_id=each.match_id,
                    seat=Seat.objects.get(match=each.match, bot=loser.bot).number,
                    key="x",
                )
    waits(wolf, lynx)
    pairing.pair()
    return wolf, lynx


def read(address: str, **query: str) -> str:
    answer = Client().get(address, query)
    assert answer.status_code == 200, address
    return answer.content.decode()


def test_the_pages(played):
    wolf, _lynx = played
    page = read(reverse("ladder"))
    assert "Wolf (program)" in page
    assert "Wolfs-owner" in page
    assert str(Standing.objects.get(program=wolf).strength.points) in page
    assert "provisional" in page
    game = Game.objects.filter(ended__isnull=False).first()
    assert reverse("api-match-record", args=[game.match_id]) in page
    assert reverse("match", args=[game_of(wolf).match_id]) in page
    assert "100 %" in read(reverse("ladder-results"))
    own = read(wolf.get_absolute_url())
    assert "Wolf plays." in own
    assert "100 %" in own
    assert "polyline" in own
    assert "No program has played" in read(reverse("ladder"), rules="ecosystem")
    for address in ("ladder", "ladder-results"):
        assert Client().get(reverse(address), {"rules": "chess"}).status_code == 404
    assert Client().get(wolf.get_absolute_url(), {"page": "9"}).status_code == 404
    assert Client().get(reverse("ladder-program", args=["Nobody"])).status_code == 404


@pytest.mark.once
def test_other_pages_lead_there(played, ada):
    for address in ("community", "leaders"):
        assert reverse("ladder") in read(reverse(address)), address
    page = proven(signed_in(ada)).get(reverse("account-tokens")).content.decode()
    assert reverse("ladder-program-new") in page


def test_the_api(played):
    wolf, lynx = played
    api = Client()
    table = api.get("/api/v1/ladder/", {"rules": "phylo-1.4a"}).json()["results"]
    by_account = {row["who"]["account"]: row for row in table}
    assert by_account["Wolf"]["rating"] > by_account["Lynx"]["rating"]
    assert by_account["Wolf"]["owner"] == "Wolfs-owner"
    assert by_account["Wolf"]["rank"] is None
    assert by_account["Wolf"]["match"] == str(game_of(wolf).match_id)
    assert by_account["Wolf"]["here"] is True
    results = api.get("/api/v1/ladder/results/", {"rules": "phylo-1.4a"}).json()["results"]
    between = next(
        each for each in results if {each["one"]["account"], each["other"]["account"]} == {"Wolf", "Lynx"}
    )
    assert (between["one"]["account"], between["share"]) == ("Wolf", 1.0)
    low, high = between["interval95"]
    assert 0 < low < high == 1
    games = api.get("/api/v1/ladder/games/", {"program": "lynx", "running": "false"}).json()
    assert games["count"] == Game.objects.of(lynx).exclude(ended=None).count()
    assert {game["points"] for game in games["results"]} <= {0, 1}
    record = api.get(f"/api/v1/matches/{games['results'][0]['match']}/record/")
    assert record.json()["format"] == "phylo-record/1"
    one = api.get("/api/v1/ladder/programs/Wolf/").json()
    assert (one["name"], one["plays"], one["paused"]) == ("Wolf (program)", ["phylo-1.4a"], False)
    assert [each["rules"] for each in one["ratings"]] == ["phylo-1.4a"]
    assert api.get("/api/v1/ladder/programs/Nobody/").status_code == 404
    assert api.get("/api/v1/ladder/games/", {"program": "Nobody"}).json()["count"] == 0


def test_the_profile_of_a_program_leads_to_its_place(make, client):
    program = make("Wolf")
    link = f'href="{program.get_absolute_url()}"'
    assert link in client.get(reverse("person", args=["Wolf"])).content.decode()
    assert "ladder-link" not in client.get(reverse("person", args=["Wolfs-owner"])).content.decode()
