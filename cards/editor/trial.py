"""Tries a card among the published ones on the engine: what it eats, what eats it, and whether it is
playable.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.glossary import as_search
from cards.glossary.food import food_for
from cards.models import Card, Kind
from cards.pages.addresses import search_address
from cards.search.services.search import CardSearch, QueryError
from cards.services.version import Version
from cards.words import rules_name
from engine.phylo.cards import Card as EngineCard
from engine.phylo.rules import RULES
from engine.phylo.support import food_lack, host_lack, neighbour_lack, partner_met

MOST_KEYS = 30
LONGEST = 1000
"""The most values of a term and the most characters of a search (docs/search.md)."""
FIRST = {"any": "food:1", "green": "food:1 diet:photosynthetic", "plants": "food:1 kingdom=Plantae"}
"""Searches for the cards with number 1 that are food, by `Food.first`."""
HOME = EngineCard.parse("home", {"name": "HOME", "kind": "home"})
# Reasons for finding no food, in the order in which the engine checks.
REASONS = {
    "no-neighbour": gettext_lazy("There is nothing that it could lie beside."),
    "no-terrain": gettext_lazy("No card that shares its terrain feeds it."),
    "no-climate": gettext_lazy("What shares a terrain with it lives in other climates."),
    "no-food": gettext_lazy("What lives where it lives is no food for it."),
    "too-big": gettext_lazy("Its prey is as large as itself, or larger."),
}


@dataclass(frozen=True, slots=True)
class Known:
    """A published card, with the engine's view of it."""

    card: Card
    engine: EngineCard


@dataclass(frozen=True, slots=True)
class Found:
    """`cards`, the most informative first; `search` is "" if no search finds the same cards."""

    title: str
    cards: tuple[Card, ...]
    search: str = ""

    @property
    def total(self) -> int:
        return len(self.cards)

    @property
    def url(self) -> str:
        return search_address(self.search) if self.search else ""

    @property
    def names(self) -> list[tuple[str, str]]:
        """Names and addresses of the cards, sorted by name."""
        shown = sorted(self.cards, key=lambda card: card.by_name)
        return [(card.local_name, reverse("card", args=[card.key])) for card in shown]


@dataclass(frozen=True, slots=True)
class Trial:
    """
    A trial under one rule set. `reasons` explain `playable`; `below` and `above` are None if there is no such
    side. `targets` are those of an invader or an event.
    """

    rules: str
    playable: bool
    reasons: tuple[str, ...]
    below: Found | None = None
    above: Found | None = None
    targets: Found | None = None

    @property
    def version(self) -> str:
        return rules_name(self.rules)


def trials(card: Card) -> list[Trial]:
    """Trials of a card that the engine can read, stored or not, one per rule set, the newest first."""
    parsed = EngineCard.parse(card.key or "new", card.as_record())
    others = [known for known in published() if known.card.key != card.key]
    return [_Try(card, parsed, others, rules).trial() for rules in _newest_first()]


def published() -> tuple[Known, ...]:
    """All cards on offer, cached until one changes."""
    return _published(Version.now())


@lru_cache(maxsize=2)
def _published(version: Version) -> tuple[Known, ...]:
    cards = Card.objects.offered().order_by("name_order")
    return tuple(Known(card, EngineCard.parse(card.key, card.as_record())) for card in cards)


def _newest_first() -> list[str]:
    return sorted(RULES, reverse=True)


