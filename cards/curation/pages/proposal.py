"""The page of a proposal: what it changes, what others say of it, and what may be done with it."""

import secrets
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from cards.curation import services
from cards.curation.contents import contents_of
from cards.curation.differences import Difference, differences, rebased
from cards.curation.facts import facts_of_proposal
from cards.curation.limits import is_newcomer
from cards.curation.notices import read_all
from cards.curation.pages.asking import moderates, proposal_or_404, reader_of
from cards.curation.pages.looks import Look, look_of, tried
from cards.curation.pages.said import Said, log_of
from cards.curation.possibilities import possible_steps
from cards.curation.queue import rivals
from cards.curation.roles import Action, Role, curator_of, may, role_of
from cards.models import Card, Proposal, ProposalEdit, ProposalKind
from cards.models.curation import LONGEST_REPORT
from cards.models.proposal import LONGEST_REASON, LONGEST_REMARK
from phylo.accounts.models import User


@dataclass(frozen=True, slots=True)
class Refused:
    """A step that was not taken; `typed` is what was sent with it. `since`: what was edited meanwhile."""

    step: str
    words: str
    typed: dict[str, str] = field(default_factory=dict)
    since: list[Difference] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Edition:
    """One of the versions that a proposal has had, and what it changed against the one before."""

    edit: ProposalEdit
    changes: list[Difference]
    summary_changed: bool


@never_cache
@require_safe
def proposal_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Who opens it has read its notices."""
    proposal = proposal_or_404(request, pk)
    reader = reader_of(request)
    if reader is not None and request.method == "GET":
        read_all(user=reader, proposal_id=proposal.pk)
    return shown(request, proposal)


def shown(
    request: HttpRequest,
    proposal: Proposal,
    refused: Refused | None = None,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    reader = reader_of(request)
    context = _change(proposal) | _talk(proposal, reader) | _steps(proposal, reader)
    context |= {
        "proposal": proposal,
        "own": reader is not None and proposal.author_id == reader.pk,
        "newcomer": proposal.author is not None and is_newcomer(proposal.author),
        "claimed": services.claimed(proposal),
        "my_claim": reader is not None and proposal.claimed_by_id == reader.pk,
        "rivals": rivals(proposal).filter(hidden=False).select_related("author"),
        "on_top": proposal.on_top.pending().select_related("author"),
        "repeats": proposal.repeated_by.count(),
        "refused": refused,
        "typed": refused.typed if refused else {},
        "comment_key": secrets.token_urlsafe(12),
        "longest_reason": LONGEST_REASON,
        "longest_remark": LONGEST_REMARK,
        "longest_report": LONGEST_REPORT,
    }
    return render(request, "curation/proposal.html", context, status=status)


def _change(proposal: Proposal) -> dict[str, Any]:
    """Faces, the differences apart, and what the engine makes of it as long as it is not decided."""
    said = proposal.kind in (ProposalKind.NEW, ProposalKind.EDIT)
    changes = differences(proposal.base_contents, proposal.contents) if said else []
    looks: list[Look] = look_of(proposal)
    return {
        "looks": looks,
        "changes": changes,
        "parts": [
            part
            for part in (
                # Of a new card the facts are listed once, with what others say of them.
                ("facts", [each for each in changes if each.is_fact and proposal.kind != ProposalKind.NEW]),
                ("play", [each for each in changes if each.is_play and not each.is_fact]),
                ("rest", [each for each in changes if not each.is_fact and not each.is_play]),
            )
            if part[1]
        ],
        "tried": tried(proposal) if said and proposal.undecided else None,
        "conflicts": _conflicts(proposal),
        "editions": _editions(proposal) if proposal.edition > 1 else [],
        "holding": _decks(proposal.card) if not said and proposal.undecided and proposal.card else None,
    }


def _conflicts(proposal: Proposal) -> list[Difference] | None:
    """Of one that is out of date: what the author and somebody else have changed; None for others."""
    if proposal.state != "stale" or proposal.kind != ProposalKind.EDIT or proposal.card is None:
        return None
    base = proposal.base_contents or {}
    return rebased(base, proposal.contents, contents_of(proposal.card)).conflicts


def _editions(proposal: Proposal) -> list[Edition]:
    """The newest first."""
    found: list[Edition] = []
    before: ProposalEdit | None = None
    for edit in proposal.edits.order_by("edition"):
        if before is not None:
            changes = differences(before.contents, edit.contents)
            found.append(Edition(edit, changes, edit.summary != before.summary))
        before = edit
    return found[::-1]


def _decks(card: Card) -> int:
    return card.deck_entries.values("deck").distinct().count()


def _talk(proposal: Proposal, reader: User | None) -> dict[str, Any]:
    votes = list(proposal.votes.select_related("user").order_by("created_at"))
    mine = next((vote for vote in votes if reader is not None and vote.user_id == reader.pk), None)
    comments = proposal.comments.select_related("user")
    sees_all = moderates(reader)
    if not sees_all:
        comments = comments.filter(hidden=False)
    log: list[Said] = log_of(proposal, moderates=sees_all)
    return {
        "support": [vote for vote in votes if vote.supports],
        "against": [vote for vote in votes if not vote.supports],
        "my_vote": None if mine is None else mine.supports,
        "comments": list(comments),
        "facts": facts_of_proposal(proposal, reader) if proposal.kind in ("new", "edit") else [],
        "log": log,
    }


def _steps(proposal: Proposal, reader: User | None) -> dict[str, Any]:
    """What the reader may do with it now, by name."""
    curator = curator_of(reader) if reader is not None else None
    allowed = partial(may, reader, curator=curator)
    own = reader is not None and proposal.author_id == reader.pk
    said = proposal.kind in (ProposalKind.NEW, ProposalKind.EDIT)
    seen, pending = proposal.state != "draft", proposal.pending
    steps = possible_steps(proposal, reader, curator=curator)
    can = {event.replace("-", "_"): now for event, now in steps.items()}
    can |= {
        "write": said and (can["edit"] or (can["rebase"] and proposal.kind == ProposalKind.NEW)),
        "decide": can["approve"] or can["reject"] or can["ask_changes"],
        "claim": pending and allowed(Action.CLAIM, proposal),
        "vote": pending and allowed(Action.VOTE, proposal),
        "confirm": pending and allowed(Action.CONFIRM_FACT, proposal),
        "comment": seen and allowed(Action.COMMENT, proposal),
        "report": seen and allowed(Action.REPORT, proposal),
        "report_comments": allowed(Action.REPORT),
        "hide": not own and seen and allowed(Action.HIDE, proposal),
        "hide_comments": allowed(Action.HIDE),
        "administer": not own and role_of(reader, curator) >= Role.REVIEWER,
    }
    return {"can": can}
