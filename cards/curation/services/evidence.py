"""
Proposals of the site itself: where evidence speaks against a card, a correction opens with the reasoning,
once for each finding. It goes the way of every proposal; whoever may decide on others' decides on it.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from cards.curation.changes import shown
from cards.curation.models import Proposal, ProposalKind, ProposalState
from cards.curation.models.proposal import BEFORE_REVIEWERS, FROM_EVIDENCE, LONGEST_SUMMARY
from cards.curation.reasons import NO_EVIDENCE
from cards.curation.services.contents import complete_contents, set_cards, set_contents
from cards.curation.services.steps import move, next_version, saved_as_first, store_edit
from cards.curation.states import Event
from cards.evidence.findings import Evidence, Finding, findings
from cards.evidence.models import Measurement
from cards.evidence.words import place_of, rule_of
from cards.models import Card, Diet, Kind
from cards.models.card import lock_cards
from cards.models.value_source import How, ValueSource
from cards.services.contents import Contents, digest
from phylo.http.refusals import BadValue

INVASIVE = "invasive"
GROUPS: Mapping[str, Sequence[str]] = {
    "scale": ("scale",),
    "diet": ("diet", "food_chain"),
    "terrains": ("terrains",),
    "climates": ("climates",),
    INVASIVE: ("abilities",),
}
"""Columns that are corrected together, and reviewed beside those of other cards."""
INVADED = 3
"""In so many registers a species must be invasive to be called INVASIVE."""


@dataclass(frozen=True, slots=True)
class Correction:
    """New values for a card, their sources and the reasoning. The key is the same for the same finding."""

    card: Card
    group: str
    values: Contents
    sources: Mapping[str, ValueSource]
    says: tuple[str, ...]

    @property
    def key(self) -> str:
        # Many registers say that a species is invasive; which of them is named changes with each import.
        by = sorted({source.data_set for source in self.sources.values() if self.group != INVASIVE})
        return f"{FROM_EVIDENCE}{self.group}-{digest(self.card.key, self.values, by)[:32]}"

    @property
    def summary(self) -> str:
        rules = dict.fromkeys(rule_of(source) for source in self.sources.values())
        return "\n".join([*self.says, *filter(None, rules)])[:LONGEST_SUMMARY]


@dataclass
class Proposed:
    """`known`: proposed before, whatever became of it. `printed`: kept, since the published card says so."""

    opened: list[Proposal] = field(default_factory=list)
    known: int = 0
    renewed: int = 0
    withdrawn: int = 0
    printed: int = 0
    refused: list[str] = field(default_factory=list)


def corrections() -> tuple[list[Correction], int]:
    """What evidence speaks against, and how many printed values it does not change."""
    cards = list(Card.objects.offered().filter(kind=Kind.SPECIES).exclude(latin_name="").order_by("key"))
    measured: defaultdict[str, list[Measurement]] = defaultdict(list)
    for row in Measurement.objects.filter(latin_name__in={card.latin_name for card in cards}):
        measured[row.latin_name].append(row)
    found, printed = [], 0
    for card in cards:
        against = {
            column: finding
            for column, finding in findings(card, Evidence(measured[card.latin_name])).items()
            if not finding.fits
        }
        kept = {column for column in against if card.source_of(column).how == How.PRINTED}
        printed += len(kept)
        for group, columns in GROUPS.items():
            wrong = {column: against[column] for column in columns if column in against.keys() - kept}
            if (correction := _correction(card, group, wrong)) is not None:
                found.append(correction)
        if (invader := _invader(card, measured[card.latin_name])) is not None:
            found.append(invader)
    return found, printed


def _correction(card: Card, group: str, wrong: Mapping[str, Finding]) -> Correction | None:
    values = {
        column: value for column, finding in wrong.items() if (value := _better(card, finding)) is not None
    }
    if not values:
        return None
    says = tuple(
        _("%(data_set)s: %(value)s; the card says %(said)s.")
        % {
            "data_set": place_of(finding.source) or rule_of(finding.source),
            "value": finding.source.value or finding.fitting_words,
            "said": _said(column, getattr(card, column)),
        }
        for column, finding in wrong.items()
        if column in values
    )
    sources = {column: wrong[column].source for column in values}
    return Correction(card, group, values, sources, says)


def _said(column: str, value: object) -> str:
    if column == "scale":
        return _("scale %(number)s") % {"number": value}
    if column == "food_chain":
        return _("number %(number)s in the food chain") % {"number": value}
    return shown(column, value)


def _better(card: Card, finding: Finding) -> object:
    """
    The fitting value that is nearest to the card's; None where that is for people to judge. Data sets name
    one habitat, or a mean, and a card may say more: terrains and climates are wrong only if none fits.
    """
    present = getattr(card, finding.column)
    if isinstance(present, int):
        numbers = [each for each in finding.fitting if isinstance(each, int)]
        return min(numbers, key=lambda each: abs(each - present), default=None)
    if isinstance(present, list):
        return None if set(present) & set(finding.fitting) else list(finding.fitting)
    return str(finding.fitting[0]) if len(finding.fitting) == 1 else None


def _invader(card: Card, measured: Sequence[Measurement]) -> Correction | None:
    """INVASIVE for what several registers of introduced species call invasive."""
    rows = [row for row in measured if row.trait == "introduced_to" and row.certainty == "invasive"]
    places = sorted({row.word for row in rows})
    sure = card.source_of("abilities").how == How.PRINTED
    registers = {row.data_set_id for row in rows}
    if len(registers) < INVADED or "invasive" in card.abilities or sure:
        return None
    on = {"class": card.class_name, "same": ["scale", "food_chain"]}
    if card.diet == Diet.PHOTOSYNTHETIC:
        on = {"kingdom": card.kingdom, "same": ["scale"]}
    source = ValueSource(How.MEASURED, data_set=rows[0].data_set_id, value=", ".join(places)[:200])
    says = _("Registers of introduced species: invasive in %(places)s; the card is not INVASIVE.")
    return Correction(
        card,
        INVASIVE,
        {"abilities": card.abilities | {"invasive": {"on": on}}},
        {"abilities": source},
        (says % {"places": ", ".join(places[:12])},),
    )


def propose_from_evidence() -> Proposed:
    """
    Open what has not been proposed before; renew what became stale; withdraw what evidence no longer says.
    Each proposal is stored by itself.
    """
    found, printed = corrections()
    done = Proposed(printed=printed)
    wanted = {correction.key: correction for correction in found}
    known = dict(
        Proposal.objects.filter(author=None, key__startswith=FROM_EVIDENCE).values_list("key", "state")
    )
    for key, state in known.items():
        if key not in wanted and state in (*BEFORE_REVIEWERS, ProposalState.STALE):
            done.withdrawn += _withdraw(key)
    for key, correction in wanted.items():
        try:
            if key not in known:
                _open(correction, done)
            elif known[key] == ProposalState.STALE:
                done.renewed += _renew(correction)
            else:
                done.known += 1
        except BadValue as error:
            done.refused.append(f"{correction.card.key}: {error}")
    return done


def _open(correction: Correction, done: Proposed) -> None:
    with transaction.atomic():
        lock_cards(alone=False)
        if Proposal.objects.filter(author=None, key=correction.key).exists():
            done.known += 1
            return
        proposal = Proposal(kind=ProposalKind.EDIT, key=correction.key, summary=correction.summary)
        proposal.submitted_at = timezone.now()
        _fill(proposal, correction)
        proposal.save()
        if not saved_as_first(lambda: move(proposal, Event.SUBMIT, user=None)):
            # A member has proposed exactly this.
            proposal.delete()
            done.known += 1
            return
        store_edit(proposal)
    done.opened.append(proposal)


def _renew(correction: Correction) -> int:
    """Open it again on the card as it is now."""
    with transaction.atomic():
        lock_cards(alone=False)
        proposal = _locked_proposal(correction.key)
        if proposal is None or proposal.state != ProposalState.STALE:
            return 0
        proposal.summary = correction.summary
        proposal.contents = {}
        _fill(proposal, correction)
        next_version(proposal)
        if not saved_as_first(lambda: move(proposal, Event.REBASE, user=None)):
            return 0
        store_edit(proposal)
    return 1


def _withdraw(key: str) -> int:
    with transaction.atomic():
        proposal = _locked_proposal(key)
        if proposal is None or proposal.state not in (*BEFORE_REVIEWERS, ProposalState.STALE):
            return 0
        proposal.reason = NO_EVIDENCE
        move(proposal, Event.WITHDRAW, user=None, reason=proposal.reason)
    return 1


def _locked_proposal(key: str) -> Proposal | None:
    rows = Proposal.objects.select_for_update(of=("self",)).filter(author=None, key=key)
    return rows.select_related("card").first()


def _fill(proposal: Proposal, correction: Correction) -> None:
    """The contents, whole. Raises BadValue."""
    set_cards(proposal, correction.card, None)
    present = (proposal.base_contents or {}).get("sources") or {}
    sources = present | {column: source.data() for column, source in correction.sources.items()}
    set_contents(proposal, correction.values)
    # Afterwards: the same source may fit the new value, and not the earlier one.
    set_contents(proposal, {"sources": sources})
    complete_contents(proposal)
