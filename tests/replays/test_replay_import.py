"""Imported records: judged first, then shown to everybody who has the URL."""

import json
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from engine.file_command import LARGEST
from engine.phylo.record import Record
from games.matches.services.records import export_record
from games.replays.models import ImportedRecord
from games.replays.pages import replays
from games.replays.services import imported_records, judging
from games.replays.tasks import forget_records
from tests.engine import build as engine_records
from tests.matches.test_offers import act, first_play
from tests.members import person, signed_in

BRING = "replay-import"


@pytest.fixture(autouse=True)
def _not_counted():
    cache.clear()


@pytest.fixture
def record(match):
    for _turn in range(2):
        act(match, first_play(match, 0))
    act(match, {"do": "resign"})
    match.refresh_from_db()
    return export_record(match)


def bring(record, **more):
    text = record if isinstance(record, str) else json.dumps(record)
    return Client().post(reverse(BRING), {"text": text} | more)


def test_pasted_and_watched_step_by_step(record):
    made = bring(record)
    assert made.status_code == 302
    kept = ImportedRecord.objects.get()
    assert made["Location"] == reverse("replay-imported", args=[kept.pk])
    texts = [Client().get(made["Location"], {"version": number}).content.decode() for number in range(4)]
    assert "Player 1 gives up." in texts[3]
    assert all(f'data-key="{key}"' in texts[0] for key in ("clover", "nettle") if key in record["decks"][0])
    assert 'href="{}"'.format(reverse("replay-imported-record", args=[kept.pk])) in texts[0]
    assert Client().get(made["Location"], {"version": 4}).status_code == 404
    assert Client().get(made["Location"], {"part": "web"}).status_code == 200
    assert Client().get(reverse("replay-imported-record", args=[kept.pk])).json() == record


def test_the_same_record_has_one_address(record):
    assert bring(record)["Location"] == bring(json.dumps(record, indent=3, sort_keys=True))["Location"]
    assert ImportedRecord.objects.count() == 1


def test_as_a_file_or_by_a_program(record):
    file = SimpleUploadedFile("game.json", json.dumps(record).encode())
    assert Client().post(reverse(BRING), {"file": file}).status_code == 302
    answer = Client().post(reverse(BRING), record, content_type="application/json")
    assert (answer.status_code, answer.json()["replay"]) == (201, answer["Location"])


def test_an_illegal_action_is_told(record):
    record["actions"] = [{"seat": 1, "do": "pass"}]
    page = Client().post(reverse(BRING), {"text": json.dumps(record)}, headers={"accept": "text/html"})
    assert "Action 1 is against the rules: " in page.content.decode()
    text = Client().post(reverse(BRING), record, content_type="application/json")
    assert text.status_code == 422
    assert text.json()["detail"].startswith("Action 1 is against the rules: ")
    assert not ImportedRecord.objects.exists()


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "3", '"x"', '{"format": "phylo-record/2"}', '{"format": "phylo-record/1"}',
     '{"format": 1, "format": 1}', '{"a": NaN}', '{"a": "\\ud800"}', "[" * 100_000],
)  # fmt: skip
def test_what_is_no_record(db, text):
    page = Client().post(reverse(BRING), {"text": text}, headers={"accept": "text/html"})
    assert page.status_code == 400
    assert 'role="alert"' in page.content.decode()
    assert not ImportedRecord.objects.exists()


def test_binary_files_and_large_ones(db):
    for data in (b"\xff\xfe\x00", b" " * (LARGEST + 1)):
        file = SimpleUploadedFile("game.json", data)
        assert Client().post(reverse(BRING), {"file": file}).status_code == 400
    large = Client().post(reverse(BRING), " " * (LARGEST + 1) + "{}", content_type="application/json")
    assert large.status_code == 400


def test_large_games_and_long_ones(record):
    assert bring(record | {"actions": [{"seat": 0, "do": "pass"}] * 2001}).status_code == 422
    assert bring(record | {"decks": [["clover"] * 201, record["decks"][1]]}).status_code == 400


def test_judged_in_a_process_of_its_own_that_may_not_take_for_ever(record, monkeypatch):
    monkeypatch.setattr(Record, "read", None)  # here; not in the other process
    judging.judge(json.dumps(record).encode())
    monkeypatch.setattr(judging, "LONGEST", 0.001)
    page = Client().post(reverse(BRING), {"text": json.dumps(record)}, headers={"accept": "text/html"})
    assert page.status_code == 400
    assert "judging it takes too long" in page.content.decode()
    assert not ImportedRecord.objects.exists()


