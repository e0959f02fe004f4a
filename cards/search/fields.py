"""The fields of the query language: names, values, operators and help texts."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

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
    "is": (
        "species",
        "event",
        "habitat",
        "home",
        "invasive",
        "parasitic",
        "needs-host",
        "pollinator",
        "estimated",
    ),
    "rules": ("1.4a", "1.3"),
    "sort": ("name", "points", "scale", "food", "new", "latin", "relevance"),
}
"""Fields with a fixed set of values, in display order."""

RULES = {"1.4a": "phylo-1.4a", "1.3": "phylo-1.3"}

ANY_OPERATOR = (":", "=", "!=", "<", "<=", ">", ">=")
EQUAL = (":", "=", "!=")
IS = (":", "=")

Nature = Literal[
    "number", "date", "word", "set", "text", "taxon", "is", "deck", "fits", "relation", "rules", "sort"
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Field:
    name: str
    nature: Nature
    operators: tuple[str, ...]
    aliases: tuple[str, ...]
    says: str | Promise
    """The help text, translated when it is shown."""
    example: str

    @property
    def values(self) -> tuple[str, ...]:
        """All values of a closed vocabulary, else none."""
        return CLOSED.get(self.name, ())


FIELDS = (
    Field("name", "text", EQUAL, ("n",), _("Part of the name; with = all of it."), "name:eagle"),
    Field("latin", "text", EQUAL, ("l",), _("Part of the Latin name; with = all of it."), "latin:quercus"),
    Field("key", "text", EQUAL, (),
          _("Part of the key, the card's identifier; with = all of it."), "key=horse"),
    Field("kind", "word", EQUAL, ("type",), _("Species, event, habitat or home."), "kind:event"),
    Field("set", "word", EQUAL, (), _("The set that the card came with."), "set:classics"),
    Field("diet", "word", EQUAL, ("d",), _("What it lives on."), "diet:herbivore,omnivore"),
    Field("terrain", "set", EQUAL, ("t", "terrains"),
          _("One of its terrains; with = all of them."), "terrain:forest terrain:urban"),
    Field("climate", "set", ANY_OPERATOR, ("c", "climates"),
          _("One of its climates, from cold to hot; with = all of them."), "climate>=warm"),
    Field("scale", "number", ANY_OPERATOR, ("s",), _("Size, from 1 (virus) to 9 (giant)."), "scale:4..6"),
    Field("food", "number", ANY_OPERATOR, ("number", "chain", "foodchain", "food-chain"),
          _("Number in the food chain."), "food:1"),
    Field("points", "number", ANY_OPERATOR, ("p", "point"),
          _("What the card is worth, compared with a number or another field."),
          "points>scale"),
    Field("kingdom", "taxon", EQUAL, (), _("Part of the kingdom's name; with = all of it."), "kingdom:fungi"),
    Field("phylum", "taxon", EQUAL, (), _("Part of the phylum's name; with = all of it."), "phylum:mollusca"),
    Field("class", "taxon", EQUAL, (), _("Part of the class's name; with = all of it."), "class:aves"),
    Field("tag", "taxon", EQUAL, ("tags",), _("Part of a tag; with = all of it."), "tag:tree"),
    Field("keyword", "set", EQUAL, ("k", "keywords", "ability", "has"),
          _("Has one of these abilities; with = exactly these."), "has:pollinator"),
    Field("move", "number", ANY_OPERATOR, (), _("How far it moves."), "move>=3"),
    Field("flight", "number", ANY_OPERATOR, (), _("How far it flies."), "flight>=2"),
    Field("spread", "number", ANY_OPERATOR, (), _("How many cards it spreads at once."), "spread>1"),
    Field("duration", "number", ANY_OPERATOR, ("turns",),
          _("The turns for which an event lasts, 0 for at once."), "duration:0"),
    Field("effect", "set", EQUAL, ("effects", "does"), _("What an event does."), "effect:draw,recover"),
    Field("fact", "text", EQUAL, (), _("Words in the sentence on the card."), 'fact:leaves'),
    Field("artist", "taxon", EQUAL, ("art",),
          _("Part of the name of who made the uploaded picture; with = all."), "artist:smith"),
    Field("licence", "taxon", EQUAL, ("license",),
          _("Part of the licence of the uploaded picture; with = all of it."), "licence:cc-by"),
    Field("created", "date", ANY_OPERATOR, ("added", "published"),
          _("When the card came to this site: a year, a month or a day."), "created>=2020"),
    Field("updated", "date", ANY_OPERATOR, ("changed",),
          _("When the card last changed."), "updated:2020-01.."),
    Field("is", "is", IS, (),
          _("What the card is; estimated: some of its values are our estimate."), "is:invasive"),
    Field("in", "deck", IS, ("deck",),
          _("Cards of a ready deck or of a public set, by the end of its address."), "in:african-savanna"),
    Field("fits", "fits", IS, (),
          _("Cards that find food or a place in a deck; deck stands for the one that is being built."),
          "fits:african-savanna"),
    Field("eats", "relation", IS, (),
          _("Cards that live on the named one as their only food."), 'eats:"indian plum"'),
    Field("eatenby", "relation", IS, ("eaten-by", "feeds"),
          _("Cards that are food enough for the named one."), "eatenby:lynx"),
    Field("beside", "relation", IS, (),
          _("Cards that may be played where the named one is the only neighbour."), "beside:horse"),
    Field("rules", "rules", IS, (), _("The rules for eats, eatenby and beside."), "eats:horse rules:1.3"),
    Field("sort", "sort", IS, ("order",),
          _("The order; a minus turns it round."), "kind:species sort:-points"),
)  # fmt: skip

BY_NAME: Mapping[str, Field] = {name: field for field in FIELDS for name in (field.name, *field.aliases)}
