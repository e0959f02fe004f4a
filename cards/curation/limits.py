"""How much an account may send: little while it is new, and never without limit."""

from datetime import timedelta

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from cards.curation.models import FactVerdict, Proposal, ProposalComment, ProposalEdit
from cards.curation.permissions import Role, curator_of, role_of
from cards.services.text_fields import seconds_to_wait
from phylo.accounts.models import User
from phylo.http.refusals import TooMany

NEW_FOR = timedelta(days=3)
DAY = timedelta(days=1)
NEWCOMERS_OPEN = 3
NEWCOMERS_A_DAY = 10
MEMBERS_A_DAY = 100
DRAFTS = 50
COMMENTS, COMMENTS_WITHIN = 10, timedelta(minutes=10)
NEWCOMERS_COMMENTS_A_DAY = 20
EDITS_A_DAY = 300
VERDICTS_A_DAY = 300


def is_newcomer(user: User, *, accepted: bool = False) -> bool:
    """
    An account younger than three days, or without an accepted proposal; `accepted`: something else of it was.
    """
    if role_of(user) >= Role.TRUSTED:
        return False
    if timezone.now() - user.date_joined < NEW_FOR:
        return True
    return not accepted and curator_of(user).accepted == 0


def check_proposing(user: User) -> None:
    """
    Call before a proposal is begun; the caller locks the account's row. Raises TooMany.

    Drafts count as well, so that beginning and withdrawing proposals is limited too.
    """
    mine = Proposal.objects.filter(author=user)
    if mine.filter(state="draft").count() >= DRAFTS:
        raise TooMany(_("You have %(most)s drafts. Submit some, or withdraw some.") % {"most": DRAFTS})
    if role_of(user) >= Role.REVIEWER:
        return
    most = NEWCOMERS_A_DAY if is_newcomer(user) else MEMBERS_A_DAY
    _check_pace(mine, most, DAY, _("You can begin %(most)s proposals a day.") % {"most": most})


def check_submitting(user: User) -> None:
    """Call before a proposal is submitted; the caller locks the account's row. Raises TooMany."""
    if is_newcomer(user) and Proposal.objects.filter(author=user).pending().count() >= NEWCOMERS_OPEN:
        raise TooMany(
            _("While you are new, %(most)s proposals can be open at a time. Wait for a decision.")
            % {"most": NEWCOMERS_OPEN}
        )


def check_editing(user: User) -> None:
    """Call before an edit is stored; the caller locks the account's row. Raises TooMany."""
    mine = ProposalEdit.objects.filter(proposal__author=user)
    _check_pace(mine, EDITS_A_DAY, DAY)


def check_commenting(user: User) -> None:
    mine = ProposalComment.objects.filter(user=user)
    _check_pace(
        mine, COMMENTS, COMMENTS_WITHIN, _("You have written a lot in a short time. Please wait a little.")
    )
    if is_newcomer(user):
        _check_pace(mine, NEWCOMERS_COMMENTS_A_DAY, DAY)


def check_confirming(user: User) -> None:
    _check_pace(FactVerdict.objects.filter(user=user), VERDICTS_A_DAY, DAY)


def _check_pace(rows: QuerySet, most: int, within: timedelta, says: str = "") -> None:
    if seconds := seconds_to_wait(rows, most=most, within=within):
        raise TooMany(says or _("You have done this many times today. Please go on tomorrow."), seconds)
