"""Ada owns a set, Ben edits it, Mia is a member, Gus a guest in it, Olaf an outsider; Rosa reviews."""

import pytest
from django.test import Client

from cards.decks.models import Deck
from cards.decks.models.contents import Contents
from cards.decks.services import create_deck
from cards.models import Builder, Visibility
from cards.models.card import own_key
from cards.sets import services
from cards.sets.models import Collection, SetCard
from games.matches.models import Player
from tests.curation.conftest import FERN, curator
from tests.factories import CardFactory, DeckFactory, a_guest, client_of_guest
from tests.members import signed_in

ACTORS = ("owner", "editor", "member", "guest", "outsider", "anonymous", "reviewer")


class Class:
    """A set with everybody who has to do with it, as the services and as the pages know them."""

    def __init__(self) -> None:
        self.people = {name: curator(name.title()) for name in ("owner", "editor", "member", "outsider")}
        self.people["reviewer"] = curator("Rosa", reviewer=True)
        self.builders = {name: Builder(user=user) for name, user in self.people.items()}
        self.builders |= {"guest": a_guest(), "anonymous": Builder()}
        self.set = services.create_set(owner=self.people["owner"], name="Pond of class 5b")
        owner = self.builders["owner"]
        for editors, names in ((True, ["editor"]), (False, ["member", "guest"])):
            code = services.open_link(collection_id=self.set.pk, builder=owner, editors=editors)
            for name in names:
                services.join(code=code, builder=self.builders[name], called="Gus")
        self.set.refresh_from_db()

    def client(self, name: str) -> Client:
        if name in self.people:
            return signed_in(self.people[name])
        return client_of_guest(self.builders["guest"].guest) if name == "guest" else Client()

    def seen_by(self, visibility: str, *, hidden: bool = False) -> Collection:
        Collection.objects.filter(pk=self.set.pk).update(visibility=Visibility(visibility), hidden=hidden)
        self.set.refresh_from_db()
        return self.set

    def player(self, actor: str) -> Player:
        builder = self.builders[actor]
        return Player.objects.get_or_create(user=builder.user, guest_id=builder.guest)[0]

    def deck(self, actor: str, own: SetCard, *, copies: int = 3, **more) -> Deck:
        """A complete deck of the actor's in the set, with copies of its own card."""
        usual = {"clover": 7, "nettle": 7, "hare": 4, "deer": 4, "fire": 2}
        DeckFactory(slug="meadow")
        contents = Contents.of({**usual, "clover": 7 - copies, own_key(own.pk): copies})
        return create_deck(
            builder=self.builders[actor], name="Ferns", contents=contents, collection=self.set, **more
        )

    def make(self, actor: str, **more):
        return services.make_card(
            collection_id=self.set.pk, builder=self.builders[actor], contents=FERN | more, key=""
        )


@pytest.fixture
def pond(db) -> Class:
    for key in ("clover", "nettle"):
        CardFactory(key=key)
    return Class()
