"""The screen in a hall: what it may show, what is forgotten, what is counted, and for whom."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cards.decks.models import Deck
from cards.models.card import own_key
from games.kiosk import services
from games.kiosk.models import KioskDay, KioskVisit
from games.kiosk.screens import COOKIE
from games.lessons.models import LessonProgress
from games.matches.models import Match, Player
from games.matches.services.play import play_bot_turn
from phylo.accounts.models import Guest
from tests.factories import DeckFactory, deal
from tests.members import person, signed_in

pytestmark = pytest.mark.once

BROWSER = {"accept": "text/html,*/*;q=0.8"}


@pytest.fixture
def screen(pond) -> Client:
    """The screen of Ada's public set, at its start."""
    pond.seen_by("public")
    for slug in ("meadow", "heath"):
        DeckFactory(slug=slug, ready=True)
    client = Client(headers=BROWSER)
    assert client.post(at(pond))["Location"] == at(pond)
    assert client.get(at(pond)).status_code == 200
    return client


def at(pond, rest=""):
    return f"/kiosk/{pond.set.slug}/{rest}"


def begin(client, pond, against):
    return client.post(at(pond, "play/"), {"deck": "meadow", "against": against})


def test_only_a_public_set_has_a_screen(pond):
    for visibility, hidden, status in (
        ("private", False, 404),
        ("unlisted", False, 404),
        ("public", True, 404),
    ):
        pond.seen_by(visibility, hidden=hidden)
        assert Client().get(at(pond)).status_code == status
    assert Client().get("/kiosk/none/").status_code == 404


def test_a_browser_in_which_somebody_is_known_does_not_become_one(pond):
    pond.seen_by("public")
    for client in (signed_in(person("Olga")), pond.client("guest")):
        for ask, status in ((client.get, 200), (client.post, 409)):
            answer = ask(at(pond), headers=BROWSER)
            assert answer.status_code == status
            assert COOKIE not in answer.cookies
            assert f"http://testserver{at(pond)}" in answer.content.decode()
    assert Guest.objects.filter(pk=pond.builders["guest"].guest).exists()


def test_no_link_makes_a_browser_a_screen(pond):
    pond.seen_by("public")
    client = Client(headers=BROWSER)
    answer = client.get(at(pond))
    assert COOKIE not in answer.cookies
    assert "Make this browser the screen" in answer.content.decode()
    assert client.get("/cards/").status_code == 200
    assert client.post(at(pond)).cookies[COOKIE]["expires"] == ""
    assert client.get("/cards/")["Location"] == at(pond)


def test_a_visit_is_counted_once_and_not_by_a_cookie_that_somebody_typed(screen, pond):
    unvisited = screen.cookies[COOKIE].value
    for _again in range(3):
        screen.cookies[COOKIE] = unvisited
        assert screen.get(at(pond, "cards/")).status_code == 200
    assert KioskDay.objects.get().visits == 1
    screen.cookies[COOKIE] = f"{pond.set.slug}.01234567"
    assert screen.get(at(pond, "cards/"))["Location"] == at(pond)
    assert KioskDay.objects.get().visits == 1


def test_nothing_leads_away(screen, pond):
    for path in ("/", "/cards/", "/lobby/", "/log-in/", "/rules/", f"/sets/{pond.set.slug}/", "/nowhere/"):
        answer = screen.get(path)
        assert (answer.status_code, answer["Location"]) == (302, at(pond)), path
    assert screen.get("/api/v1/matches/", headers={"accept": "application/json"}).status_code == 404
    assert screen.get(reverse("lessons"))["Location"] == at(pond, "lessons/")
    assert screen.get("/learn/")["Location"] == at(pond, "lessons/")
    begin(screen, pond, "mouse")
    match = Match.objects.get()
    pages = [at(pond), *(at(pond, each) for each in ("cards/", "lessons/", "play/")), f"/matches/{match.pk}/"]
    for page in pages:
        html = screen.get(page).content.decode()
        for outside in ('href="/"', 'href="/cards/', 'href="/rules/', "Sign in", 'href="http', "/privacy/"):
            assert outside not in html, (page, outside)
    assert "screen-wake-lock" not in screen.get(at(pond))["Permissions-Policy"]


def test_other_browsers_are_led_to_the_start_and_count_nothing(pond):
    pond.seen_by("public")
    assert Client().get(at(pond, "cards/"))["Location"] == at(pond)
    assert Client().post(at(pond, "end/")).status_code == 404
    assert not KioskDay.objects.exists()


def test_a_visit_is_forgotten_and_only_its_counts_stay(screen, pond):
    screen.get(at(pond, "cards/"))
    begin(screen, pond, "hedgehog")
    begin(screen, pond, "here")
    screen.post(at(pond, "lessons/"), {"key": "play"})
    player = Player.objects.get(guest=KioskVisit.objects.get().guest)
    LessonProgress.objects.create(player=player, lesson="play", moves=[])
    assert {len(match.seats.exclude(player=None)) for match in Match.objects.all()} == {1, 2}
    assert screen.cookies["sessionid"]["max-age"] == ""
    kept = deal(player_of_others := Player.objects.create(guest=Guest.objects.create()))
    waiting = Match.objects.exclude(pk=kept.pk).first()
    ended = screen.post(at(pond, "end/"))
    assert ended["Location"] == at(pond)
    assert list(Match.objects.all()) == [kept]
    assert list(Player.objects.all()) == [player_of_others]
    assert not KioskVisit.objects.exists()
    assert not Guest.objects.filter(pk=player.guest_id).exists()
    assert "guest" not in screen.session
    day = KioskDay.objects.get()
    assert (day.collection, day.visits, day.games, day.lessons) == (pond.set, 1, 2, 1)
    # What the history still has leads to the start, and the computer's late turn does nothing.
    assert screen.get(f"/matches/{waiting.pk}/")["Location"] == at(pond)
    assert play_bot_turn(match_id=waiting.pk, version=0) is None
    screen.get(at(pond, "cards/"))
    assert KioskDay.objects.get().visits == 2


