"""The address of a card's picture."""

import pytest
from django.urls import reverse

from cards.art import art_version
from tests.factories import CardFactory

pytestmark = pytest.mark.once


def art(key: str, version: str) -> str:
    return reverse("card-art", kwargs={"key": key, "version": version})


def test_a_picture_is_kept_for_ever(client, db):
    card = CardFactory(key="grass")
    version = art_version(card.as_face(), "grass")
    response = client.get(art("grass", version))
    assert (response.status_code, response["Content-Type"]) == (200, "image/svg+xml")
    assert "immutable" in response["Cache-Control"]
    assert response.content.startswith(b"<svg")


def test_another_version_leads_to_the_present_one(client, db):
    card = CardFactory(key="grass")
    response = client.get(art("grass", "0"))
    assert response.status_code == 302
    assert response["Location"] == art("grass", art_version(card.as_face(), "grass"))
    assert "immutable" not in response.get("Cache-Control", "")


def test_no_card_no_picture(client, db):
    assert client.get(art("grass", "0")).status_code == 404
