"""Guests who become accounts keep everything, and nobody gets what is not theirs."""

import pytest
from django.test import Client
from django.urls import reverse

from games.matches.models import Player, Seat
from phylo.accounts.models import Guest, User
from tests.factories import DeckFactory, deal
from tests.matches.test_races import race
from tests.members import guest, person, sign_in, sign_up, signed_in, who


def table_of(match) -> str:
    return reverse("match", args=[match.pk])


def opens(client: Client, match) -> bool:
    return client.get(table_of(match)).status_code == 200


def test_who_signs_up_keeps_the_guests_matches(db):
    player, browser = guest()
    match = deal(player)
    sign_up(browser)
    assert opens(browser, match)
    player.refresh_from_db()
    assert (player.user.username, "guest" in browser.session) == ("Dora", False)
    elsewhere = Client()
    assert not opens(elsewhere, match)
    sign_in(elsewhere, "Dora")
    assert opens(elsewhere, match)


def test_who_signs_in_adds_the_guests_matches(ada):
    first = Player.objects.create(user=ada)
    old = deal(first)
    player, browser = guest()
    new = deal(player)
    response = sign_in(browser, "Ada")
    page = browser.get(response["Location"]).content.decode()
    assert "What you played as a guest is yours now." in page
    assert opens(browser, old)
    assert opens(browser, new)
    assert set(Seat.objects.exclude(player=None).values_list("player", flat=True)) == {first.pk}
    assert list(Player.objects.all()) == [first]


def test_one_guest_has_matches_and_decks_and_both_come_along(db):
    DeckFactory(slug="meadow")
    DeckFactory(slug="heath")
    browser = Client()
    browser.post(reverse("match-create"), {"deck": "meadow", "level": "greedy"})
    browser.post(reverse("deck-new"), {"name": "Mine", "rules": "phylo-1.4a", "key": "1"})
    one = Guest.objects.get()
    assert (one.player.seats.count(), one.decks.count()) == (1, 1)
    sign_up(browser)
    user = User.objects.get()
    assert (user.player.seats.count(), user.decks.count()) == (1, 1)
    assert not Guest.objects.exists()


def test_who_was_no_guest_is_told_of_none(ada):
    browser = Client()
    response = sign_in(browser, "Ada")
    assert (
        "as a guest"
        not in browser.get(response["Location"]).content.decode().split("</main")[0].split("hero")[0]
    )


def test_nobody_gets_both_seats_of_a_match(ada):
    """Who has played against their own account stays two players there."""
    own = Player.objects.create(user=ada)
    player, browser = guest()
    shared, other = deal(own, opponent=player), deal(player)
    sign_in(browser, "Ada")
    assert set(shared.seats.values_list("player", flat=True)) == {own.pk, player.pk}
    assert other.seats.get(number=0).player == own
    assert opens(browser, other)


def test_signing_out_leaves_nothing_of_the_account(ada):
    player, browser = guest()
    match = deal(player)
    sign_in(browser, "Ada")
    browser.post(reverse("account_logout"))
    assert not opens(browser, match)
    assert "Your running games" not in browser.get("/").content.decode()
    DeckFactory(slug="meadow")
    DeckFactory(slug="heath")
    browser.post(reverse("match-create"), {"deck": "meadow", "level": "greedy"})
    assert Player.objects.exclude(user=ada).count() == 1
    assert Player.objects.get(user=ada).seats.count() == 1


@pytest.mark.parametrize("stored", ["no uuid", "", 7, None, "00000000-0000-0000-0000-000000000000"])
def test_a_session_with_nonsense_signs_in_all_the_same(ada, stored):
    browser = Client()
    session = browser.session
    session["guest"] = stored
    session.save()
    browser.cookies["sessionid"] = session.session_key
    assert sign_in(browser, "Ada").status_code == 302
    assert "guest" not in browser.session


def test_the_player_of_another_account_is_not_adopted(ada, ben):
    of_ben = Player.objects.create(user=ben)
    match = deal(of_ben)
    browser = Client()
    session = browser.session
    session["guest"] = str(of_ben.pk)
    session.save()
    browser.cookies["sessionid"] = session.session_key
    sign_in(browser, "Ada")
    of_ben.refresh_from_db()
    assert (of_ben.user, opens(browser, match)) == (ben, False)


def test_a_match_of_an_account_is_its_own(ada_client, ada):
    DeckFactory(slug="meadow")
    DeckFactory(slug="heath")
    for _again in range(2):
        ada_client.post(reverse("match-create"), {"deck": "meadow", "level": "greedy"})
    player = Player.objects.get()
    assert (player.user, player.seats.count(), "guest" in ada_client.session) == (ada, 2, False)
    assert "Your running games" in ada_client.get("/").content.decode()


def test_two_browsers_that_sign_in_at_once_bring_everything(transactional_db):
    ada = person("Ada")
    guests = [guest() for _ in range(4)]
    matches = [deal(player) for player, _browser in guests]
    answers = race(
        *(lambda browser=browser: sign_in(browser, "Ada").status_code for _player, browser in guests)
    )
    assert answers == [302] * 4
    assert {match.seats.get(number=0).player.user for match in matches} == {ada}
    assert Player.objects.count() == 1
    assert all(who(browser) == "Ada" for _player, browser in guests)


def test_the_table_names_who_plays(ada, ben):
    """The account's shown name, a guest, and who has left."""
    ada.display_name = "Ada of the Marsh"
    ada.save()
    mine, others = Player.objects.create(user=ada), Player.objects.create(user=ben)
    anybody, gone = Player.objects.create(), Player.objects.create(former=True)
    for opponent, name in ((mine, "Ada of the Marsh"), (anybody, "Guest"), (gone, "Former player")):
        match = deal(others, opponent=opponent)
        assert f"Phylo against {name}" in signed_in(ben).get(table_of(match)).content.decode()
