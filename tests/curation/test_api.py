"""Revisions and proposals by the API: the table of roles, errors, and the way of a whole proposal."""

import contextlib

import pytest
from django.db import transaction
from django.test import Client

from cards.curation.models import Proposal
from cards.models import Card
from phylo.accounts import tokens
from tests.curation.conftest import FERN, approved, opened
from tests.curation.matrix import MATRIX
from tests.curation.test_roles import Scene, Undone

pytestmark = pytest.mark.django_db
API = "/api/v1"
STEPS = {
    "edit": ("patch", "", {"contents": {"points": 9}}),
    "submit": ("post", "submit/", {}),
    "rebase": ("post", "rebase/", {}),
    "withdraw": ("post", "withdraw/", None),
    "comment": ("post", "comments/", {"text": "Well.", "key": "another"}),
    "vote": ("post", "vote/", {"supports": True}),
    "confirm a fact": ("post", "facts/", {"column": "scale", "value": 2, "agrees": True}),
    "ask for changes": ("post", "decision/", {"do": "ask-changes", "reason": "Because."}),
    "approve": ("post", "decision/", {"do": "approve"}),
    "reject": ("post", "decision/", {"do": "reject", "reason": "Because."}),
    "revert": ("post", "decision/", {"do": "revert", "reason": "Because."}),
}
VERSION = ("edit", "submit", "rebase", "ask for changes", "approve", "reject")


def of(user) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def send(client, method, path, body=None):
    return getattr(client, method)(API + path, body or {}, content_type="application/json")


@pytest.mark.once
@pytest.mark.parametrize("action", STEPS)
def test_who_may_do_what(action):
    scene = Scene(action)
    method, path, body = STEPS[action]
    for actor, allowed in MATRIX[action].items():
        with contextlib.suppress(Undone), transaction.atomic():
            scene.enter(actor)
            version = {"version": scene.proposal.version} if action in VERSION else {}
            answer = send(
                of(scene.actor), method, f"/proposals/{scene.proposal.pk}/{path}", (body or {}) | version
            )
            refused = {"visitor": (401, 404)}.get(actor, (403, 404))
            done = 201 if action == "comment" else 200
            assert answer.status_code == done if allowed else answer.status_code in refused, actor
            raise Undone


@pytest.mark.once
@pytest.mark.parametrize("action", ["read", "read a draft", "read what is hidden"])
def test_who_may_read(action):
    scene = Scene(action)
    for actor, allowed in MATRIX[action].items():
        with contextlib.suppress(Undone), transaction.atomic():
            scene.enter(actor)
            path = f"{API}/proposals/{scene.proposal.pk}/"
            for each in (path, f"{path}comments/", f"{path}decisions/"):
                assert of(scene.actor).get(each).status_code == (200 if allowed else 404), (actor, each)
            raise Undone


def test_a_proposal_goes_its_way_with_a_token(ada, rosa, clover):
    secret = {"authorization": f"Bearer {tokens.create_token(user=ada, name='bot')}"}
    new = {"kind": "new", "contents": FERN, "summary": "Seen.", "key": "first", "submit": True}
    program = Client(enforce_csrf_checks=True)
    made = program.post(f"{API}/proposals/", new, content_type="application/json", headers=secret)
    assert made.status_code == 201
    assert (made.json()["state"], made.headers["Location"]) == ("open", made.json()["api"])
    again = program.post(f"{API}/proposals/", new, content_type="application/json", headers=secret)
    assert again.json()["id"] == made.json()["id"]
    assert Proposal.objects.count() == 1
    assert {"withdraw", "edit"} <= set(made.json()["may"])
    path = f"/proposals/{made.json()['id']}/"
    told = of(rosa).get(API + path).json()
    assert {"approve", "reject", "ask-changes"} == set(told["may"])
    done = send(of(rosa), "post", f"{path}decision/", {"do": "approve", "version": told["version"]}).json()
    assert done["state"] == "published"
    key = done["card"]
    [revision] = Client().get(f"{API}/cards/{key}/revisions/").json()["results"]
    assert (revision["number"], revision["origin"], revision["author"]) == (1, "proposal", "Ada")
    assert revision["proposal"].endswith(path)
    assert Client().get(f"{API}/cards/{key}/").json()["name"] == FERN["name"]
    events = [each["event"] for each in Client().get(f"{API}{path}decisions/").json()["results"]]
    assert events == ["submit", "approve", "publish"]


