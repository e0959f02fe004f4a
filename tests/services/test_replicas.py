"""Reading from replicas. tests/soak/replicas.py tries it with a real standby."""

import math
from collections.abc import Callable
from types import SimpleNamespace

import psycopg
import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError, connection, transaction
from django.http import Http404, HttpResponse
from django.test import RequestFactory
from django.urls import get_resolver
from django.utils import timezone

from cards.decks.models import Deck
from cards.models import Card
from phylo import env
from phylo.accounts.models import User
from phylo.accounts.tokens import create_token
from phylo.http.metrics import REPLICA_READS
from phylo.replicas import marks, reading, standby
from phylo.replicas.reading import ReplicaMiddleware, Router, Visit, WrittenMiddleware
from phylo.replicas.standby import MOST_LAG, PAUSE, Replica, Watch

POSTGRESQL = {"ENGINE": "django.db.backends.postgresql"}
SYSTEM = 7


@pytest.fixture
def clock(monkeypatch):
    """`clock.now` is what the monotonic clock says."""
    found = SimpleNamespace(now=1000.0)
    monkeypatch.setattr(standby, "monotonic", lambda: found.now)
    return found


class Log:
    """A server that answers with its position; None is no standby, an exception is raised."""

    def __init__(self, position: int | Exception | None) -> None:
        self.position, self.asked = position, 0

    def ask(self, query: str) -> tuple[int | None, int]:
        self.asked += 1
        if isinstance(self.position, Exception):
            raise self.position
        return self.position, SYSTEM


@pytest.fixture
def followed(clock):
    """A primary, a replica that has all of it, and what looks at both."""
    watch = Watch(["replica1"])
    watch._primary = primary = Log(100)
    (replica,) = watch.replicas
    replica._server = copy = Log(100)
    watch.look()
    return SimpleNamespace(watch=watch, primary=primary, copy=copy, replica=replica, clock=clock)


def test_a_replica_is_read_for_whom_it_has_all_that_they_wrote(followed):
    assert followed.watch.one_that_has(100) is followed.replica
    assert followed.watch.one_that_has(101) is None
    followed.copy.position = 101
    followed.watch.look()
    assert followed.watch.one_that_has(101) is followed.replica


def test_its_lag_is_the_age_of_what_it_lacks(followed, caplog):
    for _ in range(2 * int(MOST_LAG) + 1):
        followed.clock.now += 0.5
        followed.primary.position += 1
        followed.watch.look()
    assert followed.replica.lag == MOST_LAG + 0.5
    assert followed.watch.one_that_has(0) is None
    followed.copy.position = followed.primary.position
    followed.watch.look()
    assert followed.replica.lag == 0
    assert followed.watch.one_that_has(0) is followed.replica
    # Once each, not at every look.
    assert [each.getMessage() for each in caplog.records] == [
        "replica1 is left out: it is more than 10 s behind",
        "replica1 is read again",
    ]


def test_one_of_a_quiet_site_is_not_behind(followed):
    followed.clock.now += 3600
    followed.watch.look()
    assert followed.replica.lag == 0


@pytest.mark.parametrize(
    "position", [psycopg.OperationalError("no answer"), None], ids=["does not answer", "was promoted"]
)
def test_one_that_fails_is_tried_again_after_a_pause(followed, caplog, position):
    followed.copy.position = position
    for _ in range(3):
        followed.watch.look()
    assert followed.watch.one_that_has(0) is None
    assert followed.copy.asked == 2
    followed.copy.position = 100
    followed.clock.now += PAUSE
    followed.watch.look()
    assert followed.watch.one_that_has(0) is followed.replica
    assert len(caplog.records) == 2


def test_without_a_look_no_replica_is_read(followed):
    """The primary is away, or the thread that looks."""
    followed.primary.position = psycopg.OperationalError("gone")
    followed.watch.look()
    assert followed.watch.one_that_has(0) is followed.replica
    followed.clock.now += MOST_LAG + 1
    followed.watch.look()
    assert followed.watch.one_that_has(0) is None


