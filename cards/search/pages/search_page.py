"""The page of a search: its cards in pages, its filters and its errors.

Shared by the card browser and the deck builder; a `Place` describes their differences.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext_lazy as _
from django_htmx.middleware import HtmxDetails

from cards.models import Builder, Card
from cards.pages.addresses import asked, search_address
from cards.pages.faces import Face, faces
from cards.search.lists import Contents
from cards.search.pages.complaints import Complaint, complaint, going_on, half_a_field
from cards.search.pages.filters import filters, number_chosen
from cards.search.services.search import CardSearch, QueryError, Term
from phylo.http import cookies
from phylo.http.input import whole_number

PAGE = 60
SIZES = {"small": _("Small"), "medium": _("Medium"), "large": _("Large")}
SIZE_COOKIE = "cards-size"
MOST_WAYS_OUT = 5
TRIES = (
    "terrain:forest climate:cool",
    "diet:carnivore scale<5",
    "eats:horse",
    "has:pollinator",
    "kind:event",
    "kingdom:fungi",
)
HISTORY = {"push": "HX-Push-Url", "replace": "HX-Replace-Url"}


@dataclass(frozen=True, slots=True)
class Place:
    """
    Where a search is shown. `scrolls` tells htmx what to scroll to the top for a new result, `history`
    ("push" or "replace") how to change the address. `card` and `tools` are the templates of a found card and
    of the actions on all of them; `saves`: whether the search can be saved. `deck` is the one under
    construction there.
    """

    url: str
    page: str = "search/browse.html"
    title: str = "search/_browse_title.html"
    card: str = "search/_found_card.html"
    before: str = ""
    """The template of what stands before the cards found, if anything."""
    scrolls: str = "show:window:top"
    history: str = "push"
    tools: str = "search/_found_tools.html"
    saves: bool = True
    keeps: bool = False
    """Whether all cards, without a search, look the same to everybody; they are kept until one changes."""
    deck: Contents | None = None
    tries: tuple[str, ...] = TRIES
    seen: Callable[[CardSearch, list[Card]], Mapping[str, object]] = field(default=lambda search, cards: {})
    """More template variables, from the search and its cards on the page."""


def search_page(request: HttpRequest, place: Place, *, builder: Builder, **more: object) -> HttpResponse:
    """
    The cards of `?q=`, in pages. htmx gets the parts that change, or only the next cards; `more` is for the
    whole page. `?size=` stores a size of the faces in a cookie and redirects to the address without it.
    """
    return _varied(_SearchPage(request, place, builder).answer(more))


class _SearchPage:
    def __init__(self, request: HttpRequest, place: Place, builder: Builder) -> None:
        self.request = request
        self.place = place
        self.builder = builder
        self.text = request.GET.get("q", "").strip()
        self.part = _part(request)

    def answer(self, more: Mapping[str, object]) -> HttpResponse:
        if "size" in self.request.GET:
            return self._keep_size()
        try:
            search = self._search(self.text)
        except QueryError as error:
            return self._refused(complaint(self.text, error, at=self.place.url), more)
        number = page_number(self.request)
        if number > search.pages(PAGE):
            return redirect(self._address(self.text, page=search.pages(PAGE)))
        half = None
        if self.part == "found" and _htmx(self.request).trigger == "search":
            half = half_a_field(self.text, search, at=self.place.url)
        if half is not None:
            return self._refused(half, more)
        context = self._grid(search, number)
        if self.part in ("more", "earlier"):
            return render(self.request, "search/_grid_cards.html", context)
        context |= self._around(search)
        if not self.part:
            return render(self.request, self.place.page, context | dict(more))
        response = render(self.request, "search/_found_parts.html", context)
        response[HISTORY[self.place.history]] = self._address(self.text, page=number)
        return response

    def _search(self, text: str) -> CardSearch:
        return CardSearch(text, deck=self.place.deck, builder=self.builder)

    def _address(self, text: str, *, page: int = 1) -> str:
        return search_address(text, page=page, at=self.place.url)

    def _grid(self, search: CardSearch, number: int) -> dict[str, object]:
        """The cards of a page, and the links to those before and after."""
        last = search.pages(PAGE)
        kept = search.state if self.place.keeps and not search.text else ""
        cards = [] if kept else search.page(number, PAGE)
        return {
            "kept": kept,
            "place": self.place,
            "part": self.part,
            "search": search,
            "faces": cache(lambda: _faces(search, cards or search.page(number, PAGE))),
            "number": number,
            "earlier": self._address(search.text, page=number - 1) if number > 1 else "",
            "more": self._address(search.text, page=number + 1) if number < last else "",
            "left": search.count - number * PAGE,
            **self.place.seen(search, cards),
        }

    def _around(self, search: CardSearch) -> dict[str, object]:
        """Everything around the cards: the search in words, filters, orders and sizes."""
        shown = cache(lambda: filters(search))
        conditions = _conditions(search)
        return self._page(search.text) | {
            "filters": shown,
            "chosen": number_chosen(shown()) if search.text else 0,
            "sorts": search.sorts(),
            # A single term is removed with the whole text.
            "chips": conditions if len(conditions) > 1 else [],
            "ways_out": self._ways_out(search) if not search.count else [],
            "mended": self._address(search.mended) if search.mended else "",
            "growing": Complaint(unfinished=True, completions=going_on(self.text, at=self.place.url)),
        }

    def _page(self, text: str) -> dict[str, object]:
        shown = {"place": self.place, "text": text, "asked": asked(text)}
        return shown | face_size(self.request)

    def _ways_out(self, search: CardSearch) -> list[dict[str, object]]:
        """For a search without results: the search without one of its terms, else with only one of them."""
        terms = _conditions(search)[:MOST_WAYS_OUT]
        less = [self._way_out(term, term.query_without, without=True) for term in terms]
        found = [way for way in less if way["count"]]
        return found or [way for way in (self._way_out(term, term.text) for term in terms) if way["count"]]

    def _way_out(self, term: Term, text: str, *, without: bool = False) -> dict[str, object]:
        count = self._search(text).count
        return {"term": term.text, "without": without, "url": self._address(text), "count": count}

    def _refused(self, why: Complaint, more: Mapping[str, object]) -> HttpResponse:
        """A page that says what is wrong; a page that is open keeps its last result."""
        context = {"complaint": why, "text": self.text, "place": self.place}
        if self.part:
            response = render(self.request, "search/_query_error_part.html", context)
            response["HX-Reswap"] = "none"
            response[HISTORY[self.place.history]] = "false"
            return response
        context |= self._page(self.text) | {"filters": filters(CardSearch(""))} | dict(more)
        return render(self.request, self.place.page, context, status=HTTPStatus.BAD_REQUEST)

    def _keep_size(self) -> HttpResponse:
        address = self._address(self.text, page=page_number(self.request))
        return keep_face_size(self.request, redirect(address))


def face_size(request: HttpRequest) -> dict[str, object]:
    """The `size` of faces that the visitor has chosen, and the `sizes` to choose from."""
    size = cookies.kept(request, SIZE_COOKIE)
    return {"size": size if size in SIZES else "medium", "sizes": SIZES}


def keep_face_size(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Store the size of `?size=` in a cookie."""
    if request.GET["size"] in SIZES:
        cookies.keep(response, SIZE_COOKIE, request.GET["size"])
    return response


