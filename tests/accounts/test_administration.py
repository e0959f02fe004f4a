"""Django's admin: for superusers, read-only, without secrets; what it does, services do."""

import re

import pytest
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from cards.decks.models import DeckCard, DeckVersion
from cards.models import Card
from cards.sets.models import Collection, CollectionCard, SetCard
from games.matches.models import Match, Player, Seat
from games.puzzles.models import Puzzle
from phylo.accounts import tokens
from phylo.accounts.models import ApiToken, User
from phylo.administration import site
from phylo.jobs.models import StoredTask
from tests.factories import CardFactory, DeckFactory, deal
from tests.members import guest, person, proven, signed_in

SECRET = {
    "password", "digest", "details", "seed", "snapshot", "cards", "decks", "starters", "action", "log",
    "offer", "offered", "opening_hands", "opening_hand", "opening_log", "code", "editor_code",
    "member_code", "asked", "content", "contents", "draft",
}  # fmt: skip
SECRET_OF_GAMES = {"deck", "key"}
NAMED = {Puzzle: {"key"}}
"""Columns of such a name that are no secret: a puzzle's key is in its address."""
FILLED = (Card, DeckCard, Match, Player, Seat, User)


@pytest.fixture
def root(db) -> Client:
    return proven(signed_in(person("Root", is_staff=True, is_superuser=True)))


def pages(name: str) -> list[tuple[type, str]]:
    """Each model with the address of its page `name`."""
    return [
        (model, f"admin:{model._meta.app_label}_{model._meta.model_name}_{name}") for model in site._registry
    ]


def test_every_model_is_there_without_secrets():
    ours = {each for each in apps.get_models() if each.__module__.startswith(("phylo.", "cards.", "games."))}
    assert set(site._registry) == ours
    for model, shown in site._registry.items():
        also = SECRET_OF_GAMES if model.__module__.startswith("games.") else set()
        secret = (SECRET | also) - NAMED.get(model, set())
        assert not set(shown.columns) & secret, model


@pytest.mark.once
def test_others_come_by_the_sign_in_page_or_find_nothing(ada_client):
    address = reverse("admin:games_match_changelist")
    stranger = Client().get(address, follow=True)
    assert stranger.redirect_chain[-1][0] == f"{reverse('account_login')}?next={address}"
    rita = signed_in(person("Rita", is_superuser=True))
    again = rita.get(address)
    assert again.url.startswith(reverse("account_reauthenticate")), "the password is asked for again"
    token = tokens.create_token(user=User.objects.get(username="Rita"), name="bot", scopes=[])
    User.objects.filter(username="Rita").update(password="!")
    by_token = Client().get(address, headers={"authorization": f"Bearer {token}"})
    assert by_token.status_code == 403, "an account without a password has nothing to be asked again for"
    User.objects.filter(username="Ada").update(is_staff=True)
    assert ada_client.get(address, follow=True).status_code == 404
    assert ada_client.post(address, {"action": "step_0"}, follow=True).status_code == 404


@pytest.mark.once
def test_nothing_can_be_written(root):
    token = tokens.create_token(user=User.objects.get(), name="bot")
    before = {model: set(model._base_manager.values_list("pk", flat=True)) for model in site._registry}
    for (model, add), (_same, change), (_model, delete) in zip(
        pages("add"), pages("change"), pages("delete"), strict=True
    ):
        assert root.get(reverse(add)).status_code == 403
        assert root.post(reverse(add), {"name": "x"}).status_code == 403
        for pk in list(before[model])[:1]:
            assert root.get(reverse(change, args=[pk])).status_code == 200
            assert root.post(reverse(change, args=[pk]), {"name": "x", "is_staff": "on"}).status_code == 403
            assert root.post(reverse(delete, args=[pk]), {"post": "yes"}).status_code == 403
    for model, changelist in pages("changelist"):
        chosen = {"action": "delete_selected", "_selected_action": list(before[model]), "post": "yes"}
        assert root.get(reverse(changelist), {"q": "a"}).status_code == 200
        root.post(reverse(changelist), chosen)
        root.post(reverse(changelist), {"_save": "yes", "form-TOTAL_FORMS": "0", "form-INITIAL_FORMS": "0"})
        assert set(model._base_manager.values_list("pk", flat=True)) == before[model]
    assert tokens.token_of(token)
    assert not LogEntry.objects.exists()
    assert root.get("/admin/password_change/").status_code == 404


def test_lists_ask_as_little_for_many_rows_and_search_by_number(root):
    ada, (ben, _client) = person("Ada"), guest(name="Ben")
    mine = Player.objects.create(user=ada)

    def asked() -> dict[str, int]:
        counts = {}
        for model, changelist in pages("changelist"):
            if model in FILLED:
                with CaptureQueriesContext(connection) as queries:
                    assert root.get(reverse(changelist)).status_code == 200
                counts[model._meta.label] = len(queries)
        return counts

    match = deal(mine, opponent=ben)
    few = asked()
    for _time in range(3):
        deal(mine, opponent=ben)
        person(f"Carl{_time}")
    assert asked() == few
    page = root.get(reverse("admin:games_seat_changelist"), {"q": str(match.pk)}).content.decode()
    assert len(re.findall(r'class="action-select"|<th class="field-pk"', page)) == 2
    assert root.get(reverse("admin:games_match_changelist"), {"seed__gt": 1}).status_code == 400
    page = root.get(reverse("admin:games_match_change", args=[match.pk])).content.decode()
    assert str(match.seed) not in page
    assert "clover" not in page


def test_what_is_private_is_not_shown(root, ada):
    for kind in ("private", "unlisted"):
        owned = {"slug": kind, "owner": ada, "visibility": kind}
        ponds = Collection.objects.create(name="Ponds", licence="CC-BY-4.0", **owned)
        CollectionCard.objects.create(collection=ponds, card=CardFactory(key="newt"), place=0)
        SetCard.objects.create(collection=ponds, name="Frog", author=ada, contents={})
        DeckFactory(ready=False, cards={"newt": 1}, **owned)
    within = {CollectionCard: "collection", SetCard: "collection", DeckVersion: "deck", DeckCard: "deck"}
    for model, whole in within.items():
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        page = root.get(reverse(f"{name}_changelist")).content.decode()
        for kind, status in (("private", 302), ("unlisted", 200)):
            address = reverse(f"{name}_change", args=[model.objects.get(**{f"{whole}__slug": kind}).pk])
            assert (address in page, root.get(address).status_code) == (status == 200, status)


def test_steps_are_taken_by_services_and_noted(root, ada):
    token = tokens.create_token(user=ada, name="bot")
    task = StoredTask.objects.create(name="jobs.none", details=["secret@example.org"], attempts=3)
    match = deal(Player.objects.create(user=ada), opponent=guest()[0])

    def take(model: str, row: object) -> str:
        sent = {"action": "step_0", "_selected_action": [row]}
        answer = root.post(reverse(f"admin:{model}_changelist"), sent, follow=True)
        return re.sub(r"\s+", " ", answer.content.decode())

    assert "Resign for the player whose turn it is: 1 row." in take("games_match", match.pk)
    assert Match.objects.get().ending == "resigned"
    assert "1 row." in take("accounts_apitoken", ApiToken.objects.get().pk)
    assert tokens.token_of(token) is None
    page = take("jobs_storedtask", task.pk)
    assert "Try it again now: 1 row." in page
    assert "secret@example.org" not in page
    assert LogEntry.objects.count() == 3
