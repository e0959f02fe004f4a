"""Saving as one builds: one change after the other, and what the deck is now."""

from collections.abc import Mapping
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
from phylo.json_bodies import BadBody, Reader, an_object, read_body, refusal, text, whole
from phylo.problems import only, problem

MOST_CHANGED = 400
"""Cards in one change: all of a full deck out, and as many others in."""
CHANGES = {"copies", "rules", "starter", "opening_hand", "name", "notes"}


def _some(value: Any, name: str) -> str:
    if not text(value, name):
        raise BadBody(name, _("A key is a text that no other change has."))
    return str(value)


FIELDS: Mapping[str, Reader] = {"edition": whole, "key": _some, "change": an_object}


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

    The deck as it is then, as in `state`; 409 with the same where somebody else was faster, 422 where the key
    has made another version; 400 with the `field` that is wrong.
    """
    deck = own_deck_or_404(request, slug)
    try:
        sent = read_body(request, FIELDS, needed=tuple(FIELDS))
        change = _change(sent["change"])
        deck = services.change_deck(deck_id=deck.pk, edition=sent["edition"], change=change, key=sent["key"])
    except BadBody as error:
        return refusal(error)
    except BadChange as error:
        return problem("bad-change", str(error), field=error.field)
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
    return problem(code, detail, **_answer(request, deck))


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
