"""The decks of a match, its starters (P4) and opening hands (P7), and decks that others may play."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Self, TypedDict

from django.utils.translation import gettext as _

import engine
from cards.decks.cards import DeckCards, definitions_of
from cards.decks.history import missing_cards
from cards.decks.insight.problems import errors
from cards.decks.models import Deck
from cards.models import Card
from engine.phylo.cards import Card as EngineCard
from engine.phylo.deck import deck_problems
from engine.phylo.rules import Options as EngineOptions
from engine.phylo.rules import RuleSet, rule_set
from engine.record_format import CardData
from games.matches.services.errors import NotAllowed

MOST_KNOWN = 60
"""Decks that bots know: all ready ones, and some more."""
OF_THE_HAND = {"opening-hand", "opening-hand-chosen"}
"""Problems that do not matter while hands are dealt at random."""
Options = dict[str, object]
"""The options of a record (engine.phylo.rules.Options)."""


class Setup(TypedDict):
    starters: list[str] | None
    opening_hands: list[list[str]] | None


@dataclass(frozen=True)
class MatchDeck:
    """A deck as it is played: `keys` has one entry per copy, `starter` is "" for HOME."""

    name: str
    keys: list[str]
    starter: str = ""
    hand: Sequence[str] = ()
    """The opening hand."""
    listed: bool = False
    """Whether everybody may read its name."""

    @classmethod
    def of(cls, deck: Deck) -> Self:
        return cls(deck.name, deck.card_keys(), deck.starter, deck.opening_hand, deck.listed)


def set_of(*decks: Deck | None, inside: int | None = None) -> int | None:
    """
    The set in which a match with these decks is played: that in which any of them is made, or the one that it
    is `inside` anyway. Raises NotAllowed for decks of other sets.
    """
    found = {deck.collection_id for deck in decks if deck is not None and deck.collection_id}
    if inside is not None:
        found.add(inside)
    if len(found) > 1:
        raise NotAllowed(_("Decks of different sets cannot meet."))
    return next(iter(found), None)


def setup_of(rules: str, options: Options, decks: Sequence[MatchDeck], *, habitats: bool = True) -> Setup:
    """
    The `starters` and `opening_hands` of a match. Without `habitats` everybody starts from HOME. With
    preselected hands, a deck that names none has one drawn at random.
    """
    starters = [each.starter if habitats else "" for each in decks]
    preselected = options.get("opening_hand") == "preselected"
    hands = [_hand(rule_set(rules), each) for each in decks] if preselected else None
    return {
        "starters": [key or "home" for key in starters] if any(starters) else None,
        "opening_hands": hands,
    }


def names_hand(deck: Deck) -> bool:
    """Whether the deck names a full opening hand and its rules allow one to be chosen (P7)."""
    return _whole(rule_set(deck.rules), deck.opening_hand)


def any_deck(*, rules: str, options: Options) -> Deck:
    """A random ready deck that may be played with these options; raises engine.InvalidSetup."""
    decks = list(Deck.objects.ready().for_rules(rules))
    for deck in secrets.SystemRandom().sample(decks, len(decks)):
        if not deck_faults(deck=deck, options=options):
            return deck
    raise engine.InvalidSetup("no ready deck may be played with these options")


def deck_faults(*, deck: Deck, options: Options) -> list[str]:
    """Why a deck may not be played under its rules and these options (P6), in words."""
    cards = DeckCards.of_deck(deck)
    if cards.missing:
        return [each.says for each in missing_cards(deck, cards.missing)]
    rules = rule_set(deck.rules)
    parsed = {key: EngineCard.parse(key, definition) for key, definition in cards.definitions.items()}
    return deck_problems(rules, EngineOptions.parse(rules, options), parsed, cards.contents.keys)


def faults_in_words(deck: Deck, options: Mapping[str, object]) -> list[str]:
    """Why a deck cannot be played by its rules with these options, in sentences; empty if it can."""
    if not deck.complete and (wrong := _unfinished(deck, options)):
        return [
            _("“%(deck)s” cannot be played yet. %(wrong)s") % {"deck": deck.name, "wrong": " ".join(wrong)}
        ]
    return deck_faults(deck=deck, options=dict(options))


@dataclass(frozen=True)
class KnownDecks:
    """Decks that everybody may know, each with one key per copy, and the present cards in them by key."""

    decks: tuple[tuple[str, ...], ...]
    cards: Mapping[str, CardData]


def known_decks(rules: str) -> KnownDecks:
    """The ready decks of a rule set, and the public complete ones that most people like: bots guess by them.

    Two queries if neither these decks nor any card has changed since the last time.
    """
    listed = Deck.objects.listed().for_rules(rules).filter(complete=True).order_by("-ready", "-likes", "pk")
    return _known_decks(tuple(listed.values_list("pk", "version")[:MOST_KNOWN]), Card.objects.last_change())


@lru_cache(maxsize=4)
def _known_decks(versions: tuple[tuple[int, int], ...], _cards: datetime | None) -> KnownDecks:
    found = Deck.objects.prefetch_related("entries__card").in_bulk([deck for deck, _version in versions])
    decks = tuple(tuple(found[deck].card_keys()) for deck, _version in versions if deck in found)
    return KnownDecks(decks, Card.objects.definitions({key for deck in decks for key in deck}))


def _unfinished(deck: Deck, options: Mapping[str, object]) -> list[str]:
    found = errors(deck.contents, definitions_of(deck.contents))
    by_chance = options.get("opening_hand", EngineOptions().opening_hand) == "random"
    return [each.text for each in found if not (by_chance and each.code in OF_THE_HAND)]


def _hand(rules: RuleSet, deck: MatchDeck) -> list[str]:
    if _whole(rules, deck.hand):
        return list(deck.hand)
    return secrets.SystemRandom().sample(deck.keys, rules.hand)


def _whole(rules: RuleSet, hand: Sequence[str]) -> bool:
    return rules.preselection and len(hand) == rules.hand
