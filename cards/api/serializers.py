"""Cards, rule sets and bulk files in the API."""

from typing import Any

from django.urls import reverse
from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from cards.art import WIDTHS, art_version, face_version
from cards.art.uploads import LICENCES
from cards.keywords.abilities import ABILITIES, NEEDS, Ability
from cards.keywords.effects import EFFECTS
from cards.models import Card, Climate, Diet, Kind, Terrain
from cards.models.card import IDENTIFIERS
from cards.models.value_source import How
from cards.services.bulk import BulkFile
from cards.services.exporting import card_object, moment
from cards.words import rules_name
from engine.phylo.rules import Options, RuleSet
from phylo.api.fields import Link
from phylo.http.languages import in_language

LICENCE = "https://creativecommons.org/licenses/by/4.0/"
RELATIONS = ("eats", "eatenby", "beside")


@extend_schema_field(
    {"oneOf": [{"type": "object"}, {"type": "array", "items": {"type": "object"}}]},
)
class Criterion(serializers.JSONField):
    """A condition of the record format, or several of which any must hold."""


@extend_schema_field(OpenApiTypes.URI)
class SearchLink(serializers.Field):
    """The address of a search for cards, from its text; null for none."""

    def to_representation(self, text: str) -> str | None:
        address: str = self.context["at"].full(reverse("api-cards"), q=text)
        return address if text else None


class SpreadSerializer(serializers.Serializer[object]):
    count = serializers.IntegerField(min_value=1)
    needs = serializers.ListField(child=serializers.ChoiceField([*NEEDS]), required=False)


def _ability(ability: Ability) -> serializers.Field:
    match ability.shape:
        case "flag":
            return serializers.BooleanField(required=False)
        case "number":
            return serializers.IntegerField(required=False, min_value=1)
        case "spread":
            return SpreadSerializer(required=False)
    if ability.part:
        return serializers.DictField(required=False)
    return Criterion(required=False)


AbilitiesSerializer = type(
    "AbilitiesSerializer",
    (serializers.Serializer,),
    {
        "__doc__": "As in the record format; those that the card has.",
        **{each.name: _ability(each) for each in ABILITIES.values()},
    },
)


class EffectSerializer(serializers.Serializer[object]):
    """One thing that an event does."""

    do = serializers.ChoiceField([*EFFECTS])
    which = Criterion(required=False)
    to = serializers.ListField(child=serializers.CharField(), required=False)
    by = serializers.IntegerField(required=False)
    count = serializers.IntegerField(required=False, min_value=1)


class ImagesSerializer(serializers.Serializer[object]):
    """These addresses can be kept for ever: they change with what they show."""

    art = serializers.URLField(help_text="The picture in the card's window, SVG.")
    face = serializers.URLField(help_text="The whole face, SVG.")
    face_png = serializers.DictField(
        child=serializers.URLField(), help_text="The face as PNG, by width in pixels."
    )
    preview = serializers.URLField(help_text="A wide picture for links, PNG.")


class CreditSerializer(serializers.Serializer[object]):
    """Whoever shows the picture names its artist, source and licence."""

    file = serializers.CharField(help_text="Its SHA-256: the picture is `/art/uploads/<file>.jpg`.")
    artist = serializers.CharField()
    source = serializers.CharField(help_text="An address or a citation.")  # type: ignore[assignment]
    licence = serializers.ChoiceField([*LICENCES])
    licence_url = serializers.URLField(allow_null=True)


class ValueSourceSerializer(serializers.Serializer[object]):
    """Where one value comes from. Fields that are not known are missing."""

    how = serializers.ChoiceField(How.choices)
    data_set = serializers.CharField(required=False, help_text="Key of the data set that gives it.")
    address = serializers.URLField(required=False, help_text="Address of the page that says it.")
    title = serializers.CharField(required=False, help_text="Title of the page, or a citation.")
    value = serializers.CharField(required=False, help_text="What is said there, such as a mass.")
    rule = serializers.CharField(required=False, help_text="Key of the rule from which it follows.")
    differs = serializers.CharField(
        required=False, help_text="What follows by data set and rule in place of a printed value."
    )
    date = serializers.DateField(required=False)
    by = serializers.CharField(required=False, help_text="Who looked it up.")


