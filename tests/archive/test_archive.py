"""The files of all public games: what is in them, how they are written, and how they are served."""

import gzip
import hashlib
import json
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone

from engine import game_files, record_stats, sets
from games.archive.services import files
from games.archive.services.files import MonthFile, folder, month_files, write_some
from games.archive.tasks import write_archive
from games.ladder.models import Game, Program
from games.ladder.scale import points
from games.ladder.services import pairing
from games.matches.models import Match, Seat
from games.matches.models.match import FROM_ELSEWHERE
from games.matches.services import players
from games.matches.services.players import resign
from games.matches.services.records import export_record
from games.people.models import Rating, RatingChange
from phylo.exports import Written, turn_in
from tests.factories import DeckFactory, client_of, deal
from tests.members import person, signed_in

pytestmark = pytest.mark.django_db
OCTOBER, NOVEMBER = date(2025, 10, 1), date(2025, 11, 1)


def over(
    match: Match, ended: datetime = datetime(2025, 10, 3, 12, tzinfo=UTC), *, public: bool = True
) -> Match:
    """The match, given up by seat 0 at that moment."""
    resign(match_id=match.pk, seat=0, key="over")
    Match.objects.filter(pk=match.pk).update(updated=ended, public=public)
    match.refresh_from_db()
    return match


def write_next() -> MonthFile | None:
    """The file of the first month that is missing, whole."""
    before = len(month_files())
    while write_some() and len(month_files()) == before:
        pass
    return month_files()[0] if len(month_files()) > before else None


def write_all() -> None:
    while write_some():
        pass


def lines() -> list[dict]:
    """Those of the newest file."""
    [newest, *_older] = month_files()
    with gzip.open(newest.path, "rt") as file:
        return [json.loads(line) for line in file]


def test_a_line_has_the_record_and_nobodys_name(match, ada, ben):
    over(match)
    Match.objects.filter(pk=match.pk).update(pace="live", pace_seconds=600, pace_increment=15)
    found = write_next()
    [line] = lines()
    assert line == {
        "format": "phylo-game/1",
        "ended": "2025-10-03",
        "ending": "resigned",
        "pace": "live 600+15",
        "rated": False,
        "seats": [{"kind": "person", "name": None, "deck": None, "rating": None, "change": None}] * 2,
        "record": json.loads(json.dumps(export_record(match))),
    }
    assert (found.month, found.games, found.number) == (OCTOBER, {"phylo-1.4a": 1}, 1)
    text = gzip.decompress(found.path.read_bytes()).decode()
    for player in (ada, ben):
        assert str(player.pk) not in text
        assert f'"{player.name}"' not in text


def test_ratings_and_ready_decks_are_named(ada):
    ready = sets.decks("phylo-1.4a")["uluru"]
    deck = DeckFactory(slug="renamed", rules="phylo-1.4a", cards=Counter(ready.keys))
    match = over(deal(ada, bot="fox", deck=deck))
    for seat, who, after in ((0, {"player": ada}, 24.5), (1, {"bot": "fox"}, 25.5)):
        rating = Rating.objects.create(rules=match.rules, mu=after, sigma=5, ordinal=10, **who)
        RatingChange.objects.create(match=match, rating=rating, seat=seat, mu_before=25, mu_after=after)
    write_next()
    [line] = lines()
    assert line["rated"]
    assert line["seats"] == [
        {"kind": "person", "name": None, "deck": "uluru", "rating": 1500, "change": -30},
        {"kind": "level", "name": "fox", "deck": None, "rating": 1500, "change": 30},
    ]


def test_programs_are_named_until_they_are_former(make):
    wolf, lynx = make("Wolf"), make("Lynx")
    now = timezone.now()
    for each in (wolf, lynx):
        each.waits_since = now - timedelta(minutes=1)
        each.save()
    pairing.pair()
    game = Game.objects.get()
    match = over(game.match)
    lynx.owner.delete()
    lynx.player.user.delete()
    lynx.player.refresh_from_db()
    write_next()
    [line] = lines()
    kinds = [(seat["kind"], seat["name"]) for seat in line["seats"]]
    assert ("program", "Wolf") in kinds
    assert ("program", None) in kinds
    assert len(match.acting) == 0
    rated = Game.objects.get().counts
    assert line["rated"] == rated


