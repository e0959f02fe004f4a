"""What the rules say of a species by its evidence, and the file of sources that follows from it."""

from datetime import date

import pytest

from cards.evidence.findings import Evidence, findings, grams
from cards.evidence.kin import CLIMATES_OF, FRESH_WATER, SEA, TERRAINS_OF, groups_of
from cards.evidence.loading.sourcing import shipped_cards, shipped_findings, sources_file
from cards.evidence.models import DataSet, Measurement
from cards.evidence.rules import BIOMES, RULES
from cards.evidence.words import source_words
from cards.exchange.site_files import SOURCES
from cards.models import Card
from cards.models.value_source import ESTIMATED, How, ValueSource
from engine.sets import CARDS_PATH

FOODS = (
    "invertebrates", "warm_blooded", "cold_blooded", "fish", "other_vertebrates", "carrion", "fruit",
    "nectar", "seeds", "other_plants",
)  # fmt: skip


def evidence(**traits) -> Evidence:
    """`data_set__trait=value`; of a diet only the shares above 0."""
    rows = []
    for name, value in traits.items():
        data_set, trait = name.split("__")
        word, number = (value, None) if isinstance(value, str) else ("", value)
        rows.append(
            Measurement(
                data_set=DataSet(key=data_set.replace("_", "-")), trait=trait, word=word, number=number
            )
        )
    if any("diet_" in name for name in traits):
        missing = {f"diet_{food}" for food in FOODS} - {row.trait for row in rows}
        elton = DataSet(key="elton-traits")
        rows += [Measurement(data_set=elton, trait=trait, number=0) for trait in missing]
    return Evidence(rows)


def animal(**columns) -> Card:
    known = {"kingdom": "Animalia", "phylum": "Chordata", "class_name": "Mammalia", "kind": "species"}
    terrains, climates = columns.pop("terrains", ["forest"]), columns.pop("climates", ["cool"])
    card = Card(**known | {"scale": 6, "food_chain": 3, "diet": "carnivore"} | columns)
    card.terrains, card.climates = terrains, climates
    return card


WIDE = {
    "pantheria__temperature_c": 3.0,
    "pantheria__latitude_south": 8.0,
    "pantheria__latitude_north": 71.0,
}


def said(card: Card, found: Evidence) -> dict[str, tuple[bool, str, str]]:
    return {
        column: (each.fits, each.source.rule, each.fitting_words)
        for column, each in findings(card, found).items()
    }


