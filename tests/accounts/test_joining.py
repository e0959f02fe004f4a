"""Signing up, in and out."""

import pytest
from django.contrib.auth.hashers import get_hasher
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from phylo.accounts.models import User
from phylo.accounts.services import rename
from tests.matches.test_races import race
from tests.members import PASSWORD, confirm, person, sign_in, sign_up, signed_in, who


def test_signing_up_makes_an_account_and_signs_in(db):
    client = Client()
    response = sign_up(client)
    user = User.objects.get()
    assert (response.status_code, response["Location"]) == (302, reverse("home"))
    assert (who(client), user.email, user.is_staff, user.check_password(PASSWORD)) == (
        "Dora",
        "",
        False,
        True,
    )
    assert "Welcome, Dora." in client.get(reverse("home")).content.decode()


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"username": ""}, "This field is required."),
        ({"username": "D"}, "at least 2"),
        ({"username": "D" * 31}, "at most 30"),
        ({"username": "dora@example.org"}, "Use letters"),
        ({"username": "-dora"}, "Use letters"),
        ({"username": "Dóra"}, "Use letters"),
        ({"username": "do\0ra"}, "Null characters are not allowed."),
        ({"username": "ADMIN"}, "kept for the site"),
        ({"username": "former.player"}, "kept for the site"),
        ({"username": "aDA"}, "This name is taken."),
        ({"password2": "orca whale sing"}, "You must type the same password each time."),
        ({"password1": "short", "password2": "short"}, "too short"),
        ({"password1": "Passw0rd!", "password2": "Passw0rd!"}, "easy to guess"),
        ({"password1": "Summer2024", "password2": "Summer2024"}, "three or four words"),
        # Only Django's list has it.
        ({"password1": "GearsOfWar", "password2": "GearsOfWar"}, "easy to guess"),
        ({"password1": "7261940385", "password2": "7261940385"}, "easy to guess"),
        ({"password1": "x" * 100, "password2": "x" * 100}, "easy to guess"),
        ({"username": "whalesong", "password1": "whalesong1", "password2": "whalesong1"}, "too similar"),
        ({"password1": "x" * 129, "password2": "x" * 129}, "At most 128"),
        ({"email": "no address"}, "Enter a valid email address."),
        ({"email": "a@" + "b" * 250 + ".org"}, "Enter a valid email address."),
    ],
)
def test_bad_input_is_told_and_makes_nothing(ada, fields, words):
    client = Client()
    response = sign_up(client, **fields)
    assert (response.status_code, who(client), User.objects.count()) == (400, None, 1)
    assert words in response.content.decode()
    # What was typed is kept, but for the passwords.
    assert PASSWORD not in response.content.decode()


def test_nobody_takes_the_name_that_another_is_shown_by(ada):
    rename(user=ada, username="Ada", display_name="Dora")
    assert sign_up(Client(), "dora").status_code == 400
    assert User.objects.count() == 1


def test_of_those_who_want_a_name_at_once_one_gets_it(transactional_db):
    names = ("dora", "Dora", "DORA")
    answers = race(*(lambda name=name: sign_up(Client(), name).status_code for name in names))
    assert (sorted(answers), User.objects.count()) == ([302, 400, 400], 1)


@pytest.mark.parametrize("name", ["Ada", "ada", " ADA ", "ada@example.org", "ADA@Example.ORG"])
def test_signing_in_by_name_or_address(ada, name):
    client = Client()
    assert sign_in(client, name)["Location"] == reverse("home")
    assert who(client) == "Ada"


@pytest.mark.parametrize(
    ("name", "password"),
    [
        ("Ada", "wrong"),
        ("Nobody", PASSWORD),
        ("", PASSWORD),
        ("Ada", ""),
        ("nobody@example.org", "wrong"),
        ("A" * 300, "wrong"),
        ("Ada", "x" * 200),
        ("Ada\0", PASSWORD),
    ],
)
def test_wrong_names_and_passwords(ada, name, password):
    client = Client()
    assert (sign_in(client, name, password).status_code, who(client)) == (400, None)


def test_a_wrong_name_reads_as_a_wrong_password_does(ada):
    known, unknown = Client(), Client()
    unknown.cookies = known.cookies
    words = [sign_in(known, name, "wrong").content.decode() for name in ("Ada", "Odo")]
    told = [text.split("<main", 1)[1].split("</main", 1)[0] for text in words]
    assert "do not belong together" in told[0]
    assert without_token(told[0]).replace("Ada", "Odo") == without_token(told[1])


def without_token(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if "csrfmiddlewaretoken" not in line)


def test_who_is_shut_out_by_staff_cannot_sign_in(ada):
    User.objects.update(is_active=False)
    assert sign_in(Client(), "Ada").status_code == 400