def test_a_comment_is_answered_with_itself_and_said_once(ada, ben, clover):
    proposal = opened(ada, clover, points=3)
    path = f"/proposals/{proposal.pk}/comments/"
    first, again = (send(of(ben), "post", path, {"text": "Well.", "key": "one"}) for _time in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert (first.json()["by"], first.json()["text"]) == ("Ben", "Well.")
    assert of(ben).get(API + path).json() == {"count": 1, "results": [first.json()]}
    assert again.json() == first.json()


def test_lists_have_filters_and_pages(ada, ben, rosa, clover):
    first = opened(ada, clover, points=3)
    second = opened(ben, clover, points=4)
    approved(opened(ada), rosa)

    def ids(client, asked):
        return [each["id"] for each in client.get(f"{API}/proposals/{asked}").json()["results"]]

    assert ids(Client(), "") == [second.pk, first.pk]
    assert ids(Client(), "?author=Ben") == [second.pk]
    assert ids(of(ada), "?mine=true") == [first.pk]
    assert ids(Client(), "?mine=true") == []
    assert ids(Client(), "?card=clover&kind=merge") == []
    page = Client().get(f"{API}/proposals/?size=1").json()
    assert (page["count"], [each["id"] for each in page["results"]]) == (2, [second.pk])
    assert [each["id"] for each in Client().get(page["next"]).json()["results"]] == [first.pk]
    assert Client().get(f"{API}/proposals/?cursor=x").status_code == 400


def test_revisions_tell_what_changed(ada, rosa, clover):
    approved(opened(ada, clover, points=3), rosa)
    approved(opened(ada, Card.objects.get(), points=4), rosa)
    page = Client().get(f"{API}/cards/clover/revisions/?size=2").json()
    assert [each["number"] for each in page["results"]] == [3, 2] or page["count"] == 2
    newest = page["results"][0]
    assert [(each["column"], each["before"], each["after"]) for each in newest["changes"]] == [
        ("points", 3, 4)
    ]
    assert Client().get(newest["api"]).json() == newest
    assert Client().get(f"{API}/cards/clover/revisions/99/").status_code == 404


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("", {"kind": "new", "contents": []}, 400, None),
        ("", {"kind": "dance"}, 400, "malformed"),
        ("", {"kind": "edit", "card": "no-such-card"}, 400, None),
        ("", {"kind": "retire"}, 400, "bad-contents"),
        ("", {"kind": "retire", "card": "clover", "on_top_of": 10**12}, 400, None),
        ("", {"kind": "retire", "card": "clover", "surprise": 1}, 400, None),
        ("{open}decision/", {"do": "dance"}, 400, None),
        ("{open}decision/", {"do": "reject", "version": 1}, 400, None),
        ("{open}decision/", {"do": "approve"}, 400, None),
        ("{open}decision/", {"do": "approve", "version": 7}, 409, "stale"),
        ("{open}decision/", {"do": "revert", "reason": "No."}, 409, "not-now"),
        ("{open}comments/", {"text": "x" * 3000, "key": "k"}, 400, "malformed"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(ada, rosa, clover, path, body, status, code):
    proposal = opened(ada, clover, points=3)
    before = list(Proposal.objects.values())
    path = path.format(open=f"{proposal.pk}/")
    answer = send(of(rosa), "post", f"/proposals/{path}", body)
    assert (answer.status_code, answer.headers["Content-Type"]) == (status, "application/problem+json")
    assert code in (None, answer.json()["code"])
    assert list(Proposal.objects.values()) == before


def test_a_stale_proposal_names_the_columns_that_others_have_changed_too(ada, ben, rosa, clover):
    mine = opened(ada, clover, points=4, scale=6)
    approved(opened(ben, clover, points=5, phylum="Mosses"), rosa)
    path = f"/proposals/{mine.pk}/"
    told = of(ada).get(API + path).json()
    assert (told["state"], told["conflicts"]) == ("stale", [{"column": "points", "yours": 4, "theirs": 5}])
    body = {"version": told["version"], "theirs": ["points"]}
    again = send(of(ada), "post", f"{path}rebase/", body).json()
    assert (again["state"], again["conflicts"]) == ("open", [])
    assert [each["column"] for each in again["changes"]] == ["scale"]
    assert send(of(ada), "post", f"{path}rebase/", body | {"theirs": ["x"]}).json()["field"] == "theirs"
