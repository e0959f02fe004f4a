"""What any account may do with a proposal: comment, vote, confirm facts."""

from django.db import transaction
from django.utils.translation import gettext as _

from cards.curation import limits
from cards.curation.fields import COMMENT, DOUBT
from cards.curation.models import FactVerdict, ProposalComment, ProposalVote
from cards.curation.permissions import Action, check
from cards.curation.services.notices import notify
from cards.curation.services.steps import lock_accounts, lock_proposal, move
from cards.curation.states import Event, sources
from cards.models import Card, CardRevision
from cards.services.contents import FACTS, contents_of, digest
from cards.services.text_fields import check_key
from phylo.accounts.models import User
from phylo.http.keys import made_before
from phylo.http.problems import NotAllowed
from phylo.http.refusals import BadValue, NotNow


def comment(*, proposal_id: int, user: User, text: str, key: str) -> ProposalComment:
    """
    Comment on a proposal. The first comment by somebody else moves an open proposal into discussion; the same
    comment under the same key is stored once. Raises BadValue, KeyReused, TooMany, NotAllowed, NotNow or
    Proposal.DoesNotExist.
    """
    check_key(key, required=True)
    text = COMMENT.checked(text, required=True)
    with transaction.atomic():
        proposal = lock_proposal(proposal_id, user)
        check(user, Action.COMMENT, proposal)
        mine = ProposalComment.objects.filter(proposal=proposal, user=user)
        if (said := made_before(mine, key, text=text)) is not None:
            return said
        limits.check_commenting(user)
        made = ProposalComment.objects.create(proposal=proposal, user=user, text=text, key=key)
        if user.in_shadow:
            return made
        if proposal.author_id != user.pk and proposal.state in sources(Event.DISCUSS):
            move(proposal, Event.DISCUSS, user=user)
        else:
            other = proposal.claimed_by if proposal.author_id == user.pk else proposal.author
            notify(other, proposal, Event.DISCUSS, by=user, text=text)
    return made


def vote(*, proposal_id: int, user: User, supports: bool | None) -> None:
    """Vote for or against; None takes the vote back. Raises NotAllowed, NotNow or Proposal.DoesNotExist."""
    with transaction.atomic():
        proposal = lock_proposal(proposal_id, user)
        check(user, Action.VOTE, proposal)
        if supports is None:
            ProposalVote.objects.filter(proposal=proposal, user=user).delete()
            return
        ProposalVote.objects.update_or_create(
            proposal=proposal, user=user, defaults={"supports": supports, "version": proposal.version}
        )


def confirm_fact(
    *,
    user: User,
    column: str,
    value: object,
    agrees: bool | None,
    card: Card | None = None,
    proposal_id: int | None = None,
    reason: str = "",
) -> None:
    """
    Confirm a value (one of `FACTS`) of a card or a pending proposal, or doubt it with a reason; None
    withdraws the answer. `value` is the one that was read. Users cannot confirm what they wrote themselves.
    Raises BadValue, NotAllowed, TooMany; NotNow if the value has changed.
    """
    if column not in FACTS:
        raise BadValue("column", _("This is not a fact about a species."))
    reason = DOUBT.checked(reason, required=agrees is False).replace("\n", " ")
    with transaction.atomic():
        proposal = None
        if proposal_id is not None:
            card, proposal = None, lock_proposal(proposal_id, user)
            check(user, Action.CONFIRM_FACT, proposal)
            said = proposal.contents
        elif card is not None:
            lock_accounts(user)
            check(user, Action.CONFIRM_FACT)
            card = Card.objects.get(pk=card.pk)
            said = contents_of(card)
            if author_of(card, column) == user.pk:
                raise NotAllowed(_("You cannot confirm what you have written yourself."))
        else:
            raise BadValue("card", _("Which card?"))
        if said.get(column) != value or value in (None, "", []):
            raise NotNow(_("This value has changed in the meantime."))
        # The digest of the stored value: 5.0 equals 5, but is written differently.
        value_digest = digest(column, said[column])
        mine = FactVerdict.objects.filter(
            card=card, proposal=proposal, column=column, value_digest=value_digest, user=user
        )
        if agrees is None:
            mine.delete()
            return
        if not mine.exists():
            limits.check_confirming(user)
        FactVerdict.objects.update_or_create(
            card=card,
            proposal=proposal,
            column=column,
            value_digest=value_digest,
            user=user,
            defaults={"agrees": agrees, "reason": reason},
        )


def author_of(card: Card, column: str) -> int | None:
    """Who wrote the present value of a column; None for the site itself, or if unknown."""
    author = None
    rows = CardRevision.objects.filter(card=card).order_by("-number")
    value: object = None
    for place, (contents, who) in enumerate(rows.values_list("contents", "author_id").iterator()):
        if place == 0:
            value = contents.get(column)
        elif contents.get(column) != value:
            break
        author = who
    return author
