"""What answers on revisions and proposals look like, and what is sent."""

from django.utils.translation import gettext_lazy as _

from cards.api.deck_shapes import ONCE, sent
from cards.api.shape_parts import (
    ADDRESS,
    COUNT,
    KEY,
    MOMENT,
    TEXT,
    TRUTH,
    WHOLE,
    Schema,
    listed,
    one_of,
    or_null,
    page_of,
    ref,
    thing,
    told,
)
from cards.models import CardRevision, ProposalKind, ProposalState

DECISIONS = ("ask-changes", "approve", "reject", "revert")
NUMBER: Schema = {"type": "integer", "minimum": 1}
EDITION = told(NUMBER, _("It counts what the proposal has said; whoever changes or decides names it."))
CONTENTS = told({"type": "object"}, _("Column of the card file to value; see the docs on cards."))
ANYTHING: Schema = {"description": _("As in `contents`; null where there was no card.")}
NAME = told(or_null(TEXT), _("Name of an account; null for one that is gone, and for the site's own."))
REASON: Schema = {"type": "string", "maxLength": 1000}
SUMMARY: Schema = {"type": "string", "maxLength": 1000}

CHANGE = thing(
    {
        "column": TEXT,
        "before": ANYTHING,
        "after": ANYTHING,
        "fact": told(TRUTH, _("Whether it is a fact that people confirm.")),
        "play": told(TRUTH, _("Whether the rules read it.")),
    }
)
REVISION = {
    "card": KEY,
    "number": NUMBER,
    "origin": one_of(CardRevision.Origin.values),
    "author": NAME,
    "note": TEXT,
    "proposal": told(or_null(ADDRESS), _("The proposal that it came from.")),
    "changes": told(listed(ref("CardChange")), _("Against the revision before.")),
    "contents": CONTENTS,
    "api": ADDRESS,
    "published_at": MOMENT,
}
PROPOSAL = {
    "id": NUMBER,
    "kind": one_of(ProposalKind.values),
    "state": one_of(ProposalState.values),
    "edition": EDITION,
    "name": told(TEXT, _("Of the card that it is about.")),
    "card": told(or_null(TEXT), _("Key of the card; null for a new one until it is published.")),
    "into": told(or_null(TEXT), _("Key of the card that takes its place, for a merge.")),
    "base": told(or_null(WHOLE), _("Number of the revision that it was made from.")),
    "author": NAME,
    "summary": TEXT,
    "reason": told(TEXT, _("Why it was decided so, or what needs to be changed.")),
    "contents": CONTENTS,
    "changes": told(listed(ref("CardChange")), _("Against `base`.")),
    "on_top_of": told(or_null(WHOLE), _("The pending proposal whose contents it builds on.")),
    "same_as": told(or_null(WHOLE), _("The first that said the same, for which it became a vote.")),
    "claimed_by": told(or_null(TEXT), _("Who is reviewing it.")),
    "support": COUNT,
    "against": COUNT,
    "comments": COUNT,
    "page": ADDRESS,
    "api": ADDRESS,
    "created_at": MOMENT,
    "changed_at": MOMENT,
    "submitted_at": or_null(MOMENT),
    "decided_at": or_null(MOMENT),
}
SEEN: dict[str, Schema] = {
    "CardChange": CHANGE,
    "CardRevision": thing(REVISION, about=_("What a card was, for ever; the newest one is the card.")),
    "CardRevisionPage": page_of("CardRevision"),
    "Proposal": thing(
        PROPOSAL, {"may": told(listed(TEXT), _("What the one who asks may do with it now; not in lists."))}
    ),
    "ProposalPage": page_of("Proposal"),
    "Decision": thing(
        {
            "event": TEXT,
            "by": NAME,
            "reason": TEXT,
            "before": {"type": "object"},
            "after": {"type": "object"},
            "decided_at": MOMENT,
        }
    ),
    "Decisions": thing({"count": COUNT, "results": listed(ref("Decision"))}),
    "ProposalComment": thing({"id": NUMBER, "by": NAME, "text": TEXT, "said_at": MOMENT}),
    "ProposalComments": thing({"count": COUNT, "results": listed(ref("ProposalComment"))}),
}
SENT: dict[str, Schema] = {
    "NewProposal": sent(
        {"kind": one_of(ProposalKind.values)},
        {
            "card": told(TEXT, _("Key of the card that is corrected, merged or retired.")),
            "into": told(TEXT, _("Key of the card that takes its place, for a merge.")),
            "contents": told(
                {"type": "object"}, _("Of a new card all that is known, of a correction what changes.")
            ),
            "summary": SUMMARY,
            "on_top_of": told(NUMBER, _("A pending correction of the same card, to build on.")),
            "key": ONCE,
            "submit": told(TRUTH, _("Whether to hand it in at once; else it is a draft.")),
        },
    ),
    "ProposalEdit": sent({"edition": EDITION}, {"contents": {"type": "object"}, "summary": SUMMARY}),
    "ProposalStep": sent({"edition": EDITION}, {}),
    "ProposalRebase": sent({"edition": EDITION}, {"contents": {"type": "object"}}),
    "ProposalWithdrawal": sent({}, {"reason": REASON}),
    "ProposalDecision": sent(
        {"do": one_of(DECISIONS)},
        {"edition": told(NUMBER, _("Needed for all but `revert`.")), "reason": REASON},
    ),
    "ProposalVote": sent(
        {"supports": told(or_null(TRUTH), _("Null takes the vote back."))},
        {},
    ),
    "FactVerdict": sent(
        {
            "column": TEXT,
            "value": told({}, _("The value that was read, as in `contents`.")),
            "agrees": told(or_null(TRUTH), _("Null takes it back; a doubt needs a reason.")),
        },
        {"reason": {"type": "string", "maxLength": 300}},
    ),
    "NewProposalComment": sent({"text": {"type": "string", "maxLength": 2000}, "key": ONCE}, {}),
}
