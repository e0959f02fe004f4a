"""The deck builder: the card search beside the user's deck, and the views that save its changes."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.middleware.csrf import get_token
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from rest_framework import serializers

from cards.decks import services
from cards.decks.access import own_deck_or_404
from cards.decks.cards import DeckCards, names_of
from cards.decks.errors import BadChange, StaleDeck
from cards.decks.history import undo_and_redo
from cards.decks.insight.reading import Reading
from cards.decks.models import Deck
from cards.decks.models.contents import MOST_COPIES
from cards.decks.pages.column import GROUPING_COOKIE, GROUPINGS, column, state_of
from cards.models import Card
from cards.models.builder import builder_of
from cards.pages.faces import faces
from cards.search.pages.search_page import Place, search_page
from cards.search.services.search import CardSearch
from cards.search.vocabulary import as_engine
from cards.sets.models import SetCard
from cards.sets.services.playing import own_card
from cards.texts import local_name
from engine.phylo.support import food_lack
from phylo.api.bodies import Body, Text, Whole, read_body
from phylo.http import cookies
from phylo.http.answers import missing_is_404
from phylo.http.input import BadBody, number_in
from phylo.http.keys import KeyReused, new_key
from phylo.http.problems import Refused, only, problem

FITS = "fits:deck"
TRIES = (FITS, "fits:deck climate:cool", "food:1 terrain:forest", "diet:carnivore scale<5", "kind:event")
MOST_FED = 2
"""Cards named on the badge of a card that feeds them."""
MOST_STEPS = 30
"""Versions that undo reaches after a page is loaded; the history has all."""
MOST_CHANGED = 400
"""Cards in one change: enough to exchange a full deck."""
MOST_OWN = 60
"""Own cards of a set that are shown without a search."""
TEXTS = ("rules", "starter", "name", "notes")


class DeckChange(Body):
    version = Whole(required=False)
    settings_version = Whole(required=False)
    key = Text(allow_blank=False)
    change = serializers.DictField()


@never_cache
@require_safe
def build(request: HttpRequest, slug: str) -> HttpResponse:
    """
    The search `?q=` as in the card browser (see `search_page`), where `fits:deck` refers to this deck.
    `?group=` stores the grouping of the list in a cookie and redirects to the address without it.
    """
    deck = own_deck_or_404(request, slug)
    if "group" in request.GET:
        return _keep_grouping(request, deck)
    cards = DeckCards.of_deck(deck)
    place = Place(
        url=reverse("deck-build", args=[slug]),
        page="decks/build.html",
        title="decks/_build_title.html",
        card="decks/_build_card.html",
        before="decks/_build_own.html" if deck.collection_id else "",
        scrolls="scroll:#search-pane:top show:window:top",
        history="replace",
        tools="decks/_build_tools.html",
        saves=False,
        deck=cards.contents,
        tries=TRIES,
        seen=lambda search, found: _seen(deck, cards, search, found, first="page" not in request.GET),
    )
    more: dict[str, object] = {"deck": deck, "step_key": new_key()}
    if not request.headers.get("HX-Request"):
        more |= column(request, deck, cards) | {"steps": _steps(deck)}
    return search_page(request, place, builder=builder_of(request), **more)


@never_cache
@only("GET")
def state(request: HttpRequest, slug: str) -> HttpResponse:
    """The deck as it is now (see `state_of`), with its column as `html`."""
    return JsonResponse(_present(request, own_deck_or_404(request, slug)))


@never_cache
@only("POST")
@missing_is_404
def save(request: HttpRequest, slug: str) -> HttpResponse:
    """
    `{"version": 7, "settings_version": 2, "key": "…", "change": {"copies": {"valley-oak": 2}, "rules": …,
    "starter": …, "opening_hand": […], "name": …, "notes": …}}`, where the change holds only what should
    differ. Contents need `version`; name and notes need `settings_version`.

    Returns the new state, as `state` does; 409 with the current state if somebody else was faster, 422 if the
    key has made another version, 400 with the `field` that is wrong.
    """
    deck = own_deck_or_404(request, slug)
    try:
        sent = read_body(request, DeckChange)
        change = _change(sent["change"])
        deck = services.change_deck(
            deck_id=deck.pk,
            change=change,
            version=sent.get("version"),
            settings_version=sent.get("settings_version"),
            key=sent["key"],
        )
    except BadBody as error:
        return error.as_problem()
    except BadChange as error:
        return problem(error.code, str(error), field=error.field)
    except (StaleDeck, KeyReused) as error:
        return problem(error.code, str(error), **_present(request, own_deck_or_404(request, slug)))
    return JsonResponse(_present(request, deck))


@require_POST
@missing_is_404
def step(request: HttpRequest, slug: str) -> HttpResponse:
    """
    The builder without scripts. Takes one of `add`, `take`, `hold` and `release` with the key of a card: one
    copy more or fewer in the deck or in the opening hand. Otherwise takes any of `rules`, `starter`, `name`
    and `notes`, with the `version` or `settings_version` that was read. `key` makes a repeated request
    harmless. Redirects to the builder with its search.
    """
    deck = own_deck_or_404(request, slug)
    sent = request.POST
    made = next((name for name in services.STEPS if name in sent), "")
    try:
        if made:
            services.step_deck(deck_id=deck.pk, step=made, card=sent[made], key=_step_key(sent, made))
        else:
            services.change_deck(
                deck_id=deck.pk,
                change=_change({name: sent[name] for name in TEXTS if name in sent}),
                version=number_in(sent.get("version", "")),
                settings_version=number_in(sent.get("settings_version", "")),
            )
    except Refused as error:
        messages.warning(request, str(error))
    kept = {name: sent[name] for name in ("q", "page") if sent.get(name)}
    address = reverse("deck-build", args=[deck.slug])
    return redirect(f"{address}?{urlencode(kept)}" if kept else address)


def _step_key(sent: QueryDict, step: str) -> str:
    """A page has one key but many buttons, so the step and the card are added to it."""
    key = sent.get("key", "")
    return sha256(f"{key} {step} {sent[step]}".encode()).hexdigest() if key else ""


def _change(sent: Mapping[str, object]) -> services.Change:
    """Raises BadChange."""
    if not sent:
        raise BadChange("change", _("A change names what is to be different."))
    given: dict[str, Any] = {}
    for field, value in sent.items():
        match field, value:
            case "copies", dict() if len(value) <= MOST_CHANGED and all(map(_is_count, value.values())):
                given[field] = value
            case "opening_hand", list() if len(value) <= MOST_CHANGED and all(map(_is_text, value)):
                given[field] = tuple(value)
            case (("rules" | "starter" | "name" | "notes"), str()):
                given[field] = value
            case (("copies" | "opening_hand" | "rules" | "starter" | "name" | "notes"), _other):
                raise BadChange(field, _wrong(field))
            case _:
                raise BadChange("change", _("Unknown field: %(name)s") % {"name": field[:80]})
    return services.Change(**given)


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value <= MOST_COPIES


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _wrong(field: str) -> str:
    if field == "copies":
        words = _("copies is an object of card keys and numbers from 0 to %(copies)s, at most %(cards)s.")
        return words % {"copies": MOST_COPIES, "cards": MOST_CHANGED}
    if field == "opening_hand":
        return _("opening_hand is a list of card keys.")
    return _("%(name)s must be a text.") % {"name": field}


def _present(request: HttpRequest, deck: Deck) -> dict[str, Any]:
    """The state of the deck and its rendered column, for the script on the page."""
    cards = DeckCards.of_deck(deck)
    context = column(request, deck, cards) | {"csrf_token": get_token(request)}
    return {**state_of(deck, cards), "html": render_to_string("decks/_deck.html", context)}


def _steps(deck: Deck) -> dict[str, object]:
    """What undo and redo lead to, the nearest last, and the `names` of the cards there."""
    versions = deck.versions.order_by("-number")[:MOST_STEPS]
    before, after = undo_and_redo([version.contents for version in versions])
    names = names_of((key for contents in (*before, *after) for key in contents.named), deck)
    return {
        "before": [contents.as_json() for contents in before if contents.named <= names.keys()],
        "after": [contents.as_json() for contents in after if contents.named <= names.keys()],
        "names": names,
    }


def _keep_grouping(request: HttpRequest, deck: Deck) -> HttpResponse:
    kept = request.GET.copy()
    grouping = kept.pop("group")[-1]
    address = reverse("deck-build", args=[deck.slug])
    response = redirect(f"{address}?{kept.urlencode()}" if kept else address)
    if grouping in GROUPINGS:
        cookies.keep(response, GROUPING_COOKIE, grouping)
    return response


def _seen(
    deck: Deck, cards: DeckCards, search: CardSearch, found: list[Card], *, first: bool
) -> dict[str, object]:
    """Beside the cards found: on the `first` page those that only the deck's set has, whose names match."""
    own = _own_cards(deck.collection_id, search.text) if deck.collection_id and first else []
    return {
        "deck": deck,
        "own": faces(own[:MOST_OWN]),
        "own_left": max(0, len(own) - MOST_OWN),
        "marks": _marks(cards, [*found, *own[:MOST_OWN]]),
        "fits": _fits(search),
    }


