"""
Reports, hiding, suspensions and shadows. Olga owns a deck and a set, Mia is a member, Rosa and Rolf moderate,
Adele administers; guests play.
"""

import json
from datetime import timedelta

import pytest
from allauth.mfa.models import Authenticator
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cards.curation import services as curation
from cards.curation.models import Curator, Proposal
from cards.decks.models import Deck, DeckComment
from cards.decks.services import talk
from cards.sets.models import Collection
from games.matches.models import Player
from games.matches.services import chat
from games.matches.services.clock import DAY, DAYS, Pace
from games.matches.services.matches import Side, create_match
from games.matches.services.play import play, play_bot_turn
from games.matches.services.positions import legal_at
from games.matches.stream_hub import Opener, ended
from phylo.accounts import tokens
from phylo.accounts.models import Guest, User
from phylo.http.problems import NotAllowed
from phylo.moderation import services
from phylo.moderation.content import Person, content_of, kinds
from phylo.moderation.models import LogEntry, Report
from phylo.moderation.services import ActedMeanwhile, Missing, NoReason
from tests.curation.conftest import approved, curator, opened
from tests.factories import CardFactory, DeckFactory, PlayerFactory, client_of, deal
from tests.members import PASSWORD, person, proven, sign_in, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.once]


class Scene:
    def __init__(self) -> None:
        self.olga, self.mia, self.rosa, self.rolf = map(person, ("Olga", "Mia", "Rosa", "Rolf"))
        self.adele = person("Adele", is_staff=True)
        for user in (self.rosa, self.rolf):
            Curator.objects.create(user=user, reviewer=True)
        self.deck = DeckFactory(slug="pond", owner=self.olga, ready=False, visibility="public", name="Pond")
        self.said = talk.comment(deck_id=self.deck.pk, user=self.mia, text="Boo!", key="k")
        self.set = Collection.objects.create(
            slug="ponds", name="Ponds", owner=self.olga, visibility="public", licence="cc-by-4.0"
        )
        self.guest = PlayerFactory(name="Rude")

    def contents(self) -> dict[str, str]:
        return {
            "deck": self.deck.slug, "deck-comment": self.said.reported_as, "set": self.set.slug,
            "name": "Mia", "guest": str(self.guest.pk),
        }  # fmt: skip


@pytest.fixture
def scene() -> Scene:
    return Scene()


def suspend(user: User | None, by: User, **more) -> None:
    who = more.pop("person", None) or Person(user=user)
    given = {"until": timezone.now() + timedelta(days=1), "reason": "Rude.", "shadow": False, "seen": 0}
    services.suspend(person=who, user=by, **(given | more))


def test_everything_is_reported_hidden_and_shown_again(scene):
    reporter = person("Tom")
    for kind, key in scene.contents().items():
        about = {"kind": kind, "key": str(key)}
        client = signed_in(reporter)
        address = reverse("report", args=[kind, key])
        assert client.get(address).status_code == 200
        assert client.post(address, {"text": " "}).status_code == 400
        for _time in range(2):
            assert client.post(address, {"text": "Not kind."}).status_code == 302
        report = Report.objects.get(**about)
        for nobody in (reporter, scene.mia, scene.olga):
            with pytest.raises(NotAllowed):
                services.decide(**about, user=nobody, hidden=True, reason="x")
        with pytest.raises(NoReason):
            services.decide(**about, user=scene.rosa, hidden=True)
        services.decide(**about, user=scene.rosa, hidden=True, reason="Rude.")
        services.decide(**about, user=scene.rolf, hidden=True, reason="Rude.")
        report.refresh_from_db()
        assert (report.outcome, report.handled_by) == ("upheld", scene.rosa)
        found = content_of(kind, str(key))
        assert found is None or found.hidden
        services.decide(**about, user=scene.rosa, hidden=False)
        assert not content_of(kind, str(key)).hidden
        assert [each.act for each in LogEntry.objects.filter(**about)] == ["show", "hide"]
    scene.guest.refresh_from_db()
    scene.deck.refresh_from_db()
    assert (scene.guest.name, scene.deck.visibility) == ("Rude", "public")


