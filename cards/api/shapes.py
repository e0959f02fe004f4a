"""What answers look like: the components of the OpenAPI document, as JSON schemas."""

from django.utils.translation import gettext_lazy as _

from cards.api.deck_shapes import DECK_SHAPES
from cards.api.shape_parts import (
    ADDRESS,
    COUNT,
    KEY,
    MOMENT,
    ONE_TO_NINE,
    TEXT,
    TRUTH,
    WHOLE,
    Schema,
    Words,
    listed,
    one_of,
    or_null,
    page_of,
    ref,
    thing,
    told,
)
from cards.art import WIDTHS
from cards.models import Climate, Diet, Kind, Terrain
from cards.models.derived import EFFECTS
from cards.search.order import USUAL
from cards.services.card_objects import IDENTIFIERS
from games import engine

TERRAINS = told(listed(one_of(Terrain.values)), _("Where it lives."))
CLIMATES = told(listed(one_of(Climate.values)), _("From cold to hot."))
POINTS = told(WHOLE, _("What the card is worth at the end."))

ENDING: dict[str, Schema] = {
    "set": told(TEXT, _("Key of the set that the card came with.")),
    "fact": told(TEXT, _("The sentence on the card.")),
    "source": told(TEXT, _("Where the values come from: an address, a citation, or `estimate`.")),
    "subject": told(TEXT, _("Name of the drawing in the card's picture.")),
    "estimated": told(listed(TEXT), _("The fields whose values are our own estimate.")),
    "identifiers": told(
        thing({}, dict.fromkeys(IDENTIFIERS, TEXT)),
        _("What other databases of species call it, as far as known."),
    ),
    "images": ref("Images"),
    "page": told(ADDRESS, _("The card's page for people.")),
    "api": told(ADDRESS, _("This card in the API.")),
    "relations": ref("Relations"),
    "changed_at": told(MOMENT, _("When one of the stored values last changed.")),
}


def card_shape(kind: Kind, fields: dict[str, Schema], optional: dict[str, Schema], about: Words) -> Schema:
    beginning = {"key": KEY, "name": TEXT, "kind": one_of([kind.value])}
    return thing({**beginning, **fields, **ENDING}, {"latin_name": TEXT, **optional}, about)


CARDS: dict[str, Schema] = {
    "Species": card_shape(
        Kind.SPECIES,
        {
            "scale": told(ONE_TO_NINE, _("Size, from 1 (virus) to 9 (giant).")),
            "food_chain": told(ONE_TO_NINE, _("Number in the food chain.")),
            "diet": one_of(Diet.values),
            "terrains": TERRAINS,
            "climates": CLIMATES,
            "points": POINTS,
            "kingdom": TEXT,
            "phylum": TEXT,
            "class": TEXT,
            "tags": listed(TEXT),
            "abilities": ref("Abilities"),
        },
        {},
        _("A plant, an animal or another living thing."),
    ),
    "Event": card_shape(
        Kind.EVENT,
        {
            "duration": told(COUNT, _("For how many turns; 0: at once.")),
            "effects": listed(ref("Effect")),
        },
        {"target": told(ref("Criterion"), _("What it may be played on; missing: any species."))},
        _("Something that happens to a species on the table."),
    ),
    "Habitat": card_shape(
        Kind.HABITAT,
        {"terrains": TERRAINS, "climates": CLIMATES, "points": POINTS},
        {},
        _("A place that links species; only V1.3 has them."),
    ),
    "Home": card_shape(Kind.HOME, {}, {}, _("The card that every food web starts from.")),
}

