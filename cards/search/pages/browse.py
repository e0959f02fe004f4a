"""The card browser: a search with its cards in pages, a random card, and an export."""

from collections.abc import AsyncIterator, Iterable, Iterator

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import conditional_page, require_safe

from cards.models.builder import builder_of
from cards.pages.addresses import asked, search_address
from cards.search.pages.search_page import Place, search_page
from cards.search.services.search import CardSearch, QueryError
from cards.services.exporting import EXPORTS, exported
from phylo.http.problems import problem

ENDINGS = {"record": "json"}
BLOCK = 64 * 1024


@cache_control(private=True, no_cache=True)
@conditional_page
@require_safe
def browse(request: HttpRequest) -> HttpResponse:
    """The cards of `?q=` (see `search_page`)."""
    return search_page(request, Place(url=reverse("cards"), keeps=True), builder=builder_of(request))


@never_cache
@require_safe
def surprise(request: HttpRequest) -> HttpResponse:
    """Redirect to a random card of the search."""
    text = request.GET.get("q", "").strip()
    try:
        card = CardSearch(text, builder=builder_of(request)).surprise()
    except QueryError:
        card = None
    if card is None:
        return redirect(search_address(text))
    return redirect(reverse("card", args=[card.key]) + asked(text))


@never_cache
@require_safe
def export(request: HttpRequest) -> HttpResponseBase:
    """Export the cards of `?q=` in a `?format=`, one of EXPORTS."""
    form = request.GET.get("format", "csv")
    if form not in EXPORTS:
        detail = _("The format is one of %(forms)s.") % {"forms": ", ".join(EXPORTS)}
        return problem("format", detail)
    try:
        cards = CardSearch(request.GET.get("q", "").strip()).cards()
    except QueryError as error:
        return problem("query", error.message, column=error.column)
    blocks = _blocks(exported(cards, form))
    return StreamingHttpResponse(
        _awaited(blocks) if isinstance(request, ASGIRequest) else blocks,
        content_type=f"{EXPORTS[form]}; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="cards.{ENDINGS.get(form, form)}"'},
    )


def _blocks(pieces: Iterable[str]) -> Iterator[bytes]:
    held: list[str] = []
    size = 0
    for piece in pieces:
        held.append(piece)
        size += len(piece)
        if size >= BLOCK:
            yield "".join(held).encode()
            held, size = [], 0
    yield "".join(held).encode()


async def _awaited(blocks: Iterator[bytes]) -> AsyncIterator[bytes]:
    """Read in the thread of the request, which holds its database connection."""
    following = sync_to_async(lambda: next(blocks, None))
    while (block := await following()) is not None:
        yield block
