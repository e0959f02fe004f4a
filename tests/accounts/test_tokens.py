"""API tokens: made, shown once, used without cookies, deleted."""

import re
import uuid
from datetime import timedelta

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.matches.models import Match, Player
from phylo.accounts import tokens
from phylo.accounts.models import ApiToken, User
from tests.factories import DeckFactory
from tests.members import PASSWORD, link_in, proven, signed_in


@pytest.fixture
def secret(ada) -> str:
    return tokens.create_token(user=ada, name="bot")


@pytest.fixture
def strict() -> Client:
    """A program: no cookies, and CSRF is checked."""
    return Client(enforce_csrf_checks=True)


def begin(client, **headers):
    DeckFactory(slug="meadow")
    body = {"deck": "meadow", "opponent_deck": "meadow"}
    return client.post("/api/v1/matches/", body, content_type="application/json", headers=headers)


def test_a_program_acts_for_the_account(ada, secret, strict):
    assert begin(strict, authorization=f"Bearer {secret}").status_code == 201
    assert Match.objects.get().seats.get(number=0).player == Player.objects.get(user=ada)
    assert ApiToken.objects.get().last_used


def test_without_it_the_program_is_refused(db, strict):
    assert begin(strict).status_code == 401


@pytest.mark.parametrize("header", ["Bearer", "Bearer ", "Bearer phylo_none", "bearer x y", "Bearer \u00e9"])
def test_what_is_no_token(db, strict, header):
    answer = begin(strict, authorization=header)
    assert (answer.status_code, answer.json()["code"]) == (401, "token")
    assert answer["WWW-Authenticate"] == "Bearer"
    assert not Match.objects.exists()


def test_deleted_or_of_a_closed_account_it_works_no_more(ada, secret, strict):
    ada.is_active = False
    ada.save()
    assert begin(strict, authorization=f"Bearer {secret}").status_code == 401
    ada.is_active = True
    ada.save()
    tokens.delete_token(user=ada, pk=ApiToken.objects.get().pk)
    assert begin(strict, authorization=f"Bearer {secret}").status_code == 401


def test_it_expires(ada, secret, strict):
    ApiToken.objects.update(expires=timezone.now())
    assert begin(strict, authorization=f"Bearer {secret}").status_code == 401


@pytest.mark.parametrize("way", ["change", "reset"])
def test_a_new_password_ends_it(ada, secret, way, post_office):
    new = {"password1": "a pod of belugas", "password2": "a pod of belugas"}
    client = Client()
    with post_office() as mails:
        if way == "change":
            client.force_login(ada)
            client.post(reverse("account_change_password"), new | {"oldpassword": PASSWORD})
        else:
            client.post(reverse("account_reset_password"), {"email": ada.email})
    if way == "reset":
        form = client.get(link_in(mails[0]))["Location"]
        with post_office() as mails:
            client.post(form, new)
    assert tokens.token_of(secret) is None
    (message,) = mails
    assert (message.to, "has a new password" in message.body) == ([ada.email], True)


@pytest.mark.once
def test_every_operation_names_a_scope_and_refuses_a_token_without_it(ada, strict):
    """The same list that the OpenAPI document is made of."""
    may = {scope: tokens.create_token(user=ada, name=scope, scopes=[scope]) for scope in tokens.Scope}
    document = strict.get("/api/v1/openapi.json").json()
    asked = 0
    for path, methods in document["paths"].items():
        for method, described in methods.items():
            needed = {scope for way in described.get("security", []) for scope in way.get("token", [])}
            if not needed:
                continue
            assert needed == {"read"} if method == "get" else needed <= {"play", "edit"}, (path, method)
            if method == "get":
                continue
            address = re.sub(r"\{match_id\}", str(uuid.uuid4()), path)
            address = re.sub(r"\{\w+\}", "1", address)
            for scope, secret in may.items():
                answer = getattr(strict, method)(
                    address,
                    "{}",
                    content_type="application/json",
                    headers={"authorization": f"Bearer {secret}"},
                )
                lacks = answer.status_code == 403 and "lacks the scope" in answer.json()["detail"]
                assert lacks == (scope not in needed), (path, method, scope, answer.status_code)
                asked += 1
    assert asked > 60


def test_pages_take_a_token_only_with_every_scope(ada, strict):
    secret = tokens.create_token(user=ada, name="bot", scopes=[tokens.Scope.PLAY])
    for address in (reverse("match-create"), reverse("deck-new")):
        assert strict.post(address, {}, headers={"authorization": f"Bearer {secret}"}).status_code == 403