class RelationsSerializer(serializers.Serializer[object]):
    """Where the cards are that it lives on, that live on it, and that may lie beside it."""

    eats, eatenby, beside = (serializers.URLField() for _name in RELATIONS)


class CardSerializer(serializers.Serializer[Card]):
    """
    Of any kind of card: the fields of all kinds. Lists have hundreds of cards, so the answer is made without
    asking each field.
    """

    key = serializers.CharField(
        help_text="Identifier of the card in decks, matches and records; it never changes."
    )
    name = serializers.CharField()
    latin_name = serializers.CharField(required=False)
    set = serializers.CharField(help_text="Key of the set that the card came with.")
    fact = serializers.CharField(help_text="The sentence on the card.")
    source = serializers.CharField(  # type: ignore[assignment]
        help_text="Where the values come from: an address, a citation, or `estimate`."
    )
    subject = serializers.CharField(help_text="Name of the drawing in the card's picture.")
    estimated = serializers.ListField(
        child=serializers.CharField(),
        help_text="The fields that decide play and whose values have no source: they are our own estimate.",
    )
    sources = serializers.DictField(
        child=ValueSourceSerializer(),
        help_text="Where the values of single fields come from; `source` is that of the others.",
    )
    identifiers = serializers.DictField(
        child=serializers.CharField(),
        help_text=f"What other databases of species call it, as far as known: {', '.join(IDENTIFIERS)}.",
    )
    art = CreditSerializer(
        allow_null=True, help_text="Of an uploaded picture; null for one that the site has composed."
    )
    images = ImagesSerializer()
    page = serializers.URLField(help_text="The card's page for people.")
    api = serializers.URLField(help_text="This card in the API.")
    relations = RelationsSerializer()
    changed_at = serializers.DateTimeField(help_text="When one of the stored values last changed.")

    def to_representation(self, card: Card) -> dict[str, object]:
        at, key, face = self.context["at"], card.key, card.as_face()
        version = face_version(face, key)
        return {
            **card_object(card),
            "images": {
                "art": at.full(reverse("card-art", args=[key, art_version(face, key)])),
                "face": at.full(in_language(reverse("card-face", args=[key, version]))),
                "face_png": {
                    str(width): at.full(in_language(reverse("card-face-png", args=[key, version, width])))
                    for width in WIDTHS
                },
                "preview": at.full(in_language(reverse("card-preview", args=[key, version]))),
            },
            "page": at.full(reverse("card", args=[key])),
            "api": at.full(reverse("api-card", args=[key])),
            "relations": {
                name: at.full(reverse("api-card-relation", args=[key, name])) for name in RELATIONS
            },
            "changed_at": moment(card.changed_at),
        }


class EventSerializer(CardSerializer):
    """Something that happens to a species on the table."""

    kind = serializers.ChoiceField([Kind.EVENT.value])
    duration = serializers.IntegerField(min_value=0, help_text="For how many turns; 0: at once.")
    effects = EffectSerializer(many=True)
    target = Criterion(required=False, help_text="What it may be played on; missing: any species.")


class HomeSerializer(CardSerializer):
    """The card that every food web starts from."""

    kind = serializers.ChoiceField([Kind.HOME.value])


class HabitatSerializer(CardSerializer):
    """A place that links species; only V1.3 has them."""

    kind = serializers.ChoiceField([Kind.HABITAT.value])
    terrains = serializers.ListField(
        child=serializers.ChoiceField(Terrain.values), help_text="Where it lives."
    )
    climates = serializers.ListField(
        child=serializers.ChoiceField(Climate.values), help_text="From cold to hot."
    )
    points = serializers.IntegerField(help_text="What the card is worth at the end.")


