"""How a rabbit or an octopus may rearrange cards, as a page fetches it: `?part=ways&card=…&at=…`."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from engine.drafting.state import State
from games.table.draft.choices import rearranging


def ways_part(request: HttpRequest, state: State, seat: int) -> HttpResponse:
    """For the card and the space in the query. Raises Http404 if the seat cannot lay that card there."""
    card, at = request.GET.get("card", ""), request.GET.get("at", "")
    try:
        board, ways = rearranging(state.view_for(seat), state.legal(seat), card, at)
    except ValueError:
        raise Http404("this card does not go there") from None
    side = {"seat": seat, "you": True}
    return render(request, "table/draft/_rearrangements.html", {"side": side, "board": board, "ways": ways})
