"""
The clauses of the Phylo rules in chapters, with their headings, and the rule sets that have a page.
drafting/clauses.py has those of the drafting games.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from cards.words import RULES_TITLES
from engine.drafting import GAMES

NEW, OLD = "phylo-1.4a", "phylo-1.3"


@dataclass(frozen=True)
class Clause:
    """`old_only`: only V1.3 has it; `differs`: V1.3 and V1.4a differ here."""

    number: str
    title: Promise
    old_only: bool = False
    differs: bool = False

    @property
    def marked(self) -> bool:
        return self.old_only or self.differs


@dataclass(frozen=True)
class Chapter:
    key: str
    title: Promise
    clauses: Sequence[Clause]
    folder: str = "chapters"

    @property
    def template(self) -> str:
        return f"rules/{self.folder}/{self.key}.html"

    @property
    def range(self) -> str:
        """Such as "P1–P5", or the only clause."""
        first, last = self.clauses[0].number, self.clauses[-1].number
        return first if first == last else f"{first}–{last}"


@dataclass(frozen=True)
class RuleSetPage:
    key: str
    version: str
    old: bool
    deck_size: int

    @property
    def title(self) -> Promise:
        return RULES_TITLES[self.key]

    @property
    def short(self) -> str:
        """The name in the links between versions."""
        return str(self.title)


RULE_SETS = {
    NEW: RuleSetPage(NEW, "1.4a", old=False, deck_size=24),
    OLD: RuleSetPage(OLD, "1.3", old=True, deck_size=30),
}

EVERY = (*RULE_SETS, *GAMES)
"""The keys of all games and rule sets that can be played, in the order in which they are offered."""

CHAPTERS = [
    Chapter("table", _("The table"), [
        Clause("P1", _("Spaces and neighbours")),
        Clause("P2", _("What may lie in a space")),
        Clause("P3", _("Two seats, two HOMEs")),
        Clause("P4", _("Starting with a habitat"), old_only=True),
        Clause("P5", _("HOME")),
    ]),
    Chapter("start", _("Decks and the start"), [
        Clause("P6", _("The deck"), differs=True),
        Clause("P7", _("The opening hand"), differs=True),
        Clause("P8", _("Who begins"), differs=True),
    ]),
    Chapter("turn", _("A turn"), [
        Clause("P9", pgettext_lazy("cards", "Drawing")),
        Clause("P10", _("Three actions"), differs=True),
        Clause("P11", _("How many events"), differs=True),
        Clause("P12", _("A card away, three cards in")),
        Clause("P13", _("Cards without support leave")),
        Clause("P14", _("What is secret")),
    ]),
    Chapter("support", _("Support: may this card lie here?"), [
        Clause("P15", _("One good neighbour is enough")),
        Clause("P16", _("Terrain and climate")),
        Clause("P17", _("Beside HOME")),
        Clause("P18", _("Food"), differs=True),
        Clause("P19", _("Whose card"), differs=True),
        Clause("P20", _("No path is needed")),
        Clause("P21", _("Habitats"), old_only=True),
    ]),
    Chapter("cards", _("Playing cards"), [
        Clause("P22", _("Playing a species")),
        Clause("P23", _("INVASIVE: on top of another card"), differs=True),
        Clause("P24", _("PARASITIC: under another card")),
        Clause("P25", _("MOVE and FLIGHT")),
        Clause("P26", _("SPREAD"), differs=True),
        Clause("P27", _("Choosy cards and exceptions")),
    ]),
    Chapter("events", _("Events and seedlings"), [
        Clause("P28", _("Playing an event")),
        Clause("P29", _("How long an event lasts")),
        Clause("P30", _("What events can do")),
        Clause("P31", _("Seedlings: cards that spread face down")),
    ]),
    Chapter("end", _("The end"), [
        Clause("P32", _("The last turns")),
        Clause("P33", _("Counting points")),
        Clause("P34", _("Giving up")),
    ]),
]  # fmt: skip


def rules_in_short(key: str) -> str:
    """Such as "V1.4a" for Phylo, or "Ecosystem"."""
    return GAMES[key].name if key in GAMES else f"V{RULE_SETS[key].version}"


def rules_title(key: str) -> str:
    """What a game or rule set is called where somebody chooses one."""
    return GAMES[key].name if key in GAMES else str(RULES_TITLES[key])


def chapters_of(rules: RuleSetPage) -> list[Chapter]:
    """The chapters, with only the clauses that a rule set has."""
    return [
        replace(chapter, clauses=[each for each in chapter.clauses if rules.old or not each.old_only])
        for chapter in CHAPTERS
    ]
