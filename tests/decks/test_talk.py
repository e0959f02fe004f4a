"""Likes and comments: counted right whatever happens at once, said once, and deleted by whom they concern."""

from datetime import timedelta

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cards.decks.errors import BadChange, NoComments, TooManyComments
from cards.decks.models import Deck, DeckComment, DeckLike
from cards.decks.services import delete_deck, talk
from phylo.accounts.models import User
from phylo.accounts.services import delete_account
from phylo.http.keys import KeyReused
from tests.decks.conftest import built
from tests.factories import DeckFactory
from tests.matches.test_races import race
from tests.members import person, signed_in

OPEN = ("unlisted", "public")


@pytest.fixture
def deck(meadow_cards, ada) -> Deck:
    return built(ada, visibility="public")


def likes_of(deck: Deck) -> tuple[int, int]:
    """As the deck says, and as they are stored."""
    return Deck.objects.get(pk=deck.pk).likes, deck.liked_by.count()


def say(deck: Deck, user: User, text: str = "Well fed.", key: str = "one") -> DeckComment:
    return talk.comment(deck_id=deck.pk, user=user, text=text, key=key)


def post(client: Client, name: str, deck: Deck, *more, **fields):
    return client.post(reverse(name, args=[deck.slug, *more]), fields)


def test_liking_twice_is_liking_once(deck, ben):
    assert talk.like(deck_id=deck.pk, user=ben) == talk.like(deck_id=deck.pk, user=ben) == 1
    assert likes_of(deck) == (1, 1)
    assert talk.unlike(deck_id=deck.pk, user=ben) == talk.unlike(deck_id=deck.pk, user=ben) == 0
    assert likes_of(deck) == (0, 0)


def test_a_like_is_no_change_of_the_deck(deck, ben):
    before = Deck.objects.get(pk=deck.pk)
    talk.like(deck_id=deck.pk, user=ben)
    after = Deck.objects.get(pk=deck.pk)
    assert (after.version, after.changed_at) == (before.version, before.changed_at)


def test_ready_decks_are_liked_and_talked_of(meadow_cards, ben):
    ready = DeckFactory()
    assert talk.like(deck_id=ready.pk, user=ben) == 1
    assert say(ready, ben).text == "Well fed."


def test_nobody_likes_a_private_deck_or_their_own(meadow_cards, ada, ben):
    private, own = built(ada), built(ada, visibility="public")
    for deck, user in ((private, ben), (own, ada)):
        with pytest.raises(NoComments):
            talk.like(deck_id=deck.pk, user=user)
    with pytest.raises(NoComments):
        say(private, ben)
    assert likes_of(private) == likes_of(own) == (0, 0)


def test_likes_go_with_the_account(deck, ada, ben):
    other = built(ada, visibility="public")
    for each in (deck, other):
        talk.like(deck_id=each.pk, user=ben)
    talk.like(deck_id=deck.pk, user=person("Cleo"))
    delete_account(user=ben)
    assert likes_of(deck) == (1, 1)
    assert likes_of(other) == (0, 0)


def test_likes_and_comments_go_with_the_deck(deck, ben):
    talk.like(deck_id=deck.pk, user=ben)
    say(deck, ben)
    delete_deck(deck_id=deck.pk)
    assert (DeckLike.objects.count(), DeckComment.objects.count()) == (0, 0)


def test_a_comment_stays_without_its_author(deck, ada_client, ben):
    say(deck, ben)
    delete_account(user=ben)
    page = ada_client.get(reverse("deck", args=[deck.slug])).content.decode()
    assert ("Well fed." in page, "Former player" in page, "Ben" in page) == (True, True, False)


def test_the_same_comment_sent_twice_is_one(deck, ben):
    assert say(deck, ben) == say(deck, ben)
    with pytest.raises(KeyReused):
        say(deck, ben, "Something else")
    assert say(deck, ben, key="two").text == "Well fed."
    assert deck.comments.count() == 2


@pytest.mark.parametrize("text", ["", " \n\t ", "\0", "\u200b\u2060", "x" * 2001])
def test_empty_and_endless_comments_are_refused(deck, ben, text):
    with pytest.raises(BadChange) as refused:
        say(deck, ben, text)
    assert refused.value.field == "text"
    assert not deck.comments.exists()


