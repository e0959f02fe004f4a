"""A new password by mail, confirming an address, and what neither gives away."""

import stat

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django.urls import reverse

from phylo import env
from phylo.accounts.mail_servers import greeting
from phylo.accounts.models import User
from phylo.jobs.models import StoredTask
from tests.members import PASSWORD, link_in, person, proven, sign_in, sign_up, signed_in, who

NEW = "a pod of belugas"


def ask(client: Client, address: str):
    return client.post(reverse("account_reset_password"), {"email": address})


def choose(client: Client, link: str, password: str = NEW):
    """Open the link of a mail, and send the form that it leads to."""
    form = client.get(link)
    if form.status_code != 302:
        return form
    return client.post(form["Location"], {"password1": password, "password2": password})


def test_a_new_password_the_whole_way(ada, post_office):
    elsewhere = signed_in(ada)
    with post_office() as mails:
        assert ask(Client(), "ADA@example.org")["Location"] == reverse("account_reset_password_done")
    (message,) = mails
    assert (message.to, "Ada" in message.body, "http://testserver/" in message.body) == (
        ["ada@example.org"],
        True,
        True,
    )
    client = Client()
    assert choose(client, link_in(message))["Location"] == reverse("account_login")
    assert sign_in(Client(), "Ada", PASSWORD).status_code == 400
    sign_in(client, "Ada", NEW)
    assert who(client) == "Ada"
    assert elsewhere.get(reverse("account")).status_code == 302
    # The link serves once.
    again = choose(Client(), link_in(message), "yet another song")
    assert "This link is dead" in again.content.decode()


def test_a_bad_new_password_is_refused_and_the_link_still_serves(ada, post_office):
    with post_office() as mails:
        ask(Client(), ada.email)
    client = Client()
    assert choose(client, link_in(mails[0]), "ada").status_code == 400
    assert choose(client, link_in(mails[0]))["Location"] == reverse("account_login")


def test_signing_in_makes_the_link_useless(ada, post_office):
    with post_office() as mails:
        ask(Client(), ada.email)
    sign_in(Client(), "Ada")
    assert "This link is dead" in choose(Client(), link_in(mails[0])).content.decode()


@pytest.mark.parametrize(
    "link", ["/password-reset/1/no-token/", "/password-reset/zzzzzzzzzzzzzzzzz/set-password/"]
)
def test_links_of_nobody(ada, link):
    assert "This link is dead" in Client().get(link).content.decode()
    assert Client().post(link, {"password1": NEW, "password2": NEW}).status_code == 200
    assert User.objects.get().check_password(PASSWORD)


def test_asking_tells_nobody_who_has_an_account(ada, post_office, django_assert_num_queries):
    answers = []
    for address in ("ada@example.org", "nobody@example.org"):
        client = Client()
        # What is asked for is stored, and the account looked up later.
        with django_assert_num_queries(3):
            asked = ask(client, address)
        headers = {name: value for name, value in asked.headers.items() if name != "Expires"}
        answers.append((asked.status_code, headers, client.get(asked["Location"]).content))
    assert answers[0] == answers[1]
    with post_office() as mails:
        ask(Client(), "nobody@example.org")
    assert mails == []


@pytest.mark.parametrize("address", ["", "no address", "x" * 300 + "@example.org"])
def test_what_is_no_address_is_told(db, address):
    assert ask(Client(), address).status_code == 400


def test_signing_up_tells_nobody_whether_an_address_has_an_account(ada, post_office):
    answers = {}
    for name, address in (("Eve", "ada@example.org"), ("Eva", "new@example.org")):
        client = Client()
        with post_office() as mails:
            sent = sign_up(client, name, email=address)
        page = client.get(reverse("account")).content.decode()
        answers[name] = (sent.status_code, sent["Location"], "Not confirmed yet" in page, len(mails))
    assert answers["Eve"] == answers["Eva"]


def test_the_owner_of_an_address_is_told_who_claims_it(ada, post_office):
    with post_office() as mails:
        sign_up(Client(), "Eve", email="Ada@Example.org")
    body = mails[0].body
    assert ("Eve" in body, 'your account "Ada"' in body, "/account/email/" in body) == (True, True, False)
    with post_office() as mails:
        ask(Client(), "ada@example.org")
    assert [("Ada" in each.body, "Eve" in each.body) for each in mails] == [(True, False)]


