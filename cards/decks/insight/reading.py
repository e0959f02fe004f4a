"""A deck as the rules see it: its cards, parsed, and what each of them can live on."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from cards.decks.models.contents import Contents, Definitions
from cards.texts import local_name
from engine.phylo.cards import Card
from engine.phylo.deck import starter_fault
from engine.phylo.rules import RuleSet, rule_set
from engine.phylo.support import host_lack, neighbour_lack, partner_met

HOME = "home"
START = HOME
"""Key that stands for the starter, even if a habitat replaces HOME."""

HOME_CARD = {"name": "HOME", "kind": "home"}


@dataclass(frozen=True, slots=True)
class Means:
    """
    What a card can live on, by key: one of `support` beside it, and also one of `partners` unless that is
    None (P27); or one of `hosts` above it (P24).
    """

    support: frozenset[str]
    partners: frozenset[str] | None = None
    hosts: frozenset[str] = frozenset()

    def suffice(self, living: Collection[str]) -> bool:
        """Whether the card can live among these cards."""
        beside = self.partners is None or not self.partners.isdisjoint(living)
        return (beside and not self.support.isdisjoint(living)) or not self.hosts.isdisjoint(living)


@dataclass(frozen=True)
class Reading:
    """`cards` are those that the deck names and that exist, ordered by key."""

    contents: Contents
    definitions: Definitions
    rules: RuleSet
    starter: Card
    cards: Mapping[str, Card]

    @classmethod
    def of(cls, contents: Contents, definitions: Definitions) -> "Reading":
        """Raises `engine.InvalidSetup` for unknown rules, `engine.InvalidCard` for a broken card object."""
        rules = rule_set(contents.rules)
        known = [key for key in contents.cards if key in definitions]
        cards = {key: Card.parse(key, definitions[key]) for key in known}
        home = Card.parse("home", HOME_CARD)
        starter = contents.starter
        taken = Card.parse(starter, definitions[starter]) if starter in definitions else home
        return cls(contents, definitions, rules, taken if _starts(rules, taken) else home, cards)

    def of_kind(self, *kinds: str) -> list[str]:
        return [key for key, card in self.cards.items() if card.kind in kinds]

    @cached_property
    def lying(self) -> Mapping[str, Card]:
        """The cards of the deck that can lie on the table by themselves under these rules."""
        kinds = ("species", "habitat") if self.rules.habitats else ("species",)
        return {key: card for key, card in self.cards.items() if card.kind in kinds}

    @cached_property
    def means(self) -> Mapping[str, Means]:
        """What each card that can lie on the table can live on in this deck, excluding itself."""
        return {key: self.means_of(card) for key, card in self.lying.items()}

    def means_of(self, card: Card) -> Means:
        """What a card, from this deck or not, can live on in it."""
        around = [(START, self.starter), *self.lying.items()]
        others = [(key, each) for key, each in around if key == START or key != card.key]
        return means_among(card, others, self.rules.key)

    @cached_property
    def rooted(self) -> frozenset[str]:
        """Cards that can lie beside the starter alone."""
        return frozenset(key for key, means in self.means.items() if means.suffice({START}))

    @cached_property
    def orphans(self) -> list[str]:
        """Cards that nothing in the deck, nor the starter, can support."""
        everything = {START, *self.means}
        return [key for key, means in self.means.items() if not means.suffice(everything)]

    @cached_property
    def stranded(self) -> list[str]:
        """Cards that could live in the deck, but only on cards that cannot live there themselves."""
        return [key for key in self.means if key not in self.reachable and key not in self.orphans]

    @cached_property
    def reachable(self) -> frozenset[str]:
        """The cards that can be laid on an empty table, one after the other, and START."""
        return frozenset(reachable_keys(self.means))

    def copies(self, keys: Iterable[str]) -> int:
        return sum(self.contents.cards[key] for key in keys)

    def name(self, key: str) -> str:
        return local_name((self.starter if key == START else self.cards[key]).name)


def means_among(card: Card, others: Iterable[tuple[str, Card]], rules: str) -> Means:
    """What a card can live on among the others."""
    support, partners, hosts = set(), set(), set()
    for key, other in others:
        if host_lack(card, other) is None:
            hosts.add(key)
        if neighbour_lack(card, other, rules) in (None, "not-adjacent"):
            support.add(key)
        if card.abilities.beside is not None and partner_met(card, other):
            partners.add(key)
    return Means(
        frozenset(support), None if card.abilities.beside is None else frozenset(partners), frozenset(hosts)
    )


def reachable_keys(means: Mapping[str, Means]) -> set[str]:
    """START, and what can be laid beside it or beside cards already laid."""
    living, waiting = {START}, dict(means)
    while found := [key for key, each in waiting.items() if each.suffice(living)]:
        living.update(found)
        for key in found:
            del waiting[key]
    return living


def standing(means: Mapping[str, Means], gone: Collection[str]) -> set[str]:
    """
    What still lives once every copy of `gone` has left: rounds of upkeep (P13) on a table where each
    remaining card lies beside everything it can live on. Includes START.
    """
    living = {START, *means} - set(gone)
    while lost := [key for key in living if key != START and not means[key].suffice(living)]:
        living.difference_update(lost)
    return living


def _starts(rules: RuleSet, card: Card) -> bool:
    return starter_fault(rules, {card.key: card}, card.key) is None
