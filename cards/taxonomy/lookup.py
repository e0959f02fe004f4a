"""Finding names: by their beginnings as one types, and what has become of a name."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from cards.models.card import IDENTIFIERS
from cards.taxonomy.keys import HEAD, head_of, key_of, keys_of
from cards.taxonomy.models import NameEdition, NameKey, Taxon
from cards.taxonomy.name_lists import NAME_LISTS, rank_of
from cards.words import any_of

MOST_READ = 400
"""Names that begin alike and are all read; if there are more, those of well-known taxa come first."""
MOST_KNOWN = 1000
"""Well-known taxa of the same first three bytes that are looked through for a longer beginning."""
CANDIDATES = 4
"""Names read for each result: a taxon may have several that begin alike."""
AT_ONCE = 500
SPECIES = "species"


class Standing(StrEnum):
    ACCEPTED = "accepted"
    SYNONYM = "synonym"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Name:
    """
    A taxon by its accepted name. `common_name` is in the language asked for, if there is one; `by` is the
    name that was found, if it is another, and `synonym` says whether that is a scientific one.
    """

    key: int
    latin_name: str
    authorship: str
    rank: str
    kingdom: str
    phylum: str
    class_name: str
    family: str
    region: str
    extinct: bool | None
    common_name: str
    identifiers: Mapping[str, str]
    source: str
    by: str = ""
    synonym: bool = False
    common_names: Mapping[str, list[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Checked:
    """What the most trusted list that knows a name says of it; `names` are the accepted ones of a synonym."""

    standing: Standing
    names: tuple[str, ...] = ()
    source: str = ""


@dataclass(frozen=True, slots=True)
class _Hit:
    edition: NameEdition
    taxon: int
    key: bytes
    weight: int


def current_editions() -> list[NameEdition]:
    """The most trusted list first."""
    found = NameEdition.objects.filter(state=NameEdition.State.CURRENT)
    return sorted(found, key=lambda edition: (rank_of(edition.data_set), edition.pk))


def found_names(text: str, *, most: int = 10, language: str = "en") -> list[Name]:
    """
    Taxa with a name that begins like that, well-known ones first; a name that is just that comes before them.
    Nothing for less than three bytes: three letters in most scripts, one sign of Chinese.
    """
    begins = key_of(text)
    if len(begins) < HEAD:
        return []
    hits = [hit for edition in current_editions() for hit in _hits(edition, begins, most)]
    taxa = _taxa(hit.taxon for hit in hits)
    hits.sort(key=lambda hit: _order(hit, begins, taxa))
    found: dict[tuple[str, str], Name] = {}
    for hit in hits:
        taxon = taxa.get(hit.taxon)
        accepted = taxon and (taxon.accepted or taxon)
        if taxon is None or accepted is None:
            continue  # its edition has just been replaced
        same = (accepted.latin_name.lower(), accepted.rank)
        if same not in found:
            found[same] = _name(accepted, hit.edition, language, by=taxon, begins=begins)
        if len(found) == most:
            break
    return list(found.values())


def _hits(edition: NameEdition, begins: bytes, most: int) -> list[_Hit]:
    rows = NameKey.objects.filter(edition=edition, key__gte=begins, key__lt=begins + b"\xff")
    columns = ("taxon_id", "key", "weight")
    near = list(rows.order_by("key").values_list(*columns)[:MOST_READ])
    if len(near) == MOST_READ:
        near = [*_known(edition, begins, CANDIDATES * most), *near[: CANDIDATES * most]]
    hits = [_Hit(edition, taxon, bytes(key), weight) for taxon, key, weight in near]
    hits.sort(key=lambda hit: (_nearness(hit.key, begins), -hit.weight, hit.key))
    return hits[: CANDIDATES * most]


def _known(edition: NameEdition, begins: bytes, most: int) -> list[tuple[int, bytes | memoryview, int]]:
    """Well-known taxa, of those that share the first three bytes."""
    known = NameKey.objects.filter(edition=edition, weight__gt=0, head=head_of(begins))
    ordered = known.order_by("-weight", "key").values_list("taxon_id", "key", "weight")
    if len(begins) == HEAD:
        return list(ordered[:most])
    return [row for row in ordered[:MOST_KNOWN] if bytes(row[1]).startswith(begins)][:most]


def _nearness(key: bytes, begins: bytes) -> int:
    """0 for the name itself, 1 if a whole word begins it, 2 for the rest."""
    return 0 if key == begins else 1 if key.startswith(begins + b" ") else 2


def _order(hit: _Hit, begins: bytes, taxa: Mapping[int, Taxon]) -> tuple[object, ...]:
    taxon = taxa.get(hit.taxon)
    return (
        _nearness(hit.key, begins),
        -hit.weight,
        taxon is None or taxon.accepted_id is not None,
        taxon is None or taxon.rank != SPECIES,
        rank_of(hit.edition.data_set),
        hit.key,
    )


def _taxa(keys: Iterable[int]) -> dict[int, Taxon]:
    return _with_groups(Taxon.objects.all()).in_bulk(list(keys))


def _with_groups(taxa: QuerySet[Taxon]) -> QuerySet[Taxon]:
    return taxa.select_related("lineage", "accepted__lineage")


def _name(
    taxon: Taxon, edition: NameEdition, language: str, *, by: Taxon | None = None, begins: bytes = b""
) -> Name:
    lineage = taxon.lineage
    common = taxon.common_names
    other, synonym = "", False
    if by is not None and by.pk != taxon.pk:
        other, synonym = by.latin_name, True
    elif begins and not key_of(taxon.latin_name).startswith(begins):
        all_names = [name for names in common.values() for name in names]
        other = next((name for name in all_names if any(key.startswith(begins) for key in keys_of(name))), "")
    own = NAME_LISTS[edition.data_set].column if edition.data_set in NAME_LISTS else ""
    return Name(
        key=taxon.pk,
        latin_name=taxon.latin_name,
        authorship=taxon.authorship,
        rank=taxon.rank,
        kingdom=lineage.kingdom if lineage else "",
        phylum=lineage.phylum if lineage else "",
        class_name=lineage.class_name if lineage else "",
        family=lineage.family if lineage else "",
        region=taxon.region,
        extinct=taxon.extinct,
        common_name=_first(common, language),
        identifiers={**taxon.identifiers, **({own: taxon.source_id} if own else {})},
        source=str(edition),
        by=other,
        synonym=synonym,
        common_names=common,
    )


def _first(common: Mapping[str, list[str]], language: str) -> str:
    for code in (language, "en", "", *common):
        if names := common.get(code):
            return names[0]
    return ""


def name_of(key: int, *, language: str = "en") -> Name | None:
    """
    All that is known of the taxon with that key, a synonym's accepted one: what one list leaves out, groups,
    region and identifiers, comes from the others. None if there is none, or no longer.
    """
    taxon = _with_groups(Taxon.objects.filter(pk=key)).first()
    if taxon is None:
        return None
    taxon = taxon.accepted or taxon
    editions = {edition.pk: edition for edition in current_editions()}
    if taxon.edition_id not in editions:
        return None
    name = _name(taxon, editions[taxon.edition_id], language)
    others = (
        _name(other, editions[other.edition_id], language)
        for other in _exact(taxon.latin_name, editions.values())
        if other.accepted_id is None and other.edition_id != taxon.edition_id
    )
    for other in others:
        if other.rank == name.rank and (
            other.kingdom == name.kingdom or not (other.kingdom and name.kingdom)
        ):
            name = _together(name, other)
    return name


def _together(name: Name, other: Name) -> Name:
    return Name(
        key=name.key,
        latin_name=name.latin_name,
        authorship=name.authorship or other.authorship,
        rank=name.rank,
        kingdom=name.kingdom or other.kingdom,
        phylum=name.phylum or other.phylum,
        class_name=name.class_name or other.class_name,
        family=name.family or other.family,
        region=name.region or other.region,
        extinct=name.extinct if name.extinct is not None else other.extinct,
        common_name=name.common_name or other.common_name,
        identifiers={
            column: value
            for column in IDENTIFIERS
            if (value := name.identifiers.get(column) or other.identifiers.get(column))
        },
        source=name.source,
        common_names={**other.common_names, **name.common_names},
    )


def _exact(latin_name: str, editions: Iterable[NameEdition]) -> list[Taxon]:
    """All rows of that scientific name, in the order of the lists."""
    key, found = key_of(latin_name), []
    for edition in editions:
        rows = NameKey.objects.filter(edition=edition, key=key).values_list("taxon_id", flat=True)
        taxa = _with_groups(Taxon.objects.filter(pk__in=list(rows[:AT_ONCE]))).order_by("pk")
        found += [taxon for taxon in taxa if key_of(taxon.latin_name) == key]
    return found


def checked_names(asked: Iterable[tuple[str, str]]) -> dict[tuple[str, str], Checked]:
    """
    What has become of scientific names, each with a kingdom that tells plants from animals of the same name;
    it may be empty.
    """
    wanted = list(dict.fromkeys(asked))
    found: dict[tuple[str, str], Checked] = {}
    for edition in current_editions():
        left = [each for each in wanted if each not in found]
        for place in range(0, len(left), AT_ONCE):
            found |= _checked_in(edition, left[place : place + AT_ONCE])
    return {each: found.get(each, Checked(Standing.UNKNOWN)) for each in wanted}


def outdated(latin_name: str, kingdom: str = "") -> str:
    """A sentence about a name that is a synonym now; "" for any other name."""
    if not latin_name:
        return ""
    asked = (latin_name, kingdom)
    checked = checked_names([asked])[asked]
    if checked.standing != Standing.SYNONYM:
        return ""
    words = {"name": latin_name, "accepted": any_of(list(checked.names)), "source": checked.source}
    return _("The name %(name)s is out of date: it is a synonym of %(accepted)s (%(source)s).") % words


def _checked_in(edition: NameEdition, asked: list[tuple[str, str]]) -> dict[tuple[str, str], Checked]:
    keys = {key_of(name) for name, _kingdom in asked} - {b""}
    rows = NameKey.objects.filter(edition=edition, key__in=keys).values_list("taxon_id", flat=True)
    by_key: dict[bytes, list[Taxon]] = {}
    for taxon in _taxa(rows).values():
        by_key.setdefault(key_of(taxon.latin_name), []).append(taxon)
    found = {}
    for name, kingdom in asked:
        taxa = [taxon for taxon in by_key.get(key_of(name), []) if _fits(taxon, kingdom)]
        if not taxa:
            continue
        accepted = [taxon for taxon in taxa if taxon.accepted_id is None]
        names = sorted({each.accepted.latin_name for each in taxa if each.accepted})
        found[name, kingdom] = (
            Checked(Standing.ACCEPTED, source=str(edition))
            if accepted
            else Checked(Standing.SYNONYM, tuple(names), str(edition))
        )
    return found


def _fits(taxon: Taxon, kingdom: str) -> bool:
    lineage = (taxon.accepted or taxon).lineage
    theirs = lineage.kingdom if lineage else ""
    return not kingdom or not theirs or theirs == kingdom