class SpeciesSerializer(HabitatSerializer):
    """A plant, an animal or another living thing."""

    kind = serializers.ChoiceField([Kind.SPECIES.value])
    scale = serializers.IntegerField(min_value=1, max_value=9, help_text="Size, from 1 (virus) to 9 (giant).")
    food_chain = serializers.IntegerField(min_value=1, max_value=9, help_text="Number in the food chain.")
    diet = serializers.ChoiceField(Diet.values)
    kingdom = serializers.CharField()
    phylum = serializers.CharField()
    # `class` cannot be a name in Python.
    locals()["class"] = serializers.CharField()
    tags = serializers.ListField(child=serializers.CharField())
    abilities = AbilitiesSerializer()


KINDS = {
    Kind.SPECIES: SpeciesSerializer,
    Kind.EVENT: EventSerializer,
    Kind.HABITAT: HabitatSerializer,
    Kind.HOME: HomeSerializer,
}


class CardSchema(OpenApiSerializerExtension):
    """In the document a card is one of its kinds."""

    target_class = CardSerializer

    def map_serializer(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        kinds = {
            kind.value: auto_schema.resolve_serializer(shown, direction).ref for kind, shown in KINDS.items()
        }
        mapping = {kind: reference["$ref"] for kind, reference in kinds.items()}
        return {
            "oneOf": [*kinds.values()],
            "discriminator": {"propertyName": "kind", "mapping": mapping},
        }


class RuleSetSerializer(serializers.Serializer[RuleSet]):
    """What decides a rule set: each value is one of a clause (docs/rules.md)."""

    key = serializers.CharField()
    deck_size = serializers.IntegerField()
    hand = serializers.IntegerField(help_text="Cards at the start.")
    draw = serializers.IntegerField(help_text="Cards drawn a turn.")
    trade = serializers.IntegerField(help_text="Cards drawn for one that is discarded.")
    actions = serializers.IntegerField(help_text="Actions a turn.")
    habitats = serializers.BooleanField(help_text="Whether there are habitat cards.")
    preselection = serializers.BooleanField(help_text="Whether the opening hand may be chosen.")
    reveal_compares = serializers.CharField(help_text="The field that decides who begins.")
    event_ends_turn = serializers.BooleanField()
    own_neighbour = serializers.BooleanField(help_text="Whether a species must rest on a card of its player.")
    food_step = serializers.CharField(help_text="What a carnivore may eat, compared with its own number.")
    omnivore_plant = serializers.CharField(help_text="What counts as a plant for omnivores.")
    invader_covers = serializers.BooleanField(help_text="Whether what an invader lies on comes back.")
    spread_from = serializers.CharField(help_text="Where the cards for SPREAD come from.")
    version = serializers.SerializerMethodField()
    options = serializers.SerializerMethodField(help_text="The values of each option of a match.")
    page = Link("rule-set", "key", help_text="The rules for people.")

    def get_version(self, rules: RuleSet) -> str:
        return rules_name(rules.key)

    @extend_schema_field(serializers.DictField(child=serializers.ListField()))
    def get_options(self, rules: RuleSet) -> dict[str, list[object]]:
        return {name: [*values] for name, values in Options.values(rules).items()}


class BulkFileSerializer(serializers.Serializer[BulkFile]):
    name = serializers.CharField()
    kind = serializers.ChoiceField(["jsonl", "csv"])
    compression = serializers.ChoiceField(["gzip"], allow_null=True, help_text="Of the file as it is served.")
    size = serializers.IntegerField(min_value=0, help_text="Bytes of the file.")
    sha256 = serializers.CharField(help_text="Of the file, hexadecimal.")
    cards = serializers.IntegerField(min_value=0, help_text="Lines of cards in it.")
    written_at = serializers.DateTimeField(source="date", help_text="When it was written.")
    version = serializers.DateTimeField(allow_null=True, help_text="The newest `changed_at` of its cards.")
    address = Link("api-bulk-file", "name")
    licence = serializers.SerializerMethodField(
        help_text="Of values and sentences; uploaded pictures have their own in `art`."
    )

    @extend_schema_field(OpenApiTypes.URI)
    def get_licence(self, file: BulkFile) -> str:
        return LICENCE
