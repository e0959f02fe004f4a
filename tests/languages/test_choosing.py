"""The language of pages and mails: of the browser, of a link, of the switch, of the account."""

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import translation

from cards.art import face_version
from games.matches.mails import send_turn_mail
from games.matches.models import Match, Player, Seat
from phylo.accounts.languages import speak
from phylo.http.languages import in_language
from tests.factories import CardFactory, deal
from tests.languages.pseudo import pseudo
from tests.members import person, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("spoken")]
LEARN = pseudo("Learn")


def language_of(client: Client, path: str = "/learn/", **asked: object) -> str:
    return client.get(path, **asked).context["LANGUAGE_CODE"]


def test_the_browser_chooses_until_somebody_does():
    client = Client()
    answer = client.get("/learn/", headers={"accept-language": "xx, en;q=0.5"})
    assert '<html lang="xx">' in answer.content.decode()
    assert LEARN in answer.content.decode()
    assert {"Accept-Language", "Cookie"} <= {each.strip() for each in answer["Vary"].split(",")}
    assert client.get("/learn/?lang=en", headers={"accept-language": "xx"}).context["LANGUAGE_CODE"] == "en"
    assert language_of(client, headers={"accept-language": "xx"}) == "en"


def test_a_link_chooses_and_the_choice_is_kept():
    client = Client()
    assert language_of(client) == "en"
    answer = client.get("/learn/?lang=xx")
    assert answer.context["LANGUAGE_CODE"] == "xx"
    assert answer.cookies["language"]["httponly"]
    assert language_of(client) == "xx"


def test_a_choice_is_kept_where_the_browser_has_the_page_already():
    client = Client()
    first = client.get("/rules/?lang=xx")
    client.get("/learn/?lang=en")
    again = client.get("/rules/?lang=xx", headers={"if-none-match": first["ETag"], "accept": "text/html"})
    assert again.status_code == 304
    assert language_of(client) == "xx"


def test_a_language_that_nobody_speaks_is_ignored():
    client = Client()
    for asked in ("tlh", "en-US", "", "xx\0", "x" * 5000, "../xx"):
        answer = client.get("/learn/", {"lang": asked})
        assert (answer.status_code, answer.context["LANGUAGE_CODE"]) == (200, "en")
        assert "language" not in answer.cookies


def test_the_switch_leads_to_the_same_page_in_the_other_language():
    page = Client().get("/cards/?q=owl").content.decode()
    assert 'href="?q=owl&amp;lang=xx" lang="xx"' in page
    assert '<link rel="alternate" hreflang="xx" href="/cards/?lang=xx">' in page


def test_there_is_no_switch_with_one_language(settings):
    settings.LANGUAGES = [("en", "English")]
    page = Client().get("/learn/").content.decode()
    assert "lang=" not in page.replace('<html lang="en">', "")


def test_a_kept_page_of_strangers_is_kept_in_each_language():
    first, second = Client(), Client()
    for _time in range(2):
        assert "Learn" in first.get("/").content.decode()
        assert LEARN in second.get("/", headers={"accept-language": "xx"}).content.decode()
    second.get("/?lang=xx")
    assert LEARN in second.get("/").content.decode()


def test_a_picture_is_in_the_language_of_its_address_alone():
    face, client = CardFactory(key="grass").as_face(), Client()
    english = reverse("card-face", args=["grass", face_version(face, "grass")])
    with translation.override("xx"):
        other = in_language(reverse("card-face", args=["grass", face_version(face, "grass")]))
    assert other.endswith("?lang=xx")
    for address in (english, other):
        answer = client.get(address, headers={"accept-language": "xx" if address == english else "en"})
        assert answer.status_code == 200
        assert ("⟦" in answer.content.decode()) == (address == other)
        assert "Accept-Language" not in answer.get("Vary", "")
        assert not answer.cookies
    old = client.get(reverse("card-face", args=["grass", "0"]), {"lang": "xx"})
    assert old["Location"] == other


def test_an_account_finds_its_language_again():
    user = person("Ada")
    user.set_password("a pond full of newts")
    user.save()
    client = signed_in(user)
    answer = client.post("/account/language/", {"language": "xx"}, follow=True)
    assert answer.context["LANGUAGE_CODE"] == "xx"
    user.refresh_from_db()
    assert user.language == "xx"
    elsewhere = Client()
    elsewhere.post("/sign-in/", {"login": "Ada", "password": "a pond full of newts"})
    assert language_of(elsewhere) == "xx"
    assert client.get("/account/data/").json()["account"]["language"] == "xx"


def test_an_unknown_language_is_refused_and_changes_nothing():
    user = person("Ada")
    speak(user=user, language="xx")
    answer = signed_in(user).post("/account/language/", {"language": "tlh"})
    assert answer.status_code == 400
    user.refresh_from_db()
    assert user.language == "xx"
    assert Client().post("/account/language/", {"language": "en"}).status_code == 302


def test_a_mail_is_in_the_language_of_whom_it_is_written_to():
    user = person("Ada")
    speak(user=user, language="xx")
    user.emailaddress_set.create(email="ada@phylo.example", primary=True, verified=True)
    user.email = "ada@phylo.example"
    user.save()
    player = Player.objects.create(user=user)
    match: Match = deal(player, opponent=Player.objects.create(user=person("Ben")))
    Match.objects.filter(pk=match.pk).update(to_act="0")
    seat = Seat.objects.get(match=match, player=player)
    send_turn_mail(seat_id=seat.pk, kind="turn")
    [sent] = mail.outbox
    assert sent.subject == pseudo("Your turn against %(name)s") % {"name": "Ben"}
