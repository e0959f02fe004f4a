"""The pages of curation: the table of roles, the queue and its bulk actions, conflicts, history, notices."""

import contextlib
import json
from datetime import timedelta

import pytest
from django.core import mail
from django.db import transaction
from django.test import Client
from django.utils import timezone

from cards.curation import services
from cards.curation.models import Curator, Notice, Proposal, ProposalState
from cards.curation.services.notices import stop_token
from cards.models import Card, CardRevision
from phylo.accounts.models import User
from phylo.moderation.models import Report
from tests.curation.conftest import approved, curator, opened, reported
from tests.curation.matrix import MATRIX
from tests.curation.test_roles import Scene, Undone
from tests.factories import CardFactory, core_set

pytestmark = pytest.mark.django_db
WHY = {"reason": "Because."}
VERSION = ("submit", "rebase", "ask for changes", "approve", "reject")
STEPS = {
    "submit": ("submit", {}),
    "withdraw": ("withdraw", {}),
    "rebase": ("rebase", {}),
    "comment": ("comment", {"text": "Well.", "key": "another"}),
    "vote": ("vote", {"vote": "for"}),
    "confirm a fact": ("fact", {"column": "scale", "value": "2", "agrees": "yes"}),
    "claim": ("claim", {}),
    "release": ("release", {}),
    "ask for changes": ("ask-changes", WHY),
    "approve": ("approve", {}),
    "reject": ("reject", WHY),
    "revert": ("revert", WHY),
    "hide": ("hide", {"hidden": "1", **WHY}),
    "hide a comment": ("hide-comment", {"hidden": "1", **WHY}),
}
"""Of a proposal's page: action -> step and form."""
READING = ("read", "read a draft", "read what is hidden")


