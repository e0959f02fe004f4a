"""The bulk files: what is in them, how they are written, and how they are served."""

import asyncio
import csv
import gzip
import hashlib
import io
import json
import threading
import tracemalloc
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import AsyncClient, Client
from django.utils import timezone

from cards.exchange.site_files import read_cards
from cards.models import Card
from cards.services.bulk import bulk_files, export_bulk, folder
from cards.services.card_file import EXPORT_COLUMNS, read_sets
from cards.services.publishing import store_cards
from cards.tasks import export_bulk as export_task
from engine.sets import SETS_PATH
from tests.cards.generated import generated_cards
from tests.factories import CardFactory

pytestmark = pytest.mark.django_db


def index() -> list[dict]:
    return Client().get("/api/v1/bulk/").json()["results"]


def fetch(address: str, **headers) -> tuple:
    response = Client().get(address.removeprefix("http://testserver"), **headers)
    return response, response.getvalue()


@pytest.fixture
def exported(cards) -> dict[str, dict]:
    """The newest files by the end of their names."""
    export_bulk()
    return {file["name"].partition(".")[2]: file for file in index()}


def test_there_is_nothing_before_the_first_export(cards):
    assert Client().get("/api/v1/bulk/").json() == {"count": 0, "results": []}


def test_the_index_tells_what_the_files_are(exported):
    assert exported.keys() == {"jsonl", "jsonl.gz", "csv", "csv.gz"}
    for end, file in exported.items():
        response, content = fetch(file["address"])
        assert response.status_code == 200
        assert (len(content), hashlib.sha256(content).hexdigest()) == (file["size"], file["sha256"])
        assert int(response["Content-Length"]) == file["size"]
        assert response["ETag"] == f'"{file["sha256"]}"'
        assert "immutable" in response["Cache-Control"]
        assert file["cards"] == Card.objects.count()
        assert file["kind"] == end.removesuffix(".gz")
        assert file["compression"] == ("gzip" if end.endswith(".gz") else None)
        assert file["version"] == max(Card.objects.values_list("changed_at", flat=True)).isoformat().replace(
            "+00:00", "Z"
        )
        assert file["licence"].startswith("https://creativecommons.org/")


def test_lines_are_the_cards_of_the_api_without_addresses(exported):
    _response, content = fetch(exported["jsonl"]["address"])
    lines = [json.loads(line) for line in content.decode().splitlines()]
    assert [line["key"] for line in lines] == sorted(Card.objects.values_list("key", flat=True))
    for line in lines:
        answer = Client().get(f"/api/v1/cards/{line['key']}/").json()
        assert line == {
            name: value
            for name, value in answer.items()
            if name not in ("images", "page", "api", "relations")
        }


def test_packed_files_hold_the_plain_ones(exported):
    for kind in ("jsonl", "csv"):
        plain, packed = (fetch(exported[end]["address"])[1] for end in (kind, f"{kind}.gz"))
        assert gzip.decompress(packed) == plain


def test_rows_of_every_real_card_read_back_as_the_same_card(real_set, tmp_path: Path):
    export_bulk()
    [name] = [file.name for file in bulk_files() if file.name.endswith(".csv")]
    read = {card.key: card for card in read_cards(folder() / name, ["core", "classics"])}
    assert read.keys() == set(Card.objects.values_list("key", flat=True))
    for card in Card.objects.all():
        assert read[card.key].as_face() == card.as_face()
        for field in ("card_set_id", "estimated", "catalogue_of_life", "wikidata", "gbif", "inaturalist"):
            assert getattr(read[card.key], field) == getattr(card, field)


def test_odd_texts_survive(db, tmp_path: Path):
    texts = ['a "b", c', "it's; 'so'", "two\nlines", "1+1=2", "ünï🐎"]
    for number, text in enumerate(texts):
        CardFactory(key=f"odd-{number}", fact=text, abilities={"beside": {"name": text.replace("\n", " ")}})
    export_bulk()
    [name] = [file.name for file in bulk_files() if file.name.endswith(".csv")]
    read = {card.key: card for card in read_cards(folder() / name, ["core"])}
    for number, text in enumerate(texts):
        assert read[f"odd-{number}"].fact == text
        assert read[f"odd-{number}"].abilities == {"beside": {"name": text.replace("\n", " ")}}


