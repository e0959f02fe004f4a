"""Two decks side by side."""

import pytest
from django.test import Client
from django.urls import reverse

from cards.decks import services
from cards.decks.models import Deck
from cards.decks.services import Change
from tests.decks.conftest import built
from tests.factories import DeckFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("meadow_cards"), pytest.mark.once]


def compare(client: Client, **asked) -> object:
    return client.get(reverse("deck-compare"), asked)


def section(text: str, name: str) -> str:
    return text.split(f'aria-labelledby="{name}"')[1].split("</section>")[0]


@pytest.fixture
def decks(ada, ben) -> tuple[Deck, Deck]:
    one = built(ada, {"clover": 2, "hare": 3, "fire": 1}, name="One", visibility="public")
    other = built(ben, {"clover": 4, "hare": 3, "deer": 2}, name="Other", visibility="unlisted")
    return one, other


def test_what_only_one_has_and_what_both_have(decks):
    a, b = decks
    response = compare(Client(), a=a.slug, b=b.slug)
    text = response.content.decode()
    assert response.status_code == 200
    assert "Fire" in section(text, "only-a")
    assert "Deer" not in section(text, "only-a")
    assert "Deer" in section(text, "only-b")
    both = section(text, "in-both")
    assert "2 here, 4 there" in both
    assert "Hare" in both
    assert "They share 5 cards." in text
    assert "by Ada" in text


def test_versions(decks, ada_client):
    a, _b = decks
    services.change_deck(deck_id=a.pk, version=1, change=Change(copies={"sage": 2}, rules="phylo-1.3"))
    text = compare(ada_client, a=f"{a.slug}@1", b=a.slug).content.decode()
    assert "One, version 1" in text
    assert "Sage" in section(text, "only-b")
    assert "V1.3" in text
    same = compare(ada_client, a=f"{a.slug}@2", b=a.slug).content.decode()
    assert "They are the same, card for card." in same


def test_decks_that_are_not_ones_own(decks, ada, ada_client, ben_client, guest_client):
    a, b = decks
    Deck.objects.filter(pk=a.pk).update(visibility="private")
    assert compare(ada_client, a=a.slug, b=b.slug).status_code == 200
    for client in (ben_client, guest_client, Client()):
        response = compare(client, a=a.slug, b=b.slug)
        text = response.content.decode()
        assert response.status_code == 404
        assert "it is not yours to see" in text
        assert "Fire" not in text
        nothing = compare(client, a="nothing-of-the-kind", b=b.slug).content.decode()
        assert nothing.count("not yours to see") == text.count("not yours to see") == 1


@pytest.mark.parametrize("wanted", ["x@99", "{slug}@99", "{slug}@0", "a b", "\0", "@", "{slug}@x", "x" * 500])
def test_what_is_no_deck(decks, wanted):
    a, b = decks
    assert compare(Client(), a=wanted.format(slug=a.slug), b=b.slug).status_code == 404


def test_choosing(decks, ada_client):
    a, _b = decks
    ready = DeckFactory(name="Wadden Sea", slug="wadden-sea")
    text = compare(ada_client).content.decode()
    assert f'value="{a.slug}"' in text
    assert f'value="{ready.slug}"' in text
    assert "Only in" not in text
    text = compare(ada_client, a=a.slug).content.decode()
    assert f'value="{a.slug}" selected' in text


def test_the_form_leads_to_the_short_address(decks, ada_client):
    a, b = decks
    address = f"http://testserver/decks/{b.slug}/"
    sent = {"a": a.slug, "a_version": "1", "a_address": "", "b": "", "b_version": "", "b_address": address}
    response = compare(ada_client, **sent)
    assert response["Location"] == f"{reverse('deck-compare')}?a={a.slug}%401&b={b.slug}"
    of_version = compare(ada_client, a_address=f"/decks/{b.slug}/history/1/", a_version="")
    assert of_version["Location"] == f"{reverse('deck-compare')}?a={b.slug}%401"
    assert compare(ada_client, a="", a_address="")["Location"] == reverse("deck-compare")


def test_an_empty_deck(ada, ada_client, decks):
    empty = built(ada, {}, name="Empty")
    text = compare(ada_client, a=empty.slug, b=decks[0].slug).content.decode()
    assert "No card." in section(text, "only-a")


def test_a_fixed_number_of_questions(decks, ada_client, django_assert_max_num_queries):
    a, b = decks
    compare(ada_client, a=a.slug, b=b.slug)
    with django_assert_max_num_queries(13):
        compare(ada_client, a=a.slug, b=b.slug)
