"""Studies: begun within limits, worked out piece by piece, cancelled, resumed, and by whom."""

import json
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from cards.decks.models import Deck, DeckStudy
from cards.decks.services import Change, change_deck
from cards.decks.studies import beginning, kinds
from cards.decks.studies.beginning import StudyRefused, adopt_studies, begin_study
from cards.decks.studies.kinds import STUDIES
from cards.models import Builder, Card
from phylo.accounts.models import Guest
from phylo.jobs import runner, tasks
from tests.decks.conftest import MEADOW, built
from tests.factories import CardFactory, DeckFactory
from tests.services.processes import until
from tests.services.site import ROOT, Site

TRIAL, STORM = DeckStudy.Kind.TRIAL, DeckStudy.Kind.RESILIENCE
LONG = timedelta(minutes=1)


@pytest.fixture(autouse=True)
def _short(monkeypatch):
    """Few games, so that a study takes a second."""
    monkeypatch.setattr(kinds, "TRIAL_GAMES", 4)
    monkeypatch.setattr(kinds, "STORM_GAMES", 2)


@pytest.fixture(autouse=True)
def _nobody_works(monkeypatch, request):
    """Pieces are done by the tests themselves, but where there is a worker."""
    if "celery_worker" not in request.fixturenames:
        monkeypatch.setattr(runner, "queue", lambda *args, **kwargs: None)


@pytest.fixture
def opponents(db) -> list[Deck]:
    """Two ready decks, and with them the cards of MEADOW."""
    other = {"clover": 6, "nettle": 8, "hare": 6, "deer": 2, "fire": 2}
    return [
        DeckFactory(slug="heath", cards=other),
        DeckFactory(slug="moor", cards=MEADOW | {"hare": 3, "deer": 5}),
    ]


@pytest.fixture
def deck(opponents, ada) -> Deck:
    return built(ada, visibility="public")


def begin(deck: Deck, builder, kind=TRIAL, **more) -> DeckStudy:
    if not isinstance(builder, Builder):
        builder = Builder(user=builder)
    return begin_study(deck=deck, kind=kind, builder=builder, **more)


def piece(study: DeckStudy, **more) -> DeckStudy:
    """One piece by a worker that was told of the study as it is."""
    study = DeckStudy.objects.get(pk=study.pk)
    STUDIES.work_on(job_id=study.pk, since=study.updated_at.isoformat(), **more)
    return DeckStudy.objects.get(pk=study.pk)


def finished(study: DeckStudy, **more) -> DeckStudy:
    while study.working:
        study = piece(study, **more)
    return study


# What is worked out


@pytest.mark.once
@pytest.mark.parametrize("kind", [TRIAL, STORM])
def test_a_study_in_pieces_finds_the_same_as_in_one_go(deck, ada, kind, monkeypatch):
    # Each game is cut into very many pieces.
    monkeypatch.setattr(kinds, "TRIAL_GAMES", 2)
    whole = finished(begin(deck, ada, kind), seconds=60)
    assert (whole.status, whole.done) == ("done", whole.total)
    DeckStudy.objects.all().delete()
    pieces, seen = begin(deck, ada, kind), []
    while pieces.working:
        pieces = piece(pieces, seconds=0)
        seen.append(pieces.done)
    assert pieces.so_far == whole.so_far
    assert len(seen) > pieces.total if kind == TRIAL else len(seen) == pieces.total
    assert seen == sorted(seen)


def test_a_trial_tells_wins_and_intervals_of_each_opponent_and_of_all(deck, ada):
    result = finished(begin(deck, ada)).so_far["result"]
    assert {each["opponent"] for each in result["records"]} == {"heath", "moor"}
    assert result["names"] == {"heath": "Heath", "moor": "Moor"}
    for each in [*result["records"], result["overall"]]:
        rate = each["rate"]
        assert each["wins"] + each["draws"] + each["losses"] == rate["n"]
        assert 0 <= rate["low"] <= rate["share"] <= rate["high"] <= 1
    assert result["overall"]["rate"]["n"] == 4


