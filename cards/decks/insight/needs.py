"""What the cards of a deck lack, in words, and searches (docs/search.md) for cards that would help."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from types import SimpleNamespace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.decks.insight.reading import START, Reading
from cards.glossary import as_search
from cards.glossary.food import food_for
from cards.models.card import is_own
from cards.texts import local_name, sorted_as
from cards.words import CLIMATES, LIVED_IN, any_of, criterion_words, rules_name
from engine.phylo.cards import Card
from engine.phylo.criteria import CLIMATES as ENGINE_CLIMATES
from engine.phylo.criteria import TERRAINS as ENGINE_TERRAINS
from engine.phylo.rules import V1_4A
from engine.phylo.support import neighbour_lack

MOST_NAMED = 8
"""Cards in a relation: the query language allows ten per search, and one more is needed."""


@dataclass(frozen=True, slots=True)
class UnmetNeed:
    """
    `code`: `no-food`, `too-big`, `no-terrain`, `no-climate`, `no-place` (nothing shares both), `never-fed`
    (no card could feed it under these rules), `no-partner` (P27), `no-host` (P24) or `no-ground` (P16).
    """

    code: str
    text: str
    search: str


def unmet_need(reading: Reading, key: str) -> UnmetNeed:
    """What the orphan with that key lacks."""
    card, means = reading.cards[key], reading.means[key]
    parasitic = card.abilities.parasitic
    if parasitic is not None and parasitic.needs_host:
        text = _("%(card)s has no host: no card that it can live under shares its terrain and its climate.")
        return UnmetNeed("no-host", text % {"card": local_name(card.name)}, hosts(reading, key))
    if means.support:
        wanted = criterion_words(reading.definitions[key]["abilities"]["beside"])
        text = _("%(card)s has no company: it must lie beside %(wanted)s, and the deck has none.")
        return UnmetNeed(
            "no-partner", text % {"card": local_name(card.name), "wanted": wanted}, partners(reading, key)
        )
    if card.kind == "habitat" or card.food_chain == 1:
        text = _(
            "%(card)s has no place: nothing that it could lie beside shares its terrain and its climate."
        )
        return UnmetNeed("no-ground", text % {"card": local_name(card.name)}, ground(reading, card))
    return _unfed(reading, key)


def stranded_words(reading: Reading, key: str) -> str:
    """For a card that could live in the deck, but needs cards that cannot be laid themselves."""
    means = reading.means[key]
    needed = (means.support | means.hosts | (means.partners or frozenset())) - reading.reachable
    text = ngettext(
        "%(card)s needs %(others)s, which finds nothing to live on itself.",
        "%(card)s needs %(others)s, which find nothing to live on themselves.",
        len(needed),
    )
    others = sorted(map(reading.name, needed), key=sorted_as)
    return text % {"card": reading.name(key), "others": any_of(others)}


def _unfed(reading: Reading, key: str) -> UnmetNeed:
    card = reading.cards[key]
    code, template = _reason(reading, card)
    scales = [
        each.scale for each in reading.cards.values() if _lack(reading, card, _moved(each, card)) == "too-big"
    ]
    words = {
        "card": local_name(card.name),
        "nothing": _nothing(card, reading.rules.key),
        "terrains": terrains_of(card),
        "climates": climates_of(card),
        "scale": card.scale,
        "smallest": min(scales, default=0),
        "rules": rules_name(reading.rules.key),
    }
    return UnmetNeed(code, template % words, "" if code == "never-fed" else food_of(reading, key))


def _reason(reading: Reading, card: Card) -> tuple[str, str]:
    """The code, and a template of the sentence."""
    found = food_for(card.diet, card.food_chain, card.scale, card.abilities.any_scale, reading.rules.key)
    if not found.first and not found.prey and card.abilities.feeds_also is None:
        return "never-fed", _("%(card)s can never eat: under rules %(rules)s no card is food for it.")
    others = [each for each in reading.lying.values() if each.key != card.key]

    def feeding(place: Callable[[Card], Card]) -> list[Card]:
        return [each for each in others if _lack(reading, card, place(each)) is None]

    if not feeding(lambda each: _moved(each, card)):
        if any(_lack(reading, card, _moved(each, card)) == "too-big" for each in others):
            return "too-big", _(
                "%(card)s (scale %(scale)s) has no food: all that it could hunt is too big, "
                "scale %(smallest)s or more."
            )
        return "no-food", _("%(card)s has no food: %(nothing)s is in the deck.")
    if not feeding(lambda each: replace(each, climates=card.climates)):
        return "no-terrain", _("%(card)s has no food: %(nothing)s lives in %(terrains)s.")
    if not feeding(lambda each: replace(each, terrains=card.terrains)):
        return "no-climate", _("%(card)s has no food: %(nothing)s lives where it is %(climates)s.")
    return "no-place", _("%(card)s has no food: %(nothing)s lives in %(terrains)s where it is %(climates)s.")


def _lack(reading: Reading, card: Card, other: Card) -> str | None:
    lack = neighbour_lack(card, other, reading.rules.key)
    return None if lack == "not-adjacent" else lack


def _moved(other: Card, card: Card) -> Card:
    """The other card, moved to the card's terrains and climates."""
    return replace(other, terrains=card.terrains, climates=card.climates)


