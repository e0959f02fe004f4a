"""Saving as one builds: one change after the other, and what the deck is now."""

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from cards.decks import services
from cards.decks.access import own_deck_or_404
from cards.decks.errors import BadChange, KeyReused, StaleEdition
from cards.decks.pages.column import Held, column_html, state_of
from cards.decks.services import Change
from cards.decks.services.building import MOST_COPIES
from cards.models import Deck
from phylo.problems import only, problem

LARGEST_BODY = 64 * 1024
MOST_CHANGED = 400
"""Cards in one change: all of a full deck out, and as many others in."""
GREATEST = 2**31 - 1
FIELDS = {"edition", "key", "change"}
CHANGES = {"copies", "rules", "starter", "opening_hand", "name", "notes"}


@never_cache
@only("GET")
def state(request: HttpRequest, slug: str) -> HttpResponse:
    """The deck as it is now (see `state_of`), with `html`, its column."""
    return JsonResponse(_answer(request, own_deck_or_404(request, slug)))


@never_cache
@only("POST")
def save(request: HttpRequest, slug: str) -> HttpResponse:
    """
    `{"edition": 7, "key": "…", "change": {"copies": {"valley-oak": 2}, "rules": …, "starter": …,
    "opening_hand": […], "name": …, "notes": …}}`, of which the change holds what is to be another.

    The deck as it is then, as in `state`; 409 with the same where somebody else was faster, or the key has
    made another version; 400 with the `field` that is wrong.
    """
    deck = own_deck_or_404(request, slug)
    try:
        sent = _read(request)
        change = _change(sent["change"])
        deck = services.change_deck(deck_id=deck.pk, edition=sent["edition"], change=change, key=sent["key"])
    except BadChange as error:
        return problem(HTTPStatus.BAD_REQUEST, "bad-change", str(error), field=error.field)
    except (StaleEdition, KeyReused) as error:
        return _conflict(request, deck, error)
    except Deck.DoesNotExist as error:
        raise Http404("no such deck") from error
    return JsonResponse(_answer(request, deck))


def _answer(request: HttpRequest, deck: Deck) -> dict[str, Any]:
    held = Held.of(deck)
    return {**state_of(held), "html": column_html(request, held)}


def _conflict(request: HttpRequest, deck: Deck, error: Exception) -> HttpResponse:
    try:
        deck.refresh_from_db()
    except Deck.DoesNotExist as gone:
        raise Http404("no such deck") from gone
    code, detail = "stale", _("The deck was changed in another place meanwhile.")
    if isinstance(error, KeyReused):
        code, detail = "key-reused", _("This key has saved another change.")
    return problem(HTTPStatus.CONFLICT, code, detail, **_answer(request, deck))


def _read(request: HttpRequest) -> dict[str, Any]:
    """`edition`, `key` and `change`, of which nothing is missing; raises BadChange."""
    if request.content_type != "application/json":
        raise BadChange("", _("Send JSON."))
    length = request.headers.get("Content-Length", "")
    body = request.read(LARGEST_BODY + 1)
    if len(body) > LARGEST_BODY or (length.isdecimal() and int(length) > LARGEST_BODY):
        raise BadChange("", _("This is too large."))
    try:
        sent = json.loads(body)
    except (ValueError, RecursionError):
        raise BadChange("", _("This is no JSON.")) from None
    if not isinstance(sent, dict) or sent.keys() != FIELDS:
        raise BadChange("", _("Send edition, key and change, and nothing else."))
    edition = sent["edition"]
    if not isinstance(edition, int) or isinstance(edition, bool) or not 0 <= edition <= GREATEST:
        raise BadChange("edition", _("The edition is the number of the one that was read."))
    if not isinstance(sent["key"], str) or not sent["key"]:
        raise BadChange("key", _("A key is a text that no other change has."))
    return sent


def _change(sent: Any) -> Change:
    if not isinstance(sent, dict) or not sent:
        raise BadChange("change", _("A change names what is to be another."))
    unknown = sorted(sent.keys() - CHANGES)
    if unknown:
        raise BadChange("change", _("Unknown field: %(name)s") % {"name": unknown[0][:80]})
    for field in ("rules", "starter", "name", "notes"):
        if field in sent and not isinstance(sent[field], str):
            raise BadChange(field, _("%(name)s must be a text.") % {"name": field})
    texts = {field: sent[field] for field in ("rules", "starter", "name", "notes") if field in sent}
    copies = _copies(sent["copies"]) if "copies" in sent else None
    hand = _hand(sent["opening_hand"]) if "opening_hand" in sent else None
    return Change(copies=copies, opening_hand=hand, **texts)


def _copies(sent: Any) -> Mapping[str, int]:
    if not isinstance(sent, dict) or len(sent) > MOST_CHANGED:
        raise BadChange("copies", _("copies must be an object of at most %(most)s cards.") % _most())
    for count in sent.values():
        if not isinstance(count, int) or isinstance(count, bool) or not 0 <= count <= MOST_COPIES:
            words = _("Copies are whole numbers from 0 to %(most)s.") % {"most": MOST_COPIES}
            raise BadChange("copies", words)
    return sent


def _hand(sent: Any) -> tuple[str, ...]:
    listed = isinstance(sent, list) and len(sent) <= MOST_CHANGED
    if not listed or not all(isinstance(key, str) for key in sent):
        raise BadChange("opening_hand", _("opening_hand must be a list of card keys."))
    return tuple(sent)


def _most() -> dict[str, int]:
    return {"most": MOST_CHANGED}