PARTS: dict[str, Schema] = {
    "Images": thing(
        {
            "art": told(ADDRESS, _("The picture in the card's window, SVG.")),
            "face": told(ADDRESS, _("The whole face, SVG.")),
            "face_png": told(
                thing({str(width): ADDRESS for width in WIDTHS}), _("The face as PNG, by width in pixels.")
            ),
            "preview": told(ADDRESS, _("A wide picture for links, PNG.")),
        },
        about=_("These addresses can be kept for ever: they change with what they show."),
    ),
    "Relations": thing(
        {"eats": ADDRESS, "eatenby": ADDRESS, "beside": ADDRESS},
        about=_("Where the cards are that it lives on, that live on it, and that may lie beside it."),
    ),
    "Abilities": {
        **thing(
            {},
            {
                "move": {"type": "integer", "minimum": 1},
                "flight": {"type": "integer", "minimum": 1},
                "spread": thing(
                    {"count": {"type": "integer", "minimum": 1}},
                    {"needs": listed(one_of(["pollinator", "wind"]))},
                ),
                "pollinator": TRUTH,
                "invasive": thing({}, {"on": ref("Criterion")}),
                "parasitic": thing({}, {"host": ref("Criterion"), "needs_host": TRUTH}),
                "beside": ref("Criterion"),
                "feeds_only": ref("Criterion"),
                "feeds_also": ref("Criterion"),
                "any_scale": TRUTH,
                "any_terrain": TRUTH,
            },
        ),
        "description": _("As in the record format; those that the card has."),
    },
    "Effect": {
        **thing(
            {"do": one_of(EFFECTS)},
            {
                "which": ref("Criterion"),
                "to": listed(TEXT),
                "by": WHOLE,
                "count": {"type": "integer", "minimum": 1},
            },
        ),
        "description": _("One thing that an event does."),
    },
    "Condition": thing(
        {},
        {
            "kingdom": ref("Wanted"),
            "phylum": ref("Wanted"),
            "class": ref("Wanted"),
            "tags": ref("Wanted"),
            "terrains": ref("Wanted"),
            "climates": ref("Wanted"),
            "diet": ref("Wanted"),
            "name": ref("Wanted"),
            "food_chain": ref("WantedNumber"),
            "scale": ref("WantedNumber"),
            "same": told(listed(TEXT), _("Fields that must be those of the card that asks.")),
        },
        about=_("All parts must hold; none: any species."),
    ),
    "Wanted": {"oneOf": [TEXT, listed(TEXT)], "description": _("This value, or any of these.")},
    "WantedNumber": {
        "oneOf": [WHOLE, listed(WHOLE), thing({}, {"min": WHOLE, "max": WHOLE})],
        "description": _("This number, any of these, or a range."),
    },
    "Criterion": {
        "oneOf": [ref("Condition"), listed(ref("Condition"))],
        "description": _("A condition, or several of which any must hold."),
    },
    "Query": thing(
        {
            "text": told(TEXT, _("The query as it was given.")),
            "rules": one_of(engine.RULES),
            "sort": one_of(USUAL),
            "sentence": told(TEXT, _("The query in words.")),
            "corrections": listed(ref("Correction")),
        },
    ),
    "Correction": thing(
        {
            "word": told(TEXT, _("A word that no card has.")),
            "taken": told(listed(TEXT), _("The nearest words, which were searched instead.")),
            "column": told(WHOLE, _("Where it stands, from 1.")),
        }
    ),
    "FacetValue": thing(
        {
            "value": told(TEXT, _("As the query language writes it.")),
            "label": TEXT,
            "count": told(COUNT, _("Cards of the result that have it.")),
            "chosen": TRUTH,
            "query_with": told(TEXT, _("The query with this value chosen.")),
            "query_without": told(TEXT, _("The query with this value taken away.")),
        }
    ),
    "Facet": thing(
        {
            "field": TEXT,
            "label": TEXT,
            "multiple": told(
                TRUTH, _("Whether a card has several, so that choosing more finds fewer cards.")
            ),
            "values": listed(ref("FacetValue")),
        }
    ),
    "Value": thing(
        {
            "value": told(TEXT, _("As cards and the query language write it.")),
            "label": TEXT,
            "count": told(COUNT, _("Cards that have it.")),
            "query": told(TEXT, _("The query for them.")),
            "cards": told(ADDRESS, _("These cards in the API.")),
        },
        {"description": told(TEXT, _("Sets alone have one."))},
    ),
    "DeckCard": thing({"key": KEY, "name": TEXT, "count": {"type": "integer", "minimum": 1}}),
}


