"""Values that do not go together, with reasons. The engine says what feeds what."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

import engine
from cards.editor.trial import published
from cards.glossary.food import food_for
from cards.keywords.abilities import ABILITIES
from cards.models import Diet, Kind
from cards.services.contents import Columns
from cards.words import rules_name
from engine.phylo.cards import EFFECTS, Card
from engine.phylo.criteria import CLIMATES, Criterion
from engine.phylo.rules import RULES

OddValue = tuple[str, str]
"""A column, and why its value is odd."""
EATERS = (Diet.HERBIVORE, Diet.OMNIVORE, Diet.CARNIVORE)
MOST_TERRAINS = 3


def combinations(contents: Columns) -> Iterator[OddValue]:
    if contents["kind"] == Kind.SPECIES:
        yield from _diet(contents)
        yield from _places(contents)
        yield from _abilities(contents)
    elif contents["kind"] == Kind.EVENT:
        yield from _event(contents)


def _diet(contents: Columns) -> Iterator[OddValue]:
    diet, number, scale = contents["diet"], contents["food_chain"], contents["scale"]
    abilities, kingdom = contents["abilities"], contents["kingdom"]
    if diet == Diet.PHOTOSYNTHETIC and number and number > 1:
        yield "food_chain", _("What lives by light begins the food chain: its number is 1.")
    elif diet in EATERS and number == 1:
        yield "food_chain", _("Number 1 eats no card, but a %(diet)s lives on others.") % {"diet": diet}
    elif diet in Diet.values and number in range(2, 10) and scale in range(1, 10) and _must_eat(abilities):
        yield from _hungry(diet, number, scale, bool(abilities.get("any_scale")))
    if kingdom == "Animalia" and diet == Diet.PHOTOSYNTHETIC:
        yield "diet", _("Animals do not live by light.")
    if kingdom == "Plantae" and diet in (Diet.HERBIVORE, Diet.OMNIVORE):
        yield "diet", _("Plants do not eat as a %(diet)s does.") % {"diet": diet}
    if kingdom == "Fungi" and diet == Diet.PHOTOSYNTHETIC:
        yield "diet", _("Fungi do not live by light.")


def _must_eat(abilities: Columns) -> bool:
    """Whether it can eat only what its number, diet and scale allow."""
    return "feeds_also" not in abilities and not (abilities.get("parasitic") or {}).get("needs_host")


def _hungry(diet: str, number: int, scale: int, any_scale: bool) -> Iterator[OddValue]:
    starving = [
        rules
        for rules in RULES
        if not (found := food_for(diet, number, scale, any_scale, rules)).first and not found.prey
    ]
    if not starving:
        return
    values = {"diet": diet, "number": number, "scale": scale}
    if len(starving) == len(RULES):
        yield (
            "food_chain",
            _("Nothing is food for a %(diet)s with food-chain number %(number)s and scale %(scale)s.")
            % values,
        )
        return
    values["rules"] = ", ".join(f"V{rules_name(rules)}" for rules in starving)
    yield (
        "food_chain",
        _("By %(rules)s nothing is food for a %(diet)s with number %(number)s and scale %(scale)s.") % values,
    )


def _places(contents: Columns) -> Iterator[OddValue]:
    if len(contents["terrains"]) > MOST_TERRAINS:
        yield "terrains", _("Cards have three terrains at most by custom: the face has room for no more.")
    climates = [CLIMATES.index(climate) for climate in contents["climates"]]
    if climates and len(climates) != max(climates) - min(climates) + 1:
        yield "climates", _("It lives in colder and in warmer climates, but not between them.")


def _abilities(contents: Columns) -> Iterator[OddValue]:
    abilities, kingdom = contents["abilities"], contents["kingdom"]
    spread = abilities.get("spread") or {}
    if "pollinator" in (spread.get("needs") or []) and kingdom and kingdom != "Plantae":
        yield "abilities", _("Only plants are pollinated.")
    if abilities.get("pollinator") and kingdom and kingdom != "Animalia":
        yield "abilities", _("Pollinators are animals.")
    if kingdom == "Plantae" and (abilities.get("move") or abilities.get("flight")):
        yield "abilities", _("Plants neither walk nor fly; they SPREAD.")
    if abilities.get("any_scale") and contents["diet"] in (Diet.PHOTOSYNTHETIC, Diet.HERBIVORE):
        yield "abilities", _("Scale matters to hunters only: “any scale” changes nothing here.")
    for name in ("feeds_only", "feeds_also"):
        if name in abilities and contents["food_chain"] == 1:
            yield (
                "abilities",
                _("Number 1 eats no card: “eats” changes nothing, or leaves it nothing."),
            )
            break
    yield from _unmet(contents)


def _unmet(contents: Columns) -> Iterator[OddValue]:
    """Criteria that no published card meets."""
    for name, value in contents["abilities"].items():
        criterion = ABILITIES[name].criterion(value)
        if criterion is None:
            continue
        bearer = _bearer(contents)
        if bearer is not None and not count_matching(criterion, bearer):
            yield (
                "abilities",
                _("No published card is what %(ability)s asks for.") % {"ability": name.replace("_", " ")},
            )


def _bearer(contents: Columns) -> Card | None:
    names = (
        "name",
        "kind",
        "scale",
        "food_chain",
        "diet",
        "terrains",
        "climates",
        "kingdom",
        "phylum",
        "class",
    )
    try:
        record = {name: contents[name] for name in names} | {"tags": contents["tags"]}
        return Card.parse("new-card", record)
    except engine.InvalidCard:
        return None


def count_matching(criterion: object, bearer: Card | None) -> int:
    """The number of published species that meet the criterion."""
    try:
        parsed = Criterion.parse("criterion", criterion)
    except engine.InvalidCard:
        return 0
    face = bearer.printed if bearer is not None else None
    return sum(
        known.card.kind == Kind.SPECIES and parsed.met_by(known.engine.printed, face) for known in published()
    )


def _event(contents: Columns) -> Iterator[OddValue]:
    does = [effect["do"] for effect in contents["effects"]]
    lasting = [do for do in does if EFFECTS[do].lasting]
    if contents["duration"] and does and not lasting:
        yield "duration", _("All that it does happens at once: the turns change nothing.")
    if "discard" in does and lasting:
        yield "effects", _("Its target is discarded: what lasts on it is lost at once.")
    if does.count("discard") > 1:
        yield "effects", _("The target can be discarded only once.")
    for way in ("terrains", "climates"):
        if f"set-{way}" in does and ({f"add-{way}", f"remove-{way}"} & set(does)):
            yield "effects", _("It replaces what it adds or removes as well.")
    if contents["target"] is not None and not count_matching(contents["target"], None):
        yield "target", _("No published species is a target for it.")
