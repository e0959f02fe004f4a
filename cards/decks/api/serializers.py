"""Decks in the API, and the bodies for changing them."""

from dataclasses import dataclass
from typing import Any

from django.db.models import OuterRef, Prefetch, QuerySet, Subquery
from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from cards.api.serializers import SearchLink
from cards.decks.exchange.code import encode
from cards.decks.exchange.parsed import DeckCodeError
from cards.decks.fields import NAME, NOTES, OPENING_HAND, RULES_OF_DECK, STARTER, VERSION_NOTE
from cards.decks.history import difference
from cards.decks.insight.problems import Problem
from cards.decks.models import Deck, DeckCard, DeckVersion
from cards.decks.models.contents import MOST_COPIES, NO_STARTER, Contents
from cards.decks.services.building import MOST_CARDS
from cards.models import Builder, Card, Visibility
from cards.services.choice_fields import RULES, VISIBILITY
from phylo.api.bodies import Body, Key, Text, Whole
from phylo.api.fields import Link


def with_cards(decks: QuerySet[Deck]) -> QuerySet[Deck]:
    """The decks, with everything that a DeckSerializer reads."""
    columns = ("count", "deck_id", "card__key", "card__name", "card__number")
    entries = DeckCard.objects.select_related("card").only(*columns).order_by("card__key")
    starter = Card.objects.filter(key=OuterRef("starter")).values("number")[:1]
    shown = decks.annotate(starter_number=Subquery(starter)).select_related("owner", "origin", "collection")
    return shown.prefetch_related(Prefetch("entries", queryset=entries))


class StarterField(Text):
    """As answers name it: `home` for none."""

    def to_internal_value(self, data: object) -> str:
        key = super().to_internal_value(data)
        return "" if key == NO_STARTER else key

    def to_representation(self, key: str) -> str:
        return key or NO_STARTER


class DeckCardSerializer(serializers.Serializer[DeckCard]):
    key = serializers.CharField()
    name = serializers.CharField()
    count = serializers.IntegerField(min_value=1)

    def to_representation(self, entry: DeckCard) -> dict[str, object]:
        """Skips the fields, because a page of decks has thousands."""
        return {"key": entry.card.key, "name": entry.card.name, "count": entry.count}


class DeckOriginSerializer(serializers.Serializer[Deck]):
    credit = serializers.CharField(
        source="origin_credit", help_text="Name and maker; they stay when that deck is gone."
    )
    version = serializers.IntegerField(source="origin_version", allow_null=True)
    api = serializers.SerializerMethodField(help_text="Null unless everybody may see it.")

    @extend_schema_field(serializers.URLField(allow_null=True))
    def get_api(self, deck: Any) -> str | None:
        origin = deck.origin
        # Whoever sees the copy may not see the original.
        if origin is None or not origin.listed:
            return None
        address: str = self.context["at"].full(reverse("api-deck", args=[origin.slug]))
        return address


class DeckSerializer(serializers.Serializer[Deck]):
    """Of a deck `with_cards`."""

    slug = serializers.CharField()
    name = serializers.CharField()
    place = serializers.CharField()
    theme = serializers.CharField()
    climate = serializers.CharField()
    notes = serializers.CharField()
    rules = RULES.answer_field(help_text=RULES_OF_DECK)
    starter = StarterField(help_text=STARTER)
    opening_hand = serializers.ListField(
        child=serializers.CharField(), source="contents.opening_hand", help_text=OPENING_HAND
    )
    size = serializers.IntegerField(min_value=0, help_text="Cards, counting copies.")
    points = serializers.IntegerField(help_text="What its cards are worth together.")
    complete = serializers.BooleanField(help_text="Whether its rules take it as it is.")
    cards = serializers.SerializerMethodField()
    code = serializers.SerializerMethodField(help_text="The deck code; null where it has none.")
    ready = serializers.BooleanField(help_text="Whether it came with the site.")
    visibility = serializers.SerializerMethodField()
    set = serializers.CharField(
        source="collection.slug",
        allow_null=True,
        help_text="The set in which it is made, whose people alone may see it; null for all others.",
    )
    maker = serializers.SerializerMethodField(help_text="Whose deck it is; null for ready decks.")
    made_from = serializers.SerializerMethodField(help_text="The deck it was copied from.")
    likes = serializers.IntegerField(min_value=0)
    version = serializers.IntegerField(
        min_value=0, help_text="Number of the newest version: it counts changes of the list."
    )
    settings_version = serializers.IntegerField(
        min_value=1, help_text="It counts changes of name, notes and visibility."
    )
    page = Link("deck", "slug", help_text="Its page for people.")
    api = Link("api-deck", "slug", help_text="This deck in the API.")
    versions = Link("api-deck-versions", "slug", help_text="What it has been.")
    problems = Link("api-deck-problems", "slug", help_text="What is wrong with it.")
    search = serializers.SerializerMethodField(help_text="Its cards as a search; ready decks alone.")
    created_at = serializers.DateTimeField()
    changed_at = serializers.DateTimeField()

    @extend_schema_field(DeckCardSerializer(many=True))
    def get_cards(self, deck: Any) -> list[dict[str, object]]:
        published = [DeckCardSerializer().to_representation(entry) for entry in deck.entries.all()]
        own = [
            {"key": key, "name": entry["name"], "count": entry["copies"]}
            for key, entry in deck.own_cards.items()
        ]
        return published + own

    def get_code(self, deck: Any) -> str | None:
        numbers = {entry.card.key: entry.card.number for entry in deck.entries.all()}
        if deck.starter_number is not None:
            numbers[deck.starter] = deck.starter_number
        try:
            return encode(deck.contents, numbers)
        except DeckCodeError:
            return None

    @extend_schema_field(VISIBILITY.answer_field())
    def get_visibility(self, deck: Deck) -> str:
        return Visibility.PUBLIC.value if deck.ready else deck.visibility

    def get_maker(self, deck: Any) -> str | None:
        return deck.maker or None

    @extend_schema_field(DeckOriginSerializer(allow_null=True))
    def get_made_from(self, deck: Deck) -> dict[str, object] | None:
        shown = DeckOriginSerializer(context=self.context)
        return shown.to_representation(deck) if deck.credit_for(Builder()) else None

    @extend_schema_field(serializers.URLField(allow_null=True))
    def get_search(self, deck: Any) -> str | None:
        address: str = self.context["at"].full(reverse("api-cards"), q=f"in:{deck.slug}")
        return address if deck.ready else None


