"""The account's own page, for its owner and for everybody else."""

import json
from urllib.parse import quote_plus

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import strip_tags

from games.matches.models import Match, Player
from games.matches.services.chat import say
from games.matches.services.play import play
from games.matches.services.players import resign
from games.matches.services.records import differences
from phylo.accounts import services
from phylo.accounts.account_data import account_data
from phylo.accounts.models import TakenName, User
from phylo.moderation import services as moderation
from phylo.moderation.content import Person
from tests.factories import deal, shown_of_seed
from tests.markup import tight
from tests.matches.test_races import race
from tests.members import PASSWORD, guest, person, proven, sign_in, sign_up, signed_in, who

NEW = "a pod of belugas"
PAGES = ["account", "account-data", "account-delete"]
FORMS = ["account-name", "account_email", "account_change_password", "account-delete", "usersessions_list"]


@pytest.mark.parametrize("name", PAGES)
def test_pages_ask_strangers_to_sign_in(db, name):
    response = Client().get(reverse(name))
    assert (response.status_code, response["Location"]) == (302, f"/sign-in/?next={reverse(name)}")


@pytest.mark.parametrize("name", FORMS)
def test_forms_ask_strangers_to_sign_in(ada, name):
    fields = {"username": "Eve", "password": PASSWORD, "password1": NEW, "password2": NEW}
    assert Client().post(reverse(name), fields)["Location"].startswith("/sign-in/")
    assert guest()[1].post(reverse(name), fields)["Location"].startswith("/sign-in/")
    ada.refresh_from_db()
    assert (ada.username, ada.check_password(PASSWORD)) == ("Ada", True)


def test_names_change(ada, ada_client):
    response = ada_client.post(reverse("account-name"), {"username": "ada_l", "display_name": " Ada  Löwe "})
    assert response["Location"] == reverse("account")
    ada.refresh_from_db()
    assert (ada.username, ada.public_name) == ("ada_l", "Ada  Löwe")
    assert ada_client.get("/people/Ada/").status_code == 404


def test_the_case_of_the_own_name_may_change(ada, ada_client):
    ada_client.post(reverse("account-name"), {"username": "ADA", "display_name": "ada"})
    ada.refresh_from_db()
    assert (ada.username, ada.public_name) == ("ADA", "ada")


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"username": "ben"}, "This name is taken."),
        ({"username": ""}, "This field is required."),
        ({"username": "carla"}, "This name is taken."),
        ({"display_name": "BEN"}, "Another person has this name."),
        ({"display_name": "Ｃａｒｌａ"}, "Another person has this name."),
        ({"display_name": "ＰＨＹＬＯ"}, "kept for the site"),
        ({"display_name": "Former Player"}, "kept for the site"),
        ({"display_name": "com puter‮"}, "A name has letters"),
        ({"display_name": "x" * 41}, "at most 40"),
    ],
)
def test_bad_names_change_nothing(ada, ben, ada_client, fields, words):
    services.rename(user=ben, username="Ben", display_name="Carla")
    form = {"username": "Ada", "display_name": "New"} | fields
    response = ada_client.post(reverse("account-name"), form)
    page = response.content.decode()
    assert response.status_code == 400
    assert words in page
    # The head shows who one is, not what was refused.
    assert "Your account:</span>Ada</span>" in tight(page)
    ada.refresh_from_db()
    assert (ada.username, ada.display_name) == ("Ada", "")


def test_of_those_who_want_to_be_shown_by_a_name_at_once_one_is(transactional_db):
    people = [person(name) for name in ("Ann", "Bea", "Cam")]
    shown = ("Carla Löwe", "carla  LÖWE", "Carla Löwe")
    results = race(
        *(
            lambda user=user, name=name: services.rename(user=user, username=user.username, display_name=name)
            for user, name in zip(people, shown, strict=True)
        )
    )
    refused = [result for result in results if isinstance(result, services.NameTaken)]
    assert [error.field for error in refused] == ["display_name"] * 2, results
    assert User.objects.exclude(display_name="").count() == 1


