"""Searches (docs/search.md) that find what a deck lacks."""

from types import SimpleNamespace

import engine
from cards.decks.insight.reading import START, Reading
from cards.decks.insight.wording import climate_names, terrain_names, version
from cards.explained import as_search

MOST_NAMED = 8
"""Cards in a relation: the query language takes ten in a search, and one is needed besides."""


def food_of(reading: Reading, key: str, *, rooted: bool = False) -> str:
    """The cards that would be food for one; with `rooted` only those that could live in the deck so far."""
    found = f"eatenby:{key}"
    return _ruled(reading, f"{found} {_settlers(reading)}" if rooted else found)


def settlers(reading: Reading) -> str:
    """Species that find food in the deck, or need none."""
    return _ruled(reading, f"kind:species {_settlers(reading)}")


def eaters(reading: Reading, number: int) -> str:
    """Species of a number that find food in the deck."""
    terms = f"kind:species food:{number}"
    fed = _feeding(reading)
    if number == 1 or not fed:
        return terms
    return _ruled(reading, f"{terms} eats:{fed}")


def base(terrain: str = "") -> str:
    """Species with number 1, of a terrain."""
    return f"kind:species food:1 terrain:{terrain}" if terrain else "kind:species food:1"


def ground(reading: Reading, card: engine.Card) -> str:
    """What shares terrain and climate with a card that needs no food: habitats where there are any."""
    kind = "habitat" if reading.rules.habitats else "species"
    return f"kind:{kind} {_place(card)}"


def hosts(reading: Reading, key: str) -> str:
    """Species under which a parasite could live."""
    host = reading.definitions[key]["abilities"]["parasitic"].get("host") or {}
    return f"{_criterion(reading, key, host)} {_place(reading.cards[key])}"


def partners(reading: Reading, key: str) -> str:
    """Species that a card must be beside."""
    return _criterion(reading, key, reading.definitions[key]["abilities"]["beside"])


def targets(reading: Reading, key: str) -> str:
    """Species on which an event can be played; an event carries nothing to be compared with."""
    return as_search(reading.definitions[key].get("target") or {})


def like(key: str) -> str:
    """A search for the words of a key that no card has."""
    words = " ".join("".join(each if each.isalnum() else " " for each in key).split())
    return f'"{words}"' if words else ""


def _criterion(reading: Reading, key: str, criterion: object) -> str:
    card = reading.definitions[key]
    return as_search(criterion, SimpleNamespace(**card, class_name=card.get("class", "")))


def _settlers(reading: Reading) -> str:
    fed = _feeding(reading)
    return f"(food:1 or eats:{fed})" if fed else "food:1"


def _feeding(reading: Reading) -> str:
    """Cards of the deck that can come to lie, chosen so that they feed in as many places as can be."""
    rest = {key: _niches(reading.cards[key]) for key in sorted(reading.reached - {START})}
    rest = {key: niches for key, niches in rest.items() if niches}
    chosen: list[str] = []
    while rest and len(chosen) < MOST_NAMED:
        best = max(rest, key=lambda key: len(rest[key]))
        fed = rest.pop(best)
        chosen.append(best)
        rest = {key: left for key, niches in rest.items() if (left := niches - fed)}
    return ",".join(sorted(chosen))


def _niches(card: engine.Card) -> set[tuple[int, str, str]]:
    """Number, terrain and climate in which a species is food."""
    if card.kind != "species":
        return set()
    places = [(terrain, climate) for terrain in terrain_names(card) for climate in climate_names(card)]
    return {(card.food_chain, terrain, climate) for terrain, climate in places}


def _place(card: engine.Card) -> str:
    return f"terrain:{','.join(terrain_names(card))} climate:{','.join(climate_names(card))}"


def _ruled(reading: Reading, text: str) -> str:
    """Relations are those of the deck's rules wherever the text is searched."""
    return text if reading.rules is engine.V1_4A else f"{text} rules:{version(reading.rules.key)}"
