"""How a proposal looks: the faces before and after it, and what the editor's trial says."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from cards.curation.contents import completed
from cards.editor.form import CardForm
from cards.editor.live import live_context, sketched
from cards.models import Card, Proposal, ProposalKind
from cards.pages.faces import faces


@dataclass(frozen=True, slots=True)
class Look:
    """A face, for `{% card_face %}`, and what it is; `page` is the address of the card, if it has one."""

    words: str
    face: dict[str, Any]
    page: str = ""


def look_of(proposal: Proposal) -> list[Look]:
    """One for a new card, or one that is to go; else two beside each other, the present one first."""
    card, into = proposal.card, proposal.into
    page = reverse("card", args=[card.key]) if card is not None else ""
    if proposal.kind == ProposalKind.NEW:
        return [Look(_("The new card"), sketched(completed(proposal.contents)), page)]
    assert card is not None
    if proposal.kind == ProposalKind.EDIT:
        before = completed(proposal.base_contents or {})
        after = completed(proposal.contents)
        return [Look(_("Before"), sketched(before), page), Look(_("After"), sketched(after))]
    if proposal.kind == ProposalKind.MERGE and into is not None:
        return [_printed(_("This card goes"), card), _printed(_("This one takes its place"), into)]
    return [_printed(_("This card goes"), card)]


def token_of(proposal: Proposal) -> dict[str, Any]:
    """The face for a list."""
    if proposal.kind in (ProposalKind.NEW, ProposalKind.EDIT) or proposal.card is None:
        return sketched(completed(proposal.contents))
    return faces([proposal.card])[0]


def tried(proposal: Proposal) -> Mapping[str, Any]:
    """What the editor shows beside its form: trial, points and checks."""
    return live_context(CardForm.of(proposal.contents), but=proposal)


def _printed(words: str, card: Card) -> Look:
    face = faces([card])[0]
    return Look(words, face, face["page"])