def test_the_preferred_data_set_is_asked_first():
    found = findings(animal(), evidence(anage__mass_g=50_000.0, elton_traits__mass_g=4_321.0))["scale"]
    assert (found.fits, found.source) == (
        True, ValueSource(How.DERIVED, data_set="elton-traits", value="4.32 kg", rule="mass"),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("columns", "traits", "column", "expected"),
    [
        ({"scale": 9}, {"anage__mass_g": 150.0}, "scale", (False, "mass", "5 or 6")),
        ({"phylum": "Arthropoda", "class_name": "Insecta", "scale": 4}, {}, "scale", (True, "insect", "4")),
        ({"phylum": "Arthropoda", "class_name": "Insecta", "scale": 5}, {"animaltraits__mass_g": 9.0},
         "scale", (True, "mass", "5")),
        ({"phylum": "Mollusca", "class_name": "Bivalvia"}, {"animaltraits__mass_g": 0.2}, "scale", None),
        ({"kingdom": "Plantae", "phylum": "Bryophyta", "scale": 6}, {}, "scale", (False, "moss", "5")),
        ({"kingdom": "Plantae", "phylum": "Tracheophyta", "class_name": "Pinopsida", "latin_name": "Pinus"},
         {"growthform__growth_form": "free-standing"}, "scale", (False, "conifer", "8 or 9")),
        ({"kingdom": "Plantae", "phylum": "Tracheophyta", "class_name": "Pinopsida",
          "latin_name": "Juniperus communis"}, {"growthform__growth_form": "free-standing"}, "scale", None),
        ({}, {"elton_traits__diet_fruit": 10, "elton_traits__diet_fish": 90}, "diet",
         (True, "diet", "carnivore")),
        ({}, {"elton_traits__diet_fruit": 20, "elton_traits__diet_fish": 80}, "diet",
         (False, "diet", "omnivore")),
        ({}, {"elton_traits__diet_fish": 40}, "diet", None),
        ({}, {"pantheria__trophic_level": "herbivore"}, "diet", (False, "level", "herbivore")),
        ({}, {"elton_traits__diet_fruit": 20, "elton_traits__diet_fish": 80,
              "avonet__trophic_level": "carnivore"}, "diet", (True, "level", "omnivore or carnivore")),
        ({"food_chain": 4}, {"elton_traits__diet_fish": 100}, "food_chain", (True, "number", "3 or 4")),
        ({"food_chain": 4}, {"elton_traits__diet_invertebrates": 100}, "food_chain", (False, "number", "3")),
        ({"kingdom": "Fungi", "diet": "molecular-carbon", "food_chain": 1}, {}, "food_chain",
         (True, "fungus", "1")),
        ({"kingdom": "Fungi", "class_name": "Pucciniomycetes"}, {}, "diet", None),
        ({"kingdom": "Fungi", "class_name": "Lecanoromycetes"}, {}, "diet",
         (False, "light", "photosynthetic")),
        ({"kingdom": "Plantae", "diet": "molecular-carbon"}, {}, "diet", (False, "light", "photosynthetic")),
        ({"kingdom": "Plantae", "diet": "molecular-carbon"}, {"growthform__growth_form": "parasite"}, "diet",
         (True, "light", "photosynthetic or molecular-carbon")),
        ({}, {"pantheria__temperature_c": 3.0}, "climates", (True, "temperature", "cold, cool or warm")),
        ({"climates": ["cool", "warm", "hot"]}, {"pantheria__temperature_c": 3.0}, "climates",
         (False, "temperature", "cold, cool or warm")),
        ({"climates": ["cold"]}, {"pantheria__temperature_c": 3.0}, "climates",
         (False, "temperature", "cold, cool or warm")),
        ({"terrains": ["ocean"]}, {"pantheria__temperature_c": 3.0}, "climates", None),
        ({}, {"avonet__habitat": "woodland"}, "terrains", (True, "habitat", "forest")),
        ({"terrains": ["forest", "urban"]}, {"avonet__habitat": "woodland"}, "terrains",
         (False, "habitat", "forest")),
        ({}, {"avonet__habitat": "rock"}, "terrains", None),
        ({"terrains": ["freshwater"]}, {"elton_traits__habitat": "sea"}, "terrains", None),
        ({"terrains": ["ocean"]}, {"elton_traits__habitat": "sea"}, "terrains", (True, "habitat", "ocean")),
        ({"terrains": ["desert"]}, {"elton_traits__habitat": "trees"}, "terrains", None),
        ({"climates": ["cold", "hot"]},
         WIDE,
         "climates", (False, "latitude", "cold, cool or warm")),
        ({"climates": ["cool", "hot"]},
         WIDE,
         "climates", (True, "latitude", "cold, cool, warm or hot")),
        ({"climates": ["cold"], "terrains": ["ocean"]},
         {"avonet__latitude_south": -77.8, "avonet__latitude_north": -65.0}, "climates",
         (True, "latitude", "cool or cold")),
        ({"climates": ["cold"]}, {"avonet__latitude_south": -20.0, "avonet__latitude_north": 0.0}, "climates",
         None),
        ({"class_name": "Cephalopoda", "terrains": ["ocean"]}, {}, "terrains", (True, "kin", "ocean")),
        ({"class_name": "Cephalopoda", "terrains": ["ocean", "tundra"]}, {}, "terrains",
         (False, "kin", "ocean")),
        ({"latin_name": "Castor canadensis", "terrains": ["forest", "freshwater"]},
         {"elton_traits__habitat": "trees"}, "terrains", (True, "habitat", "forest or freshwater")),
        ({"latin_name": "Acropora hyacinthus", "climates": ["warm", "hot"]}, {}, "climates",
         (True, "kin", "warm or hot")),
        ({"latin_name": "Acropora hyacinthus", "climates": ["cool", "warm"]}, {}, "climates",
         (False, "kin", "warm or hot")),
        ({"kingdom": "Plantae"}, {"wcvp__climate": "temperate"}, "climates", (True, "biome", "cool or warm")),
        ({"kingdom": "Plantae", "climates": ["hot"]}, {"wcvp__climate": "temperate"}, "climates",
         (False, "biome", "cool or warm")),
        ({"kingdom": "Plantae", "terrains": ["freshwater"]}, {"growthform__growth_form": "aquatic"},
         "terrains", (True, "fresh", "freshwater")),
        ({"kingdom": "Plantae", "latin_name": "Zostera marina", "terrains": ["ocean"]},
         {"growthform__growth_form": "aquatic"}, "terrains", (True, "kin", "ocean")),
        ({"terrains": ["freshwater"]}, {"fishmorph__length_mm": 300.0}, "terrains",
         (True, "fresh", "freshwater")),
    ],
)  # fmt: skip
def test_a_rule(columns, traits, column, expected):
    assert said(animal(**columns), evidence(**traits)).get(column) == expected


