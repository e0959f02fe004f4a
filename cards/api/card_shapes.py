"""What a card looks like, and what it is made of."""

from django.utils.translation import gettext_lazy as _

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
    ref,
    thing,
    told,
)
from cards.art import WIDTHS
from cards.keywords.effects import EFFECTS
from cards.models import Climate, Diet, Kind, Terrain
from cards.models.card import IDENTIFIERS

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

CARD_PARTS: dict[str, Schema] = {
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
            {"do": one_of(list(EFFECTS))},
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
}
