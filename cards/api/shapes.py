"""What answers look like: the components of the OpenAPI document, as JSON schemas."""

from django.utils.translation import gettext_lazy as _

import engine
from cards.api.card_shapes import CARD_PARTS, CARDS
from cards.api.deck_shapes import DECK_SHAPES
from cards.api.shape_parts import (
    ADDRESS,
    COUNT,
    KEY,
    MOMENT,
    TEXT,
    TRUTH,
    WHOLE,
    Schema,
    listed,
    one_of,
    or_null,
    page_of,
    ref,
    thing,
    told,
)
from cards.search.order import USUAL

PARTS: dict[str, Schema] = {
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
            "written_at": told(MOMENT, _("When it was written.")),
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

COMPONENTS: dict[str, Schema] = {**CARDS, **CARD_PARTS, **PARTS, **ANSWERS, **DECK_SHAPES}
