"""The card browser: a search, its cards in pages, and what narrows it."""

from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe
from django_htmx.middleware import HtmxDetails

from cards.pages.addresses import asked, search_address
from cards.pages.complaints import Complaint, complaint, half_a_field
from cards.pages.faces import faces
from cards.pages.filters import filters, number_chosen
from cards.services.search import CardSearch, QueryError, Term

PAGE = 60
SIZES = {"small": _("Small"), "medium": _("Medium"), "large": _("Large")}
SIZE_COOKIE = "cards-size"
A_YEAR = 365 * 24 * 60 * 60
MOST_WAYS_OUT = 5
TRIES = (
    "terrain:forest climate:cool",
    "diet:carnivore scale<5",
    "eats:horse",
    "has:pollinator",
    "kind:event",
    "kingdom:fungi",
)


@cache_control(private=True, no_cache=True)
@require_safe
def browse(request: HttpRequest) -> HttpResponse:
    """
    The cards of `?q=`, by pages. htmx gets the parts that change, or the next cards alone.

    `?size=` keeps a size of the faces in a cookie and leads to the address without it.
    """
    text = request.GET.get("q", "").strip()
    if "size" in request.GET:
        return _keep_size(request, text)
    try:
        search = CardSearch(text)
    except QueryError as error:
        return _varied(_refused(request, text, complaint(text, error)))
    number = _page_number(request)
    if number > search.pages(PAGE):
        return redirect(search_address(text, page=search.pages(PAGE)))
    part = _part(request)
    half = half_a_field(text, search) if part == "found" and _htmx(request).trigger == "search" else None
    if half is not None:
        return _varied(_refused(request, text, half))
    context = _grid(search, number) | {"part": part}
    if part in ("more", "earlier"):
        return _varied(render(request, "cards/_grid_cards.html", context))
    context |= _around(request, search)
    response = render(request, "cards/_found_parts.html" if part else "cards/browse.html", context)
    if part:
        response["HX-Push-Url"] = search_address(text, page=number)
    return _varied(response)


@never_cache
@require_safe
def surprise(request: HttpRequest) -> HttpResponse:
    """To any card of the search."""
    text = request.GET.get("q", "").strip()
    try:
        card = CardSearch(text).surprise()
    except QueryError:
        card = None
    if card is None:
        return redirect(search_address(text))
    return redirect(reverse("card", args=[card.key]) + asked(text))


def _grid(search: CardSearch, number: int) -> dict[str, Any]:
    """The cards of a page and the ways to those before and after."""
    last = search.pages(PAGE)
    return {
        "search": search,
        "faces": faces(search.page(number, PAGE), text=search.text),
        "number": number,
        "earlier": search_address(search.text, page=number - 1) if number > 1 else "",
        "more": search_address(search.text, page=number + 1) if number < last else "",
        "left": search.count - number * PAGE,
    }


def _around(request: HttpRequest, search: CardSearch) -> dict[str, Any]:
    """What stands about the cards: the search in words, what narrows it, orders and sizes."""
    shown = filters(search)
    conditions = _conditions(search)
    return _page(request, search.text) | {
        "filters": shown,
        "chosen": number_chosen(shown),
        "sorts": search.sorts(),
        # A single term is taken away with the whole text.
        "chips": conditions if len(conditions) > 1 else [],
        "ways_out": _ways_out(search) if not search.count else [],
    }


def _page(request: HttpRequest, text: str) -> dict[str, Any]:
    size = request.COOKIES.get(SIZE_COOKIE, "")
    return {
        "text": text,
        "asked": asked(text),
        "size": size if size in SIZES else "medium",
        "sizes": SIZES,
        "tries": TRIES,
    }


def _conditions(search: CardSearch) -> list[Term]:
    """The terms that narrow the search: all but its order."""
    return [term for term in search.terms if not term.text.lower().startswith(("sort", "order"))]


def _ways_out(search: CardSearch) -> list[dict[str, Any]]:
    """For a search that finds nothing: without one of its terms, or else with one alone."""
    terms = _conditions(search)[:MOST_WAYS_OUT]
    less = [_way_out(term, term.query_without, without=True) for term in terms]
    found = [way for way in less if way["count"]]
    return found or [way for way in (_way_out(term, term.text) for term in terms) if way["count"]]


def _way_out(term: Term, text: str, *, without: bool = False) -> dict[str, Any]:
    count = CardSearch(text).count
    return {"term": term.text, "without": without, "url": search_address(text), "count": count}


def _refused(request: HttpRequest, text: str, why: Complaint) -> HttpResponse:
    """A page that says what is wrong; a page that is open keeps its last result."""
    context = {"complaint": why, "text": text}
    if _part(request):
        response = render(request, "cards/_complaint_part.html", context)
        response["HX-Reswap"] = "none"
        response["HX-Push-Url"] = "false"
        return response
    context |= _page(request, text) | {"filters": filters(CardSearch(""))}
    return render(request, "cards/browse.html", context, status=HTTPStatus.BAD_REQUEST)


def _part(request: HttpRequest) -> str:
    """What htmx asks for: "more" or "earlier" cards, all that was "found", or nothing but the whole page."""
    htmx = _htmx(request)
    if not htmx or htmx.history_restore_request:
        return ""
    target = (htmx.target or "").partition("-")[0]
    return target if target in ("more", "earlier") else "found"


def _htmx(request: HttpRequest) -> HtmxDetails:
    details: HtmxDetails = request.htmx  # type: ignore[attr-defined]
    return details


def _page_number(request: HttpRequest) -> int:
    text = request.GET.get("page", "1")
    if not (text.isascii() and text.isdigit() and len(text) < 7 and int(text)):
        raise Http404("no such page")
    return int(text)


def _keep_size(request: HttpRequest, text: str) -> HttpResponse:
    response = redirect(search_address(text, page=_page_number(request)))
    if request.GET["size"] in SIZES:
        response.set_cookie(SIZE_COOKIE, request.GET["size"], max_age=A_YEAR, samesite="Lax")
    return response


def _varied(response: HttpResponse) -> HttpResponse:
    patch_vary_headers(response, ["HX-Request", "HX-Target", "HX-History-Restore-Request", "Cookie"])
    return response