def test_a_storm_tells_what_the_decks_events_take(deck, ada):
    result = finished(begin(deck, ada, STORM)).so_far["result"]
    (fire,) = result["losses"]
    assert (fire["event"], fire["own"]) == ("fire", True)
    assert fire["strikes"] > 0
    assert result["names"]["fire"] == "Fire"


def test_what_is_read_stays_as_it_was(deck, ada):
    untouched = finished(begin(deck, ada)).so_far
    DeckStudy.objects.all().delete()
    study = piece(begin(deck, ada), seconds=0)
    Card.objects.filter(key="hare").update(points=9, food_chain=7)
    Deck.objects.get(slug="heath").entries.all().delete()
    change_deck(deck_id=deck.pk, version=deck.version, change=Change(copies={"clover": 1, "sage": 0}))
    assert finished(study).so_far == untouched


def test_at_the_end_only_the_cards_are_let_go(deck, ada):
    study = begin(deck, ada)
    given = study.given
    assert given["cards"]
    assert finished(study).given == {name: value for name, value in given.items() if name != "cards"}


def test_all_decks_of_a_rule_set_meet_the_same_opponents_under_one_seed(opponents, ada, ben, monkeypatch):
    monkeypatch.setattr(kinds, "OPPONENTS", 3)
    for number in range(6):
        DeckFactory(slug=f"wood-{number}", cards=MEADOW | {"clover": 1 + number, "nettle": 13 - number})

    def met(deck: Deck, seed: int) -> frozenset[str]:
        given, total = kinds.trial_input(deck.contents, seed)
        assert total == 3
        return frozenset(given["opponents"])

    mine, bens = built(ada, MEADOW | {"hare": 8, "deer": 0}), built(ben, MEADOW | {"hare": 7, "deer": 1})
    assert len(met(mine, 5)) == 3
    assert met(mine, 5) == met(bens, 5)
    assert len({met(mine, seed) for seed in range(5)}) > 1
    ready = Deck.objects.get(slug=min(met(mine, 5)))
    assert ready.slug not in met(ready, 5)


# Beginning


def test_the_same_study_again_is_the_one_there_is(deck, ada, ben):
    study = begin(deck, ada)
    assert begin(deck, ada) == study
    assert begin(deck, ben) == study
    done = finished(study)
    assert begin(deck, ben) == done
    assert begin(deck, ben, seed=2) != done
    assert DeckStudy.objects.count() == 2


def test_another_version_is_another_study(deck, ada):
    done = finished(begin(deck, ada))
    changed = change_deck(
        deck_id=deck.pk, version=deck.version, change=Change(copies={"clover": 6, "nettle": 8})
    )
    again = begin(changed, ada)
    assert (done.version, again.version) == (1, 2)
    assert again != done


def test_changed_cards_make_the_same_version_another_study(deck, ada):
    done = finished(begin(deck, ada))
    Card.objects.filter(key="hare").update(points=9)
    assert begin(deck, ada) != done


def test_one_study_of_a_kind_at_a_time(deck, ada, ben):
    begin(deck, ada, seed=1)
    with pytest.raises(StudyRefused, match="under way"):
        begin(deck, ben, seed=2)
    begin(deck, ben, STORM)
    other = begin(built(ben), ben)
    with pytest.raises(IntegrityError), transaction.atomic():
        DeckStudy.objects.filter(pk=other.pk).update(deck=deck)


def test_a_builder_has_two_at_a_time(opponents, ada, guest):
    for builder in (Builder(user=ada), guest):
        first = begin(built(builder), builder)
        begin(built(builder), builder)
        with pytest.raises(StudyRefused, match="2 studies at a time"):
            begin(built(builder), builder)
        STUDIES.cancel(first.pk)
        begin(built(builder), builder)


def test_there_is_an_end_to_the_queue(opponents, ada, ben, monkeypatch):
    monkeypatch.setattr(beginning, "MOST_WAITING", 1)
    begin(built(ada), ada)
    with pytest.raises(StudyRefused, match="Try again"):
        begin(built(ben), ben)


