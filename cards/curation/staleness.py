"""A card has changed: pending proposals that were made from what it said before are out of date."""

from collections.abc import Iterable

from django.db.models import F, Q

from cards.curation import log
from cards.curation.contents import contents_of, digest
from cards.curation.states import Event
from cards.models import Card, Proposal
from cards.models.proposal import BEFORE_REVIEWERS


def outdate(cards: Iterable[Card], published: Proposal | None = None) -> None:
    """
    `published`: what has changed them; what was made on top of it goes on from there.

    The caller holds the cards. Drafts go on; whether they are out of date is asked when they are handed in.
    """
    keys = [card.pk for card in cards]
    if not keys:
        return
    about = Q(card__in=keys) & ~Q(base=F("card__revision")) | Q(into__in=keys, into__retired=True)
    rows = Proposal.objects.filter(about, state__in=BEFORE_REVIEWERS).order_by("pk")
    for proposal in rows.select_related("author", "card").select_for_update(of=("self",)):
        if published is not None and proposal.pk == published.pk:
            continue
        if published is not None and _goes_on(proposal, published):
            continue
        log.move(proposal, Event.OUTDATE, user=None)


def outdate_on_top(of: Proposal) -> None:
    """What it was made on top of will not come."""
    rows = Proposal.objects.filter(on_top_of=of, state__in=BEFORE_REVIEWERS).order_by("pk")
    for proposal in rows.select_related("author", "card").select_for_update(of=("self",)):
        log.move(proposal, Event.OUTDATE, user=None)


def digest_of(proposal: Proposal) -> str:
    return digest(
        str(proposal.kind), proposal.card_id, proposal.base, proposal.contents, proposal.into_id,
        # On top of another it says something else than on the card itself.
        proposal.on_top_of_id if proposal.on_top_edition is not None else None,
    )  # fmt: skip


def _goes_on(proposal: Proposal, published: Proposal) -> bool:
    if proposal.on_top_of_id != published.pk or proposal.on_top_edition != published.edition:
        return False
    card = proposal.card
    if card is None:
        return False
    card.refresh_from_db()
    proposal.base, proposal.base_contents = card.revision, contents_of(card)
    proposal.on_top_edition = None
    proposal.digest = digest_of(proposal)
    proposal.save()
    return True