@pytest.fixture
def read(monkeypatch, settings):
    """A site with a replica that is the database itself, and has all up to `read.replayed`."""
    (replica,) = (watch := Watch(["default"])).replicas
    replica.replayed, replica.fresh, replica.out = 50, math.inf, ""
    monkeypatch.setattr(watch, "start", lambda: None)
    monkeypatch.setattr(reading, "watch", watch)
    monkeypatch.setattr(marks, "position", lambda: 60)
    settings.MIDDLEWARE = [
        "phylo.replicas.reading.WrittenMiddleware",
        *settings.MIDDLEWARE,
        "phylo.replicas.reading.ReplicaMiddleware",
    ]
    settings.DATABASE_ROUTERS = ["phylo.replicas.reading.Router"]
    return replica


def outcomes(ask: Callable[[], object]) -> dict[str, float]:
    names = ("replica", "later", "none", "again")
    before = {name: REPLICA_READS.labels(name)._value.get() for name in names}
    ask()
    counted = {name: REPLICA_READS.labels(name)._value.get() - before[name] for name in names}
    return {name: count for name, count in counted.items() if count}


@pytest.mark.django_db
def test_what_only_reads_comes_from_a_replica(client, read):
    assert outcomes(lambda: client.get("/decks/")) == {"replica": 1}
    assert outcomes(lambda: client.get("/api/v1/cards/")) == {"replica": 1}
    assert outcomes(lambda: client.get("/lobby/")) == {}
    read.out = "it is gone"
    assert outcomes(lambda: client.get("/decks/")) == {"none": 1}


@pytest.mark.django_db
def test_a_visitor_who_has_written_waits_for_the_replica(client, read):
    made = client.post("/api/v1/decks/", {"name": "Wood"}, content_type="application/json")
    assert made.status_code == 201
    assert client.cookies[marks.COOKIE].value == f"{60:x}"
    assert outcomes(lambda: client.get("/decks/")) == {"later": 1}
    read.replayed = 60
    assert outcomes(lambda: client.get("/decks/")) == {"replica": 1}


@pytest.mark.django_db
@pytest.mark.parametrize("kept", ["x", "-1", "f" * 17, ""])
def test_a_mark_that_is_none_is_left_aside(client, read, kept):
    client.cookies[marks.COOKIE] = kept
    assert outcomes(lambda: client.get("/decks/")) == {"replica": 1}


@pytest.mark.django_db
def test_a_program_and_the_account_s_pages_wait_too(client, ada_client, ada, read):
    token = {"authorization": f"Bearer {create_token(user=ada, name='x')}"}
    asked = [
        lambda: client.get("/api/v1/decks/", headers=token),
        lambda: ada_client.get("/decks/"),
    ]
    # As long as the cache may have been emptied since, nobody knows what the account has written.
    marks.cache.delete(marks.SINCE)
    assert [outcomes(each) for each in asked] == [{"later": 1}] * 2
    marks.cache.set(marks.SINCE, 0.0, timeout=None)
    # That the token was used has been written.
    marks.cache.delete(marks._key(ada))
    assert [outcomes(each) for each in asked] == [{"replica": 1}] * 2
    client.post("/api/v1/decks/", {"name": "Wood"}, content_type="application/json", headers=token)
    assert marks.COOKIE not in client.cookies
    assert [outcomes(each) for each in asked] == [{"later": 1}] * 2
    marks.cache.clear()


@pytest.mark.django_db
def test_who_is_suspended_is_kept_out(ada_client, ada, read):
    User.objects.filter(pk=ada.pk).update(suspended_from=timezone.now())
    assert ada_client.get("/decks/").status_code == 403


@pytest.mark.django_db
def test_what_a_replica_does_not_have_is_asked_of_the_primary(client, read):
    assert outcomes(lambda: client.get("/decks/no-such-deck/")) == {"again": 1}


