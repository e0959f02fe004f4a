"""The steps on a proposal's page, each a POST. A refusal shows the page again."""

import json
from collections.abc import Callable
from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from cards.curation import services
from cards.curation.changes import Difference
from cards.curation.models import Proposal, ProposalComment
from cards.curation.pages.proposal import RefusedStep, proposal_or_404, shown
from cards.words import COLUMN_LABELS
from phylo.accounts.models import User
from phylo.accounts.visitors import reader_of
from phylo.http.input import number_in
from phylo.http.problems import Refused
from phylo.http.refusals import BadValue, ChangedMeanwhile
from phylo.moderation import services as moderation

TYPED = ("reason", "text", "column", "doubt")


@dataclass(frozen=True, slots=True)
class Sent:
    """A form sent from the page."""

    proposal: Proposal
    user: User
    post: QueryDict

    @property
    def id(self) -> int:
        return self.proposal.pk

    @property
    def version(self) -> int:
        """The version that was read."""
        return number_in(self.post.get("version", ""))

    def text(self, name: str = "reason") -> str:
        return self.post.get(name, "")

    @property
    def comment(self) -> int:
        """The id of a comment on this proposal; raises ProposalComment.DoesNotExist."""
        number = number_in(self.post.get("comment", ""))
        return ProposalComment.objects.get(pk=number, proposal=self.proposal).pk


def _submit(sent: Sent) -> str:
    done = services.submit(author=sent.user, proposal_id=sent.id, version=sent.version)
    if done.same_as_id is not None:
        return _("This was proposed already. Your proposal has become a vote for that one.")
    if done.state == "stale":
        return _("The card has changed since. Bring the proposal up to date.")
    return _("Others can see it now, and reviewers decide on it.")


def _withdraw(sent: Sent) -> str:
    services.withdraw(author=sent.user, reason=sent.text(), proposal_id=sent.id)
    return _("It is withdrawn.")


def _rebase(sent: Sent) -> str:
    """Columns named in `theirs` keep the card's present value."""
    services.rebase(
        author=sent.user, theirs=sent.post.getlist("theirs"), proposal_id=sent.id, version=sent.version
    )
    return _("It is up to date, and open again.")


def _claim(sent: Sent) -> str:
    services.claim(user=sent.user, proposal_id=sent.id)
    return _("You are reviewing it.")


def _release(sent: Sent) -> str:
    services.release(user=sent.user, proposal_id=sent.id)
    return _("Others can review it now.")


def _ask_changes(sent: Sent) -> str:
    services.ask_changes(user=sent.user, reason=sent.text(), proposal_id=sent.id, version=sent.version)
    return _("Its author has been told what to change.")


def _approve(sent: Sent) -> str:
    services.approve(user=sent.user, reason=sent.text(), proposal_id=sent.id, version=sent.version)
    return _("It is approved and published.")


def _reject(sent: Sent) -> str:
    services.reject(user=sent.user, reason=sent.text(), proposal_id=sent.id, version=sent.version)
    return _("It is rejected, and its author has been told why.")


def _revert(sent: Sent) -> str:
    services.revert(user=sent.user, reason=sent.text(), proposal_id=sent.id)
    return _("It is reverted. The card has a new revision.")


def _hide(sent: Sent) -> str:
    hidden = bool(sent.post.get("hidden"))
    moderation.decide(kind="proposal", key=str(sent.id), user=sent.user, hidden=hidden, reason=sent.text())
    return _("Only its author and reviewers see it now.") if hidden else _("Everybody can see it again.")


def _hide_comment(sent: Sent) -> str:
    hidden = bool(sent.post.get("hidden"))
    key = str(sent.comment)
    moderation.decide(kind="comment", key=key, user=sent.user, hidden=hidden, reason=sent.text())
    return _("The comment is hidden.") if hidden else _("The comment is visible again.")


def _vote(sent: Sent) -> str:
    supports = {"for": True, "against": False}.get(sent.post.get("vote", ""))
    services.vote(user=sent.user, supports=supports, proposal_id=sent.id)
    return _("Your vote is taken back.") if supports is None else _("Your vote counts.")


def _comment(sent: Sent) -> str:
    services.comment(user=sent.user, text=sent.text("text"), key=sent.text("key"), proposal_id=sent.id)
    return _("Your comment is posted.")


def _fact(sent: Sent) -> str:
    agrees = {"yes": True, "no": False}.get(sent.post.get("agrees", ""))
    services.confirm_fact(
        user=sent.user, column=sent.text("column"), value=value_in(sent.post), agrees=agrees,
        reason=sent.text("doubt"), proposal_id=sent.id,
    )  # fmt: skip
    return _("Your answer is withdrawn.") if agrees is None else _("Your answer is recorded.")


def value_in(post: QueryDict) -> object:
    """The value that the reader saw, sent back as JSON; raises BadValue."""
    try:
        return json.loads(post.get("value", ""))
    except (ValueError, RecursionError) as error:
        raise BadValue("value", _("This value has changed in the meantime.")) from error


STEPS: dict[str, tuple[Callable[[Sent], str], str]] = {
    "submit": (_submit, ""),
    "withdraw": (_withdraw, ""),
    "rebase": (_rebase, ""),
    "claim": (_claim, "decide"),
    "release": (_release, "decide"),
    "ask-changes": (_ask_changes, ""),
    "approve": (_approve, ""),
    "reject": (_reject, ""),
    "revert": (_revert, ""),
    "hide": (_hide, ""),
    "hide-comment": (_hide_comment, "talk"),
    "vote": (_vote, "votes"),
    "comment": (_comment, "talk"),
    "fact": (_fact, "facts"),
}
"""For each step its function, and the section of the page to return to."""


@require_POST
def act(request: HttpRequest, pk: int, step: str) -> HttpResponse:
    """Take a step. A refusal shows the page with what was typed, and what has changed since it was read."""
    if step not in STEPS:
        raise Http404("no such step")
    proposal = proposal_or_404(request, pk)
    user = reader_of(request)
    if user is None:
        return redirect_to_login(reverse("proposal", args=[pk]))
    do, place = STEPS[step]
    sent = Sent(proposal, user, request.POST)
    try:
        done = do(sent)
    except (Proposal.DoesNotExist, ProposalComment.DoesNotExist) as error:
        raise Http404("no such thing") from error
    except Refused as error:
        refused = _refused(step, error, sent)
        return shown(request, proposal_or_404(request, pk), refused, error.status)
    messages.success(request, done)
    return redirect(_next(pk) + (f"#{place}" if place else ""))


def _next(pk: int) -> str:
    """The address of the proposal, or of the one that it has become a vote for."""
    first = Proposal.objects.filter(pk=pk).values_list("same_as", flat=True).first()
    return reverse("proposal", args=[first or pk])


def _refused(step: str, error: Refused, sent: Sent) -> RefusedStep:
    late = error.conflicts if isinstance(error, ChangedMeanwhile) else ()
    since = [
        Difference(each.column, each.yours, each.theirs) for each in late if each.column in COLUMN_LABELS
    ]
    typed = {name: sent.text(name) for name in TYPED if sent.text(name)}
    typed["at"] = step
    return RefusedStep(step, str(error), typed, since)
