"""Comments, votes, facts, notices, and the limits of new accounts."""

from datetime import timedelta

import pytest
from django.utils import timezone

from cards.curation import limits, services
from cards.curation.account_data import Proposals
from cards.curation.facts import Standing, facts_of_card, facts_of_proposal
from cards.curation.models import FactVerdict, Notice
from cards.curation.queue import Filters, queue, rivals
from cards.curation.services import notices
from cards.editor.checks import duplicates
from cards.models import Card
from phylo.accounts.models import User
from phylo.http.keys import KeyReused
from phylo.http.problems import NotAllowed
from phylo.http.refusals import BadValue, NotNow, TooMany
from phylo.moderation import services as moderation
from tests.accounts.conftest import post_office  # noqa: F401
from tests.curation.conftest import FERN, approved, curator, opened
from tests.factories import CardFactory
from tests.members import person

pytestmark = pytest.mark.django_db


def scale_of(facts):
    return next(fact for fact in facts if fact.column == "scale")


def confirm(user, agrees, *, value=3, **about):
    reason = "" if agrees is not False else "It is larger."
    services.confirm_fact(user=user, column="scale", value=value, agrees=agrees, reason=reason, **about)


def test_two_thirds_of_two_others_make_a_fact_verified_and_doubt_makes_it_contested(clover):
    people = [curator(name) for name in ("Ben", "Carl", "Dora", "Emil")]
    standings = []
    for user, agrees in zip(people, (True, True, False, False), strict=True):
        confirm(user, agrees, card=clover)
        standings.append(scale_of(facts_of_card(clover)).standing)
    assert standings == [Standing.UNCONFIRMED, Standing.VERIFIED, Standing.VERIFIED, Standing.CONTESTED]
    confirm(people[3], None, card=clover)
    confirm(people[2], True, card=clover)
    fact = scale_of(facts_of_card(clover, people[2]))
    assert (fact.standing, fact.agree, fact.doubt, fact.mine) == (Standing.VERIFIED, 3, 0, True)


def test_facts_are_of_a_value_and_go_over_with_the_proposal(ada, ben, rosa, clover):
    confirm(ben, True, card=clover)
    proposal = opened(ada, clover, scale=5, points=4, sources={"scale": "Hegi 1964"})
    [fact] = facts_of_proposal(proposal)
    assert (fact.column, fact.value, fact.agree) == ("scale", 5, 0)
    assert fact.source == "Read on a page or in a book · Hegi 1964"
    for user in (ben, rosa):
        confirm(user, True, value=5, proposal_id=proposal.pk)
    with pytest.raises(NotAllowed):
        confirm(ada, True, value=5, proposal_id=proposal.pk)
    with pytest.raises(NotNow):
        confirm(ben, True, value=3, proposal_id=proposal.pk)
    approved(proposal, rosa)
    clover.refresh_from_db()
    assert scale_of(facts_of_card(clover)).standing == Standing.VERIFIED
    with pytest.raises(NotAllowed):
        confirm(ada, True, value=5, card=clover)


def test_points_are_no_fact_and_a_doubt_has_a_reason(ben, clover):
    with pytest.raises(BadValue):
        services.confirm_fact(user=ben, column="points", value=2, agrees=True, card=clover)
    with pytest.raises(BadValue) as refused:
        services.confirm_fact(user=ben, column="scale", value=3, agrees=False, card=clover)
    assert refused.value.field == "reason"


def test_the_first_comment_of_somebody_else_opens_the_discussion(ada, ben, clover):
    proposal = opened(ada, clover, points=3)
    services.comment(proposal_id=proposal.pk, user=ada, text="Mine.", key="a")
    proposal.refresh_from_db()
    assert proposal.state == "open"
    for _each in "ab":
        services.comment(proposal_id=proposal.pk, user=ben, text="Why?\r\n\r\n\r\nReally.", key="a")
    proposal.refresh_from_db()
    assert proposal.state == "discussion"
    assert [each.text for each in proposal.comments.all()] == ["Mine.", "Why?\n\nReally."]
    with pytest.raises(KeyReused):
        services.comment(proposal_id=proposal.pk, user=ben, text="Other.", key="a")
    with pytest.raises(BadValue):
        services.comment(proposal_id=proposal.pk, user=ben, text=" \n", key="b")


def test_a_verdict_that_is_said_again_is_no_new_one(ben, clover, monkeypatch):
    """Nor is it one for the limit; the download tells when it was said first, and when last."""
    monkeypatch.setattr(limits, "VERDICTS_A_DAY", 2)
    yesterday = timezone.now() - timedelta(days=2)
    services.confirm_fact(user=ben, column="scale", value=clover.scale, agrees=True, card=clover)
    FactVerdict.objects.update(created_at=yesterday, changed_at=yesterday)
    for column in ("scale", "food_chain", "diet", "scale", "food_chain"):
        services.confirm_fact(
            user=ben, column=column, value=getattr(clover, column), agrees=True, card=clover
        )
    with pytest.raises(TooMany):
        services.confirm_fact(user=ben, column="kingdom", value=clover.kingdom, agrees=True, card=clover)
    first = Proposals().download(user=ben, absolute=str)["fact_verdicts"][0]
    assert first["at"] == yesterday.isoformat() < first["changed"]


def test_votes_can_be_changed_until_it_is_decided(ada, ben, rosa, clover):
    proposal = opened(ada, clover, points=3)
    for supports in (True, False):
        services.vote(proposal_id=proposal.pk, user=ben, supports=supports)
    [found] = queue(ben, Filters(order="votes"))
    assert (found.support, found.against, found.talk) == (0, 1, 0)
    services.vote(proposal_id=proposal.pk, user=ben, supports=None)
    assert not proposal.votes.exists()
    approved(proposal, rosa)
    with pytest.raises(NotNow):
        services.vote(proposal_id=proposal.pk, user=ben, supports=True)