def test_names_that_are_given_up_are_free_again(ada, ben):
    services.rename(user=ada, username="Ada", display_name="Carla")
    services.rename(user=ada, username="Ada", display_name="ADA")
    services.rename(user=ben, username="carla", display_name="")
    assert {each.key for each in TakenName.objects.all()} == {"ada", "carla"}
    ben.delete()
    assert sign_up(Client(), "Carla").status_code == 302


def test_a_new_password_ends_the_other_sessions(ada, ada_client):
    elsewhere = signed_in(ada)
    form = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    assert ada_client.post(reverse("account_change_password"), form)["Location"] == reverse("account")
    assert ada_client.get(reverse("account")).status_code == 200
    assert elsewhere.get(reverse("account")).status_code == 302
    ada.refresh_from_db()
    assert ada.check_password(NEW)


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("account_change_password", {"oldpassword": "wrong", "password1": NEW, "password2": NEW}),
        ("account_change_password", {"oldpassword": "", "password1": NEW, "password2": NEW}),
        ("account_change_password", {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW + "s"}),
        ("account_change_password", {"oldpassword": PASSWORD, "password1": "ada", "password2": "ada"}),
        ("account_email", {"action_add": "", "email": "nowhere"}),
        ("account_reauthenticate", {"password": "wrong"}),
    ],
)
def test_wrong_or_missing_passwords_change_nothing(ada, ada_client, name, fields):
    assert ada_client.post(reverse(name), fields).status_code == 400
    ada.refresh_from_db()
    assert (ada.email, ada.check_password(PASSWORD), who(ada_client)) == ("ada@example.org", True, "Ada")


@pytest.mark.parametrize("name", ["account-delete", "account-tokens", "account_email"])
def test_without_the_password_once_more_nothing_important_changes(ada, ada_client, name):
    other = person("Ben")
    other.set_password("another whale song")
    other.save()
    form = {"action_add": "", "email": "new@example.org", "name": "bot"}
    asked = ada_client.post(reverse(name), form)
    assert asked["Location"] == f"{reverse('account_reauthenticate')}?next={quote_plus(reverse(name))}"
    for wrong in ("wrong", "another whale song"):
        assert ada_client.post(asked["Location"], {"password": wrong}).status_code == 400
    assert (User.objects.count(), ada.api_tokens.count(), ada.emailaddress_set.count()) == (2, 0, 1)


def test_a_large_form_does_not_wait_in_the_session(ada_client):
    address = reverse("account-tokens")
    asked = ada_client.post(address, {"name": "x" * 1_000_000, "days": "30"})
    assert asked["Location"] == f"{reverse('account_reauthenticate')}?next={quote_plus(address)}"
    assert "account_reauthentication_state" not in ada_client.session
    assert ada_client.post(asked["Location"], {"password": PASSWORD})["Location"] == address


def test_my_data(ada, ada_client):
    mine, other = Player.objects.create(user=ada), Player.objects.create()
    running, over = deal(mine), deal(other, opponent=mine)
    resign(match_id=over.pk, seat=0, key="r")
    deal(other)
    response = ada_client.get(reverse("account-data"))
    assert response["Content-Disposition"] == 'attachment; filename="phylo-Ada.json"'
    data = response.json()
    assert set(data) >= {"account", "matches"}
    assert (data["account"]["emails"], data["account"]["page"]) == (
        [{"email": ada.email, "verified": True}],
        "http://testserver/people/Ada/",
    )
    assert [match["match"] for match in data["matches"]] == [str(over.pk), str(running.pk)]
    newest, oldest = data["matches"]
    assert (newest["status"], newest["winner"], newest["opponent"], newest["seat"]) == (
        "finished",
        "1",
        "Guest",
        1,
    )
    assert ada_client.get(newest["record"]).json()["format"] == "phylo-record/1"
    assert (oldest["record"], oldest["opponent"]) == (None, "bot greedy")
    # What the match keeps back until its end, the file does too.
    assert shown_of_seed(running, response) == []


def test_my_data_without_matches(ada_client):
    assert ada_client.get(reverse("account-data")).json()["matches"] == []


