"""Sets, their cards and people in the API, and the bodies for changing them."""

from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from cards.curation.api.serializers import CONTENTS
from cards.services.choice_fields import VISIBILITY
from cards.sets.fields import CALLED, DESCRIPTION, LICENCE, NAME
from cards.sets.models import (
    Collection,
    CollectionPerson,
    SetCard,
)
from cards.sets.services import MOST_CARDS
from phylo.api.bodies import Body, Key, Text, Truth, Whole
from phylo.api.fields import Link

OWN = "As of a revision, with an empty `key`."


class SetCardSerializer(serializers.Serializer[SetCard]):
    """A card that lives in one set alone."""

    id = serializers.IntegerField(min_value=1)
    name = serializers.CharField()
    contents = serializers.DictField(help_text=OWN)
    shown = serializers.BooleanField(
        help_text="Whether all who see the set see it; until then its author and the editors do."
    )
    version = serializers.IntegerField(min_value=1, help_text="It counts changes of the contents.")
    proposal = serializers.SerializerMethodField(help_text="The proposal of the same card to everybody.")
    api = Link("api-set-card", "collection.slug", "pk")
    changed_at = serializers.DateTimeField()

    @extend_schema_field(serializers.URLField(allow_null=True))
    def get_proposal(self, card: SetCard) -> str | None:
        number = card.proposal_id
        address: str = self.context["at"].full(reverse("api-proposal", args=[number or 0]))
        return address if number else None


class CollectionSerializer(serializers.Serializer[Collection]):
    """A set that people put together, `with_cards`."""

    slug = serializers.CharField()
    name = serializers.CharField()
    description = serializers.CharField()
    licence = LICENCE.answer_field()
    visibility = VISIBILITY.answer_field()
    class_set = serializers.BooleanField(help_text="Whether pupils make its cards.")
    version = serializers.IntegerField(
        min_value=1, help_text="It counts changes of name, description, licence and visibility."
    )
    owner = serializers.CharField(source="owner.public_name", help_text="Name of the account.")
    cards = serializers.SerializerMethodField(help_text="Keys of the published cards, in their order.")
    own_cards = SetCardSerializer(many=True, help_text="Cards that live in this set alone.")
    size = serializers.SerializerMethodField(help_text="How many cards of both kinds.")
    page = Link("set", "slug", help_text="Its page for people.")
    api = Link("api-collection", "slug", help_text="This set in the API.")
    created_at = serializers.DateTimeField()
    changed_at = serializers.DateTimeField()

    def get_cards(self, collection: Collection) -> list[str]:
        return [entry.card.key for entry in collection.entries.all()]

    def get_size(self, collection: Collection) -> int:
        return len(collection.entries.all()) + len(collection.own_cards.all())


class SetPersonSerializer(serializers.Serializer[CollectionPerson]):
    """Somebody who has joined; its owner is not among them."""

    id = serializers.IntegerField(min_value=1)
    name = serializers.CharField(help_text="What somebody is called in this set, or the name of the account.")
    guest = serializers.SerializerMethodField(help_text="Whether it is a guest, without an account.")
    editor = serializers.BooleanField(help_text="Else a member.")
    joined_at = serializers.DateTimeField()

    def get_guest(self, person: CollectionPerson) -> bool:
        return person.guest_id is not None


class SetLinksSerializer(serializers.Serializer[Collection]):
    """Links for joining, whose ends are the codes; null: nobody can join that way."""

    members = serializers.SerializerMethodField()
    editors = serializers.SerializerMethodField()

    @extend_schema_field(serializers.URLField(allow_null=True))
    def get_members(self, collection: Collection) -> str | None:
        return self._link(collection.member_code)

    @extend_schema_field(serializers.URLField(allow_null=True))
    def get_editors(self, collection: Collection) -> str | None:
        return self._link(collection.editor_code)

    def _link(self, code: str | None) -> str | None:
        address: str = self.context["at"].full(reverse("set-join", args=[code or "-"]))
        return address if code else None


class CollectionFields(Body):
    description = DESCRIPTION.body_field()
    licence = LICENCE.body_field()


class NewCollection(CollectionFields):
    name = NAME.body_field()
    key = Key()


class CollectionChange(CollectionFields):
    version = Whole(help_text="As it was read.")
    name = NAME.body_field(required=False)
    visibility = VISIBILITY.body_field(help_text="For the owner.")
    class_set = Truth(required=False, help_text="For the owner: whether pupils make its cards.")
    consent = Truth(
        required=False,
        help_text="For the owner: those who decide for the pupils agree that others see the set.",
    )


class SetEntry(Body):
    card = Text(help_text="Key of a published card.")
    place = Whole(
        required=False,
        max_value=MOST_CARDS,
        help_text="From 0. Left out: a card that is new comes last, another one stays where it is.",
    )


class NewSetCard(Body):
    contents = serializers.DictField(help_text=CONTENTS)
    key = Key()


class SetCardChange(Body):
    version = Whole(help_text="As it was read.")
    contents = serializers.DictField(help_text="The columns that change.")


class SetCardShown(Body):
    shown = Truth()


class SetLink(Body):
    link = serializers.ChoiceField(["members", "editors"])
    open = Truth(help_text="`true` makes a new link, the old one ends; `false` closes it.")


class SetJoining(Body):
    code = Text(allow_blank=False, max_length=64, help_text="The end of the link.")
    called = CALLED.body_field(help_text="What a guest is called there.")
