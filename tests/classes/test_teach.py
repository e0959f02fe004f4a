"""The page for teachers: a class in one step, also for who signs up on the way, and what there is to read."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cards.sets.models import Collection
from cards.sets.services import sets as set_services
from games.classes.models import Classroom, Pupil
from games.classes.pages.example import CARD, CODE, NAME
from games.classes.services import codes, joining, managing
from games.classes.services.errors import BadName, WrongCode
from phylo.accounts.models import Guest
from phylo.http.keys import KeyReused
from phylo.http.refusals import BadValue, TooMany
from tests.classes.school import School
from tests.classes.test_joining import words
from tests.curation.conftest import curator
from tests.factories import client_of_guest
from tests.members import person, sign_up, signed_in

DAY = timezone.localdate() + timedelta(days=60)
TEACH = reverse("teach")


@pytest.fixture(autouse=True)
def _fresh(db) -> None:
    cache.clear()


def form(**fields) -> dict[str, str]:
    return {"name": "Pond of 4b", "ends_on": DAY.isoformat(), "key": "one"} | fields


def test_a_class_starts_in_one_step_and_once():
    ada = person("Ada")
    room = managing.start(owner=ada, name=" Pond  of 4b ", ends_on=DAY, key="one")
    made = room.collection
    assert (made.name, made.owner, made.class_set, made.visibility) == ("Pond of 4b", ada, True, "private")
    assert room.ends_on == DAY
    assert joining.class_at(room.code) == room
    again = managing.start(owner=ada, name="Pond of 4b", ends_on=DAY, key="one")
    assert (again, again.code) == (room, room.code)
    for name, day in (("Wood", DAY), ("Pond of 4b", DAY + timedelta(days=1))):
        with pytest.raises(KeyReused):
            managing.start(owner=ada, name=name, ends_on=day, key="one")
    assert managing.start(owner=ada, name="Pond of 4b", ends_on=DAY, key="two") != room
    Classroom.objects.filter(pk=room.pk).delete()
    with pytest.raises(KeyReused):
        managing.start(owner=ada, name="Pond of 4b", ends_on=DAY, key="one")


def test_nothing_is_left_of_a_class_that_cannot_start(monkeypatch):
    ada = person("Ada")
    today = timezone.localdate()
    for day in (today, today + managing.LONGEST + timedelta(days=1)):
        with pytest.raises(BadName):
            managing.start(owner=ada, name="Pond", ends_on=day)
    with pytest.raises(BadValue):
        managing.start(owner=ada, name=" ", ends_on=DAY)
    monkeypatch.setattr(managing, "OPEN_FOR", None)
    with pytest.raises(TypeError):
        managing.start(owner=ada, name="Pond", ends_on=DAY)
    assert not Collection.objects.exists()
    monkeypatch.undo()
    monkeypatch.setattr(set_services, "MOST_SETS", 0)
    with pytest.raises(TooMany):
        managing.start(owner=ada, name="Pond", ends_on=DAY)


def test_a_member_has_the_code_on_the_wall_at_once():
    ada = signed_in(person("Ada"))
    page = ada.get(TEACH).content.decode()
    usual = (timezone.localdate() + managing.USUAL).isoformat()
    assert f'value="{usual}"' in page
    for _twice in range(2):
        answer = ada.post(TEACH, form())
        room = Classroom.objects.get()
        assert answer.headers["Location"] == reverse("class-dashboard", args=[room.collection.slug])
    assert codes.spaced(room.code) in words(ada.get(answer.headers["Location"]))


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("name", "", "required"),
        ("name", "x" * 81, "1 to 80 characters"),
        ("ends_on", "soon", "Choose a day after today, within a year."),
        ("ends_on", "1999-01-01", "Choose a day after today, within a year."),
        ("ends_on", "", "Choose a day after today, within a year."),
        ("key", "x" * 65, "at most 64"),
    ],
)
@pytest.mark.parametrize("known", [True, False])
def test_bad_input_comes_back_with_what_was_typed(known, field, value, says):
    client = signed_in(person("Ada")) if known else Client()
    sent = form(**{field: value})
    answer = client.post(TEACH, sent)
    assert answer.status_code == 400
    assert says in words(answer)
    for other in {"name", "ends_on"} - {field}:
        assert f'value="{sent[other]}"' in answer.content.decode()
    assert not Collection.objects.exists()


def test_who_signs_up_on_the_way_finds_what_was_typed():
    vera = Client()
    answer = vera.post(TEACH, form(name="Wood of 2a & “b”"))
    assert answer.headers["Location"] == f"{reverse('account_signup')}?next=%2Fteach%2F"
    asked = vera.get(answer.headers["Location"])
    assert "What you have typed for “Wood of 2a & “b”” is kept" in words(asked)
    assert not Collection.objects.exists()
    assert not Guest.objects.exists()
    back = sign_up(vera, "Vera", next=TEACH)
    assert back.headers["Location"] == TEACH
    page = vera.get(TEACH)
    assert "Press Start, and the code is on the wall" in words(page)
    assert 'value="Wood of 2a &amp; “b”"' in page.content.decode()
    typed = {name: page.context["form"][name].value() for name in ("name", "ends_on", "key")}
    assert typed["ends_on"] == DAY.isoformat()
    started = vera.post(TEACH, typed)
    room = Classroom.objects.get()
    assert (room.collection.owner.username, room.ends_on) == ("Vera", DAY)
    assert started.headers["Location"] == reverse("class-dashboard", args=[room.collection.slug])
    # What was typed is forgotten by now.
    assert "Press Start" not in words(vera.get(TEACH))


def test_teachers_alone_find_their_classes():
    school = School()
    school.joined("Mia")
    cora, max_ = school.with_editor(curator("Cora")), school.with_member(curator("Max"))
    cards, dashboard = (reverse(name, args=[school.set.slug]) for name in ("class-cards", "class-dashboard"))
    for teacher in (school.teacher, cora):
        page = signed_in(teacher).get(TEACH).content.decode()
        assert f'href="{dashboard}"' in page
        assert f'href="{cards}"' in page
    for other in (Client(), signed_in(max_), signed_in(person("Otto"))):
        assert school.set.slug not in other.get(TEACH).content.decode()
    Pupil.objects.all().delete()
    assert cards not in signed_in(cora).get(TEACH).content.decode()


def test_pupils_start_no_class():
    school = School()
    mia = client_of_guest(school.joined("Mia").guest_id)
    assert mia.get(TEACH).headers["Location"] == reverse("class-home")
    assert mia.post(TEACH, form(), headers={"accept": "text/html"}).status_code == 403
    assert Classroom.objects.get() == school.room


def test_the_example_shows_a_lesson_and_stores_nothing(django_assert_max_num_queries):
    reader = Client()
    with django_assert_max_num_queries(8):
        page = reader.get(reverse("teach-example"))
    told = words(page)
    for there in (str(NAME), "Mia (whale)", "Pair everybody who is free", codes.spaced(CODE)):
        assert there in told
    assert "disabled" in page.content.decode()
    most = reader.get(reverse("teach-example"), {"sort": "lessons"}).content.decode()
    assert most.index("Emma (butterfly)") < most.index("Amira (fox)")
    assert reader.get(reverse("teach-cards")).content.startswith(b"%PDF")
    assert not Collection.objects.exists()
    assert not Pupil.objects.exists()
    # The codes are none that a class or a child can ever have.
    for code in (CODE, CARD):
        assert codes.normal(code) == ""
        assert reader.get(reverse("class-join"), {"code": code}).status_code == 400
    with pytest.raises(WrongCode):
        joining.class_at(CODE)


def test_plans_and_the_sheet_for_parents():
    reader = Client()
    for age, other in (("8-10", "11-14"), ("11-14", "8-10")):
        page = reader.get(reverse("teach-plan", args=[age]))
        assert "good for 3 hours" in words(page)
        assert "–45" in words(page)
        assert reverse("teach-plan", args=[other]) in page.content.decode()
    assert reader.get("/teach/lesson/99/").status_code == 404
    letter, kept = reader.get(reverse("teach-parents")), reader.get(reverse("class-privacy"))
    table = kept.content.decode().partition("<table")[2].partition("</table>")[0]
    assert len(table) > 500
    assert table in letter.content.decode()
