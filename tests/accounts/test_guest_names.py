"""The name that a guest may choose: who may, what is refused, who reads it, and what becomes of it."""

import pytest
from django.test import Client
from django.urls import reverse

from games.matches.models import Player
from phylo.accounts.models import Guest, User
from phylo.accounts.names import username_like
from tests.factories import client_of, deal
from tests.members import guest, person, sign_up, signed_in

PAGE = "/guest/"

pytestmark = pytest.mark.django_db


def name_of(player: Player) -> str:
    player.refresh_from_db()
    return player.public_name


def test_a_guest_is_read_by_the_name_and_marked_as_a_guest():
    (mia, browser), (ben, theirs) = guest(), guest()
    match = deal(mia, opponent=ben, public=True)
    assert "Guest" in theirs.get(reverse("match", args=[match.pk])).content.decode()
    answer = browser.post(PAGE, {"display_name": " Mia  🐢 ", "next": "/lobby/"})
    assert (answer.status_code, answer["Location"]) == (302, "/lobby/")
    assert (name_of(mia), name_of(ben)) == ("Mia  🐢 (guest)", "Guest")
    pages = (reverse("match", args=[match.pk]), "/watch/")
    for page in pages:
        assert "Mia  🐢 (guest)" in theirs.get(page).content.decode()
    told = theirs.get(reverse("api-match", args=[match.pk])).json()
    assert [seat["name"] for seat in told["seats"]] == ["Mia  🐢 (guest)", "Guest"]
    assert "Mia  🐢" in browser.get("/lobby/").content.decode()
    assert 'value="Mia  🐢"' in browser.get(PAGE).content.decode()
    browser.post(PAGE, {"display_name": ""})
    assert name_of(mia) == "Guest"


def test_nobody_names_somebody_else():
    (mia, browser), (ben, theirs) = guest(), guest()
    ada = Player.objects.create(user=person("Ada"))
    browser.post(PAGE, {"display_name": "Mia"})
    sent = {"display_name": "Fool", "player": str(mia.pk), "guest": str(mia.guest_id)}
    theirs.post(f"{PAGE}?player={mia.pk}", sent)
    assert (name_of(mia), name_of(ben)) == ("Mia (guest)", "Fool (guest)")
    assert signed_in(ada.user).post(PAGE, sent)["Location"] == reverse("account")
    assert (name_of(ada), Player.objects.count()) == ("Ada", 3)
    Client(enforce_csrf_checks=True).post(PAGE, sent)
    assert client_of(mia, enforce_csrf_checks=True).post(PAGE, sent).status_code == 403
    assert name_of(mia) == "Mia (guest)"


@pytest.mark.parametrize(
    "name",
    [
        "ada",
        "ＡＤＡ",
        "The  Owl",
        "Moderator",
        "Computer (strong)",
        "Mouse (computer)",
        "Zed (guest)",
        "a\u202eb",
        "x" * 41,
        "a\0b",
    ],
)
def test_names_of_accounts_and_of_the_site_are_refused(name):
    User.objects.create_user("Ada", display_name="The owl")
    mia, browser = guest(name="Mia")
    answer = browser.post(PAGE, {"display_name": name, "next": "/lobby/"})
    assert answer.status_code == 400
    page = answer.content.decode()
    assert 'class="errorlist"' in page
    assert 'name="next" value="/lobby/"' in page
    assert name_of(mia) == "Mia (guest)"


def test_a_name_can_come_before_the_first_match_but_looking_stores_nothing():
    browser = Client()
    browser.get(PAGE)
    browser.post(PAGE, {"display_name": "  "})
    browser.post(PAGE, {"display_name": "Admin"})
    assert (Guest.objects.count(), Player.objects.count()) == (0, 0)
    answer = browser.post(PAGE, {"display_name": "Mia", "next": "https://elsewhere.example/"})
    assert answer["Location"] == "/"
    assert Player.objects.get().public_name == "Mia (guest)"


def test_the_name_is_suggested_when_the_guest_signs_up_and_ends_there():
    mia, browser = guest()
    match = deal(mia)
    browser.post(PAGE, {"display_name": "Zoë B."})
    assert 'value="Zoe-B"' in browser.get(reverse("account_signup")).content.decode()
    assert 'value="Zoe-B"' not in Client().get(reverse("account_signup")).content.decode()
    sign_up(browser, "Zoe-B")
    assert (name_of(mia), mia.name, match.seats.get(number=0).player) == ("Zoe-B", "", mia)


def test_an_account_may_have_the_name_of_a_guest():
    mia, browser = guest()
    browser.post(PAGE, {"display_name": "Mia"})
    assert sign_up(Client(), "Mia").status_code == 302
    assert name_of(mia) == "Mia (guest)"
    assert browser.post(PAGE, {"display_name": "Mia"}).status_code == 400


@pytest.mark.parametrize(
    ("name", "username"),
    [("Zoë B.", "Zoe-B"), ("李", ""), ("🐢", ""), ("a", ""), ("--x_y", "x-y"), ("q" * 29 + " q", "q" * 29)],
)
def test_a_username_like_a_name(name, username):
    assert username_like(name) == username
