"""Beginning a match, and a rematch."""

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

import engine
from cards.models import Card
from games.matches.models import Match, Player, Seat
from games.matches.services import positions
from games.matches.services.play import play
from games.matches.services.positions import faces, state_at
from games.matches.services.rematches import rematch
from tests.factories import CardFactory, DeckFactory, client_of, deal
from tests.matches.test_actions import order, post


@pytest.fixture
def decks(db):
    return DeckFactory(slug="meadow"), DeckFactory(slug="heath")


def create(client, **form):
    return client.post(
        reverse("match-create"), {"deck": "meadow", "opponent_deck": "heath", "level": "greedy"} | form
    )


def test_a_visitor_becomes_a_guest_and_sits_in_seat_0(decks):
    client = Client()
    response = create(client)
    match = Match.objects.get()
    assert (response.status_code, response["Location"]) == (
        302,
        reverse("match", kwargs={"match_id": match.pk}),
    )
    mine, bots = match.seats.order_by("number")
    assert (str(mine.player.guest_id), mine.deck_name, mine.bot) == (client.session["guest"], "Meadow", "")
    assert (bots.player, bots.deck_name, bots.bot) == (None, "Heath", "greedy")
    assert client.session.get_expiry_age() > 364 * 24 * 3600
    assert client.cookies["sessionid"]["max-age"] > 364 * 24 * 3600


def test_a_guest_stays_the_same_player(decks):
    client = Client()
    create(client)
    create(client)
    assert (Player.objects.count(), Match.objects.count()) == (1, 2)
    assert len({match.seed for match in Match.objects.all()}) == 2


def test_looking_around_makes_nobody_a_guest(match, outsiders):
    before = Player.objects.count()
    outsiders["dora"].get(reverse("api-match-view", kwargs={"match_id": match.pk}))
    assert Player.objects.count() == before


def test_without_an_opponents_deck_any_ready_one_is_taken(decks):
    DeckFactory(slug="draft", ready=False)
    for _again in range(8):
        create(Client(), opponent_deck="")
    assert set(Seat.objects.filter(number=1).values_list("deck_name", flat=True)) <= {"Meadow", "Heath"}


@pytest.mark.parametrize(
    "wrong",
    [
        {"deck": ""},
        {"deck": "no"},
        {"deck": "draft"},
        {"opponent_deck": "draft"},
        {"level": "god"},
        {"level": ""},
    ],
)
def test_a_wrong_form_begins_nothing(decks, wrong):
    DeckFactory(slug="draft", ready=False)
    response = create(Client(), **wrong)
    assert response.status_code == 400
    assert list(wrong) == list(response.json()["errors"])
    assert not Match.objects.exists()
    assert not Player.objects.exists()


def test_another_sites_form_begins_nothing(decks):
    assert create(Client(enforce_csrf_checks=True)).status_code == 403


def test_a_match_pins_its_cards(match, ada_client):
    before = state_at(match).snapshot()
    pinned = match.cards["clover"]
    Card.objects.filter(key="clover").update(points=9, food_chain=5)
    positions.forget_all()
    match.refresh_from_db()
    assert match.cards["clover"] == pinned
    assert state_at(match).snapshot() == before
    assert positions.replay(match, 0).snapshot() == before
    assert faces(match.cards)["clover"] == pinned | {
        "fact": "It grows.", "source": "estimate", "subject": "noto:herb",
    }  # fmt: skip


def test_a_deck_that_breaks_the_rules_begins_nothing(ada):
    small = DeckFactory(slug="small", cards={"clover": 23})
    with pytest.raises(engine.InvalidSetup):
        deal(ada, deck=small)
    assert not Match.objects.exists()


def test_a_rematch_has_the_same_players_and_another_deal(match, ada_client, ben_client):
    url = reverse("match-rematch", kwargs={"match_id": match.pk})
    assert ada_client.post(url).status_code == 409
    post(ada_client, match, order({"do": "resign"}))
    assert ada_client.post(url)["Location"] == reverse("match", kwargs={"match_id": match.pk})
    second = ben_client.post(url)
    again = Match.objects.get(rematch_of=match)
    assert second["Location"] == reverse("match", kwargs={"match_id": again.pk})
    assert ada_client.post(url)["Location"] == second["Location"]
    assert again.version == 0
    assert again.seed != match.seed


