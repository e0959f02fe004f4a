"""What a species eats, in words. The engine is asked about every number and scale; no rule is known here."""

from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import gettext as _

from cards.words import any_of, set_apart
from engine.phylo.cards import Abilities, Card
from engine.phylo.support import food_lack

NINE = range(1, 10)
# Kingdom and diet of cards with number 1.
PLANT = ("Plantae", "molecular-carbon")
GREEN = ("Chromista", "photosynthetic")
OTHER = ("Fungi", "molecular-carbon")


@dataclass(frozen=True, slots=True)
class Food:
    """
    What feeds a species under one rule set.

    `first`: which cards with number 1 do: "any", "green" (photosynthetic), "plants" (kingdom Plantae) or "".
    `prey`: pairs of a number from 2 and the largest scale that is food, 9 for any.
    """

    first: str
    prey: tuple[tuple[int, int], ...]


@lru_cache(maxsize=2048)
def food_for(diet: str, number: int, scale: int, any_scale: bool, rules: str) -> Food:
    """Ignores what its own criteria narrow or widen (P27)."""
    eater = _species(number, scale, diet, abilities=Abilities(any_scale=any_scale))

    def fed(food: Card) -> bool:
        return food_lack(eater, food, rules) is None

    first = ""
    for word, (kingdom, food_diet) in (("plants", PLANT), ("green", GREEN), ("any", OTHER)):
        if fed(_species(1, 9, food_diet, kingdom=kingdom)):
            first = word
    prey = []
    for each in NINE[1:]:
        scales = [size for size in NINE if fed(_species(each, size, "herbivore"))]
        if scales:
            prey.append((each, max(scales)))
    return Food(first, tuple(prey))


@lru_cache(maxsize=256)
def hunters(number: int, scale: int, rules: str) -> tuple[int, ...]:
    """The scales of the carnivores that may eat such a card; empty if none eats that number."""
    prey = _species(number, scale, "herbivore")
    return tuple(
        size
        for size in NINE
        if any(
            food_lack(_species(above, size, "carnivore"), prey, rules) is None
            for above in (number, number + 1)
            if above <= NINE[-1]
        )
    )


def _species(
    number: int,
    scale: int,
    diet: str,
    *,
    kingdom: str = "Animalia",
    abilities: Abilities | None = None,
) -> Card:
    return Card(
        key="", kind="species", name="", scale=scale, food_chain=number, diet=diet, kingdom=kingdom,
        terrains=1, climates=1, abilities=abilities or Abilities(),
    )  # fmt: skip


def food_words(found: Food) -> str:
    foods = []
    if found.first:
        foods.append(
            {
                "any": _("cards with number 1, however large"),
                "green": _("cards with number 1 that live by light, however large"),
                "plants": _("plants with number 1 (kingdom Plantae), however large"),
            }[found.first]
        )
    for largest in sorted({largest for _number, largest in found.prey}):
        numbers = any_of([str(number) for number, limit in found.prey if limit == largest])
        words = {"numbers": numbers, "scale": largest}
        if largest == NINE[-1]:
            foods.append(_("cards with number %(numbers)s, however large") % words)
        elif largest == 1:
            foods.append(_("cards with number %(numbers)s and scale 1") % words)
        else:
            smaller = _("cards with number %(numbers)s that are smaller than it: scale 1 to %(scale)s")
            foods.append(smaller % words)
    if not foods:
        return _("By these rules nothing is food for it.")
    if len(foods) == 1:
        return _("It eats %(food)s.") % {"food": foods[0]}
    return _("It eats %(first)s; and %(second)s.") % {"first": set_apart(foods[:-1]), "second": foods[-1]}


def hunter_words(number: int, scale: int, rules: str) -> str:
    """What may hunt it, by scale."""
    if number == 1:
        return _("Those who eat cards with number 1 do not mind how large they are.")
    found = hunters(number, scale, rules)
    if not found:
        return _("No hunter is larger.")
    if len(found) == len(NINE):
        return _("Hunters of any scale may take it.")
    if len(found) < 3:
        sizes = any_of([str(size) for size in found])
    else:
        sizes = _("%(low)s to %(high)s") % {"low": found[0], "high": found[-1]}
    return _("Who hunts it must be larger: scale %(scales)s.") % {"scales": sizes}
