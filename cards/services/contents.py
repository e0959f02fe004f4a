"""The contents of a revision or a proposal: a card as JSON.

The columns of the card file (docs/cards.md) with values as in `card_file.sheet_from`, together with `art`
(`file`, `artist`, `source`, `licence`, or empty), `sources` (column -> ValueSource as JSON), `retired` and
`merged_into` (a key, or empty).
"""

import hashlib
import json
from collections.abc import Container, Iterator, Mapping
from contextlib import suppress
from datetime import date
from typing import TypeGuard

from django.utils.text import slugify
from django.utils.translation import gettext as _

import engine
from cards.art.uploads import LICENCES
from cards.models import Artwork, Card, CardSet, Climate, Kind, Terrain
from cards.models.value_source import ESTIMATE, How, ValueSource, undated
from cards.services.card_file import (
    COLUMNS,
    EMPTY,
    ESTIMATED,
    LARGEST_NUMBER,
    LISTS,
    NUMBERS,
    REQUIRED,
    RESERVED_KEYS,
    SOME,
    Columns,
    Contents,
    card_of,
    sheet_from,
)
from engine.phylo.cards import Card as EngineCard
from phylo.accounts import unwanted
from phylo.http.refusals import BadValue
from phylo.slices import Extension

VALUE_RULES = Extension[Container[str]]("value_rules")
"""Keys of the rules by which values follow from evidence: what a source may name as its `rule`."""
ADDED: Contents = {"art": {}, "sources": {}, "retired": False, "merged_into": ""}
EDITABLE = [*(column for column in COLUMNS if column not in ("key", "kind")), "art", "sources"]
"""The columns that an edit may change."""
FACTS = (
    "latin_name", "scale", "food_chain", "diet", "terrains", "climates", "kingdom", "phylum", "class", "fact",
    "catalogue_of_life", "wikidata", "gbif", "inaturalist",
)  # fmt: skip
"""Columns that describe the species; the others describe how its card plays or looks."""
TEXTS = ("name", "latin_name", "kingdom", "phylum", "class", "tags", "fact", "source", "art", "sources")
"""Columns with words of the author's own."""
ART = {"file": 80, "artist": 120, "source": 300, "licence": 40}
"""The required fields of uploaded art and their maximum lengths."""
LONGEST_SOURCE = 300
NEEDS = {
    How.MEASURED: ("data_set", "address", "title"),
    How.DERIVED: ("rule",),
    How.STATED: ("address", "title"),
}
"""How -> the fields of a source of which one at least must say where the value is from."""
MOST_BYTES = 40_000
FILLERS = "\u115f\u1160\u3164\uffa0"
"""Invisible characters that count as letters."""
WORDS = {"terrains": Terrain.values, "climates": Climate.values}
# Uploaded art needs no subject.
NEEDED = {kind: [column for column in columns if column != "subject"] for kind, columns in REQUIRED.items()}
UNKNOWN_IN_SETS = ("latin_name", "kingdom", "phylum", "class", "source")
"""What a card of a set may leave unknown."""
NEEDED_IN_SETS = {
    kind: [column for column in columns if column not in UNKNOWN_IN_SETS] for kind, columns in NEEDED.items()
}


def contents_of(card: Card) -> Contents:
    """The contents of a stored card. Queries the card that it was merged into, if any."""
    return sheet_from(card) | {
        "art": card.art,
        "sources": card.sources,
        "retired": card.retired,
        "merged_into": card.merged_into.key if card.merged_into is not None else "",
    }


def completed(contents: Columns) -> Contents:
    """
    The contents with every column, missing ones empty; raises BadValue for an unknown column. In contents of
    old, estimates are named in `estimated`: they become sources.
    """
    contents = with_sources(contents)
    unknown = sorted(set(contents) - {*COLUMNS, *ADDED})
    if unknown:
        raise BadValue(f"{unknown[0]:.40}", _("There is no such column."))
    found = EMPTY | {"duration": 0} | ADDED | dict(contents)
    try:
        text = json.dumps(found, ensure_ascii=False, allow_nan=False)
        size = len(text.encode())
    except (TypeError, ValueError, RecursionError):
        raise BadValue("", _("A card cannot have these values.")) from None
    if size > MOST_BYTES:
        raise BadValue("", _("This is more than a card can hold."))
    if "\\u0000" in json.dumps(found):
        raise BadValue("", _("A card cannot have these values."))
    return found


