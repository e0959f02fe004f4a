"""A deck to take along: plain text, JSON, its code as a QR picture, and all of one's own in one file."""

import json
from io import BytesIO
from typing import Any
from urllib.parse import urlencode
from zipfile import ZIP_DEFLATED, ZipFile

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from cards.deck_contents import Contents
from cards.decks.access import builder_of, deck_or_404
from cards.decks.exchange.as_json import write_json
from cards.decks.exchange.qr import qr_svg
from cards.decks.exchange.reading import DeckUnreadable
from cards.decks.exchange.stored import code_of
from cards.decks.exchange.text import write_text
from cards.models import Deck
from phylo.numbers import whole

LONGEST_FILE_NAME = 60
# What some systems take for a device.
PORTS = {f"{port}{number}" for port in ("com", "lpt") for number in range(10)}
DEVICES = {"con", "prn", "aux", "nul"} | PORTS


@require_safe
def deck_text(request: HttpRequest, slug: str) -> HttpResponse:
    """Shown by browsers as it is. `?version=` for an earlier one."""
    deck, contents = _asked(request, slug)
    body = write_text(contents, deck.name, deck.notes)
    return _file(deck, body, "text/plain; charset=utf-8", "txt")


@require_safe
def deck_json(request: HttpRequest, slug: str) -> HttpResponse:
    """`?version=` for an earlier one."""
    deck, contents = _asked(request, slug)
    return _file(deck, write_json(contents, deck.name, deck.notes), "application/json", "json")


@require_safe
def deck_qr(request: HttpRequest, slug: str) -> HttpResponse:
    """The address that imports the deck, as a picture."""
    deck, contents = _asked(request, slug)
    try:
        picture = qr_svg(import_address(request, code_of(contents)), _title(deck))
    except DeckUnreadable as error:
        raise Http404("no code for this deck") from error
    return _file(deck, str(picture), "image/svg+xml", "svg")


def share(request: HttpRequest, deck: Deck, contents: Contents | None = None) -> dict[str, Any] | None:
    """
    What `decks/_share.html` shows: `code`, `qr` (SVG), `import_url` (what the picture holds), `address` of
    the deck's page, and `private`: whether others find nothing there. None for a deck without cards or code.

    `contents` may be given where they were read already.
    """
    contents = deck.contents if contents is None else contents
    if not contents.cards:
        return None
    try:
        code = code_of(contents)
        brings = import_address(request, code)
        picture = qr_svg(brings, _title(deck))
    except DeckUnreadable:
        return None
    return {
        "code": code,
        "qr": picture,
        "import_url": brings,
        "address": request.build_absolute_uri(reverse("deck", args=[deck.slug])),
        "private": not deck.talked_of,
    }


def import_address(request: HttpRequest, code: str) -> str:
    """Where somebody else gets the deck of the code."""
    return request.build_absolute_uri(f"{reverse('deck-import')}?{urlencode({'code': code})}")


@never_cache
@require_safe
def export(request: HttpRequest) -> HttpResponse:
    """All of one's own decks with their versions, as one ZIP file."""
    own = Deck.objects.of(builder_of(request)).order_by("name", "pk")
    decks = list(own.prefetch_related("entries__card", "versions"))
    if not decks:
        return redirect("my-decks")
    today = timezone.localdate().isoformat()
    response = HttpResponse(packed(decks), content_type="application/zip")
    response.headers["Content-Disposition"] = f'attachment; filename="phylo-decks-{today}.zip"'
    return response


def packed(decks: list[Deck]) -> bytes:
    """`<name>.txt` and `.json` as they are now, `<name>.versions.json` as they were, for each deck."""
    file = BytesIO()
    taken: set[str] = set()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for deck in decks:
            name = file_name(deck.name, taken)
            archive.writestr(f"{name}.txt", write_text(deck.contents, deck.name, deck.notes))
            archive.writestr(f"{name}.json", write_json(deck.contents, deck.name, deck.notes))
            archive.writestr(f"{name}.versions.json", _versions(deck))
    return file.getvalue()


def file_name(name: str, taken: set[str]) -> str:
    """A name of plain small letters that is safe anywhere and not in `taken`, into which it goes."""
    plain = slugify(name)[:LONGEST_FILE_NAME].strip("-_") or "deck"
    if plain in DEVICES:
        plain = f"deck-{plain}"
    found, number = plain, 1
    while found in taken:
        number += 1
        found = f"{plain}-{number}"
    taken.add(found)
    return found


def _versions(deck: Deck) -> str:
    told = [
        {"number": version.number, "saved": version.created_at.isoformat(), "note": version.note,
         **version.contents_json}
        for version in deck.versions.all()
    ]  # fmt: skip
    about = {"deck": deck.slug, "name": deck.name, "made_from": deck.origin_credit, "versions": told}
    return json.dumps(about, ensure_ascii=False, indent=1) + "\n"


def _asked(request: HttpRequest, slug: str) -> tuple[Deck, Contents]:
    deck = deck_or_404(request, slug)
    asked = request.GET.get("version", "")
    if not asked:
        return deck, deck.contents
    number = whole(asked)
    version = deck.versions.filter(number=number).first() if number is not None else None
    if version is None:
        raise Http404("no such version")
    return deck, version.contents


def _file(deck: Deck, body: str, media_type: str, kind: str) -> HttpResponse:
    response = HttpResponse(body, content_type=media_type)
    name = file_name(deck.name, set())
    response.headers["Content-Disposition"] = f'inline; filename="{name}.{kind}"'
    patch_cache_control(response, private=True, no_cache=True)
    response.headers["X-Robots-Tag"] = "noindex"
    return response


def _title(deck: Deck) -> str:
    return _("QR picture of the deck “%(name)s”") % {"name": deck.name}
