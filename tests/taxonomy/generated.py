"""
Generated lists of names in the formats of the Catalogue of Life, GBIF and WCVP, of any size.

    python -m tests.taxonomy.generated coldp /tmp/names.zip 2500000 --spoiled 200000

A tenth of the names are genera and larger groups, two fifths synonyms; as in real lists most parents stand
after their children, and a fifth of the species have common names in up to four languages.
"""

import argparse
import io
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random
from zipfile import ZIP_DEFLATED, ZipFile

COLDP = (
    "ID", "alternativeID", "sourceID", "parentID", "basionymID", "status", "scientificName", "authorship",
    "rank", "notho", "uninomial", "genericName", "infragenericEpithet", "specificEpithet",
    "infraspecificEpithet", "cultivarEpithet", "namePhrase", "nameReferenceID", "publishedInYear", "code",
    "nameStatus", "accordingToID", "referenceID", "scrutinizer", "extinct", "environment", "link", "remarks",
)  # fmt: skip
GBIF = (
    "taxonID", "datasetID", "parentNameUsageID", "acceptedNameUsageID", "originalNameUsageID",
    "scientificName", "scientificNameAuthorship", "canonicalName", "genericName", "specificEpithet",
    "infraspecificEpithet", "taxonRank", "nameAccordingTo", "namePublishedIn", "taxonomicStatus",
    "nomenclaturalStatus", "taxonRemarks", "kingdom", "phylum", "class", "order", "family", "genus",
)  # fmt: skip
WCVP = (
    "taxonid", "family", "genus", "specificepithet", "infraspecificepithet", "scientfiicname",
    "scientfiicnameauthorship", "taxonrank", "nomenclaturalstatus", "taxonomicstatus", "acceptednameusageid",
    "parentnameusageid",
)  # fmt: skip
WCVP_TERMS = {"scientfiicname": "scientificName", "scientfiicnameauthorship": "scientificNameAuthorship"}
SYLLABLES = [
    "ba",
    "ce",
    "di",
    "fo",
    "gu",
    "ha",
    "ki",
    "lo",
    "mu",
    "na",
    "pe",
    "ri",
    "so",
    "tu",
    "va",
    "xe",
    "zo",
    "bra",
    "cli",
    "dro",
    "fle",
    "gri",
    "pho",
    "phi",
    "sta",
    "tri",
]
WORDS = [
    "red",
    "spotted",
    "northern",
    "lesser",
    "giant",
    "river",
    "mountain",
    "crested",
    "dwarf",
    "golden",
    "striped",
    "common",
]
KINDS = [
    "finch",
    "beetle",
    "oak",
    "sedge",
    "frog",
    "snail",
    "moth",
    "bream",
    "orchid",
    "fern",
    "mole",
    "crab",
    "thrush",
    "lily",
    "worm",
    "bat",
]
LANGUAGES = {"eng": "", "deu": "ä", "fra": "é", "jpn": "カ"}
CHILDREN = {"kingdom": 40, "phylum": 6, "class": 8, "order": 10, "family": 14, "genus": 5}
RANKS = ("kingdom", "phylum", "class", "order", "family", "genus", "species")
KINGDOMS = ("Animalia", "Plantae", "Fungi", "Bacteria", "Chromista")
KINDS_OF_SPOILS = 7


@dataclass(frozen=True, slots=True)
class Made:
    """A name: `groups` are kingdom to family; `parent` of an accepted name, `accepted` of a synonym."""

    id: str
    parent: str
    accepted: str
    rank: str
    name: str
    author: str
    groups: tuple[str, ...]


def identifier(number: int) -> str:
    """As the Catalogue of Life has them: letters and digits without vowels."""
    signs, text = "23456789BCDFGHJKLMNPQRSTVWXYZ", ""
    while True:
        number, rest = divmod(number, len(signs))
        text = signs[rest] + text
        if not number:
            return text


def names(count: int, seed: int = 1) -> Iterator[Made]:
    """Names in the order of a list: species before their genera, synonyms after the accepted name."""
    rng = Random(seed)
    number = iter(range(count))

    def word(length: int) -> str:
        return "".join(rng.choices(SYLLABLES, k=length))

    def below(rank: int, parent: str, groups: tuple[str, ...], name: str) -> Iterator[Made]:
        for _each in range(rng.randint(1, 2 * CHILDREN[RANKS[rank - 1]] - 1)):
            at = next(number, None)
            if at is None:
                return
            id_, kind = identifier(at * 7 + 1000), RANKS[rank]
            author = f"{word(2).capitalize()}, {rng.randint(1758, 2024)}"
            if kind == "species":
                epithet = word(3) + rng.choice(("us", "a", "um", "ensis", "oides"))
                yield Made(id_, parent, "", kind, f"{name} {epithet}", author, groups)
                for _other in range(rng.choice((0, 0, 0, 1, 1, 2))):
                    at = next(number, None)
                    if at is None:
                        return
                    synonym = f"{word(3).capitalize()} {epithet}"
                    yield Made(identifier(at * 7 + 1000), "", id_, kind, synonym, f"({author})", groups)
                continue
            own = word(4).capitalize() + {"family": "idae", "order": "iformes"}.get(kind, "")
            inner = (*groups, own) if kind != "genus" else groups
            yield from below(rank + 1, id_, inner, own)
            yield Made(id_, parent, "", kind, own, "" if rank < 5 else author, inner)

    kingdom = 0
    while True:
        at = next(number, None)
        if at is None:
            return
        id_, name = identifier(at * 7 + 1000), KINGDOMS[kingdom % len(KINGDOMS)]
        yield Made(id_, "", "", "kingdom", name, "", (name,))
        yield from below(1, id_, (name,), name)
        kingdom += 1


