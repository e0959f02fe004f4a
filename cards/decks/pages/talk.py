"""Liking a deck and saying something of it: for accounts, of decks that others see."""

import secrets
from http import HTTPStatus
from math import ceil

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from cards.decks.access import deck_or_404
from cards.decks.errors import BadChange, KeyReused, NoComments, TooManyComments
from cards.decks.pages.page import shown
from cards.decks.services import talk
from cards.models import Deck
from phylo.accounts.models import User


@require_POST
def like(request: HttpRequest, slug: str) -> HttpResponse:
    """With `on` empty the like is taken back. htmx gets the button anew, others the page."""
    deck = deck_or_404(request, slug)
    if not isinstance(request.user, User):
        return _to_sign_in(deck)
    wanted = bool(request.POST.get("on"))
    try:
        change = talk.like if wanted else talk.unlike
        deck.likes = change(deck_id=deck.pk, user=request.user)
    except (NoComments, Deck.DoesNotExist) as error:
        raise Http404("nothing to like") from error
    if request.headers.get("HX-Request"):
        return render(request, "decks/_like.html", {"deck": deck, "liked": wanted})
    return redirect("deck", deck.slug)


@require_POST
def comment(request: HttpRequest, slug: str) -> HttpResponse:
    deck = deck_or_404(request, slug)
    if not isinstance(request.user, User):
        return _to_sign_in(deck)
    text, key = request.POST.get("text", ""), request.POST.get("key", "")
    status, wrong = HTTPStatus.BAD_REQUEST, ""
    try:
        said = talk.comment(deck_id=deck.pk, user=request.user, text=text, key=key)
    except BadChange as error:
        wrong = str(error)
    except KeyReused:
        status = HTTPStatus.CONFLICT
        wrong = _("This form has been sent already with other words. Send it again for a second comment.")
    except TooManyComments as error:
        status, wrong = HTTPStatus.TOO_MANY_REQUESTS, _wait(error.seconds)
    except (NoComments, Deck.DoesNotExist) as error:
        raise Http404("nothing to comment on") from error
    else:
        return redirect(f"{reverse('deck', args=[deck.slug])}#comment-{said.pk}")
    more = {"wrong": wrong, "text": text, "comment_key": secrets.token_urlsafe(12)}
    return shown(request, deck, status=status, **more)


@require_POST
def delete_comment(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    deck = deck_or_404(request, slug)
    if not isinstance(request.user, User):
        return _to_sign_in(deck)
    said = deck.comments.select_related("deck").filter(pk=pk).first()
    if said is not None:
        if not said.deletable_by(request.user):
            raise Http404("no such comment of yours")
        talk.delete_comment(comment_id=said.pk)
        messages.success(request, _("The comment is deleted."))
    return redirect(f"{reverse('deck', args=[deck.slug])}#comments")


def _to_sign_in(deck: Deck) -> HttpResponse:
    return redirect_to_login(reverse("deck", args=[deck.slug]))


def _wait(seconds: int) -> str:
    minutes = ceil(seconds / 60)
    return ngettext(
        "That was a lot in a short time. Go on in %(count)s minute.",
        "That was a lot in a short time. Go on in %(count)s minutes.",
        minutes,
    ) % {"count": minutes}
