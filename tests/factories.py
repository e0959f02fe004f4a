"""Rows for tests: cards that fit each other everywhere, decks of them, players and matches."""

from hashlib import sha256

import factory
from django.http import HttpResponse
from django.test import Client

from cards.decks.models import Deck
from cards.decks.models.contents import Contents
from cards.decks.services import store_contents
from cards.models import Builder, Card, CardNumbers, CardSet, Climate, Diet, Kind, Terrain, derive
from cards.services.publishing import Publishing, record
from games.lobby.models import OpenTable
from games.lobby.services import open_tables
from games.lobby.services.terms import Terms
from games.matches.models import Match, Player
from games.matches.services.matches import Side, create_match
from phylo.accounts.guests import SESSION_KEY
from phylo.accounts.models import Guest


def core_set() -> CardSet:
    """The set that a migration creates; a test that empties the tables removes it too."""
    return CardSet.objects.get_or_create(key="core", defaults={"name": "Phylo Online core"})[0]


class CardFactory(factory.django.DjangoModelFactory):
    """A plant that grows everywhere; an existing card with that key stays as it is."""

    class Meta:
        model = Card
        skip_postgeneration_save = True

    key = factory.Sequence("plant-{}".format)
    name = factory.LazyAttribute(lambda card: card.key.replace("-", " ").title())
    latin_name = factory.LazyAttribute(lambda card: f"{card.name} vulgaris")
    kind = Kind.SPECIES
    scale = 3
    food_chain = 1
    diet = Diet.PHOTOSYNTHETIC
    terrains = Terrain.values
    climates = Climate.values
    points = 2
    kingdom = "Plantae"
    phylum = "Angiosperms"
    class_name = "Eudicots"
    fact = "It grows."
    source = "estimate"
    subject = "noto:herb"
    card_set = factory.LazyFunction(core_set)

    class Params:
        animal = factory.Trait(
            food_chain=2, diet=Diet.HERBIVORE, scale=5, points=4, kingdom="Animalia", phylum="Chordata",
            class_name="Mammalia",
        )  # fmt: skip
        event = factory.Trait(
            kind=Kind.EVENT, scale=None, food_chain=None, diet="", terrains=[], climates=[], points=None,
            kingdom="", phylum="", class_name="", latin_name="", effects=[{"do": "discard"}],
        )  # fmt: skip
        habitat = factory.Trait(
            kind=Kind.HABITAT, scale=None, food_chain=None, diet="", points=1, kingdom="", phylum="",
            class_name="", latin_name="",
        )  # fmt: skip
        home = factory.Trait(
            kind=Kind.HOME, scale=None, food_chain=None, diet="", terrains=[], climates=[], points=None,
            latin_name="",
        )  # fmt: skip

    @classmethod
    def _create(cls, model_class, *args, **kwargs):
        there = model_class.objects.filter(key=kwargs["key"]).first()
        return there or stored([cls._build(model_class, *args, **kwargs)])[0]

    @classmethod
    def _build(cls, model_class, *args, **kwargs):
        card = model_class(*args, **kwargs)
        derive(card)
        return card


def stored(cards: list[Card]) -> list[Card]:
    """Store newly built cards with their numbers and first revisions."""
    for card, number in zip(cards, CardNumbers.take(len(cards)), strict=True):
        card.number = card.number or number
    first = [card for card in cards if not card.revision]
    for card in first:
        card.revision = 1
    Card.objects.bulk_create(cards)
    record(first, Publishing())
    return cards


def cards_of(traits: dict[str, dict[str, object]]) -> list[Card]:
    """Store those of the cards, given as traits by key, that do not exist yet."""
    there = set(Card.objects.filter(key__in=traits).values_list("key", flat=True))
    common = {"card_set": core_set()}
    new = [CardFactory.build(key=key, **common | more) for key, more in traits.items() if key not in there]
    return stored(new) if new else []


