"""Name, notes and visibility of the user's own deck, and its deletion."""

from http import HTTPStatus

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from cards.decks import services
from cards.decks.access import own_deck_or_404
from cards.decks.errors import BadChange, StaleDeck
from cards.decks.fields import NAME, NOTES
from cards.decks.models import Deck
from cards.models import Visibility
from cards.models.builder import builder_of
from cards.services.choice_fields import VISIBILITY
from phylo.http.answers import conflicts_shown, missing_is_404, refuse

SEEN_BY = {
    Visibility.PRIVATE: gettext_lazy("Only you see it."),
    Visibility.UNLISTED: gettext_lazy("Anyone with its address sees it. It is in no list."),
    Visibility.PUBLIC: gettext_lazy("Everybody sees it, finds it in the lists, and can like it."),
}


INSIDE = {
    Visibility.PRIVATE: SEEN_BY[Visibility.PRIVATE],
    Visibility.UNLISTED: gettext_lazy("Those in the set who have its address see it."),
    Visibility.PUBLIC: gettext_lazy("Everybody in the set sees it and finds it on the set’s page."),
}
"""Of a deck made in a set."""


class SettingsForm(forms.Form):
    """`settings_version` is the one that was read."""

    name = NAME.form_field(forms.TextInput())
    notes = NOTES.form_field(forms.Textarea({"rows": 6}))
    visibility = VISIBILITY.form_field()
    settings_version = forms.IntegerField(min_value=0, widget=forms.HiddenInput)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@missing_is_404
def deck_settings(request: HttpRequest, slug: str) -> HttpResponse:
    deck = own_deck_or_404(request, slug)
    if request.method != "POST":
        return _page(request, deck, SettingsForm(initial=_stored(deck)))
    form = SettingsForm(request.POST)
    if form.is_valid():
        given = dict(form.cleaned_data)
        read = given.pop("settings_version")
        try:
            services.change_deck(deck_id=deck.pk, settings_version=read, change=services.Change(**given))
        except BadChange as error:
            refuse(form, error)
        except StaleDeck as error:
            # Sent again, it replaces what is stored.
            form = SettingsForm(given | {"settings_version": error.settings_version})
            status, late = HTTPStatus.CONFLICT, conflicts_shown(form, error)
            return _page(request, own_deck_or_404(request, slug), form, status=status, conflicts=late)
        else:
            messages.success(request, _("Saved."))
            return redirect("deck", slug)
    return _page(request, deck, form, status=HTTPStatus.BAD_REQUEST)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, slug: str) -> HttpResponse:
    deck = own_deck_or_404(request, slug)
    if request.method == "POST":
        services.delete_deck(deck_id=deck.pk)
        messages.success(request, _("“%(name)s” is deleted.") % {"name": deck.name})
        return redirect("my-decks")
    context = {
        "deck": deck,
        "versions": deck.versions.count(),
        "comments": deck.comments.filter(hidden=False).count(),
        "copies": deck.offspring.count(),
    }
    return render(request, "decks/delete.html", context)


def _stored(deck: Deck) -> dict[str, object]:
    return {name: getattr(deck, name) for name in SettingsForm.base_fields}


def _page(
    request: HttpRequest,
    deck: Deck,
    form: SettingsForm,
    *,
    status: HTTPStatus = HTTPStatus.OK,
    **more: object,
) -> HttpResponse:
    guest = builder_of(request).user is None
    chosen = form["visibility"].value()
    choices = [
        {
            "value": each.value,
            "label": each.label,
            "words": (INSIDE if deck.collection_id else SEEN_BY)[each],
            "chosen": each.value == chosen,
            "closed": guest and each == Visibility.PUBLIC,
        }
        for each in Visibility
    ]
    context = {"deck": deck, "form": form, "choices": choices, "guest": guest}
    return render(request, "decks/settings.html", context | more, status=status)
