"""The sets that everybody may see, one's own, and making one."""

import secrets
from http import HTTPStatus

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from cards.decks.access import builder_of
from cards.errors import BadValue, Refused
from cards.models import Collection
from cards.models.collection import LONGEST_DESCRIPTION, LONGEST_NAME
from cards.sets import services
from cards.sets.licences import LICENCES
from cards.sets.pages.tiles import tiles
from phylo.accounts.models import User
from phylo.numbers import whole

PAGE = 24
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
    """
    One's own come first, then public ones, each in pages (`?mine=`, `?page=`); `?q=` looks in the names and
    descriptions of the public ones.
    """
    builder = builder_of(request)
    words = " ".join(request.GET.get("q", "").split())[:LONGEST_QUERY]
    listed = Collection.objects.listed()
    # What no database takes as a text is found nowhere.
    if words and words.isprintable():
        listed = listed.filter(Q(name__icontains=words) | Q(description__icontains=words))
    elif words:
        listed = listed.none()
    page = _page(listed.order_by("-changed_at", "-pk"), request.GET.get("page", "1"))
    mine = _page(Collection.objects.of(builder).order_by("name", "pk"), request.GET.get("mine", "1"))
    context = {
        "page": page,
        "tiles": tiles(list(page)),
        "mine": mine,
        "own_tiles": tiles(list(mine)),
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
        except BadValue as error:
            form.add_error(error.field if error.field in form.fields else None, str(error))
        except Refused as error:
            form.add_error(None, str(error))
        else:
            return redirect("set-cards", collection.slug)
    status = HTTPStatus.BAD_REQUEST if form.is_bound else HTTPStatus.OK
    return render(request, "sets/new.html", {"form": form}, status=status)


def _page(found: QuerySet[Collection], number: str) -> Page:
    """The last where there are fewer; raises Http404 for what is no number."""
    if (asked := whole(number, digits=6)) is None:
        raise Http404("no such page")
    return Paginator(found.select_related("owner"), PAGE).get_page(asked)
