"""Quick pairing: who meets whom, when, and who does not."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

import engine
from cards.decks.models import Deck
from games.lobby.models import OpenTable
from games.lobby.services import open_tables, quick
from games.matches.models import Match, Player
from games.matches.services.errors import NotAllowed
from games.matches.tasks import sweep
from games.people.models import Rating
from phylo.http.keys import KeyReused
from tests.factories import DeckFactory, PlayerFactory, client_of
from tests.matches.test_races import race
from tests.members import person

PHYLO = "phylo-1.4a"
RULES = [PHYLO, "phylo-1.3", "ecosystem", "coral-reef"]
BROWSER = {"headers": {"accept": "text/html"}}


@pytest.fixture(autouse=True)
def _ready_decks(db):
    cache.clear()
    DeckFactory(slug="meadow")
    DeckFactory(slug="meadow-old", rules="phylo-1.3")


def seek(player, key="one", *, rules=PHYLO, clock="fast", **terms) -> OpenTable:
    return quick.seek(player=player, rules=rules, clock=clock, key=key, **terms)


def account(name: str, mu: float | None = None, games: int = 20) -> Player:
    player = Player.objects.create(user=person(name))
    if mu is not None:
        Rating.objects.create(player=player, rules=PHYLO, mu=mu, sigma=2, ordinal=mu - 6, games=games)
    return player


def players_of(match: Match) -> set[Player]:
    return {seat.player for seat in match.seats.select_related("player")}


def waited(table: OpenTable, seconds: int) -> None:
    OpenTable.objects.filter(pk=table.pk).update(created=timezone.now() - timedelta(seconds=seconds))


@pytest.mark.parametrize("rules", RULES)
def test_two_who_want_the_same_play(ada, ben, rules):
    first = seek(ada, rules=rules)
    assert (first.search_status, Match.objects.count()) == ("waiting", 0)
    second = seek(ben, rules=rules)
    first = OpenTable.objects.with_people().get(pk=first.pk)
    assert first.began == second.began == Match.objects.get()
    assert players_of(first.began) == {ada, ben}
    assert (first.began.rules, first.began.rated) == (rules, False)
    assert first.search_status == second.search_status == "begun"


@pytest.mark.parametrize("other", [{"rules": "ecosystem"}, {"clock": "calm"}])
def test_who_wants_something_else_waits(ada, ben, other):
    assert seek(ada).began is None
    assert seek(ben, **other).began is None


def test_nobody_meets_themselves_and_the_later_search_counts(ada, ben):
    first, second = seek(ada), seek(ada, "two", clock="calm")
    first.refresh_from_db()
    assert (first.search_status, second.search_status) == ("ended", "waiting")
    assert seek(ben).began is None


def test_the_same_key_searches_once_and_finds_the_match_again(ada, ben):
    table = seek(ada)
    assert seek(ada).pk == table.pk
    match = seek(ben).began
    assert seek(ada).began == seek(ben).began == match == Match.objects.get()
    with pytest.raises(KeyReused):
        seek(ada, clock="calm")


def test_it_is_rated_and_public_if_both_have_an_account_and_agree(ada):
    dora, emil = account("Dora"), account("Emil")
    seek(dora, public=True)
    match = seek(emil, public=False).began
    assert (match.rated, match.public) == (True, False)
    seek(dora, "two", public=True)
    match = seek(ada, public=True).began
    assert (match.rated, match.public) == (False, True)


def test_two_who_cannot_be_dealt_keep_nobody_else_from_meeting(ada, ben, monkeypatch):
    tables = [seek(ada), seek(ben, clock="calm")]
    dora, emil = account("Dora"), account("Emil")
    quick.go_away(tables[0])
    tables.append(seek(dora))
    quick.stay(tables[0])
    meet = quick.bring_together

    def bring_together(one, other):
        if tables[0].pk in (one.pk, other.pk):
            raise engine.InvalidSetup("a card is gone")
        return meet(one, other)

    monkeypatch.setattr(quick, "bring_together", bring_together)
    assert seek(emil, clock="calm").began is not None
    assert sweep() == 0
    assert Match.objects.count() == 1


def test_the_nearest_rating_comes_first():
    longest, near, far = account("Longest", 25), account("Near", 25.5), account("Far", 27)
    tables = []
    for player in (longest, far, near):
        tables.append(seek(player))
        quick.go_away(tables[-1])
    for table in tables:
        quick.stay(table)
    sweep()
    assert players_of(Match.objects.get()) == {longest, near}


def test_ratings_far_apart_meet_after_a_while():
    strong, weak = account("Strong", 33), account("Weak", 25)
    waiting = seek(strong)
    assert seek(weak).began is None
    sweep()
    assert not Match.objects.exists()
    waited(waiting, 70)
    sweep()
    assert players_of(Match.objects.get()) == {strong, weak}


def test_a_guest_meets_somebody_who_begins_before_somebody_who_is_rated(ada):
    rated, newcomer = account("Rated", 25), account("Newcomer", 24, games=2)
    seek(rated)
    assert seek(newcomer).began is None
    assert players_of(seek(ada).began) == {ada, newcomer}


def test_who_has_gone_is_not_matched(ada, ben):
    table = seek(ada)
    quick.go_away(table)
    assert seek(ben).began is None
    quick.stay(table)
    sweep()
    assert players_of(Match.objects.get()) == {ada, ben}


def test_who_stops_looking_is_not_matched(ada, ben):
    open_tables.leave(code=seek(ada).code, player=ada)
    assert seek(ben).began is None


def test_a_deck_of_other_rules_is_refused(ada):
    with pytest.raises(NotAllowed):
        seek(ada, deck=Deck.objects.get(slug="meadow-old"))


def test_who_presses_at_the_same_time_plays_one_match(transactional_db):
    DeckFactory(slug="meadow")
    people = [PlayerFactory(name=f"Guest {number}") for number in range(6)]
    results = race(*(lambda each=each: seek(each) for each in people for _twice in range(2)))
    assert not [result for result in results if isinstance(result, Exception)], results
    sweep()
    matches = list(Match.objects.all())
    assert len(matches) == 3
    assert set().union(*map(players_of, matches)) == set(people)


def test_the_pages_from_pressing_to_the_match(ada_client, ben_client):
    form = {"key": "one", "rules": PHYLO, "clock": "fast"}
    waiting = ada_client.post("/quick/", form, **BROWSER)
    assert waiting.status_code == 302
    page = ada_client.get(waiting.url)
    assert "Looking for somebody" in page.content.decode()
    assert ada_client.get(f"{waiting.url}?part=found").status_code == 204
    beside = ada_client.post(f"{waiting.url}meanwhile/")
    assert beside.url == ada_client.post(f"{waiting.url}meanwhile/").url
    assert "data-quick" in ada_client.get(beside.url).content.decode()
    begun = ben_client.post("/quick/", form, **BROWSER)
    assert begun.url.startswith("/matches/")
    told = ada_client.get(f"{waiting.url}?part=found").content.decode()
    assert begun.url in told
    assert ada_client.get(waiting.url).url == begun.url
    computer = Match.objects.exclude(pk=begun.url.split("/")[2]).get()
    assert (computer.finished, computer.rated, computer.pace) == (False, False, Match.Pace.NONE)


def test_strangers_find_no_search(ada, ben_client):
    table = seek(ada)
    for client in (ben_client, Client()):
        assert client.get(f"/quick/{table.code}/").status_code == 404
        assert client.post(f"/quick/{table.code}/meanwhile/").status_code == 404
        assert client.post(f"/quick/{table.code}/away/").status_code == 404
    assert table.code not in ben_client.get("/lobby/").content.decode()


def test_a_form_that_is_refused_comes_back_with_what_was_chosen(ada_client):
    form = {"key": "one", "rules": PHYLO, "clock": "calm", "deck": "meadow-old", "public": "on"}
    answer = ada_client.post("/quick/", form, **BROWSER)
    page = answer.content.decode()
    assert (answer.status_code, "This deck is for other rules." in page) == (400, True)
    assert '<option value="meadow-old" selected>' in page
    assert '<option value="calm" selected>' in page
    assert 'name="public" checked' in page


def test_closing_the_page_is_told(ada):
    client = client_of(ada)
    table = seek(ada)
    assert client.post(f"/quick/{table.code}/away/").status_code == 204
    assert client.get(f"/quick/{table.code}/").status_code == 200


@pytest.mark.parametrize("page", ["/play/", "/lobby/"])
def test_it_is_on_the_page_of_playing_and_in_the_lobby(client, page):
    assert 'action="/quick/"' in client.get(page).content.decode()
