"""
Who may do what with a class: one table, asked of pages and services; and a crawl of all that an outsider can
open, on which no pupil's name may stand.
"""

import re
from html import unescape
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from cards.decks.models import Deck
from cards.sets import services as sets
from games.classes.services import managing
from games.classes.services.managing import ClassAction
from games.lobby.models import OpenTable
from games.matches.models import Match, Player
from games.matches.services import positions
from games.matches.services.chat import say
from games.matches.services.players import resign
from tests.classes.school import School, builder_of, player_of
from tests.curation.conftest import FERN, curator
from tests.factories import DeckFactory, client_of_guest, deal
from tests.members import guest, signed_in

ACTORS = (
    "visitor",
    "guest",
    "pupil",
    "member",
    "teacher",
    "co-teacher",
    "other-teacher",
    "other-pupil",
    "moderator",
)
TEACHERS = {"teacher", "co-teacher"}
EVERYBODY_ELSE = set(ACTORS) - {"pupil", "other-pupil"}
READING = {
    # Name of the address: who gets a page, and no 404 and no way to elsewhere.
    "teach": EVERYBODY_ELSE,
    "teach-example": EVERYBODY_ELSE,
    "teach-parents": EVERYBODY_ELSE,
    "class-settings": TEACHERS,
    "class-pupil": TEACHERS,
    "class-cards": TEACHERS,
    "class-end": {"teacher"},
    "class-dashboard": TEACHERS,
    "class-home": {"pupil", "other-pupil"},
    "class-card": {"pupil", "other-pupil"},
    "set": {*TEACHERS, "pupil", "member"},
    "set-people": TEACHERS,
    "api-collection": {*TEACHERS, "pupil", "member"},
    "api-set-people": TEACHERS,
    "match-replay": {*TEACHERS, "pupil", "member"},
    "api-match": {*TEACHERS, "pupil", "member"},
    "api-match-record": {*TEACHERS, "pupil", "member"},
}
POSTING = {
    # What is sent to class-settings, or to class-pupil and class-end: who may.
    "open": TEACHERS,
    "close": TEACHERS,
    "renew": TEACHERS,
    "pack": TEACHERS,
    "set-end": {"teacher"},
    "set-language": TEACHERS,
    "pupil rename": TEACHERS,
    "pupil renew": TEACHERS,
    "pupil take-out": {"teacher"},
    "end": {"teacher"},
}
NAME = "Zebedee"


def asking(address: str) -> dict[str, str]:
    return {} if address.startswith("/api/") else {"accept": "text/html"}


class Everybody:
    """A class with all that its pupils leave on a site, and everybody who might look."""

    def __init__(self) -> None:
        positions.forget_all()
        for slug in ("meadow", "heath"):
            DeckFactory(slug=slug)
        self.school, self.other = School(), School("Wood of 2a", "Theo")
        self.pupil = self.school.joined(NAME, "fox")
        self.mate = self.school.joined(f"{NAME}a", "owl")
        stranger = self.other.joined("Olga", "owl")
        self.accounts = {
            "teacher": self.school.teacher,
            "co-teacher": self.school.with_editor(curator("Cora")),
            "member": self.school.with_member(curator("Max")),
            "other-teacher": self.other.teacher,
            "moderator": curator("Rosa", reviewer=True),
        }
        self.guests = {"pupil": self.pupil.guest_id, "other-pupil": stranger.guest_id}
        self.someone = guest(name="Gus")[1]
        mine = {"collection_id": self.school.set.pk, "builder": builder_of(self.pupil)}
        self.card = sets.make_card(**mine, contents=FERN | {"name": "Sedge of the pond"})
        sets.show_card(card_id=self.card.pk, builder=self.school.by, shown=True)
        Deck.objects.create(slug="deck-of-a-pupil", name="Mine", guest_id=self.pupil.guest_id)
        self.match = deal(player_of(self.pupil), opponent=player_of(self.mate), collection=self.school.set.pk)
        say(match_id=self.match.pk, player=player_of(self.pupil), text="Good luck!", key="one")
        self.over = deal(player_of(self.pupil), collection=self.school.set.pk)
        resign(match_id=self.over.pk, seat=0, key="over")

    def client(self, actor: str) -> Client:
        if actor in self.accounts:
            return signed_in(self.accounts[actor])
        if actor in self.guests:
            return client_of_guest(self.guests[actor])
        return self.someone if actor == "guest" else Client()

    def reads(self, actor: str, name: str) -> bool:
        address = self.address(name)
        return self.client(actor).get(address, headers=asking(address)).status_code == 200

    def address(self, name: str) -> str:
        if name.split("-")[-1] in ("match", "replay", "record"):
            return reverse(name, args=[self.over.pk])
        if name in ("class-home", "class-card") or name.startswith("teach"):
            return reverse(name)
        slug = [self.school.set.slug]
        return reverse(name, args=[*slug, self.pupil.pk] if name == "class-pupil" else slug)


@pytest.fixture
def everybody(db) -> Everybody:
    cache.clear()
    return Everybody()


def test_who_reads_what(everybody):
    found = {name: {actor for actor in ACTORS if everybody.reads(actor, name)} for name in READING}
    assert found == READING


