"""The fields of the query language: their names, what their values are, and what they compare."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from cards.keywords.abilities import KEYWORDS
from cards.keywords.effects import EFFECTS
from cards.models import Climate, Diet, Kind, Terrain

CLOSED: Mapping[str, tuple[str, ...]] = {
    "kind": tuple(Kind.values),
    "diet": tuple(Diet.values),
    "terrain": tuple(Terrain.values),
    "climate": tuple(Climate.values),
    "keyword": tuple(KEYWORDS),
    "effect": tuple(EFFECTS),
    "is": ("species", "event", "habitat", "home", "invasive", "parasitic", "pollinator", "estimated"),
    "rules": ("1.4a", "1.3"),
    "sort": ("name", "points", "scale", "food", "new", "latin", "relevance"),
}
"""Fields whose values are known beforehand, in the order in which they are shown."""

RULES = {"1.4a": "phylo-1.4a", "1.3": "phylo-1.3"}

ANY_OPERATOR = (":", "=", "!=", "<", "<=", ">", ">=")
EQUAL = (":", "=", "!=")
IS = (":", "=")

Nature = Literal[
    "number", "word", "set", "text", "taxon", "is", "deck", "fits", "relation", "rules", "sort"
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Field:
    name: str
    nature: Nature
    operators: tuple[str, ...]
    aliases: tuple[str, ...] = ()


FIELDS = (
    Field("name", "text", EQUAL, ("n",)),
    Field("latin", "text", EQUAL, ("l",)),
    Field("key", "text", EQUAL),
    Field("kind", "word", EQUAL, ("type",)),
    Field("set", "word", EQUAL),
    Field("diet", "word", EQUAL, ("d",)),
    Field("terrain", "set", EQUAL, ("t", "terrains")),
    Field("climate", "set", ANY_OPERATOR, ("c", "climates")),
    Field("scale", "number", ANY_OPERATOR, ("s",)),
    Field("food", "number", ANY_OPERATOR, ("number", "chain", "foodchain", "food-chain")),
    Field("points", "number", ANY_OPERATOR, ("p", "point")),
    Field("kingdom", "taxon", EQUAL),
    Field("phylum", "taxon", EQUAL),
    Field("class", "taxon", EQUAL),
    Field("tag", "taxon", EQUAL, ("tags",)),
    Field("keyword", "set", EQUAL, ("k", "keywords", "ability", "has")),
    Field("move", "number", ANY_OPERATOR),
    Field("flight", "number", ANY_OPERATOR),
    Field("spread", "number", ANY_OPERATOR),
    Field("duration", "number", ANY_OPERATOR, ("turns",)),
    Field("effect", "set", EQUAL, ("effects", "does")),
    Field("fact", "text", EQUAL),
    Field("is", "is", IS),
    Field("in", "deck", IS, ("deck",)),
    Field("fits", "fits", IS),
    Field("eats", "relation", IS),
    Field("eatenby", "relation", IS, ("eaten-by", "feeds")),
    Field("beside", "relation", IS),
    Field("rules", "rules", IS),
    Field("sort", "sort", IS, ("order",)),
)

BY_NAME: Mapping[str, Field] = {name: field for field in FIELDS for name in (field.name, *field.aliases)}
