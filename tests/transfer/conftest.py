"""Somebody plays and builds on a device, and Ada brings what they made into her account."""

import json
from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from cards.decks.models import Deck
from games.matches.models import Match, Player
from games.transfer.models import DataImport
from games.transfer.services.importing import DATA_IMPORTS
from phylo.accounts.models import Guest, User
from tests.decks.conftest import meadow_cards  # noqa: F401
from tests.factories import client_of
from tests.members import guest, person, signed_in

Data = dict[str, Any]


@pytest.fixture(autouse=True)
def _not_counted():
    cache.clear()


class Device:
    """A guest whose file says what they made; `leave` takes them off this site, as if it were another."""

    def __init__(self) -> None:
        self.player, self.client = guest()

    def file(self) -> Data:
        answer = self.client.post(reverse("data-along"))
        assert answer.status_code == 200
        return answer.json()

    def leave(self) -> Data:
        data = self.file()
        Match.objects.of(self.player.pk).delete()
        Deck.objects.filter(guest=self.player.guest).delete()
        away = self.player.guest
        self.player.delete()
        Guest.objects.filter(pk=away.pk).delete()
        return data


@pytest.fixture
def device(db) -> Device:
    return Device()


@pytest.fixture
def ada(db) -> User:
    return person("Ada")


@pytest.fixture
def ada_client(ada) -> Client:
    return signed_in(ada)


@pytest.fixture
def ben_client(db) -> Client:
    return signed_in(person("Ben"))


def bring(client: Client, data: Data | bytes) -> DataImport:
    """The file is taken to its end."""
    content = data if isinstance(data, bytes) else json.dumps(data).encode()
    answer = client.post(reverse("data-import"), {"file": SimpleUploadedFile("phylo.json", content)})
    assert answer.status_code == 302, answer.content.decode()
    made = DataImport.objects.get(pk=answer["Location"].rstrip("/").rpartition("/")[2])
    return DATA_IMPORTS.do_all(made, lambda job: None)


def outcomes(found: DataImport) -> list[tuple[str, str]]:
    return list(found.items.values_list("kind", "outcome"))


def player_of(user: User) -> Player:
    return Player.objects.get(user=user)


__all__ = ["client_of"]
