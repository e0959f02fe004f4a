"""The lists of decks that everybody may see, and the search in them."""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

import engine
from cards.decks.listing import LISTS, NEW, POPULAR, READY, DeckSearch, UnknownCard, cards_meant
from cards.decks.pages.tiles import tiles
from cards.models import Deck
from phylo.accounts.names import LONGEST_NAME
from phylo.numbers import whole

PAGE = 24
LABELS = {POPULAR: gettext_lazy("Popular"), NEW: gettext_lazy("New"), READY: gettext_lazy("Ready decks")}


class DeckSearchForm(forms.Form):
    """What stands behind the question mark, all of it optional."""

    show = forms.ChoiceField(choices=[(name, LABELS[name]) for name in LISTS], required=False)
    q = forms.CharField(
        max_length=200,
        required=False,
        label=gettext_lazy("Name, theme or notes"),
        widget=forms.TextInput({"type": "search", "autocomplete": "off"}),
    )
    cards = forms.CharField(
        max_length=500,
        required=False,
        label=gettext_lazy("With these cards"),
        widget=forms.TextInput({"placeholder": gettext_lazy("Horse, Valley Oak"), "autocomplete": "off"}),
    )
    rules = forms.ChoiceField(
        choices=[
            ("", gettext_lazy("Any")),
            *((key, f"V{key.removeprefix('phylo-')}") for key in engine.RULES),
        ],
        required=False,
        label=gettext_lazy("Rules"),
    )
    low = forms.IntegerField(
        min_value=-9999, max_value=9999, required=False, label=gettext_lazy("Points from")
    )
    high = forms.IntegerField(
        min_value=-9999, max_value=9999, required=False, label=gettext_lazy("Points to")
    )
    unfinished = forms.BooleanField(required=False, label=gettext_lazy("Unfinished ones too"))
    maker = forms.CharField(max_length=LONGEST_NAME, required=False, widget=forms.HiddenInput)

    def clean_q(self) -> str:
        return _printable(self.cleaned_data["q"])

    def clean_maker(self) -> str:
        return _printable(self.cleaned_data["maker"])

    def clean_cards(self) -> str:
        text = _printable(self.cleaned_data["cards"])
        try:
            self.cards_meant = cards_meant(text)
        except UnknownCard as error:
            raise forms.ValidationError(str(error)) from error
        return text

    @property
    def search(self) -> DeckSearch:
        """What a valid form asks."""
        given = self.cleaned_data
        return DeckSearch(
            text=given["q"],
            cards=self.cards_meant,
            rules=given["rules"],
            low=given["low"],
            high=given["high"],
            unfinished=given["unfinished"],
            maker=given["maker"],
            chosen=given["show"] or POPULAR,
        )

    @property
    def asked(self) -> dict[str, str]:
        """What a valid form asks as it stands in an address, without what is empty."""
        given = {name: "on" if value is True else value for name, value in self.cleaned_data.items()}
        return {name: str(value) for name, value in given.items() if value not in ("", None, False)}


@dataclass(frozen=True, slots=True)
class Tab:
    label: str
    url: str
    chosen: bool


@cache_control(private=True, no_cache=True)
@require_safe
def decks(request: HttpRequest) -> HttpResponse:
    """The public and the ready decks; see DeckSearchForm for what narrows them. `?page=` counts from 1."""
    form = DeckSearchForm(request.GET)
    valid = form.is_valid()
    # A refused search leaves the list that was open, and shows nothing in it.
    asked = form.asked if valid else {}
    chosen = asked.pop("show", POPULAR)
    found = form.search.found() if valid else Deck.objects.none()
    page = page_of(request, found)
    if page is None:
        return redirect(address(asked, chosen))
    context = {
        "form": form,
        "tabs": [Tab(str(LABELS[each]), address(asked, each), each == chosen) for each in LISTS],
        "chosen": chosen,
        "narrowed": bool(asked) or not valid,
        "clear_url": address({}, chosen),
        "maker": asked.get("maker", ""),
        "everybody_url": address({name: asked[name] for name in asked if name != "maker"}, chosen),
        "page": page,
        "tiles": tiles(list(page)),
    }
    status = HTTPStatus.OK if valid else HTTPStatus.BAD_REQUEST
    return render(request, "decks/list.html", context, status=status)


def address(asked: dict[str, str], chosen: str = POPULAR) -> str:
    """Of one list, always the shortest."""
    given = dict(asked)
    if chosen != POPULAR:
        given["show"] = chosen
    return reverse("decks") + (f"?{urlencode(given)}" if given else "")


def page_of(request: HttpRequest, found: QuerySet[Deck]) -> "Page[Deck] | None":
    """The page that is asked for; None where there are not so many. Raises Http404 for what is no number."""
    wanted = whole(request.GET.get("page", "1"), digits=6)
    if not wanted:
        raise Http404("no such page")
    pages = Paginator(found, PAGE)
    return pages.page(wanted) if wanted in pages.page_range else None


def _printable(text: Any) -> str:
    if not str(text).isprintable():
        raise forms.ValidationError(_("Use letters, digits and signs."))
    return str(text)
