"""Proposals and comments on them as content that can be reported and hidden."""

from django.urls import reverse
from django.utils.translation import gettext as _

from cards.curation.models import Notice, Proposal, ProposalComment, ProposalState
from cards.curation.permissions import Action, may
from cards.curation.services import notices
from cards.curation.states import Event
from phylo.accounts.models import User
from phylo.http.input import number_in
from phylo.moderation.content import Content, Kind, Person


class Proposals(Kind):
    """Hidden, a proposal is read by its author and reviewers."""

    name = "proposal"

    def find(self, key: str) -> Content | None:
        handed_in = Proposal.objects.exclude(state=ProposalState.DRAFT).select_related("author")
        found = handed_in.filter(pk=number_in(key)).first()
        if found is None:
            return None
        title = _("The proposal “%(name)s”") % {"name": found.name or _("a card without a name")}
        address = reverse("proposal", args=[found.pk])
        return Content(title, found.summary, address, Person(user=found.author), found.hidden)

    def open_to(self, key: str, person: Person) -> bool:
        proposal = Proposal.objects.filter(pk=number_in(key)).first()
        return may(person.user, Action.REPORT, proposal)

    def put(
        self, key: str, *, hidden: bool, by: User | None, reason: str, before: dict[str, str]
    ) -> dict[str, str]:
        proposal = Proposal.objects.select_for_update().get(pk=number_in(key))
        proposal.hidden = hidden
        proposal.save()
        if hidden:
            notices.notify(proposal.author, proposal, notices.HIDDEN, by=by, text=reason)
        return {}


class ProposalComments(Kind):
    name = "comment"

    def find(self, key: str) -> Content | None:
        comments = ProposalComment.objects.select_related("proposal", "user")
        found = comments.filter(pk=number_in(key)).first()
        if found is None:
            return None
        title = _("A comment on “%(name)s”") % {"name": found.proposal.name or _("a card without a name")}
        address = f"{reverse('proposal', args=[found.proposal_id])}#comment-{found.pk}"
        return Content(title, found.text, address, Person(user=found.user), found.hidden)

    def open_to(self, key: str, person: Person) -> bool:
        """The author of the proposal may report a comment, too."""
        comments = ProposalComment.objects.shown_to(person.user).select_related("proposal")
        found = comments.filter(pk=number_in(key)).first()
        if found is None or not may(person.user, Action.REPORT):
            return False
        return may(person.user, Action.READ, found.proposal)

    def put(
        self, key: str, *, hidden: bool, by: User | None, reason: str, before: dict[str, str]
    ) -> dict[str, str]:
        comment = ProposalComment.objects.select_for_update().get(pk=number_in(key))
        comment.hidden = hidden
        comment.save(update_fields=["hidden"])
        if hidden:
            said = Notice.objects.filter(proposal=comment.proposal_id, by=comment.user_id, text=comment.text)
            said.filter(event=Event.DISCUSS).update(text="")
        return {}