def test_ratings_of_the_ladder_are_those_of_its_own_scale(make):
    make("Wolf"), make("Lynx")
    Program.objects.update(waits_since=timezone.now() - timedelta(minutes=1))
    pairing.pair()
    game = Game.objects.get()
    over(game.match)
    Game.objects.filter(pk=game.pk).update(
        counts=True, first_before=25, first_after=26, second_before=25, second_after=24
    )
    write_next()
    [line] = lines()
    assert line["rated"]
    assert [seat["rating"] for seat in line["seats"]] == [points(25)] * 2
    assert [seat["change"] for seat in line["seats"]] == [points(26) - 1500, points(24) - 1500]


def test_only_public_games_that_are_over_are_in(match, ada, ben):
    shown = over(deal(ada, opponent=ben))
    over(deal(ben, opponent=ada), public=False)
    Match.objects.filter(pk=match.pk).update(public=True, updated=datetime(2025, 10, 9, tzinfo=UTC))
    write_next()
    assert [line["record"]["seed"] for line in lines()] == [shown.seed]


def test_games_that_came_in_a_file_are_not_in(match):
    """What the computer did in it may be made up."""
    over(match).moves.update(key=f"{FROM_ELSEWHERE}1")
    shown = over(deal(match.seats.first().player))
    write_next()
    assert [line["record"]["seed"] for line in lines()] == [shown.seed]


def test_the_same_for_owner_member_and_outsider(match, ada):
    """Who played a hidden game finds it there as little as anybody else."""
    over(match, public=False)
    over(deal(ada), datetime(2025, 10, 4, tzinfo=UTC))
    write_next()
    own, member, outsider = client_of(ada), signed_in(person("Mia")), Client()
    seen = {client.get("/api/v1/archive/").content for client in (own, member, outsider)}
    assert len(seen) == 1
    name = json.loads(seen.pop())["results"][0]["name"]
    files_seen = {client.get(f"/api/v1/archive/{name}").getvalue() for client in (own, member, outsider)}
    [packed] = files_seen
    assert [json.loads(line)["ended"] for line in gzip.decompress(packed).splitlines()] == ["2025-10-04"]


def test_months_are_written_in_turn_once_they_are_over(match, ada, monkeypatch):
    over(match, datetime(2025, 11, 30, 23, 59, 59, tzinfo=UTC))
    over(deal(ada), datetime(2025, 12, 1, tzinfo=UTC))
    over(deal(ada), datetime(2025, 9, 30, tzinfo=UTC))
    monkeypatch.setattr(files.timezone, "now", lambda: datetime(2025, 12, 1, 0, 59, tzinfo=UTC))
    # September; November ended less than an hour ago.
    assert write_next().name == "phylo-games-2025-09.jsonl.gz"
    assert write_next() is None
    monkeypatch.setattr(files.timezone, "now", lambda: datetime(2025, 12, 1, 1, 0, tzinfo=UTC))
    assert write_next().month == NOVEMBER
    assert write_next() is None
    assert [file.number for file in month_files()] == [1, 1]
    # A game of an older month that is shared now is in none.
    over(deal(ada), datetime(2025, 10, 3, tzinfo=UTC))
    assert write_next() is None


def test_the_task_queues_itself_until_nothing_is_missing(match, ada, monkeypatch):
    queued: list[str] = []
    monkeypatch.setattr("games.archive.tasks.queue", queued.append)
    over(match)
    over(deal(ada), datetime(2025, 11, 3, tzinfo=UTC))
    write_archive()
    while queued:
        queued.pop()
        write_archive()
    assert [file.month for file in month_files()] == [NOVEMBER, OCTOBER]


def test_what_was_written_never_changes(match, ada):
    over(match)
    first = write_next()
    before = first.path.read_bytes()
    over(deal(ada), datetime(2025, 10, 5, tzinfo=UTC))
    Match.objects.filter(pk=match.pk).update(public=False)
    assert write_next() is None
    assert first.path.read_bytes() == before


def test_the_same_games_give_the_same_bytes(match):
    over(match)
    first = write_next()
    first.path.unlink()
    (folder() / "phylo-games-2025-10.json").unlink()
    assert write_next().sha256 == first.sha256


