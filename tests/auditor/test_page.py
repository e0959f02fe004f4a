"""The page: everybody reads it, staff begin and cancel."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cards.auditor.models import PointAudit
from tests.members import person, signed_in

URL = "/cards/points/"
RULES = "phylo-1.4a"


def text(response) -> str:
    return " ".join(response.content.decode().split())


@pytest.fixture
def audit(cards) -> PointAudit:
    tallies = {"hunter-0": [100, 80, 100, 50], "grass-1": [100, 52, 100, 50], "grass-2": [29, 29, 100, 0]}
    return PointAudit.objects.create(
        rules=RULES, seed=7, total=300, done=300, status="done", tallies=tallies, finished_at=timezone.now(),
        given={"revisions": {"hunter-0": 1}},
    )  # fmt: skip


def test_everybody_reads_what_was_found(audit):
    client = Client()
    page = text(client.get(URL))
    assert "300 games, seed 7" in page
    assert page.index("Hunter 0") < page.index("Grass 1") < page.index("Grass 2") < page.index("Grass 3")
    assert "80 of 100" in page
    assert "Decks win more often with it, by 17 % at least." in page
    assert "In the games it makes no clear difference." in page
    assert "too few games" in page
    assert "Diet: carnivore" in page
    assert "It has 4 points more than the formula gives." in page
    assert "Begin an audit" not in page
    assert "Hunter 0" in text(client.get(URL, {"off": "10"}))
    assert "Grass 1" not in text(client.get(URL, {"off": "10"}))
    assert "Hunter 0" not in text(client.get(URL, {"kind": "event"}))
    assert client.get(URL, {"off": "much"}).status_code == 400
    other = text(client.get(URL, {"rules": "phylo-1.3", "order": "games"}))
    assert "only the formula is shown" in other
    assert other.index("Hunter 3") < other.index("Grass 0")
    assert f'href="{URL}"' in text(client.get(reverse("cards")))


def test_long_lists_come_in_pages_that_keep_the_filters(audit, monkeypatch):
    monkeypatch.setattr("cards.auditor.pages.PAGE", 5)
    page = text(Client().get(URL, {"kind": "species", "order": "formula", "page": "2"}))
    assert "Page 2 of 4" in page
    assert "?kind=species&amp;order=formula&amp;page=3" in page


def test_only_staff_begin_and_cancel(cards, audit):
    begin = {"rules": RULES, "games": "4", "seed": "3"}
    anonymous, member = Client(), signed_in(person("Ada"))
    staff = signed_in(person("Eva", is_staff=True))
    assert anonymous.post(URL, begin).headers["Location"].startswith(reverse("account_login"))
    assert member.post(URL, begin).status_code == 404
    assert not PointAudit.objects.working().exists()
    assert "Begin an audit" in text(staff.get(URL))
    wrong = staff.post(URL, begin | {"games": "0"})
    assert wrong.status_code == 400
    assert staff.post(URL, begin).status_code == 302
    working = PointAudit.objects.working().get()
    assert (working.user.username, working.total) == ("Eva", 4)
    again = staff.post(URL, begin | {"seed": "9"})
    assert (again.status_code, "under way already" in text(again)) == (409, True)
    progress = reverse("card-points-progress", args=[working.pk])
    assert "waits for a worker" in text(anonymous.get(progress, headers={"HX-Request": "true"}))
    assert anonymous.get(progress).status_code == 302
    cancel = reverse("card-points-cancel", args=[working.pk])
    assert member.post(cancel).status_code == 404
    assert "Cancel the audit" not in text(member.get(URL))
    assert staff.post(cancel).status_code == 302
    assert anonymous.get(progress, headers={"HX-Request": "true"})["HX-Refresh"] == "true"
    assert not PointAudit.objects.working().exists()
