"""What a card is at this moment, and whether it meets a criterion."""

from dataclasses import dataclass
from typing import Any

from .table import Card, Space, Table

TERRAINS = frozenset({"desert", "forest", "freshwater", "grassland", "ocean", "tundra", "urban"})
CLIMATES = ("cold", "cool", "warm", "hot")


@dataclass(frozen=True)
class Traits:
    """A card's attributes with its terrains and climates in force."""

    card: Card
    terrains: frozenset[str]
    climates: frozenset[str]
    abilities: dict[str, Any]

    @property
    def kind(self) -> str:
        return self.card["kind"]

    def field(self, name: str) -> Any:
        if name in ("terrains", "climates"):
            return getattr(self, name)
        return self.card.get(name)


def printed(card: Card) -> Traits:
    """The card as it is in a hand. P5: "HOME has every terrain and every climate"."""
    if card["kind"] == "home":
        return Traits(card, TERRAINS, frozenset(CLIMATES), {})
    terrains, climates = frozenset(card.get("terrains", [])), frozenset(card.get("climates", []))
    return Traits(card, terrains, climates, card.get("abilities", {}))


def in_force(table: Table, space: Space) -> Traits:
    """P2: "The upper species gives the space its terrain, climate, food-chain number, diet and scale."

    P31: a face-down card has the original's attributes "as printed, without its keywords".
    """
    if space.seed_of is not None:
        original = printed(table.cards[space.seed_of.card])
        return Traits(original.card, original.terrains, original.climates, {})
    plain = printed(table.cards[space.upper.card])
    terrains, climates = plain.terrains, plain.climates
    for _, effect in table.effects_on(space):
        terrains = _changed(terrains, effect, "terrains")
        climates = _changed(climates, effect, "climates")
        if effect["do"] == "shift-climate":
            climates = frozenset(_shifted(climate, effect["by"]) for climate in climates)
    return Traits(plain.card, terrains, climates, plain.abilities)


def _changed(now: frozenset[str], effect: dict, what: str) -> frozenset[str]:
    """P30: "set, add or remove terrain; set, add, remove ... climate"."""
    if effect["do"] == f"set-{what}":
        return frozenset(effect["to"])
    if effect["do"] == f"add-{what}":
        return now | frozenset(effect["to"])
    if effect["do"] == f"remove-{what}":
        return now - frozenset(effect["to"])
    return now


def _shifted(climate: str, by: int) -> str:
    """P30: "Climate shifts stop at the ends" of cold, cool, warm, hot."""
    return CLIMATES[min(max(CLIMATES.index(climate) + by, 0), len(CLIMATES) - 1)]


def meets(criterion: Any, traits: Traits, carrier: Traits | None) -> bool:
    """Whether a card meets a criterion. `carrier`: the card that carries it, None for an event.

    record-format: "an object whose parts must all hold; a list means any of these", "HOME and habitats can
    only meet a criterion of terrains and climates", "`{}` holds for every species".
    """
    if isinstance(criterion, list):
        return any(meets(one, traits, carrier) for one in criterion)
    if traits.kind != "species" and (not criterion or not set(criterion) <= {"terrains", "climates"}):
        return False
    return all(_part_holds(name, wanted, traits, carrier) for name, wanted in criterion.items())


def _part_holds(name: str, wanted: Any, traits: Traits, carrier: Traits | None) -> bool:
    if name == "same":
        return carrier is not None and all(
            bool(traits.field(one)) and traits.field(one) == carrier.field(one) for one in wanted
        )
    if name == "scale" and isinstance(wanted, dict):
        return wanted.get("min", 1) <= traits.field("scale") <= wanted.get("max", 9)
    wanted = wanted if isinstance(wanted, list) else [wanted]
    if name in ("tags", "terrains", "climates"):
        return any(value in (traits.field(name) or ()) for value in wanted)
    return traits.field(name) in wanted
