"""The deck as the builder shows it: its list in groups, what is wrong with it, its opening hand."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse

import engine
from cards.deck_contents import Contents
from cards.decks.insight.hands import opening
from cards.decks.insight.problems import Problem, problems
from cards.decks.insight.reading import Definitions
from cards.decks.pages.grouping import GROUPINGS, NUMBER, Row, grouped, row
from cards.decks.pages.insight import panel
from cards.models import Card, Deck, Kind
from cards.pages.addresses import play_address, search_address
from cards.pages.faces import faces

GROUPING_COOKIE = "deck-grouping"
MOST_STARTERS = 100
"""Habitats that may be chosen from; there are no more in the card set of the site."""
HUNGRY = ("no-food", "too-big", "no-terrain", "no-climate", "no-place", "never-fed", "no-partner", "no-host",
          "no-ground", "stranded")  # fmt: skip
"""Codes of problems whose card finds nothing to live on."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """A problem and the search that finds cards against it, if one does."""

    problem: Problem
    url: str


@dataclass(frozen=True)
class Held:
    """A deck with its cards, read once. `cards` are rows by key, also of the starter."""

    deck: Deck
    contents: Contents
    cards: Mapping[str, Card]
    definitions: Definitions

    @classmethod
    def of(cls, deck: Deck) -> "Held":
        entries = list(deck.entries.select_related("card"))
        cards = {entry.card.key: entry.card for entry in entries}
        counts = {entry.card.key: entry.count for entry in entries}
        contents = Contents.of(counts, deck.rules, deck.starter, deck.opening_hand)
        if deck.starter and deck.starter not in cards:
            cards |= {card.key: card for card in Card.objects.filter(key=deck.starter)}
        return cls(deck, contents, cards, {key: card.as_record() for key, card in cards.items()})


def state_of(held: Held) -> dict[str, Any]:
    """
    What a page knows of the deck: `edition`, `version`, `name`, `notes`, the contents (`rules`, `cards`,
    `starter`, `opening_hand`) and the `names` of the cards.
    """
    deck = held.deck
    return {
        "edition": deck.edition,
        "version": deck.version,
        "name": deck.name,
        "notes": deck.notes,
        **held.contents.as_json(),
        "names": {key: card.name for key, card in held.cards.items()},
    }


def column_html(request: HttpRequest, held: Held) -> str:
    """All parts of the column, to take the place of those that are shown."""
    return render_to_string("decks/_deck.html", column(request, held), request)


def column(request: HttpRequest, held: Held) -> dict[str, Any]:
    """What `decks/_deck.html` shows."""
    contents, rules = held.contents, engine.rule_set(held.contents.rules)
    wrong = problems(contents, held.definitions)
    poor = {key for each in wrong if each.code in HUNGRY for key in each.keys}
    grouping = request.COOKIES.get(GROUPING_COOKIE, "")
    species = sum(n for key, n in contents.cards.items() if held.cards[key].kind == Kind.SPECIES)
    return {
        "deck": held.deck,
        "play_url": play_address(held.deck),
        "state": json.dumps(state_of(held)),
        "contents": contents,
        "size": contents.size,
        "wanted": rules.deck_size,
        "share": min(100, round(100 * contents.size / rules.deck_size)),
        "points": held.deck.points,
        "mean": _species_points(held) / species if species else None,
        "rule_sets": {key: key.removeprefix("phylo-") for key in engine.RULES},
        "version_name": contents.rules.removeprefix("phylo-"),
        "starters": _starters(held) if rules.habitats or contents.starter else [],
        "wrong": _wrong(held.deck, wrong),
        "taken": not any(each.severity == "error" for each in wrong),
        "insight": panel(contents, held.cards, wrong=False, search_at=_address(held.deck)),
        "groupings": GROUPINGS,
        "grouping": grouping if grouping in GROUPINGS else NUMBER,
        "groups": grouped(_rows(held, poor), grouping),
        **_hand(held, rules),
    }


def _rows(held: Held, poor: set[str]) -> list[tuple[Card, Row]]:
    chosen = Counter(held.contents.opening_hand)
    return [
        (held.cards[key], row(held.cards[key], copies, chosen=chosen[key], poor=key in poor))
        for key, copies in held.contents.cards.items()
    ]


def _species_points(held: Held) -> int:
    cards = held.contents.cards
    return sum(
        (held.cards[key].points or 0) * copies
        for key, copies in cards.items()
        if held.cards[key].kind == Kind.SPECIES
    )


def _wrong(deck: Deck, found: Sequence[Problem]) -> list[Wrong]:
    at = _address(deck)
    return [Wrong(each, search_address(each.search, at=at) if each.search else "") for each in found]


def _address(deck: Deck) -> str:
    return reverse("deck-build", args=[deck.slug])


def _starters(held: Held) -> list[tuple[str, str]]:
    """Key and name of the habitats that can take HOME's place (P4), the chosen one among them."""
    rows = Card.objects.filter(kind=Kind.HABITAT).order_by("name_order")
    found = dict(rows.values_list("key", "name")[:MOST_STARTERS])
    starter = held.contents.starter
    if starter and starter not in found and starter in held.cards:
        found[starter] = held.cards[starter].name
    return list(found.items())


def _hand(held: Held, rules: engine.RuleSet) -> dict[str, Any]:
    """The cards chosen for the opening hand (P7), the places still free, and what could be played of them."""
    chosen = held.contents.opening_hand
    different = list(dict.fromkeys(chosen))
    drawn = dict(zip(different, faces([held.cards[key] for key in different]), strict=True))
    return {
        "choosing": rules.preselection,
        "hand_size": rules.hand,
        "hand": [drawn[key] for key in chosen],
        "free": range(max(0, rules.hand - len(chosen))) if rules.preselection else range(0),
        "hand_says": opening(held.contents, held.definitions, chosen).text if chosen else "",
    }
