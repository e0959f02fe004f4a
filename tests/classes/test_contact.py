"""No stranger reaches a pupil, and no pupil a stranger: every way, from both sides."""

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import get_resolver, reverse
from django.utils.html import escape

from cards.decks.models import Deck, DeckComment
from cards.sets.models import CollectionPerson
from games.classes import allowed_pages
from games.classes.services.lessons import overview
from games.classes.services.phrases import PHRASES
from games.lobby.models import OpenTable
from games.lobby.services import open_tables, quick
from games.lobby.services.terms import Terms
from games.matches.models import ChatMessage, Match
from games.matches.services import chat
from games.matches.services.clock import LIVE, Pace
from games.matches.services.contact_rules import ContactRefused
from games.matches.services.errors import NotAllowed
from games.tournaments.models import Tournament
from games.tournaments.services import making
from games.tournaments.services.terms import TournamentTerms
from tests.classes.pond import Class
from tests.curation.conftest import curator
from tests.factories import PlayerFactory, client_of, deal
from tests.members import signed_in

CALM = Pace(LIVE, 600, 15)


def table_of(maker, *invited, **terms):
    terms = Terms(rules="ecosystem", people=1, **terms)
    return open_tables.open_table(maker=maker, terms=terms, key="one", invited=invited)


def test_a_stranger_and_a_pupil_never_sit_at_one_table(pond, sam):
    mia = pond.players["Mia"]
    for one, other in ((mia, sam), (sam, mia)):
        with pytest.raises(ContactRefused):
            deal(one, opponent=other)
        with pytest.raises(ContactRefused):
            table_of(one, other)
        table = table_of(one)
        with pytest.raises(ContactRefused):
            open_tables.join(code=table.code, player=other)
    assert not Match.objects.exists()


def test_pupils_of_two_classes_do_not_meet_and_a_teacher_meets_their_own(pond):
    other = Class("Theo")
    with pytest.raises(ContactRefused):
        deal(pond.players["Mia"], opponent=other.players["Mia"])
    with pytest.raises(ContactRefused):
        deal(pond.players["Mia"], opponent=other.teacher)
    assert deal(pond.players["Mia"], opponent=pond.teacher).collection == pond.set


def test_what_pupils_play_stays_in_the_class(pond, sam):
    mia, tom = pond.players["Mia"], pond.players["Tom"]
    alone = deal(mia, public=True)
    together = open_tables.join(code=table_of(mia, listed=True).code, player=tom).match
    for match in (alone, together):
        match.refresh_from_db()
        assert (match.public, match.collection) == (False, pond.set)
        assert client_of(sam).get(reverse("match", args=[match.pk])).status_code == 404
        assert client_of(sam).get(reverse("api-match", args=[match.pk])).status_code == 404
        page = pond.client("Tess").get(reverse("match", args=[match.pk]))
        assert page.status_code == 200
        assert "Mia (fox)" in page.content.decode()
    assert not OpenTable.objects.filter(listed=True).exists()


def test_a_pupil_neither_waits_for_anybody_nor_is_found_waiting(pond):
    mia = pond.players["Mia"]
    with pytest.raises(ContactRefused):
        quick.seek(player=mia, rules="ecosystem", clock="calm", key="one")
    sent = {"rules": "ecosystem", "clock": "calm", "key": "one"}
    for name in ("quick-seek", "api-searches", "challenge-new"):
        answer = pond.client("Mia").post(reverse(name), sent)
        assert answer.status_code == 403, name
    assert not OpenTable.objects.exists()


def test_a_pupil_reads_of_no_table_of_strangers(pond, sam):
    theirs = table_of(sam, listed=True)
    client = pond.client("Mia")
    assert client.get(reverse("api-tables")).json()["results"] == []
    for name in ("open-table", "api-table"):
        address = reverse(name, args=[theirs.code])
        assert (client.get(address).status_code, Client().get(address).status_code) == (404, 200), name
    assert len(Client().get(reverse("api-tables")).json()["results"]) == 1
    inside = table_of(pond.players["Tom"])
    assert client.get(reverse("api-table", args=[inside.code])).status_code == 200