def _nothing(card: Card, rules: str) -> str:
    """Its missing food in words."""
    if card.abilities.feeds_only is not None:
        return _("nothing on its menu")
    found = food_for(card.diet, card.food_chain, card.scale, card.abilities.any_scale, rules)
    numbers = [1] * (found.first == "any") + [number for number, _limit in found.prey]
    words = {"numbers": any_of([str(number) for number in numbers])}
    if found.first in ("", "any"):
        return _("nothing of number %(numbers)s") % words if numbers else _("nothing on its menu")
    if not numbers:
        return _("no plant of number 1")
    return _("no plant of number 1 and nothing of number %(numbers)s") % words


def food_of(reading: Reading, key: str, *, rooted: bool = False) -> str:
    """The cards that would be food for this one; with `rooted`, only those that could already live here."""
    found = _below(reading.cards[key]) if is_own(key) else f"eatenby:{key}"
    return _ruled(reading, f"{found} {_settlers(reading)}" if rooted else found)


def _below(card: Card) -> str:
    """For a set's own card, which searches do not know: the species before it in the chain, in its places."""
    lower = f"food<{card.food_chain} " if card.food_chain > 1 else ""
    return f"kind:species {lower}{_place(card)}"


def settlers(reading: Reading) -> str:
    """Species that find food in the deck or need none."""
    return _ruled(reading, f"kind:species {_settlers(reading)}")


def eaters(reading: Reading, number: int) -> str:
    """Species with that number that find food in the deck."""
    terms = f"kind:species food:{number}"
    fed = _feeding(reading)
    if number == 1 or not fed:
        return terms
    return _ruled(reading, f"{terms} eats:{fed}")


def base(terrain: str = "") -> str:
    """Species with number 1, optionally of one terrain."""
    return f"kind:species food:1 terrain:{terrain}" if terrain else "kind:species food:1"


def ground(reading: Reading, card: Card) -> str:
    """What shares terrain and climate with a card that needs no food: habitats if the rules have any."""
    kind = "habitat" if reading.rules.habitats else "species"
    return f"kind:{kind} {_place(card)}"


def hosts(reading: Reading, key: str) -> str:
    """Species under which a parasite could live."""
    host = reading.definitions[key]["abilities"]["parasitic"].get("host") or {}
    return f"{_criterion(reading, key, host)} {_place(reading.cards[key])}"


def partners(reading: Reading, key: str) -> str:
    """Species that the card must lie beside."""
    return _criterion(reading, key, reading.definitions[key]["abilities"]["beside"])


def targets(reading: Reading, key: str) -> str:
    """Species on which an event can be played; an event has no values of its own to compare with."""
    return as_search(reading.definitions[key].get("target") or {})


def like(key: str) -> str:
    """A search for the words of an unknown key."""
    words = " ".join("".join(each if each.isalnum() else " " for each in key).split())
    return f'"{words}"' if words else ""


def _criterion(reading: Reading, key: str, criterion: object) -> str:
    card = reading.definitions[key]
    return as_search(criterion, SimpleNamespace(**card, class_name=card.get("class", "")))


def _settlers(reading: Reading) -> str:
    fed = _feeding(reading)
    return f"(food:1 or eats:{fed})" if fed else "food:1"


def _feeding(reading: Reading) -> str:
    """Cards of the deck that can come to lie, chosen to be food in as many places as possible."""
    # Searches know no set's own cards.
    known = sorted(key for key in reading.reachable - {START} if not is_own(key))
    rest = {key: _niches(reading.cards[key]) for key in known}
    rest = {key: niches for key, niches in rest.items() if niches}
    chosen: list[str] = []
    while rest and len(chosen) < MOST_NAMED:
        best = max(rest, key=lambda key: len(rest[key]))
        fed = rest.pop(best)
        chosen.append(best)
        rest = {key: left for key, niches in rest.items() if (left := niches - fed)}
    return ",".join(sorted(chosen))


def _niches(card: Card) -> set[tuple[int, str, str]]:
    """The combinations of number, terrain and climate in which a species is food."""
    if card.kind != "species":
        return set()
    places = [(terrain, climate) for terrain in terrain_names(card) for climate in climate_names(card)]
    return {(card.food_chain, terrain, climate) for terrain, climate in places}


def _place(card: Card) -> str:
    return f"terrain:{','.join(terrain_names(card))} climate:{','.join(climate_names(card))}"


def _ruled(reading: Reading, text: str) -> str:
    """Relations follow the deck's rules wherever the text is searched."""
    return text if reading.rules is V1_4A else f"{text} rules:{rules_name(reading.rules.key)}"


def terrains_of(card: Card) -> str:
    """The terrains that it lives in, in words: "forest or urban"."""
    return any_of([str(LIVED_IN[name]) for name in terrain_names(card)])


def climates_of(card: Card) -> str:
    return any_of([_(CLIMATES[name]) for name in climate_names(card)])


def terrain_names(card: Card) -> list[str]:
    return _names_in(card.terrains, ENGINE_TERRAINS)


def climate_names(card: Card) -> list[str]:
    return _names_in(card.climates, ENGINE_CLIMATES)


def _names_in(mask: int, vocabulary: Collection[str]) -> list[str]:
    return [name for bit, name in enumerate(vocabulary) if mask >> bit & 1]