@dataclass(frozen=True, slots=True)
class Saved:
    """A version of a deck, and the one before it, None for the first."""

    deck: Deck
    version: DeckVersion
    before: DeckVersion | None

    @property
    def contents(self) -> Contents:
        return self.version.contents

    @property
    def changes(self) -> dict[str, int]:
        """Maps card keys to copies added or removed."""
        before = self.before.contents if self.before else Contents(rules=self.contents.rules)
        return dict(difference(before, self.contents).cards)


class DeckVersionSerializer(serializers.Serializer[Saved]):
    """Cards are named by key alone: some may be gone since."""

    number = serializers.IntegerField(source="version.number", min_value=1)
    note = serializers.CharField(source="version.note")
    rules = RULES.answer_field("contents.rules", help_text=RULES_OF_DECK)
    starter = StarterField(source="contents.starter", help_text=STARTER)
    opening_hand = serializers.ListField(
        child=serializers.CharField(), source="contents.opening_hand", help_text=OPENING_HAND
    )
    size = serializers.IntegerField(source="contents.size", min_value=0)
    cards = serializers.SerializerMethodField(help_text="Card key to copies.")
    changes = serializers.DictField(
        child=serializers.IntegerField(),
        help_text="Card key to copies more, or fewer, than in the version before.",
    )
    page = Link("deck-version", "deck.slug", "version.number")
    api = Link("api-deck-version", "deck.slug", "version.number")
    saved_at = serializers.DateTimeField(source="version.created_at")

    def get_cards(self, saved: Saved) -> dict[str, int]:
        return dict(saved.contents.cards)


class DeckProblemSerializer(serializers.Serializer[Problem]):
    code = serializers.CharField(help_text="What is wrong, for programs.")
    severity = serializers.ChoiceField(["error", "warning"], help_text="`error`: the rules refuse the deck.")
    text = serializers.CharField(help_text="What is wrong, in a sentence.")
    keys = serializers.ListField(child=serializers.CharField(), help_text="The cards it is about.")
    cards = SearchLink(source="search", allow_null=True, help_text="Cards that would help.")


class DeckProblemsSerializer(serializers.Serializer[dict[str, object]]):
    complete = serializers.BooleanField()
    count = serializers.IntegerField(min_value=0)
    results = DeckProblemSerializer(many=True)


def copies(**how: Any) -> serializers.DictField:
    return serializers.DictField(child=Whole(max_value=MOST_COPIES), **how)


class DeckFields(Body):
    """What a deck is made of."""

    name = NAME.body_field()
    notes = NOTES.body_field()
    rules = RULES.body_field(help_text=RULES_OF_DECK)
    starter = StarterField(required=False, help_text=STARTER)
    opening_hand = serializers.ListField(
        child=Text(), max_length=MOST_CARDS, required=False, help_text=OPENING_HAND
    )
    cards = copies(
        required=False, help_text="Card key to copies: the whole list, in place of what was there."
    )
    key = Key()


class NewDeck(DeckFields):
    set = Text(
        required=False,
        max_length=80,
        help_text="Slug of a set of which one is: the deck is made there and may hold its own cards.",
    )


class DeckChange(DeckFields):
    version = Whole(required=False, help_text="As it was read; needed to change the contents.")
    settings_version = Whole(
        required=False, help_text="As it was read; needed to change name, notes or visibility."
    )
    name = NAME.body_field(required=False)
    copies = copies(required=False, help_text="Card key to copies, of those alone that are to be others.")
    visibility = VISIBILITY.body_field()
    note = VERSION_NOTE.body_field(help_text="A note on the new version.")


class NewDeckCopy(Body):
    version = Whole(required=False, min_value=1)
    name = NAME.body_field(required=False)
    key = Key()