def shaped(said: Columns) -> Contents:
    """
    The given columns in normal form, texts in one line each. They may be incomplete or invalid for a card,
    but each part can be shown and read. Raises BadValue.
    """
    found = {column: _shaped(column, value) for column, value in with_sources(said).items()}
    _check_parts(found)
    try:
        # What is missing is taken from a valid card.
        species = {"kind": "species", "abilities": found.get("abilities") or {}}
        EngineCard.parse("some", SOME | species)
        if found.get("effects") or found.get("target") is not None:
            event = {"effects": found.get("effects") or SOME["effects"], "target": found.get("target")}
            EngineCard.parse("some", SOME | {"kind": "event"} | event)
    except engine.InvalidCard as error:
        raise BadValue(error.field, error.message) from error
    return found


def drafted(said: Columns) -> Contents:
    """
    The contents of a card that is being written. What cannot be stored as it is, such as an ability without
    its number, is left out. Raises BadValue for what is too large.
    """
    found: Contents = {}
    for column, value in completed(said).items():
        with suppress(BadValue):
            found |= shaped({column: value})
    return completed(found)


def _shaped(column: str, value: object) -> object:
    right = False
    if column in ("art", "sources"):
        if column == "sources":
            return checked_sources(value)
        if _is_table(value):
            right = set(value) <= set(ART)
            if value:
                value = {field: value.get(field, "") for field in ART}
    elif column in NUMBERS:
        right = value is None or (type(value) is int and abs(value) <= LARGEST_NUMBER)
    elif column in LISTS:
        if isinstance(value, list) and all(isinstance(word, str) for word in value):
            right = set(value) <= set(WORDS.get(column, value))
    elif column in ("abilities", "effects", "target"):
        right = column != "abilities" or isinstance(value, dict)
    elif column == "retired":
        right = isinstance(value, bool)
    elif isinstance(value, str):
        right, value = True, " ".join(value.split())
    if not right:
        raise BadValue(column, _("This is not a possible value."))
    return value


def _check_parts(contents: Columns) -> None:
    """Raises BadValue for an empty part: the rules allow it, but a card's face cannot show it."""
    for column in ("abilities", "target", "effects"):
        left = [contents.get(column) or None]
        while left:
            each = left.pop()
            if each in ("", []):
                raise BadValue(column, _("A part of it says nothing."))
            if isinstance(each, dict):
                # An empty list of needs is valid.
                left += [value for name, value in each.items() if name != "needs"]
            elif isinstance(each, list):
                left += each


def _is_table(value: object) -> TypeGuard[dict[str, str]]:
    return isinstance(value, dict) and all(isinstance(each, str) for each in value.values())


def card_from(contents: Columns, *, required: Mapping[Kind, list[str]] | None = None) -> Card:
    """The unsaved card. Raises BadValue for an invalid value, or one that is `required` and missing."""
    sheet = {column: contents[column] for column in COLUMNS if column in contents}
    card = card_of(sheet, required=required or {kind: [] for kind in Kind})
    card.art = checked_art(contents.get("art") or {})
    card.sources = checked_sources(contents.get("sources") or {})
    card.retired = contents.get("retired") is True
    into = contents.get("merged_into") or ""
    card.merged_into = Card.objects.get(key=into) if into else None
    return card


def checked(contents: Columns, *, required: Mapping[Kind, list[str]] = NEEDED) -> Contents:
    """The contents in the normal form in which they are published; raises BadValue."""
    card = card_from(completed(contents), required=required)
    if not any(sign.isalnum() and sign not in FILLERS for sign in card.name):
        raise BadValue("name", _("A card needs a name."))
    _check_parts(contents)
    if not CardSet.objects.filter(pk=card.card_set_id).exists():
        raise BadValue("set", _("There is no set of that name."))
    if card.art and (
        card.art["licence"] not in LICENCES or not Artwork.objects.filter(file=card.art["file"]).exists()
    ):
        raise BadValue("art", _("There is no such picture, or no such licence."))
    return contents_of(card)


