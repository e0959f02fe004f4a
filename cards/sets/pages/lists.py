"""The sets that everybody may see, one's own, and making one."""

import secrets
from collections import defaultdict
from collections.abc import Sequence
from http import HTTPStatus

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.paginator import Page, Paginator
from django.db.models import Count, F, Q, QuerySet, Window
from django.db.models.functions import RowNumber
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from cards.decks.access import builder_of
from cards.errors import BadValue, Refused
from cards.models import Card, Collection, CollectionCard, SetCard
from cards.models.collection import LICENCES, LONGEST_DESCRIPTION, LONGEST_NAME
from cards.pages.faces import faces
from cards.pages.requests import member_of
from cards.sets import services
from phylo.http.input import whole

PAGE = 24
LONGEST_QUERY = 100
FAN = 3
"""Faces of a set that a list shows."""


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


def tell(form: forms.Form, error: Refused) -> None:
    """Show the refusal beside the field that it is about, else above the form."""
    field = error.field if isinstance(error, BadValue) and error.field in form.fields else None
    form.add_error(field, str(error))


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
    # Text that no database can hold finds nothing.
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
    form = SetForm(
        request.POST if request.method == "POST" else None,
        initial={"key": secrets.token_urlsafe(12), "licence": "CC-BY-4.0"},
    )
    if form.is_bound and form.is_valid():
        try:
            collection = services.create_set(owner=member_of(request), **form.cleaned_data)
        except Refused as error:
            tell(form, error)
        else:
            return redirect("set-cards", collection.slug)
    status = HTTPStatus.BAD_REQUEST if form.is_bound else HTTPStatus.OK
    return render(request, "sets/new.html", {"form": form}, status=status)


def _page(found: QuerySet[Collection], number: str) -> Page:
    """The last page if there are fewer; raises Http404 if it is not a number."""
    if (asked := whole(number, digits=6)) is None:
        raise Http404("no such page")
    return Paginator(found.select_related("owner"), PAGE).get_page(asked)


def tiles(collections: Sequence[Collection]) -> list[dict[str, object]]:
    """Each set with the number of its cards and its first faces, with four queries however many there are."""
    published = _counts(CollectionCard.objects.filter(collection__in=collections))
    own = _counts(SetCard.objects.filter(collection__in=collections, shown=True))
    fans = _fans(collections)
    cards = Card.objects.in_bulk({card for fan in fans.values() for card in fan})
    shown = dict(zip(cards, faces(cards.values()), strict=True))
    return [
        {
            "set": each,
            "count": published.get(each.pk, 0) + own.get(each.pk, 0),
            "faces": [shown[card] for card in fans[each.pk]],
        }
        for each in collections
    ]


def _counts(rows: QuerySet[CollectionCard] | QuerySet[SetCard]) -> dict[int, int]:
    counted = rows.order_by().values("collection_id").annotate(count=Count("pk"))
    return dict(counted.values_list("collection_id", "count"))


def _fans(collections: Sequence[Collection]) -> defaultdict[int, list[int]]:
    """The first cards of each set, by its key."""
    in_order = Window(RowNumber(), partition_by=F("collection_id"), order_by=["place", "pk"])
    first = CollectionCard.objects.filter(collection__in=collections).annotate(nth=in_order)
    fans: defaultdict[int, list[int]] = defaultdict(list)
    for collection, card in (
        first.filter(nth__lte=FAN).order_by("nth").values_list("collection_id", "card_id")
    ):
        fans[collection].append(card)
    return fans
