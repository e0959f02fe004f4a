"""Cards that would repair a deck's weaknesses, each with its reason."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.decks.insight import needs
from cards.decks.insight.needs import terrain_names
from cards.decks.insight.reading import START, Means, Reading, means_among
from cards.decks.models.contents import CardObject, Contents, Definitions
from cards.models import Card
from cards.search.services.search import CardSearch
from cards.texts import local_name, sorted_as
from cards.words import LIVED_IN, all_of, any_of
from engine.phylo.cards import Card as EngineCard
from engine.phylo.criteria import TERRAINS as ENGINE_TERRAINS

MOST = 8
SEARCHED = 6
"""The most weaknesses for which candidates are searched."""
LOOKED_AT = 40
"""Candidates per search."""
THIN_BASE = 0.4
"""Least share of number 1 among the species; below it a deck has too little to live on."""
THIN_TERRAIN = 2
"""Where this many cards eat in a terrain, at least as many kinds of number 1 should live there."""

WEIGHTS = {"orphan": 1000, "stranded": 500, "single": 100, "number": 10, "terrain": 5, "size": 1}
"""What a repair is worth, by the code of the weakness; also the order of importance."""


@dataclass(frozen=True, slots=True)
class Weakness:
    """
    `code` says what it is about: `orphan` and `stranded`: the card `key`; `single`: the card `key`, which has
    only `prop` to live on; `number`: a `number` that is rare; `terrain`: one with few plants; `size`: an
    incomplete deck. `search` finds candidates.
    """

    code: str
    search: str
    key: str = ""
    prop: str = ""
    number: int = 0
    terrain: str = ""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A card to add: `code` is the worst weakness that it repairs, `helps` the cards that it helps."""

    key: str
    name: str
    code: str
    text: str
    helps: tuple[str, ...]


def suggestions(contents: Contents, cards: Definitions) -> list[Suggestion]:
    """
    Cards from the whole database that would repair the deck. Candidates are searched for by weakness, so that
    the rules need not check every card.
    """
    candidates: dict[str, Card] = {}
    searches = list(dict.fromkeys(weakness.search for weakness in weaknesses(contents, cards)))
    for text in searches[:SEARCHED]:
        if text:
            found = CardSearch(f"{text} sort:points", rules=contents.rules).slice_after(size=LOOKED_AT)
            candidates |= {card.key: card for card in found.cards}
    return suggest(contents, cards, [(key, card.as_record()) for key, card in sorted(candidates.items())])


def weaknesses(contents: Contents, cards: Definitions) -> list[Weakness]:
    """The worst first, each with a search for candidates."""
    return list(_weak(Reading.of(contents, cards)))


def suggest(
    contents: Contents, cards: Definitions, candidates: Iterable[tuple[str, CardObject]]
) -> list[Suggestion]:
    """
    The best of the candidates, at most `MOST`: those that can come to lie in this deck and repair something.

    The order of the candidates does not matter.
    """
    reading = Reading.of(contents, cards)
    weak = list(_weak(reading))
    repairs: dict[str, list[Weakness]] = {}
    found: dict[str, EngineCard] = {}
    for key, definition in candidates:
        if key in contents.cards or key in found or definition["kind"] not in ("species", "habitat"):
            continue
        card = EngineCard.parse(key, definition)
        repaired = _repaired(reading, card, weak)
        if repaired:
            found[key], repairs[key] = card, repaired
    chosen: list[Suggestion] = []
    times = dict.fromkeys(weak, 0)
    rest = sorted(found, key=lambda key: (-_company(reading, found[key]), -found[key].points, key))
    while rest and len(chosen) < MOST:
        best = max(rest, key=lambda key: _rank(repairs[key], times))
        rest.remove(best)
        chosen.append(_suggestion(reading, found[best], repairs[best], times))
        for each in repairs[best]:
            times[each] += 1
    return chosen


def _rank(repaired: Iterable[Weakness], times: Mapping[Weakness, int]) -> tuple[float, ...]:
    """Weaknesses that nothing repairs yet come first, the worst leading; then the total worth."""
    first = Counter(each.code for each in repaired if not times[each])
    return *(first[code] for code in WEIGHTS), sum(_worth(each, times) for each in repaired)


def _worth(weakness: Weakness, times: Mapping[Weakness, int]) -> float:
    """Worth less, the more chosen cards already repair the weakness."""
    return WEIGHTS[weakness.code] / (1 + times[weakness]) ** 2


def _weak(reading: Reading) -> Iterator[Weakness]:
    for key in reading.orphans:
        yield Weakness("orphan", _repair_search(reading, key), key)
    for key in reading.stranded:
        yield Weakness("stranded", _repair_search(reading, key), key)
    for key in sorted(reading.reachable - {START}):
        for prop in sorted(reading.reachable - {START, key}):
            if not reading.means[key].suffice(reading.reachable - {prop}):
                yield Weakness("single", _repair_search(reading, key), key, prop)
    yield from _thin(reading)
    if reading.contents.size < reading.rules.deck_size:
        yield Weakness("size", needs.settlers(reading))