@pytest.mark.parametrize("step", POSTING)
def test_who_does_what(everybody, step):
    """Whoever may not gets no answer as if they might, and nothing has changed."""
    room, pupil = everybody.school.room, everybody.pupil
    what, _space, do = step.rpartition(" ")
    name = "class-pupil" if what else "class-end" if step == "end" else "class-settings"
    sent = {"do": do, "first_name": "New", "animal": "bat", "language": settings.LANGUAGE_CODE}
    sent["ends_on"] = room.created_at.date().isoformat()
    refused = [actor for actor in ACTORS if actor not in POSTING[step]]
    before = rows(everybody)
    for actor in refused:
        answer = everybody.client(actor).post(everybody.address(name), sent)
        assert answer.status_code in (302, 400, 403, 404, 422), actor
        assert rows(everybody) == before, actor
    day = room.ends_on.replace(day=1).isoformat()
    for actor in sorted(POSTING[step]):
        answer = everybody.client(actor).post(everybody.address(name), sent | {"ends_on": day})
        assert answer.status_code == 302, actor
    assert rows(everybody) != before or step == "close"
    assert pupil.pk


def rows(everybody: Everybody) -> list:
    room = type(everybody.school.room).objects.filter(pk=everybody.school.room.pk)
    works = everybody.school.set.class_work.values_list("kind", "pk")
    pupils = (
        type(everybody.pupil)
        .objects.filter(classroom__in=room)
        .order_by("pk")
        .values_list("pk", "first_name", "digest")
    )
    return [*room.values_list("code", "ends_on", "ending_at", "language"), *pupils, *works]


def test_the_services_keep_to_the_same_table(everybody):
    from cards.models import Builder

    may = {
        action: {
            actor
            for actor in ACTORS
            if managing.may(
                Builder(user=everybody.accounts.get(actor), guest=everybody.guests.get(actor)),
                action,
                everybody.school.set,
            )
        }
        for action in ClassAction
    }
    owner_alone = {ClassAction.BEGIN, ClassAction.TAKE_OUT, ClassAction.END}
    assert may.pop(ClassAction.PLAY_ALONE) == TEACHERS | {"pupil", "member"}
    assert may == {action: {"teacher"} if action in owner_alone else TEACHERS for action in may}


LINK = re.compile(r'(?:href|hx-get)="(/[^"#]*)')
LEFT_OUT = re.compile(
    r"/static/|/art/|logout|sign-out|stream|/faces?/|\.(png|svg|pdf|webp|ico|woff2)|/admin|/cards/|/rules|/learn/"
)
"""Pictures and the many pages about published cards, rules and lessons, which say nothing of anybody."""
MOST = 70
OF_THE_SET = (
    "set", "set-json", "set-people", "set-print", "set-settings", "class-settings", "class-dashboard",
    "class-cards", "class-archive", "class-end", "api-collection", "api-set-people",
    "api-set-cards", "api-set-links",
)  # fmt: skip
OF_A_MATCH = (
    "match", "match-replay", "match-table", "match-watchers", "api-match", "api-match-view",
    "api-match-record", "api-match-chat", "api-match-analysis",
)  # fmt: skip


def crawled(client: Client, begin: list[str]) -> dict[str, str]:
    """The pages that can be reached from these, with what they say."""
    told, waiting = {}, list(begin)
    while waiting and len(told) < MOST:
        address = waiting.pop(0)
        path = urlsplit(address).path
        if path in told or LEFT_OUT.search(address):
            continue
        answer = client.get(address, headers=asking(address))
        told[path] = unescape(answer.content.decode(errors="replace")) + str(answer.headers)
        if "location" in answer.headers:
            waiting.append(answer.headers["location"])
        waiting += [unescape(each) for each in LINK.findall(told[path])]
    return told


def entries(everybody: Everybody) -> list[str]:
    """The site's ways in, and whatever names the pupil's things, guessed or leaked."""
    begin = ["/", "/class/", "/privacy/", "/sets/", "/decks/", "/matches/", "/leaders/", "/tournaments/"]
    begin += [reverse(name) for name in ("home", "sets", "decks", "tournaments", "puzzles", "status")]
    slug = everybody.school.set.slug
    begin += [reverse(name, args=[slug]) for name in OF_THE_SET]
    begin += [
        reverse("class-pupil", args=[slug, everybody.pupil.pk]),
        reverse("deck", args=["deck-of-a-pupil"]),
    ]
    begin.append(reverse("set-card-edit", args=[slug, everybody.card.pk]))
    begin.append(reverse("api-set-card", args=[slug, everybody.card.pk]))
    for match in (everybody.match, everybody.over):
        begin += [reverse(name, args=[match.pk]) for name in OF_A_MATCH]
    begin += [
        reverse(name) for name in ("api-matches", "api-tables", "api-collections", "api-decks", "api-puzzles")
    ]
    return begin


@pytest.mark.parametrize("actor", ["visitor", "member", "other-teacher", "other-pupil", "moderator"])
def test_no_outsider_finds_a_pupils_name(everybody, actor):
    """Also with the set shown to everybody; nor does a member, who may watch the games."""
    school = everybody.school
    type(school.set).objects.filter(pk=school.set.pk).update(
        visibility="public", consent_at=school.room.created_at
    )
    begin = entries(everybody)
    told = crawled(everybody.client(actor), begin)
    assert len(told) > 25
    assert [path for path, text in told.items() if NAME in text] == []
    # What the class shows is found, but for other pupils, who are kept among themselves.
    assert ("Sedge of the pond" in "".join(told.values())) == (actor != "other-pupil")


def test_the_class_itself_finds_the_name(everybody):
    """So that the crawl above looks for what is there."""
    slug = everybody.school.set.slug
    for actor, address in (
        ("teacher", reverse("class-settings", args=[slug])),
        ("teacher", reverse("api-set-people", args=[slug])),
        ("pupil", reverse("class-home")),
        ("pupil", reverse("match", args=[everybody.match.pk])),
    ):
        told = everybody.client(actor).get(address, headers=asking(address)).content.decode()
        assert NAME in told, address
    assert Match.objects.filter(public=True).count() == OpenTable.objects.count() == 0
    assert set(Player.objects.values_list("name", flat=True)) == {"", "Gus"}