@pytest.mark.parametrize("dies_at", range(1, 9))
def test_a_writer_that_dies_loses_and_doubles_nothing(match, ada, monkeypatch, dies_at):
    """At any of the moments at which something is put to disk."""
    monkeypatch.setattr(files, "AT_ONCE", 1)
    for number in range(3):
        over(deal(ada, seed=number), datetime(2025, 10, 4 + number, tzinfo=UTC))
    over(match)
    written, calls = files.written, []

    def die(path: Path) -> Written:
        calls.append(path)
        if len(calls) == dies_at:
            raise SystemExit
        return written(path)

    with monkeypatch.context() as patched:
        patched.setattr(files, "written", die)
        with pytest.raises(SystemExit):
            write_all()
    write_all()
    assert [line["ended"] for line in lines()] == [f"2025-10-0{day}" for day in range(3, 7)]
    assert month_files()[0].games == {"phylo-1.4a": 4}
    whole = month_files()[0]
    assert hashlib.sha256(whole.path.read_bytes()).hexdigest() == whole.sha256


def test_one_at_a_time_writes(match):
    over(match)
    with turn_in(folder()):
        assert write_some() is False
    assert month_files() == []
    assert write_next().number == 1


def test_a_game_that_cannot_be_exported_keeps_no_other_from_it(match, ada, monkeypatch):
    over(match)
    over(deal(ada), datetime(2025, 10, 4, tzinfo=UTC))
    real = files.filed

    def fail(each: Match) -> object:
        if each.pk == match.pk:
            raise LookupError("a level that is gone")
        return real(each)

    monkeypatch.setattr(files, "filed", fail)
    assert write_next().number == 1
    assert [line["ended"] for line in lines()] == ["2025-10-04"]


def test_who_comes_back_after_the_end_makes_no_new_game(ada):
    """A seat that a bot has taken over is not given back once the match is over."""
    match = over(deal(ada))
    Seat.objects.filter(match=match, player=ada).update(stand_in="greedy")
    players.sit_down(match_id=match.pk, player=ada)
    match.refresh_from_db()
    assert match.updated == datetime(2025, 10, 3, 12, tzinfo=UTC)


def test_nothing_is_written_without_a_public_game(match):
    over(match, public=False)
    assert write_next() is None
    assert month_files() == []


def test_many_games_take_few_queries(ada, ben, django_assert_max_num_queries):
    for number in range(6):
        over(deal(ada, opponent=ben, seed=number), datetime(2025, 10, 1 + number, tzinfo=UTC))
    # The moves of each, and a dozen for each of two pieces, of which the second finds nothing.
    with django_assert_max_num_queries(6 + 24):
        write_next()
    assert [line["ended"] for line in lines()] == [f"2025-10-0{day}" for day in range(1, 7)]


def test_the_engine_reads_a_file_as_it_is(match, ada):
    over(match)
    over(deal(ada), datetime(2025, 10, 4, tzinfo=UTC))
    found: dict[str, record_stats.Stats] = {}
    for record in game_files.records_in(str(write_next().path)):
        record_stats.count(found, record)
    assert [(rules, len(stats.turns)) for rules, stats in found.items()] == [("phylo-1.4a", 2)]


def test_a_file_is_served_whole_and_in_parts(match):
    over(match)
    found = write_next()
    [listed] = Client().get("/api/v1/archive/").json()["results"]
    assert (listed["name"], listed["month"]) == (found.name, "2025-10-01")
    assert listed["games"] == {"phylo-1.4a": 1}
    assert listed["licence"].startswith("https://creativecommons.org/")
    answer = Client().get(listed["address"].removeprefix("http://testserver"))
    content = answer.getvalue()
    assert (len(content), hashlib.sha256(content).hexdigest()) == (listed["size"], listed["sha256"])
    assert "immutable" in answer["Cache-Control"]
    part = Client().get(f"/api/v1/archive/{found.name}", headers={"range": "bytes=10-19"})
    assert (part.status_code, part.getvalue()) == (206, content[10:20])


@pytest.mark.parametrize(
    "name", ["phylo-games-2025-09.jsonl.gz", "phylo-games-2025-10.json", ".lock", "..%2Fphylo.sqlite3"]
)
def test_no_other_file_is_served(match, name):
    over(match)
    write_next()
    assert Client().get(f"/api/v1/archive/{name}").status_code == 404


def test_the_page_lists_the_months(match, ada):
    assert "The first file comes" in Client().get("/archive/").content.decode()
    over(match)
    write_next()
    page = Client().get("/archive/").content.decode()
    assert "October 2025" in page
    assert f"/api/v1/archive/{month_files()[0].name}" in page
    assert month_files()[0].sha256 in page


def test_privacy_says_so():
    assert "in files that anybody may download" in Client().get("/privacy/").content.decode()