@pytest.mark.parametrize(
    ("counts", "more", "words"),
    [
        (MEADOW | {"hare": 2}, {}, "Two cards short"),
        ({}, {}, "Only a complete deck"),
        (MEADOW, {"starter": "pasture"}, "take the place of HOME"),
        (MEADOW, {"rules": "phylo-1.3"}, "short"),
    ],
)
@pytest.mark.parametrize("kind", [TRIAL, STORM])
def test_only_a_complete_deck_is_studied(opponents, ada, counts, more, words, kind):
    CardFactory(key="pasture", habitat=True)
    with pytest.raises(StudyRefused, match=words):
        begin(built(ada, counts, **more), ada, kind)
    assert not DeckStudy.objects.exists()


def test_a_hand_that_is_not_whole_hinders_no_study(opponents, ada):
    assert begin(built(ada, opening_hand=("clover", "hare")), ada).working


@pytest.mark.parametrize(("kind", "seed"), [("weather", 1), ("", 1), (TRIAL, -1), (TRIAL, 2**53)])
def test_what_is_no_study(deck, ada, kind, seed):
    with pytest.raises(StudyRefused, match="no such study"):
        begin(deck, ada, kind, seed=seed)


def test_without_an_opponent_there_is_no_trial(meadow_cards, ada):
    with pytest.raises(StudyRefused, match="nothing to test"):
        begin(built(ada), ada)


def test_a_deck_remembers_its_latest_studies(deck, ada, monkeypatch):
    monkeypatch.setattr(beginning, "KEPT", 2)
    for seed in (1, 2, 3, 4):
        study = begin(deck, ada, seed=seed)
        STUDIES.cancel(study.pk)
    assert sorted(DeckStudy.objects.values_list("seed", flat=True)) == [3, 4]


def test_signing_up_brings_the_studies_along(deck, guest, ben):
    study = begin(deck, guest)
    adopt_studies(guest=Guest.objects.get(pk=guest.guest), user=ben)
    study.refresh_from_db()
    assert (study.user, study.guest) == (ben, None)


# The worker's side


def test_a_piece_that_was_queued_twice_is_done_once(deck, ada):
    study = begin(deck, ada)
    since = study.updated_at.isoformat()
    STUDIES.work_on(job_id=study.pk, since=since, seconds=0)
    once = DeckStudy.objects.get(pk=study.pk)
    STUDIES.work_on(job_id=study.pk, since=since, seconds=0)
    twice = DeckStudy.objects.get(pk=study.pk)
    assert (once.so_far, once.updated_at) == (twice.so_far, twice.updated_at)


def test_a_cancelled_study_stops_at_the_next_piece(deck, ada):
    study = piece(begin(deck, ada), seconds=0)
    assert STUDIES.cancel(study.pk)
    assert not STUDIES.cancel(study.pk)
    after = piece(study)
    assert (after.status, after.so_far, "cards" in after.given) == ("cancelled", {}, False)


def test_a_study_that_is_cancelled_during_a_piece_stays_cancelled(deck, ada, monkeypatch):
    study, play_games = begin(deck, ada), kinds.play_games

    def cancelled(*args):
        STUDIES.cancel(study.pk)
        return play_games(*args)

    monkeypatch.setattr(kinds, "play_games", cancelled)
    assert piece(study, seconds=60).status == "cancelled"


def test_of_two_workers_one_is_heard(deck, ada, monkeypatch):
    study, play_games = begin(deck, ada), kinds.play_games
    since = study.updated_at.isoformat()

    def overtaken(*args):
        monkeypatch.setattr(kinds, "play_games", play_games)
        STUDIES.work_on(job_id=study.pk, since=since, seconds=0)
        return play_games(*args)

    monkeypatch.setattr(kinds, "play_games", overtaken)
    STUDIES.work_on(job_id=study.pk, since=since, seconds=60)
    study.refresh_from_db()
    assert study.status == "running"
    assert study.done < study.total