def test_the_list_of_allowed_pages_names_addresses_that_are_there():
    known = set()

    def collect(patterns):
        for each in patterns:
            if hasattr(each, "url_patterns"):
                collect(each.url_patterns)
            else:
                known.add(each.name)

    collect(get_resolver().url_patterns)
    named = (
        allowed_pages.PICTURES
        | allowed_pages.READ
        | allowed_pages.USED
        | allowed_pages.OF_THE_SET
        | allowed_pages.COMING_AND_GOING
        | {allowed_pages.HOME}
    )
    assert named - known == set()


CLOSED = [
    ("lobby", []), ("watch", []), ("leaders", []), ("friends", []), ("person", ["Tess"]), ("guest-name", []),
    ("account_login", []), ("account_signup", []), ("decks", []), ("sets", []), ("proposals", []),
    ("card-propose", []), ("home", []), ("proposed-lessons", []), ("puzzles-made", []),
    ("play", []), ("play-computer", []), ("learn", []), ("community", []),
]  # fmt: skip


@pytest.mark.parametrize(("name", "args"), CLOSED)
def test_what_leads_out_of_the_class_leads_a_pupil_home(pond, name, args):
    client, address = pond.client("Mia"), reverse(name, args=args)
    answer = client.get(address)
    assert (answer.status_code, answer.url) == (302, reverse("class-home"))
    page = client.post(address, {}, headers={"accept": "text/html"})
    assert page.status_code in (403, 405)
    assert Client().get(address).status_code in (200, 302)


def test_a_pupil_sees_the_set_of_the_class_and_no_other(pond):
    other = Class("Theo")
    other.set.visibility = "public"
    client = pond.client("Mia")
    assert client.get(reverse("set", args=[pond.set.slug])).status_code == 200
    assert client.get(reverse("set", args=[other.set.slug])).url == reverse("class-home")
    answer = client.get(reverse("api-collection", args=[other.set.slug]))
    assert (answer.status_code, answer.json()["code"]) == (403, "out-of-reach")


def cup_of(maker, name, audience="link", collection=None) -> Tournament:
    terms = TournamentTerms(
        name=name, kind="swiss", rules="phylo-1.4a", rounds=3, pace=CALM, audience=audience
    )
    return making.make(maker=maker, terms=terms, key=name, collection=collection)


def test_a_pupil_finds_the_tournaments_of_the_class_and_no_others(pond, sam):
    cup = cup_of(pond.teacher, "Pond cup", "set", pond.set)
    theirs = Class("Theo")
    others = [
        cup_of(theirs.teacher, "Site cup", "site"),
        cup_of(sam, "Link cup"),
        cup_of(theirs.teacher, "Wood cup", "set", theirs.set),
    ]
    mia, strangers = pond.client("Mia"), [theirs.client("Mia"), client_of(sam), Client()]
    assert cup.get_absolute_url() in mia.get(reverse("class-home")).content.decode()
    for address in (reverse("tournaments"), reverse("api-tournaments")):
        told = mia.get(address).content.decode()
        assert "Pond cup" in told
        assert not any(name in told for name in ("Site cup", "Link cup", "Wood cup"))
    pages = ("tournament", "tournament-screen", "tournament-crosstable")
    files = ("tournament-standings", "tournament-results")
    apis = ("api-tournament", "api-tournament-entries", "api-tournament-standings", "api-tournament-games")
    for name in (*pages, *files, *apis):
        at, outside = reverse(name, args=[cup.code]), [reverse(name, args=[each.code]) for each in others]
        assert mia.get(at).status_code == 200, name
        assert {mia.get(each).status_code for each in outside} == {404}, name
        assert {each.get(at).status_code for each in strangers} == {404}, name
    # She takes part and goes again, and leads nothing.
    at = cup.get_absolute_url()
    for step, playing in (("enter", 1), ("leave", 0)):
        assert mia.post(f"{at}{step}/", {"deck": "meadow"}).url == at
        assert cup.entries.playing().count() == playing
    for name in ("tournament-new", "tournaments-calendar"):
        assert mia.get(reverse(name)).url == reverse("class-home")
    assert mia.post(f"{at}do/begin/", headers={"accept": "text/html"}).status_code == 403
    assert mia.post(reverse("api-tournaments"), {}).status_code == 403