def test_an_address_may_be_longer_than_a_name(db):
    address = "a.long.name.before.the.sign@schools.example.org"
    person("Ada", email=address)
    assert sign_in(Client(), address).status_code == 302


def test_of_those_who_claim_an_address_its_owner_is_meant_or_else_the_first(db):
    person("Ann", email="both@example.org")
    second = person("Bob", email="both@example.org")
    second.set_password("another whale song")
    second.save()
    client = Client()
    sign_in(client, "both@example.org")
    assert who(client) == "Ann"
    assert sign_in(Client(), "both@example.org", "another whale song").status_code == 400
    confirm(second)
    assert sign_in(Client(), "both@example.org").status_code == 400
    sign_in(client := Client(), "both@example.org", "another whale song")
    assert who(client) == "Bob"


@pytest.mark.parametrize("claims", [0, 1, 3])
def test_signing_in_hashes_one_password_however_many_claim_the_address(db, monkeypatch, claims):
    for number in range(claims):
        person(f"Claims{number}", email="both@example.org")
    counted = []
    hasher = type(get_hasher())
    encode = hasher.encode
    monkeypatch.setattr(hasher, "encode", lambda *given: counted.append(given) or encode(*given))
    for name in ("both@example.org", "Nobody"):
        counted.clear()
        assert sign_in(Client(), name, "wrong").status_code == 400
        assert len(counted) == 1


def test_the_session_gets_another_key(ada):
    client = Client()
    session = client.session
    session["planted"] = "here"
    session.save()
    before = session.session_key
    client.cookies["sessionid"] = before
    sign_in(client, "Ada")
    assert client.session.session_key != before
    assert not client.session.exists(before)


@pytest.mark.parametrize(
    ("wanted", "leads"),
    [
        ("/rules/?x=1", "/rules/?x=1"),
        ("https://evil.example/", "/"),
        ("//evil.example/", "/"),
        ("http://localhost/", "/"),
        ("/\\evil.example", "/"),
        ("javascript:alert(1)", "/"),
        ("", "/"),
    ],
)
def test_next_stays_on_this_site(ada, wanted, leads):
    form = {"login": "Ada", "password": PASSWORD, "next": wanted}
    assert Client().post(reverse("account_login"), form)["Location"] == leads
    assert sign_up(Client(), "Eve", next=wanted)["Location"] == leads
    assert signed_in(ada).get(reverse("account_login"), {"next": wanted})["Location"] == leads


def test_the_header_leads_back_to_the_page(client, db):
    assert 'href="/sign-in/?next=%2Frules%2F%3Fx%3D1"' in client.get("/rules/?x=1").content.decode()
    page = client.get(reverse("account_login"), {"next": "/rules/"}).content.decode()
    assert '<input type="hidden" name="next" value="/rules/">' in page


def test_signing_out_empties_the_session(ada_client):
    session = ada_client.session
    session["more"] = 1
    session.save()
    assert ada_client.post(reverse("account_logout")).status_code == 302
    assert (who(ada_client), "more" in ada_client.session) == (None, False)


@pytest.mark.parametrize("name", ["account_logout", "account-name"])
def test_what_changes_something_is_not_done_by_a_link(ada_client, name):
    assert ada_client.get(reverse(name)).status_code == 405
    assert who(ada_client) == "Ada"


@pytest.mark.parametrize("name", ["account_signup", "account_login", "account_logout", "account-name"])
def test_other_sites_cannot_send_the_forms(ada, name):
    client = Client(enforce_csrf_checks=True)
    client.force_login(ada)
    assert client.post(reverse(name), {}).status_code == 403


def test_the_database_keeps_names_and_confirmed_addresses_apart(ada, ben):
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.filter(pk=ben.pk).update(username="ADA")
    claim = ben.emailaddress_set.create(email="ada@example.org", primary=True)
    with pytest.raises(IntegrityError), transaction.atomic():
        ben.emailaddress_set.filter(pk=claim.pk).update(verified=True)


def test_a_superuser_is_staff(db, monkeypatch):
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", PASSWORD)
    call_command("createsuperuser", "--noinput", "--username", "Sue", verbosity=0)
    sue = User.objects.get()
    assert (sue.username, sue.is_staff, sue.is_superuser) == ("Sue", True, True)


def test_caches_are_told_that_a_page_is_a_persons_own(ada_client):
    for path in ("/", "/rules/", "/rules/phylo-1.3/", "/account/", "/people/Ada/"):
        response = ada_client.get(path)
        assert ("private" in response["Cache-Control"], "Cookie" in response["Vary"]) == (True, True), path