def test_it_counts_before_a_session(ada, ben, secret):
    client = Client()
    client.force_login(ben)
    begin(client, authorization=f"Bearer {secret}")
    assert Match.objects.get().seats.get(number=0).player.user == ada


@pytest.mark.parametrize("name", ["account", "account-tokens", "account-data", "account-delete"])
def test_it_cannot_touch_the_account(ada, secret, strict, name):
    answer = strict.get(reverse(name), headers={"authorization": f"Bearer {secret}"})
    assert answer.status_code == 403


def test_the_last_use_is_noted_once_a_minute(ada, secret):
    tokens.token_of(secret)
    first = ApiToken.objects.get().last_used
    tokens.token_of(secret)
    assert ApiToken.objects.get().last_used == first
    ApiToken.objects.update(last_used=timezone.now() - timedelta(minutes=2))
    tokens.token_of(secret)
    assert ApiToken.objects.get().last_used > first


def test_the_page_shows_a_secret_once(ada, ada_client, post_office):
    with post_office() as mails:
        made = proven(ada_client).post(
            reverse("account-tokens"), {"name": "my bot", "play": "on", "days": "30"}
        )
    assert made.status_code == 201
    secret = re.search(r'value="(phylo_[^"]+)"', made.content.decode())[1]
    assert tokens.token_of(secret).user == ada
    (message,) = mails
    assert (message.to, "my bot" in message.body, secret in message.body) == ([ada.email], True, False)
    token = ApiToken.objects.get()
    assert (token.may_play, token.may_edit, (token.expires - timezone.now()).days) == (True, False, 29)
    page = ada_client.get(reverse("account-tokens")).content.decode()
    assert "my bot" in page
    assert secret not in page
    assert secret not in str(ApiToken.objects.values_list().get())


def test_a_name_is_needed_and_there_is_a_limit(ada, ada_client):
    assert proven(ada_client).post(reverse("account-tokens"), {"name": " "}).status_code == 400
    for number in range(tokens.MOST_TOKENS):
        tokens.create_token(user=ada, name=str(number))
    assert (
        proven(ada_client).post(reverse("account-tokens"), {"name": "more", "days": "30"}).status_code == 400
    )
    assert ada.api_tokens.count() == tokens.MOST_TOKENS


def test_nobody_deletes_the_token_of_another(ada, ben, secret, ada_client):
    address = reverse("account-token-delete", args=[ApiToken.objects.get().pk])
    other = Client()
    assert other.post(address).status_code == 302
    other.force_login(ben)
    proven(other).post(address)
    assert ApiToken.objects.count() == 1
    ada_client.post(address)
    assert ApiToken.objects.count() == 1
    proven(ada_client).post(address)
    assert not ApiToken.objects.exists()


def test_the_download_names_tokens_without_their_secrets(ada_client, secret):
    data = ada_client.get(reverse("account-data"))
    assert data.json()["api_tokens"][0]["name"] == "bot"
    assert secret not in data.content.decode()


def test_it_counts_for_decks_in_the_api_too(ada, ben, secret, strict):
    headers = {"authorization": f"Bearer {secret}"}
    made = strict.post("/api/v1/decks/", {"name": "Wood"}, content_type="application/json", headers=headers)
    assert made.status_code == 201
    private = f"/api/v1/decks/{made.json()['slug']}/"
    assert strict.get(private, headers=headers).json()["maker"] == "Ada"
    assert strict.get(private).status_code == 404
    other = tokens.create_token(user=ben, name="bot")
    assert strict.get(private, headers={"authorization": f"Bearer {other}"}).status_code == 404
    mine = strict.get("/api/v1/decks/?mine=true", headers=headers)
    assert mine.json()["count"] == 1
    assert "Authorization" in mine["Vary"]
    assert strict.delete(private, headers={"authorization": "Bearer phylo_none"}).status_code == 401
    assert strict.delete(private, headers=headers).status_code == 204


def test_a_new_password_by_the_command_ends_everything(ada, monkeypatch):
    secret, browser = tokens.create_token(user=ada, name="bot"), signed_in(ada)
    monkeypatch.setattr("getpass.getpass", lambda prompt: "otter moon bicycle")
    call_command("changepassword", "Ada", verbosity=0)
    assert tokens.token_of(secret) is None
    assert browser.get(reverse("account")).status_code == 302
    # A hash that is only made anew, as its salt is short, is no new password.
    kept = tokens.create_token(user=ada, name="bot")
    ada = User.objects.get(pk=ada.pk)
    ada.password = MD5PasswordHasher().encode("otter moon bicycle", "salt")
    ada.save()
    assert User.objects.get(pk=ada.pk).check_password("otter moon bicycle")
    assert tokens.token_of(kept)
