"""A card's sources: its reference, the species in other databases, licences, and downloads."""

from dataclasses import dataclass
from urllib.parse import quote, urlsplit

from django.urls import reverse
from django.utils.translation import gettext as _

from cards.art import WIDTHS, art_version, face_version
from cards.art.licences import CC0, FAMILIES
from cards.art.uploads import LICENCES
from cards.models import Card
from phylo.http.languages import in_language

ESTIMATE = "estimate"
# Column of the identifier -> database, address of its entry, address of a search for a Latin name.
DATABASES = {
    "catalogue_of_life": (
        "Catalogue of Life",
        "https://www.catalogueoflife.org/data/taxon/{}",
        "https://www.catalogueoflife.org/data/search?q={}",
    ),
    "wikidata": (
        "Wikidata",
        "https://www.wikidata.org/wiki/{}",
        "https://www.wikidata.org/w/index.php?search={}",
    ),
    "gbif": (
        "GBIF",
        "https://www.gbif.org/species/{}",
        "https://www.gbif.org/species/search?q={}",
    ),
    "inaturalist": (
        "iNaturalist",
        "https://www.inaturalist.org/taxa/{}",
        "https://www.inaturalist.org/taxa/search?q={}",
    ),
}


@dataclass(frozen=True, slots=True)
class Source:
    """The source of the values: `url` is empty for a citation, both are for an estimate."""

    url: str
    words: str
    estimate: bool


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A species in another database: under its identifier, or as a search for its Latin name."""

    database: str
    identifier: str
    url: str


@dataclass(frozen=True, slots=True)
class Art:
    """The credit of the card's picture; `url` is that of the whole picture."""

    artist: str
    source: str
    source_url: str
    licence: str
    licence_url: str
    url: str


@dataclass(frozen=True, slots=True)
class Subject:
    """The credit of the drawing in the picture; the home page is empty if the drawing is our own."""

    name: str
    family: str
    home: str
    licence: str
    licence_url: str


@dataclass(frozen=True, slots=True)
class Download:
    url: str
    name: str
    says: str
    file: str


def source_of(card: Card) -> Source:
    if not card.source or card.source == ESTIMATE:
        return Source("", "", True)
    parts = urlsplit(card.source)
    if parts.scheme in ("http", "https"):
        return Source(card.source, parts.netloc + parts.path.rstrip("/"), False)
    return Source("", card.source, False)


def elsewhere(card: Card) -> list[Elsewhere]:
    """In the order of the columns; databases without identifier only for a card with a Latin name."""
    found = []
    for column, (database, entry, search) in DATABASES.items():
        identifier = getattr(card, column)
        if identifier:
            found.append(Elsewhere(database, identifier, entry.format(quote(identifier, safe=""))))
        elif card.latin_name:
            found.append(Elsewhere(database, "", search.format(quote(card.latin_name, safe=""))))
    return found


def subject_of(card: Card) -> Subject:
    reference = card.subject.split()[0] if card.subject else ""
    family, _colon, name = reference.partition(":")
    if family in FAMILIES:
        return Subject(name.replace("-", " "), *FAMILIES[family])
    return Subject(name.replace("-", " "), "", "", *CC0)


def art_of(card: Card) -> Art | None:
    """The uploaded picture, if the card shows one."""
    if not card.art:
        return None
    licence = LICENCES.get(card.art["licence"])
    source = card.art["source"]
    return Art(
        artist=card.art["artist"],
        source=source,
        source_url=source if urlsplit(source).scheme in ("http", "https") else "",
        licence=str(licence.name) if licence else card.art["licence"],
        licence_url=licence.address if licence else "",
        url=reverse("art-file", args=[card.art["file"], "jpg"]),
    )


def downloads(card: Card) -> list[Download]:
    face, key, width = card.as_face(), card.key, WIDTHS[1]
    version = face_version(face, key)
    return [
        Download(
            in_language(reverse("card-face", args=[key, version])),
            _("Card, SVG"),
            _("63 × 88 mm, for print"),
            f"{key}.svg",
        ),
        Download(
            in_language(reverse("card-face-png", args=[key, version, width])),
            _("Card, PNG"),
            _("%(width)s pixels wide") % {"width": width},
            f"{key}.png",
        ),
        Download(
            reverse("card-art", args=[key, art_version(face, key)]),
            _("Picture, SVG"),
            _("the scene alone"),
            f"{key}-art.svg",
        ),
        Download(
            reverse("card-record", args=[key]), _("Values, JSON"), _("as in game records"), f"{key}.json"
        ),
    ]
