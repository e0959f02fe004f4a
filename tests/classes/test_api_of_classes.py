"""Classes through the API: what teachers do with them, by the same table as on pages."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.classes.models import Classroom, ClassWork, Pupil
from games.classes.services import joining
from games.classes.services.lessons import attention
from games.matches.models import Match
from games.matches.services.errors import NotAllowed
from tests.classes.school import School, player_of
from tests.curation.conftest import curator
from tests.factories import DeckFactory, client_of_guest, deal
from tests.members import signed_in


@pytest.fixture
def school(db) -> School:
    cache.clear()
    return School()


def send(client: Client, method: str, address: str, sent: dict | None = None):
    return getattr(client, method)(address, sent or {}, content_type="application/json")


def test_a_teacher_leads_a_class_by_programs(school):
    client, room = signed_in(school.teacher), reverse("api-class", args=[school.set.slug])
    assert send(client, "patch", room, {"open": False}).json()["code"] is None
    code = send(client, "patch", room, {"open": True}).json()["code"]
    mia = joining.join(classroom=joining.class_at(code), first_name="Mia", animal="fox")
    told = send(client, "patch", room, {"frozen": True, "free_talk": True}).json()
    assert (told["frozen_at"] is not None, told["free_talk"]) == (True, True)
    assert send(client, "patch", room, {"frozen": False}).json()["frozen_at"] is None
    assert send(client, "patch", room, {"language": "en"}).json()["language"] == "en"
    wrong = send(client, "patch", room, {"language": "tlh"})
    assert (wrong.status_code, wrong.json()["field"]) == (422, "language")
    day = (timezone.localdate() + timedelta(days=30)).isoformat()
    told = send(client, "patch", room, {"ends_on": day}).json()
    assert (told["ends_on"], told["ending"]) == (day, False)
    [pupil] = told["pupils"]
    assert (pupil["first_name"], pupil["animal"], pupil["code"]) == ("Mia", "fox", joining.code_of(mia))
    one = reverse("api-class-pupil", args=[school.set.slug, mia.pk])
    assert send(client, "patch", one, {"first_name": "Mila", "animal": "owl"}).json()["first_name"] == "Mila"
    wrong = send(client, "patch", one, {"first_name": "a b c d", "animal": "owl"})
    assert (wrong.status_code, wrong.json()["field"]) == (422, "first_name")
    card = send(client, "post", reverse("api-class-pupil-card", args=[school.set.slug, mia.pk]))
    assert card.json()["code"] != pupil["code"]
    archive = reverse("api-class-archive", args=[school.set.slug])
    assert client.get(archive).status_code == 404
    assert send(client, "post", archive).json() == {"status": "queued", "done": 0, "total": 2, "file": ""}
    assert client.get(archive).json()["total"] == 2
    assert send(client, "delete", one).status_code == 204
    assert not Pupil.objects.exists()
    assert send(client, "delete", room).json()["total"] == 1
    assert ClassWork.objects.get().kind == "end"
    assert send(client, "patch", room, {"open": True}).status_code == 422


def test_a_lesson_is_led_by_programs(school):
    for slug in ("meadow", "heath"):
        DeckFactory(slug=slug)
    mia, tom = school.joined("Mia"), school.joined("Tom", "owl")
    client, slug = signed_in(school.teacher), [school.set.slug]
    rows, games = (reverse(name, args=slug) for name in ("api-class-pupils", "api-class-games"))
    [first, _second] = client.get(rows).json()["results"]
    assert first == {
        "pupil": mia.pk, "name": "Mia (fox)", "here": False, "cards": 0, "waiting": 0, "lessons": 0,
        "puzzles": 0, "played": 0, "playing": None,
    }  # fmt: skip
    sent = {"pupils": [mia.pk, tom.pk], "deck": "meadow", "key": "one"}
    [match] = send(client, "post", games, sent).json()["matches"]
    assert send(client, "post", games, sent).json()["matches"] == [match]
    assert Match.objects.get().seats.filter(deck_name="Meadow").count() == 2
    assert client.get(rows).json()["results"][0]["playing"] == {
        "match": match, "names": ["Mia (fox)", "Tom (owl)"], "scores": [0, 0],
    }  # fmt: skip
    assert send(client, "post", games, sent | {"key": "two"}).status_code == 422
    assert send(client, "post", games, sent | {"deck": "none", "key": "two"}).json()["field"] == "deck"
    game = reverse("api-class-game", args=[*slug, match])
    assert [send(client, "delete", game).status_code for _twice in range(2)] == [204, 204]
    assert [row["playing"] for row in client.get(rows).json()["results"]] == [None, None]


def test_a_change_of_a_class_is_made_whole_or_not_at_all(school, monkeypatch):
    def refuse(**_sent):
        raise NotAllowed("not now")

    monkeypatch.setattr(attention, "set_frozen", refuse)
    client, room = signed_in(school.teacher), reverse("api-class", args=[school.set.slug])
    assert send(client, "patch", room, {"open": False, "frozen": True}).status_code == 422
    assert client.get(room).json()["code"] is not None


def test_the_api_keeps_to_the_table(school):
    mia = school.joined("Mia")
    other = School("Wood of 2a", "Theo")
    clients = {
        "visitor": Client(),
        "pupil": client_of_guest(mia.guest_id),
        "member": signed_in(school.with_member(curator("Max"))),
        "other-teacher": signed_in(other.teacher),
        "moderator": signed_in(curator("Rosa", reviewer=True)),
        "co-teacher": signed_in(school.with_editor(curator("Cora"))),
    }
    slug = [school.set.slug]
    one = [school.set.slug, mia.pk]
    match = deal(player_of(mia), collection=school.set.pk)
    asked = [
        ("get", reverse("api-class", args=slug), {}),
        ("patch", reverse("api-class", args=slug), {"open": True}),
        ("delete", reverse("api-class", args=slug), {}),
        ("patch", reverse("api-class", args=slug), {"frozen": True}),
        ("patch", reverse("api-class-pupil", args=one), {"first_name": "Mia", "animal": "bat"}),
        ("post", reverse("api-class-pupil-card", args=one), {}),
        ("delete", reverse("api-class-pupil", args=one), {}),
        ("post", reverse("api-class-archive", args=slug), {}),
        ("get", reverse("api-class-pupils", args=slug), {}),
        (
            "post",
            reverse("api-class-games", args=slug),
            {"pupils": [mia.pk], "rules": "ecosystem", "key": "k"},
        ),
        ("delete", reverse("api-class-game", args=[*slug, match.pk]), {}),
    ]
    owner_alone = {("delete", asked[2][1]), ("delete", asked[6][1])}
    for who, client in clients.items():
        for method, address, sent in asked:
            status = send(client, method, address, sent).status_code
            allowed = who == "co-teacher" and (method, address) not in owner_alone
            assert (status < 400) == allowed, (who, method, address, status)
    assert Classroom.objects.filter(ending_at=None).count() == 2
    assert Pupil.objects.filter(pk=mia.pk).exists()
