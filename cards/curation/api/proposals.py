"""Proposals in the API, with the same permissions as their pages."""

from collections.abc import Callable, Mapping
from http import HTTPStatus

from django.http import Http404
from rest_framework import serializers

from cards.api.builders import card_sent
from cards.curation import services
from cards.curation.api.serializers import (
    DecisionSerializer,
    FactVerdict,
    NewProposal,
    NewProposalComment,
    OneProposalSerializer,
    ProposalCommentSerializer,
    ProposalDecision,
    ProposalEdit,
    ProposalRebase,
    ProposalSerializer,
    ProposalStep,
    ProposalVote,
    ProposalWithdrawal,
)
from cards.curation.models import Decision, Proposal, ProposalComment, ProposalKind, ProposalState
from cards.curation.models.proposal import BEFORE_REVIEWERS
from cards.curation.queue import Filters, decisions_on, queue
from phylo.accounts.models import User
from phylo.api.bodies import Body
from phylo.api.paging import Listed, Page, by_number, list_of, page_of
from phylo.api.parameters import PageParameters, TrueOrFalse
from phylo.api.resource import OPEN_OR_TOKEN, PRIVATE, Resource, operation
from phylo.http.input import GREATEST

PENDING = "pending"


class ProposalParameters(PageParameters):
    state = serializers.ChoiceField(
        required=False,
        default=PENDING,
        choices=[PENDING, *ProposalState.values],
        help_text="Only those in this state; `pending`: handed in and not decided.",
    )
    kind = serializers.ChoiceField(
        required=False, choices=ProposalKind.values, help_text="Only those of this kind."
    )
    card = serializers.CharField(
        required=False, max_length=80, help_text="Only those about the card of this key."
    )
    author = serializers.CharField(
        required=False, max_length=150, help_text="Only those of the account of this name."
    )
    mine = TrueOrFalse(help_text="`true`: only one's own.")


class ProposalResource(Resource):
    tag = "proposals"
    path_words = {"proposal": "An `id` of the list of proposals."}
    security = OPEN_OR_TOKEN
    keep = PRIVATE

    @property
    def reader(self) -> User | None:
        return self.http.user if isinstance(self.http.user, User) else None

    def seen(self, number: int) -> Proposal:
        """A row of the queue that the visitor may see, freshly loaded; raises Http404."""
        found = queue(self.reader, Filters(states=tuple(ProposalState.values)))
        row = found.filter(pk=number).first() if number <= GREATEST else None
        if row is None:
            raise Http404("no such proposal")
        return row


class ProposalList(ProposalResource):
    @operation(
        "listProposals",
        "Find proposals",
        about="Newest first. Drafts are seen by their authors alone.",
        answer=page_of(ProposalSerializer),
        query=ProposalParameters,
    )
    def get(self) -> Page[Proposal]:
        given = self.given
        filters = Filters(
            states=BEFORE_REVIEWERS if given["state"] == PENDING else (given["state"],),
            kinds=(given["kind"],) if "kind" in given else (),
            card=given.get("card", ""),
            author=given.get("author", ""),
            mine=given.get("mine", False),
        )
        return by_number(queue(self.reader, filters), given, self.at)

    @operation(
        "makeProposal",
        "Propose",
        about=(
            "A draft, or handed in at once with `submit`. What says the same as a pending proposal "
            "becomes a vote for that one: then it is `withdrawn` and `same_as` leads there."
        ),
        answer=OneProposalSerializer,
        body=NewProposal,
        status=HTTPStatus.CREATED,
        also=(404,),
    )
    def post(self) -> Proposal:
        author, sent = self.member, self.sent
        made = services.propose(
            author=author,
            kind=sent["kind"],
            **{name: card_sent(sent, name) for name in ("card", "into") if name in sent},
            contents=sent.get("contents"),
            summary=sent.get("summary", ""),
            on_top_of=self.seen(sent["on_top_of"]) if "on_top_of" in sent else None,
            key=sent.get("key", ""),
        )
        if sent.get("submit") and made.state == ProposalState.DRAFT:
            services.submit(proposal_id=made.pk, author=author, version=made.version)
        return self.seen(made.pk)