def test_the_queue_shows_what_one_may_see(ada, ben, rosa, clover):
    draft = services.propose(author=ada, kind="edit", card=clover, contents={"points": 9})
    hidden, shown = opened(ada, clover, points=3), opened(ben, clover, scale=2)
    moderation.decide(kind="proposal", key=str(hidden.pk), user=rosa, hidden=True, reason="Spam.")
    services.claim(proposal_id=shown.pk, user=rosa)
    assert list(queue(None, Filters())) == list(queue(ben, Filters())) == [shown]
    assert list(queue(rosa, Filters())) == [hidden, shown]
    assert list(queue(ada, Filters(states=("draft", "open"), mine=True, order="oldest"))) == [hidden, draft]
    assert list(queue(rosa, Filters(claims="mine"))) == [shown]
    assert list(queue(rosa, Filters(claims="free", card="clover", kinds=("edit",)))) == [hidden]
    assert list(queue(ben, Filters(claims="others", author="BEN", words="clov"))) == [shown]
    assert list(rivals(shown)) == []
    with pytest.raises(NotNow):
        services.claim(proposal_id=shown.pk, user=curator("Rolf", reviewer=True))


def test_bulk_decisions_tell_of_each_whether_it_was_done(ada, ben, rosa, clover):
    one, other = opened(ada, clover, points=3), opened(ben, clover, scale=2)
    outcomes = services.for_all(
        services.approve, [(one.pk, 1), (other.pk, 1), (0, 1)], user=rosa, reason="Fine."
    )
    assert [each.problem is None for each in outcomes] == [True, False, False]
    assert Card.objects.get(key="clover").points == 3
    with pytest.raises(BadValue):
        services.for_all(services.reject, [(1, 1)] * 51, user=rosa, reason="No.")


def test_a_newcomer_has_three_open_and_begins_ten_a_day(clover):
    nadia = person("Nadia")
    assert limits.is_newcomer(nadia)
    for points in (3, 4, 5):
        opened(nadia, clover, points=points)
    with pytest.raises(TooMany):
        opened(nadia, clover, points=6)
    for points in range(10, 16):
        services.propose(author=nadia, kind="edit", card=clover, contents={"points": points})
    with pytest.raises(TooMany) as refused:
        services.propose(author=nadia, kind="edit", card=clover, contents={"points": 20})
    assert 86_000 < refused.value.seconds <= 86_400


def test_nobody_writes_without_end(ben, ada, clover):
    proposal = opened(ada, clover, points=3)
    for number in range(limits.COMMENTS):
        services.comment(proposal_id=proposal.pk, user=ben, text="Well.", key=str(number))
    with pytest.raises(TooMany):
        services.comment(proposal_id=proposal.pk, user=ben, text="Well.", key="more")
    # The same once more is none.
    services.comment(proposal_id=proposal.pk, user=ben, text="Well.", key="0")


def test_an_account_is_new_for_three_days_and_until_something_was_accepted():
    ben = curator("Ben")
    assert not limits.is_newcomer(ben)
    User.objects.filter(pk=ben.pk).update(date_joined=timezone.now() - timedelta(days=2))
    ben.refresh_from_db()
    assert limits.is_newcomer(ben)
    assert limits.is_newcomer(curator("Carl", accepted=0))


def test_the_author_is_told_on_the_site_and_by_mail(ada, rosa, clover, post_office):  # noqa: F811
    ada.emailaddress_set.create(email="ada@example.org", primary=True, verified=True)
    proposal = opened(ada, clover, points=3)
    with post_office() as mails:
        services.ask_changes(proposal_id=proposal.pk, user=rosa, version=1, reason="Where is it from?")
    [mail] = mails
    assert mail.to == ["ada@example.org"]
    assert "Rosa asks for changes of “Clover”" in mail.subject
    assert "Where is it from?" in mail.body
    assert (notices.unread(ada), notices.unread(rosa)) == (1, 0)
    notices.send_mail(notice_id=Notice.objects.get(user=ada).pk)
    # The reviewer hears of the answer.
    services.submit(proposal_id=proposal.pk, author=ada, version=1)
    assert [notices.notice_text(each) for each in Notice.objects.filter(user=rosa)] == [
        "Ada has answered: “Clover” is open again"
    ]
    assert notices.mark_read(user=ada) == 1
    assert notices.unread(ada) == 0
    assert notices.user_of_stop_token(notices.stop_token(ada)) == ada
    assert notices.user_of_stop_token("x") is None
    notices.set_mails(user=ada, wanted=False)
    with post_office() as mails:
        services.approve(proposal_id=proposal.pk, user=rosa, version=1)
    assert mails == []
    assert notices.unread(ada) == 1


def test_duplicates_by_name_latin_name_and_identifier(ada, clover):
    CardFactory(key="trefoil", name="White Trefoil", latin_name="Trifolium repens", gbif="5358748")
    opened(ada)
    found = duplicates({"name": "Clovers", "latin_name": "Trifolium repans", "gbif": "5358748"})
    assert [(each.card.key, each.certain) for each in found] == [("trefoil", True), ("clover", False)]
    [proposed] = duplicates({"name": "Something", "latin_name": FERN["latin_name"]})
    assert proposed.proposal.name == FERN["name"]
    assert duplicates({"key": "clover", "name": "Clover", "latin_name": "Clover vulgaris"}) == []


def test_a_value_written_in_another_way_is_the_same_value(ben, clover):
    services.confirm_fact(user=ben, column="scale", value=float(clover.scale), agrees=True, card=clover)
    assert [fact.agree for fact in facts_of_card(clover) if fact.column == "scale"] == [1]