def _own_cards(collection: int, text: str) -> list[Card]:
    shown = SetCard.objects.shown().filter(collection=collection).order_by("name", "pk")
    rows = [own_card(card) for card in shown.select_related("collection")]
    return [
        card
        for card in rows
        if text.casefold() in f"{card.name} {card.local_name} {card.latin_name}".casefold()
    ]


def _fits(search: CardSearch) -> dict[str, object]:
    """The search with `fits:deck` added, or removed if it is there."""
    for term in search.terms:
        if term.text.lower() == FITS:
            return {"chosen": True, "query": term.query_without}
    # Beside "or" it would become another alternative.
    text = f"({search.text})" if " or " in search.text.lower() else search.text
    return {"chosen": False, "query": f"{text} {FITS}".strip()}


def _marks(cards: DeckCards, found: list[Card]) -> Mapping[str, dict[str, object]]:
    """For the cards found, by key: copies in the deck, and the deck's orphans that they would feed."""
    reading = Reading.of(cards.contents, cards.definitions)
    orphans = [reading.cards[key] for key in reading.orphans]
    marks = {}
    for card in found:
        food = as_engine(card) if orphans else None
        fed = [
            orphan
            for orphan in orphans
            if food is not None and food_lack(orphan, food, cards.contents.rules) is None
        ]
        marks[card.key] = {
            "copies": cards.contents.cards.get(card.key, 0),
            "fed": [{"key": orphan.key, "name": local_name(orphan.name)} for orphan in fed[:MOST_FED]],
        }
    return marks
