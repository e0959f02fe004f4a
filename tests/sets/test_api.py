"""Sets by the API: making, filling and joining one with a token, and what a repeated or late request does."""

from django.test import Client
from django.urls import reverse

from cards.sets.models import Collection, SetCard
from phylo.accounts import tokens
from tests.curation.conftest import FERN
from tests.sets.conftest import Class

API = "/api/v1/collections/"


class Program:
    """Sends JSON with the token of an account, or without one."""

    def __init__(self, user=None) -> None:
        secret = {"authorization": f"Bearer {tokens.create_token(user=user, name='bot')}"} if user else {}
        self.client = Client(enforce_csrf_checks=user is not None, headers=secret)

    def __call__(self, method: str, path: str, body: dict | None = None, status: int = 200):
        answer = getattr(self.client, method)(API + path, body, content_type="application/json")
        assert answer.status_code == status, answer.content
        return answer.json() if answer.content else None


def test_a_program_makes_a_set_once_fills_it_publishes_it_and_deletes_it(pond: Class):
    owner, visitor = Program(pond.people["owner"]), Program()
    new = {"name": "Wadden Sea", "licence": "CC0-1.0", "key": "once"}
    made = [owner("post", "", new, 201) for _time in range(2)]
    assert made[0] == made[1]
    assert owner("post", "", new | {"name": "Moor"}, 422)["code"] == "key-reused"
    assert (made[0]["version"], made[0]["visibility"], made[0]["size"]) == (1, "private", 0)
    path = f"{made[0]['slug']}/"
    mine = owner("get", "?mine=true")["results"]
    assert [each["name"] for each in mine] == ["Wadden Sea", "Pond of class 5b"]
    assert Program(pond.people["editor"])("get", "?mine=true")["count"] == 1
    for card, place, keys in (
        ("clover", None, ["clover"]), ("nettle", 0, ["nettle", "clover"]),
        ("nettle", 0, ["nettle", "clover"]), ("nettle", None, ["nettle", "clover"]),
        ("nettle", 1, ["clover", "nettle"]), ("clover", 300, ["nettle", "clover"]),
    ):  # fmt: skip
        body = {"card": card} | ({} if place is None else {"place": place})
        assert owner("post", f"{path}cards/", body)["cards"] == keys
    for _time in range(2):
        owner("delete", f"{path}cards/clover/", status=204)
    visitor("get", path, status=404)
    shown = owner("patch", path, {"version": 1, "visibility": "public"})
    assert (shown["version"], shown["cards"], visitor("get", path)["cards"]) == (2, ["nettle"], ["nettle"])
    assert [each["slug"] for each in visitor("get", "")["results"]] == [made[0]["slug"]]
    # All of it is in place already, so nothing is stale.
    assert owner("patch", path, {"version": 1, "visibility": "public"})["version"] == 2
    owner("delete", path, status=204)
    owner("get", path, status=404)


def test_a_class_joins_and_its_cards_are_let_in(pond: Class):
    owner, path = Program(pond.people["owner"]), f"{pond.set.slug}/"
    link = owner("post", f"{path}links/", {"link": "members", "open": True})["members"]
    code = link.removesuffix("/").rpartition("/")[2]
    assert link.endswith(reverse("set-join", args=[code]))
    pupil, other = Program(), Program(pond.people["outsider"])
    pupil("post", "join/", {"code": "nonsense", "called": "Tim"}, 404)
    assert pupil("post", "join/", {"code": code}, 400)["field"] == "called"
    assert pupil("post", "join/", {"code": code, "called": "Tim"})["name"] == pond.set.name
    other("post", "join/", {"code": code})
    people = owner("get", f"{path}people/")["results"]
    assert [(each["name"], each["guest"], each["editor"]) for each in people][::4] == [
        ("Editor", False, True), ("Outsider", False, False),
    ]  # fmt: skip
    new = {"contents": FERN, "key": "one"}
    card = [pupil("post", f"{path}own/", new, 201) for _time in range(2)][1]
    own = f"{path}own/{card['id']}/"
    assert pupil("post", f"{path}own/", new | {"contents": FERN | {"points": 1}}, 422)["code"] == "key-reused"
    assert (SetCard.objects.count(), card["shown"], "Tim" in str(card)) == (1, False, False)
    other("get", own, status=404)
    assert owner("post", f"{own}shown/", {"shown": True})["shown"]
    assert other("get", own)["contents"]["points"] == card["contents"]["points"]
    changed = pupil("patch", own, {"version": 1, "contents": {"points": 9}})
    assert (changed["version"], changed["contents"]["points"], changed["shown"]) == (2, 9, False)
    assert changed["contents"]["latin_name"] == FERN["latin_name"]
    pupil("post", f"{own}propose/", status=403)
    assert owner("post", f"{own}propose/")["proposal"]
    owner("post", f"{path}leave/", status=400)
    pupil("post", f"{path}leave/", status=204)
    pupil("get", path, status=404)
    owner("post", f"{path}links/", {"link": "members", "open": False})
    pupil("post", "join/", {"code": code, "called": "Tim"}, 404)
    owner("delete", own, status=204)


def test_who_is_late_or_unknown_changes_nothing(pond: Class):
    owner, visitor, path = Program(pond.people["owner"]), Program(), f"{pond.set.slug}/"
    before = list(Collection.objects.values())
    assert visitor("post", "", {"name": "Mine"}, 401)["code"] == "token"
    for body in (
        {}, {"name": " "}, {"name": "x" * 81}, {"name": "Pond", "licence": "own-work"},
        {"name": "Pond", "owner": "Mia"}, {"name": "Pond", "key": "x" * 65},
    ):  # fmt: skip
        owner("post", "", body, 400)
    owner("patch", path, {"name": "Lake"}, 400)
    owner("post", f"{path}cards/", {"card": "no-such-card"}, 400)
    owner("post", f"{path}own/", {"contents": FERN | {"scale": 99}}, 400)
    owner("post", f"{path}own/", {"contents": {"kind": []}}, 400)
    owner("get", f"{path}own/{10**12}/", status=404)
    assert list(Collection.objects.values()) == before
