"""Name, notes and visibility of one's own deck, and its end."""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from cards.decks import services
from cards.decks.access import builder_of, own_deck_or_404
from cards.decks.errors import BadChange, StaleEdition
from cards.models import Deck, Visibility
from cards.models.deck import LONGEST_NAME, LONGEST_NOTES

SEEN_BY = {
    Visibility.PRIVATE: gettext_lazy("Only you see it."),
    Visibility.UNLISTED: gettext_lazy("Whoever has its address sees it. It is in no list."),
    Visibility.PUBLIC: gettext_lazy("Everybody sees it, finds it in the lists, and can like it."),
}


class SettingsForm(forms.Form):
    """`edition` is the one that was read."""

    name = forms.CharField(max_length=LONGEST_NAME, label=gettext_lazy("Name"))
    notes = forms.CharField(
        max_length=LONGEST_NOTES,
        required=False,
        label=gettext_lazy("Notes"),
        widget=forms.Textarea({"rows": 6}),
        help_text=gettext_lazy("How it is played, what it is about. Plain text."),
    )
    visibility = forms.ChoiceField(choices=Visibility.choices, label=gettext_lazy("Who sees it"))
    edition = forms.IntegerField(min_value=0, widget=forms.HiddenInput)


@dataclass(frozen=True, slots=True)
class Difference:
    """What somebody else has stored meanwhile, in words."""

    label: str
    theirs: str


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def deck_settings(request: HttpRequest, slug: str) -> HttpResponse:
    deck = own_deck_or_404(request, slug)
    if request.method != "POST":
        return _settings_page(request, deck, SettingsForm(initial=_stored(deck)))
    form = SettingsForm(request.POST)
    if not form.is_valid():
        return _settings_page(request, deck, form, status=HTTPStatus.BAD_REQUEST)
    given = form.cleaned_data
    change = services.Change(name=given["name"], notes=given["notes"], visibility=given["visibility"])
    try:
        deck = services.change_deck(deck_id=deck.pk, edition=given["edition"], change=change)
    except BadChange as error:
        form.add_error(error.field, str(error))
        return _settings_page(request, deck, form, status=HTTPStatus.BAD_REQUEST)
    except StaleEdition:
        return _conflict(request, deck, given)
    except Deck.DoesNotExist as error:
        raise Http404("no such deck") from error
    messages.success(request, _("Saved."))
    return redirect("deck", deck.slug)


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
        "comments": deck.comments.count(),
        "copies": deck.offspring.count(),
    }
    return render(request, "decks/delete.html", context)


def _stored(deck: Deck) -> dict[str, Any]:
    return {name: getattr(deck, name) for name in ("name", "notes", "visibility", "edition")}


def _conflict(request: HttpRequest, deck: Deck, given: dict[str, Any]) -> HttpResponse:
    """The form as it was sent and beside it what is stored now; sent again, it takes its place."""
    deck.refresh_from_db()
    form = SettingsForm(given | {"edition": deck.edition})
    theirs = {
        "name": deck.name,
        "notes": deck.notes or _("No notes."),
        "visibility": str(deck.get_visibility_display()),
    }
    differences = [
        Difference(str(form.fields[name].label), words)
        for name, words in theirs.items()
        if getattr(deck, name) != given[name].replace("\r\n", "\n").strip()
    ]
    more = {"conflict": True, "differences": differences}
    return _settings_page(request, deck, form, status=HTTPStatus.CONFLICT, **more)


def _settings_page(
    request: HttpRequest, deck: Deck, form: SettingsForm, *, status: HTTPStatus = HTTPStatus.OK, **more: Any
) -> HttpResponse:
    guest = builder_of(request).user is None
    chosen = form["visibility"].value()
    choices = [
        {
            "value": each.value,
            "label": each.label,
            "words": SEEN_BY[each],
            "chosen": each.value == chosen,
            "closed": guest and each == Visibility.PUBLIC,
        }
        for each in Visibility
    ]
    context = {"deck": deck, "form": form, "choices": choices, "guest": guest}
    return render(request, "decks/settings.html", context | more, status=status)
