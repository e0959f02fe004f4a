"""The last pages of a print: what it is, who made what is on it, and under which licences."""

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlsplit

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.art.face import CREDITS, credit_of
from cards.art.licences import AUTHORS, CC0, CC_BY, FAMILIES, OFL, TYPEFACES
from cards.art.uploads import LICENCES
from cards.printing.file import File
from cards.printing.flow import ACCENT, SMALL, SOFT, Line, Page, Pages
from cards.printing.options import Imprint
from cards.printing.sheets import Layout

TITLE, SUBTITLE = 24.0, 12.0
PHYLO = "https://phylogame.org"
ESTIMATE = "estimate"


def credit_pages(
    file: File,
    layout: Layout,
    cards: Mapping[str, dict[str, Any]],
    imprint: Imprint,
    *,
    count: int,
    sheets: int,
) -> list[Page]:
    """`cards` are the different faces by their keys, `count` all cards on the `sheets`."""
    pages = Pages(file, layout)
    _about(pages, layout, imprint, count=count, different=len(cards), sheets=sheets)
    pages.heading(_("Cards"))
    for line in _card_licences():
        pages.write(line)
    pages.heading(_("Pictures"))
    for line in _picture_licences(cards):
        pages.write(line)
    pages.heading(_("Letters"))
    licence, address = OFL
    for name, (author, home) in TYPEFACES.items():
        words = _("%(name)s by %(author)s, %(licence)s") % {
            "name": name,
            "author": author,
            "licence": licence,
        }
        pages.write(Line(words, address=home))
    pages.write(Line(address, colour=SOFT, address=address))
    if cards:
        pages.heading(_("Card by card"))
        pages.columns([_entry(key, face) for key, face in cards.items()])
    return pages.done


def _about(
    pages: Pages, layout: Layout, imprint: Imprint, *, count: int, different: int, sheets: int
) -> None:
    pages.write(Line(imprint.title, TITLE, "display-800-76", ACCENT))
    if imprint.subtitle:
        pages.write(Line(imprint.subtitle, SUBTITLE, colour=SOFT))
    if imprint.author:
        pages.write(Line(_("by %(author)s") % {"author": imprint.author}, SUBTITLE, "text-600"))
    pages.skip(4)
    number = ngettext("%(count)s card", "%(count)s cards", count) % {"count": count}
    if different != count:
        number += " (" + _("%(count)s different") % {"count": different} + ")"
    on = ngettext("one sheet of %(paper)s", "%(sheets)s sheets of %(paper)s", sheets)
    on %= {"sheets": sheets, "paper": layout.paper.name}
    size = _("63 × 88 mm each")
    pages.write(Line(f"{number} · {on} · {size} · {date_format(imprint.day, 'DATE_FORMAT')}"))
    if imprint.code:
        pages.write(Line(_("Deck code: %(code)s") % {"code": imprint.code}, cut="text-600"))
    if imprint.site:
        pages.write(Line(imprint.site, colour=ACCENT, address=imprint.site))
    pages.ruler()


def _card_licences() -> Iterator[Line]:
    licence, address = CC_BY
    words = _("Values and sentences of the cards: Phylo Online, %(licence)s.") % {"licence": licence}
    yield Line(words, address=address)
    yield Line(address, colour=SOFT, address=address)
    yield Line(
        _(
            "Phylo is a project begun at the University of British Columbia, %(site)s. Phylo Online is not "
            "affiliated with it."
        )
        % {"site": PHYLO.removeprefix("https://")},
        address=PHYLO,
    )


def _family(face: Mapping[str, Any]) -> str:
    return str(face.get("subject") or "").partition(":")[0]


def _own_art(face: Mapping[str, Any]) -> bool:
    """Whether its picture is of this card alone."""
    return bool(face.get("credit") or face.get("picture"))


def _picture_licences(cards: Mapping[str, dict[str, Any]]) -> Iterator[Line]:
    """Who made the pictures on these cards: the scenes, the subjects in them, and art of one card alone."""
    licence, address = CC0
    yield Line(
        _("Scenes, backs and marks: Phylo Online, %(licence)s.") % {"licence": licence}, address=address
    )
    yield Line(address, colour=SOFT, address=address)
    used = {_family(face) for face in cards.values() if not _own_art(face)}
    for family in sorted(used & FAMILIES.keys()):
        name, home, licence, address = FAMILIES[family]
        words = _("Subjects: %(name)s by %(author)s, %(licence)s; recoloured and mirrored in part.")
        yield Line(words % {"name": name, "author": AUTHORS[family], "licence": licence}, address=home)
        yield Line(address, colour=SOFT, address=address)
    for credit in sorted({face["credit"] for face in cards.values() if face.get("credit")}):
        yield Line(credit)
    uploaded = {face["picture"].get("licence", "") for face in cards.values() if face.get("picture")}
    for code in sorted(uploaded & LICENCES.keys()):
        terms = LICENCES[code]
        words = _("Art under %(licence)s: its artists stand with the cards.") % {"licence": terms.name}
        yield Line(words, address=terms.address)
        if terms.address:
            yield Line(terms.address, colour=SOFT, address=terms.address)


def _entry(key: str, face: Mapping[str, Any]) -> list[Line]:
    """A card by its name, whose its picture is, and where its values were read."""
    name, latin = face.get("name", key), face.get("latin_name", "")
    lines = [Line(f"{name} · {latin}" if latin else name, SMALL, "text-600")]
    family = _family(face)
    picture = credit_of(face)
    subject = str(face.get("subject") or "").partition(":")[2].partition(" ")[0].replace("-", " ")
    if family in CREDITS and subject and not _own_art(face):
        picture = f"{picture} ({subject})"
    shown, where = _source(str((face.get("picture") or {}).get("source", "")))
    lines.append(Line(picture, SMALL, colour=SOFT, address=where))
    if shown:
        lines.append(Line(shown, SMALL, colour=SOFT, address=where))
    words, address = _source(face.get("source") or "")
    if words:
        lines.append(Line(words, SMALL, colour=SOFT, address=address))
    return lines


def _source(source: str) -> tuple[str, str]:
    """In words, and its address if it has one."""
    if not source:
        return "", ""
    if source == ESTIMATE:
        return _("Values: an estimate"), ""
    parts = urlsplit(source)
    if parts.scheme in ("http", "https"):
        return _("Source: %(where)s") % {"where": parts.netloc + parts.path.rstrip("/")}, source
    return _("Source: %(where)s") % {"where": source}, ""
