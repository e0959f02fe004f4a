"""Several people on one device: whose hand a page shows, and the page between, which shows none."""

from dataclasses import dataclass, replace

from django.http import HttpRequest
from django.urls import reverse

from games.matches.access import Look, player_id
from games.table.people import names_of, seats_of


@dataclass(frozen=True)
class HandOver:
    """
    Several players on one device. A player's page leads to `next_url` after the choice. The page between them
    shows no hand: it is a `cover` until the `next` player is ready and opens `ready_url`, or `waiting` if
    none of them is to act.
    """

    next_url: str = ""
    cover: bool = False
    next: str = ""
    ready_url: str = ""
    waiting: bool = False


def on_shared_device(request: HttpRequest, look: Look, *, lifting: bool = False) -> tuple[Look, HandOver]:
    """
    The look from the seat whose hand the visitor may see. A player with several seats sees no hand without
    `?seat=`, and none that is covered, until the game is over. A whole page is `lifting` the cover, and its
    seat must be one that is to act: an address that was kept or reloaded after the turn shows the cover.
    """
    seats, known = seats_of(look), player_id(request)
    own = [seat for seat in seats if known is not None and seat.player_id == known]
    if look.seat is None or len(own) < 2:
        return look, HandOver()
    address = reverse("match", args=[look.match.pk])
    if look.match.finished:
        return replace(look, seat=own[0].number), HandOver()
    acting = [seat.number for seat in own if seat.number in look.match.acting]
    asked = request.GET.get("seat") == str(look.seat)
    if asked and (look.your_turn if lifting else not look.covered):
        return look, HandOver(next_url=address)
    hidden = replace(look, seat=None)
    if not acting:
        return hidden, HandOver(waiting=True)
    following = acting[0]
    name = names_of(seats)[following]
    return hidden, HandOver(cover=True, next=name, ready_url=f"{address}?seat={following}")
