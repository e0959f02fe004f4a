"""Programs and their owners: pages, permissions, tokens, and what goes with an account."""

import json
import re

import pytest
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.ladder.models import Program
from games.ladder.services import pairing, programs
from games.matches.models import Match, Player
from games.matches.services.errors import NotAllowed
from phylo.accounts.models import User
from phylo.accounts.names import refuse_reserved
from phylo.accounts.services import NameTaken, delete_account
from tests.members import proven, sign_in, signed_in

WOLF = {"name": "Wolf", "about": "Hunts in packs.", "source": "", "plays": ["phylo-1.4a", "ecosystem"]}
WRONG = [
    {"name": "Ada"},
    {"name": "a b"},
    {"name": "program"},
    {"about": ""},
    {"plays": []},
    {"plays": ["chess"]},
]
SECRET = re.compile(r'value="(phylo_[^"]+)"')


@pytest.fixture
def owner(ada) -> Client:
    return proven(signed_in(ada))


@pytest.fixture
def wolf(make, ada) -> Program:
    return make("Wolf", ada)


def text_of(answer: HttpResponse) -> str:
    return answer.content.decode()


def made_by(client: Client, **more) -> HttpResponse:
    return client.post(reverse("ladder-program-new"), WOLF | more)


def asked(secret: str, path: str, body: object = None):
    headers = {"Authorization": f"Bearer {secret}"}
    client = Client(headers=headers)
    if body is None:
        return client.get(f"/api/v1/{path}")
    return client.post(f"/api/v1/{path}", json.dumps(body), content_type="application/json")


def test_one_is_made_and_its_token_shown_once(owner, ada, post_office):
    ada.email = "ada@example.org"
    ada.save()
    ada.emailaddress_set.create(email=ada.email, primary=True, verified=True)
    with post_office() as mails:
        answer = made_by(owner)
    assert answer.status_code == 201
    assert "new token" in mails[0].body
    [secret] = SECRET.findall(text_of(answer))
    program = Program.objects.get()
    user = program.player.user
    assert (program.name, program.owner, program.plays) == ("Wolf (program)", ada, WOLF["plays"])
    assert (user.program, user.has_usable_password()) == (True, False)
    token = user.api_tokens.get()
    assert (token.may_play, token.may_edit) == (True, False)
    assert asked(secret, "matches/").status_code == 200
    assert asked(secret, "decks/", {"name": "Wood"}).status_code == 403
    for address in ("ladder-program", "ladder-program-edit"):
        assert secret not in text_of(owner.get(reverse(address, args=["Wolf"])))


def test_a_new_token_ends_the_old_one(owner):
    [old] = SECRET.findall(text_of(made_by(owner)))
    [new] = SECRET.findall(text_of(owner.post(reverse("ladder-program-token", args=["Wolf"]))))
    assert asked(old, "matches/").status_code == 401
    assert asked(new, "matches/").status_code == 200


def test_nobody_signs_in_to_it(owner):
    made_by(owner)
    visitor = Client()
    sign_in(visitor, "Wolf", "")
    sign_in(visitor, "Wolf")
    assert "_auth_user_id" not in visitor.session


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_what_is_wrong_is_said(owner, wrong):
    answer = made_by(owner, **wrong)
    assert answer.status_code == 400
    assert 'class="errorlist"' in text_of(answer)
    assert not Program.objects.exists()


def test_there_are_so_many_of_one_owner(make, ada, monkeypatch):
    monkeypatch.setattr(programs, "MOST_PROGRAMS", 2)
    first = make("One", ada)
    make("Two", ada)
    with pytest.raises(NotAllowed):
        make("Three", ada)
    programs.delete(program=first)
    make("Three", ada)
    with pytest.raises(NameTaken):
        make("two")
    monkeypatch.setattr(programs, "MOST_MADE", 0)
    with pytest.raises(NotAllowed):
        make("Four")


def test_a_program_owns_none(make, wolf):
    with pytest.raises(NotAllowed):
        make("Cub", wolf.player.user)


def test_nobody_takes_its_name_or_mark(wolf):
    assert User.objects.called("wolf").exists()
    for name in ("Ada (program)", "program"):
        with pytest.raises(ValidationError):
            refuse_reserved(name)


OWN = ["edit", "pause", "token", "delete"]


