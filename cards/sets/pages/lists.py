"""The public sets, the user's own, and creating one."""

from collections import defaultdict
from collections.abc import Sequence
from http import HTTPStatus

from django import forms
from django.contrib.auth.decorators import login_required
from django.db.models import Count, F, Q, QuerySet, Window
from django.db.models.functions import RowNumber
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from cards.models import Card
from cards.models.builder import builder_of
from cards.pages.faces import faces
from cards.sets import services
from cards.sets.fields import DESCRIPTION, LICENCE, NAME
from cards.sets.models import Collection, CollectionCard, SetCard
from phylo.accounts.visitors import member_of
from phylo.http.answers import page_of, refuse
from phylo.http.keys import new_key
from phylo.http.problems import Refused

PAGE = 24
LONGEST_QUERY = 100
FAN = 3
"""Faces shown per set in a list."""


class SetForm(forms.Form):
    name = NAME.form_field(forms.TextInput({"autocomplete": "off"}))
    description = DESCRIPTION.form_field(forms.Textarea({"rows": 4}))
    licence = LICENCE.form_field()
    key = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)


@never_cache
@require_safe
def sets(request: HttpRequest) -> HttpResponse:
    """
    The user's sets, then the public ones, both paged (`?mine=`, `?page=`); `?q=` searches the names and
    descriptions of the public ones.
    """
    builder = builder_of(request)
    words = " ".join(request.GET.get("q", "").split())[:LONGEST_QUERY]
    listed = Collection.objects.listed()
    # Text that databases cannot hold finds nothing.
    if words and words.isprintable():
        listed = listed.filter(Q(name__icontains=words) | Q(description__icontains=words))
    elif words:
        listed = listed.none()
    own = Collection.objects.of(builder).select_related("owner").order_by("name", "pk")
    listed = listed.select_related("owner").order_by("-changed_at", "-pk")
    page, mine = page_of(request, listed, PAGE), page_of(request, own, PAGE, name="mine")
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
        initial={"key": new_key(), "licence": "CC-BY-4.0"},
    )
    if form.is_bound and form.is_valid():
        try:
            collection = services.create_set(owner=member_of(request), **form.cleaned_data)
        except Refused as error:
            refuse(form, error)
        else:
            return redirect("set-cards", collection.slug)
    status = HTTPStatus.BAD_REQUEST if form.is_bound else HTTPStatus.OK
    return render(request, "sets/new.html", {"form": form}, status=status)


def tiles(collections: Sequence[Collection]) -> list[dict[str, object]]:
    """Each set with its number of cards and its first faces. Takes four queries in all."""
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
    """The first cards of each set, by the set's primary key."""
    in_order = Window(RowNumber(), partition_by=F("collection_id"), order_by=["place", "pk"])
    first = CollectionCard.objects.filter(collection__in=collections).annotate(nth=in_order)
    fans: defaultdict[int, list[int]] = defaultdict(list)
    for collection, card in (
        first.filter(nth__lte=FAN).order_by("nth").values_list("collection_id", "card_id")
    ):
        fans[collection].append(card)
    return fans
