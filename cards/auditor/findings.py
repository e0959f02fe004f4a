"""The results of an audit by card, beside the formula."""

from dataclasses import dataclass

from cards.auditor.decks import QUOTAS
from cards.auditor.measured import Measured
from cards.auditor.models import PointAudit
from cards.models import Card, Kind
from cards.points import Suggestion, suggested

FORMULA, GAMES = "formula", "games"


@dataclass(frozen=True, slots=True)
class Finding:
    """
    `measured` is None without an audit, or if no deck in it could hold the card. `changed`: the card has been
    revised since the games were played.
    """

    card: Card
    suggestion: Suggestion
    measured: Measured | None
    changed: bool

    @property
    def off_formula(self) -> int | None:
        """Points above the formula's suggestion; None if either is missing."""
        if self.suggestion.points is None or self.card.points is None:
            return None
        return self.card.points - self.suggestion.points

    @property
    def off_games(self) -> float | None:
        """The smallest certain difference in the share of wins; None after too few games."""
        measured = self.measured
        return measured.difference.least if measured is not None and measured.enough else None

    def off(self, order: str) -> float | None:
        """How far off it is in that order: points, or per cent of the games."""
        if order == FORMULA:
            return None if self.off_formula is None else abs(self.off_formula)
        return None if self.off_games is None else 100 * self.off_games

    def rank(self, order: str) -> tuple[bool, float, float, bytes]:
        off = self.off(order)
        apart = 0.0
        if order == GAMES and off is not None and self.measured is not None:
            apart = abs(self.measured.difference.share)
        return off is None, -(off or 0.0), -apart, bytes(self.card.name_order)


def findings(
    audit: PointAudit | None, *, rules: str, order: str = GAMES, kind: str = "", least: int = 0
) -> list[Finding]:
    """
    The published cards that these rules allow in a deck, those furthest off first; if given, only cards of
    that `kind`, or off by at least `least` points or per cent.
    """
    kinds = [Kind.SPECIES, Kind.EVENT, *([Kind.HABITAT] if "habitat" in QUOTAS[rules] else [])]
    cards = Card.objects.offered().filter(kind__in=[kind] if kind else kinds).order_by("name_order")
    found = [_finding(card, audit) for card in cards.only(*_READ)]
    if least:
        found = [each for each in found if (each.off(order) or 0.0) >= least]
    return sorted(found, key=lambda each: each.rank(order))


_READ = (
    "key", "name", "kind", "name_order", "revision", "points", "scale", "food_chain", "diet", "terrain_mask",
    "climate_mask", "abilities", "latin_name", "kingdom", "phylum", "class_name", "tags", "duration",
    "effects", "target",
)  # fmt: skip


def _finding(card: Card, audit: PointAudit | None) -> Finding:
    tally = audit.tallies.get(card.key) if audit is not None else None
    revisions = audit.given.get("revisions", {}) if audit is not None else {}
    changed = card.key in revisions and revisions[card.key] != card.revision
    return Finding(card, suggested(card.as_record()), Measured.of(tally) if tally else None, changed)