class ProposalDetail(ProposalResource):
    @operation("getProposal", "One proposal", answer=OneProposalSerializer)
    def get(self, proposal: int) -> Proposal:
        return self.seen(proposal)

    @operation(
        "editProposal",
        "Change a proposal of one's own",
        about=(
            "As long as it is not decided. What is not sent stays; what it said before is kept. Refused "
            "with 409 if it says something else than the `version` that was read."
        ),
        answer=OneProposalSerializer,
        body=ProposalEdit,
    )
    def patch(self, proposal: int) -> Proposal:
        author, found = self.member, self.seen(proposal)
        services.edit_draft(proposal_id=found.pk, author=author, **self.sent)
        return self.seen(found.pk)


class ProposalDecisions(ProposalResource):
    @operation(
        "listDecisions",
        "What was decided on a proposal",
        about="Every step, the first one first: who, why, and what was so before and after.",
        answer=list_of(DecisionSerializer),
    )
    def get(self, proposal: int) -> Listed[Decision]:
        return Listed([*decisions_on(self.seen(proposal))])


class ProposalComments(ProposalResource):
    @operation(
        "listProposalComments",
        "What is said of a proposal",
        answer=list_of(ProposalCommentSerializer),
    )
    def get(self, proposal: int) -> Listed[ProposalComment]:
        comments = self.seen(proposal).comments.shown_to(self.reader).select_related("user")
        return Listed([*comments.order_by("created_at", "pk")])

    @operation(
        "commentOnProposal",
        "Say something of a proposal",
        answer=ProposalCommentSerializer,
        body=NewProposalComment,
        status=HTTPStatus.CREATED,
    )
    def post(self, proposal: int) -> ProposalComment:
        member, found = self.member, self.seen(proposal)
        return services.comment(proposal_id=found.pk, user=member, **self.sent)


def step(
    name: str,
    summary: str,
    body: type[Body],
    service: Callable[..., object],
    about: str = "",
    *,
    by: str = "user",
) -> type[ProposalResource]:
    """A resource whose POST takes a step with a proposal; the service gets the body, and the user as `by`."""

    @operation(name, summary, about=about, answer=OneProposalSerializer, body=body)
    def post(self: ProposalResource, proposal: int) -> Proposal:
        member, found = self.member, self.seen(proposal)
        service(proposal_id=found.pk, **{by: member}, **self.sent)
        return self.seen(found.pk)

    return type(name, (ProposalResource,), {"post": post})


DECIDING: Mapping[str, Callable[..., Proposal]] = {
    "ask-changes": services.ask_changes,
    "approve": services.approve,
    "reject": services.reject,
    "revert": services.revert,
}


def _decide(*, do: str, **sent: object) -> None:
    DECIDING[do](**sent)


Submit = step(
    "submitProposal",
    "Hand a proposal in",
    ProposalStep,
    services.submit,
    "It becomes `open`, a vote for the first that says the same, or `stale`.",
    by="author",
)
Rebase = step(
    "rebaseProposal",
    "Make a stale proposal anew",
    ProposalRebase,
    services.rebase,
    "On the card as it is now; where both changed a value, the author's is taken.",
    by="author",
)
Withdraw = step(
    "withdrawProposal",
    "Withdraw a proposal",
    ProposalWithdrawal,
    services.withdraw,
    by="author",
)
Vote = step(
    "voteOnProposal",
    "Vote on a proposal",
    ProposalVote,
    services.vote,
    "Votes advise; reviewers decide.",
)
ConfirmFact = step(
    "confirmFact",
    "Confirm or doubt a fact",
    FactVerdict,
    services.confirm_fact,
    "Two thirds of at least two others than the author make it verified.",
)
Decide = step(
    "decideOnProposal",
    "Decide on a proposal",
    ProposalDecision,
    _decide,
    "For reviewers, never on their own. What is approved is published at once.",
)