def test_a_study_that_breaks_off_says_so(deck, ada):
    study = begin(deck, ada)
    broken = study.given | {"contents": study.given["contents"] | {"cards": {"clover": 3}}}
    DeckStudy.objects.filter(pk=study.pk).update(given=broken)
    with pytest.raises(Exception, match="a deck has 24 cards"):
        piece(study)
    study.refresh_from_db()
    assert (study.status, study.working) == ("failed", False)
    assert begin(deck, ada).working


def test_in_a_site_of_one_process_they_wait_for_each_other(opponents, ada, ben, settings):
    settings.EMBEDDED = True
    first, second = begin(built(ada), ada), begin(built(ben), ben)
    assert (STUDIES.waiting_before(first), STUDIES.waiting_before(second)) == (0, 1)
    assert piece(second).status == "queued"
    finished(first)
    assert STUDIES.waiting_before(second) == 0
    assert piece(second).status != "queued"


def test_the_next_one_is_queued_when_one_is_over(opponents, ada, ben, settings, monkeypatch):
    settings.EMBEDDED = True
    first, second = begin(built(ada), ada), begin(built(ben), ben)
    queued = []
    monkeypatch.setattr(runner, "queue", lambda task, kind, job_id, since, **more: queued.append(job_id))
    finished(first, seconds=60)
    assert queued == [second.pk]
    third = begin(built(ada), ada)
    queued.clear()
    STUDIES.cancel(second.pk)
    assert third.pk in {each.pk for each in DeckStudy.objects.working()}


def test_the_sweep_queues_what_stands_still(opponents, ada, ben, monkeypatch):
    lost, fresh = begin(built(ada), ada), begin(built(ben), ben)
    over = begin(built(ben), ben)
    STUDIES.cancel(over.pk)
    DeckStudy.objects.exclude(pk=fresh.pk).update(updated_at=timezone.now() - LONG, status="running")
    DeckStudy.objects.filter(pk=over.pk).update(status="cancelled")
    queued = []
    monkeypatch.setattr(runner, "queue", lambda *args, **more: queued.append(args))
    assert tasks.sweep() == 1
    lost.refresh_from_db()
    assert queued == [("jobs.work", "study", lost.pk, lost.updated_at.isoformat())]


@pytest.mark.django_db(transaction=True)
def test_a_worker_takes_studies_to_their_end(celery_worker, opponents, ada, ben):
    """Two kinds, each piece queueing the next, and the second study after the first."""
    deck = built(ada)
    begun = [begin(deck, ada, TRIAL), begin(deck, ada, STORM), begin(built(ben), ben)]
    until(lambda: not DeckStudy.objects.working().exists())
    assert {study.status for study in DeckStudy.objects.all()} == {"done"}
    assert DeckStudy.objects.count() == len(begun)


@pytest.mark.django_db(transaction=True)
def test_a_worker_that_starts_later_goes_on_where_another_was_killed(request, opponents, ada):
    study = begin(built(ada), ada)
    for _piece in range(3):
        study = piece(study, seconds=0)
    assert study.so_far["part"]
    DeckStudy.objects.update(updated_at=timezone.now() - LONG)
    monkeypatch = request.getfixturevalue("monkeypatch")
    monkeypatch.undo()
    request.getfixturevalue("celery_worker")
    tasks.sweep()
    until(lambda: DeckStudy.objects.filter(pk=study.pk, status="done").exists())


BEGIN = """
from cards.decks.studies import kinds
from cards.decks.studies.beginning import begin_study
from cards.decks.models import Deck
from cards.models import Builder
from phylo.accounts.models import Guest
kinds.TRIAL_GAMES = 24
deck = Deck.objects.get(slug="arctic-tundra")
begin_study(deck=deck, kind="trial", builder=Builder(guest=Guest.objects.create().pk))
"""
STOOD_STILL = "UPDATE cards_deckstudy SET updated_at = datetime(updated_at, '-1 minute')"