def test_an_address_is_confirmed_by_pressing_the_button(post_office, db):
    client = Client()
    with post_office() as mails:
        sign_up(client, email="dora@example.org")
    link = link_in(mails[0])
    assert Client().get(link).status_code == 200
    assert not User.objects.get().confirmed_email
    assert Client().post(link)["Location"] == reverse("account")
    assert User.objects.get().confirmed_email
    assert "Confirmed" in client.get(reverse("account")).content.decode()


def test_who_confirms_an_address_frees_it_from_claims(post_office, db):
    ben = person("Benno", email="dora@example.org")
    with post_office() as mails:
        sign_up(Client(), email="Dora@example.org")
    Client().post(link_in(mails[0]))
    ben.refresh_from_db()
    assert (ben.email, ben.emailaddress_set.count()) == ("", 0)
    assert User.objects.get(username="Dora").confirmed_email == "dora@example.org"


def test_an_address_that_another_has_confirmed_meanwhile(ben, post_office):
    with post_office() as mails:
        sign_up(Client(), email="both@example.org")
    ben.emailaddress_set.create(email="both@example.org", primary=True, verified=True)
    response = Client().post(link_in(mails[0]))
    assert (response.status_code, "belongs to another account" in response.content.decode()) == (409, True)
    assert not User.objects.get(username="Dora").confirmed_email


@pytest.mark.parametrize("change", ["another", "gone", "forged"])
def test_links_that_confirm_nothing(post_office, db, change):
    with post_office() as mails:
        sign_up(Client(), email="dora@example.org")
    link = link_in(mails[0])
    if change == "another":
        EmailAddress.objects.all().delete()
    elif change == "gone":
        User.objects.all().delete()
    else:
        link = link[:-3] + "x/"
    assert (Client().get(link).status_code, Client().post(link).status_code) == (404, 404)
    assert not EmailAddress.objects.filter(verified=True).exists()


def test_a_reset_confirms_the_address(post_office, db):
    """Whoever opened the link has the mailbox."""
    person("Dora", email="dora@example.org")
    with post_office() as mails:
        ask(Client(), "dora@example.org")
    choose(Client(), link_in(mails[0]))
    assert User.objects.get().confirmed_email


def test_without_confirmation_each_who_claims_the_address_gets_a_link(post_office, db):
    for name in ("Dora", "Dolly", "Dot", "Dave"):
        person(name, email="d@example.org")
    with post_office() as mails:
        ask(Client(), "d@example.org")
    assert len(mails) == 3


def change(client: Client, action: str, address: str):
    return client.post(reverse("account_email"), {f"action_{action}": "", "email": address})


def test_another_address_counts_once_it_is_confirmed(ada, ada_client, post_office):
    proven(ada_client)
    with post_office() as mails:
        assert change(ada_client, "add", "new@example.org").status_code == 302
    assert (ada.confirmed_email, mails[0].to) == ("ada@example.org", ["new@example.org"])
    assert (mails[1].to, "new@example.org" in mails[1].body) == (["ada@example.org"], True)
    # Mistyped, it would be a stranger's.
    with post_office() as asked:
        ask(Client(), "new@example.org")
    assert asked == []
    with post_office() as told:
        ada_client.post(link_in(mails[0]))
    assert (ada.confirmed_email, ada.emailaddress_set.count()) == ("new@example.org", 1)
    assert [message.to for message in told] == [["ada@example.org"]]
    with post_office() as told:
        change(ada_client, "remove", "new@example.org")
    assert [message.to for message in told] == [["new@example.org"]]
    ada.refresh_from_db()
    assert (ada.email, ada.confirmed_email) == ("", "")


