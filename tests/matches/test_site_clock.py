"""Clocks when the site was away, or when its clock was set: two processes with clocks of our own."""

from contextvars import copy_context
from datetime import timedelta

import pytest
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from games.matches import tasks
from games.matches.models import Match, SiteClock
from games.matches.services import play as playing
from games.matches.services import positions, site_clock
from games.matches.services.clock import DAYS, GRACE, LIVE, Pace
from games.matches.services.site_clock import OUTAGE, SiteTime, database_time
from games.puzzles.models import PuzzleRun
from games.puzzles.services.runs import LASTS
from phylo.http.arrival import _arrived as arrived
from tests.factories import PlayerFactory, client_of, deal

TEN_MINUTES = Pace(LIVE, 600, 15)


class Machine:
    """A wall clock that can be set, and a monotonic one that cannot, both at our command."""

    def __init__(self) -> None:
        self.wall, self.monotonic = timezone.now(), 1000.0

    def goes_on(self, seconds: float) -> None:
        self.set_by(seconds)
        self.monotonic += seconds

    def set_by(self, seconds: float) -> None:
        self.wall += timedelta(seconds=seconds)

    def process(self) -> SiteTime:
        return SiteTime(wall=lambda: self.wall, monotonic=lambda: self.monotonic)


@pytest.fixture
def machine(monkeypatch) -> Machine:
    """Whose time everything goes by that the tests do not do with a process of their own."""
    made = Machine()
    process = made.process()
    for name in ("wall", "monotonic", "last"):
        monkeypatch.setattr(site_clock.site_time, name, getattr(process, name))
    return made


@pytest.fixture
def timed(machine, ada, ben):
    return deal(ada, opponent=ben, pace=TEN_MINUTES)


def left(match, machine) -> int:
    """Seconds until the flag falls."""
    match.refresh_from_db()
    assert match.flag_at - match.clock_since == timedelta(seconds=600, milliseconds=600)
    return round((match.flag_at - machine.wall).total_seconds())