def test_a_killed_site_takes_its_study_up_again(tmp_path, prepared):
    site = Site(tmp_path / "site", like=prepared)

    def of_database(query: str) -> tuple[str, int] | None:
        with closing(sqlite3.connect(site.folder / "phylo.sqlite3")) as database, database:
            return database.execute(query).fetchone()

    def row() -> tuple[str, int]:
        return of_database("SELECT status, done FROM cards_deckstudy")

    command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", BEGIN]
    subprocess.run(command, env=site.env, cwd=ROOT, capture_output=True, check=True)
    of_database(STOOD_STILL)
    with site:
        # The sweep of the site finds it, as it would after a crash.
        until(lambda: row()[1] >= 2)
        site.stop(signal.SIGKILL)
        before = row()
        assert before[0] == "running"
        of_database(STOOD_STILL)
        site.start()
        until(lambda: row()[0] == "done")


# The pages


def posted(client: Client, deck: Deck, kind=TRIAL, **more):
    return client.post(reverse("deck-studies", args=[deck.slug]), {"kind": kind, **more})


def cancelled(client: Client, deck: Deck, study: DeckStudy) -> int:
    return client.post(reverse("deck-study-cancel", args=[deck.slug, study.pk])).status_code


def fragment(client: Client, deck: Deck, study: DeckStudy):
    address = reverse("deck-study", args=[deck.slug, study.pk])
    return client.get(address, headers={"HX-Request": "true"})


def test_a_private_deck_is_studied_by_its_owner_alone(opponents, ada, ada_client, ben_client, guest_client):
    deck = built(ada)
    assert posted(ada_client, deck).status_code == 302
    study = DeckStudy.objects.get()
    for client in (ben_client, guest_client, Client()):
        assert client.get(reverse("deck-studies", args=[deck.slug])).status_code == 404
        assert posted(client, deck, STORM).status_code == 404
        assert fragment(client, deck, study).status_code == 404
        assert cancelled(client, deck, study) == 404
    assert DeckStudy.objects.count() == 1
    assert ada_client.get(reverse("deck-studies", args=[deck.slug])).status_code == 200
    assert cancelled(ada_client, deck, study) == 302
    study.refresh_from_db()
    assert study.status == "cancelled"


def test_a_guests_deck_is_studied_by_the_guest(opponents, guest, guest_client, ben_client):
    deck = built(guest)
    assert posted(guest_client, deck).status_code == 302
    assert posted(ben_client, deck, STORM).status_code == 404


@pytest.mark.parametrize("visibility", ["unlisted", "public"])
def test_whoever_sees_a_deck_may_have_it_studied(opponents, ada, ada_client, ben, ben_client, visibility):
    deck = built(ada, visibility=visibility)
    passer_by = Client()
    assert posted(ben_client, deck).status_code == 302
    assert posted(passer_by, deck, STORM).status_code == 302
    trial, storm = DeckStudy.objects.get(kind=TRIAL), DeckStudy.objects.get(kind=STORM)
    assert (trial.user, storm.user) == (ben, None)
    assert str(storm.guest_id) == passer_by.session["guest"]
    # One cancels the own studies, and the owner those of the deck.
    assert cancelled(ben_client, deck, storm) == 404
    assert cancelled(passer_by, deck, trial) == 404
    assert cancelled(passer_by, deck, storm) == 302
    assert cancelled(ada_client, deck, trial) == 302
    assert not DeckStudy.objects.working().exists()


def test_who_may_cancel_sees_the_button(deck, ada_client, ben_client):
    posted(ben_client, deck)
    address = reverse("deck-studies", args=[deck.slug])
    seen = ["Cancel" in client.get(address).content.decode() for client in (ada_client, ben_client, Client())]
    assert seen == [True, True, False]


def test_a_ready_deck_is_for_everybody(opponents):
    client = Client()
    assert posted(client, opponents[0]).status_code == 302
    assert cancelled(Client(), opponents[0], DeckStudy.objects.get()) == 404
    assert cancelled(client, opponents[0], DeckStudy.objects.get()) == 302