@pytest.mark.parametrize("processes", [True, False])
def test_a_refusal_comes_back_whole(processes, monkeypatch):
    """In a browser too, whose Python judges by itself."""
    monkeypatch.setattr("phylo.compiled.HAS_PROCESSES", processes)
    start = engine_records.position(engine_records.space(-1, 0, 0, "cactus"), hand="hare")
    play = {"seat": 0, "do": "play", "card": "hare", "at": [-2, 0]}
    wrong = engine_records.record(start, play)
    with pytest.raises(judging.IllegalRecord) as caught:
        judging.judge(json.dumps(wrong).encode())
    assert caught.value.refusal == Record.read(wrong).start.why_not(play)
    with pytest.raises(judging.UnreadableRecord, match="Expecting property name"):
        judging.judge(b"{")


def test_cards_that_the_site_does_not_know_are_shown_without_a_picture(record):
    text = json.dumps(record).replace('"clover"', '"Two words/<b>"')
    made = bring(text)
    assert made.status_code == 302, made.content.decode()
    page = Client().get(made["Location"])
    assert page.status_code == 200
    assert "Two words/<b>" not in page.content.decode()


def test_what_nobody_watches_is_forgotten(record):
    bring(record)
    old = timezone.now() - timedelta(days=91)
    ImportedRecord.objects.update(watched=old)
    first = ImportedRecord.objects.get().pk
    Client().get(reverse("replay-imported", args=[first]))
    assert ImportedRecord.objects.get().watched > old
    ImportedRecord.objects.update(watched=old)
    bring(record | {"actions": record["actions"][:1]})
    assert (forget_records(), forget_records()) == (1, 0)
    assert ImportedRecord.objects.exclude(pk=first).count() == ImportedRecord.objects.count() == 1
    assert Client().get(reverse("replay-imported", args=[first])).status_code == 404


def test_not_too_many_from_one_address(record, monkeypatch, clock):
    monkeypatch.setattr(replays, "IMPORTS", 2)
    assert [bring(record).status_code for _again in range(3)][:2] == [302, 302]
    refused = Client().post(reverse(BRING), record, content_type="application/json")
    assert refused.status_code == 429
    assert 0 < int(refused["Retry-After"]) <= replays.WITHIN


def parts(record):
    """Three records of one game, each shorter than the one before."""
    return [json.dumps(record | {"actions": record["actions"][:count]}) for count in (2, 1, 0)]


def room_for(monkeypatch, settings, **most):
    """Judge nothing, and let there be so many bytes for a person or the site."""
    monkeypatch.setattr(imported_records, "judge", lambda file: None)
    settings.IMPORTED_RECORDS_MOST = {"person": 10**6, "site": 10**6} | most


@pytest.mark.parametrize("signed_up", [True, False])
def test_one_person_keeps_so_many_bytes_and_can_delete_some(record, monkeypatch, settings, signed_up):
    room_for(monkeypatch, settings, person=len(parts(record)[0]) * 3 // 2)
    client, other = (signed_in(person(name)) if signed_up else Client() for name in ("Ada", "Ben"))
    first, second, _third = parts(record)
    assert client.post(reverse(BRING), {"text": first}).status_code == 302
    refused = client.post(reverse(BRING), {"text": second}, headers={"accept": "text/html"})
    assert refused.status_code == 422
    assert "Delete some of them first" in refused.content.decode()
    assert client.post(reverse(BRING), {"text": first}).status_code == 302, "it is here already"
    assert other.post(reverse(BRING), {"text": second}).status_code == 302
    key = ImportedRecord.objects.earliest("created").pk
    delete = reverse("replay-imported-delete", args=[key])
    assert (delete in client.get(reverse(BRING)).content.decode()) is True
    for stranger in (other, Client()):
        assert delete not in stranger.get(reverse(BRING)).content.decode()
        assert stranger.post(delete).status_code == 404
    assert (client.get(delete).status_code, ImportedRecord.objects.count()) == (405, 2)
    assert client.post(delete).status_code == 302
    assert client.post(reverse(BRING), {"text": second}).status_code == 302
    assert not ImportedRecord.objects.filter(pk=key).exists()


def test_of_a_full_site_guests_records_go_first_and_then_none_comes_in(record, monkeypatch, settings):
    texts = parts(record)
    room_for(monkeypatch, settings, site=len(texts[0]) * 5 // 2)
    ada = signed_in(person("Ada"))
    kept = [ada.post(reverse(BRING), {"text": texts[0]}), bring(texts[1]), bring(texts[2])]
    assert [Client().get(each["Location"]).status_code for each in kept] == [200, 404, 200]
    settings.IMPORTED_RECORDS_MOST["site"] = 10
    refused = ada.post(reverse(BRING), texts[1], content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (422, "not-allowed")
    assert "no room" in refused.json()["detail"]
    assert [Client().get(each["Location"]).status_code for each in kept] == [200, 404, 200]


def test_the_page_takes_no_form_of_another_site(record):
    strict = Client(enforce_csrf_checks=True)
    assert strict.get(reverse(BRING)).status_code == 200
    assert strict.post(reverse(BRING), {"text": json.dumps(record)}).status_code == 403