def test_a_hidden_deck_stays_private_until_the_appeal_is_heard(scene):
    olga = signed_in(scene.olga)
    settings, appeal = reverse("deck-settings", args=["pond"]), reverse("report", args=["deck", "pond"])
    assert olga.get(appeal).status_code == 404, "there is nothing to appeal against"
    for _time in range(2):
        services.decide(kind="deck", key="pond", user=scene.rosa, hidden=True, reason="Its notes are rude.")
        for kind in ("public", "unlisted"):
            form = {"name": "Pond", "notes": "", "visibility": kind}
            form["settings_version"] = Deck.objects.get().settings_version
            page = olga.post(settings, form)
            assert (page.status_code, "Its notes are rude." in page.content.decode()) == (400, True)
            sent = {"visibility": kind, "settings_version": form["settings_version"]}
            told = olga.patch("/api/v1/decks/pond/", sent, content_type="application/json")
            assert (told.status_code, told.json()["code"]) == (400, "bad-change")
        assert olga.post(settings, form | {"name": "My pond", "visibility": "private"}).status_code == 302
        assert appeal in olga.get(reverse("deck", args=["pond"])).content.decode()
        assert signed_in(scene.mia).get(appeal).status_code == 404
        # Once each time.
        assert "Appeal" in olga.get(appeal).content.decode()
        for _again in range(2):
            assert olga.post(appeal, {"text": "It says something else now."}).status_code == 302
        queue = signed_in(scene.rolf).get(reverse("moderation")).content.decode()
        assert queue.count("It says something else now.") == 1
        form = {"kind": "deck", "key": "pond", "do": "show"}
        assert signed_in(scene.rolf).post(reverse("moderation"), form).status_code == 302
        assert Report.objects.exclude(outcome="upheld").count() == 0
        deck = Deck.objects.get()
        assert (deck.visibility, deck.hidden_reason) == ("public", "")
    assert Report.objects.count() == 2


def test_what_is_hidden_is_read_by_nobody_else(scene):
    services.decide(kind="deck-comment", key=scene.said.reported_as, user=scene.rosa, hidden=True, reason="x")
    services.decide(kind="name", key="Mia", user=scene.rosa, hidden=True, reason="x")
    assert "Boo!" not in Client().get(reverse("deck", args=["pond"])).content.decode()
    page = Client().get(reverse("person", args=["Mia"])).content.decode()
    assert f"Member {scene.mia.pk}" in page
    assert ">Mia" not in page
    signed_in(scene.mia).post(reverse("account-name"), {"username": "Maria", "display_name": ""})
    assert User.objects.get(pk=scene.mia.pk).public_name == "Maria"


def test_only_what_one_reads_can_be_reported(scene):
    Collection.objects.update(visibility="private")
    for kind, key in (
        ("set", "ponds"),
        ("set", scene.set.pk),
        ("deck", scene.deck.pk),
        ("chat", 1),
        ("appeal", scene.mia.pk),
        ("deck-comment", scene.said.pk),
        ("name", scene.mia.pk),
        ("x", 1),
    ):
        with pytest.raises(Missing):
            services.report(kind=kind, key=str(key), person=Person(user=scene.mia), text="Bad.")
        assert signed_in(scene.mia).get(reverse("report", args=[kind, key])).status_code == 404
    for kind in kinds():
        assert content_of(kind, "no number") is None
    own = reverse("report", args=["deck", "pond"])
    assert signed_in(scene.olga).post(own, {"text": "x"}).status_code == 404
    assert Client().get(own).url.startswith(reverse("account_login"))


