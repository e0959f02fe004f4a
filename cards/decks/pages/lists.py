"""The public deck lists, their search, and the user's own decks."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from http import HTTPStatus
from urllib.parse import urlencode

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import conditional_page, require_safe

from cards.decks.cards import definitions_of
from cards.decks.insight.problems import errors
from cards.decks.listing import LISTS, NEW, POPULAR, READY, DeckSearch, UnknownCard, cards_named
from cards.decks.models import Deck
from cards.decks.pages.tiles import Tile, tiles
from cards.models.builder import builder_of
from cards.services.choice_fields import RULES
from phylo.accounts.names import LONGEST_NAME
from phylo.http.answers import page_of
from phylo.http.keys import new_key

PAGE = 24
LABELS = {POPULAR: gettext_lazy("Popular"), NEW: gettext_lazy("New"), READY: gettext_lazy("Ready decks")}


class DeckSearchForm(forms.Form):
    """The query string; every field is optional."""

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
    rules = RULES.form_field(required=False, empty=gettext_lazy("Any"))
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
            self.cards_named = cards_named(text)
        except UnknownCard as error:
            raise forms.ValidationError(str(error)) from error
        return text

    @property
    def search(self) -> DeckSearch:
        """The search of a valid form."""
        given = self.cleaned_data
        return DeckSearch(
            text=given["q"],
            cards=self.cards_named,
            rules=given["rules"],
            low=given["low"],
            high=given["high"],
            unfinished=given["unfinished"],
            maker=given["maker"],
            chosen=given["show"] or POPULAR,
        )

    @property
    def asked(self) -> dict[str, str]:
        """The query parameters of a valid form, without empty values."""
        given = {name: "on" if value is True else value for name, value in self.cleaned_data.items()}
        return {name: str(value) for name, value in given.items() if value not in ("", None, False)}


@dataclass(frozen=True, slots=True)
class Tab:
    label: str
    url: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Row:
    """
    `wrong`: the first reason why the rules refuse the deck; empty for a legal deck. `just_now`: it was
    changed within the last minute.
    """

    tile: Tile
    wrong: str
    just_now: bool


@cache_control(private=True, no_cache=True)
@conditional_page
@require_safe
def decks(request: HttpRequest) -> HttpResponse:
    """The public and the ready decks, filtered by DeckSearchForm. `?page=` counts from 1."""
    form = DeckSearchForm(request.GET)
    valid = form.is_valid()
    # An invalid search shows an empty list.
    asked = form.asked if valid else {}
    chosen = asked.pop("show", POPULAR)
    page = page_of(request, form.search.found() if valid else Deck.objects.none(), PAGE)
    context = {
        "form": form,
        "tabs": [Tab(str(LABELS[each]), _address(asked, each), each == chosen) for each in LISTS],
        "chosen": chosen,
        "narrowed": bool(asked) or not valid,
        "clear_url": _address({}, chosen),
        "maker": asked.get("maker", ""),
        "everybody_url": _address({name: asked[name] for name in asked if name != "maker"}, chosen),
        "page": page,
        "tiles": tiles(list(page)),
    }
    status = HTTPStatus.OK if valid else HTTPStatus.BAD_REQUEST
    return render(request, "decks/list.html", context, status=status)


@never_cache
@require_safe
def my_decks(request: HttpRequest) -> HttpResponse:
    """The decks of the account, or of the guest in the session; the most recently changed first."""
    builder = builder_of(request)
    found = Deck.objects.of(builder).select_related("owner", "origin").order_by("-changed_at", "-pk")
    page = page_of(request, found, PAGE)
    context = {
        "page": page,
        "rows": _rows(list(page)),
        "guest": builder.user is None,
        "copy_key": new_key(),
    }
    return render(request, "decks/mine.html", context)


def _rows(decks: Sequence[Deck]) -> list[Row]:
    """Takes one query for the cards of all incomplete decks."""
    unfinished = [deck.pk for deck in decks if not deck.complete]
    stored = Deck.objects.filter(pk__in=unfinished).prefetch_related("entries__card") if unfinished else []
    contents = {deck.pk: deck.contents for deck in stored}
    cards = definitions_of(*contents.values()) if contents else {}
    wrong = {pk: next((each.text for each in errors(held, cards)), "") for pk, held in contents.items()}
    minute_ago = timezone.now() - timedelta(minutes=1)
    return [
        Row(tile, wrong.get(tile.deck.pk, ""), tile.deck.changed_at > minute_ago) for tile in tiles(decks)
    ]


def _address(asked: dict[str, str], chosen: str) -> str:
    """The address of a list, in its shortest form."""
    given = asked | ({"show": chosen} if chosen != POPULAR else {})
    return reverse("decks") + (f"?{urlencode(given)}" if given else "")


def _printable(text: str) -> str:
    if not text.isprintable():
        raise forms.ValidationError(_("Use letters, digits and signs."))
    return text