class _Try:
    def __init__(self, card: Card, parsed: EngineCard, others: list[Known], rules: str) -> None:
        self.card = card
        self.parsed = parsed
        self.others = others
        self.rules = rules

    def trial(self) -> Trial:
        if self.card.kind == Kind.EVENT:
            return self._event()
        if self.card.kind == Kind.HABITAT:
            return self._habitat()
        return self._species()

    def _event(self) -> Trial:
        targets = self._found(
            _("It can be played on"),
            lambda known: known.card.kind == Kind.SPECIES and self.parsed.target.met_by(known.engine.printed),
        )
        if targets.cards:
            return self._answer(True, [_("It has targets.")], targets=targets)
        return self._answer(False, [_("No published species is a target for it.")], targets=targets)

    def _habitat(self) -> Trial:
        if not RULES[self.rules].habitats:
            return self._answer(False, [_("These rules have no habitat cards.")])
        beside = self._found(
            _("It can lie beside"),
            lambda known: neighbour_lack(self.parsed, known.engine, self.rules) is None,
        )
        above = self._found(
            _("It can support"),
            lambda known: (
                known.card.kind == Kind.SPECIES
                and neighbour_lack(known.engine, self.parsed, self.rules) is None
            ),
        )
        return self._answer(
            True, [_("It can be played, and it can start a deck.")], below=beside, above=above
        )

    def _species(self) -> Trial:
        parasitic = self.parsed.abilities.parasitic
        above = self._found(
            _("It can feed"),
            lambda known: food_lack(known.engine, self.parsed, self.rules) is None,
            searched=False,
        )
        more = {"above": above, "targets": self._invaded()}
        if parasitic is not None and parasitic.needs_host:
            hosts = self._hosts()
            reason = _("It has hosts.") if hosts.cards else _("No published species can be its host.")
            return self._answer(bool(hosts.cards), [reason], **more | {"above": None, "below": hosts})
        below = self._roots() if self.parsed.food_chain == 1 else self._foods()
        reasons = self._why_not(below)
        if reasons:
            return self._answer(False, reasons, below=below, **more)
        return self._answer(True, [self._why(below)], below=below, **more)

    def _roots(self) -> Found:
        """A card with number 1 eats no card; it begins beside HOME or on a habitat."""
        home = self._at_home
        return self._found(
            _("It can start beside"),
            lambda known: (
                (home and known.card.kind == Kind.HOME)
                or (
                    known.card.kind == Kind.HABITAT
                    and neighbour_lack(self.parsed, known.engine, self.rules) is None
                )
            ),
            searched=False,
        )

    @property
    def _at_home(self) -> bool:
        """Whether HOME supports it, apart from partners that it must lie beside."""
        return neighbour_lack(self.parsed, HOME, self.rules) in (None, "not-adjacent")

    def _foods(self) -> Found:
        return self._found(
            _("It can live on"),
            lambda known: food_lack(self.parsed, known.engine, self.rules) is None,
        )

    def _hosts(self) -> Found:
        return self._found(
            _("It can live under"),
            lambda known: host_lack(self.parsed, known.engine) is None,
            searched=False,
        )

    def _invaded(self) -> Found | None:
        on = self.parsed.abilities.invasive
        if on is None:
            return None
        return self._found(
            _("It can take the place of"),
            lambda known: (
                known.card.kind == Kind.SPECIES and on.met_by(known.engine.printed, self.parsed.printed)
            ),
            searched=False,
        )

    def _why_not(self, below: Found) -> list[str]:
        reasons = []
        if not below.cards and not (self.parsed.food_chain == 1 and self._at_home):
            reasons.append(self._hunger())
        partner = any(
            known.card.kind != Kind.EVENT and partner_met(self.parsed, known.engine) for known in self.others
        )
        if not partner:
            reasons.append(_("No published card is what it must be beside."))
        return reasons

    def _hunger(self) -> str:
        if self.parsed.food_chain == 1:
            return _("Not even HOME supports it: it only eats what it never finds there.")
        lacks = Counter(
            food_lack(self.parsed, known.engine, self.rules)
            for known in self.others
            if known.card.kind == Kind.SPECIES
        )
        found = [lack for lack in REASONS if lacks[lack]]
        return str(REASONS[found[-1]]) if found else str(REASONS["no-neighbour"])

    def _why(self, below: Found) -> str:
        if self.parsed.food_chain == 1:
            return _("HOME supports it.") if self._at_home else _("Habitats support it.")
        return _("It finds food.")

    def _found(self, title: str, fits: Callable[[Known], bool], *, searched: bool = True) -> Found:
        cards = [known.card for known in self.others if fits(known)]
        text = search_for(self.card, cards, self.rules) if searched else search_for(None, cards, self.rules)
        return Found(title, tuple(_examples(self.card, cards)), text)

    def _answer(self, playable: bool, reasons: Iterable[str], **sides: Found | None) -> Trial:
        return Trial(self.rules, playable, tuple(reasons), **sides)


def _examples(own: Card, cards: list[Card]) -> list[Card]:
    """The cards that share most with `own` first, alternating between classes."""
    rest = sorted(
        cards,
        key=lambda card: (
            -(own.terrain_mask & card.terrain_mask).bit_count()
            - (own.climate_mask & card.climate_mask).bit_count()
        ),
    )
    seen: Counter[str] = Counter()
    ranked = []
    for place, card in enumerate(rest):
        like = card.class_name or card.kind
        ranked.append((seen[like], place, card))
        seen[like] += 1
    return [card for _turn, _at, card in sorted(ranked, key=lambda each: each[:2])]


def search_for(eater: Card | None, found: Sequence[Card], rules: str) -> str:
    """
    A search for exactly these cards, "" if there is none. `eater`: the card for which they are food, targets
    or neighbours; the search then expresses why.
    """
    text = _meaning(eater, rules) if eater is not None else ""
    if text and _finds(text, found, rules):
        return text
    keys = f"key={','.join(card.key for card in found)}"
    return keys if 0 < len(found) <= MOST_KEYS and len(keys) <= LONGEST else ""


def _finds(text: str, found: Sequence[Card], rules: str) -> bool:
    try:
        return set(CardSearch(text, rules=rules).card_keys()) == {card.key for card in found}
    except QueryError:
        return False


def _meaning(card: Card, rules: str) -> str:
    but = f" -key={card.key}" if card.key and card.pk is not None else ""
    if card.kind == Kind.EVENT:
        return (as_search(card.target or {}) or "kind:species") + but
    place = f"climate:{','.join(card.climates)}"
    if not card.abilities.get("any_terrain"):
        place = f"terrain:{','.join(card.terrains)} {place}"
    if card.kind == Kind.HABITAT:
        return f"kind:species,habitat,home {place}{but}"
    foods = _foods(card, rules)
    return f"kind:species {place} ({' or '.join(foods)}){but}" if foods else ""


def _foods(card: Card, rules: str) -> list[str]:
    any_scale = bool(card.abilities.get("any_scale"))
    eats = food_for(card.diet, card.food_chain or 0, card.scale or 0, any_scale, rules)
    foods = [f"food:{number} scale:..{largest}" for number, largest in eats.prey]
    if eats.first:
        foods.append(FIRST[eats.first])
    if "feeds_only" in card.abilities:
        only = as_search(card.abilities["feeds_only"], card)
        foods = [f"({' or '.join(foods)}) {only}"] if foods and only else []
    if "feeds_also" in card.abilities and (also := as_search(card.abilities["feeds_also"], card)):
        foods.append(also)
    return [f"({each})" for each in foods]