def test_pages_of_moderators_are_for_them_alone(scene):
    pages = ["moderation", "moderation-log"]
    addresses = [reverse(name) for name in pages] + [
        reverse("moderation-account", args=["Mia"]), reverse("moderation-guest", args=[scene.guest.guest_id]),
    ]  # fmt: skip
    for address in addresses:
        assert Client().get(address).status_code == 302
        assert signed_in(scene.mia).get(address).status_code == 404
        assert signed_in(scene.mia).post(address, {"do": "lift"}).status_code in (404, 405)
        assert signed_in(scene.rosa).get(address).status_code == 200


def test_who_suspends_whom(scene):
    for by in (scene.mia, scene.olga):
        with pytest.raises(NotAllowed):
            suspend(scene.mia, by)
    for whom, by in ((scene.rolf, scene.rosa), (scene.adele, scene.rosa), (scene.adele, scene.adele)):
        with pytest.raises(NotAllowed):
            suspend(whom, by)
    with pytest.raises(NotAllowed, match="30 days"):
        suspend(scene.mia, scene.rosa, until=None)
    suspend(scene.rolf, scene.adele, until=None)
    with pytest.raises(NotAllowed):
        suspend(scene.mia, User.objects.get(pk=scene.rolf.pk))
    suspend(scene.mia, scene.rosa)
    with pytest.raises(ActedMeanwhile):
        suspend(scene.mia, scene.adele)
    assert LogEntry.objects.filter(act="suspend").count() == 2


def test_a_suspended_account_may_read_why_appeal_and_leave_with_its_data(scene):
    secret = tokens.create_token(user=scene.mia, name="bot")
    at_home = signed_in(scene.mia)
    suspend(scene.mia, scene.rosa)
    for address in (reverse("home"), reverse("deck", args=["pond"]), reverse("account")):
        answer = at_home.get(address, headers={"Accept": "text/html"})
        assert (answer.status_code, "Rude." in answer.content.decode()) == (403, True)
    sent = at_home.post(reverse("deck-comment", args=["pond"]), {"text": "x", "key": "y"})
    assert (sent.status_code, DeckComment.objects.count()) == (403, 1)
    told = Client().get("/api/v1/matches/", headers={"Authorization": f"Bearer {secret}"})
    assert (told.status_code, told.json()["code"]) == (403, "suspended")
    assert told.json()["until"]
    new = Client()
    assert sign_in(new, "Mia", PASSWORD).status_code == 302
    page = new.get(reverse("home"), headers={"Accept": "text/html"}).content.decode()
    assert "Appeal" in page
    assert "download your data" in page
    told = json.loads(new.get(reverse("account-data")).content)
    assert [each["act"] for each in told["moderation"]] == ["suspend"]
    assert new.post(reverse("suspended"), {"text": ""}).status_code == 403
    for _time in range(2):
        assert new.post(reverse("suspended"), {"text": "It was my brother."}).status_code == 302
    queue = signed_in(scene.rolf).get(reverse("moderation")).content.decode()
    assert queue.count("It was my brother.") == 1
    form = {"do": "lift", "reason": "Sorry.", "seen": LogEntry.objects.first().pk}
    address = reverse("moderation-account", args=["Mia"])
    assert "It was my brother." in signed_in(scene.rolf).get(address).content.decode()
    assert signed_in(scene.rolf).post(address, form).status_code == 302
    assert at_home.get(reverse("account")).status_code == 200
    assert Report.objects.get(kind="appeal").outcome == "upheld"
    assert Client().get(reverse("deck", args=["pond"])).status_code == 200


def test_a_suspension_ends_by_itself_and_deletes_no_rights(scene):
    suspend(scene.mia, scene.rosa, shadow=True)
    client = signed_in(scene.mia)
    assert client.get(reverse("account-delete")).status_code != 403
    User.objects.filter(pk=scene.mia.pk).update(suspended_until=timezone.now())
    mia = User.objects.get(pk=scene.mia.pk)
    assert (mia.suspended, mia.in_shadow) == (False, False)
    assert client.get(reverse("account")).status_code == 200
    assert client.get(reverse("suspended")).url == reverse("home")


