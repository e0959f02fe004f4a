"""The attributes of a card, by section."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from cards.glossary.criteria import as_search
from cards.glossary.entry import Entry, Section, is_estimated
from cards.glossary.events import event_sections
from cards.glossary.food import food_for, food_words, hunter_words
from cards.keywords.abilities import ABILITIES, feeds_on_these_alone, named_once
from cards.models import Card, Diet, Kind
from cards.words import CLIMATES, DIETS, TERRAINS, points_words
from engine.phylo.rules import RULES

SCALES = {
    1: gettext_noop("virus"),
    2: gettext_noop("single cell"),
    3: gettext_noop("a few cells"),
    4: gettext_noop("insect"),
    5: gettext_noop("tiny"),
    6: gettext_noop("small"),
    7: gettext_noop("medium"),
    8: gettext_noop("large"),
    9: gettext_noop("giant"),
}
LANDS = {
    "desert": gettext_noop("Dry land, sand and rock, where little grows."),
    "forest": gettext_noop("Woods, from the taiga to the rainforest."),
    "freshwater": gettext_noop("Rivers, lakes, ponds, marshes and bogs."),
    "grassland": gettext_noop("Meadows, prairie, steppe and savanna."),
    "ocean": gettext_noop("Salt water, from the shore to the deep."),
    "tundra": gettext_noop("Cold land without trees, in the far north and high up."),
    "urban": gettext_noop("Towns and cities, with their parks and gardens."),
}
WEATHERS = {
    "cold": gettext_noop("Long winters, frost in most months."),
    "cool": gettext_noop("Mild summers and winters with frost."),
    "warm": gettext_noop("Long summers and mild winters."),
    "hot": gettext_noop("Warm all the year, or very hot."),
}
LIVINGS = {
    Diet.PHOTOSYNTHETIC: gettext_noop("It makes its food from light."),
    Diet.MOLECULAR_CARBON: gettext_noop("It lives on what others leave behind, or on chemistry."),
    Diet.HERBIVORE: gettext_noop("An animal that eats plants and the like."),
    Diet.OMNIVORE: gettext_noop("It eats plants as well as animals."),
    Diet.CARNIVORE: gettext_noop("It hunts animals."),
}


def explain(card: Card, rules: str) -> list[Section]:
    """The explanation of a card under the rule set with that key, in reading order."""
    if card.kind == Kind.EVENT:
        return event_sections(card, rules)
    if card.kind == Kind.HOME:
        return [_home()]
    if card.kind == Kind.HABITAT:
        return [_habitat(card, rules), _place(card), _worth(card)]
    sections = [_food(card, rules), _place(card)]
    abilities = ability_entries(card, rules)
    if abilities:
        sections.append(Section(_("What it can do"), abilities))
    return [*sections, _worth(card)]


def _food(card: Card, rules: str) -> Section:
    diet, number, scale = Diet(card.diet), card.food_chain or 0, card.scale or 0
    living = _(LIVINGS[diet])
    if (card.abilities.get("parasitic") or {}).get("needs_host"):
        text = _("It lives on the host above it, and eats nothing that lies beside it.")
        clauses: tuple[str, ...] = ("P24",)
    elif number == 1:
        text = _(
            "%(living)s Number 1 is where food begins: it eats no card, and asks only for a neighbour with a "
            "terrain and a climate of its own. HOME will do as well."
        ) % {"living": living}
        clauses = ("P17", "P18")
    else:
        any_scale = bool(card.abilities.get("any_scale"))
        eats = food_words(food_for(card.diet, number, scale, any_scale, rules))
        text, clauses = f"{living} {eats}", ("P18",)
    return Section(
        _("Food and size"),
        [
            Entry(
                "diet",
                _("Number %(number)s, %(diet)s") % {"number": number, "diet": _(DIETS[card.diet])},
                text,
                name=card.diet,
                number=str(number),
                clauses=clauses,
                search=f"diet:{card.diet} food:{number}",
                search_label=_("Cards of this diet and number"),
                estimated=is_estimated(card, "diet", "food_chain"),
            ),
            Entry(
                "scale",
                _("Scale %(scale)s, %(word)s") % {"scale": scale, "word": _(SCALES[scale])},
                _("On a ruler of nine from a virus to a giant. %(hunters)s")
                % {"hunters": hunter_words(number, scale, rules)},
                number=str(scale),
                clauses=("P18",),
                search=f"scale:{scale}",
                search_label=_("Cards of this scale"),
                estimated=is_estimated(card, "scale"),
            ),
        ],
    )


def ability_entries(card: Card, rules: str) -> list[Entry]:
    """In the order of the card."""
    alone = feeds_on_these_alone(card.abilities or {})
    entries = []
    for name, value in named_once(card.abilities).items():
        ability = ABILITIES[name]
        chip, criterion = ability.shown(value), ability.criterion(value)
        if chip is None:
            continue
        text = ability.explained(value, RULES[rules])
        if alone and name == "feeds_only":
            text = _("It lives on these and on nothing else, whatever their number and scale.")
        entries.append(
            Entry(
                "icon",
                chip.words,
                text,
                name=chip.icon,
                clauses=(ability.clause,),
                search=as_search(criterion, card) if criterion is not None else "",
                search_label=_("Which cards these are"),
                estimated=is_estimated(card, "abilities"),
            )
        )
    return entries


def _place(card: Card) -> Section:
    entries = [
        Entry(
            "terrain",
            str(_(TERRAINS[name])).capitalize(),
            _(LANDS[name]),
            name=name,
            search=f"terrain:{name}",
            search_label=_("Cards of this terrain"),
            estimated=is_estimated(card, "terrains"),
        )
        for name in card.terrains
    ]
    entries += [
        Entry(
            "climate",
            str(_(CLIMATES[name])).capitalize(),
            _(WEATHERS[name]),
            name=name,
            search=f"climate:{name}",
            search_label=_("Cards of this climate"),
            estimated=is_estimated(card, "climates"),
        )
        for name in card.climates
    ]
    return Section(
        _("Where it lives"),
        entries,
        _("Cards live side by side where they share one terrain and one climate at least."),
        ("P16",),
        brief=True,
    )


def _worth(card: Card) -> Section:
    points = card.points or 0
    if card.kind == Kind.HABITAT:
        text = _("They count for the player who laid it, and nothing can take it away.")
    else:
        text = _("They count for whoever holds it at the end, face up or as a parasite under its host.")
    entry = Entry(
        "icon",
        points_words(points),
        text,
        name="i-star",
        clauses=("P33",),
        search=f"points:{points}" if points >= 0 else "",
        search_label=_("Cards worth as much"),
        estimated=is_estimated(card, "points"),
    )
    return Section(_("What it is worth"), [entry])


def _habitat(card: Card, rules: str) -> Section:
    entries = [
        Entry(
            "icon",
            _("Supports number 1"),
            _(
                "A species with number 1 that shares a terrain and a climate with it may lie beside it and "
                "needs nothing else. It is no food, so higher numbers find nothing here."
            ),
            name="i-sprout",
            clauses=("P18", "P21"),
        ),
        Entry(
            "icon",
            _("Stays for good"),
            _("No event is played on it, nothing covers it, and it needs no support once it lies."),
            name="i-link",
            clauses=("P21",),
        ),
        Entry(
            "icon",
            _("A place to start from"),
            _(
                "A player may begin with it in place of HOME. Then it counts with its own terrains and "
                "climates alone."
            ),
            name="i-star",
            clauses=("P4",),
        ),
    ]
    note = "" if RULES[rules].habitats else _("These rules have no habitat cards; V1.3 has.")
    return Section(_("What a habitat does"), entries, note)


def _home() -> Section:
    return Section(
        _("What HOME does"),
        [
            Entry(
                "icon",
                _("Where a food web begins"),
                _(
                    "Each player has one on the table from the start. Every species with number 1 may lie "
                    "beside it, whatever its terrain and climate."
                ),
                name="i-sprout",
                clauses=("P3", "P17"),
            ),
            Entry(
                "icon",
                _("Every terrain, every climate"),
                _("It has all of them, and no number. It is no food: higher numbers cannot start here."),
                name="a-any",
                clauses=("P5", "P17"),
            ),
            Entry(
                "icon",
                _("Stays for good"),
                _("It is never moved, covered, removed or chosen by an event. It scores nothing."),
                name="i-link",
                clauses=("P5", "P6"),
            ),
        ],
    )
