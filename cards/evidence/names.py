"""The names of our cards' species, by which lines of data sets are found: their own, and synonyms of them."""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from cards.models import Card, Kind
from cards.taxonomy.keys import key_of
from cards.taxonomy.models import NameEdition, NameKey, Taxon


def known_names() -> dict[str, str]:
    """Maps names in small letters to those that our cards use; synonyms by the lists that were imported."""
    species = Card.objects.offered().filter(kind=Kind.SPECIES).exclude(latin_name="")
    kingdoms = dict(species.values_list("latin_name", "kingdom"))
    found: dict[str, str] = {}
    for synonym, name in _synonyms(kingdoms):
        found.setdefault(synonym.lower(), name)
    return found | {name.lower(): name for name in kingdoms}


def _synonyms(kingdoms: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The accepted name of each name, and all its synonyms, if they are of the kingdom."""
    editions = NameEdition.objects.filter(state=NameEdition.State.CURRENT).values_list("pk", flat=True)
    keys = [key_of(name) for name in kingdoms]
    hits = NameKey.objects.filter(edition__in=list(editions), key__in=keys).values_list("taxon_id", flat=True)
    if not hits:
        return
    taxa = Taxon.objects.filter(pk__in=list(hits)).select_related("lineage")
    of_taxon: defaultdict[int, list[str]] = defaultdict(list)
    for taxon in taxa:
        kingdom = taxon.lineage.kingdom if taxon.lineage is not None else ""
        if taxon.latin_name in kingdoms and kingdom in ("", kingdoms[taxon.latin_name]):
            of_taxon[taxon.accepted_id or taxon.pk].append(taxon.latin_name)
    for rows in (Taxon.objects.filter(pk__in=of_taxon), Taxon.objects.filter(accepted__in=of_taxon)):
        for pk, accepted, synonym in rows.values_list("pk", "accepted_id", "latin_name"):
            for name in of_taxon[accepted or pk]:
                yield synonym, name
