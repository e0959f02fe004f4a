"""
Tables of traits with a line for each species as their authors publish them, such as EltonTraits, PanTHERIA or
AVONET. Each format is a list of columns; units and words become those of `cards.evidence.traits`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from cards.evidence.models import DataSet
from cards.evidence.readers.rows import Line, Measured, Names, Rejected, Said, tidy_name
from cards.evidence.traits import FOODS
from cards.taxonomy.tables import Columns, Row, Spoiled

LARGEST = 1e12
MISSING = frozenset({"", "NA", "NaN", "-999", "-999.0", "-999.00"})


@dataclass(frozen=True, slots=True)
class TraitColumn:
    """
    A column and its trait: `factor` turns its unit into the trait's, `words` its words; an empty one says
    nothing. `certainty` names the column that says how sure the value is. `least` is the smallest number that
    can be.
    """

    name: str
    trait: str
    factor: float = 1.0
    least: float = 0.0
    words: Mapping[str, str] | None = None
    certainty: str = ""


@dataclass(frozen=True, slots=True)
class TraitFormat:
    """
    The table whose header has all `columns`. `names` are alternatives, each one or more columns that make up
    the Latin name. `shares` are columns whose numbers together must be 100.
    """

    key: str
    names: Sequence[tuple[str, ...]]
    columns: Sequence[TraitColumn]
    shares: frozenset[str] = field(default=frozenset())

    def fits(self, header: Sequence[str]) -> bool:
        there = set(header)
        return {each.name for each in self.columns} <= there and any(
            there >= set(name) for name in self.names
        )


def _elton() -> TraitFormat:
    """Both of its tables, that of birds and that of mammals."""
    foods = zip(
        ("Inv", "Vend", "Vect", "Vfish", "Vunk", "Scav", "Fruit", "Nect", "Seed", "PlantO"),
        ("invertebrates", "warm_blooded", "cold_blooded", "fish", "other_vertebrates", "carrion", "fruit",
         "nectar", "seeds", "other_plants"),
        strict=True,
    )  # fmt: skip
    diet = [TraitColumn(f"Diet-{name}", f"diet_{food}", certainty="Diet-Certainty") for name, food in foods]
    mass = TraitColumn("BodyMass-Value", "mass_g", least=0.01, certainty="BodyMass-SpecLevel")
    shares = frozenset(each.name for each in diet)
    return TraitFormat("elton-traits", [("Scientific",)], [*diet, mass], shares)


LEVELS = MappingProxyType({"1": "herbivore", "2": "omnivore", "3": "carnivore"})
AVONET_LEVELS = MappingProxyType(
    {"Herbivore": "herbivore", "Omnivore": "omnivore", "Carnivore": "carnivore", "Scavenger": "carnivore"}
)
AVONET_HABITATS = MappingProxyType(
    {each: each.lower() for each in (
        "Coastal", "Desert", "Forest", "Grassland", "Human Modified", "Marine", "Riverine", "Rock",
        "Shrubland", "Wetland", "Woodland",
    )}
)  # fmt: skip
WCVP_CLIMATES = MappingProxyType(
    {form: each.lower() for each in (
        "Desert and Dry Shrubland", "Desert or Dry Shrubland", "Montane Tropical", "Seasonally Dry Tropical",
        "Subalpine or Subarctic", "Subtropical", "Subtropical and Tropical", "Subtropical or Tropical",
        "Temperate", "Temperate and Tropical", "Temperate, Subtropical or Tropical", "Wet Tropical",
    ) for form in (each, each.lower(), each.capitalize())}
)  # fmt: skip
VERTEBRATE_HABITATS = MappingProxyType(
    {
        "Forest": "forest", "Savanna": "savanna", "Shrubland": "shrubland", "Grassland": "grassland",
        "Wetland": "wetland", "Rocky.areas": "rock", "Desert": "desert", "Marine": "marine",
        "Marine.intertidal.or.coastal.supratidal": "coastal", "Artificial": "human modified",
    }
)  # fmt: skip
"""Columns with 1 for a habitat in which the species lives, else 0, of the habitats of the Red List."""
DESCRIBED = MappingProxyType(
    {
        each.key: each
        for each in (
            DataSet(
                key="wcvp",
                title="World Checklist of Vascular Plants",
                citation=(
                    "Govaerts, R., Nic Lughadha, E., Black, N., Turner, R., and Paton, A. 2021. The World "
                    "Checklist of Vascular Plants, a continuously updated resource for exploring global "
                    "plant diversity. Scientific Data 8: 215. https://doi.org/10.1038/s41597-021-00997-6"
                ),
                licence="CC-BY-3.0",
                address="https://powo.science.kew.org/about-wcvp",
            ),
            DataSet(
                key="vertebrate-traits",
                title="Traits of terrestrial vertebrates",
                citation=(
                    "Etard, A., Morrill, S., and Newbold, T. 2020. Global gaps in trait data for terrestrial "
                    "vertebrates. Global Ecology and Biogeography 29: 2143–2158. "
                    "https://doi.org/10.1111/geb.13184"
                ),
                licence="as its authors state",
                address="https://doi.org/10.6084/m9.figshare.10075421",
            ),
        )
    }
)
"""Data sets of which nothing ships with the project."""
FORMATS = (
    _elton(),
    TraitFormat(
        "pantheria",
        [("MSW05_Binomial",), ("MSW93_Binomial",)],
        [
            TraitColumn("5-1_AdultBodyMass_g", "mass_g", least=0.01),
            TraitColumn("13-1_AdultHeadBodyLen_mm", "length_mm", least=0.01),
            TraitColumn("17-1_MaxLongevity_m", "longevity_y", factor=1 / 12),
            TraitColumn("6-2_TrophicLevel", "trophic_level", words=LEVELS),
            TraitColumn("26-2_GR_MaxLat_dd", "latitude_north", least=-90),
            TraitColumn("26-3_GR_MinLat_dd", "latitude_south", least=-90),
            TraitColumn("28-2_Temp_Mean_01degC", "temperature_c", factor=0.1, least=-1000),
        ],
    ),
    TraitFormat(
        "amniote-life-histories",
        [("genus", "species")],
        [
            TraitColumn("adult_body_mass_g", "mass_g", least=0.001),
            TraitColumn("adult_svl_cm", "length_mm", factor=10, least=0.001),
            TraitColumn("maximum_longevity_y", "longevity_y"),
        ],
    ),
    TraitFormat(
        "avonet",
        [("Species1",), ("Species2",), ("Species3",)],
        [
            TraitColumn("Mass", "mass_g", least=0.1, certainty="Mass.Source"),
            TraitColumn("Trophic.Level", "trophic_level", words=AVONET_LEVELS),
            TraitColumn("Habitat", "habitat", words=AVONET_HABITATS),
            TraitColumn("Min.Latitude", "latitude_south", least=-90),
            TraitColumn("Max.Latitude", "latitude_north", least=-90),
        ],
    ),
    TraitFormat(
        "wcvp", [("taxon_name",)], [TraitColumn("climate_description", "climate", words=WCVP_CLIMATES)]
    ),
    TraitFormat(
        "vertebrate-traits",
        [("Best_guess_binomial",)],
        [
            TraitColumn(column, "habitat", words=MappingProxyType({"1": word, "0": ""}))
            for column, word in VERTEBRATE_HABITATS.items()
        ],
    ),
)  # fmt: skip


def measurements(rows: Iterator[Row], columns: Columns, form: TraitFormat, names: Names) -> Iterator[Line]:
    """What each line says, the header left out."""
    reading = _Reading(columns, form, names)
    for row in rows:
        yield row.line, tuple(reading.said(row))


class _Reading:
    def __init__(self, columns: Columns, form: TraitFormat, names: Names) -> None:
        self.columns, self.form, self.names = columns, form, names
        parts = next(name for name in form.names if all(map(columns.has, name)))
        self.name_column = parts[0]
        # An empty name at the end, so that a getter never gets a single column.
        self.name_of = columns.getter([*parts, ""])
        self.values = columns.getter([*(each.name for each in form.columns), ""])
        self.certainties = columns.getter([*(each.certainty for each in form.columns), ""])

    def said(self, row: Row) -> Iterator[Said]:
        cells = self.columns.checked(row)
        if isinstance(cells, Spoiled):
            if row.cells is None or any(row.cells):
                yield Rejected(row.line, *cells)
            return
        texts = [text.strip() for text in self.values(cells)]
        given = [
            (column, text, sure.strip())
            for column, text, sure in zip(self.form.columns, texts, self.certainties(cells), strict=False)
            if text not in MISSING and not (column.words is not None and column.words.get(text) == "")
        ]
        if not given:
            return
        said = tidy_name(" ".join(self.name_of(cells)))
        if not said:
            yield self._rejected(row, self.name_column, "is no Latin name")
            return
        name = self.names.get(said.lower(), said)
        yield from self._checked(row, [self._read(row, name, said, *each) for each in given])

    def _read(self, row: Row, name: str, said: str, column: TraitColumn, text: str, sure: str) -> Said:
        named = said if said != name else ""
        sure = sure[:20] if sure.isprintable() else ""
        if column.words is not None:
            word = column.words.get(text)
            if word is None:
                return self._rejected(row, column.name, f"holds {text!r:.40}, which is none of its words")
            return Measured(name, column.trait, None, word, sure, named)
        try:
            number = float(text)
        except ValueError:
            return self._rejected(row, column.name, f"holds {text!r:.40} in place of a number")
        if not column.least <= number <= LARGEST:
            return self._rejected(row, column.name, f"holds {text:.40}, which cannot be")
        return Measured(name, column.trait, round(number * column.factor, 6), "", sure, named)

    def _checked(self, row: Row, found: list[Said]) -> Iterator[Said]:
        """Shares of a diet are left out unless all are there and make 100 together."""
        shares = [each for each in found if isinstance(each, Measured) and each.trait in FOODS]
        rest = [each for each in found if each not in shares]
        total = sum(each.number or 0 for each in shares)
        spoiled = any(isinstance(each, Rejected) and each.name in self.form.shares for each in rest)
        if shares and not spoiled and (len(shares) < len(self.form.shares) or abs(total - 100) > 1):
            first = next(each.name for each in self.form.columns if each.name in self.form.shares)
            rest.append(self._rejected(row, first, f"the shares of the diet make {total:g}, not 100"))
            spoiled = True
        yield from rest if spoiled else [*shares, *rest]

    def _rejected(self, row: Row, column: str, says: str) -> Rejected:
        return Rejected(row.line, *self.columns.spoiled(column, says))