def of(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def attempt(action: str, scene: Scene) -> tuple[int, str]:
    """The status of the answer, and where it leads to."""
    client, proposal = of(scene.actor), scene.proposal
    page = f"/proposals/{proposal.pk}/"
    if action in STEPS:
        step, form = STEPS[action]
        if action in VERSION:
            form = form | {"version": proposal.version}
        if "comment" in action and action != "comment":
            form = form | {"comment": scene.said.pk}
        answer = client.post(f"{page}{step}/do/", form)
    else:
        account = f"/curators/{scene.otto.username}/"
        answer = {
            "propose": lambda: client.post(
                f"/cards/{scene.card.key}/leave/", {"kind": "retire", "summary": "Twice.", "key": "k"}
            ),
            "edit": lambda: client.get(f"{page}edit/"),
            "confirm a card's fact": lambda: client.post(
                f"/cards/{scene.card.key}/facts/", {"column": "scale", "value": "2", "agrees": "yes"}
            ),
            "restore": lambda: client.post(f"/cards/{scene.card.key}/history/2/restore/", WHY),
            "report": lambda: client.post(f"/report/proposal/{proposal.pk}/", {"text": "Spam."}),
            "report a comment": lambda: client.post(f"/report/comment/{scene.said.pk}/", {"text": "Spam."}),
            "dismiss a report": lambda: client.post(
                "/moderation/", {"kind": "proposal", "key": proposal.pk, "do": "dismiss"}
            ),
            "block": lambda: client.post(f"{account}block/do/", WHY),
            "undo all": lambda: client.post(f"{account}undo/do/", WHY),
            "name a reviewer": lambda: client.post("/curators/", {"name": scene.otto.username}),
        }[action]()
    return answer.status_code, answer.headers.get("Location", "")


@pytest.mark.once
@pytest.mark.parametrize("action", [action for action in MATRIX if action not in READING])
def test_who_may_do_what(action):
    scene = Scene(action)
    for actor, allowed in MATRIX[action].items():
        with contextlib.suppress(Undone), transaction.atomic():
            scene.enter(actor)
            status, leads = attempt(action, scene)
            done = status in (200, 302) and "/sign-in/" not in leads
            assert done is allowed, (actor, status, leads)
            assert allowed or status in (302, 403, 404), actor
            raise Undone


@pytest.mark.once
@pytest.mark.parametrize("action", READING)
def test_who_may_read(action):
    scene = Scene(action)
    for actor, allowed in MATRIX[action].items():
        with contextlib.suppress(Undone), transaction.atomic():
            scene.enter(actor)
            answer = of(scene.actor).get(f"/proposals/{scene.proposal.pk}/")
            assert answer.status_code == (200 if allowed else 404), actor
            raise Undone


@pytest.mark.once
def test_buttons_stand_where_they_may_be_pressed(ada, ben, rosa, clover):
    proposal = opened(ada, clover, points=3)
    page = f"/proposals/{proposal.pk}/"
    steps = ("approve", "reject", "ask-changes", "claim", "vote", "withdraw", "hide")
    shown = {
        user: {step for step in steps if f"{page}{step}/do/" in of(user).get(page).content.decode()}
        for user in (None, ada, ben, rosa)
    }
    assert shown == {
        None: set(),
        ada: {"withdraw"},
        ben: {"vote"},
        rosa: {"approve", "reject", "ask-changes", "claim", "vote", "hide"},
    }


def test_a_conflict_shows_what_has_changed_and_keeps_what_was_typed(ada, rosa, clover):
    core_set()
    proposal = opened(ada, clover, points=3)
    services.edit_draft(proposal_id=proposal.pk, author=ada, version=1, contents={"points": 5})
    answer = of(rosa).post(f"/proposals/{proposal.pk}/reject/do/", {"version": 1, "reason": "Three is low."})
    text = answer.content.decode()
    assert answer.status_code == 409
    assert "edited since you read it" in text
    assert "Three is low." in text
    assert "<del>3</del>" in text
    assert 'name="version" value="2"' in text
    empty = of(rosa).post(f"/proposals/{proposal.pk}/reject/do/", {"version": 2})
    assert empty.status_code == 400
    assert "Please write something." in empty.content.decode()
    assert Proposal.objects.get().state == ProposalState.OPEN


def test_the_author_chooses_whose_value_stays_when_both_changed_one(ada, ben, rosa, clover):
    late = opened(ada, clover, points=3, scale=2)
    approved(opened(ben, clover, points=9), rosa)
    page = of(ada).get(f"/proposals/{late.pk}/").content.decode()
    assert 'name="theirs" value="points"' in page
    assert 'value="scale"' not in page
    done = of(ada).post(f"/proposals/{late.pk}/rebase/do/", {"version": 1, "theirs": "points"})
    late.refresh_from_db()
    assert done.status_code == 302
    assert late.state == ProposalState.OPEN
    assert (late.contents["points"], late.contents["scale"]) == (9, 2)


def test_the_queue_filters_and_counts(ada, ben, rosa, clover, django_assert_max_num_queries):
    new = curator("Nadia", accepted=0)
    first = opened(ben, clover, points=3)
    second = opened(new)
    third = opened(ada, CardFactory(key="moss", name="Moss"), kind="retire")
    Proposal.objects.filter(pk=first.pk).update(submitted_at=timezone.now() - timedelta(days=9))
    services.claim(proposal_id=third.pk, user=rosa)
    services.comment(proposal_id=second.pk, user=ada, text="Well.", key="k")
    client = of(rosa)

    def found(query: str = "") -> list[int]:
        rows = client.get(f"/proposals/{query}").context["rows"]
        return [row.proposal.pk for row in rows]

    with django_assert_max_num_queries(14):
        assert found() == [first.pk, second.pk, third.pk]
    assert found("?order=newest") == [third.pk, second.pk, first.pk]
    assert found("?newcomers=1") == [second.pk]
    assert found("?kind=retire") == found("?claims=mine") == [third.pk]
    assert found("?q=clov") == found("?card=clover") == [first.pk]
    assert found("?state=discussion") == [second.pk]
    assert found("?set=nothing") == []
    assert len(found(f"?set={clover.card_set_id}")) == 3
    assert found("?state=mine") == []
    counts = of(ada).get("/proposals/counts/").content.decode()
    assert counts.count("data-count") == 6
    assert ">3</span>" in counts
    assert client.get("/proposals/?page=x").status_code == 404
    assert client.get("/proposals/?q=%00&author=%00&set=%00&state=odd&kind=odd").status_code == 200
    assert client.get("/curators/%00/").status_code == 404


def test_what_became_of_each_of_many_is_told(ada, ben, rosa, clover):
    good, own = opened(ada, clover, points=3), opened(rosa, CardFactory(key="moss", name="Moss"), points=7)
    late = opened(ben, clover, points=9)
    picks = [f"{each.pk}:1" for each in (good, own, late)]
    client = of(rosa)
    answer = client.post("/proposals/", {"pick": picks, "do": "approve", "reason": "Fine."})
    text = answer.content.decode()
    assert answer.status_code == 200
    assert "2 were not changed" in text
    assert "Nobody decides on a proposal of their own." in text
    assert ">Fine.</textarea>" in text
    states = dict(Proposal.objects.values_list("pk", "state"))
    assert [states[each.pk] for each in (good, own, late)] == ["published", "open", "stale"]
    assert client.post("/proposals/", {"do": "approve"}).status_code == 400
    silent = client.post("/proposals/", {"pick": picks, "do": "reject"})
    assert silent.status_code == 400
    assert "Say why" in silent.content.decode()
    many = [f"{number}:1" for number in range(1, 60)]
    assert "At most 50" in client.post("/proposals/", {"pick": many, "do": "approve"}).content.decode()
    assert of(ben).post("/proposals/", {"pick": picks[1:2], "do": "reject", "reason": "x"}).status_code == 403


def test_history_with_two_hundred_revisions_asks_little(ada, rosa, clover, django_assert_max_num_queries):
    approved(opened(ada, clover, points=3), rosa)
    revision = Card.objects.get().revisions.get(number=2)
    more = [
        CardRevision(
            card=clover,
            number=number,
            contents=revision.contents | {"points": number % 9},
            origin="file",
        )
        for number in range(3, 201)
    ]
    CardRevision.objects.bulk_create(more)
    Card.objects.update(revision=200)
    client = of(rosa)
    with django_assert_max_num_queries(12):
        text = client.get("/cards/clover/history/?from=1&to=5").content.decode()
    assert "Revision 200" in text
    assert "Page 1 of 4" in text
    assert "From revision 1 to 5" in text
    assert "restore/" not in of(ada).get("/cards/clover/history/").content.decode()
    assert client.post("/cards/clover/history/1/restore/").status_code == 400
    assert client.post("/cards/clover/history/900/restore/", WHY).status_code == 404
    assert client.post("/cards/clover/history/1/restore/", WHY).status_code == 302
    assert Card.objects.get().revision == 201
    assert client.get("/cards/clover/history/?from=1&to=900").status_code == 404


def test_what_was_merged_leads_on_and_keeps_its_history(ada, rosa, clover):
    CardFactory(key="trefoil", name="Trefoil")
    core_set()
    form = {"kind": "merge", "into": "trefoil", "summary": "The same plant.", "key": "once"}
    for _twice in range(2):
        leads = of(ada).post("/cards/clover/leave/", form)
    proposal = Proposal.objects.get()
    assert leads.headers["Location"] == f"/proposals/{proposal.pk}/"
    assert "will always lead to" in of(rosa).get(f"/proposals/{proposal.pk}/").content.decode()
    approved(proposal, rosa)
    assert of(None).get("/cards/clover/").headers["Location"] == "/cards/trefoil/"
    history = of(None).get("/cards/clover/history/").content.decode()
    assert "It was merged into" in history
    assert "/cards/trefoil/" in history
    nowhere = of(ada).post("/cards/trefoil/leave/", form | {"into": "nobody", "key": "two"})
    assert nowhere.status_code == 400
    assert "The same plant." in nowhere.content.decode()


def test_the_author_is_told_on_the_site_and_stops_the_mails(ada, rosa, clover):
    proposal = opened(ada, clover, points=3)
    services.reject(proposal_id=proposal.pk, user=rosa, version=1, reason="Three is low.")
    client = of(ada)
    page = client.get("/notices/").content.decode()
    assert "head-bell" in page
    assert "was rejected" in page
    assert "Three is low." in page
    client.get(f"/proposals/{proposal.pk}/")
    assert "head-bell" not in client.get("/notices/").content.decode()
    Notice.objects.update(read_at=None)
    assert client.post("/notices/read/").status_code == 302
    assert not Notice.objects.filter(read_at=None).exists()
    stop = f"/proposals/mails/stop/{stop_token(ada)}/"
    assert of(None).get(stop).status_code == 200
    assert Curator.objects.get(user=ada).mails
    assert of(None).post(stop).status_code == 200
    assert not Curator.objects.get(user=ada).mails
    client.post("/notices/mails/", {"mails": "1"})
    assert Curator.objects.get(user=ada).mails
    assert of(None).get("/proposals/mails/stop/forged/").status_code == 404
    assert of(None).get("/notices/").status_code == 302
    assert not mail.outbox


def test_facts_are_doubted_with_a_reason(ada, ben, clover):
    proposal = opened(ada, clover, scale=2)
    path, form = (
        f"/proposals/{proposal.pk}/fact/do/",
        {"column": "scale", "value": json.dumps(2), "agrees": "no"},
    )
    refused = of(ben).post(path, form)
    assert refused.status_code == 400
    assert of(ben).post(path, form | {"doubt": "It is larger."}).status_code == 302
    page = of(ada).get(f"/proposals/{proposal.pk}/").content.decode()
    assert "Contested" in page
    assert "Ben: It is larger." in page
    assert of(ben).post(path, form | {"value": "{", "doubt": "x"}).status_code == 400


def test_reports_are_settled_and_an_account_is_undone_after_a_preview(ada, ben, rosa, adele, clover):
    proposal = opened(ben, clover, points=3)
    said = services.comment(proposal_id=proposal.pk, user=ben, text="Buy now.", key="k")
    reported(ada, comment=said.pk, text="An advertisement.")
    reviewer = of(rosa)
    page = reviewer.get("/moderation/").content.decode()
    assert "An advertisement." in page
    assert "Buy now." in page
    form = {"kind": "comment", "key": said.pk, "do": "hide"}
    assert reviewer.post("/moderation/", form).status_code == 400
    reviewer.post("/moderation/", form | WHY)
    report = Report.objects.get()
    assert report.outcome == Report.Outcome.UPHELD
    assert "Buy now." not in of(ada).get(f"/proposals/{proposal.pk}/").content.decode()

    assert "Take it all back" not in reviewer.get("/curators/Ben/").content.decode()
    administrator = of(adele)
    page = administrator.get("/curators/Ben/").content.decode()
    assert "1 undecided proposal, to be rejected" in page
    assert "0 comments, to be hidden" in page
    done = administrator.post("/curators/Ben/undo/do/", WHY, follow=True).content.decode()
    assert "1 proposal rejected" in done
    administrator.post("/curators/", {"name": "ada"})
    page = administrator.get("/moderation/log/").content.decode()
    assert Curator.objects.get(user=ada).reviewer
    assert "Adele made Ada a reviewer" in page
    assert administrator.post("/curators/", {"name": "nobody"}).status_code == 400
