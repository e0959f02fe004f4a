"""Rows are held in one order everywhere: the cards' turn, accounts, proposals, cards, decks, each by key."""

from collections.abc import Iterable

from django.db.models import Q
from django.utils.translation import gettext as _

from cards.curation.errors import EditedMeanwhile
from cards.models import Proposal
from cards.models.proposal import UNDECIDED
from phylo.accounts.models import User


def hold_accounts(*users: User | int | None) -> None:
    # A visitor has no key, and is refused where it is asked who may.
    keys = {getattr(user, "pk", user) for user in users} - {None}
    list(User.objects.select_for_update().filter(pk__in=keys).order_by("pk").values_list("pk"))


def hold(proposal_id: int, user: User, *, about: bool = False) -> Proposal:
    """
    The proposal, its row held, and the accounts of its author and the user; `about`: and those of everybody
    with an undecided proposal about the same card, who will be told. Raises Proposal.DoesNotExist.
    """
    found = Proposal.objects.get(pk=proposal_id)
    authors: Iterable[int | None] = ()
    if about:
        same = Q(pk__in=[])
        for card in (found.card_id, found.into_id):
            if card is not None:
                same |= Q(card=card) | Q(into=card)
        if found.kind == "new":
            same |= Q(kind="new")
        rows = Proposal.objects.filter(same | Q(on_top_of=found), state__in=UNDECIDED)
        authors = rows.order_by().values_list("author_id", flat=True).distinct()
    hold_accounts(user, found.author_id, found.claimed_by_id, *authors)
    rows = Proposal.objects.select_for_update(of=("self",))
    return rows.select_related("author", "card", "into", "claimed_by", "on_top_of").get(pk=proposal_id)


def check_edition(proposal: Proposal, edition: int) -> None:
    """Raises EditedMeanwhile."""
    if proposal.edition != edition:
        raise EditedMeanwhile(
            _("The proposal was edited since you read it. Read it again."), proposal.edition
        )