def runs(machine, *processes: SiteTime, seconds: int = 60) -> None:
    for _note in range(seconds // 5):
        machine.goes_on(5)
        for process in processes:
            process.note()


def test_while_the_site_runs_time_is_spent(timed, machine):
    before = left(timed, machine)
    runs(machine, machine.process(), machine.process())
    assert left(timed, machine) == before - 60


@pytest.mark.parametrize("seconds", [3600, 20, -3600])
def test_a_clock_that_is_set_costs_nobody_time_and_is_told_once(timed, machine, caplog, seconds):
    first, second = machine.process(), machine.process()
    runs(machine, first, second)
    before, talk = left(timed, machine), timed.talk
    machine.set_by(seconds)
    machine.goes_on(1)
    for process in (first, second, machine.process(), first):
        process.note()
    assert before - 1 <= left(timed, machine) <= before + 5
    assert [record.msg["event"] for record in caplog.records] == ["clocks moved"]
    assert timed.talk == talk + 1, "open pages read the clocks again"
    runs(machine, first, second)
    assert len(caplog.records) == 1


def test_between_two_notes_a_process_goes_by_the_clock_that_nobody_sets(timed, machine):
    process = machine.process()
    noted = process.note()
    machine.set_by(3600)
    machine.goes_on(2)
    assert process.read() == process.now() == noted + timedelta(seconds=2)


@pytest.mark.parametrize("restarted", [True, False])
def test_time_in_which_the_site_was_away_is_given_back(timed, machine, restarted):
    """Whether the process is a new one, or waited for the database to come back."""
    process = machine.process()
    runs(machine, process)
    before = left(timed, machine)
    machine.goes_on(3600)
    (machine.process() if restarted else process).note()
    assert left(timed, machine) == before


def test_a_run_that_was_going_goes_on_after_it(machine, ada):
    def run(player, begun):
        return PuzzleRun.objects.create(
            player=player, key="run", day=begun.date(), rules="phylo-1.4a", line_up=[], begun=begun,
            ends=begun + LASTS,
        )  # fmt: skip

    process = machine.process()
    process.note()
    noted = machine.wall
    going, over = run(ada, noted), run(PlayerFactory(), noted - timedelta(hours=1))
    machine.goes_on(3600)
    process.note()
    for each, moved in ((going, 3600), (over, 0)):
        before = each.begun, each.ends
        each.refresh_from_db()
        assert (each.begun, each.ends) == tuple(moment + timedelta(seconds=moved) for moment in before)


def test_a_restart_of_some_seconds_is_no_outage(timed, machine):
    runs(machine, machine.process())
    before = left(timed, machine)
    machine.goes_on(OUTAGE.seconds - 1)
    machine.process().note()
    assert left(timed, machine) == before - OUTAGE.seconds + 1


def test_the_sweep_ends_no_match_because_the_clock_was_set(timed, machine):
    tasks.sweep()
    machine.set_by(86_400)
    machine.goes_on(5)
    tasks.sweep()
    timed.refresh_from_db()
    assert not timed.finished
    runs(machine, site_clock.site_time, seconds=720)
    tasks.sweep()
    timed.refresh_from_db()
    assert timed.ending == "time"


@pytest.mark.django_db(transaction=True)
def test_whoever_comes_first_after_an_outage_ends_no_match(timed, machine):
    """A page that asks for the flag to fall, and a player who moves, before the first sweep."""
    tasks.sweep()
    machine.goes_on(86_400)
    seat = timed.seats.get(number=int(timed.to_act))
    client_of(seat.player).post(reverse("api-match-flag", args=[timed.pk]))
    timed.refresh_from_db()
    assert (timed.finished, timed.version) == (False, 0)
    machine.goes_on(86_400)
    playing.play(match_id=timed.pk, seat=seat.number, action={"do": "pass"}, version=0, key="one")
    timed.refresh_from_db()
    assert (timed.finished, timed.version) == (False, 1)
    assert timed.time_left[seat.number] >= 600_000 - 5000


def test_matches_without_a_clock_and_finished_ones_stay_as_they_are(match, machine):
    days = deal(match.seats.get(number=0).player, pace=Pace(DAYS, 86_400))
    flag = days.flag_at
    site_clock.site_time.note()
    machine.goes_on(3600)
    site_clock.site_time.note()
    days.refresh_from_db()
    match.refresh_from_db()
    assert (days.flag_at, match.flag_at, match.talk) == (flag + timedelta(hours=1), None, 0)


@pytest.mark.django_db(transaction=True)
def test_a_process_that_is_killed_while_it_gives_time_back_has_given_none(timed, machine, monkeypatch):
    process = machine.process()
    process.note()
    noted, before = SiteClock.objects.get().running_at, left(timed, machine)
    machine.goes_on(3600)
    move = site_clock._move_clocks

    def killed(by):
        move(by)
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(site_clock, "_move_clocks", killed)
        with pytest.raises(KeyboardInterrupt):
            process.note()
    assert SiteClock.objects.get().running_at == noted
    process.note()
    assert left(timed, machine) == before


def test_the_time_is_that_of_the_database(db):
    before = timezone.now()
    assert abs(database_time() - before) < timedelta(seconds=2)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            assert database_time() >= cursor.fetchone()[0], "within a transaction it goes on"


def answered_late(machine, match, seconds: float) -> list[int]:
    """Of an action that waits so long for a thread: the milliseconds that it costs each seat."""
    match.refresh_from_db()
    before, seat = match.time_left, positions.state_at(match).to_act[0]
    action = positions.legal_at(match, seat)[0]

    def answer():
        arrived.set(machine.monotonic)
        machine.goes_on(seconds)
        playing.play(
            match_id=match.pk, seat=seat, action=action, version=match.version, key=f"v{match.version}"
        )

    copy_context().run(answer)
    match.refresh_from_db()
    return [was - is_left for was, is_left in zip(before, match.time_left, strict=True)]


def test_the_time_that_an_action_waits_for_the_site_is_no_players_time(timed, machine):
    runs(machine, site_clock.site_time, seconds=120)
    while positions.state_at(timed).number == 0:
        answered_late(machine, timed, 0)
    answered_late(machine, timed, 0)
    machine.goes_on(4)
    cost = answered_late(machine, timed, 20)
    # A turn that has ended has earned more than these seconds.
    assert [each for each in cost if each > 0] in ([], [4000 - GRACE])
    # Nor that of who is to act next, whose time begins when the action is there.
    assert timed.clock_since == machine.wall


def test_an_action_that_came_in_time_is_in_time_however_late_it_is_looked_at(timed, machine):
    Match.objects.filter(pk=timed.pk).update(created=machine.wall - timedelta(hours=1))
    runs(machine, site_clock.site_time, seconds=20)
    flag = machine.wall + timedelta(seconds=3)
    since = flag - timedelta(seconds=600, milliseconds=600)
    Match.objects.filter(pk=timed.pk).update(clock_since=since, flag_at=flag)
    machine.goes_on(2)
    answered_late(machine, timed, 10)
    assert (timed.status, timed.version) == (Match.Status.PLAYING, 1)
