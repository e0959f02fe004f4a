"""Facts about a species, which people confirm or doubt, separately from its play values."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext_lazy

from cards.curation.changes import shown
from cards.curation.models import FactVerdict, Proposal
from cards.evidence.words import source_words
from cards.models import Card
from cards.services.contents import FACTS, Columns, contents_of, digest
from cards.words import COLUMN_LABELS
from phylo.accounts.models import User

FEWEST = 2
"""How many people besides the author of a value have to agree."""
SHARE = (2, 3)
"""The share of all who answered that has to agree."""


class Standing(StrEnum):
    UNCONFIRMED = "unconfirmed"
    VERIFIED = "verified"
    CONTESTED = "contested"


STANDING_WORDS = {
    Standing.UNCONFIRMED: gettext_lazy("Not confirmed yet"),
    Standing.VERIFIED: gettext_lazy("Verified"),
    Standing.CONTESTED: gettext_lazy("Contested"),
}


@dataclass(frozen=True, slots=True)
class Fact:
    """`verdicts` are those on this value; `mine` is the reader's answer, None if there is none."""

    column: str
    value: object
    source: str
    agree: int
    doubt: int
    verdicts: tuple[FactVerdict, ...] = ()
    mine: bool | None = None

    @property
    def label(self) -> str:
        return str(COLUMN_LABELS[self.column])

    @property
    def text(self) -> str:
        return shown(self.column, self.value)

    @property
    def as_json(self) -> str:
        """The value, for a form that sends back what was read."""
        return json.dumps(self.value, ensure_ascii=False)

    @property
    def standing(self) -> Standing:
        return standing(self.agree, self.doubt)

    @property
    def words(self) -> str:
        return str(STANDING_WORDS[self.standing])


def standing(agree: int, doubt: int) -> Standing:
    part, whole = SHARE
    if agree >= FEWEST and agree * whole >= part * (agree + doubt):
        return Standing.VERIFIED
    return Standing.CONTESTED if doubt else Standing.UNCONFIRMED


def facts_of_card(card: Card, reader: User | None = None) -> list[Fact]:
    return _facts(contents_of(card), card.fact_verdicts.select_related("user"), reader)


def facts_of_proposal(proposal: Proposal, reader: User | None = None) -> list[Fact]:
    """All facts of a new card, or the changed ones of an edit, with verdicts on the published card."""
    contents, base = proposal.contents, proposal.base_contents
    rows = list(proposal.fact_verdicts.select_related("user"))
    if proposal.card_id is not None and base is not None:
        given = {(row.column, row.value_digest, row.user_id) for row in rows}
        of_card = FactVerdict.objects.filter(card=proposal.card_id).select_related("user")
        rows += [row for row in of_card if (row.column, row.value_digest, row.user_id) not in given]
        contents = {
            column: value
            for column, value in contents.items()
            if column == "sources" or base.get(column) != value
        }
    return _facts(contents, rows, reader)


def _facts(contents: Columns, rows: Iterable[FactVerdict], reader: User | None) -> list[Fact]:
    by_value: dict[tuple[str, str], list[FactVerdict]] = {}
    for row in rows:
        by_value.setdefault((row.column, row.value_digest), []).append(row)
    found = []
    for column in FACTS:
        value = contents.get(column)
        if value in (None, "", []):
            continue
        verdicts = by_value.get((column, digest(column, value)), [])
        agree = sum(verdict.agrees for verdict in verdicts)
        mine = next((each.agrees for each in verdicts if reader and each.user_id == reader.pk), None)
        own = (contents.get("sources") or {}).get(column)
        source = source_words(own) if own else contents.get("source") or ""
        found.append(Fact(column, value, source, agree, len(verdicts) - agree, tuple(verdicts), mine))
    return found
