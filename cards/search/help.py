"""What the help page says of each field: what it means, and a search to try."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from cards.search import fields


@dataclass(frozen=True, slots=True)
class FieldHelp:
    """`values` are all values of a closed vocabulary, else empty; `says` is translated when it is shown."""

    name: str
    aliases: tuple[str, ...]
    operators: tuple[str, ...]
    values: tuple[str, ...]
    says: str | Promise
    example: str


SAYS = {
    "name": (_("Part of the name; with = all of it."), "name:eagle"),
    "latin": (_("Part of the Latin name; with = all of it."), "latin:quercus"),
    "key": (_("Part of the key, the card's identifier; with = all of it."), "key=horse"),
    "kind": (_("Species, event, habitat or home."), "kind:event"),
    "set": (_("The set that the card came with."), "set:classics"),
    "diet": (_("What it lives on."), "diet:herbivore,omnivore"),
    "terrain": (_("One of its terrains; with = all of them."), "terrain:forest terrain:urban"),
    "climate": (_("One of its climates, from cold to hot; with = all of them."), "climate>=warm"),
    "scale": (_("Size, from 1 (virus) to 9 (giant)."), "scale:4..6"),
    "food": (_("Number in the food chain."), "food:1"),
    "points": (_("What the card is worth."), "points>=7"),
    "kingdom": (_("Part of the kingdom's name; with = all of it."), "kingdom:fungi"),
    "phylum": (_("Part of the phylum's name; with = all of it."), "phylum:mollusca"),
    "class": (_("Part of the class's name; with = all of it."), "class:aves"),
    "tag": (_("Part of a tag; with = all of it."), "tag:tree"),
    "keyword": (_("Has one of these abilities; with = exactly these."), "has:pollinator"),
    "move": (_("How far it moves."), "move>=3"),
    "flight": (_("How far it flies."), "flight>=2"),
    "spread": (_("How many cards it spreads at once."), "spread>1"),
    "duration": (_("The turns for which an event lasts, 0 for at once."), "duration:0"),
    "effect": (_("What an event does."), "effect:draw,recover"),
    "fact": (_("Words in the sentence on the card."), 'fact:leaves'),
    "is": (_("What the card is; estimated: some of its values are our estimate."), "is:invasive"),
    "in": (_("Cards of a ready deck or of a public set, by the end of its address."), "in:african-savanna"),
    "fits": (
        _("Cards that find food or a place in a deck; deck stands for the one that is being built."),
        "fits:african-savanna",
    ),
    "eats": (_("Cards that live on the named one as their only food."), 'eats:"indian plum"'),
    "eatenby": (_("Cards that are food enough for the named one."), "eatenby:lynx"),
    "beside": (_("Cards that may be played where the named one is the only neighbour."), "beside:horse"),
    "rules": (_("The rules for eats, eatenby and beside."), "eats:horse rules:1.3"),
    "sort": (_("The order; a minus turns it round."), "kind:species sort:-points"),
}  # fmt: skip

FIELDS = tuple(
    FieldHelp(
        field.name, field.aliases, field.operators, fields.CLOSED.get(field.name, ()), *SAYS[field.name]
    )
    for field in fields.FIELDS
)
