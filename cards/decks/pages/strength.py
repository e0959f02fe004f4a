"""How strong the ready decks are beside each other, as `make balance` has found out (engine.sets.balance)."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from cards.decks.models import Deck
from cards.models import Card
from cards.words import percent, rules_name
from engine import sets
from engine.phylo.rules import RULES

SELDOM = 0.02
"""Cards are named that no deck which has them played in more of its games."""


@dataclass(frozen=True, slots=True)
class Opponent:
    deck: Deck
    says: str


@dataclass(frozen=True, slots=True)
class StrengthRow:
    """A ready deck among the others. Shares are percentages."""

    deck: Deck
    games: int
    share: float
    low: float
    high: float
    says: str
    hardest: Opponent
    easiest: Opponent


@dataclass(frozen=True, slots=True)
class StrengthTable:
    """Of one rule set, the strongest deck first; `seldom` are the cards that are hardly played."""

    rules: str
    version: str
    level: str
    games: int
    turns: float
    first: str
    rows: list[StrengthRow]
    seldom: list[Card]


@require_safe
def strength(request: HttpRequest) -> HttpResponse:
    """One table for each rule set that has been measured."""
    tables = [table for rules in RULES if (table := _table(rules)) is not None]
    return render(request, "decks/strength.html", {"tables": tables})


def strength_of(deck: Deck) -> sets.DeckStrength | None:
    """None unless it is a ready deck, as it was measured."""
    found = sets.balance(deck.rules) if deck.ready else None
    return found.decks.get(deck.slug) if found else None


def _table(rules: str) -> StrengthTable | None:
    found = sets.balance(rules)
    if found is None:
        return None
    ready = {deck.slug: deck for deck in Deck.objects.ready().for_rules(rules)}
    known = {key: each for key, each in found.decks.items() if key in ready}
    rows = [row for key, each in known.items() if (row := _row(ready, key, each)) is not None]
    return StrengthTable(
        rules=rules,
        version=rules_name(rules),
        level=found.level,
        games=found.games,
        turns=found.turns,
        first=percent(found.first_wins),
        rows=sorted(rows, key=lambda row: -row.share),
        seldom=sorted(Card.objects.filter(key__in=_seldom(known)), key=lambda card: card.by_name),
    )


def _row(ready: Mapping[str, Deck], key: str, strength: sets.DeckStrength) -> StrengthRow | None:
    against = {other: share for other, share in strength.against.items() if other in ready}
    if not against:
        return None
    hardest, easiest = min(against, key=against.__getitem__), max(against, key=against.__getitem__)
    low, high = strength.interval95
    said = {"share": percent(strength.share), "low": percent(low), "high": percent(high)}
    return StrengthRow(
        deck=ready[key],
        games=strength.games,
        share=100 * strength.share,
        low=100 * low,
        high=100 * high,
        says=_("%(share)s (%(low)s to %(high)s)") % said,
        hardest=Opponent(ready[hardest], percent(against[hardest])),
        easiest=Opponent(ready[easiest], percent(against[easiest])),
    )


def _seldom(decks: Mapping[str, sets.DeckStrength]) -> list[str]:
    """The cards that were played in next to none of the games of any deck which has them."""
    most: dict[str, float] = {}
    for strength in decks.values():
        for key, share in strength.played.items():
            most[key] = max(share, most.get(key, 0.0))
    return [key for key, share in most.items() if share < SELDOM]
