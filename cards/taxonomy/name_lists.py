"""The lists of names that are known by name, in the order in which they are believed."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.text import slugify

from cards.taxonomy.archive import ArchiveRefused

OURS = "phylo"


@dataclass(frozen=True, slots=True)
class NameList:
    """
    `words` are found in its title. `column` is that of a card with its identifiers; `groups` are what all its
    taxa belong to and it does not say.
    """

    slug: str
    words: str
    column: str = ""
    groups: tuple[str, str] = ("", "")


NAME_LISTS = {
    each.slug: each
    for each in (
        NameList("catalogue-of-life", "catalogue of life", "catalogue_of_life"),
        NameList("gbif", "gbif backbone", "gbif"),
        NameList("inaturalist", "inaturalist", "inaturalist"),
        NameList("wcvp", "world checklist of vascular plants", groups=("Plantae", "Tracheophyta")),
        NameList(OURS, "names around the cards of phylo"),
    )
}
SCOPES = {
    "col": "catalogue_of_life", "gbif": "gbif", "inat": "inaturalist", "inaturalist": "inaturalist",
    "wikidata": "wikidata", "wd": "wikidata",
}  # fmt: skip
"""The columns of cards, by the prefixes of identifiers that lists give of each other."""
LONGEST = 20


def list_of(title: str, given: str) -> NameList:
    """The list that was named, or that of this title. Raises ArchiveRefused if there is neither."""
    if not given:
        known = (each for each in NAME_LISTS.values() if each.words in title.lower())
        found = next(known, None)
        given = found.slug if found else slugify(title)[:60]
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,59}", given):
        raise ArchiveRefused("has no title: name the list by --data-set, in small letters")
    return NAME_LISTS.get(given) or NameList(given, "")


def rank_of(slug: str) -> int:
    """Lists that are believed first have low numbers."""
    return list(NAME_LISTS).index(slug) if slug in NAME_LISTS else len(NAME_LISTS)


def identifiers_in(text: str) -> Mapping[str, str]:
    """By the columns of a card: `{"gbif": "2440886"}` for `gbif:2440886,tsn:180596`."""
    found: dict[str, str] = {}
    for each in text.split(","):
        scope, _colon, value = each.strip().partition(":")
        column = SCOPES.get(scope.lower())
        if column and value and len(value) <= LONGEST and value.isalnum():
            found.setdefault(column, value)
    return found