def refuse_unwanted(contents: Columns, before: Columns) -> None:
    """Raises BadValue for a text, other than before, with a word that the site does not want."""
    for column in TEXTS:
        value = contents.get(column)
        if value == before.get(column):
            continue
        if wrong := unwanted.complaint("\n".join(_texts(value))):
            raise BadValue(column, wrong)


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from _texts(each)
    else:
        yield str(value)


def checked_art(art: object) -> dict[str, str]:
    if not isinstance(art, dict):
        raise BadValue("art", _("Art is a picture with artist, source and licence."))
    if not art:
        return {}
    for field, most in ART.items():
        value = art.get(field)
        if not isinstance(value, str) or not value.strip() or len(value) > most or not value.isprintable():
            raise BadValue("art", _("Art needs its %(field)s.") % {"field": field})
    return {field: art[field] for field in ART}


def checked_sources(sources: object) -> dict[str, dict[str, str]]:
    """The sources in normal form, by column; raises BadValue."""
    if not isinstance(sources, dict):
        raise BadValue("sources", _("Sources are by column."))
    found = {}
    for column, said in sorted(sources.items()):
        if column not in COLUMNS:
            raise BadValue("sources", _("There is no column %(name)s.") % {"name": f"{column:.40}"})
        if said:
            found[column] = _checked_source(said).data()
    return found


def _checked_source(said: object) -> ValueSource:
    try:
        source = ValueSource.read(said)
    except ValueError:
        raise BadValue("sources", _("This is not a source of a value.")) from None
    for text in source.data().values():
        if len(text) > LONGEST_SOURCE or not text.isprintable():
            raise BadValue("sources", _("A source is in short texts of one line each."))
    if source.address and not source.address.startswith(("http://", "https://")):
        raise BadValue("sources", _("The address of a source begins with https://."))
    if source.date:
        try:
            date.fromisoformat(source.date)
        except ValueError:
            raise BadValue("sources", _("The date of a source is written like 2026-05-31.")) from None
    if source.rule and not any(source.rule in rules for rules in VALUE_RULES.found):
        raise BadValue("sources", _("There is no rule of that name."))
    if source.how in NEEDS and not any(getattr(source, name) for name in NEEDS[source.how]):
        raise BadValue("sources", _("A source says where the value is from."))
    return source


def fitting_sources(contents: Columns, earlier: Columns) -> Contents:
    """
    The sources in `contents` without those that `earlier` has of another value: a source goes with its value.
    An estimate stays one.
    """
    before, found = earlier.get("sources") or {}, {}
    for column, source in (contents.get("sources") or {}).items():
        if contents.get(column) == earlier.get(column) or undated(source) != undated(before.get(column)):
            found[column] = source
        elif source["how"] == How.ESTIMATED:
            found[column] = {"how": How.ESTIMATED.value}
    return found


def with_sources(contents: Columns) -> Contents:
    """
    The contents with `sources` as they are now, in place of the column `estimated` and of the texts that they
    once were. What has another form stays, for others to refuse.
    """
    found = dict(contents)
    estimated = found.pop(ESTIMATED) if isinstance(found.get(ESTIMATED), list) else []
    sources = found.get("sources") or {}
    if not isinstance(sources, dict):
        return found
    if found.get("source", ESTIMATE) == ESTIMATE:
        estimated = []
    marks = {column: {"how": How.ESTIMATED.value} for column in estimated if column in COLUMNS}
    if marks or sources:
        said = {
            column: ValueSource.of_text(each).data() if isinstance(each, str) and each.strip() else each
            for column, each in sources.items()
        }
        found["sources"] = marks | said
    return found


def digest(*parts: object) -> str:
    """A hash that is equal for equal JSON values."""
    text = json.dumps(parts, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def free_key(name: str) -> str:
    """An unused key for a new card with that name; empty if the name has no plain letters."""
    stem = slugify(name)[:70].strip("-")
    if not stem:
        return ""
    taken = set(Card.objects.filter(key__startswith=stem).values_list("key", flat=True))
    taken |= RESERVED_KEYS
    numbers = (f"-{number}" for number in range(2, len(taken) + 3))
    return next(stem + ending for ending in ("", *numbers) if stem + ending not in taken)