def test_however_many_matches_there_are_my_data_asks_as_often(ada, ada_client):
    mine, counts = Player.objects.create(user=ada), []
    for more in (2, 4):
        for _match in range(more):
            deal(mine)
        with CaptureQueriesContext(connection) as asked:
            told = ada_client.get(reverse("account-data")).json()
        assert len(told["matches"]) == Match.objects.count()
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_deleting_keeps_finished_matches_without_the_name(ada, ben, ada_client):
    mine, bens = Player.objects.create(user=ada, name="Ada"), Player.objects.create(user=ben)
    over, running, against_bot = deal(mine, opponent=bens), deal(bens, opponent=mine), deal(mine)
    resign(match_id=over.pk, seat=1, key="r")
    moves = over.moves.count()
    response = proven(ada_client).post(reverse("account-delete"))
    assert (response["Location"], who(ada_client)) == ("/", None)
    assert "Your account is deleted." in ada_client.get("/").content.decode()
    assert list(User.objects.all()) == [ben]
    mine.refresh_from_db()
    assert (mine.user, mine.name, mine.public_name) == (None, "", "Former player")
    for match, winner in ((over, "0"), (running, "0"), (against_bot, "1")):
        match.refresh_from_db()
        assert (match.status, match.winner, differences(match)) == ("finished", winner, [])
    assert over.moves.count() == moves
    # Her opponent still has both, and her name is nowhere.
    page = strip_tags(signed_in(ben).get("/people/Ben/").content.decode())
    assert page.count("Former player") == 2
    assert "Ada" not in page
    assert ada_client.get(reverse("match", args=[over.pk])).status_code == 404
    assert ada_client.get("/people/Ada/").status_code == 404
    assert sign_in(Client(), "Ada").status_code == 400


def test_the_name_is_free_again(ada, ada_client):
    proven(ada_client).post(reverse("account-delete"))
    again = person("Ada")
    assert Player.objects.filter(user=again).count() == 0


def test_deleting_ends_every_session(ada, ada_client):
    elsewhere = signed_in(ada)
    proven(ada_client).post(reverse("account-delete"))
    assert elsewhere.get(reverse("account")).status_code == 302
    assert elsewhere.get("/").status_code == 200


def test_what_fails_while_deleting_deletes_nothing(ada, ada_client, monkeypatch):
    """All or nothing: here an app that comes later in the order refuses."""
    mine = Player.objects.create(user=ada)
    match = deal(mine)
    owners = [*account_data(), Refusing()]
    monkeypatch.setattr("phylo.accounts.services.account_data", lambda: owners)
    with pytest.raises(RuntimeError):
        proven(ada_client).post(reverse("account-delete"))
    mine.refresh_from_db()
    match.refresh_from_db()
    assert (mine.user, match.status, match.version) == (ada, Match.Status.PLAYING, 0)


class Refusing:
    def release(self, *, user):
        raise RuntimeError("not now")


def test_resigning_twice_is_resigning_once(ada):
    match = deal(Player.objects.create(user=ada))
    for _again in range(2):
        resign(match_id=match.pk, seat=0, key="gone")
    resign(match_id=match.pk, seat=1, key="too late")
    match.refresh_from_db()
    assert (match.version, match.winner) == (1, "1")
    assert play(match_id=match.pk, seat=0, action={"do": "resign"}, version=0, key="*gone").number == 1


def test_the_download_is_json_that_reads_back(ada_client):
    assert json.loads(ada_client.get(reverse("account-data")).content)["account"]["name"] == "Ada"


def test_the_download_has_what_one_has_written_and_reported(ada, ben, ada_client):
    mine, bens = Player.objects.create(user=ada), Player.objects.create(user=ben)
    match = deal(mine, opponent=bens)
    say(match_id=match.pk, player=mine, text="Good luck", key="one")
    rude = say(match_id=match.pk, player=bens, text="Bad luck", key="one")
    moderation.report(kind="chat", key=str(rude.pk), person=Person(user=mine.user), text="Not kind")
    told = json.loads(ada_client.get(reverse("account-data")).content)
    [message], [reported] = told["chat"], told["reports"]
    assert (message["match"], message["text"], message["hidden_by_staff"]) == (
        str(match.pk),
        "Good luck",
        False,
    )
    assert (reported["about"], reported["text"]) == (f"chat {rude.pk}", "Not kind")
    theirs = json.loads(signed_in(ben).get(reverse("account-data")).content)
    assert ([each["text"] for each in theirs["chat"]], theirs["reports"]) == (["Bad luck"], [])