ANSWERS: dict[str, Schema] = {
    "Entry": thing(
        {
            "version": told(TEXT, _("Of the stored cards, decks and sets.")),
            "licence": told(ADDRESS, _("Of the card texts.")),
            "documentation": ADDRESS,
            "openapi": ADDRESS,
            "addresses": told(
                {"type": "object", "additionalProperties": ADDRESS}, _("Where each list begins, by name.")
            ),
        }
    ),
    "Card": {
        "oneOf": [ref(name) for name in CARDS],
        "discriminator": {
            "propertyName": "kind",
            "mapping": {name.lower(): f"#/components/schemas/{name}" for name in CARDS},
        },
    },
    "CardPage": {
        **page_of("Card"),
        "properties": {
            **page_of("Card")["properties"],
            "query": told(ref("Query"), _("How the query was understood.")),
        },
        "required": ["count", "next", "query", "results"],
    },
    "Explanation": thing(
        {
            **PARTS["Query"]["properties"],
            "count": told(COUNT, _("Cards found.")),
            "total": told(COUNT, _("Cards there are.")),
            "parts": told(
                listed(thing({"text": TEXT, "term": TRUTH})),
                _("The sentence in pieces; `term`: it stands for a choice."),
            ),
            "terms": told(
                listed(thing({"text": TEXT, "column": WHOLE, "query_without": TEXT})),
                _("The conditions as they were written."),
            ),
            "sorts": told(
                listed(
                    thing(
                        {
                            "name": one_of(USUAL),
                            "label": TEXT,
                            "chosen": TRUTH,
                            "reversed": TRUTH,
                            "query": TEXT,
                        }
                    )
                ),
                _("The orders to choose from, each with the query for it."),
            ),
            "facets": listed(ref("Facet")),
            "cards": told(ADDRESS, _("The cards found, in the API.")),
            "page": told(ADDRESS, _("The same search for people.")),
        }
    ),
    "Vocabulary": thing(
        {
            "field": told(TEXT, _("The field of the query language.")),
            "label": TEXT,
            "count": COUNT,
            "results": listed(ref("Value")),
        }
    ),
    "RuleSet": thing(
        {
            "key": TEXT,
            "version": TEXT,
            "deck_size": WHOLE,
            "hand": told(WHOLE, _("Cards at the start.")),
            "draw": told(WHOLE, _("Cards drawn a turn.")),
            "trade": told(WHOLE, _("Cards drawn for one that is discarded.")),
            "actions": told(WHOLE, _("Actions a turn.")),
            "habitats": told(TRUTH, _("Whether there are habitat cards.")),
            "preselection": told(TRUTH, _("Whether the opening hand may be chosen.")),
            "reveal_compares": told(TEXT, _("The field that decides who begins.")),
            "event_ends_turn": TRUTH,
            "own_neighbour": told(TRUTH, _("Whether a species must rest on a card of its player.")),
            "food_step": told(TEXT, _("What a carnivore may eat, compared with its own number.")),
            "omnivore_plant": told(TEXT, _("What counts as a plant for omnivores.")),
            "invader_covers": told(TRUTH, _("Whether what an invader lies on comes back.")),
            "spread_from": told(TEXT, _("Where the cards for SPREAD come from.")),
            "options": told(
                {"type": "object", "additionalProperties": {"type": "array"}},
                _("The values of each option of a match."),
            ),
            "page": told(ADDRESS, _("The rules for people.")),
        }
    ),
    "RuleSets": thing({"count": COUNT, "results": listed(ref("RuleSet"))}),
    "BulkFile": thing(
        {
            "name": TEXT,
            "kind": one_of(["jsonl", "csv"]),
            "compression": told(
                {"type": ["string", "null"], "enum": ["gzip", None]}, _("Of the file as it is served.")
            ),
            "size": told(COUNT, _("Bytes of the file.")),
            "sha256": told({"type": "string", "pattern": "^[0-9a-f]{64}$"}, _("Of the file, hexadecimal.")),
            "cards": told(COUNT, _("Lines of cards in it.")),
            "date": told(MOMENT, _("When it was written.")),
            "version": told(or_null(MOMENT), _("The newest `changed_at` of its cards.")),
            "address": ADDRESS,
            "licence": ADDRESS,
        }
    ),
    "BulkIndex": thing({"count": COUNT, "results": listed(ref("BulkFile"))}),
    "Problem": thing(
        {
            "status": told(WHOLE, _("As in the answer's first line.")),
            "title": TEXT,
            "code": told(TEXT, _("What is wrong, for programs.")),
            "detail": told(TEXT, _("What is wrong, in a sentence.")),
        },
        {
            "parameter": told(TEXT, _("The parameter that is wrong.")),
            "column": told(WHOLE, _("Where in the query, from 1.")),
            "length": told(WHOLE, _("How many characters of it.")),
            "expected": told(listed(TEXT), _("What could stand there.")),
            "suggestion": told(or_null(TEXT), _("The nearest known word.")),
            "mended": told(or_null(TEXT), _("The whole query with the suggestion.")),
            "suggestions": told(listed(TEXT), _("Keys of cards that come near.")),
            "field": told(TEXT, _("The field of what was sent that is wrong.")),
            "edition": told(WHOLE, _("The deck's present one.")),
            "retry_after": told(WHOLE, _("Seconds to wait.")),
        },
        _("What went wrong, as RFC 9457 has it."),
    ),
}

COMPONENTS: dict[str, Schema] = {**CARDS, **PARTS, **ANSWERS, **DECK_SHAPES}
