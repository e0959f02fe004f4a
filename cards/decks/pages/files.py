"""A deck as plain text, JSON, QR code and PDF, and a download of all of the user's decks."""

import json
from http import HTTPStatus
from io import BytesIO
from urllib.parse import urlencode
from zipfile import ZIP_DEFLATED, ZipFile

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from cards.art import back_version
from cards.decks.access import deck_or_404
from cards.decks.cards import DeckCards
from cards.decks.exchange.as_json import write_json
from cards.decks.exchange.code import code_of
from cards.decks.exchange.parsed import DeckCodeError
from cards.decks.exchange.text import write_text
from cards.decks.models import Deck
from cards.decks.models.contents import Contents
from cards.models import Card
from cards.models.builder import builder_of
from cards.pages.faces import face_by
from cards.pages.qr import TooLong, qr_svg
from cards.printing.pages import NINE, PrintOptions, pdf_response, places
from engine.deck_forms.code import in_fours
from phylo.http.addresses import picture_address
from phylo.http.answers import missing_is_404
from phylo.http.input import number_in
from phylo.http.languages import in_language
from phylo.http.problems import problem, wants_page

LONGEST_FILE_NAME = 60
# Names that some systems reserve for devices.
PORTS = {f"{port}{number}" for port in ("com", "lpt") for number in range(10)}
DEVICES = {"con", "prn", "aux", "nul"} | PORTS


@require_safe
@missing_is_404
def deck_text(request: HttpRequest, slug: str) -> HttpResponse:
    """The deck as plain text, shown in the browser. `?version=` selects an earlier version."""
    deck, contents = _asked(request, slug)
    body = write_text(contents, deck.name, deck.notes)
    return _file(deck, body, "text/plain; charset=utf-8", "txt")


@require_safe
@missing_is_404
def deck_json(request: HttpRequest, slug: str) -> HttpResponse:
    """The deck as JSON. `?version=` selects an earlier version."""
    deck, contents = _asked(request, slug)
    return _file(deck, write_json(contents, deck.name, deck.notes), "application/json", "json")


@require_safe
@missing_is_404
def deck_qr(request: HttpRequest, slug: str) -> HttpResponse:
    """A QR code of the address that imports the deck."""
    deck, contents = _asked(request, slug)
    try:
        picture = qr_svg(import_address(request, code_of(contents)), _title(deck))
    except (DeckCodeError, TooLong) as error:
        raise Http404("no code for this deck") from error
    return _file(deck, str(picture), "image/svg+xml", "svg")


def share(request: HttpRequest, deck: Deck, contents: Contents) -> dict[str, object] | None:
    """
    The context of `decks/_share.html`: `code`, `qr` (SVG), `import_url` (the content of the QR code),
    `address` of the deck's page, and `private`: whether the page is closed to others. None for a deck without
    cards or code.
    """
    if not contents.cards:
        return None
    try:
        code = code_of(contents)
        url = import_address(request, code)
        picture = qr_svg(url, _title(deck))
    except (DeckCodeError, TooLong):
        return None
    return {
        "code": code,
        "qr": picture,
        "import_url": url,
        "address": request.build_absolute_uri(reverse("deck", args=[deck.slug])),
        "private": not deck.seen_by_others,
    }


def import_address(request: HttpRequest, code: str) -> str:
    """The address at which somebody else can import the deck."""
    return request.build_absolute_uri(f"{reverse('deck-import')}?{urlencode({'code': code})}")


@never_cache
@require_safe
def print_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The print options, and the first sheet."""
    return _print_page(request, deck_or_404(request, slug), PrintOptions.read(request.GET))


@never_cache
@require_safe
def print_pdf(request: HttpRequest, slug: str) -> HttpResponse:
    """The deck's cards in the order of its page, one face per copy."""
    deck = deck_or_404(request, slug)
    form = PrintOptions.read(request.GET)
    cards = _copies(deck)
    if not form.is_valid() or not cards:
        if wants_page(request):
            return _print_page(request, deck, form)
        wrong = form.wrong or _("There are no cards in this deck yet.")
        return problem("options" if cards else "empty", wrong)
    try:
        code = in_fours(code_of(deck.contents))
    except DeckCodeError:
        code = ""
    return pdf_response(
        request,
        [(card.key, face_by(card, deck.rules)) for card in cards],
        form=form,
        title=deck.name,
        author=deck.maker,
        code=code,
        site=request.build_absolute_uri(reverse("deck", args=[deck.slug])),
        name=deck.name,
    )


@never_cache
@require_safe
def export(request: HttpRequest) -> HttpResponse:
    """All of the user's decks with their versions, as a ZIP file."""
    own = Deck.objects.of(builder_of(request)).order_by("name", "pk")
    decks = list(own.prefetch_related("entries__card", "versions"))
    if not decks:
        return redirect("my-decks")
    today = timezone.localdate().isoformat()
    response = HttpResponse(_packed(decks), content_type="application/zip")
    response.headers["Content-Disposition"] = f'attachment; filename="phylo-decks-{today}.zip"'
    return response


def _packed(decks: list[Deck]) -> bytes:
    """For each deck `<name>.txt` and `.json`, and its versions as `<name>.versions.json`."""
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
    """A name in plain lower case, valid on any system and not in `taken`, to which it is added."""
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
    about = {
        "deck": deck.slug,
        "name": deck.name,
        "made_from": deck.origin_credit,
        "versions": [version.as_json() for version in deck.versions.all()],
    }
    return json.dumps(about, ensure_ascii=False, indent=1) + "\n"


def _asked(request: HttpRequest, slug: str) -> tuple[Deck, Contents]:
    """Raises Http404, or DeckVersion.DoesNotExist."""
    deck = deck_or_404(request, slug)
    asked = request.GET.get("version", "")
    if not asked:
        return deck, deck.contents
    return deck, deck.versions.get(number=number_in(asked)).contents


def _file(deck: Deck, body: str, media_type: str, kind: str) -> HttpResponse:
    response = HttpResponse(body, content_type=media_type)
    name = file_name(deck.name, set())
    response.headers["Content-Disposition"] = f'inline; filename="{name}.{kind}"'
    patch_cache_control(response, private=True, no_cache=True)
    response.headers["X-Robots-Tag"] = "noindex"
    return response


def _title(deck: Deck) -> str:
    return _("QR picture of the deck “%(name)s”") % {"name": deck.name}


def _copies(deck: Deck) -> list[Card]:
    """The deck's cards, one entry per copy."""
    return [card for card, copies in DeckCards.of_deck(deck).sequence for _time in range(copies)]


def _print_page(request: HttpRequest, deck: Deck, form: PrintOptions) -> HttpResponse:
    cards = _copies(deck)
    context = {
        "deck": deck,
        "form": form,
        "count": len(cards),
        "places": places(cards[:NINE]),
        "back": in_language(picture_address("card-back", back_version())),
    }
    status = HTTPStatus.OK if form.is_valid() and cards else HTTPStatus.BAD_REQUEST
    return render(request, "decks/print.html", context, status=status)
