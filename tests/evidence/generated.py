"""
A file like `interactions.tsv` of Global Biotic Interactions: its columns, names of our cards among many
others, lines that refute, repeat or are spoiled. `python -m tests.evidence.generated FILE` writes 10,000,000.
"""

import argparse
import csv
import gzip
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

CARDS = Path(__file__).resolve().parents[2] / "engine" / "data" / "cards.csv"
PARTS = [
    *(
        "TaxonId",
        "TaxonIds",
        "TaxonName",
        "TaxonRank",
        "TaxonPathNames",
        "TaxonPathIds",
        "TaxonPathRankNames",
    ),
    *("TaxonSpeciesName", "TaxonSpeciesId", "TaxonGenusName", "TaxonGenusId", "TaxonFamilyName"),
    *("TaxonFamilyId", "TaxonOrderName", "TaxonOrderId", "TaxonClassName", "TaxonClassId", "TaxonPhylumName"),
    *("TaxonPhylumId", "TaxonKingdomName", "TaxonKingdomId", "Id", "OccurrenceId", "CatalogNumber"),
    *("BasisOfRecordId", "BasisOfRecordName", "LifeStageId", "LifeStageName", "BodyPartId", "BodyPartName"),
    *("PhysiologicalStateId", "PhysiologicalStateName"),
]
HEADER = [
    *(f"source{part}" for part in PARTS), "interactionTypeName", "interactionTypeId",
    *(f"target{part}" for part in PARTS), "decimalLatitude", "decimalLongitude", "localityId", "localityName",
    "eventDateUnixEpoch", "argumentTypeId", "referenceCitation", "referenceDoi", "referenceUrl",
    "sourceCitation", "sourceNamespace", "sourceArchiveURI", "sourceDOI", "sourceLastSeenAtUnixEpoch",
]  # fmt: skip
"""As GloBI's own export writes it."""
RELATIONS = (
    ("eats", "RO_0002470"), ("preysOn", "RO_0002439"), ("eatenBy", "RO_0002471"),
    ("parasiteOf", "RO_0002444"), ("visitsFlowersOf", "RO_0002622"),
    ("interactsWith", "RO_0002437"), ("hasHost", "RO_0002454"),
)  # fmt: skip
STRANGERS = 200_000
"""Other species that the lines name."""
KNOWN_SHARE, SPOILED_SHARE, REFUTED_SHARE = 0.05, 0.001, 0.01
SUPPORT, REFUTE = "https://en.wiktionary.org/wiki/support", "https://en.wiktionary.org/wiki/refute"


def lines(names: Sequence[str], count: int, seed: int = 1) -> Iterator[str]:
    """`count` lines after the header. The same seed gives the same lines."""
    rng = random.Random(seed)
    place = {name: at for at, name in enumerate(HEADER)}
    yield "\t".join(HEADER) + "\n"
    for _line in range(count):
        cells = [""] * len(HEADER)
        for side in ("source", "target"):
            if rng.random() < KNOWN_SHARE**0.5:
                name = rng.choice(names)
            else:
                other = rng.randrange(STRANGERS)
                name = f"Genus{other % 20_000} species{other}"
            genus, _blank, _rest = name.partition(" ")
            cells[place[f"{side}TaxonId"]] = f"EOL:{hash_of(name)}"
            cells[place[f"{side}TaxonIds"]] = (
                f"EOL:{hash_of(name)} | GBIF:{hash_of(genus)} | WD:Q{hash_of(name)}"
            )
            cells[place[f"{side}TaxonName"]] = name
            cells[place[f"{side}TaxonRank"]] = "species"
            cells[place[f"{side}TaxonPathNames"]] = (
                f"Biota | Animalia | Chordata | Order | Family | {genus} | {name}"
            )
            cells[place[f"{side}TaxonPathRankNames"]] = (
                "kingdom | phylum | class | order | family | genus | species"
            )
            cells[place[f"{side}TaxonSpeciesName"]] = name
            cells[place[f"{side}TaxonGenusName"]] = genus
            cells[place[f"{side}TaxonKingdomName"]] = "Animalia"
        relation, term = RELATIONS[rng.randrange(len(RELATIONS))]
        cells[place["interactionTypeName"]] = relation
        cells[place["interactionTypeId"]] = f"http://purl.obolibrary.org/obo/{term}"
        cells[place["localityName"]] = f"Place {rng.randrange(5000)}"
        cells[place["argumentTypeId"]] = REFUTE if rng.random() < REFUTED_SHARE else SUPPORT
        study = rng.randrange(300)
        cells[place["referenceCitation"]] = (
            f"Author {study % 97} ({1900 + study % 120}) What lives on what. Journal {study}."
        )
        cells[place["sourceCitation"]] = f"Collection {study}, Museum of {study % 40}."
        cells[place["sourceNamespace"]] = f"museum/collection-{study}"
        cells[place["sourceArchiveURI"]] = f"https://example.org/collection-{study}.zip"
        if rng.random() < SPOILED_SHARE:
            cells = cells[: rng.randrange(1, 80)]
        yield "\t".join(cells) + "\n"


def hash_of(name: str) -> int:
    return sum(name.encode()) * len(name)


def write(path: Path, names: Sequence[str], count: int, seed: int = 1) -> None:
    if path.suffix == ".gz":
        with gzip.open(path, "wt", encoding="utf-8", compresslevel=1) as file:
            file.writelines(lines(names, count, seed))
        return
    with path.open("w", encoding="utf-8") as file:
        file.writelines(lines(names, count, seed))


def card_names() -> list[str]:
    """The Latin names of the card file, read without Django."""
    with CARDS.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return sorted(row["latin_name"] for row in rows if row["kind"] == "species")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=Path)
    parser.add_argument("--lines", type=int, default=10_000_000)
    given = parser.parse_args()
    write(given.file, card_names(), given.lines)
