"""Coming into a class in a browser: forms, sessions on shared devices, limits, and the teacher's page."""

import re
from html import unescape

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from cards.models import Builder
from cards.sets import services as sets
from games.classes.models import Classroom, ClassWork, Pupil
from games.classes.services import codes, joining
from games.matches.models import Player
from phylo.accounts.guests import SESSION_KEY
from phylo.accounts.models import Guest
from tests.classes.school import School
from tests.factories import client_of_guest
from tests.members import person, sign_in, signed_in, who


@pytest.fixture
def school(db) -> School:
    cache.clear()
    return School()


def join(client: Client, code: str, name: str, animal: str = "fox", **more):
    form = {"first_name": name, "animal": animal, "key": f"{name}-{animal}"} | more
    return client.post(reverse("class-code", args=[code]), form)


def words(response) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", response.content.decode())))


def test_from_the_typed_code_to_the_own_card_and_back(school):
    tablet, code = Client(), school.room.code
    assert "Type your code" in words(tablet.get(reverse("class-join")))
    assert "has 9 letters" in words(tablet.get(reverse("class-join"), {"code": "abc"}))
    typed = tablet.get(reverse("class-join"), {"code": codes.spaced(code).lower()})
    assert typed.headers["Location"] == reverse("class-code", args=[code])
    page = tablet.get(typed.headers["Location"])
    assert "Your first name, or a nickname" in words(page)
    assert page.content.count(b'type="radio"') == 30
    assert not Guest.objects.exists()
    again = join(tablet, code, "Mia Lou Ann")
    assert again.status_code == 400
    assert "Only a first name" in words(again)
    assert b'value="Mia Lou Ann"' in again.content
    assert join(tablet, code, "Mia").headers["Location"] == reverse("class-card")
    mia = Pupil.objects.get()
    card = tablet.get(reverse("class-card"))
    assert "Mia (fox)" in words(card)
    typed = re.search(r"\b([B-Z]{3}(?: [B-Z]{3}){3})\b", words(card))[1]
    # Somebody else takes the device: nothing of hers opens any more.
    # Nor does the browser keep a page of theirs, also of those that are the same for everybody.
    for name in ("class-home", "data-sets"):
        assert tablet.get(reverse(name))["Cache-Control"] == "private, no-store"
    done = tablet.post(reverse("class-leave"))
    assert done.headers["Clear-Site-Data"] == '"cache", "storage"'
    assert SESSION_KEY not in tablet.session
    assert Pupil.objects.filter(pk=mia.pk).exists()
    assert join(tablet, code, "Ben", "owl").status_code == 302
    assert tablet.session[SESSION_KEY] != str(mia.guest_id)
    busy = tablet.get(reverse("class-back", args=[typed.replace(" ", "")]), follow=True)
    assert "Ben (owl) is here now" in words(busy)
    # On another device she comes back by her card, which asks first.
    phone = Client()
    back = phone.get(reverse("class-join"), {"code": typed.lower()}).headers["Location"]
    assert "Is this you? Mia (fox)" in words(phone.get(back)).replace("? ", "? ", 1)
    assert SESSION_KEY not in phone.session
    phone.post(back)
    assert phone.session[SESSION_KEY] == str(mia.guest_id)


def test_who_used_the_device_before_finds_their_things_again(school):
    guest = Guest.objects.create()
    home = client_of_guest(guest.pk)
    join(home, school.room.code, "Mia")
    assert home.session[SESSION_KEY] == str(Pupil.objects.get().guest_id)
    home.post(reverse("class-leave"))
    assert home.session[SESSION_KEY] == str(guest.pk)


def test_no_pupil_becomes_an_account(school):
    """The pages that make one are closed to pupils; even an account that signs in takes nothing over."""
    mia = school.joined("Mia")
    tablet = client_of_guest(mia.guest_id)
    for name in ("account_signup", "account_login"):
        assert tablet.get(reverse(name), headers={"accept": "text/html"}).status_code == 302
        assert tablet.post(reverse(name), {}).status_code in (403, 422)
    from phylo.accounts.guests import adopt_guest

    assert adopt_guest(session=tablet.session, user=person("Ada")) is False
    assert Pupil.objects.get().guest_id == mia.guest_id
    assert mia.person.user is None
    # On the teacher's own device pupils do not come in.
    teacher = signed_in(school.teacher)
    page = join(teacher, school.room.code, "Ben")
    assert "You are signed in as Tess" in words(page)
    assert Pupil.objects.count() == 1


