"""`import_cards` and `export_cards`: exit status, what they say, and that all or nothing is stored."""

import io
import json
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from cards.models import Card, CardSet
from cards.services.exporting import exported
from tests.cards.generated import generated_cards
from tests.cards.test_exchange import FERN, csv_of, lines_of
from tests.cards.test_load_cards import FIRE, GRASS
from tests.factories import core_set

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def sets():
    core_set()
    CardSet.objects.get_or_create(key="classics", defaults={"name": "Classics"})


@pytest.fixture
def run(tmp_path: Path):
    """Exit status, output and errors of `import_cards` with a file of this content."""

    def import_cards(content: bytes, *options: str) -> tuple[int, str, str]:
        path = tmp_path / "cards.file"
        path.write_bytes(content)
        return command("import_cards", str(path), *options)

    return import_cards


def command(*words: str) -> tuple[int, str, str]:
    out, err, status = io.StringIO(), io.StringIO(), 0
    try:
        call_command(*words, stdout=out, stderr=err)
    except SystemExit as end:
        status = end.code
    return status, out.getvalue(), err.getvalue()


def test_import_and_again(run):
    assert run(csv_of(GRASS, FIRE)) == (
        0, "created grass\ncreated fire\n2 created, 0 changed, 0 unchanged, 0 refused\n", "",
    )  # fmt: skip
    before = list(Card.objects.values_list("key", "changed_at"))
    assert run(csv_of(GRASS, FIRE))[1] == "0 created, 0 changed, 2 unchanged, 0 refused\n"
    assert list(Card.objects.values_list("key", "changed_at")) == before
    status, out, err = run(b"key,points\ngrass,5\n")
    assert (status, err) == (0, "")
    assert out.startswith("changed grass\n    points: 2 -> 5\n")


def test_a_dry_run_stores_nothing(run):
    assert run(csv_of(GRASS), "--dry-run")[:2] == (
        0, "created grass\n1 created, 0 changed, 0 unchanged, 0 refused\n",
    )  # fmt: skip
    assert not Card.objects.exists()


def test_refused_rows_are_listed_by_a_dry_run_and_the_first_is_named_otherwise(run):
    content = csv_of(GRASS, FIRE | {"duration": "long"}, GRASS | {"key": "moss", "scale": "99"})
    status, out, err = run(content, "--dry-run")
    assert status == 2
    assert [line.partition(":")[0] for line in err.splitlines()] == [
        "line 3 (fire), duration", "line 4 (moss), scale",
    ]  # fmt: skip
    assert out.endswith("1 created, 0 changed, 0 unchanged, 2 refused\n")
    status, out, err = run(content)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert "line 3 (fire), duration" in err
    assert not Card.objects.exists()
    status, out, err = run(content, "--good-only")
    assert (status, err.count("\n")) == (0, 2)
    assert out.endswith("1 created, 0 changed, 0 unchanged, 2 refused\n")
    assert Card.objects.get().key == "grass"


@pytest.mark.parametrize(
    ("content", "options", "says"),
    [
        (b"\xff\xfe!", (), "no text in UTF-8"),
        (b"[" * 100_000, (), "nested too deep"),
        (b"name\nFern\n", (), "lacks the column “key”"),
        (lines_of(FERN), ("--set", "nowhere"), "there is no set 'nowhere'"),
        (lines_of(FERN), ("--format", "csv"), "unknown or twice"),
    ],
)
def test_what_is_refused_with_one_line(run, content, options, says):
    status, out, err = run(content, *options)
    assert (status, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1
    assert not Card.objects.exists()


def test_a_file_that_is_not_there():
    assert command("import_cards", "/nowhere/cards.csv") == (
        2, "", "/nowhere/cards.csv: No such file or directory\n",
    )  # fmt: skip
    assert command("export_cards", "/nowhere/cards.csv")[0] == 2


@pytest.mark.parametrize("form", ["csv", "jsonl", "record"])
def test_export_a_search_and_import_it(run, tmp_path, form):
    run(csv_of(GRASS, FIRE))
    path = tmp_path / "out"
    assert command("export_cards", "--format", form, "--query", "kind:event", str(path)) == (0, "", "")
    text = path.read_text()
    assert "fire" in text
    assert "meadow" not in text
    assert run(path.read_bytes())[1] == "0 created, 0 changed, 1 unchanged, 0 refused\n"
    assert command("export_cards", "--format", form, "--query", "kind:event")[1] == text


def test_a_query_that_is_none():
    status, out, err = command("export_cards", "--query", "terrain:")
    assert (status, out) == (2, "")
    assert err.count("\n") == 1


@pytest.mark.once
@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_thousands_of_cards_take_few_queries(run, form):
    content = "".join(exported(generated_cards(2_000), form)).encode()
    assert run(content, "--verbosity", "0")[0] == 0
    assert Card.objects.count() == 2_000
    with CaptureQueriesContext(connection) as queries:
        assert run(content)[1] == "0 created, 0 changed, 2000 unchanged, 0 refused\n"
    assert len(queries) < 50


@pytest.mark.once
def test_queries_to_store_many(run):
    content = "".join(exported(generated_cards(3_000), "jsonl")).encode()
    with CaptureQueriesContext(connection) as queries:
        assert run(content, "--verbosity", "0")[0] == 0
    assert len(queries) < 220


def test_a_record_leaves_what_it_does_not_hold(run):
    run(csv_of(GRASS))
    before = Card.objects.get(key="grass")
    assert run(json.dumps({"grass": before.as_record() | {"points": 9}}).encode())[0] == 0
    after = Card.objects.get(key="grass")
    assert (after.points, after.fact, after.subject) == (9, before.fact, before.subject)
