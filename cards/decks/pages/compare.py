"""Two decks or versions side by side."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import TypeVar
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from cards.decks.cards import cards_of, in_order
from cards.decks.history import ChangedSince, changed_since
from cards.decks.insight.curves import Curves, curves
from cards.decks.models import Deck, DeckVersion
from cards.decks.models.contents import Contents, Definitions
from cards.models import Builder, Card, Climate, Diet, Terrain
from cards.models.builder import builder_of
from cards.pages.faces import Face, faces
from cards.ready_texts import local_text
from cards.texts import local_name
from cards.words import rules_name
from phylo.http.input import whole_number

Key = TypeVar("Key", int, str)
SIDES = ("a", "b")
NAMED = re.compile(
    r"(?:\S*/decks/)?(?P<slug>[-a-zA-Z0-9_]{1,80})"
    r"(?:/(?:history/(?P<at>[0-9]{1,9})/?)?|@(?P<number>[0-9]{1,9}))?"
)
OFFERED = 200
"""The user's own decks offered in the list, most recently changed first."""


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two decks; `wanted` is how the address names it; `version` is None for the present state."""

    name: str
    wanted: str
    deck: Deck
    version: int | None
    contents: Contents
    curves: Curves
    since: ChangedSince
    starter: str
    hand: list[str]

    @property
    def rules(self) -> str:
        return rules_name(self.contents.rules)

    @property
    def url(self) -> str:
        if self.version is None:
            return reverse("deck", args=[self.deck.slug])
        return reverse("deck-version", args=[self.deck.slug, self.version])


@dataclass(frozen=True, slots=True)
class Both:
    """A card and its copies on both sides; `face` is None if the card no longer exists."""

    key: str
    name: str
    face: Face | None
    a: int
    b: int


@dataclass(frozen=True, slots=True)
class Bar:
    """A value in a chart and how many cards have it; the parts are percentages of the chart's maximum."""

    label: str
    a: int
    b: int
    part_a: int
    part_b: int


@never_cache
@require_safe
def compare(request: HttpRequest) -> HttpResponse:
    """
    `?a=` and `?b=` are slugs, with `@3` for a version. The form can also send a deck's address (`a_address`)
    and a version (`a_version`); these are redirected to the short form.
    """
    sent = {side: _sent(request, side) for side in SIDES}
    if any(f"{side}_{part}" in request.GET for side in SIDES for part in ("address", "version")):
        asked = {side: wanted for side, wanted in sent.items() if wanted}
        return redirect(reverse("deck-compare") + (f"?{urlencode(asked)}" if asked else ""))
    builder = builder_of(request)
    found = {side: _found(builder, wanted) for side, wanted in sent.items() if wanted}
    missing = [side for side, deck in found.items() if deck is None]
    shown = {side: pair for side, pair in found.items() if pair is not None}
    cards = cards_of(*(version.contents for _deck, version in shown.values())) if shown else {}
    sides = _sides(sent, shown, cards)
    context: dict[str, object] = {
        "sides": sides,
        "choosers": _choosers(builder, sent, sides, missing),
        "missing": missing,
    }
    if len(sides) == len(SIDES):
        context |= _compared(sides["a"], sides["b"], cards)
    status = HTTPStatus.NOT_FOUND if missing else HTTPStatus.OK
    return render(request, "decks/compare.html", context, status=status)


def _sent(request: HttpRequest, side: str) -> str:
    """What is asked for, in the short form; an address takes precedence over a choice."""
    address = request.GET.get(f"{side}_address", "").strip()
    wanted = (address or request.GET.get(side, "").strip())[:400]
    number = request.GET.get(f"{side}_version", "").strip()
    match = NAMED.fullmatch(wanted)
    if match is None:
        return wanted
    version = whole_number(number or match["at"] or match["number"] or "")
    return match["slug"] if version is None else f"{match['slug']}@{version}"


def _found(builder: Builder, wanted: str) -> tuple[Deck, DeckVersion] | None:
    """A deck that the builder may see, and the requested version; None if there is none."""
    slug, _at, number = wanted.partition("@")
    open_ones: QuerySet[Deck] = Deck.objects.open_to(builder).select_related("owner")
    deck = open_ones.filter(slug=slug).first() if NAMED.fullmatch(wanted) else None
    if deck is None:
        return None
    version = deck.versions.filter(number=int(number) if number else deck.version).first()
    return (deck, version) if version is not None else None


