"""What is done with a proposal: one address for each step."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.api.writing import Deed
from cards.curation import services
from cards.curation.api.proposals import (
    PLACE,
    WRITES,
    ProposalResource,
    truth_or_null,
)
from cards.curation.api.shapes import DECISIONS
from cards.models import Proposal
from phylo.accounts.models import User
from phylo.json_bodies import BadBody, Reader, an_object, anything, read_body, text, whole


class ProposalStep(ProposalResource):
    """An address that only takes a POST: reads `fields`, then does `step`, and answers with the proposal."""

    http_method_names = ["options", "post"]
    shape = "Proposal"
    places = PLACE
    fields: ClassVar[Mapping[str, Reader]] = {}
    needed: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(
        cls, *, operation: str, sent: str, summary: str | Promise, about: str | Promise = "", **how: Any
    ) -> None:
        super().__init_subclass__(**how)
        cls.operation, cls.summary = operation, summary
        cls.deeds = {
            "POST": Deed(
                operation=operation,
                summary=summary,
                about=about,
                does="take",
                sent=sent,
                shape="Proposal",
                refusals=WRITES,
            )
        }

    def take(self, **place: Any) -> dict[str, Any]:
        member, proposal = self.member, self.seen(place["proposal"])
        self.step(member, proposal, read_body(self.http, self.fields, needed=self.needed))
        return self.told(proposal)

    def step(self, member: User, proposal: Proposal, sent: dict[str, Any]) -> None:
        raise NotImplementedError


class Submit(
    ProposalStep,
    operation="submitProposal",
    sent="ProposalStep",
    summary=gettext_lazy("Hand a proposal in"),
    about=gettext_lazy("It becomes `open`, a vote for the first that says the same, or `stale`."),
):
    fields = {"edition": whole}
    needed = ("edition",)

    def step(self, member: User, proposal: Proposal, sent: dict[str, Any]) -> None:
        services.submit(proposal_id=proposal.pk, author=member, **sent)


class Rebase(
    ProposalStep,
    operation="rebaseProposal",
    sent="ProposalRebase",
    summary=gettext_lazy("Make a stale proposal anew"),
    about=gettext_lazy("On the card as it is now; where both changed a value, the author's is taken."),
):
    fields = {"edition": whole, "contents": an_object}
    needed = ("edition",)

    def step(self, member: User, proposal: Proposal, sent: dict[str, Any]) -> None:
        services.rebase(proposal_id=proposal.pk, author=member, **sent)


class Withdraw(
    ProposalStep,
    operation="withdrawProposal",
    sent="ProposalWithdrawal",
    summary=gettext_lazy("Withdraw a proposal"),
):
    fields = {"reason": text}

    def step(self, member: User, proposal: Proposal, sent: dict[str, Any]) -> None:
        services.withdraw(proposal_id=proposal.pk, author=member, **sent)


class Vote(
    ProposalStep,
    operation="voteOnProposal",
    sent="ProposalVote",
    summary=gettext_lazy("Vote on a proposal"),
    about=gettext_lazy("Votes advise; reviewers decide."),
):
    fields = {"supports": truth_or_null}
    needed = ("supports",)

    def step(self, member: User, proposal: Proposal, sent: dict[str, Any]) -> None:
        services.vote(proposal_id=proposal.pk, user=member, **sent)


class ConfirmFact(
    ProposalStep,
    operation="confirmFact",
    sent="FactVerdict",
    summary=gettext_lazy("Confirm or doubt a fact"),
    about=gettext_lazy("Two thirds of at least two others than the author make it verified."),
):
    fields = {"column": text, "value": anything, "agrees": truth_or_null, "reason": text}
    needed = ("column", "value", "agrees")

    def step(self, member: User, proposal: Proposal, sent: dict[str, Any]) -> None:
        services.confirm_fact(proposal_id=proposal.pk, user=member, **sent)


class Decide(
    ProposalStep,
    operation="decideOnProposal",
    sent="ProposalDecision",
    summary=gettext_lazy("Decide on a proposal"),
    about=gettext_lazy("For reviewers, never on their own. What is approved is published at once."),
):
    fields = {"do": text, "edition": whole, "reason": text}
    needed = ("do",)
    deciding: ClassVar[Mapping[str, Callable[..., Proposal]]] = {
        "ask-changes": services.ask_changes,
        "approve": services.approve,
        "reject": services.reject,
        "revert": services.revert,
    }

    def step(self, member: User, proposal: Proposal, sent: dict[str, Any]) -> None:
        do = sent.pop("do")
        if do not in DECISIONS:
            raise BadBody("do", _("do: is one of %(known)s.") % {"known": ", ".join(DECISIONS)})
        if ("edition" in sent) == (do == "revert"):
            words = _("edition: is not for this.") if do == "revert" else _("edition: is missing.")
            raise BadBody("edition", words)
        if do != "approve" and "reason" not in sent:
            raise BadBody("reason", _("reason: is missing."))
        self.deciding[do](proposal_id=proposal.pk, user=member, **sent)