def test_a_guest_is_suspended_and_nobody_waits_for_them(scene):
    ben = PlayerFactory(name="Ben")
    endless = deal(scene.guest, opponent=ben, seed=1)
    timed = deal(scene.guest, opponent=ben, seed=1, pace=Pace(DAYS, DAY))
    alone = deal(scene.guest)
    client = client_of(scene.guest)
    suspend(None, scene.rosa, person=Person(guest=scene.guest.guest_id))
    answer = client.get(reverse("match", args=[timed.pk]), headers={"Accept": "text/html"})
    assert (answer.status_code, "You are suspended as a guest" in answer.content.decode()) == (403, True)
    table = client.get(reverse("api-match", args=[timed.pk]))
    assert (table.status_code, table.json()["code"]) == (403, "suspended")
    for match, status in ((endless, "finished"), (timed, "playing"), (alone, "playing")):
        match.refresh_from_db()
        assert match.status == status
    assert (endless.ending, endless.winner) == ("resigned", "1")
    assert client_of(ben).get(reverse("match", args=[timed.pk])).status_code == 200
    guests = [
        Opener(player.pk, None, client_of(player).session.session_key, "") for player in (scene.guest, ben)
    ]
    assert ended(guests) == {guests[0]}
    # Signing in does not take the guest's things out of the suspension.
    sign_in(client, "Mia", PASSWORD)
    assert Guest.objects.filter(pk=scene.guest.guest_id).exists()


def test_a_draft_goes_on_without_who_is_suspended(scene):
    mia, ben = Player.objects.create(user=scene.mia), PlayerFactory(name="Ben")
    match = create_match(sides=[Side(player=mia), Side(player=ben)], rules="ecosystem", seed=1)
    client, leave = signed_in(scene.mia), reverse("match-leave", args=[match.pk])
    suspend(scene.mia, scene.rosa)
    order = {"action": legal_at(match, 0)[0], "version": 0, "key": "k"}
    chosen = client.post(
        reverse("api-match-actions", args=[match.pk]), order, content_type="application/json"
    )
    assert (chosen.status_code, client.post(leave, {"do": "return"}).status_code) == (403, 403)
    play(match_id=match.pk, seat=1, action=legal_at(match, 1)[0], version=0, key="k")
    assert play_bot_turn(match_id=match.pk, version=1)
    match.refresh_from_db()
    assert (match.version, 1 in match.acting) == (2, True), "Ben need not wait"
    seen = LogEntry.objects.first().pk
    services.lift(person=Person(user=scene.mia), user=scene.rosa, reason="Sorry.", seen=seen)
    assert client.post(leave, {"do": "return"}).status_code == 302
    assert not match.seats.get(number=0).stand_in


def test_what_is_said_in_shadow_is_read_by_nobody_else(scene):
    mine, theirs = (Player.objects.create(user=user) for user in (scene.mia, scene.olga))
    match = deal(mine, opponent=theirs, seed=1)
    chat.say(match_id=match.pk, player=mine, text="Spam", key="one")
    address = reverse("moderation-account", args=["Mia"])
    form = {"do": "shadow", "reason": "Floods.", "seen": "0"}
    assert signed_in(scene.rosa).post(address, form).status_code == 302
    assert signed_in(scene.rosa).post(address, form | {"do": "unshadow"}).status_code == 409
    chat.say(match_id=match.pk, player=mine, text="More spam", key="two")
    assert [len(chat.heard(match=match, player=each)) for each in (mine, theirs)] == [2, 0]
    page = reverse("deck", args=["pond"])
    assert "Boo!" in signed_in(scene.mia).get(page).content.decode()
    for reader in (Client(), signed_in(scene.olga)):
        assert "Boo!" not in reader.get(page).content.decode()
    shadow = {"reason": "Enough.", "seen": LogEntry.objects.first().pk}
    services.shadow(person=Person(user=scene.mia), user=scene.rosa, on=False, **shadow)
    assert len(chat.heard(match=match, player=theirs)) == 2