def test_a_mass_in_words():
    assert [grams(mass) for mass in (0.0123, 14.44, 1_364, 3_940_030)] == [
        "0.0123 g",
        "14.4 g",
        "1.36 kg",
        "3.94 t",
    ]


@pytest.fixture(scope="module")
def cards() -> list[Card]:
    return shipped_cards()


def test_the_file_of_sources_is_what_the_command_writes(cards):
    """After a change of cards, evidence or rules: `manage.py derive_sources`."""
    text = CARDS_PATH.with_name(SOURCES).read_text(encoding="utf-8")
    assert sources_file(cards, date(2000, 1, 1)) == text


def test_printed_values_stay_and_say_where_nature_differs(cards):
    fox = next(card for card in cards if card.key == "arctic-fox")
    source = fox.source_of("diet")
    assert (source.how, source.differs, source.data_set, source.value) == (
        How.PRINTED, "carnivore", "elton-traits", "0 % plants",
    )  # fmt: skip


def test_of_printed_climates_the_rule_names_the_one_of_the_mean_alone(cards):
    shown = {card.key: source_words(card.sources["climates"]) for card in cards if "climates" in card.sources}
    assert "By the rule: Cool." in shown["common-shrew"]
    assert "Commonly known: Warm, Hot." in shown["flying-fish"]
    # The mean's own climate is printed.
    assert "By the rule" not in shown["raccoon"]


def test_what_evidence_contradicts_has_no_source(cards):
    for card, found in shipped_findings(cards):
        for each in found.values():
            source = card.source_of(each.column)
            assert each.fits or source.how in (How.PRINTED, How.STATED) or source.how == ESTIMATED.how


def test_what_is_stated_of_biomes_covers_the_card(cards):
    stated = [
        (card, column, card.source_of(column))
        for card in cards
        for column in ("terrains", "climates")
        if card.source_of(column).rule == "biome"
    ]
    assert stated
    for card, column, source in stated:
        biomes = [BIOMES[word] for word in source.value.split(", ")]
        covered = {each for biome in biomes for each in biome[column == "climates"]}
        assert set(getattr(card, column)) <= covered, (card.key, column)
        assert source.how == How.STATED
        assert source.address or source.data_set


def test_each_group_of_kin_has_a_card(cards):
    met = {group for card in cards if card.kind == "species" for group in groups_of(card)}
    assert not (TERRAINS_OF.keys() | CLIMATES_OF.keys()) - met
    assert not set(SEA) & set(FRESH_WATER)


def test_most_scales_diets_and_numbers_have_a_source(cards):
    species = [card for card in cards if card.kind == "species"]
    for column in ("scale", "diet", "food_chain"):
        sourced = sum(column not in card.estimated for card in species)
        assert sourced >= 0.6 * len(species), column


def test_each_rule_names_its_columns():
    assert all(rule.columns and str(rule.says) for rule in RULES.values())