def test_an_export_that_is_due(cards):
    first = export_bulk(if_due=True)
    assert export_bulk(if_due=True) == first
    CardFactory(key="elm")
    assert export_bulk(if_due=True) != first


def test_a_day_later_it_is_due(cards, monkeypatch):
    first = export_bulk()
    tomorrow = timezone.now() + timedelta(days=1, seconds=1)
    monkeypatch.setattr(timezone, "now", lambda: tomorrow)
    assert export_bulk(if_due=True) != first


def test_a_name_is_never_used_twice(cards):
    names = {file.name for _again in range(3) for file in export_bulk()}
    assert len(names) == 12


def test_the_newest_are_kept(cards, settings):
    settings.BULK_KEPT = 2
    exports = [export_bulk() for _again in range(4)]
    kept = {file.name for export in exports[2:] for file in export}
    assert {file["name"] for file in index()} == kept
    assert index()[0]["name"] == exports[3][0].name
    on_disk = {path.name for path in folder().iterdir() if path.suffix != ".json"} - {".lock"}
    assert on_disk == kept
    assert fetch(f"/api/v1/bulk/{exports[0][0].name}")[0].status_code == 404


def test_the_command_and_the_task_export(cards, capsys):
    call_command("export_bulk")
    assert f"{Card.objects.count()} cards" in capsys.readouterr().out
    export_task()
    assert len(index()) == 4
    CardFactory(key="elm")
    export_task()
    assert len(index()) == 8


