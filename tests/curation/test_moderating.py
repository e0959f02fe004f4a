"""Hiding, reports, undoing what one account did, and what becomes of deleted accounts."""

import pytest

from cards.curation import services
from cards.curation.account_data import Proposals
from cards.curation.models import Notice, Proposal
from cards.models import Card, CardRevision
from phylo.http.problems import NotAllowed
from phylo.http.refusals import NotNow
from phylo.moderation import services as moderation
from phylo.moderation.models import LogEntry, Unchangeable
from tests.curation.conftest import approved, curator, opened, reported
from tests.factories import CardFactory

pytestmark = pytest.mark.django_db


def test_a_report_is_closed_by_hiding_or_dismissing(ada, ben, rosa, clover):
    proposal = opened(ada, clover, points=3)
    said = services.comment(proposal_id=proposal.pk, user=ada, text="Buy this.", key="a")
    of_proposal = reported(ben, proposal=proposal.pk, text="Odd.")
    of_comment = reported(ben, comment=said.pk, text="Spam.")
    assert reported(ben, proposal=proposal.pk, text="Again.") == of_proposal
    moderation.decide(kind="comment", key=str(said.pk), user=rosa, hidden=True, reason="Spam.")
    moderation.dismiss(kind="proposal", key=str(proposal.pk), user=rosa)
    for report, outcome in ((of_proposal, "dismissed"), (of_comment, "upheld")):
        report.refresh_from_db()
        assert (report.outcome, report.handled_by) == (outcome, rosa)
    lines = LogEntry.objects.values_list("act", "kind", "user", "about")
    assert list(lines) == [("dismiss", "proposal", rosa.pk, ada.pk), ("hide", "comment", rosa.pk, ada.pk)]
    for change in (
        LogEntry.objects.all().delete,
        LogEntry.objects.first().delete,
        LogEntry.objects.first().save,
    ):
        with pytest.raises(Unchangeable):
            change()


def test_a_claim_is_given_up_by_whoever_has_it(ada, ben, rosa, rolf, clover):
    proposal = opened(ada, clover, points=3)
    claimed = services.claim(proposal_id=proposal.pk, user=rosa)
    assert claimed.claimed
    for outsider, refused in ((rolf, NotNow), (ada, NotAllowed), (ben, NotAllowed)):
        with pytest.raises(refused):
            services.release(proposal_id=proposal.pk, user=outsider)
    for _time in range(2):
        assert not services.release(proposal_id=proposal.pk, user=rosa).claimed
    services.claim(proposal_id=proposal.pk, user=rosa)
    # It holds nobody off.
    assert approved(proposal, rolf).state == "published"
    with pytest.raises(NotNow):
        services.claim(proposal_id=proposal.pk, user=rosa)


def test_all_that_an_account_did_is_taken_back(ada, ben, rosa, adele, clover):
    sage = CardFactory(key="sage")
    approved(opened(ada, clover, points=3), rosa)
    approved(opened(ada, Card.objects.get(key="clover"), scale=5), rosa)
    new = approved(opened(ada), rosa)
    pending, stale = opened(ada, sage, points=7), opened(ada, sage, points=8)
    approved(opened(ben, sage, scale=1), rosa)
    theirs = opened(ben, Card.objects.get(key="sage"), points=5)
    services.vote(proposal_id=theirs.pk, user=ada, supports=False)
    services.comment(proposal_id=theirs.pk, user=ada, text="No!", key="a")
    services.confirm_fact(user=ada, column="scale", value=1, agrees=True, card=Card.objects.get(key="sage"))
    with pytest.raises(NotAllowed):
        services.undo_all(account=adele, user=adele, reason="Spam.")
    undone = services.undo_all(account=ada, user=adele, reason="Spam.")
    assert vars(undone) == {
        "rejected": 2, "reverted": 3, "kept": 0, "comments": 1, "votes": 1, "verdicts": 1,
    }  # fmt: skip
    clover.refresh_from_db()
    assert (clover.points, clover.scale) == (2, 3)
    assert Card.objects.get(pk=new.card_id).retired
    states = Proposal.objects.filter(pk__in=[pending.pk, stale.pk]).values_list("state", flat=True)
    assert list(states) == ["rejected", "rejected"]
    assert LogEntry.objects.filter(act="undo-all", about=ada, user=adele).exists()


def test_drafts_go_with_an_account_and_the_rest_stays_without_a_name(ada, rosa, clover):
    services.propose(author=ada, kind="edit", card=clover, contents={"points": 9})
    published = approved(opened(ada, clover, points=3), rosa)
    told = Proposals().download(user=ada, absolute=str)
    assert [each["state"] for each in told["card_proposals"]] == ["published", "draft"]
    Proposals().release(user=ada)
    ada.delete()
    published.refresh_from_db()
    [left] = Proposal.objects.all()
    assert (left, left.author) == (published, None)
    assert CardRevision.objects.get(proposal_id=left.pk).author is None


def test_nobody_hides_what_is_their_own(clover):
    rosa = curator("Rosa", reviewer=True)
    proposal = opened(rosa, clover, points=3)
    with pytest.raises(NotAllowed):
        moderation.decide(kind="proposal", key=str(proposal.pk), user=rosa, hidden=True, reason="Mine.")


def test_reviewers_settle_nothing_that_is_about_themselves(ada, ben, rosa, rolf, clover):
    proposal = opened(ada, clover, points=3)
    services.comment(proposal_id=proposal.pk, user=ben, text="Well.", key="a")
    said = services.comment(proposal_id=proposal.pk, user=rosa, text="A word.", key="b")
    assert Notice.objects.filter(user=ada, text="A word.").exists()
    reported(ben, comment=said.pk, text="Rude.")
    with pytest.raises(NotAllowed):
        moderation.dismiss(kind="comment", key=str(said.pk), user=rosa)
    moderation.decide(kind="comment", key=str(said.pk), user=rolf, hidden=True, reason="Rude.")
    assert not Notice.objects.filter(text="A word.").exists()
    with pytest.raises(NotAllowed):
        moderation.decide(kind="comment", key=str(said.pk), user=rosa, hidden=False, reason="")


def test_what_was_reported_is_for_the_eyes_of_reviewers(ada, ben, rosa, client, clover):
    proposal = opened(ada, clover, points=3)
    reported(ben, proposal=proposal.pk, text="He is a spammer.")
    moderation.dismiss(kind="proposal", key=str(proposal.pk), user=rosa)
    address = f"/api/v1/proposals/{proposal.pk}/decisions/"
    assert [each["event"] for each in client.get(address).json()["results"]] == ["submit"]


def test_many_at_once_tell_no_names_of_drafts(ada, ben, client):
    draft = services.propose(author=ada, kind="new", contents={"kind": "species", "name": "Secret"})
    client.force_login(ben)
    answer = client.post("/proposals/", {"do": "claim", "pick": f"{draft.pk}:1"})
    assert b"Secret" not in answer.content
