"""The builder without scripts: each button is a form, and each form one step."""

from collections.abc import Callable
from hashlib import sha256
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from cards.decks import services
from cards.decks.access import own_deck_or_404
from cards.decks.contents import Contents
from cards.decks.errors import BadChange, KeyReused, StaleEdition
from cards.decks.services import Change
from cards.models import Deck

TIMES = 5
"""How often a step is made again where somebody else changed the deck meanwhile."""


@require_POST
def step(request: HttpRequest, slug: str) -> HttpResponse:
    """
    One of `add`, `take`, `hold` and `release` with the key of a card: a copy more or less of it in the deck,
    or in the opening hand. Otherwise what is sent of `rules`, `starter`, `name` and `notes`, which need the
    `edition` that was read. `key` makes sending twice harmless. Leads back to the builder with its search.
    """
    deck = own_deck_or_404(request, slug)
    sent = request.POST
    try:
        made = next((name for name in STEPS if name in sent), "")
        if made:
            _make(deck, made, sent[made], sent.get("key", ""))
        else:
            _describe(deck, sent)
    except BadChange as error:
        messages.warning(request, str(error))
    except StaleEdition:
        messages.warning(request, _("The deck was changed in another place meanwhile. Look, and try again."))
    except Deck.DoesNotExist as error:
        raise Http404("no such deck") from error
    return redirect(_address(deck, sent))


def _make(deck: Deck, name: str, card: str, key: str) -> None:
    """The step from the deck as it is; made before under the same key, it is not made again."""
    # A page has one key, from which several cards may be stepped.
    once = sha256(f"{key} {name} {card}".encode()).hexdigest() if key else ""
    for left in reversed(range(TIMES)):
        contents = deck.contents
        try:
            services.change_deck(
                deck_id=deck.pk, edition=deck.edition, change=STEPS[name](contents, card), key=once
            )
        except KeyReused:
            return
        except StaleEdition:
            if not left:
                raise
            deck = Deck.objects.get(pk=deck.pk)
        else:
            return


def _describe(deck: Deck, sent: QueryDict) -> None:
    edition = sent.get("edition", "")
    if not (edition.isascii() and edition.isdigit() and len(edition) < 10):
        raise BadChange("edition", _("The edition is the number of the one that was read."))
    change = Change(
        rules=_text(sent, "rules"),
        starter=_text(sent, "starter"),
        name=_text(sent, "name"),
        notes=_text(sent, "notes"),
    )
    services.change_deck(deck_id=deck.pk, edition=int(edition), change=change)


def _text(sent: QueryDict, name: str) -> str | None:
    value = sent.get(name)
    return value if isinstance(value, str) else None


def _address(deck: Deck, sent: QueryDict) -> str:
    kept = {name: sent[name] for name in ("q", "page") if sent.get(name)}
    address = reverse("deck-build", args=[deck.slug])
    return f"{address}?{urlencode(kept)}" if kept else address


def _copies(by: int) -> Callable[[Contents, str], Change]:
    return lambda contents, card: Change(copies={card: max(0, contents.cards.get(card, 0) + by)})


def _hold(contents: Contents, card: str) -> Change:
    return Change(opening_hand=(*contents.opening_hand, card))


def _release(contents: Contents, card: str) -> Change:
    hand = list(contents.opening_hand)
    if card in hand:
        hand.remove(card)
    return Change(opening_hand=tuple(hand))


STEPS: dict[str, Callable[[Contents, str], Change]] = {
    "add": _copies(1), "take": _copies(-1), "hold": _hold, "release": _release,
}  # fmt: skip