def test_looking_stores_nothing(deck):
    client = Client()
    assert client.get(reverse("deck-studies", args=[deck.slug])).status_code == 200
    assert "guest" not in client.session


def test_a_study_of_another_deck_is_none_of_this_one(deck, ada, ada_client):
    study, other = begin(deck, ada), built(ada)
    assert fragment(ada_client, other, study).status_code == 404
    assert cancelled(ada_client, other, study) == 404


@pytest.mark.parametrize(
    "sent", [{"kind": "weather"}, {"seed": "many"}, {"seed": "-1"}, {"seed": "9" * 30}, {"kind": ""}]
)
def test_what_cannot_be_begun_is_told(deck, ada_client, sent):
    address = reverse("deck-studies", args=[deck.slug])
    fields = {"kind": TRIAL} | sent
    assert ada_client.post(address, fields).json()["code"] == "study-refused"
    page = ada_client.post(address, fields, headers={"Accept": "text/html"}, follow=True)
    assert "There is no such study." in page.content.decode()
    assert not DeckStudy.objects.exists()


def test_another_sites_form_begins_nothing(deck, ada):
    client = Client(enforce_csrf_checks=True)
    client.force_login(ada)
    assert posted(client, deck).status_code == 403


def test_the_page_tells_how_far_it_is_and_then_what_it_found(deck, ada, ada_client):
    study = piece(begin(deck, ada), seconds=0)
    page = ada_client.get(reverse("deck-studies", args=[deck.slug])).content.decode()
    assert f'<progress id="progress-{study.pk}" value="0" max="4">' in page
    assert "0 of 4 games" in fragment(ada_client, deck, study).content.decode()
    finished(study)
    over = fragment(ada_client, deck, study)
    assert over["HX-Retarget"] == "#studies-trial"
    words = over.content.decode()
    assert "The study is done." in words
    assert "Heath" in words
    assert "progress" not in words
    assert (
        "Play 200 other games" in ada_client.get(reverse("deck-studies", args=[deck.slug])).content.decode()
    )
    assert ada_client.get(reverse("deck-study", args=[deck.slug, study.pk]))["Location"].endswith(
        f"#study-{study.pk}"
    )


def test_results_stay_when_the_deck_changes_and_say_so(deck, ada, ada_client):
    for kind in (TRIAL, STORM):
        finished(begin(deck, ada, kind))
    address = reverse("deck-studies", args=[deck.slug])
    assert "The deck has changed since." not in ada_client.get(address).content.decode()
    changed = change_deck(
        deck_id=deck.pk, version=deck.version, change=Change(copies={"clover": 6, "nettle": 8})
    )
    page = ada_client.get(address).content.decode()
    assert page.count("The deck has changed since.") == 2
    finished(begin(changed, ada))
    page = ada_client.get(address).content.decode()
    assert page.count("The deck has changed since.") == 2
    assert "Earlier ones" in page


def test_a_deck_that_is_not_complete_offers_no_study(opponents, ada, ada_client):
    page = ada_client.get(reverse("deck-studies", args=[built(ada, {"clover": 3}).slug])).content.decode()
    assert page.count("Only a complete deck can be studied.") == 2
    assert "<button" not in page.split("<main")[1]


def test_however_many_studies_there_are_the_page_asks_as_often(deck, ada, ada_client):
    address = reverse("deck-studies", args=[deck.slug])
    counts = []
    for seed in (1, 2, 3):
        finished(begin(deck, ada, seed=seed))
        with CaptureQueriesContext(connection) as asked:
            ada_client.get(address)
        counts.append(len(asked))
    assert counts[0] == counts[2]


def test_results_are_stored_as_plain_json(deck, ada):
    stored = finished(begin(deck, ada, STORM)).so_far
    assert json.loads(json.dumps(stored)) == stored
    assert runner.PIECE < 0.5  # the computer’s turns wait so long
