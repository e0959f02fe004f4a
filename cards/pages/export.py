"""The cards of a search as a file that can be brought in again."""

from collections.abc import AsyncIterator, Iterable, Iterator

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from cards.services.exporting import EXPORTS, chosen_cards, exported
from cards.services.search import QueryError
from phylo.http.problems import problem

ENDINGS = {"record": "json"}
BLOCK = 64 * 1024


@never_cache
@require_safe
def export(request: HttpRequest) -> HttpResponseBase:
    """`?q=` and `?format=`, one of EXPORTS."""
    form = request.GET.get("format", "csv")
    if form not in EXPORTS:
        detail = _("The format is one of %(forms)s.") % {"forms": ", ".join(EXPORTS)}
        return problem("format", detail)
    try:
        cards = chosen_cards(request.GET.get("q", "").strip())
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