def test_the_mail_comes_again_a_minute_later(ada, ada_client, post_office):
    ada.emailaddress_set.update(verified=False)
    for expected in (1, 0):
        with post_office() as mails:
            page = ada_client.post(
                reverse("account_email"), {"action_send": "", "email": ada.email}, follow=True
            )
        assert len(mails) == expected
    assert "Wait a minute" in page.content.decode()
    cache.clear()
    with post_office() as mails:
        change(ada_client, "send", ada.email)
    assert len(mails) == 1


def test_a_broker_that_is_away_fails_nobody_and_loses_no_mail(
    ada, ada_client, django_capture_on_commit_callbacks, monkeypatch
):
    monkeypatch.setattr("phylo.jobs.outbox.queue", lambda *details: 1 / 0)
    with django_capture_on_commit_callbacks(execute=True):
        assert ask(Client(), ada.email).status_code == 302
        assert sign_up(Client(), email="dora@example.org").status_code == 302
    assert {stored.name for stored in StoredTask.objects.all()} == {
        "accounts.mail_reset",
        "accounts.mail",
    }


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("smtp://ann:p%40ss@mail.example:587", ("mail.example", 587, "ann", "p@ss", True, False)),
        ("smtp://mail.example", ("mail.example", 25, "", "", False, False)),
        ("smtp://mail.example?starttls=1", ("mail.example", 25, "", "", True, False)),
        ("smtps://ann:pass@mail.example", ("mail.example", 465, "ann", "pass", False, True)),
    ],
)
def test_mail_servers_by_url(monkeypatch, tmp_path, url, expected):
    monkeypatch.setenv("EMAIL_URL", url)
    mail = env.mail("EMAIL_URL", folder=tmp_path / "mail")
    assert (mail.host, mail.port, mail.user, mail.password, mail.starttls, mail.tls) == expected
    assert not (tmp_path / "mail").exists()


def test_without_a_server_mails_are_private_files(monkeypatch, tmp_path):
    monkeypatch.delenv("EMAIL_URL", raising=False)
    mail = env.mail("EMAIL_URL", folder=tmp_path / "var" / "mail")
    assert (mail.folder, mail.host) == (str(tmp_path / "var" / "mail"), "")
    assert stat.S_IMODE((tmp_path / "var" / "mail").stat().st_mode) == 0o700


@pytest.mark.parametrize("url", ["imap://mail.example", "smtp://", "mail.example"])
def test_ways_of_sending_that_there_are_not(monkeypatch, tmp_path, url):
    monkeypatch.setenv("EMAIL_URL", url)
    with pytest.raises(ImproperlyConfigured, match="EMAIL_URL"):
        env.mail("EMAIL_URL", folder=tmp_path)


def test_a_link_names_the_site_whatever_host_was_asked(ada, post_office, settings):
    settings.SITE_URL, settings.SITE_URL_KNOWN = "https://phylo.example", True
    settings.ALLOWED_HOSTS = ["*"]
    with post_office() as mails:
        Client(headers={"host": "evil.example"}).post(reverse("account_reset_password"), {"email": ada.email})
    assert "https://phylo.example/" in mails[0].body
    assert "evil" not in mails[0].body


@pytest.mark.usefixtures("db", "clock")
def test_nobody_is_sent_many_mails_however_many_accounts_claim_the_address(post_office, settings):
    settings.MAIL_LIMITS = {"confirmation": (3, 3600), "reset": (2, 3600)}
    settings.ACCOUNT_RATE_LIMITS = {"confirm_email": None}
    with post_office() as mails:
        for number in range(5):
            assert sign_up(Client(), f"Dora{number}", email="Stranger@example.org").status_code == 302
    assert len(mails) == 3
    for expected in (3, 3, 0):
        with post_office() as mails:
            assert ask(Client(), "stranger@example.org")["Location"] == reverse("account_reset_password_done")
        # Each is for all accounts that claim it.
        assert len(mails) == expected


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("https://phylo.example", "phylo.example"),
        ("http://192.168.1.5:8000", "[192.168.1.5]"),
        ("http://[fd00::5]:8000", "[IPv6:fd00::5]"),
        ("https://schule-für-alle.example", "xn--schule-fr-alle-nsb.example"),
    ],
)
def test_mail_servers_are_greeted_by_the_sites_address(url, said):
    assert greeting(url) == said
