"""The builder without scripts: each button is a form, and each form one step."""

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
from cards.decks.errors import BadChange, StaleEdition
from cards.decks.services import STEPS, Change
from cards.models import Deck
from phylo.numbers import whole


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
            services.step_deck(deck_id=deck.pk, step=made, card=sent[made], key=_key(sent, made))
        else:
            _describe(deck, sent)
    except BadChange as error:
        messages.warning(request, str(error))
    except StaleEdition:
        messages.warning(request, _("The deck was changed in another place meanwhile. Look, and try again."))
    except Deck.DoesNotExist as error:
        raise Http404("no such deck") from error
    return redirect(_address(deck, sent))


def _key(sent: QueryDict, step: str) -> str:
    """A page has one key, from which several cards may be stepped."""
    key = sent.get("key", "")
    return sha256(f"{key} {step} {sent[step]}".encode()).hexdigest() if key else ""


def _describe(deck: Deck, sent: QueryDict) -> None:
    edition = whole(sent.get("edition", ""))
    if edition is None:
        raise BadChange("edition", _("The edition is the number of the one that was read."))
    change = Change(
        rules=_text(sent, "rules"),
        starter=_text(sent, "starter"),
        name=_text(sent, "name"),
        notes=_text(sent, "notes"),
    )
    services.change_deck(deck_id=deck.pk, edition=edition, change=change)


def _text(sent: QueryDict, name: str) -> str | None:
    value = sent.get(name)
    return value if isinstance(value, str) else None


def _address(deck: Deck, sent: QueryDict) -> str:
    kept = {name: sent[name] for name in ("q", "page") if sent.get(name)}
    address = reverse("deck-build", args=[deck.slug])
    return f"{address}?{urlencode(kept)}" if kept else address