def test_a_rematch_with_the_computer_begins_at_once_with_the_same_sides(ada):
    match = next(dealt for seed in range(100) if not (dealt := deal(ada, seed=seed)).bot_to_act)
    play(match_id=match.pk, seat=0, action={"do": "resign"}, version=0, key="one")
    again = rematch(match=match, seat=0)
    sides = [list(each.seats.values_list("number", "player", "bot", "deck_name")) for each in (match, again)]
    assert sides[0] == sides[1]
    assert again.decks == match.decks


def test_a_rematch_works_when_a_card_is_gone(match):
    play(match_id=match.pk, seat=0, action={"do": "resign"}, version=0, key="one")
    match.refresh_from_db()
    Card.objects.filter(key="clover").update(key="white-clover")
    CardFactory(key="nettle")
    assert rematch(match=match, seat=0) is None
    assert rematch(match=match, seat=1).cards["clover"] == match.cards["clover"]


def test_people_play_again_with_sides_swapped_when_both_have_asked(match, ada, ben):
    play(match_id=match.pk, seat=0, action={"do": "resign"}, version=0, key="one")
    assert rematch(match=match, seat=1) is None
    assert rematch(match=match, seat=1) is None
    again = rematch(match=match, seat=0)
    assert rematch(match=match, seat=1) == again
    assert again.decks == match.decks[::-1]
    assert [seat.player for seat in again.seats.order_by("number")] == [ben, ada]


def test_the_database_holds_what_a_match_and_a_seat_are(match, ada):
    against_bot = deal(ada)
    wrong = [
        lambda: Match.objects.filter(pk=match.pk).update(status="finished"),
        lambda: Match.objects.filter(pk=match.pk).update(winner="0"),
        lambda: Match.objects.filter(pk=match.pk).update(rematch_of=match.pk),
        lambda: match.seats.filter(number=0).update(bot="greedy"),
        lambda: match.seats.filter(number=0).update(player=None),
        lambda: match.seats.filter(number=0).update(number=1),
        lambda: match.seats.filter(number=0).update(number=6),
        lambda: match.seats.filter(number=0).update(stand_in="oracle"),
        lambda: against_bot.seats.filter(number=1).update(stand_in="random"),
    ]
    for change in wrong:
        with pytest.raises(IntegrityError), transaction.atomic():
            change()


def test_a_match_survives_the_browsers_restart(decks):
    client = Client()
    create(client)
    (match,) = Match.objects.all()
    again = Client()
    again.cookies["sessionid"] = client.cookies["sessionid"].value
    assert again.get(reverse("api-match-view", kwargs={"match_id": match.pk})).status_code == 200
    assert (
        client_of(Player.objects.get())
        .get(reverse("api-match-view", kwargs={"match_id": match.pk}))
        .status_code
        == 200
    )


def test_a_new_guest_gets_a_session_of_their_own(decks):
    """Prevents session fixation: a key that somebody planted in this browser is useless afterwards."""
    client, planted = Client(), Client()
    session = planted.session
    session["x"] = 1
    session.save()
    client.cookies["sessionid"] = planted.cookies["sessionid"].value
    create(client)
    assert client.cookies["sessionid"].value != planted.cookies["sessionid"].value
    assert "guest" not in Client().session
    assert "guest" not in planted.session


@pytest.mark.parametrize("key", ['"aaaaaaaa\\000aaaa"', "x" * 500, "ä" * 32, "'; --"])
def test_a_strange_session_is_none(match, key):
    client = Client()
    client.cookies["sessionid"] = "x"
    client.cookies["sessionid"].set("sessionid", key, key)
    assert client.get("/healthz").status_code == 200
    assert client.get(reverse("match", kwargs={"match_id": match.pk})).status_code == 404
