"""The last pages of a print: what it is, whose work it contains, and under which licences."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any
from urllib.parse import urlsplit

from django.utils.encoding import iri_to_uri
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.art.face import CREDITS, credit_of
from cards.art.licences import AUTHORS, CC0, CC_BY, FAMILIES, OFL, TYPEFACES
from cards.art.uploads import LICENCES
from cards.printing.sheets import Imprint, Paper

Face = Mapping[str, Any]
PHYLO = "https://phylogame.org"
ESTIMATE = "estimate"


@dataclass(frozen=True, slots=True)
class Line:
    """`style`: plain, soft or strong; `address`: the target of a link."""

    text: str
    style: str = "plain"
    address: str = ""


def credits_of(
    cards: Mapping[str, Face], imprint: Imprint, paper: Paper, *, count: int, sheets: int
) -> dict[str, object]:
    """The texts of `print.typ` besides the sheets: `cards` are the different faces, `count` all cards."""
    licence, address = OFL
    words = _("%(name)s by %(author)s, %(licence)s")
    letters = [
        Line(words % {"name": name, "author": author, "licence": licence}, address=home)
        for name, (author, home) in TYPEFACES.items()
    ]
    sections = [
        (_("Cards"), _card_licences(cards, imprint)),
        (_("Pictures"), _picture_licences(cards)),
        (_("Letters"), [*letters, Line(address, "soft", address)]),
    ]
    return {
        "title": imprint.title,
        "author": imprint.author or "Phylo Online",
        "subject": imprint.subtitle,
        "language": imprint.language,
        "day": [imprint.day.year, imprint.day.month, imprint.day.day],
        "about": _written(_about(imprint, paper, count=count, different=len(cards), sheets=sheets)),
        "ruler": _("50 mm if printed in full size: 100 %, not fitted to the page"),
        "sections": [{"title": title, "lines": _written(lines)} for title, lines in sections],
        "cards_title": _("Card by card"),
        "cards": [_written(_entry(key, face, imprint)) for key, face in cards.items()],
    }


def _written(lines: Iterable[Line]) -> list[dict[str, str]]:
    return [asdict(replace(line, address=iri_to_uri(line.address) or "")) for line in lines]


def _about(imprint: Imprint, paper: Paper, *, count: int, different: int, sheets: int) -> Iterator[Line]:
    if imprint.subtitle:
        yield Line(imprint.subtitle, "soft")
    if imprint.author:
        yield Line(_("by %(name)s") % {"name": imprint.author}, "strong")
    number = ngettext("%(count)s card", "%(count)s cards", count) % {"count": count}
    if different != count:
        number += " (" + _("%(count)s different") % {"count": different} + ")"
    on = ngettext("one sheet of %(paper)s", "%(sheets)s sheets of %(paper)s", sheets)
    on %= {"sheets": sheets, "paper": paper.name}
    size = _("63 × 88 mm each")
    yield Line(f"{number} · {on} · {size} · {date_format(imprint.day, 'DATE_FORMAT')}")
    if imprint.code:
        yield Line(_("Deck code: %(code)s") % {"code": imprint.code})
    if imprint.site:
        yield Line(imprint.site, address=imprint.site)


def _card_licences(cards: Mapping[str, Face], imprint: Imprint) -> Iterator[Line]:
    """Authors of a set's own cards may be pupils: the set is named, never they."""
    if imprint.own:
        terms = LICENCES[imprint.licence]
        params = {"set": imprint.title, "licence": terms.name}
        words = _("Values and sentences of the set’s own cards: the set “%(set)s”, %(licence)s.") % params
        yield Line(words, address=imprint.site)
        yield Line(terms.address, "soft", address=terms.address)
    if not cards or cards.keys() - set(imprint.own):
        licence, address = CC_BY
        words = _("Values and sentences of the published cards: Phylo Online, %(licence)s.")
        yield Line(words % {"licence": licence}, address=address)
        yield Line(address, "soft", address=address)
    yield Line(
        _(
            "Phylo is a project begun at the University of British Columbia, %(site)s. Phylo Online is not "
            "affiliated with it."
        )
        % {"site": PHYLO.removeprefix("https://")},
        address=PHYLO,
    )


def _family(face: Face) -> str:
    return str(face.get("subject") or "").partition(":")[0]


def _own_art(face: Face) -> bool:
    """Whether the picture belongs to this card only."""
    return bool(face.get("credit") or face.get("picture"))


def _picture_licences(cards: Mapping[str, Face]) -> Iterator[Line]:
    """The credits of the pictures on these cards: scenes, subjects, and art of single cards."""
    licence, address = CC0
    words = _("Scenes, figures, backs and marks: Phylo Online, %(licence)s.")
    yield Line(words % {"licence": licence}, address=address)
    yield Line(address, "soft", address=address)
    used = {_family(face) for face in cards.values() if not _own_art(face)}
    for family in sorted(used & FAMILIES.keys()):
        name, home, licence, address = FAMILIES[family]
        words = _("Subjects: %(name)s by %(author)s, %(licence)s; recoloured and mirrored in part.")
        yield Line(words % {"name": name, "author": AUTHORS[family], "licence": licence}, address=home)
        yield Line(address, "soft", address=address)
    for credit in sorted({face["credit"] for face in cards.values() if face.get("credit")}):
        yield Line(credit)
    uploaded = {face["picture"].get("licence", "") for face in cards.values() if face.get("picture")}
    for code in sorted(uploaded & LICENCES.keys()):
        terms = LICENCES[code]
        words = _("Art under %(licence)s: its artists stand with the cards.") % {"licence": terms.name}
        yield Line(words, address=terms.address)
        if terms.address:
            yield Line(terms.address, "soft", address=terms.address)


def _entry(key: str, face: Face, imprint: Imprint) -> list[Line]:
    """Of a card: its name, the set whose own it is, the credit of its picture, and its source."""
    name, latin = face.get("name", key), face.get("latin_name", "")
    lines = [Line(f"{name} · {latin}" if latin else name, "strong")]
    if key in imprint.own:
        params = {"set": imprint.title, "licence": LICENCES[imprint.licence].name}
        lines.append(Line(_("Own card of the set “%(set)s”, %(licence)s") % params, "soft"))
    family = _family(face)
    picture = credit_of(face)
    subject = str(face.get("subject") or "").partition(":")[2].partition(" ")[0].replace("-", " ")
    if family in CREDITS and subject and not _own_art(face):
        picture = f"{picture} ({subject})"
    shown, where = _source(str((face.get("picture") or {}).get("source", "")))
    lines.append(Line(picture, "soft", address=where))
    if shown:
        lines.append(Line(shown, "soft", address=where))
    words, address = _source(face.get("source") or "")
    if words:
        lines.append(Line(words, "soft", address=address))
    return lines


def _source(source: str) -> tuple[str, str]:
    """The source in words, and its address if it has one."""
    if not source:
        return "", ""
    if source == ESTIMATE:
        return _("Values: an estimate"), ""
    parts = urlsplit(source)
    if parts.scheme in ("http", "https"):
        return _("Source: %(where)s") % {"where": parts.netloc + parts.path.rstrip("/")}, source
    return _("Source: %(where)s") % {"where": source}, ""