@pytest.mark.parametrize("key", ["", "x" * 65, "a\nb"])
def test_a_comment_needs_a_key(deck, ben, key):
    with pytest.raises(BadChange) as refused:
        say(deck, ben, key=key)
    assert refused.value.field == "key"


def test_comments_are_tidied(deck, ben):
    assert say(deck, ben, "  One\r\ntwo  \n\n\n\nthree\x07\n").text == "One\ntwo\n\nthree"
    assert say(deck, ben, "x" * 2000, key="two").text == "x" * 2000


def test_ten_comments_in_ten_minutes(deck, ada, ben):
    first = say(deck, ben, key="0")
    for number in range(1, 10):
        say(deck, ben, key=str(number))
    with pytest.raises(TooManyComments) as refused:
        say(deck, ben, key="10")
    assert 590 < refused.value.seconds <= 600
    assert say(deck, ben, key="5").key == "5"
    assert say(deck, ada).text == "Well fed."
    DeckComment.objects.filter(pk=first.pk).update(created_at=timezone.now() - timedelta(minutes=10))
    assert say(deck, ben, key="10").key == "10"


def test_many_who_like_at_once_are_all_counted(transactional_db):
    deck = DeckFactory()
    people = [person(f"Person{number}") for number in range(6)]
    results = race(*(lambda user=user: talk.like(deck_id=deck.pk, user=user) for user in people * 2))
    assert [each for each in results if isinstance(each, Exception)] == []
    assert likes_of(deck) == (6, 6)
    calls = [lambda user=user: talk.unlike(deck_id=deck.pk, user=user) for user in people[:3]]
    calls += [lambda user=user: talk.like(deck_id=deck.pk, user=user) for user in people[3:]]
    race(*calls)
    assert likes_of(deck) == (3, 3)


def test_a_like_and_a_farewell_at_once(transactional_db):
    deck = DeckFactory()
    ben, cleo = person("Ben"), person("Cleo")
    talk.like(deck_id=deck.pk, user=ben)
    race(lambda: delete_account(user=ben), lambda: talk.like(deck_id=deck.pk, user=cleo))
    assert likes_of(deck) == (1, 1)


def test_the_same_comment_sent_at_once_is_one(transactional_db):
    deck, ben = DeckFactory(), person("Ben")
    results = race(*(lambda: say(deck, ben) for _time in range(4)))
    assert {each.pk for each in results} == {DeckComment.objects.get().pk}


def test_the_pace_holds_for_comments_at_once(transactional_db):
    deck, ben = DeckFactory(), person("Ben")
    race(*(lambda key=str(key): say(deck, ben, key=key) for key in range(14)))
    assert DeckComment.objects.count() == talk.MOST_COMMENTS


# The addresses


@pytest.mark.parametrize("visibility", OPEN)
def test_like_and_unlike_by_the_page(meadow_cards, ada, ben_client, visibility):
    deck = built(ada, visibility=visibility)
    address = reverse("deck", args=[deck.slug])
    assert post(ben_client, "deck-like", deck, on="on").url == address
    assert 'aria-pressed="true"' in ben_client.get(address).content.decode()
    assert likes_of(deck) == (1, 1)
    assert post(ben_client, "deck-like", deck, on="").url == address
    assert likes_of(deck) == (0, 0)


def test_htmx_gets_the_button_alone(deck, ben_client):
    url = reverse("deck-like", args=[deck.slug])
    part = ben_client.post(url, {"on": "on"}, headers={"HX-Request": "true"}).content.decode()
    assert ("<html" in part, 'aria-pressed="true"' in part, "<b>1</b>" in part) == (False, True, True)


def test_guests_are_led_to_sign_in_and_back(deck, guest_client):
    address = reverse("deck", args=[deck.slug])
    for response in (
        post(guest_client, "deck-like", deck, on="on"),
        post(guest_client, "deck-comment", deck, text="Hello", key="one"),
    ):
        assert response.url == f"{reverse('account_login')}?next={address}"
    page = guest_client.get(address).content.decode()
    assert f'href="{reverse("account_login")}?next=%2Fdecks%2F{deck.slug}%2F"' in page
    assert (likes_of(deck), deck.comments.count()) == ((0, 0), 0)


