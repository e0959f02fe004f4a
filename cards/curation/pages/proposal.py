"""The page of a proposal: its changes, its discussion, and what the reader may do with it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from cards.curation.changes import Difference, differences, overtaken
from cards.curation.facts import facts_of_proposal
from cards.curation.fields import COMMENT, REASON
from cards.curation.limits import is_newcomer
from cards.curation.models import Proposal, ProposalEdit, ProposalKind
from cards.curation.pages.log import in_words
from cards.curation.permissions import Action, Role, may, moderates, possible_actions, role_of
from cards.curation.queue import decisions_on, rivals, seen_proposals
from cards.curation.services.notices import mark_read
from cards.models import Card
from cards.pages.faces import faces, sketched
from cards.services.contents import completed
from phylo.accounts.models import User
from phylo.accounts.visitors import reader_of
from phylo.http.keys import new_key
from phylo.slices import Extension

TRIALS = Extension[Callable[[Proposal], Mapping[str, object]]]("proposal_trials")
"""What the rules say about the card of a proposal, as `curation/_tried.html` shows it."""


@dataclass(frozen=True, slots=True)
class RefusedStep:
    """A refused step; `typed` is what was sent with it, `since` the edits since the proposal was read."""

    step: str
    words: str
    typed: dict[str, str] = field(default_factory=dict)
    since: list[Difference] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a proposal, and its changes against the one before."""

    edit: ProposalEdit
    changes: list[Difference]


@dataclass(frozen=True, slots=True)
class CaptionedFace:
    """A face for `{% card_face %}` and its caption; `page` is the card's address, if it has one."""

    words: str
    face: dict[str, object]
    page: str = ""


def proposal_or_404(request: HttpRequest, pk: int) -> Proposal:
    """The proposal with author, cards, claim and basis loaded; 404 for visitors who may not see it."""
    names = ("author", "card__card_set", "into__card_set", "claimed_by", "on_top_of", "same_as")
    return get_object_or_404(seen_proposals(reader_of(request)).select_related(*names), pk=pk)


@never_cache
@require_safe
def proposal_page(request: HttpRequest, pk: int) -> HttpResponse:
    """The page of a proposal; opening it marks its notices as read."""
    proposal = proposal_or_404(request, pk)
    reader = reader_of(request)
    if reader is not None and request.method == "GET":
        mark_read(user=reader, proposal_id=proposal.pk)
    return shown(request, proposal)


def shown(
    request: HttpRequest,
    proposal: Proposal,
    refused: RefusedStep | None = None,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    reader = reader_of(request)
    context = _change(proposal) | _talk(proposal, reader) | _steps(proposal, reader)
    context |= {
        "proposal": proposal,
        "own": reader is not None and proposal.author_id == reader.pk,
        "newcomer": proposal.author is not None and is_newcomer(proposal.author),
        "my_claim": reader is not None and proposal.claimed_by_id == reader.pk,
        "rivals": rivals(proposal).filter(hidden=False).select_related("author"),
        "on_top": proposal.on_top.pending().select_related("author"),
        "repeats": proposal.repeated_by.count(),
        "refused": refused,
        "typed": refused.typed if refused else {},
        "comment_key": new_key(),
        "longest_reason": REASON.longest,
        "longest_remark": COMMENT.longest,
    }
    return render(request, "curation/proposal.html", context, status=status)


def _change(proposal: Proposal) -> dict[str, object]:
    """Faces and differences, and, until it is decided, what the engine says about the card."""
    said = proposal.kind in (ProposalKind.NEW, ProposalKind.EDIT)
    changes = differences(proposal.base_contents, proposal.contents) if said else []
    return {
        "looks": _captioned_faces(proposal),
        "changes": changes,
        "parts": [
            part
            for part in (
                # The facts of a new card are listed once, with others' verdicts.
                ("facts", [each for each in changes if each.is_fact and proposal.kind != ProposalKind.NEW]),
                ("play", [each for each in changes if each.is_play and not each.is_fact]),
                ("rest", [each for each in changes if not each.is_fact and not each.is_play]),
            )
            if part[1]
        ],
        "tried": next((tried(proposal) for tried in TRIALS), None) if said and proposal.undecided else None,
        "conflicts": overtaken(proposal),
        "versions": _versions(proposal) if proposal.version > 1 else [],
        "holding": _decks(proposal.card) if not said and proposal.undecided and proposal.card else None,
    }


def _versions(proposal: Proposal) -> list[Version]:
    """Newest first."""
    found: list[Version] = []
    before: ProposalEdit | None = None
    for edit in proposal.edits.order_by("version"):
        if before is not None:
            found.append(Version(edit, differences(before.contents, edit.contents)))
        before = edit
    return found[::-1]


def _decks(card: Card) -> int:
    return card.deck_entries.values("deck").distinct().count()


def _talk(proposal: Proposal, reader: User | None) -> dict[str, object]:
    votes = list(proposal.votes.select_related("user").order_by("created_at"))
    mine = next((vote for vote in votes if reader is not None and vote.user_id == reader.pk), None)
    comments = proposal.comments.select_related("user")
    if not moderates(reader):
        comments = comments.shown_to(reader)
    return {
        "support": [vote for vote in votes if vote.supports],
        "against": [vote for vote in votes if not vote.supports],
        "my_vote": None if mine is None else mine.supports,
        "comments": list(comments),
        "facts": facts_of_proposal(proposal, reader) if proposal.kind in ("new", "edit") else [],
        "log": in_words(decisions_on(proposal)),
    }


def _steps(proposal: Proposal, reader: User | None) -> dict[str, object]:
    """By name, whether the reader may take each step now."""
    can = {action.name.lower(): now for action, now in possible_actions(proposal, reader).items()}
    own = reader is not None and proposal.author_id == reader.pk
    said = proposal.kind in (ProposalKind.NEW, ProposalKind.EDIT)
    can |= {
        "write": said and (can["edit"] or (can["rebase"] and proposal.kind == ProposalKind.NEW)),
        "decide": can["approve"] or can["reject"] or can["ask_changes"],
        "report_comments": may(reader, Action.REPORT),
        "hide_comments": moderates(reader),
        "administer": not own and role_of(reader) >= Role.REVIEWER,
    }
    return {"can": can}


def _captioned_faces(proposal: Proposal) -> list[CaptionedFace]:
    """One face for a new or retired card; otherwise two, the present one first."""
    card, into = proposal.card, proposal.into
    page = reverse("card", args=[card.key]) if card is not None else ""
    if proposal.kind == ProposalKind.NEW:
        return [CaptionedFace(_("The new card"), sketched(completed(proposal.contents)), page)]
    assert card is not None
    if proposal.kind == ProposalKind.EDIT:
        before = completed(proposal.base_contents or {})
        after = completed(proposal.contents)
        return [
            CaptionedFace(_("Before"), sketched(before), page),
            CaptionedFace(_("After"), sketched(after)),
        ]
    if proposal.kind == ProposalKind.MERGE and into is not None:
        return [_printed(_("This card goes"), card), _printed(_("This one takes its place"), into)]
    return [_printed(_("This card goes"), card)]


def face_of(proposal: Proposal) -> dict[str, object]:
    """The face for a list."""
    if proposal.kind in (ProposalKind.NEW, ProposalKind.EDIT) or proposal.card is None:
        return sketched(completed(proposal.contents))
    return faces([proposal.card])[0]


def _printed(words: str, card: Card) -> CaptionedFace:
    face = faces([card])[0]
    return CaptionedFace(words, face, face["page"])
