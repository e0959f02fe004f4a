"""Importing pictures for cards: a folder with a table of files, artists, sources, licences and cards."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from django.db import transaction
from django.utils.translation import gettext as _

from cards.art.uploads import LICENCES, MOST_BYTES, ArtRefused
from cards.curation.services.steps import publish_cards
from cards.exchange import ExchangeError, csv_rows
from cards.exchange.tables import decoded
from cards.models import Card
from cards.models.card import lock_cards
from cards.services.artwork import check_credit, store_artwork
from cards.services.contents import card_from, contents_of
from cards.services.publishing import Origin, Publishing
from phylo.accounts.models import User
from phylo.http.missing import need
from phylo.http.refusals import BadValue, Mistakes

TABLE = "pictures.csv"
COLUMNS = ("file", "artist", "source", "licence", "card")
MOST = 5000
SAID = {
    "cc0": "CC0-1.0", "cc-0": "CC0-1.0", "pd": "public-domain", "pdm": "public-domain",
    "public-domain": "public-domain", "own-work": "own-work",
}  # fmt: skip
"""Licences as others write them, beside the names of Creative Commons with or without their version."""


class PicturesRefused(Exception):
    """Nothing was stored; the message says why in a line."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table; `licence` is one of LICENCES, if it is known."""

    line: int
    path: Path
    artist: str
    source: str
    licence: str
    card: str
    mistakes: Mistakes = field(default_factory=dict)

    @property
    def complaint(self) -> str:
        says = "; ".join(f"{column}: {says}" for column, says in self.mistakes.items())
        return f"line {self.line} ({self.path.name or '?'}): {says}"


@dataclass(frozen=True, slots=True)
class Pictures:
    """What was imported: rows without mistakes, and those that were refused."""

    shown: list[Row]
    refused: list[Row]
    unchanged: int = 0


def import_pictures(
    *, folder: Path, table: str = TABLE, user: User, good_only: bool = False, dry_run: bool = False
) -> Pictures:
    """
    Let cards show the pictures of a folder: all, or with `good_only` those that are not refused; with
    `dry_run` only say what would happen. Raises PicturesRefused for a table that cannot be used, OSError for
    one that cannot be read, NeedsServer without Pillow.
    """
    need("PIL")
    rows = list(_checked(folder, _rows(folder / table)))
    refused = [row for row in rows if row.mistakes]
    good = [row for row in rows if not row.mistakes]
    if dry_run or (refused and not good_only):
        return Pictures([] if refused and not good_only else good, refused)
    arts = {row.card: _art(row, user) for row in good}
    with transaction.atomic():
        lock_cards(alone=True)
        tally = publish_cards(_cards(arts), Publishing(Origin.IMPORT, author=user, whole=True))
    return Pictures(good, refused, tally.unchanged)


def _rows(path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    try:
        table = csv_rows(decoded(path.read_bytes())[0])
        header = [cell.strip().lower() for cell in next(table, ("", []))[1]]
        missing = [name for name in COLUMNS if name not in header]
        if missing:
            raise PicturesRefused(f"{path.name} lacks the column {', '.join(missing)}")
        for line, (_place, cells) in enumerate(table, start=2):
            if line > MOST + 1:
                raise PicturesRefused(f"{path.name} has more than {MOST:,} rows")
            if any(cells):
                yield line, dict(zip(header, (*cells, *[""] * len(header)), strict=False))
    except ExchangeError as error:
        raise PicturesRefused(f"{path.name}: {error}") from error


def _checked(folder: Path, rows: Iterator[tuple[int, dict[str, str]]]) -> Iterator[Row]:
    offered = set(Card.objects.offered().values_list("key", flat=True))
    seen: dict[str, int] = {}
    root = folder.resolve()
    for line, cells in rows:
        entry = {name: cells[name].strip() for name in COLUMNS}
        path = (root / entry["file"]).resolve()
        row = Row(line, path, entry["artist"], entry["source"], licence_of(entry["licence"]), entry["card"])
        row.mistakes.update(_mistakes(row, root, offered, seen))
        seen.setdefault(row.card, line)
        yield row


def _mistakes(row: Row, root: Path, offered: set[str], seen: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    if row.card not in offered:
        yield "card", _("there is no card %(key)s") % {"key": f"{row.card!r:.80}"}
    elif row.card in seen:
        yield "card", _("it gets a picture in line %(line)d already") % {"line": seen[row.card]}
    try:
        check_credit(artist=row.artist, source=row.source, licence=row.licence)
    except ArtRefused as refused:
        yield refused.field, str(refused)
    try:
        _decode(row, root)
    except ArtRefused as refused:
        yield refused.field, str(refused)


def _decode(row: Row, root: Path) -> None:
    """Raises ArtRefused unless the file lies in the folder and is a picture that can be shown."""
    from cards.services.uploaded_pictures import read_picture  # Pillow takes 9 MB

    if not row.path.is_relative_to(root) or not row.path.is_file():
        raise ArtRefused("file", _("there is no such file in the folder"))
    read_picture(_content(row))


def _content(row: Row) -> bytes:
    with row.path.open("rb") as file:
        return file.read(MOST_BYTES + 1)


def licence_of(said: str) -> str:
    """Its code here: `CC-BY`, `cc by 4.0` and `CC-BY-4.0` are the same. Others stay as they are."""
    word = re.sub(r"[\s_/]+", "-", said.strip().lower())
    known = {code.lower(): code for code in LICENCES}
    return SAID.get(word) or known.get(word) or known.get(f"{word}-4.0") or said


def _art(row: Row, user: User) -> Mapping[str, str]:
    art = store_artwork(
        user=user,
        content=_content(row),
        artist=row.artist,
        source=row.source,
        licence=row.licence,
        paced=False,
    )
    return {"file": art.file, "artist": row.artist, "source": row.source, "licence": row.licence}


def _cards(arts: Mapping[str, Mapping[str, str]]) -> Iterator[Card]:
    for card in Card.objects.filter(key__in=arts).select_related("merged_into").order_by("key"):
        try:
            yield card_from(contents_of(card) | {"art": dict(arts[card.key])})
        except BadValue as error:
            raise PicturesRefused(f"{card.key}: {error}") from error
