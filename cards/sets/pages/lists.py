"""The sets that everybody may see, one's own, and making one."""

import secrets
from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Count, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from cards.decks.access import builder_of
from cards.models import Collection
from cards.models.collection import LONGEST_DESCRIPTION, LONGEST_NAME
from cards.pages.faces import faces
from cards.sets import services
from cards.sets.errors import BadSet, SetError
from cards.sets.licences import LICENCES
from phylo.accounts.models import User

PAGE = 24
FAN = 3
LONGEST_QUERY = 100


class SetForm(forms.Form):
    name = forms.CharField(
        max_length=LONGEST_NAME,
        label=gettext_lazy("Name"),
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    description = forms.CharField(
        max_length=LONGEST_DESCRIPTION,
        required=False,
        label=gettext_lazy("Description"),
        widget=forms.Textarea({"rows": 4}),
        help_text=gettext_lazy("What brings these cards together: a region, a class, a museum. Plain text."),
    )
    licence = forms.ChoiceField(
        choices=[(code, licence.name) for code, licence in LICENCES.items()],
        label=gettext_lazy("Licence"),
        help_text=gettext_lazy("Of your choice of cards and of what is written on the set's own cards."),
    )
    key = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)


@never_cache
@require_safe
def sets(request: HttpRequest) -> HttpResponse:
    """One's own come first, all of them; `?q=` looks in the names and descriptions of public ones."""
    builder = builder_of(request)
    words = " ".join(request.GET.get("q", "").split())[:LONGEST_QUERY]
    listed = Collection.objects.listed()
    # What no database takes as a text is found nowhere.
    if words and words.isprintable():
        listed = listed.filter(Q(name__icontains=words) | Q(description__icontains=words))
    elif words:
        listed = listed.none()
    pages = Paginator(_counted(listed).order_by("-changed_at", "-pk"), PAGE)
    number = request.GET.get("page", "1")
    if not (number.isascii() and number.isdigit() and len(number) < 7):
        raise Http404("no such page")
    page = pages.get_page(int(number))
    mine = list(_counted(Collection.objects.of(builder)).order_by("name", "pk")) if builder.known else []
    context = {
        "page": page,
        "tiles": _tiles(list(page)),
        "mine": _tiles(mine),
        "words": words,
        "longest": LONGEST_QUERY,
    }
    return render(request, "sets/list.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new_set(request: HttpRequest) -> HttpResponse:
    user = request.user
    assert isinstance(user, User)
    form = SetForm(
        request.POST if request.method == "POST" else None,
        initial={"key": secrets.token_urlsafe(12), "licence": "CC-BY-4.0"},
    )
    if form.is_bound and form.is_valid():
        try:
            collection = services.create_set(owner=user, **form.cleaned_data)
        except BadSet as error:
            form.add_error(error.field if error.field in form.fields else None, str(error))
        except SetError as error:
            form.add_error(None, str(error))
        else:
            return redirect("set-cards", collection.slug)
    status = HTTPStatus.BAD_REQUEST if form.is_bound else HTTPStatus.OK
    return render(request, "sets/new.html", {"form": form}, status=status)


def _counted(found: QuerySet[Collection]) -> Any:
    return found.select_related("owner").annotate(
        size=Count("entries", distinct=True),
        own=Count("own_cards", filter=Q(own_cards__shown=True), distinct=True),
    )


def _tiles(collections: list[Any]) -> list[dict[str, Any]]:
    """Each with the faces of its first cards."""
    found = []
    for collection in collections:
        first = [entry.card for entry in collection.entries.select_related("card")[:FAN]]
        found.append({"set": collection, "count": collection.size + collection.own, "faces": faces(first)})
    return found