@pytest.mark.parametrize("step", OWN)
def test_only_its_owner_changes_it(wolf, ben, step):
    address = reverse(f"ladder-program-{step}", args=["Wolf"])
    member, visitor = proven(signed_in(ben)), Client()
    assert member.post(address, WOLF).status_code == 404
    assert visitor.post(address, WOLF).status_code == 302
    token = programs.new_token(program=wolf)
    own = Client(headers={"Authorization": f"Bearer {token}"})
    assert own.post(address, WOLF).status_code in (403, 404)
    wolf.refresh_from_db()
    assert (wolf.paused, wolf.about, wolf.player.user.api_tokens.count()) == (False, "Wolf plays.", 1)
    assert reverse("ladder-program-pause", args=["Wolf"]) not in text_of(member.get(wolf.get_absolute_url()))


def test_its_owner_renames_pauses_and_deletes_it(owner, wolf, make):
    assert (
        owner.post(reverse("ladder-program-edit", args=["Wolf"]), WOLF | {"name": "Coyote"}).status_code
        == 302
    )
    page = reverse("ladder-program", args=["Coyote"])
    assert "Hunts in packs." in text_of(owner.get(page))
    owner.post(reverse("ladder-program-pause", args=["Coyote"]))
    wolf.refresh_from_db()
    assert (wolf.paused, wolf.paused_because) == (True, "owner")
    assert "its owner wanted it" in text_of(owner.get(page))
    owner.post(reverse("ladder-program-pause", args=["Coyote"]), {"go_on": "yes"})
    lynx = make("Lynx")
    assert pairing.pair() == 1
    assert "Delete this program?" in text_of(owner.get(reverse("ladder-program-delete", args=["Coyote"])))
    owner.post(reverse("ladder-program-delete", args=["Coyote"]))
    assert owner.get(page).status_code == 404
    wolf.refresh_from_db()
    assert (wolf.former, wolf.owner, wolf.about, wolf.playing) == (True, None, "", None)
    match = Match.objects.get()
    assert match.finished
    lynx.refresh_from_db()
    assert lynx.playing is None
    assert "Former player" in text_of(owner.get(lynx.get_absolute_url()))


def test_programs_go_with_their_owner(make, ada, wolf):
    make("Lynx")
    pairing.pair()
    data = signed_in(ada).get(reverse("account-data")).json()["programs"]
    assert [(each["name"], each["about"], each["plays"]) for each in data] == [
        ("Wolf", "Wolf plays.", ["phylo-1.4a"])
    ]
    delete_account(user=ada)
    assert not User.objects.filter(username="Wolf").exists()
    assert Match.objects.get().finished
    assert Program.objects.standing().count() == 1
    assert Client().get(reverse("ladder")).status_code == 200


def test_the_programs_of_a_suspended_owner_do_not_act(make, ada, wolf):
    lynx = make("Lynx")
    pairing.pair()
    User.objects.filter(pk=ada.pk).update(suspended_from=timezone.now())
    match = Match.objects.get()
    refused = {}
    for program in (wolf, lynx):
        secret = programs.new_token(program=program)
        order = {"action": {"do": "pass"}, "version": match.version, "key": "one"}
        refused[program] = asked(secret, f"matches/{match.pk}/actions/", order)
    assert refused[wolf].status_code == 422
    assert "suspended" in refused[wolf].json()["detail"]
    assert "suspended" not in text_of(refused[lynx])


def test_illegal_actions_again_and_again_pause_it(make, wolf, monkeypatch):
    monkeypatch.setattr(programs, "MOST_REFUSED", 3)
    lynx = make("Lynx")
    pairing.pair()
    match = Match.objects.get()
    secrets = {each: programs.new_token(program=each) for each in (wolf, lynx)}
    order = {
        "action": {"do": "play", "card": "no-such", "at": [9, 9]},
        "version": match.version,
        "key": "one",
    }
    for _time in range(3):
        assert asked(secrets[wolf], f"matches/{match.pk}/actions/", order).status_code in (400, 422)
    wolf.refresh_from_db()
    lynx.refresh_from_db()
    assert (wolf.paused, wolf.paused_because, wolf.refused) == (True, "illegal", 3)
    assert (lynx.paused, lynx.refused) == (False, 0)
    programs.go_on(program=wolf)
    wolf.refresh_from_db()
    assert (wolf.paused, wolf.refused) == (False, 0)


def test_it_is_named_as_a_program_everywhere(make, wolf, client):
    lynx = make("Lynx")
    pairing.pair()
    match = Match.objects.get()
    for address in (
        reverse("match", args=[match.pk]),
        reverse("watch"),
        reverse("person", args=["Wolf"]),
        reverse("ladder-program", args=["Lynx"]),
        f"/api/v1/matches/{match.pk}/",
        "/api/v1/ladder/games/",
    ):
        assert "(program)" in text_of(client.get(address)), address
    assert lynx.get_absolute_url() in text_of(client.get(reverse("person", args=["Lynx"])))
    assert Player.objects.get(program=wolf).public_name == "Wolf (program)"