def page_number(request: HttpRequest) -> int:
    number = whole_number(request.GET.get("page", "1"), digits=6)
    if not number:
        raise Http404("no such page")
    return number


def _faces(search: CardSearch, cards: list[Card]) -> list[Face]:
    """Of these cards; `found_by` is the name in another language that was found, if another is shown."""
    shown = faces(cards, text=search.text)
    for face, card in zip(shown, cards, strict=True):
        if (other := search.found_by(card)) is not None:
            face["found_by"] = {"language": other.language, "name": other.name}
    return shown


def _conditions(search: CardSearch) -> list[Term]:
    """The terms that narrow the search: all but its order."""
    return [term for term in search.terms if not term.text.lower().startswith(("sort", "order"))]


def _part(request: HttpRequest) -> str:
    """What htmx asks for: "more" or "earlier" cards, or everything "found"; "" for the whole page."""
    htmx = _htmx(request)
    if not htmx or htmx.history_restore_request:
        return ""
    target = (htmx.target or "").partition("-")[0]
    return target if target in ("more", "earlier") else "found"


def _htmx(request: HttpRequest) -> HtmxDetails:
    details: HtmxDetails = request.htmx  # type: ignore[attr-defined]
    return details


def _varied(response: HttpResponse) -> HttpResponse:
    patch_vary_headers(response, ["HX-Request", "HX-Target", "HX-History-Restore-Request", "Cookie"])
    return response