def test_an_abandoned_visit_is_forgotten_after_an_hour_without_an_action(screen, pond):
    begin(screen, pond, "here")
    long_ago = timezone.now() - timedelta(minutes=61)
    Guest.objects.filter(kiosk_visit__isnull=False).update(active_at=long_ago)
    assert services.forget_abandoned(at_most=10) == 0
    Match.objects.update(updated=long_ago)
    assert services.forget_abandoned(at_most=10) == 1
    assert (Match.objects.count(), KioskDay.objects.get().games) == (0, 1)
    # The screen goes on with a guest of its own.
    begin(screen, pond, "here")
    assert KioskVisit.objects.count() == 1


def test_leaving_gives_the_browser_back(screen, pond):
    begin(screen, pond, "mouse")
    assert screen.get("/kiosk/leave/").status_code == 200
    assert screen.post("/kiosk/leave/")["Location"] == "/"
    assert screen.get("/cards/").status_code == 200
    assert not KioskVisit.objects.exists()


@pytest.mark.parametrize(
    "sent",
    [{}, {"deck": "meadow"}, {"deck": "none", "against": "mouse"}, {"deck": "meadow", "against": "orca"}],
)
def test_what_is_not_offered_begins_nothing(screen, pond, sent):
    assert screen.post(at(pond, "play/"), sent).status_code == 400
    assert screen.post(at(pond, "lessons/"), {"key": "none"}).status_code == 302
    assert not Match.objects.exists()


def test_what_owner_and_editors_have_made_in_the_set_is_played_at_its_screen(screen, pond):
    own, rest = pond.make("editor"), {"against": "here"}
    made = {name: pond.deck(name, own) for name in ("owner", "editor", "member", "guest")}
    Deck.objects.filter(collection=pond.set).update(visibility="public")
    hidden = pond.deck("owner", own)
    page = screen.get(at(pond, "play/")).content.decode()
    offered = {deck.slug for deck in (*made.values(), hidden) if f'value="{deck.slug}"' in page}
    assert offered == {made["owner"].slug, made["editor"].slug}
    assert 'value="meadow"' not in page
    assert "Gus" not in page
    begun = screen.post(at(pond, "play/"), rest | {"deck": made["editor"].slug})
    assert screen.get(begun["Location"]).status_code == 200
    match = Match.objects.get()
    assert (match.collection, list(match.own_faces)) == (pond.set, [own_key(own.pk)])
    assert screen.get(reverse("set-card-face", args=[pond.set.slug, own.pk])).status_code == 200
    assert screen.post(at(pond, "play/"), rest | {"deck": made["guest"].slug}).status_code == 400


def test_a_card_that_leaves_the_set_in_that_moment_is_named_in_the_form(screen, pond, monkeypatch):
    deck = pond.deck("owner", pond.make("editor"))
    Deck.objects.filter(pk=deck.pk).update(visibility="public")
    monkeypatch.setattr("cards.services.known_cards._own", lambda keys, collection: {})
    answer = screen.post(at(pond, "play/"), {"deck": deck.slug, "against": "mouse"})
    assert (answer.status_code, Match.objects.exists()) == (400, False)
    assert "A card of these decks is no longer shown in the set." in answer.content.decode()


def test_the_counts_are_for_the_owner_and_editors(pond):
    pond.seen_by("public")
    services.count(pond.set, visits=3, games=2)
    places = (at(pond, "counts/"), at(pond, "counts.csv"), reverse("api-kiosk-days", args=[pond.set.slug]))
    for name in ("owner", "editor", "member", "guest", "outsider", "anonymous", "reviewer"):
        found = {pond.client(name).get(place).status_code == 200 for place in places}
        assert found == {name in ("owner", "editor")}, name
    owner = pond.client("owner")
    lines = owner.get(places[1]).content.decode().splitlines()
    assert lines[0] == "day,visits,games,lessons"
    assert lines[1].endswith(",3,2,0")
    assert owner.get(places[2]).json()["results"][0]["visits"] == 3
    assert (
        reverse("kiosk-counts", args=[pond.set.slug])
        in owner.get(f"/sets/{pond.set.slug}/settings/").content.decode()
    )


def test_the_site_has_a_screen_of_its_own(db):
    DeckFactory(slug="meadow", ready=True)
    client = Client(headers=BROWSER)
    assert client.post("/kiosk/")["Location"] == "/kiosk/all/"
    assert client.get("/kiosk/").status_code == 200
    assert client.get("/kiosk/all/cards/").status_code == 200
    assert KioskDay.objects.get().collection is None


def test_several_languages_are_offered_at_the_start(screen, pond, settings):
    assert "?lang=de" in screen.get(at(pond)).content.decode()
    settings.LANGUAGES = [("en", "English")]
    assert "lang=" not in screen.get(at(pond)).content.decode().replace('<html lang="en">', "")
