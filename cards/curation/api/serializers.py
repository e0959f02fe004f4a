"""Revisions and proposals in the API, and the bodies for proposing and deciding."""

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from cards.curation.changes import ORDER, Difference, differences, overtaken
from cards.curation.fields import COMMENT, DOUBT, REASON, SUMMARY
from cards.curation.models import Decision, Proposal, ProposalComment, ProposalKind, ProposalState
from cards.curation.permissions import possible_actions
from cards.curation.states import STEPS
from phylo.accounts.models import User
from phylo.api.bodies import Body, Key, Text, Truth, Whole
from phylo.api.fields import Link

DECISIONS = ("ask-changes", "approve", "reject", "revert")
VERSION = "It counts what the proposal has said; whoever changes or decides names it."
CONTENTS = "Column of the card file to value; see the docs on cards."
NAME = "Name of an account; null for one that is gone, and for the site's own."


class ChangeSerializer(serializers.Serializer[Difference]):
    column = serializers.CharField()
    before = serializers.JSONField(help_text="As in `contents`; null where there was no card.")
    after = serializers.JSONField(help_text="As in `contents`.")
    fact = serializers.BooleanField(source="is_fact", help_text="Whether it is a fact that people confirm.")
    play = serializers.BooleanField(source="is_play", help_text="Whether the rules read it.")


class ProposalSerializer(serializers.Serializer[Proposal]):
    """Of a row of `queue.queue`."""

    id = serializers.IntegerField(min_value=1)
    kind = serializers.ChoiceField(ProposalKind.values)
    state = serializers.ChoiceField(ProposalState.values)
    version = serializers.IntegerField(min_value=1, help_text=VERSION)
    name = serializers.CharField(help_text="Of the card that it is about.")
    card = serializers.CharField(
        source="card.key",
        allow_null=True,
        help_text="Key of the card; null for a new one until it is published.",
    )
    into = serializers.CharField(
        source="into.key",
        allow_null=True,
        help_text="Key of the card that takes its place, for a merge.",
    )
    base = serializers.IntegerField(
        allow_null=True, help_text="Number of the revision that it was made from."
    )
    author = serializers.CharField(source="author.username", allow_null=True, help_text=NAME)
    summary = serializers.CharField()
    reason = serializers.CharField(help_text="Why it was decided so, or what needs to be changed.")
    contents = serializers.DictField(help_text=CONTENTS)
    changes = serializers.SerializerMethodField(help_text="Against `base`.")
    on_top_of = serializers.IntegerField(
        source="on_top_of_id",
        allow_null=True,
        help_text="The pending proposal whose contents it builds on.",
    )
    same_as = serializers.IntegerField(
        source="same_as_id",
        allow_null=True,
        help_text="The first that said the same, for which it became a vote.",
    )
    claimed_by = serializers.SerializerMethodField(help_text="Who is reviewing it.")
    support = serializers.IntegerField(min_value=0)
    against = serializers.IntegerField(min_value=0)
    comments = serializers.IntegerField(source="talk", min_value=0)
    page = Link("proposal", "pk")
    api = Link("api-proposal", "pk")
    created_at = serializers.DateTimeField()
    changed_at = serializers.DateTimeField()
    submitted_at = serializers.DateTimeField(allow_null=True)
    decided_at = serializers.DateTimeField(allow_null=True)

    @extend_schema_field(ChangeSerializer(many=True))
    def get_changes(self, proposal: Proposal) -> list[dict[str, object]]:
        if not proposal.contents or proposal.kind not in (ProposalKind.NEW, ProposalKind.EDIT):
            return []
        changes = differences(proposal.base_contents, proposal.contents)
        return [ChangeSerializer().to_representation(each) for each in changes]

    def get_claimed_by(self, proposal: Proposal) -> str | None:
        return proposal.claimed_by.get_username() if proposal.claimed and proposal.claimed_by else None


