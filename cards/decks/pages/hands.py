"""Sample hands: what a deck deals, and what can be played from it at once."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from cards.decks.access import deck_or_404
from cards.decks.insight.hands import Opening, opening, sample_hand
from cards.decks.insight.reading import HOME, HOME_CARD, Reading
from cards.decks.models import Deck
from cards.decks.models.contents import Contents
from cards.models import Kind
from cards.models.builder import builder_of
from cards.pages.faces import Face, faces
from cards.services.known_cards import known_cards
from engine.phylo.rules import rule_set
from phylo.http.input import whole_number

SEED_DIGITS = 9
BY_CHANCE = "chance"


@dataclass(frozen=True, slots=True)
class Dealt:
    """A card in the hand. `turn` numbers the cards that can be played at once, from 1; 0 for the others."""

    face: Face
    turn: int
    says: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Laid:
    """A card on the small table; `column` and `row` count from 1. The starter has `turn` 0."""

    face: Face
    column: int
    row: int
    turn: int
    under: bool


@never_cache
@require_safe
def hand(request: HttpRequest, slug: str) -> HttpResponse:
    """
    The hand of `?seed=`, the same for everybody until the deck changes; without a seed, redirects to a random
    one. `?cards=` is the number of cards drawn; `?hand=chance` ignores a chosen opening hand (P7).
    """
    deck = deck_or_404(request, slug)
    contents, by_chance = deck.contents, request.GET.get("hand") == BY_CHANCE
    seed = whole_number(request.GET.get("seed", ""), digits=SEED_DIGITS)
    if seed is None:
        return redirect(_address(deck, _any_seed(), by_chance=by_chance))
    dealt_from = replace(contents, opening_hand=()) if by_chance else contents
    rules = rule_set(contents.rules)
    asked = whole_number(request.GET.get("cards", ""), digits=SEED_DIGITS) or rules.hand
    number = max(rules.hand, min(asked, contents.size))
    context = {
        "deck": deck,
        "own": deck.belongs_to(builder_of(request)),
        "seed": seed,
        "names_hand": bool(contents.opening_hand),
        "by_chance": by_chance,
        "again_url": _address(deck, _any_seed(), by_chance=by_chance),
        "other_way_url": _address(deck, seed, by_chance=not by_chance),
        "more_url": _address(deck, seed, min(contents.size, number + rules.draw), by_chance=by_chance)
        if number < contents.size
        else "",
        "back_url": _address(deck, seed, number - rules.draw, by_chance=by_chance)
        if number > rules.hand
        else "",
        "draw": rules.draw,
        "left": max(0, contents.size - number),
        "play_url": deck.play_address,
        **_drawn(dealt_from, sample_hand(dealt_from, seed, number)),
    }
    return render(request, "decks/hand.html", context)


def _drawn(contents: Contents, keys: Sequence[str]) -> dict[str, object]:
    rows = known_cards({*contents.named, HOME}, contents.collection)
    definitions = {key: card.as_record() for key, card in rows.items()}
    known = [key for key in keys if key in rows]
    found = opening(contents, definitions, known)
    shown = dict(zip(rows, faces(rows.values(), rules=contents.rules), strict=True))
    return {
        "hand": _hand(known, found, shown, len(contents.opening_hand)),
        "table": _table(Reading.of(contents, definitions), found, shown),
        "text": found.text,
    }


def _hand(keys: Sequence[str], found: Opening, shown: Mapping[str, Face], chosen: int) -> list[Dealt]:
    """In the order in which they are drawn."""
    turns: dict[str, list[int]] = {}
    for turn, step in enumerate(found.steps, start=1):
        turns.setdefault(step.key, []).append(turn)
    later = list(found.later)
    hand = []
    for place, key in enumerate(keys):
        turn = turns[key].pop(0) if turns.get(key) else 0
        says = _("An event") if shown[key]["kind"] == Kind.EVENT else _("Not yet")
        if turn:
            says = _("At once")
        elif key in later:
            later.remove(key)
            says = _("In a later turn")
        hand.append(Dealt(shown[key], turn, says, place < chosen))
    return hand


def _table(reading: Reading, found: Opening, shown: Mapping[str, Face]) -> dict[str, object]:
    """The table after the first turn, in as few columns and rows as possible."""
    spaces = [(0, 0), *(step.at for step in found.steps)]
    left, top = min(x for x, _y in spaces), max(y for _x, y in spaces)

    def laid(key: str, at: tuple[int, int], turn: int, *, under: bool = False) -> Laid:
        face = shown.get(key) or {**HOME_CARD, "key": HOME}
        return Laid(face, at[0] - left + 1, top - at[1] + 1, turn, under)

    steps = [
        laid(step.key, step.at, turn, under=step.under) for turn, step in enumerate(found.steps, start=1)
    ]
    return {
        "laid": [laid(reading.starter.key, (0, 0), 0), *steps],
        "columns": max(x for x, _y in spaces) - left + 1,
        "rows": top - min(y for _x, y in spaces) + 1,
    }


def _address(deck: Deck, seed: int, number: int = 0, *, by_chance: bool) -> str:
    asked = {"seed": str(seed)}
    if number > rule_set(deck.rules).hand:
        asked["cards"] = str(number)
    if by_chance:
        asked["hand"] = BY_CHANCE
    return f"{reverse('deck-hand', args=[deck.slug])}?{urlencode(asked)}"


def _any_seed() -> int:
    return secrets.randbelow(10**SEED_DIGITS)