def _sides(
    sent: Mapping[str, str], found: Mapping[str, tuple[Deck, DeckVersion]], cards: Mapping[str, Card]
) -> dict[str, Side]:
    definitions = {key: card.as_record() for key, card in cards.items()}
    return {
        side: _side(sent[side], deck, version, version.contents, definitions)
        for side, (deck, version) in found.items()
    }


def _side(wanted: str, deck: Deck, version: DeckVersion, contents: Contents, cards: Definitions) -> Side:
    number = version.number if "@" in wanted else None
    name = local_text(deck.name)
    return Side(
        name=name if number is None else _("%(name)s, version %(number)s") % {"name": name, "number": number},
        wanted=wanted,
        deck=deck,
        version=number,
        contents=contents,
        curves=curves(contents, cards),
        since=changed_since(version),
        starter=local_name(cards[contents.starter]["name"])
        if contents.starter in cards
        else contents.starter,
        hand=[local_name(cards[key]["name"]) if key in cards else key for key in contents.opening_hand],
    )


def _compared(a: Side, b: Side, cards: Mapping[str, Card]) -> dict[str, object]:
    held = {*a.contents.cards, *b.contents.cards}
    shown = sorted((cards[key] for key in held & cards.keys()), key=in_order)
    drawn = {face["key"]: face for face in faces(shown)}
    gone = sorted(held - drawn.keys())
    rows = [
        Both(key, drawn[key]["name"] if key in drawn else key, drawn.get(key),
             a.contents.cards.get(key, 0), b.contents.cards.get(key, 0))
        for key in [*drawn, *gone]
    ]  # fmt: skip
    return {
        "a": a,
        "b": b,
        "only_a": [row for row in rows if not row.b],
        "only_b": [row for row in rows if not row.a],
        "both": [row for row in rows if row.a and row.b],
        "shared": sum(min(row.a, row.b) for row in rows),
        "charts": _charts(a.curves, b.curves),
        "same": a.contents == b.contents,
    }


def _charts(a: Curves, b: Curves) -> list[tuple[str, list[Bar]]]:
    """The charts of both decks with their titles; numbers above the highest of either deck are left out."""
    words: list[tuple[str, str, Mapping[str, object]]] = [
        ("food_chain", _("Food-chain number"), {}),
        ("scale", _("Scale"), {}),
        ("diets", _("Diet"), dict(Diet.choices)),
        ("terrains", _("Terrain"), dict(Terrain.choices)),
        ("climates", _("Climate"), dict(Climate.choices)),
        ("points_curve", _("Points of a species"), {}),
    ]
    return [(title, _bars(getattr(a, name), getattr(b, name), labels)) for name, title, labels in words]


def _bars(a: Mapping[Key, int], b: Mapping[Key, int], labels: Mapping[str, object]) -> list[Bar]:
    keys: list[Key] = list({**a, **b})
    if not labels:
        keys.sort()
    most = max([*a.values(), *b.values()], default=0) or 1
    bars = [
        Bar(str(labels.get(str(key), key)), a.get(key, 0), b.get(key, 0),
            round(100 * a.get(key, 0) / most), round(100 * b.get(key, 0) / most))
        for key in keys
    ]  # fmt: skip
    while bars and not labels and not (bars[-1].a or bars[-1].b):
        bars.pop()
    return bars


def _choosers(
    builder: Builder, sent: Mapping[str, str], sides: Mapping[str, Side], missing: list[str]
) -> list[dict[str, object]]:
    """What the form offers for each side."""
    own = list(Deck.objects.of(builder).order_by("-changed_at", "-pk")[:OFFERED])
    ready = list(Deck.objects.ready().order_by("name", "pk"))
    listed = {deck.slug for deck in (*own, *ready)}
    labels = {"a": _("First deck"), "b": _("Second deck")}
    found: list[dict[str, object]] = []
    for side in SIDES:
        chosen = sides.get(side)
        other = chosen.deck if chosen and chosen.deck.slug not in listed else None
        found.append({
            "side": side,
            "label": labels[side],
            "slug": chosen.deck.slug if chosen else "",
            "version": chosen.version if chosen else None,
            "other": other,
            "own": own,
            "ready": ready,
            "wrong": side in missing,
            "address": sent[side] if side in missing else "",
        })  # fmt: skip
    return found
