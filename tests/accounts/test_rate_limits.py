"""What an address may begin without an account, and what of it is forgotten."""

from datetime import timedelta
from uuid import UUID

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from django.urls import get_resolver, reverse
from django.utils import timezone

from cards.decks.models import Deck
from games.lobby.models import OpenTable
from games.matches.models import Player
from phylo import slices
from phylo.accounts import tokens
from phylo.accounts.models import Guest
from phylo.accounts.tasks import forget_guests
from phylo.http.limits import DECKS, KINDS, MATCHES
from tests.factories import CardFactory, DeckFactory, challenge_of, client_of, deal
from tests.members import signed_in
from tests.puzzles.puzzles import a_puzzle

LONG_AGO = timezone.now() - timedelta(days=91)
PAGE = {"accept": "text/html"}
PLACES = {
    **dict.fromkeys(("api-challenge-accept", "api-table-join", "api-deck-copy"), "any"),
    "api-tournament-entries": "any",
    **dict.fromkeys(("api-lesson-actions", "api-puzzle-actions"), "any"),
    **dict.fromkeys(("api-match-play-on", "api-match-analysis"), UUID(int=1)),
}


@pytest.fixture
def few(settings, clock):
    settings.RATE_LIMITS = dict.fromkeys(settings.RATE_LIMITS, (2, 3600))
    cache.clear()
    yield
    cache.clear()


def test_every_address_of_the_table_is_there():
    assert KINDS.keys() <= get_resolver().reverse_dict.keys()
    assert set(KINDS.values()) == settings.RATE_LIMITS.keys()


@pytest.mark.parametrize(
    "name", ["account_signup", "match-create", "challenge-new", "deck-new", "deck-import"]
)
def test_an_address_is_refused_for_a_while(db, few, name):
    client = Client(REMOTE_ADDR="192.0.2.1")
    answers = [client.post(reverse(name), {}, headers=PAGE) for _time in range(3)]
    assert [answer.status_code == 429 for answer in answers] == [False, False, True]
    assert 0 < int(answers[2]["Retry-After"]) <= 3600
    assert "Wait a little, or sign in" in answers[2].content.decode()
    assert Client(REMOTE_ADDR="192.0.2.2").post(reverse(name), {}).status_code != 429
    assert client.get("/").status_code == 200


@pytest.mark.parametrize("name", [name for name in KINDS if name.startswith("api-")])
def test_the_api_counts_with_the_pages(db, few, name):
    page = {MATCHES: "match-create", DECKS: "deck-new"}[KINDS[name]]
    place = [PLACES[name]] if name in PLACES else []
    for address in (reverse(page), reverse(name, args=place)):
        assert Client().post(address, "{}", content_type="application/json").status_code != 429
    answer = Client().post(reverse(name, args=place), "{}", content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (429, "too-many")
    assert int(answer["Retry-After"]) > 0


def test_an_answer_is_counted_only_where_it_makes_a_guest(db, few):
    puzzle = a_puzzle()
    address = reverse("api-puzzle-actions", args=[puzzle.key])

    def answered(client: Client, do: str, version: int) -> int:
        order = {"action": {"do": do}, "version": version, "key": f"at-{version}"}
        return client.post(address, order, content_type="application/json").status_code

    pupils = [Client(REMOTE_ADDR="192.0.2.1") for _pupil in range(3)]
    assert [answered(each, "solution", 0) for each in pupils] == [200, 200, 429]
    assert [answered(pupils[0], "again", 1), answered(pupils[0], "solution", 2)] == [200, 200]
    assert Guest.objects.count() == 2


def test_every_address_of_the_api_that_begins_a_match_or_deck_is_counted():
    """Those whose POST makes something; all others act in what is there already."""
    beside = {"actions", "resign", "offers", "chat", "begin"}
    posts = {
        name
        for name, view in views()
        if view.cls.__module__.startswith(("games.", "cards.decks."))
        and "POST" in getattr(view.cls, "deeds", {})
    }
    assert {name for name in posts if name.rpartition("-")[2] not in beside} <= KINDS.keys()


def views():
    return [(each.name, each.callback) for each in slices.patterns() if hasattr(each.callback, "cls")]


def test_a_bot_with_a_token_is_counted_by_nobody(ada, few):
    secret = tokens.create_token(user=ada, name="bot")
    deck = DeckFactory(slug="meadow")
    for _time in range(4):
        answer = Client().post(
            reverse("api-deck-copy", args=[deck.slug]),
            "{}",
            content_type="application/json",
            headers={"authorization": f"Bearer {secret}"},
        )
        assert answer.status_code == 201


def test_who_is_signed_in_is_counted_by_nobody(ada, few):
    for _time in range(4):
        assert signed_in(ada).post(reverse("match-create"), {}).status_code == 400


def test_a_script_gets_a_problem(db, few):
    answers = [Client().post("/api/v1/matches/", "{}", content_type="application/json") for _time in range(3)]
    assert answers[2].json()["code"] == "too-many"


def guest(**columns) -> Player:
    of_guest = None if columns else Guest.objects.create(active_at=LONG_AGO)
    made = Player.objects.create(guest=of_guest, **columns)
    Player.objects.filter(pk=made.pk).update(created=LONG_AGO)
    return made


def test_guests_who_left_nothing_are_forgotten(ada):
    """Not those who have played, whose challenge stands, who have an account or had one, or came lately."""
    idle, player, maker = guest(), guest(), guest()
    kept = [player, maker, guest(user=ada), guest(former=True), Player.objects.create()]
    deal(player)
    challenge = challenge_of(maker)
    assert (forget_guests(), forget_guests()) == (1, 0)
    assert set(Player.objects.all()) == set(kept)
    OpenTable.objects.filter(pk=challenge.pk).update(expires=timezone.now())
    assert forget_guests() == 1
    assert not Player.objects.filter(pk__in=[idle.pk, maker.pk]).exists()
    assert set(Guest.objects.all()) == {player.guest}
    # The cookie of one who is forgotten begins as somebody new.
    assert client_of(idle).get("/").status_code == 200


def test_empty_decks_of_guests_are_forgotten(ada):
    """Not those with cards, that had cards, of an account, of the site, or that were changed lately."""
    client = Client()
    for name in ("Empty", "Full", "Emptied", "Lately"):
        client.post(reverse("deck-new"), {"name": name, "rules": "phylo-1.4a", "key": name})
    decks = {deck.name: deck for deck in Deck.objects.filter(guest__isnull=False)}
    assert len(decks) == 4
    card = CardFactory(key="clover")
    decks["Full"].entries.create(card=card)
    decks["Emptied"].versions.create(number=99, contents_json={"cards": {"clover": 1}})
    mine = DeckFactory(slug="mine", ready=False, owner=ada)
    mine.entries.all().delete()
    Deck.objects.exclude(name="Lately").update(changed_at=LONG_AGO)
    assert forget_guests() == 0
    assert not Deck.objects.filter(name="Empty").exists()
    assert Deck.objects.filter(name__in=["Full", "Emptied", "Lately", "Mine"]).count() == 4
    assert Guest.objects.count() == 1