def visited(view, name="decks"):
    """The response to a view that a replica may answer."""
    request = RequestFactory().get("/")
    request.user = None
    request.resolver_match = SimpleNamespace(url_name=name)
    last = ReplicaMiddleware(lambda request: HttpResponse("of the primary"))
    inner = lambda asked: last.process_view(asked, view, (), {}) or last(asked)  # noqa: E731
    return WrittenMiddleware(inner)(request).content.decode()


@pytest.mark.parametrize(
    ("error", "out"),
    [(OperationalError("gone"), True), (Http404("new"), False), (ValueError("a slip"), False)],
)
def test_a_replica_that_fails_costs_nobody_an_answer(read, error, out):
    def view(request):
        raise error

    assert visited(view) == "of the primary"
    assert bool(read.out) is out


def test_a_query_given_up_for_the_replay_leaves_the_replica_in_use(read):
    def view(request):
        raise OperationalError from psycopg.errors.SerializationFailure()

    assert visited(view) == "of the primary"
    assert read.out == ""


@pytest.fixture
def visit():
    found = Visit(replica=Replica("replica1"))
    token = reading._visit.set(found)
    yield found
    reading._visit.reset(token)


def test_accounts_are_the_primary_s(visit):
    assert [Router().db_for_read(model) for model in (User, Card, Deck)] == [
        "default",
        "replica1",
        "replica1",
    ]


def test_a_request_that_writes_goes_on_at_the_primary(visit):
    assert Router().db_for_write(Card) == "default"
    assert Router().db_for_read(Card) == "default"
    assert visit.wrote


@pytest.mark.django_db
def test_so_does_one_that_has_begun_a_transaction(visit):
    """What it reads afterwards must not be older than what it has read there."""
    with transaction.atomic():
        assert Router().db_for_read(Card) == "default"
    assert visit.replica is None


def test_outside_requests_nothing_is_read_from_replicas():
    assert Router().db_for_read(Card) == "default"


def test_the_pages_exist():
    assert {name for name in reading.PAGES if name not in get_resolver().reverse_dict} == set()


def test_addresses(monkeypatch):
    monkeypatch.setenv("DATABASE_REPLICA_URL", "postgresql://ann:p%2Css@one/phylo, postgresql://two/phylo")
    found = env.replicas("DATABASE_REPLICA_URL", primary=POSTGRESQL)
    assert [(alias, each["HOST"]) for alias, each in found.items()] == [
        ("replica1", "one"),
        ("replica2", "two"),
    ]
    assert found["replica1"]["PASSWORD"] == "p,ss"
    assert found["replica1"]["OPTIONS"]["pool"]["timeout"] == 2


@pytest.mark.parametrize(
    ("url", "primary", "words"),
    [
        ("postgresql://one/phylo", {"ENGINE": "phylo.sqlite"}, "needs PostgreSQL in DATABASE_URL"),
        ("postgresql://one/phylo,sqlite:///x", POSTGRESQL, "must be like postgresql://"),
        ("postgresql://ann:secret@one:x/phylo", POSTGRESQL, "its host or port cannot be read"),
    ],
)
def test_addresses_that_are_none(monkeypatch, url, primary, words):
    monkeypatch.setenv("DATABASE_REPLICA_URL", url)
    with pytest.raises(ImproperlyConfigured, match=words) as refused:
        env.replicas("DATABASE_REPLICA_URL", primary=primary)
    assert "secret" not in str(refused.value)


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_the_position_and_a_server_that_is_no_standby():
    before = marks.position()
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE replicas_tried ()")
        cursor.execute("DROP TABLE replicas_tried")
    assert before < marks.position() < marks.AHEAD
    primary, replica = standby.Server("default"), Replica("default")
    try:
        position, system = primary.ask(standby.POSITION)
        assert position is not None
        replica.look(0, position, system)
        assert "no standby" in replica.out
    finally:
        for server in (primary, replica._server):
            if server._connection is not None:
                server._connection.close()