def test_pupils_talk_with_ready_phrases_unless_their_teacher_allows_more(pond):
    match = deal(pond.players["Mia"], opponent=pond.players["Tom"])
    address = reverse("api-match-chat", args=[match.pk])

    def say(text, key):
        sent = {"text": text, "key": key}
        return pond.client("Mia").post(address, sent, content_type="application/json")

    table = reverse("match", args=[match.pk])
    page = pond.client("Mia").get(table).content.decode()
    assert all(escape(str(phrase)) in page for phrase in PHRASES)
    assert "data-talk-form hidden" in page
    assert "data-report-message" not in page
    assert say(str(PHRASES[0]), "one").status_code == 201
    refused = say("Where do you live?", "two")
    assert (refused.status_code, refused.json()["code"]) == (422, "not-allowed")
    dashboard = reverse("class-dashboard", args=[pond.set.slug])
    pond.client("Tess").post(dashboard, {"do": "talk", "on": "yes"})
    assert say("Where do you live?", "three").status_code == 201
    assert "data-talk-form hidden" not in pond.client("Mia").get(table).content.decode()
    # The teacher reads it, by name, and hides it.
    page = pond.client("Tess").get(dashboard).content.decode()
    assert "Where do you live?" in page
    message = ChatMessage.objects.get(key="three")
    pond.client("Tess").post(dashboard, {"do": "hide", "message": message.pk, "on": "yes"})
    assert [each.text for each in chat.heard(match=match, player=pond.players["Tom"])] == [str(PHRASES[0])]


def test_a_member_of_the_set_who_is_no_pupil_says_what_they_like(pond):
    match = deal(pond.teacher, opponent=pond.players["Tom"])
    chat.say(match_id=match.pk, player=pond.teacher, text="Look at the map.", key="one")
    with pytest.raises(NotAllowed):
        chat.say(match_id=match.pk, player=pond.players["Tom"], text="Which map?", key="two")


def test_who_no_longer_teaches_neither_writes_to_a_pupil_nor_reads_the_name(pond):
    cora = PlayerFactory(user=curator("Cora"))
    editor = CollectionPerson.objects.create(collection=pond.set, user=cora.user, editor=True)
    match = deal(cora, opponent=pond.players["Mia"])
    chat.say(match_id=match.pk, player=cora, text="Well done.", key="one")
    page = signed_in(cora.user).get(reverse("match", args=[match.pk])).content.decode()
    assert "Mia (fox)" in page
    # The teacher reads also what adults write to a child.
    said = [(message.text, name) for message, name in overview.said(pond.room)]
    assert said == [("Well done.", "Cora")]
    editor.delete()
    with pytest.raises(ContactRefused):
        chat.say(match_id=match.pk, player=cora, text="Where do you live?", key="two")
    with pytest.raises(ContactRefused):
        chat.say(match_id=match.pk, player=pond.players["Mia"], text=str(PHRASES[0]), key="one")
    page = signed_in(cora.user).get(reverse("match", args=[match.pk]))
    assert (page.status_code, "Mia" in page.content.decode()) == (200, False)


def test_a_class_behind_one_address_is_counted_by_its_pupils(pond, settings, clock):
    settings.RATE_LIMITS = dict.fromkeys(settings.RATE_LIMITS, (1, 3600))
    cache.clear()
    clients = [pond.client(name) for name in ("Mia", "Tom", "Mia")]
    statuses = [client.post(reverse("deck-new"), {}).status_code for client in clients]
    assert [status == 429 for status in statuses] == [False, False, True]
    cache.clear()


def test_a_pupil_reads_no_comments_of_strangers_and_writes_none(pond):
    deck = Deck.objects.get(slug="meadow")
    DeckComment.objects.create(deck=deck, user=Class("Theo").tess, text="Who is reading this?")
    page = reverse("deck", args=["meadow"])
    assert "Who is reading this?" in Client().get(page).content.decode()
    assert "Who is reading this?" not in pond.client("Mia").get(page).content.decode()
    answer = pond.client("Mia").post(reverse("deck-comment", args=["meadow"]), {"text": "Me."})
    assert answer.status_code == 403
    assert DeckComment.objects.count() == 1
