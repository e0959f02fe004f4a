"""Proposals for programs: reading, making and editing them, with the same permissions as their pages."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, ClassVar

from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers

from cards.api.parameters import TRUTH
from cards.api.schema import ANYBODY, TOKEN
from cards.api.writing import PRIVATE, REFUSALS, Changing, Deed
from cards.curation import services
from cards.curation.api.answers import comment_answer, decision_answer, proposal_answer, steps
from cards.curation.queue import Filters, queue, seen_decisions
from cards.models import Card, Proposal, ProposalKind, ProposalState
from cards.models.proposal import BEFORE_REVIEWERS
from phylo.accounts.models import User
from phylo.accounts.tokens import NobodyKnown
from phylo.api.paging import by_number
from phylo.api.parameters import PageParameters
from phylo.json_bodies import GREATEST, BadBody, Reader, an_object, read_body, text, truth, whole

PENDING = "pending"
PLACE = {
    "proposal": {
        "type": "integer",
        "minimum": 1,
        "maximum": GREATEST,
        "description": gettext_lazy("An `id` of the list of proposals."),
    }
}
FOUND = (400, 404, 405, 406, 429)
WRITES = tuple(sorted({*REFUSALS, 401, 404}))


class ProposalParameters(PageParameters):
    state = serializers.ChoiceField(
        required=False,
        default=PENDING,
        choices=[PENDING, *ProposalState.values],
        help_text=gettext_lazy("Only those in this state; `pending`: handed in and not decided."),
    )
    kind = serializers.ChoiceField(
        required=False, choices=ProposalKind.values, help_text=gettext_lazy("Only those of this kind.")
    )
    card = serializers.CharField(
        required=False, max_length=80, help_text=gettext_lazy("Only those about the card of this key.")
    )
    author = serializers.CharField(
        required=False, max_length=150, help_text=gettext_lazy("Only those of the account of this name.")
    )
    mine = serializers.ChoiceField(
        required=False, choices=TRUTH, help_text=gettext_lazy("`true`: only one's own.")
    )


def truth_or_null(value: Any, name: str) -> bool | None:
    return None if value is None else truth(value, name)


class ProposalResource(Changing):
    tag = "proposals"
    security = (ANYBODY, TOKEN)
    cached = PRIVATE

    @property
    def reader(self) -> User | None:
        """The visitor's account; nobody's for the document, whose examples are made without a request."""
        user = self.http.user if hasattr(self, "request") else None
        return user if isinstance(user, User) else None

    @property
    def member(self) -> User:
        """Raises NobodyKnown."""
        if self.reader is None:
            raise NobodyKnown
        return self.reader

    def seen(self, number: int) -> Any:
        """A row of the queue that the visitor may see; raises Http404."""
        found = queue(self.reader, Filters(states=tuple(ProposalState.values)))
        row = found.filter(pk=number).first() if number <= GREATEST else None
        if row is None:
            raise Http404("no such proposal")
        return row

    def told(self, proposal: Proposal) -> dict[str, Any]:
        """As it is stored now."""
        row = self.seen(proposal.pk)
        return {**proposal_answer(row, self.at), "may": steps(row, self.reader)}


NEW: dict[str, Reader] = {
    "kind": text, "card": text, "into": text, "contents": an_object, "summary": text, "on_top_of": whole,
    "key": text, "submit": truth,
}  # fmt: skip


class ProposalList(ProposalResource):
    operation = "listProposals"
    summary = gettext_lazy("Find proposals")
    about = gettext_lazy("Newest first. Drafts are seen by their authors alone.")
    shape = "ProposalPage"
    parameters = ProposalParameters
    examples = ("/api/v1/proposals/?size=2",)
    deeds: ClassVar[Mapping[str, Deed]] = {
        "POST": Deed(
            operation="makeProposal",
            summary=gettext_lazy("Propose"),
            about=gettext_lazy(
                "A draft, or handed in at once with `submit`. What says the same as a pending proposal "
                "becomes a vote for that one: then it is `withdrawn` and `same_as` leads there."
            ),
            does="propose",
            sent="NewProposal",
            shape="Proposal",
            status=HTTPStatus.CREATED,
            refusals=WRITES,
        )
    }
    http_method_names = ["get", "head", "options", "post"]

    def answer(self, given: dict[str, Any], **place: Any) -> dict[str, Any]:
        filters = Filters(
            states=BEFORE_REVIEWERS if given["state"] == PENDING else (given["state"],),
            kinds=(given["kind"],) if "kind" in given else (),
            card=given.get("card", ""),
            author=given.get("author", ""),
            mine=given.get("mine") == "true",
        )
        page = by_number(queue(self.reader, filters), given, self.at)
        return {
            "count": page.count,
            "next": page.next,
            "results": [proposal_answer(row, self.at) for row in page.results],
        }

    def propose(self) -> dict[str, Any]:
        author = self.member
        sent = read_body(self.http, NEW, needed=("kind",))
        under = self.seen(sent["on_top_of"]) if "on_top_of" in sent else None
        made = services.propose(
            author=author,
            kind=sent["kind"],
            card=_card(sent, "card"),
            into=_card(sent, "into"),
            contents=sent.get("contents"),
            summary=sent.get("summary", ""),
            on_top_of=under,
            key=sent.get("key", ""),
        )
        if sent.get("submit") and made.state == ProposalState.DRAFT:
            services.submit(proposal_id=made.pk, author=author, edition=made.edition)
        return self.told(made)


def _card(sent: Mapping[str, Any], name: str) -> Card | None:
    if name not in sent:
        return None
    found = Card.objects.filter(key=sent[name]).first()
    if found is None:
        raise BadBody(name, _("%(name)s: there is no card of this key.") % {"name": name})
    return found


class ProposalDetail(ProposalResource):
    operation = "getProposal"
    summary = gettext_lazy("One proposal")
    shape = "Proposal"
    places = PLACE
    refusals = FOUND
    deeds: ClassVar[Mapping[str, Deed]] = {
        "PATCH": Deed(
            operation="editProposal",
            summary=gettext_lazy("Change a proposal of one's own"),
            about=gettext_lazy(
                "As long as it is not decided. What is not sent stays; what it said before is kept. Refused "
                "with 409 if it says something else than the `edition` that was read."
            ),
            does="edit",
            sent="ProposalEdit",
            shape="Proposal",
            refusals=WRITES,
        )
    }
    http_method_names = ["get", "head", "options", "patch"]
    fields: ClassVar[dict[str, Reader]] = {"edition": whole, "contents": an_object, "summary": text}

    def answer(self, given: dict[str, Any], **place: Any) -> dict[str, Any]:
        return self.told(self.seen(place["proposal"]))

    def edit(self, **place: Any) -> dict[str, Any]:
        author, proposal = self.member, self.seen(place["proposal"])
        sent = read_body(self.http, self.fields, needed=("edition",))
        return self.told(services.edit_draft(proposal_id=proposal.pk, author=author, **sent))


class ProposalDecisions(ProposalResource):
    operation = "listDecisions"
    summary = gettext_lazy("What was decided on a proposal")
    about = gettext_lazy("Every step, the first one first: who, why, and what was so before and after.")
    shape = "Decisions"
    places = PLACE
    refusals = FOUND

    def answer(self, given: dict[str, Any], **place: Any) -> dict[str, Any]:
        rows = seen_decisions(self.seen(place["proposal"]), self.reader)
        results = [decision_answer(decision) for decision in rows]
        return {"count": len(results), "results": results}


class ProposalComments(ProposalResource):
    operation = "listProposalComments"
    summary = gettext_lazy("What is said of a proposal")
    shape = "ProposalComments"
    places = PLACE
    refusals = FOUND
    deeds: ClassVar[Mapping[str, Deed]] = {
        "POST": Deed(
            operation="commentOnProposal",
            summary=gettext_lazy("Say something of a proposal"),
            does="comment",
            sent="NewProposalComment",
            shape="ProposalComment",
            status=HTTPStatus.CREATED,
            located=False,
            refusals=WRITES,
        )
    }
    http_method_names = ["get", "head", "options", "post"]

    def answer(self, given: dict[str, Any], **place: Any) -> dict[str, Any]:
        return self._said(self.seen(place["proposal"]))

    def comment(self, **place: Any) -> dict[str, Any]:
        member, proposal = self.member, self.seen(place["proposal"])
        sent = read_body(self.http, {"text": text, "key": text}, needed=("text", "key"))
        return comment_answer(services.comment(proposal_id=proposal.pk, user=member, **sent))

    def _said(self, proposal: Proposal) -> dict[str, Any]:
        comments = proposal.comments.filter(hidden=False).select_related("user")
        results = [comment_answer(comment) for comment in comments.order_by("created_at", "pk")]
        return {"count": len(results), "results": results}
