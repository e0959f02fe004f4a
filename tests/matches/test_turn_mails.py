"""Mails in correspondence games: at one's turn, before time runs out, and how to unsubscribe."""

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.matches import tasks
from games.matches.models import Match, TurnMail
from games.matches.services.clock import DAYS, Pace
from games.matches.services.play import play
from games.matches.services.positions import legal_at
from games.matches.services.turn_mails import WAIT
from phylo.accounts.models import User
from phylo.accounts.services import stop_turn_mails_token
from phylo.jobs import outbox
from phylo.jobs.models import StoredTask
from tests.factories import PlayerFactory, client_of, deal
from tests.matches.conftest import starts
from tests.members import person

DAY = 24 * 60 * 60


@pytest.fixture
def bea(db) -> User:
    return person("Bea", email="bea@example.org", confirmed=True)


@pytest.fixture
def far(ada, bea) -> Match:
    """Ada begins, a guest without an address, against Bea; four days for a turn."""
    opponent = PlayerFactory(user=bea, name="")
    pace = Pace(DAYS, 4 * DAY)
    dealt = (deal(ada, opponent=opponent, seed=seed, pace=pace) for seed in range(100))
    return next(match for match in dealt if starts(match) == 0)


def pass_turn(match, seat):
    """End Ada's turn."""
    match.refresh_from_db()
    while str(seat) in match.to_act and not match.finished:
        legal = legal_at(match, seat)
        action = next((each for each in legal if each["do"] == "pass"), legal[0])
        key = f"{seat}-{match.version}"
        play(match_id=match.pk, seat=seat, action=action, version=match.version, key=key)
        match.refresh_from_db()


def later(match, **time):
    """Let so much time pass."""
    away = timedelta(**time)
    match.seats.update(looked=F("looked") - away)
    TurnMail.objects.update(checked=F("checked") - away)
    Match.objects.filter(pk=match.pk).update(clock_since=F("clock_since") - away, flag_at=F("flag_at") - away)


def sent():
    mails = list(mail.outbox)
    mail.outbox.clear()
    tasks.mail_turns()
    for stored in StoredTask.objects.order_by("pk"):
        outbox.deliver(task_id=stored.pk)
    mails, mail.outbox[:] = list(mail.outbox), mails
    return mails


def test_who_is_away_gets_one_mail_a_turn(far):
    pass_turn(far, 0)
    assert sent() == []
    later(far, seconds=WAIT.total_seconds() + 1)
    (one,) = sent()
    assert one.to == ["bea@example.org"]
    assert one.subject == "Your turn against Ada (guest)"
    assert reverse("match", args=[far.pk]) in one.body
    assert sent() == []
    later(far, hours=5)
    assert sent() == []
    pass_turn(far, 1)
    pass_turn(far, 0)
    later(far, hours=1)
    assert len(sent()) == 1


def test_who_is_looking_gets_none(far, bea):
    pass_turn(far, 0)
    browser = Client()
    browser.force_login(bea)
    assert browser.get(reverse("api-match-view", args=[far.pk])).status_code == 200
    later(far, hours=1)
    assert sent() == []


def test_a_reminder_comes_when_a_quarter_of_the_time_is_left(far):
    pass_turn(far, 0)
    later(far, days=2, hours=23)
    assert [each.subject for each in sent()] == ["Your turn against Ada (guest)"]
    later(far, hours=2)
    (one,) = sent()
    assert one.subject == "Your time against Ada (guest) runs out"
    assert "UTC" in one.body
    later(far, hours=2)
    assert sent() == []


def test_who_gets_the_reminder_gets_no_other_mail_with_it(far):
    pass_turn(far, 0)
    later(far, days=3, hours=2)
    assert [each.subject for each in sent()] == ["Your time against Ada (guest) runs out"]


@pytest.mark.parametrize("column", ["verified", "turn_mails", "is_active"])
def test_who_may_not_or_will_not_have_mails_gets_none(far, bea, column):
    rows = bea.emailaddress_set if column == "verified" else User.objects.filter(pk=bea.pk)
    rows.update(**{column: False})
    pass_turn(far, 0)
    later(far, hours=1)
    assert sent() == []


def test_a_match_without_days_sends_none(ada, bea):
    match = deal(ada, opponent=PlayerFactory(user=bea, name=""), seed=1)
    Match.objects.filter(pk=match.pk).update(to_act="1", clock_since=timezone.now() - timedelta(hours=1))
    assert sent() == []


def test_a_turn_that_is_over_when_the_mail_would_go_sends_none(far):
    pass_turn(far, 0)
    seat = far.seats.get(number=1)
    pass_turn(far, 1)
    tasks.mail_turn(seat.pk, "turn")
    assert mail.outbox == []


def test_one_click_in_the_mail_ends_them(far, bea):
    pass_turn(far, 0)
    later(far, hours=1)
    (one,) = sent()
    link = re.search(r"https?://[^/]+(/account/mails/\S+/stop/)", one.body)[1]
    assert link in one.extra_headers["List-Unsubscribe"]
    assert one.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    program = Client(enforce_csrf_checks=True)
    assert program.get(link).status_code == 200
    bea.refresh_from_db()
    assert bea.turn_mails
    assert program.post(link, {"List-Unsubscribe": "One-Click"}).status_code == 200
    bea.refresh_from_db()
    assert not bea.turn_mails


@pytest.mark.parametrize("token", ["x", "1:x:y"])
def test_a_link_that_is_none_of_ours_ends_nothing(client, bea, token):
    for answer in (client.get(url := reverse("mails-stop", args=[token])), client.post(url)):
        assert answer.status_code == 404


def test_a_link_of_a_deleted_account_is_dead(client, bea):
    token = stop_turn_mails_token(bea)
    bea.delete()
    assert client.get(reverse("mails-stop", args=[token])).status_code == 404


def test_the_account_has_the_choice(bea):
    browser = Client()
    browser.force_login(bea)
    for wanted in (False, True):
        answer = browser.post(reverse("account-mails"), {"turn_mails": "on"} if wanted else {}, follow=True)
        bea.refresh_from_db()
        assert bea.turn_mails is wanted
        assert (b'name="turn_mails" id="mails-turn_mails" checked' in answer.content) is wanted


def test_the_choice_is_for_those_with_an_account(ada):
    assert client_of(ada).post(reverse("account-mails")).status_code == 302
