"""
A table of species as people keep it, in words of their own: each row becomes a card of a set, finished or
not.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext as _

from cards.editor.checks import errors
from cards.editor.drawings import likely_drawings
from cards.editor.form import CardForm
from cards.exchange.entry import ExchangeError
from cards.exchange.tables import csv_rows
from cards.models import Card, Climate, Diet, Kind, Terrain
from cards.points import suggested
from cards.services.card_file import COLUMNS, LISTS, sheet_of
from cards.services.contents import Contents

MOST_ROWS = 100
LONGEST = 200_000
"""Characters of a table."""
NAMES = {
    "name": ("common name", "english name", "species name", "species", "card", "title"),
    "latin_name": ("latin", "latin name", "scientific name"),
    "scale": ("size",),
    "diet": ("food", "feeding"),
    "food_chain": ("number", "food chain", "food chain number", "trophic level", "level"),
    "terrains": ("terrain", "habitat", "habitats"),
    "climates": ("climate",),
    "points": ("score",),
    "fact": ("text", "description"),
    "source": ("reference", "sources"),
}
"""How else people call a column."""
LEFT = ("key", "set", "subject", "target", "effects", "duration")
"""Columns of the card file that say nothing here."""
DIETS: Mapping[str, Sequence[str]] = {
    Diet.PHOTOSYNTHETIC: ("plant", "producer", "light", "photosynthesis"),
    Diet.HERBIVORE: ("plants", "plant eater", "herbivorous"),
    Diet.OMNIVORE: ("both", "plants and meat", "plant and meat eater", "plants and animals", "omnivorous"),
    Diet.CARNIVORE: ("meat", "meat eater", "animals", "predator", "insectivore", "carnivorous"),
    Diet.MOLECULAR_CARBON: ("decomposer", "detritivore", "dead matter", "molecular carbon"),
}
TERRAINS: Mapping[str, Sequence[str]] = {
    Terrain.FOREST: ("woodland", "wood", "woods", "forests"),
    Terrain.FRESHWATER: (
        "fresh water",
        "river",
        "rivers",
        "lake",
        "lakes",
        "pond",
        "ponds",
        "wetland",
        "wetlands",
    ),
    Terrain.GRASSLAND: ("meadow", "meadows", "grass", "grasslands", "savanna", "farmland"),
    Terrain.OCEAN: ("sea", "marine", "coast", "oceans"),
    Terrain.URBAN: ("city", "town", "garden", "gardens", "village"),
    Terrain.DESERT: ("deserts",),
    Terrain.TUNDRA: ("mountain", "mountains", "alpine", "arctic"),
}
CERTAIN: Mapping[str, int] = {Diet.PHOTOSYNTHETIC: 1, Diet.HERBIVORE: 2}
"""The number in the food chain that a diet always has."""
BETWEEN = re.compile(r"[;,/|+&]|\band\b")


@dataclass(frozen=True, slots=True)
class Species:
    """A row as a card: `wrong` is what keeps it from being finished, `left_out` what was not understood."""

    place: str
    name: str
    contents: Contents
    wrong: Sequence[str]
    left_out: Sequence[str]

    @property
    def key(self) -> str:
        """The same row again makes no second card."""
        said = json.dumps(self.contents, sort_keys=True, default=str)
        return f"table-{hashlib.sha256(said.encode()).hexdigest()[:40]}"


def species_in(text: str) -> list[Species]:
    """The rows with a name. Raises ExchangeError for what is no table of species."""
    if len(text) > LONGEST:
        raise ExchangeError(_("That is too much at once. Bring at most %(most)s rows.") % {"most": MOST_ROWS})
    rows = csv_rows(text.strip("\ufeff\r\n"))
    _place, heads = next(rows, ("", []))
    columns = [_column(each) for each in heads]
    if "name" not in columns:
        raise ExchangeError(_("The first line names the columns, and one of them is “name”."))
    found = [
        each for place, cells in rows for each in _species(place, dict(zip(columns, cells, strict=False)))
    ]
    if not found:
        raise ExchangeError(_("There is no row with a name."))
    if len(found) > MOST_ROWS:
        raise ExchangeError(_("That is too much at once. Bring at most %(most)s rows.") % {"most": MOST_ROWS})
    return found


def _column(head: str) -> str:
    word = " ".join(head.replace("_", " ").lower().split())
    known = {other: column for column, others in NAMES.items() for other in others}
    column = known.get(word, word.replace(" ", "_"))
    return column if column in COLUMNS and column not in LEFT else ""


def _species(place: str, row: Mapping[str, str]) -> Iterator[Species]:
    cells = {column: " ".join(cell.split()) for column, cell in row.items() if column}
    if not cells.get("name"):
        return
    left_out: list[str] = []
    cells["kind"] = cells.get("kind", "").lower() or Kind.SPECIES
    for column, others in (("diet", DIETS), ("terrains", TERRAINS), ("climates", {})):
        cells[column] = _in_words_of_the_site(cells.get(column, ""), column, others, left_out)
    sheet, mistakes = sheet_of(cells)
    left_out += [f"{column}: {says}" for column, says in mistakes.items()]
    form = CardForm.of(_filled_in(sheet))
    contents = form.contents()
    wrong = [each.words for each in errors(form, contents, in_set=True)]
    yield Species(place, cells["name"], contents, wrong, left_out)


def _in_words_of_the_site(
    cell: str, column: str, others: Mapping[str, Sequence[str]], left_out: list[str]
) -> str:
    """The cell with the values that the card file knows; words that nobody knows are left out, and told."""
    values = {"diet": Diet.values, "terrains": Terrain.values, "climates": Climate.values}[column]
    known = {value: value for value in values}
    known |= {word: value for value, words in others.items() for word in words}
    parts = BETWEEN.split(cell.lower()) if column in LISTS else [cell.lower()]
    words = [part.strip() for part in parts if part.strip()]
    left_out += [_("“%(word)s” is not known") % {"word": word} for word in words if word not in known]
    return ";".join(dict.fromkeys(known[word] for word in words if word in known))


def _filled_in(sheet: Contents) -> Contents:
    """With what follows from the rest: number, points by the formula, and the likeliest drawing."""
    found = dict(sheet)
    if found.get("food_chain") is None:
        found["food_chain"] = CERTAIN.get(str(found.get("diet")))
    found["subject"] = _drawing(found)
    if found.get("points") is None:
        found["points"] = suggested(found).points
    return found


def _drawing(sheet: Contents) -> str:
    """That of the same species among the published cards, or the likeliest by the last word of the name."""
    latin, name = sheet.get("latin_name", ""), sheet["name"]
    same = Q(latin_name__iexact=latin) if latin else Q(name__iexact=name)
    known = Card.objects.offered().filter(same).exclude(subject="").values_list("subject", flat=True).first()
    if known:
        return known
    class_name, kind = sheet.get("class", ""), sheet["kind"]
    found = likely_drawings(name.split()[-1], class_name, kind) or likely_drawings(name, class_name, kind)
    return found[0].value if found else ""
