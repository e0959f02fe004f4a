"""What the API says of a deck: plain data with whole addresses."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.urls import reverse

from cards.deck_contents import Contents
from cards.decks.exchange.code import encode
from cards.decks.exchange.parsed import DeckCodeError
from cards.decks.history import difference
from cards.decks.insight.problems import problems
from cards.models import Card, Deck, DeckCard, DeckVersion, Visibility
from cards.services.exporting import moment
from phylo.api.resource import Address


def with_cards(decks: QuerySet[Deck]) -> QuerySet[Deck]:
    """With all that an answer reads."""
    columns = ("count", "deck_id", "card__key", "card__name", "card__number")
    entries = DeckCard.objects.select_related("card").only(*columns)
    return decks.select_related("owner", "origin").prefetch_related(Prefetch("entries", queryset=entries))


def deck_answers(decks: Sequence[Deck], at: Address) -> list[dict[str, Any]]:
    """Decks that came `with_cards`, with one query for where they start."""
    habitats = {deck.starter for deck in decks} - {""}
    starters = dict(Card.objects.filter(key__in=habitats).values_list("key", "number")) if habitats else {}
    return [_deck(deck, at, starters) for deck in decks]


def _deck(deck: Deck, at: Address, starters: Mapping[str, int]) -> dict[str, Any]:
    entries = sorted(deck.entries.all(), key=lambda entry: entry.card.key)
    numbers = {entry.card.key: entry.card.number for entry in entries} | dict(starters)
    page = reverse("deck", args=[deck.slug])
    return {
        "slug": deck.slug,
        "name": deck.name,
        "place": deck.place,
        "theme": deck.theme,
        "climate": deck.climate,
        "notes": deck.notes,
        "rules": deck.rules,
        "starter": deck.starter or "home",
        "opening_hand": list(deck.contents.opening_hand),
        "size": deck.size,
        "points": deck.points,
        "complete": deck.complete,
        "cards": [
            {"key": entry.card.key, "name": entry.card.name, "count": entry.count} for entry in entries
        ],
        "code": _code(deck.contents, numbers),
        "ready": deck.ready,
        "visibility": Visibility.PUBLIC.value if deck.ready else deck.visibility,
        "maker": deck.maker or None,
        "made_from": _made_from(deck, at),
        "likes": deck.likes,
        "version": deck.version,
        "edition": deck.edition,
        "page": at.full(page),
        "api": at.full(reverse("api-deck", args=[deck.slug])),
        "versions": at.full(reverse("api-deck-versions", args=[deck.slug])),
        "problems": at.full(reverse("api-deck-problems", args=[deck.slug])),
        "search": at.full(reverse("api-cards"), q=f"in:{deck.slug}") if deck.ready else None,
        "created_at": moment(deck.created_at),
        "changed_at": moment(deck.changed_at),
    }


def _code(contents: Contents, numbers: Mapping[str, int]) -> str | None:
    try:
        return encode(contents, numbers)
    except DeckCodeError:
        return None


def _made_from(deck: Deck, at: Address) -> dict[str, Any] | None:
    if not deck.origin_credit:
        return None
    # Whoever sees the copy may not see what it is from.
    listed = deck.origin and (deck.origin.ready or deck.origin.visibility == Visibility.PUBLIC)
    address = at.full(reverse("api-deck", args=[deck.origin.slug])) if deck.origin and listed else None
    return {"credit": deck.origin_credit, "version": deck.origin_version, "api": address}


def version_answers(
    deck: Deck, versions: Iterable[DeckVersion], earlier: Mapping[int, DeckVersion], at: Address
) -> list[dict[str, Any]]:
    """`earlier`: number -> version, those before each of them."""
    return [_version(deck, each, earlier.get(each.number - 1), at) for each in versions]


def _version(deck: Deck, version: DeckVersion, before: DeckVersion | None, at: Address) -> dict[str, Any]:
    contents = version.contents
    change = difference(before.contents if before else Contents(rules=contents.rules), contents)
    return {
        "number": version.number,
        "note": version.note,
        "rules": contents.rules,
        "starter": contents.starter or "home",
        "opening_hand": list(contents.opening_hand),
        "size": contents.size,
        "cards": dict(contents.cards),
        "changes": dict(change.cards),
        "page": at.full(reverse("deck-version", args=[deck.slug, version.number])),
        "api": at.full(reverse("api-deck-version", args=[deck.slug, version.number])),
        "saved_at": moment(version.created_at),
    }


def problems_answer(deck: Deck, at: Address) -> dict[str, Any]:
    """What is wrong with it by its rules and in play; `deck` came `with_cards`."""
    contents = deck.contents
    keys = {*contents.cards, *contents.opening_hand, contents.starter} - {""}
    found = problems(contents, Card.objects.definitions(keys))
    return {
        "complete": deck.complete,
        "count": len(found),
        "results": [
            {
                "code": each.code,
                "severity": each.severity,
                "text": each.text,
                "keys": list(each.keys),
                "cards": at.full(reverse("api-cards"), q=each.search) if each.search else None,
            }
            for each in found
        ],
    }