def _repair_search(reading: Reading, key: str) -> str:
    card, means = reading.cards[key], reading.means[key]
    if card.abilities.parasitic is not None and card.abilities.parasitic.needs_host:
        return needs.hosts(reading, key)
    if means.partners is not None and not means.partners & reading.reachable:
        return needs.partners(reading, key)
    if card.kind == "species" and card.food_chain > 1:
        return needs.food_of(reading, key, rooted=True)
    return needs.ground(reading, card)


def _thin(reading: Reading) -> Iterator[Weakness]:
    """Numbers and terrains with too little food."""
    species = {key: reading.cards[key] for key in reading.of_kind("species")}
    if not species:
        return
    counts = dict.fromkeys(range(1, 10), 0)
    for key, card in species.items():
        counts[card.food_chain] += reading.contents.cards[key]
    if counts[1] < THIN_BASE * reading.copies(species):
        yield Weakness("number", needs.eaters(reading, 1), number=1)
    for number in range(2, 9):
        if counts[number] < counts[number + 1]:
            yield Weakness("number", needs.eaters(reading, number), number=number)
    for terrain in ENGINE_TERRAINS:
        there = [key for key, card in species.items() if terrain in terrain_names(card)]
        base = [key for key in there if species[key].food_chain == 1]
        eating = [key for key in there if species[key].food_chain > 1]
        if reading.copies(eating) >= THIN_TERRAIN > len(base):
            yield Weakness("terrain", needs.base(terrain), terrain=terrain)


def _repaired(reading: Reading, card: EngineCard, weak: Iterable[Weakness]) -> list[Weakness]:
    """What a candidate repairs: nothing if it could not come to lie itself."""
    own = reading.means_of(card)
    if (card.kind == "habitat" and not reading.rules.habitats) or not own.suffice(reading.reachable):
        return []
    return [each for each in weak if _repairs(reading, card, own, each)]


def _repairs(reading: Reading, card: EngineCard, own: Means, weakness: Weakness) -> bool:
    match weakness.code:
        case "number":
            return card.food_chain == weakness.number
        case "terrain":
            return card.food_chain == 1 and weakness.terrain in terrain_names(card)
        case "size":
            return card.kind == "species"
    left = reading.reachable - {weakness.prop}
    helped = _with(reading, weakness.key, card)
    return own.suffice(left) and helped.suffice({*left, card.key})


def _with(reading: Reading, key: str, card: EngineCard) -> Means:
    """What a card of the deck could live on if another card joined."""
    means = reading.means[key]
    more = means_among(reading.cards[key], [(card.key, card)], reading.rules.key)
    partners = None if means.partners is None else means.partners | (more.partners or frozenset())
    return Means(means.support | more.support, partners, means.hosts | more.hosts)


def _company(reading: Reading, card: EngineCard) -> int:
    """How many kinds in the deck it lives on or feeds."""
    eaters = sum(card.key in _with(reading, key, card).support for key in reading.means)
    return eaters + len(reading.means_of(card).support - {START})


def _suggestion(
    reading: Reading, card: EngineCard, repaired: list[Weakness], times: Mapping[Weakness, int]
) -> Suggestion:
    """The reason is the worst weakness that no earlier choice repairs, else the one worth most."""
    code = max(repaired, key=lambda each: (not times[each], _worth(each, times))).code
    reasons = [each for each in repaired if each.code == code]
    helps = tuple(each.key for each in reasons if each.key)
    return Suggestion(card.key, local_name(card.name), code, _reason(reading, card, code, reasons), helps)


def _reason(reading: Reading, card: EngineCard, code: str, reasons: list[Weakness]) -> str:
    names = [reading.name(each.key) for each in reasons if each.key]
    words: dict[str, object] = {"card": local_name(card.name), "others": all_of(names)}
    match code:
        case "orphan" | "stranded":
            text = ngettext(
                "%(card)s lets %(others)s live, which has nothing to live on so far.",
                "%(card)s lets %(others)s live, which have nothing to live on so far.",
                len(names),
            )
        case "single":
            words["prop"] = any_of(sorted({reading.name(each.prop) for each in reasons}, key=sorted_as))
            text = ngettext(
                "%(others)s can live on %(card)s too, and not on %(prop)s alone.",
                "%(others)s can live on %(card)s too, and not on %(prop)s alone.",
                len(names),
            )
        case "number":
            words["number"] = card.food_chain
            text = _("%(card)s has number %(number)s, of which the deck has few.")
        case "terrain":
            words["terrain"] = any_of([str(LIVED_IN[each.terrain]) for each in reasons])
            text = _("%(card)s has number 1 and lives in %(terrain)s, where the deck has little to eat.")
        case _:
            return _settled(reading, card)
    return text % words


def _settled(reading: Reading, card: EngineCard) -> str:
    means = reading.means_of(card)
    if means.suffice({START}):
        return _("%(card)s can begin beside %(starter)s.") % {
            "card": local_name(card.name),
            "starter": reading.starter.name,
        }
    living = sorted(
        reading.name(key) for key in ((means.support | means.hosts) & reading.reachable) - {START}
    )
    return _("%(card)s can live on %(others)s.") % {"card": local_name(card.name), "others": any_of(living)}