def test_a_private_deck_is_not_there_for_others(meadow_cards, ada, ben_client, guest_client):
    deck = built(ada)
    for client in (ben_client, guest_client, Client()):
        assert post(client, "deck-like", deck, on="on").status_code == 404
        assert post(client, "deck-comment", deck, text="Hello", key="one").status_code == 404
    assert (likes_of(deck), deck.comments.count()) == ((0, 0), 0)


def test_the_owner_does_not_like_their_own(deck, ada_client):
    assert post(ada_client, "deck-like", deck, on="on").status_code == 404
    assert "deck-like" not in ada_client.get(reverse("deck", args=[deck.slug])).content.decode()
    assert likes_of(deck) == (0, 0)


@pytest.mark.parametrize("visibility", OPEN)
def test_comment_by_the_page(meadow_cards, ada, ben_client, visibility):
    deck = built(ada, visibility=visibility)
    response = post(ben_client, "deck-comment", deck, text="<b>Bold</b> https://example.org", key="one")
    said = deck.comments.get()
    assert response.url == f"{reverse('deck', args=[deck.slug])}#comment-{said.pk}"
    page = Client().get(reverse("deck", args=[deck.slug])).content.decode()
    assert "&lt;b&gt;Bold&lt;/b&gt; https://example.org" in page
    assert 'href="https://example.org' not in page


def test_a_refused_comment_keeps_what_was_written(deck, ben_client):
    refused = post(ben_client, "deck-comment", deck, text="y" * 2001, key="one")
    assert refused.status_code == 400
    assert "At most 2000 characters" in refused.content.decode()
    assert "y" * 2001 in refused.content.decode()
    post(ben_client, "deck-comment", deck, text="One", key="one")
    again = post(ben_client, "deck-comment", deck, text="Another", key="one")
    assert again.status_code == 422
    assert ">Another</textarea>" in again.content.decode()
    assert again.context["comment_key"] != "one"


def test_too_many_comments_are_told_how_long_to_wait(deck, ben, ben_client):
    for number in range(10):
        say(deck, ben, key=str(number))
    refused = post(ben_client, "deck-comment", deck, text="More", key="more")
    assert refused.status_code == 429
    assert "Go on in 10 minutes." in refused.content.decode()


def test_author_and_owner_delete_a_comment(deck, ada_client, ben, ben_client):
    for client in (ada_client, ben_client):
        said = say(deck, ben, key=str(id(client)))
        link = reverse("deck-comment-delete", args=[deck.slug, said.pk])
        assert link in client.get(reverse("deck", args=[deck.slug])).content.decode()
        gone = client.post(link)
        assert gone.url == f"{reverse('deck', args=[deck.slug])}#comments"
        assert [str(each) for each in get_messages(gone.wsgi_request)] == ["The comment is deleted."]
        assert client.post(link).status_code == 302
    assert not deck.comments.exists()


def test_nobody_else_deletes_a_comment(deck, ada, ben, guest_client):
    said = say(deck, ben)
    link = reverse("deck-comment-delete", args=[deck.slug, said.pk])
    cleo = signed_in(person("Cleo"))
    assert link not in cleo.get(reverse("deck", args=[deck.slug])).content.decode()
    assert cleo.post(link).status_code == 404
    assert guest_client.post(link).url.startswith(reverse("account_login"))
    other = built(ada, visibility="public")
    signed_in(ada).post(reverse("deck-comment-delete", args=[other.slug, said.pk]))
    assert deck.comments.get() == said


@pytest.mark.parametrize("name", ["deck-like", "deck-comment"])
def test_only_posts_with_a_token_say_something(deck, ben, name):
    assert signed_in(ben).get(reverse(name, args=[deck.slug])).status_code == 405
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ben)
    assert (
        strict.post(reverse(name, args=[deck.slug]), {"on": "on", "text": "x", "key": "k"}).status_code == 403
    )