def common_names(made: Made, rng: Random) -> Iterator[tuple[str, str]]:
    """Language and name."""
    if made.rank != "species" or made.accepted or rng.random() > 0.2:
        return
    name = f"{rng.choice(WORDS).capitalize()} {made.name.split()[1][:5].capitalize()}-{rng.choice(KINDS)}"
    for language, letter in islice(LANGUAGES.items(), rng.randint(1, 4)):
        yield language, f"{name}{letter}"


def spoiled(line: str, place: int, delimiter: str) -> bytes:
    """The line in one of seven ways in which lines are spoiled."""
    cells = line.split(delimiter)
    match place % KINDS_OF_SPOILS:
        case 0:
            return delimiter.join(cells[: len(cells) // 2]).encode()
        case 1:
            return delimiter.join([*cells, "more"]).encode()
        case 2:
            return delimiter.join(["", *cells[1:]]).encode()
        case 3:
            return line.encode().replace(cells[0].encode(), b"\xff\xfe", 1)
        case 4:
            return line.replace(cells[0], "X" * 120, 1).encode()
        case 5:
            return f"{line}\0".encode()
        case _:
            return b"<html>502 Bad Gateway</html>"


class Table:
    """A table that is written into an archive while it is made; `every` line is followed by a spoiled one."""

    def __init__(
        self, archive: ZipFile, member: str, header: tuple[str, ...], delimiter: str, every: int
    ) -> None:
        self._file = archive.open(member, "w", force_zip64=True)
        self._delimiter, self._every, self._lines, self.bad = delimiter, every, 0, 0
        self._buffer = io.BytesIO()
        self._write(delimiter.join(header).encode())

    def add(self, cells: list[str]) -> None:
        line = self._delimiter.join(cells)
        self._write(line.encode())
        self._lines += 1
        if self._every and self._lines % self._every == 0:
            self._write(spoiled(line, self.bad, self._delimiter))
            self.bad += 1

    def _write(self, line: bytes) -> None:
        self._buffer.write(line + b"\n")
        if self._buffer.tell() > 1 << 20:
            self.close(last=False)

    def close(self, *, last: bool = True) -> None:
        self._file.write(self._buffer.getvalue())
        self._buffer = io.BytesIO()
        if last:
            self._file.close()


def coldp(path: Path, count: int, *, seed: int = 1, bad: int = 0, title: str = "Catalogue of Life") -> int:
    """Write a ColDP archive; returns the number of spoiled lines, about `bad`."""
    place = {name: at for at, name in enumerate(COLDP)}
    rng, commons, areas = Random(seed), list[tuple[str, str, str]](), list[tuple[str, str]]()
    with ZipFile(path, "w", ZIP_DEFLATED, compresslevel=1) as archive:
        about = f"title: {title}\nversion: '{seed}'\nissued: 2026-01-01\nlicense: cc by\n"
        archive.writestr("metadata.yaml", about)
        header = tuple(f"col:{name}" for name in COLDP)
        table = Table(archive, "NameUsage.tsv", header, "\t", count // bad if bad else 0)
        for made in names(count, seed):
            cells = [""] * len(COLDP)
            cells[place["ID"]] = made.id
            cells[place["parentID"]] = made.accepted or made.parent
            cells[place["status"]] = "synonym" if made.accepted else "accepted"
            cells[place["scientificName"]] = made.name
            cells[place["authorship"]] = made.author
            cells[place["rank"]] = made.rank
            cells[place["uninomial" if made.rank != "species" else "genericName"]] = made.name.split()[0]
            cells[place["code"]] = "zoological"
            cells[place["extinct"]] = "false"
            cells[place["link"]] = f"https://www.catalogueoflife.org/data/taxon/{made.id}"
            if made.rank == "species" and not made.accepted:
                cells[place["alternativeID"]] = f"gbif:{rng.randrange(10**7)},tsn:{rng.randrange(10**6)}"
                areas.append((made.id, rng.choice(("BRA", "IND", "DEU", "AUS"))))
            table.add(cells)
            commons += [(made.id, language, name) for language, name in common_names(made, rng)]
        table.close()
        other = Table(archive, "VernacularName.tsv", ("col:taxonID", "col:name", "col:language"), "\t", 0)
        for id_, language, name in commons:
            other.add([id_, name, language])
        other.close()
        other = Table(archive, "Distribution.tsv", ("col:taxonID", "col:areaID", "col:gazetteer"), "\t", 0)
        for id_, area in areas:
            other.add([id_, area, "iso"])
        other.close()
    return table.bad


def gbif(path: Path, count: int, *, seed: int = 1, bad: int = 0) -> int:
    """Write a Darwin Core archive as GBIF gives its backbone; returns the number of spoiled lines."""
    rng, commons = Random(seed), list[tuple[str, str, str]]()
    with ZipFile(path, "w", ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("eml.xml", _eml("GBIF Backbone Taxonomy", seed))
        extension = (
            "taxonID",
            "vernacularName",
            "language",
            "country",
            "countryCode",
            "sex",
            "lifeStage",
            "source",
        )
        archive.writestr(
            "meta.xml",
            _meta(
                _part("core", "Taxon", "Taxon.tsv", GBIF, "\\t", ""),
                _part("extension", "VernacularName", "VernacularName.tsv", extension, "\\t", ""),
            ),
        )
        table = Table(archive, "Taxon.tsv", GBIF, "\t", count // bad if bad else 0)
        for made in names(count, seed):
            groups = [*made.groups, *[""] * (5 - len(made.groups))]
            genus, _blank, epithet = made.name.partition(" ")
            table.add([
                made.id, "7ddf754f-d193-4cc9-b351-99906754a03b", made.parent, made.accepted, "",
                f"{made.name} {made.author}".strip(), made.author, made.name, genus, epithet, "", made.rank,
                "", "", "synonym" if made.accepted else "accepted", "", "", *groups, genus,
            ])  # fmt: skip
            commons += [(made.id, language[:2], name) for language, name in common_names(made, rng)]
        table.close()
        other = Table(archive, "VernacularName.tsv", extension, "\t", 0)
        for id_, language, name in commons:
            other.add([id_, name, language, "", "", "", "", "Generated"])
        other.close()
    return table.bad


def wcvp(path: Path, count: int, *, seed: int = 1, bad: int = 0) -> int:
    """Write a Darwin Core archive as WCVP gives its checklist, with its misspelt headers."""
    with ZipFile(path, "w", ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("eml.xml", _eml("The World Checklist of Vascular Plants (WCVP)", seed))
        places = ("coreid", "locality", "establishmentmeans")
        archive.writestr(
            "meta.xml",
            _meta(
                _part("core", "Taxon", "wcvp_taxon.csv", WCVP, "|", ""),
                _part("extension", "Distribution", "wcvp_distribution.csv", places, "|", ""),
            ),
        )
        table = Table(archive, "wcvp_taxon.csv", WCVP, "|", count // bad if bad else 0)
        ids = []
        for made in names(count, seed):
            genus, _blank, epithet = made.name.partition(" ")
            state = "Synonym" if made.accepted else "Accepted"
            family = made.groups[4] if len(made.groups) > 4 else ""
            table.add([
                made.id, family, genus, epithet, "", made.name, made.author, made.rank.capitalize(), "",
                state, made.accepted or made.id, made.parent,
            ])  # fmt: skip
            if not made.accepted:
                ids.append(made.id)
        table.close()
        other = Table(archive, "wcvp_distribution.csv", places, "|", 0)
        for id_ in ids:
            other.add([id_, "Madagascar", ""])
            other.add([id_, "Hawaii", "introduced"])
        other.close()
    return table.bad


def _eml(title: str, seed: int) -> str:
    return (
        '<eml:eml xmlns:eml="https://eml.ecoinformatics.org/eml-2.2.0"><dataset>'
        f"<title>{title}</title><pubDate>2026-01-{seed % 28 + 1:02}</pubDate></dataset></eml:eml>"
    )


def _meta(*parts: str) -> str:
    return f'<archive xmlns="http://rs.tdwg.org/dwc/text/" metadata="eml.xml">{"".join(parts)}</archive>'


def _part(tag: str, kind: str, member: str, header: tuple[str, ...], delimiter: str, quote: str) -> str:
    space = "http://rs.gbif.org/terms/1.0/" if kind != "Taxon" else "http://rs.tdwg.org/dwc/terms/"
    fields = "".join(
        f'<field index="{at}" term="{_term(WCVP_TERMS.get(name, name))}"/>' for at, name in enumerate(header)
    )
    key = "id" if tag == "core" else "coreid"
    return (
        f'<{tag} encoding="UTF-8" fieldsTerminatedBy="{delimiter}" linesTerminatedBy="\\n" '
        f'fieldsEnclosedBy="{quote}" ignoreHeaderLines="1" rowType="{space}{kind}">'
        f'<files><location>{member}</location></files><{key} index="0"/>{fields}</{tag}>'
    )


def _term(name: str) -> str:
    space = "http://rs.gbif.org/terms/1.0/" if name == "canonicalName" else "http://rs.tdwg.org/dwc/terms/"
    return space + name


FORMATS = {"coldp": coldp, "gbif": gbif, "wcvp": wcvp}

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("form", choices=FORMATS)
    parser.add_argument("path", type=Path)
    parser.add_argument("names", type=int)
    parser.add_argument("--spoiled", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    print(FORMATS[asked.form](asked.path, asked.names, seed=asked.seed, bad=asked.spoiled))