class ConflictSerializer(serializers.Serializer[Difference]):
    column = serializers.CharField()
    yours = serializers.JSONField(source="after", help_text="As the proposal says.")
    theirs = serializers.JSONField(source="before", help_text="As the card says now.")


class OneProposalSerializer(ProposalSerializer):
    conflicts = serializers.SerializerMethodField(
        help_text="While it is `stale`: the columns that somebody else has changed too."
    )
    may = serializers.SerializerMethodField(help_text="What the one who asks may do with it now.")

    @extend_schema_field(ConflictSerializer(many=True))
    def get_conflicts(self, proposal: Proposal) -> list[dict[str, object]]:
        return [ConflictSerializer().to_representation(each) for each in overtaken(proposal)]

    def get_may(self, proposal: Proposal) -> list[str]:
        user = self.context["request"].user
        possible = possible_actions(proposal, user if isinstance(user, User) else None)
        return [str(action) for action, now in possible.items() if now and action in STEPS]


class DecisionSerializer(serializers.Serializer[Decision]):
    event = serializers.CharField()
    by = serializers.CharField(source="user.username", allow_null=True, help_text=NAME)
    reason = serializers.CharField()
    before = serializers.DictField()
    after = serializers.DictField()
    decided_at = serializers.DateTimeField(source="created_at")


class ProposalCommentSerializer(serializers.Serializer[ProposalComment]):
    id = serializers.IntegerField(min_value=1)
    by = serializers.CharField(source="user.username", allow_null=True, help_text=NAME)
    text = serializers.CharField()
    said_at = serializers.DateTimeField(source="created_at")


class NewProposal(Body):
    kind = serializers.ChoiceField(ProposalKind.values)
    card = Text(required=False, help_text="Key of the card that is corrected, merged or retired.")
    into = Text(required=False, help_text="Key of the card that takes its place, for a merge.")
    contents = serializers.DictField(
        required=False, help_text="Of a new card all that is known, of a correction what changes."
    )
    summary = SUMMARY.body_field()
    on_top_of = Whole(required=False, help_text="A pending correction of the same card, to build on.")
    key = Key()
    submit = Truth(required=False, help_text="Whether to hand it in at once; else it is a draft.")


class ProposalStep(Body):
    version = Whole(help_text=VERSION)


class ProposalEdit(ProposalStep):
    contents = serializers.DictField(required=False, help_text=CONTENTS)
    summary = SUMMARY.body_field()


class ProposalRebase(ProposalStep):
    contents = serializers.DictField(required=False, help_text=CONTENTS)
    theirs = serializers.ListField(
        child=serializers.ChoiceField(ORDER),
        required=False,
        max_length=len(ORDER),
        help_text="Columns that stay as the card has them.",
    )


class ProposalWithdrawal(Body):
    reason = REASON.body_field()


class ProposalVote(Body):
    supports = Truth(allow_null=True, help_text="Null takes the vote back.")


class FactVerdict(Body):
    column = Text()
    value = serializers.JSONField(allow_null=True, help_text="The value that was read, as in `contents`.")
    agrees = Truth(allow_null=True, help_text="Null takes it back; a doubt needs a reason.")
    reason = DOUBT.body_field()


class ProposalDecision(Body):
    do = serializers.ChoiceField(DECISIONS)
    version = Whole(required=False, help_text="Needed for all but `revert`.")
    reason = REASON.body_field(help_text="Needed for all but `approve`.")

    def validate(self, sent: dict[str, object]) -> dict[str, object]:
        missing = _("This field is required.")
        if sent["do"] == "revert" and "version" in sent:
            raise serializers.ValidationError({"version": _("It is not for this.")})
        if sent["do"] != "revert" and "version" not in sent:
            raise serializers.ValidationError({"version": missing})
        if sent["do"] != "approve" and "reason" not in sent:
            raise serializers.ValidationError({"reason": missing})
        return sent


class NewProposalComment(Body):
    text = COMMENT.body_field(required=True)
    key = Key(required=True)