def test_deleting_the_account_does_not_end_its_shadow(scene):
    services.shadow(person=Person(user=scene.mia), user=scene.rosa, on=True, reason="Floods.", seen=0)
    proven(signed_in(scene.mia)).post(reverse("account-delete"), {"password": PASSWORD})
    assert not User.objects.filter(username="Mia").exists()
    assert "Boo!" not in Client().get(reverse("deck", args=["pond"])).content.decode()


def test_the_drill_for_a_stolen_account(scene):
    before = timezone.now() - timedelta(hours=1)
    services.report(kind="set", key=scene.set.slug, person=Person(user=scene.mia), text="Bad.")
    suspend(scene.olga, scene.rolf, reason="Floods.")
    thief, secret = signed_in(scene.rosa), tokens.create_token(user=scene.rosa, name="bot")
    # What the thief does.
    Authenticator.objects.create(user=scene.rosa, type="webauthn", data={})
    services.decide(kind="deck-comment", key=scene.said.reported_as, user=scene.rosa, hidden=True, reason="x")
    services.dismiss(kind="set", key=scene.set.slug, user=scene.rosa)
    suspend(scene.mia, scene.rosa, shadow=True, seen=LogEntry.objects.filter(about=scene.mia).first().pk)
    last = LogEntry.objects.filter(about=scene.olga).first().pk
    services.lift(person=Person(user=scene.olga), user=scene.rosa, reason="Friends.", seen=last)
    for _time in range(2):
        call_command("stolen_account", "Rosa", since=before.isoformat(), email="rosa@example.org")
        rosa = User.objects.get(pk=scene.rosa.pk)
        assert not rosa.has_usable_password()
        assert not Authenticator.objects.exists()
        assert not rosa.curator.reviewer
        assert rosa.confirmed_email == "rosa@example.org"
        assert thief.get(reverse("account")).status_code == 302
        assert tokens.token_of(secret) is None
        mia, olga = (User.objects.get(pk=each.pk) for each in (scene.mia, scene.olga))
        assert (mia.suspended, mia.in_shadow, olga.suspended) == (False, False, True)
        assert olga.suspended_because == "Floods."
        assert not DeckComment.objects.get().hidden
        assert Report.objects.get().outcome == "open"
    lines = LogEntry.objects.filter(user=None).exclude(act="stolen")
    assert [each.act for each in lines] == ["show", "lift", "suspend"]
    for wrong in ({"name": "Nobody", "since": "2026-11-22T18:00"}, {"name": "Rosa", "since": "yesterday"}):
        with pytest.raises(CommandError) as refused:
            call_command("stolen_account", wrong["name"], since=wrong["since"])
        assert refused.value.returncode == 2


def test_the_drill_takes_back_approvals_and_roles(scene):
    before, ada = (timezone.now() - timedelta(hours=1)).isoformat(), curator("Ada")
    clover = CardFactory(key="clover")
    good, bad = opened(ada, clover, fact="It has four leaves."), opened(ada)
    approved(good, scene.rosa)
    curation.reject(proposal_id=bad.pk, user=scene.rosa, version=bad.version, reason="No.")
    curation.name_reviewer(account=scene.mia, user=scene.adele, reviewer=True)
    curation.name_reviewer(account=scene.rolf, user=scene.adele, reviewer=False)
    curation.block(account=ada, user=scene.adele, blocked=True, reason="Floods.")
    for _time in range(2):
        for stolen in ("Rosa", "Adele"):
            call_command("stolen_account", stolen, since=before)
        clover.refresh_from_db()
        assert clover.fact == "It grows."
        states = Proposal.objects.order_by("pk").values_list("state", flat=True)
        assert list(states) == ["reverted", "open"]
        reviewers = Curator.objects.filter(reviewer=True).values_list("user__username", flat=True)
        assert (list(reviewers), Curator.objects.filter(blocked=True).count()) == (["Rolf"], 0)
        assert not User.objects.filter(is_staff=True).exists()
