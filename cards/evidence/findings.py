"""What the rules say of a species by the evidence: which values follow, and which it speaks against."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from cards.evidence import rules
from cards.evidence.kin import CLIMATES_OF, TERRAINS_OF, groups_of
from cards.evidence.models import Measurement
from cards.evidence.traits import FOODS
from cards.models import Card, Climate, Diet, Terrain
from cards.models.value_source import How, ValueSource
from cards.words import any_of

PREFERRED = (
    "elton-traits", "pantheria", "avonet", "amniote-life-histories", "amphibio", "anage", "animaltraits",
    "mammaldiet",
)  # fmt: skip
"""Data sets in the order in which they are asked; others follow by name."""


@dataclass(frozen=True, slots=True)
class Finding:
    """
    What a rule says of a value. `fitting` are the values that fit; `source` that of a value that does.
    `instead`: what to tell beside a printed value; None for all that fit.
    """

    column: str
    fitting: tuple[object, ...]
    fits: bool
    source: ValueSource
    instead: tuple[object, ...] | None = None

    @property
    def fitting_words(self) -> str:
        return any_of([str(each) for each in self.fitting])


class Evidence:
    """The measurements of one species."""

    def __init__(self, measurements: Iterable[Measurement]) -> None:
        rows = sorted(measurements, key=lambda each: (_place(each.data_set_id), each.data_set_id, each.word))
        self._by_trait: dict[str, list[Measurement]] = {}
        for row in rows:
            self._by_trait.setdefault(row.trait, []).append(row)

    def number(self, trait: str) -> tuple[float, str] | None:
        """The number of the preferred data set, and its key."""
        found = next((row for row in self._by_trait.get(trait, []) if row.number is not None), None)
        return None if found is None or found.number is None else (found.number, found.data_set_id)

    def words(self, trait: str) -> dict[str, str]:
        """Maps words to the data set that says so."""
        return {row.word: row.data_set_id for row in reversed(self._by_trait.get(trait, [])) if row.word}

    def word(self, trait: str) -> tuple[str, str] | None:
        """The word of the preferred data set, and its key."""
        found = next((row for row in self._by_trait.get(trait, []) if row.word), None)
        return None if found is None else (found.word, found.data_set_id)

    def is_by(self, data_set: str) -> bool:
        """Whether the data set says anything of the species."""
        return any(row.data_set_id == data_set for rows in self._by_trait.values() for row in rows)

    def shares(self) -> tuple[dict[str, float], str] | None:
        """The diet by foods, in per cent, and the data set; None unless one gives all of it."""
        given = {trait: self.number(trait) for trait in FOODS}
        known = {trait: each for trait, each in given.items() if each is not None}
        sets = {data_set for _number, data_set in known.values()}
        if len(sets) != 1 or abs(sum(number for number, _set in known.values()) - 100) > 1:
            return None
        return {FOODS[trait]: number for trait, (number, _set) in known.items()}, sets.pop()


def _place(data_set: str) -> int:
    return PREFERRED.index(data_set) if data_set in PREFERRED else len(PREFERRED)


def findings(card: Card, evidence: Evidence) -> dict[str, Finding]:
    """By column; only of columns about which a rule says something."""
    found = [
        _scale(card, evidence),
        _diet(card, evidence),
        _climates(card, evidence),
        _terrains(card, evidence),
    ]
    found.append(_number(card, evidence))
    return {each.column: each for each in found if each is not None}


def grams(mass: float) -> str:
    """A mass in words, with three digits."""
    unit, divisor = ("t", 1e6) if mass >= 1e6 else ("kg", 1e3) if mass >= 1e3 else ("g", 1.0)
    return f"{float(f'{mass / divisor:.3g}'):g} {unit}"


def _finding(
    column: str, value: object, fitting: Iterable[object], rule: str, data_set: str = "", said: str = ""
) -> Finding:
    choices = tuple(fitting)
    source = ValueSource(How.DERIVED, data_set=data_set, value=said, rule=rule)
    return Finding(column, choices, value in choices, source)


def _scale(card: Card, evidence: Evidence) -> Finding | None:
    mass = evidence.number("mass_g")
    if card.phylum == "Chordata" or (card.kingdom == "Animalia" and mass and mass[0] >= rules.LIGHTEST):
        if mass is None:
            return None
        return _finding("scale", card.scale, rules.scales_of(mass[0]), "mass", mass[1], grams(mass[0]))
    if card.class_name == "Insecta":
        return _finding("scale", card.scale, [rules.INSECTS], "insect")
    if card.kingdom == "Bacteria" or card.class_name in rules.SINGLE_CELLS:
        return _finding("scale", card.scale, [2, 3], "cells")
    if card.phylum in rules.MOSSES:
        return _finding("scale", card.scale, [5], "moss")
    return _scale_of_plant(card, evidence)


def _scale_of_plant(card: Card, evidence: Evidence) -> Finding | None:
    """Only of plants about whose height the growth form says enough."""
    forms = evidence.words("growth_form")
    if "free-standing" not in forms or card.scale is None:
        return None
    if card.class_name in rules.TREES and not card.latin_name.startswith(rules.SHRUBBY):
        return _finding("scale", card.scale, [8, 9], "conifer", forms["free-standing"])
    if "herb" in forms and card.scale <= max(rules.HERBS):
        return _finding("scale", card.scale, rules.HERBS, "herb", forms["herb"], "herb")
    return None


def _diet(card: Card, evidence: Evidence) -> Finding | None:
    if card.kingdom == "Animalia":
        shares, level = evidence.shares(), evidence.word("trophic_level")
        if shares is not None:
            plants = rules.share_of(rules.PLANTS, shares[0])
            of_shares, levels = rules.diet_of(plants), evidence.words("trophic_level")
            if card.diet != of_shares and card.diet in levels:
                fitting = [of_shares, Diet(card.diet)]
                return _finding("diet", card.diet, fitting, "level", levels[card.diet], card.diet)
            said = _("%(share)d %% plants") % {"share": plants}
            return _finding("diet", card.diet, [of_shares], "diet", shares[1], said)
        if level is not None and level[0] in Diet.values:
            return _finding("diet", card.diet, [Diet(level[0])], "level", level[1], level[0])
        return None
    rule, fitting, data_set = _producer(card, evidence)
    return _finding("diet", card.diet, fitting, rule, data_set) if rule else None


def _producer(card: Card, evidence: Evidence) -> tuple[str, list[Diet], str]:
    """The rule for what is no animal, the diets that fit and the data set; without a rule: empty."""
    forms = evidence.words("growth_form")
    others = sorted(rules.LIVES_ON_OTHERS & forms.keys())
    if card.kingdom == "Plantae" and others:
        return "light", [Diet.PHOTOSYNTHETIC, Diet.MOLECULAR_CARBON], forms[others[0]]
    green = card.phylum in rules.GREEN_PHYLA or card.class_name in rules.GREEN_CLASSES
    if green or card.kingdom == "Plantae":
        return "light", [Diet.PHOTOSYNTHETIC], ""
    if card.kingdom == "Fungi" and card.class_name not in rules.RUSTS:
        return "fungus", [Diet.MOLECULAR_CARBON], ""
    return "", [], ""


def _number(card: Card, evidence: Evidence) -> Finding | None:
    if card.kingdom != "Animalia":
        rule, _fitting, data_set = _producer(card, evidence)
        return _finding("food_chain", card.food_chain, [1], rule, data_set) if rule else None
    diet = _diet(card, evidence)
    if diet is None:
        return None
    shares = evidence.shares()
    vertebrates = rules.share_of(rules.VERTEBRATES, shares[0]) if shares else 0.0
    kind = Diet(str(card.diet if diet.fits else diet.fitting[0]))
    said = _("%(share)d %% vertebrates") % {"share": vertebrates} if card.food_chain == 4 and shares else kind
    numbers = rules.numbers_of(kind, vertebrates)
    return _finding("food_chain", card.food_chain, numbers, "number", diet.source.data_set, str(said))


def _climates(card: Card, evidence: Evidence) -> Finding | None:
    """By temperature and latitude; where neither is known, by a zone that is named, and else by kin."""
    mean, between = evidence.number("temperature_c"), _latitudes(evidence)
    at_sea = Terrain.OCEAN in card.terrains
    if mean is not None and not at_sea:
        of_mean = rules.climate_of(mean[0])
        beside = rules.beside(of_mean)
        source = ValueSource(How.DERIVED, data_set=mean[1], value=f"{mean[0]:g} °C", rule="temperature")
        possible = beside
        if between is not None and not set(card.climates) <= set(beside):
            possible = [each for each in rules.WARM_FROM if each in beside or each in between[0]]
            if set(card.climates) <= set(possible):
                source = between[1]
        fits = set(card.climates) <= set(possible) and of_mean in card.climates
        # Beside a printed climate, its neighbours are no news.
        instead = () if of_mean in card.climates else (of_mean,)
        return Finding("climates", tuple(beside if not fits else possible), fits, source, instead)
    if between is not None and set(card.climates) <= set(between[0]):
        return Finding("climates", tuple(between[0]), True, between[1])
    for zone, data_set in evidence.words("climate").items():
        if zone in rules.BIOMES:
            source = ValueSource(How.DERIVED, data_set=data_set, value=zone, rule="biome")
            return _found_climates(card, rules.BIOMES[zone][1], source)
    for group in groups_of(card):
        if group in CLIMATES_OF:
            source = ValueSource(How.DERIVED, value=group, rule="kin")
            return _found_climates(card, CLIMATES_OF[group], source)
    return None


def _found_climates(card: Card, possible: Sequence[Climate], source: ValueSource) -> Finding:
    return Finding("climates", tuple(possible), set(card.climates) <= set(possible), source)


def _latitudes(evidence: Evidence) -> tuple[list[Climate], ValueSource] | None:
    """The climates between the ends of the range, and the source of that."""
    south, north = evidence.number("latitude_south"), evidence.number("latitude_north")
    if south is None or north is None or south[1] != north[1] or south[0] > north[0]:
        return None
    value = f"{_latitude(south[0])} – {_latitude(north[0])}"
    source = ValueSource(How.DERIVED, data_set=south[1], value=value, rule="latitude")
    return rules.climates_between(south[0], north[0]), source


def _latitude(degrees: float) -> str:
    return f"{abs(degrees):.0f}° {'N' if degrees >= 0 else 'S'}"


def _terrains(card: Card, evidence: Evidence) -> Finding | None:
    """By habitats that data sets name, by the terrain of its group, or where neither says all, by both."""
    said = {
        word: data_set
        for word, data_set in evidence.words("habitat").items()
        if word in rules.HABITATS
        and (word not in rules.LAYERS or not set(card.terrains).isdisjoint(rules.HABITATS[word]))
    }
    named = {terrain for word in said for terrain in rules.HABITATS[word]}
    lived, of_group = set(card.terrains), _of_group(card, evidence)
    if of_group is not None and not lived <= named:
        terrain, source = of_group
        if named and lived != {terrain}:
            said[source.value] = source.data_set
            source = _of_habitats(said)
        named.add(terrain)
    elif named:
        source = _of_habitats(said)
    else:
        return None
    return Finding("terrains", tuple(sorted(named)), lived <= named, source)


def _of_habitats(said: Mapping[str, str]) -> ValueSource:
    """`said` maps habitats to the data sets that name them."""
    by = min(filter(None, said.values()), key=_place)
    return ValueSource(How.DERIVED, data_set=by, value=", ".join(sorted(said)), rule="habitat")


def _of_group(card: Card, evidence: Evidence) -> tuple[Terrain, ValueSource] | None:
    """The terrain of a group of the species, or that of a data set about one terrain."""
    for group in groups_of(card):
        if group in TERRAINS_OF:
            return TERRAINS_OF[group], ValueSource(How.DERIVED, value=group, rule="kin")
    forms = evidence.words("growth_form")
    if rules.AQUATIC in forms:
        source = ValueSource(How.DERIVED, data_set=forms[rules.AQUATIC], value=rules.AQUATIC, rule="fresh")
        return Terrain.FRESHWATER, source
    if evidence.is_by(rules.FRESHWATER_FISHES):
        return Terrain.FRESHWATER, ValueSource(
            How.DERIVED, data_set=rules.FRESHWATER_FISHES, value="freshwater fish", rule="fresh"
        )
    return None