def test_thirty_pupils_behind_one_address_join_and_begin(school, settings):
    """Each with a browser of their own, by the limits of a site; one types many wrong codes."""
    school_address = {"REMOTE_ADDR": "192.0.2.77"}
    devices = [Client(**school_address) for _pupil in range(30)]
    for _error in range(40):
        wrong = devices[0].get(reverse("class-code", args=["BBBBBBBBB"]))
        assert wrong.status_code == 404
    for number, device in enumerate(devices):
        assert device.get(reverse("class-join"), {"code": "WRONG"}).status_code == 400
        assert device.get(reverse("class-join"), {"code": "BBB BBB BBB"}, follow=True).status_code == 404
        typed = device.get(reverse("class-join"), {"code": school.room.code}, follow=True)
        assert typed.status_code == 200
        assert join(device, school.room.code, f"Pupil{number}").status_code == 302
        assert device.get(reverse("class-card")).status_code == 200
    assert Pupil.objects.count() == 30
    assert {device.get(reverse("class-home")).status_code for device in devices[::10]} == {200}
    assert set(Player.objects.filter(guest__pupil__isnull=False).values_list("name", flat=True)) == {""}


def test_the_teacher_begins_opens_prints_packs_and_ends(db):
    ada = person("Ada")
    made = sets.create_set(owner=ada, name="Wood")
    client, at = signed_in(ada), reverse("class-settings", args=[made.slug])
    assert at in client.get(reverse("set", args=[made.slug])).content.decode()
    assert "Begin a class" in words(client.get(at))
    wrong = client.post(at, {"do": "begin", "ends_on": "1999-01-01"})
    assert wrong.status_code == 400
    assert not Classroom.objects.exists()
    last = re.search(r'max="(\S+)"', client.get(at).content.decode())[1]
    assert client.post(at, {"do": "begin", "ends_on": last}).status_code == 302
    room = Classroom.objects.get()
    assert room.ends_on.isoformat() == last
    assert "closed for new pupils" in words(client.get(at))
    client.post(at, {"do": "open"})
    room.refresh_from_db()
    assert codes.spaced(room.code) in words(client.get(at))
    join(Client(), room.code, "Mia")
    join(Client(), room.code, "Mia", "owl")
    mia = Pupil.objects.get(animal="fox")
    assert "Mia (fox)" in words(client.get(at))
    pdf = client.get(reverse("class-cards", args=[made.slug]))
    assert pdf.content.startswith(b"%PDF")
    assert "no-store" in pdf.headers["Cache-Control"]
    one = reverse("class-pupil", args=[made.slug, mia.pk])
    clash = client.post(one, {"do": "rename", "first_name": "mia", "animal": "owl"})
    assert clash.status_code == 400
    assert "Choose another animal" in words(clash)
    client.post(one, {"do": "rename", "first_name": "Mila", "animal": "fox"})
    assert "Mila (fox)" in words(client.get(reverse("set-people", args=[made.slug])))
    old = joining.code_of(mia)
    client.post(one, {"do": "renew", "put_out": "yes"})
    assert Client().get(reverse("class-back", args=[old])).status_code == 404
    client.post(at, {"do": "pack"})
    assert "being made" in words(client.get(at, {"part": "export"}))
    client.post(one, {"do": "take-out"})
    assert [each.animal for each in Pupil.objects.all()] == ["owl"]
    assert not ClassWork.objects.exists()
    end = reverse("class-end", args=[made.slug])
    assert "The one pupil is deleted for good" in words(client.get(end))
    client.post(end)
    assert "being ended" in words(client.get(at))
    assert ClassWork.objects.get().kind == "end"


def test_signing_in_leaves_a_pupils_guest_alone(school, monkeypatch):
    """Also where the list of allowed pages would let it through."""
    from games.classes import allowed_pages

    monkeypatch.setattr(allowed_pages, "READ", allowed_pages.READ | {"account_login"})
    monkeypatch.setattr(allowed_pages, "USED", allowed_pages.USED | {"account_login"})
    mia = school.joined("Mia")
    tablet = client_of_guest(mia.guest_id)
    sign_in(tablet, person("Ada").username)
    assert who(tablet) == "Ada"
    assert SESSION_KEY not in tablet.session
    assert sets.create_set(owner=school.teacher, name="Other").pk
    assert Pupil.objects.get().guest_id == mia.guest_id
    assert Builder(guest=mia.guest_id).known
