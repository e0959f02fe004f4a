"""Lists of proposals, waiting or decided, with filters."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import BooleanField, Case, Count, F, Q, QuerySet, Value, When
from django.utils import timezone

from cards.curation.limits import NEW_FOR
from cards.curation.models import Decision, Proposal, ProposalKind, ProposalState
from cards.curation.models.proposal import BEFORE_REVIEWERS, CLAIM_LASTS, FROM_EVIDENCE
from cards.curation.permissions import ACCEPTED_TO_BE_TRUSTED, moderates
from phylo.accounts.models import User, said_in_shadow


@dataclass(frozen=True, slots=True)
class Filters:
    """
    Empty values do not filter. `claims` is "mine", "free" or "others"; `author` a name; `card` a key; `mine`:
    only the reader's; `card_set` the key of a set; `newcomers`: only those of new accounts; `evidence`: those
    of the site itself, of a group of corrections or "all"; `order` "oldest", "newest" or "votes".
    """

    states: tuple[str, ...] = BEFORE_REVIEWERS
    kinds: tuple[str, ...] = ()
    claims: str = ""
    author: str = ""
    card: str = ""
    words: str = ""
    mine: bool = False
    card_set: str = ""
    newcomers: bool = False
    evidence: str = ""
    order: str = "oldest"


ORDERS = {
    # Drafts have no date of submission, and databases differ in where they sort it.
    "oldest": (F("submitted_at").asc(nulls_last=True), "pk"),
    "newest": (F("submitted_at").desc(nulls_first=True), "-pk"),
    "votes": ("-support", F("submitted_at").asc(nulls_last=True), "pk"),
}


def queue(reader: User | None, filters: Filters) -> "QuerySet[Proposal]":
    """
    The proposals that the reader may see, with author, card and claim, and with `support` and `against`
    (numbers of votes), `talk` (number of comments) and `newcomer` (whether the author is new).
    """
    rows = seen_proposals(reader)
    rows = rows.filter(state__in=_known(filters.states, ProposalState.values))
    if filters.kinds:
        rows = rows.filter(kind__in=_known(filters.kinds, ProposalKind.values))
    if filters.mine:
        rows = rows.filter(author=reader) if reader is not None else rows.none()
    if filters.author:
        rows = rows.filter(author__username__iexact=filters.author)
    if filters.card:
        rows = rows.filter(Q(card__key=filters.card) | Q(into__key=filters.card))
    if filters.words:
        rows = rows.filter(Q(name__icontains=filters.words) | Q(summary__icontains=filters.words))
    if filters.card_set:
        rows = rows.filter(Q(contents__set=filters.card_set) | Q(card__card_set=filters.card_set))
    if filters.newcomers:
        rows = rows.filter(_of_newcomers())
    if filters.evidence:
        group = "" if filters.evidence == "all" else f"{filters.evidence}-"
        rows = rows.filter(author=None, key__startswith=f"{FROM_EVIDENCE}{group}")
    rows = _claims(rows, reader, filters.claims)
    rows = rows.annotate(
        support=Count("votes", filter=Q(votes__supports=True), distinct=True),
        against=Count("votes", filter=Q(votes__supports=False), distinct=True),
        talk=Count("comments", filter=_comments_shown(), distinct=True),
        newcomer=Case(
            When(_of_newcomers(), then=Value(True)), default=Value(False), output_field=BooleanField()
        ),
    )
    order = ORDERS.get(filters.order, ORDERS["oldest"])
    return rows.select_related("author", "card", "into", "claimed_by").order_by(*order)


def seen_proposals(reader: User | None) -> "QuerySet[Proposal]":
    return Proposal.objects.seen_by(reader, moderates=moderates(reader))


def decisions_on(proposal: Proposal) -> "QuerySet[Decision]":
    """The proposal's log, oldest first."""
    return proposal.decisions.select_related("user").order_by("created_at", "pk")


def rivals(proposal: Proposal) -> "QuerySet[Proposal]":
    """Other pending proposals about the same card."""
    if proposal.card_id is None:
        return Proposal.objects.none()
    same = Q(card=proposal.card_id) | Q(into=proposal.card_id)
    return Proposal.objects.pending().filter(same).exclude(pk=proposal.pk).order_by("submitted_at")


def _comments_shown() -> Q:
    """`CommentQuerySet.shown_to` for somebody who has not commented."""
    return Q(comments__hidden=False) & (Q(comments__user=None) | ~said_in_shadow("comments__user__"))


def _of_newcomers() -> Q:
    """`limits.is_newcomer` as a query."""
    new = Q(author__date_joined__gt=timezone.now() - NEW_FOR) | Q(author__curator=None)
    known = Q(author__is_staff=True) | Q(author__is_superuser=True)
    trusted = Q(author__curator__blocked=False) & (
        Q(author__curator__reviewer=True) | Q(author__curator__accepted__gte=ACCEPTED_TO_BE_TRUSTED)
    )
    return Q(author__isnull=False) & (new | Q(author__curator__accepted=0)) & ~known & ~trusted


def _known(given: Iterable[str], known: Iterable[str]) -> list[str]:
    return [each for each in given if each in set(known)]


def _claims(rows: "QuerySet[Proposal]", reader: User | None, claims: str) -> "QuerySet[Proposal]":
    lately = Q(claimed_at__gt=timezone.now() - CLAIM_LASTS, claimed_by__isnull=False)
    match claims:
        case "mine":
            return rows.filter(lately, claimed_by=reader) if reader is not None else rows.none()
        case "others":
            return rows.filter(lately).exclude(claimed_by=reader)
        case "free":
            return rows.exclude(lately)
    return rows


def shows_picture(file: str) -> bool:
    """Whether a proposal that everybody may see shows the picture."""
    return Proposal.objects.seen_by(None).filter(picture=file).exists()