def test_a_broken_export_leaves_nothing(cards, monkeypatch):
    first = export_bulk()

    def full(*args, **kwargs):
        raise OSError("No space left on device")

    monkeypatch.setattr("phylo.exports.os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        export_bulk()
    assert bulk_files() == first
    assert not list(folder().glob(".new-*"))


@pytest.mark.django_db(transaction=True)
def test_exports_at_the_same_time_do_no_harm(transactional_db):
    for number in range(200):
        CardFactory(key=f"plant-{number}")
    start = threading.Barrier(4)

    def export():
        start.wait()
        try:
            export_bulk()
        finally:
            connection.close()

    threads = [threading.Thread(target=export) for _each in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    files = index()
    assert len(files) == 12
    for file in files:
        _response, content = fetch(file["address"])
        assert hashlib.sha256(content).hexdigest() == file["sha256"]


@pytest.mark.once
def test_memory_does_not_grow_with_the_cards(db, monkeypatch):
    """Four times as many take no more, but for what the database keeps."""
    monkeypatch.setattr("cards.services.bulk.CHUNK", 100)
    for each in read_sets(SETS_PATH):
        each.save()
    cards = list(generated_cards(1600))
    export_bulk()
    peaks = []
    for count in (400, 1600):
        store_cards(cards[:count])
        tracemalloc.start()
        try:
            export_bulk()
            peaks.append(tracemalloc.get_traced_memory()[1])
        finally:
            tracemalloc.stop()
    assert peaks[1] < 1.5 * peaks[0]


def test_a_file_is_not_sent_twice(exported):
    file = exported["jsonl"]
    response, content = fetch(file["address"], HTTP_IF_NONE_MATCH=f'"{file["sha256"]}"')
    assert (response.status_code, content) == (304, b"")
    head = Client().head(file["address"].removeprefix("http://testserver"))
    assert (head.status_code, int(head["Content-Length"]), head.content) == (200, file["size"], b"")


@pytest.mark.parametrize(
    ("wanted", "first", "last"),
    [
        ("bytes=0-9", 0, 9),
        ("bytes=100-", 100, None),
        ("bytes=-50", -50, None),
        ("bytes=5-999999999", 5, None),
    ],
)
def test_a_part_of_a_file(exported, wanted, first, last):
    file = exported["csv"]
    _response, whole = fetch(file["address"])
    response, part = fetch(file["address"], HTTP_RANGE=wanted)
    assert response.status_code == 206
    assert part == whole[first : None if last is None else last + 1]
    begin = first % len(whole)
    assert response["Content-Range"] == f"bytes {begin}-{begin + len(part) - 1}/{len(whole)}"
    assert int(response["Content-Length"]) == len(part)


@pytest.mark.parametrize(
    "wanted", ["bytes=9-0", "bytes=-", "bytes=0-1,3-4", "lines=0-1", "bytes=a-b", "bytes=" + "9" * 40 + "-"]
)
def test_what_is_no_part_is_the_whole(exported, wanted):
    response, content = fetch(exported["csv"]["address"], HTTP_RANGE=wanted)
    assert (response.status_code, len(content)) == (200, exported["csv"]["size"])


@pytest.mark.parametrize("wanted", ["bytes=999999999-", "bytes=-0"])
def test_a_part_outside_the_file(exported, wanted):
    response, _content = fetch(exported["csv"]["address"], HTTP_RANGE=wanted)
    assert response.status_code == 416
    assert response["Content-Type"] == "application/problem+json"
    assert response["Content-Range"] == f"bytes */{exported['csv']['size']}"


def test_a_part_of_another_version_is_the_whole(exported):
    file = exported["csv"]
    response, content = fetch(file["address"], HTTP_RANGE="bytes=0-9", HTTP_IF_RANGE='"other"')
    assert (response.status_code, len(content)) == (200, file["size"])
    response, content = fetch(file["address"], HTTP_RANGE="bytes=0-9", HTTP_IF_RANGE=f'"{file["sha256"]}"')
    assert (response.status_code, len(content)) == (206, 10)


@pytest.mark.parametrize(
    "name",
    [
        "cards-20200101T000000Z.jsonl", "..%2F..%2Fsecret-key", "../secret-key", "%2Fetc%2Fpasswd", ".lock",
        "..", "cards-20200101T000000Z.json", "%00", "x" * 5000,
    ],
)  # fmt: skip
def test_other_names_are_not_found(exported, settings, name):
    (Path(settings.VAR_DIR) / "secret-key").write_text("secret")
    response = Client().get(f"/api/v1/bulk/{name}")
    assert response.status_code == 404
    assert response["Content-Type"] == "application/problem+json"


def test_a_manifest_is_no_bulk_file(exported):
    manifest = next(folder().glob("*.json"))
    assert Client().get(f"/api/v1/bulk/{manifest.name}").status_code == 404


def test_a_file_that_goes_between_the_index_and_the_request(exported):
    (folder() / exported["csv"]["name"]).unlink()
    assert Client().get(exported["csv"]["address"].removeprefix("http://testserver")).status_code == 404


@pytest.mark.django_db(transaction=True)
def test_the_asynchronous_server_sends_block_by_block(transactional_db, monkeypatch):
    for number in range(50):
        CardFactory(key=f"plant-{number}")
    monkeypatch.setattr("phylo.http.file_response.BLOCK", 1000)
    [file] = [file for file in export_bulk() if file.name.endswith(".jsonl")]

    async def ask():
        response = await AsyncClient().get(f"/api/v1/bulk/{file.name}")
        assert response.is_async
        blocks = [block async for block in response.streaming_content]
        response.close()
        return blocks

    blocks = asyncio.run(ask())
    assert max(map(len, blocks)) <= 1000
    assert hashlib.sha256(b"".join(blocks)).hexdigest() == file.sha256


def test_columns_are_those_of_the_card_file_and_the_credit_of_art(exported):
    _response, content = fetch(exported["csv"]["address"])
    reader = csv.reader(io.StringIO(content.decode()))
    assert next(reader) == EXPORT_COLUMNS
    assert len(list(reader)) == Card.objects.count()