class DeckFactory(factory.django.DjangoModelFactory):
    """
    14 plants, 8 plant eaters and 2 events, under V1.3 also 6 habitats, unless `cards` gives other counts by
    key.
    """

    class Meta:
        model = Deck
        django_get_or_create = ("slug",)
        skip_postgeneration_save = True

    slug = factory.Sequence("meadow-{}".format)
    name = factory.LazyAttribute(lambda deck: deck.slug.replace("-", " ").title())
    place = "Everywhere"
    theme = "Grass and those who eat it."
    ready = True

    @factory.post_generation
    def cards(deck, create, counts, **kwargs):
        usual = {"clover": 7, "nettle": 7, "hare": 4, "deer": 4, "fire": 2}
        if not create:
            return
        counts = counts or usual | ({"pasture": 6} if deck.rules == "phylo-1.3" else {})
        cards_of(
            {
                key: {"animal": key in ("hare", "deer"), "event": key == "fire", "habitat": key == "pasture"}
                for key in counts
            }
        )
        contents = Contents.of(counts, deck.rules, deck.starter, deck.opening_hand)
        if contents != deck.contents:
            store_contents(deck, contents)


class PlayerFactory(factory.django.DjangoModelFactory):
    """A guest's player, unless `user` or `former` is given."""

    class Meta:
        model = Player

    name = "Ada"
    guest = factory.LazyAttribute(
        lambda player: None if hasattr(player, "user") or hasattr(player, "former") else new_guest()
    )


def new_guest() -> Guest:
    return Guest.objects.create()


def a_guest() -> Builder:
    """A guest as the builder of decks."""
    return Builder(guest=new_guest().pk)


def client_of_guest(guest: object, **settings) -> Client:
    """The browser of an existing guest; `guest` is the id in the session."""
    client = Client(**settings)
    session = client.session
    session[SESSION_KEY] = str(guest)
    session.save()
    return client


def client_of(player: Player, **settings) -> Client:
    """The browser of a guest who has played before."""
    if player.guest is None and player.user is None:
        player.guest = new_guest()
        Player.objects.filter(pk=player.pk).update(guest=player.guest)
    return client_of_guest(player.guest_id, **settings)


def text_seed(number: int) -> str:
    """One of the seeds such as new matches have."""
    return sha256(b"%d" % number).hexdigest()


def shown_of_seed(match: Match, answer: HttpResponse) -> list[str]:
    """The parts of a match's seed in an answer; 12 digits of it are no chance."""
    assert len(match.seed) == 64
    parts = [match.seed[first : first + 12] for first in range(64 - 12 + 1)]
    text = answer.content.decode().lower()
    return [part for part in parts if part in text]


def deal(
    player: Player | None,
    *,
    bot: str = "greedy",
    opponent: Player | None = None,
    rules: str = "phylo-1.4a",
    **setup,
) -> Match:
    """A match of the player (None: a bot) in seat 0 against a bot or another player."""
    version = "" if rules == "phylo-1.4a" else "-old"
    mine = setup.pop("deck", None) or DeckFactory(slug=f"meadow{version}", rules=rules)
    theirs = setup.pop("opponent_deck", None) or DeckFactory(slug=f"heath{version}", rules=rules)
    sides = tuple(
        Side(each.name, each.card_keys(), who, "" if who else bot, deck_listed=each.listed)
        for each, who in ((mine, player), (theirs, opponent))
    )
    return create_match(sides=sides, rules=mine.rules, **setup)


def challenge_of(
    maker: Player, deck: Deck | None = None, key: str = "one", to: Player | None = None, **terms
) -> OpenTable:
    """An open table for two, with the maker's deck; directed `to` somebody, or open to anybody."""
    deck = deck or DeckFactory(slug="meadow")
    return open_tables.open_table(
        maker=maker,
        terms=Terms(rules=deck.rules, people=1, invited_only=to is not None, **terms),
        key=key,
        deck=deck,
        invited=[to] if to else [],
    )


def accept(*, code: str, player: Player, deck: Deck | None) -> Match:
    """Accept a challenge and return the match, which begins when somebody joins."""
    match = open_tables.join(code=code, player=player, deck=deck).match
    assert match is not None
    return match
