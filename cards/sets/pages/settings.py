"""Name, description, licence and visibility of a set, and its end."""

from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from cards.decks.access import builder_of
from cards.errors import BadValue, ChangedMeanwhile, Refused
from cards.models import Collection, Visibility
from cards.sets import services
from cards.sets.access import Deed, Standing, own_set_or_404, standing_of
from cards.sets.pages.lists import SetForm

SEEN_BY = {
    Visibility.PRIVATE: gettext_lazy("Only those who have joined it see it."),
    Visibility.UNLISTED: gettext_lazy("Whoever has its address sees it. It is in no list."),
    Visibility.PUBLIC: gettext_lazy("Everybody sees it, and finds it in the list and in searches."),
}


class SettingsForm(SetForm):
    """`edition` is the one that was read."""

    visibility = forms.ChoiceField(
        choices=Visibility.choices, label=gettext_lazy("Who sees it"), required=False
    )
    edition = forms.IntegerField(min_value=0, widget=forms.HiddenInput)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def set_settings(request: HttpRequest, slug: str) -> HttpResponse:
    collection = own_set_or_404(request, slug, Deed.DESCRIBE)
    if request.method != "POST":
        return _settings_page(request, collection, SettingsForm(initial=_stored(collection)))
    form = SettingsForm(request.POST)
    status = HTTPStatus.BAD_REQUEST
    if form.is_valid():
        given = form.cleaned_data
        try:
            collection = services.describe_set(
                collection_id=collection.pk,
                builder=builder_of(request),
                edition=given["edition"],
                name=given["name"],
                description=given["description"],
                licence=given["licence"],
                visibility=given["visibility"] or None,
            )
        except BadValue as error:
            form.add_error(error.field if error.field in form.fields else None, str(error))
        except ChangedMeanwhile as error:
            # Sent once more, it takes the place of what is stored.
            form = SettingsForm(request.POST.dict() | {"edition": error.edition})
            form.add_error(None, str(error))
            status = HTTPStatus.CONFLICT
        except Refused as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("Saved."))
            return redirect("set", collection.slug)
    return _settings_page(request, collection, form, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, slug: str) -> HttpResponse:
    collection = own_set_or_404(request, slug, Deed.DELETE)
    if request.method == "POST":
        services.delete_set(collection_id=collection.pk, builder=builder_of(request))
        messages.success(request, _("“%(name)s” is deleted.") % {"name": collection.name})
        return redirect("sets")
    context = {
        "set": collection,
        "own": collection.own_cards.count(),
        "people": collection.people.count(),
    }
    return render(request, "sets/delete.html", context)


def _stored(collection: Collection) -> dict[str, Any]:
    fields = ("name", "description", "licence", "visibility", "edition")
    return {name: getattr(collection, name) for name in fields}


def _settings_page(
    request: HttpRequest,
    collection: Collection,
    form: SettingsForm,
    *,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    chosen = form["visibility"].value() or collection.visibility
    context = {
        "set": collection,
        "form": form,
        "owner": standing_of(builder_of(request), collection) >= Standing.OWNER,
        "choices": [
            {"value": each.value, "label": each.label, "words": SEEN_BY[each], "chosen": each.value == chosen}
            for each in Visibility
        ],
    }
    return render(request, "sets/settings.html", context, status=status)
