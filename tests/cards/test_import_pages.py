"""Importing in the browser: who may, what is shown, and that only what was shown is stored; the export."""

import codecs
import csv
import io
import json
from datetime import timedelta

import pytest
from asgiref.sync import async_to_sync
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cards.loading import importing
from cards.loading import staff_imports as services
from cards.loading.importing import apply_import
from cards.loading.models import CardImport
from cards.loading.pages import UploadForm
from cards.models import Card
from phylo.accounts.models import User
from phylo.jobs.runner import Piece
from phylo.jobs.tasks import sweep
from tests.cards.test_exchange import FERN, SITE_CARD, csv_of, lines_of
from tests.cards.test_load_cards import GRASS
from tests.factories import core_set

pytestmark = pytest.mark.django_db
LONG_AGO = timezone.now() - timedelta(minutes=1)
LIST = "card-imports"


@pytest.fixture(autouse=True)
def core():
    core_set()


@pytest.fixture
def staff() -> User:
    return User.objects.create_user("Ada", password="orca whale song", is_staff=True)


@pytest.fixture
def browser(staff) -> Client:
    client = Client()
    client.force_login(staff)
    return client


def started(staff: User, content: bytes, form: str = "auto") -> CardImport:
    """An import that a worker has checked."""
    row = services.start_import(user=staff, name="a file", content=content, form=form, card_set="core")
    work(row)
    return CardImport.objects.get(pk=row.pk)


def upload(browser: Client, content: bytes, **fields: str):
    file = SimpleUploadedFile("cards.csv", content)
    return browser.post(reverse(LIST), {"file": file, "form": "auto", "card_set": "core"} | fields)


def work(row: CardImport) -> None:
    """What a worker does that is told of the import as it is."""
    since = CardImport.objects.get(pk=row.pk).updated_at.isoformat()
    services.IMPORTS.work_on(job_id=row.pk, since=since)


def stage(row: CardImport) -> str:
    return CardImport.objects.get(pk=row.pk).stage


def addresses(row: CardImport) -> list[tuple[str, str]]:
    return [
        ("get", reverse(LIST)), ("post", reverse(LIST)), ("get", reverse("card-import", args=[row.pk])),
        ("post", reverse("card-import-apply", args=[row.pk])),
        ("post", reverse("card-import-check", args=[row.pk])),
        ("post", reverse("card-import-cancel", args=[row.pk])),
        ("get", reverse("card-import-mistakes", args=[row.pk])),
        ("get", reverse("card-import-art", args=[row.pk, 0, "after"])),
    ]  # fmt: skip


def test_only_staff_finds_the_pages(staff, client):
    row = started(staff, csv_of(GRASS))
    for method, address in addresses(row):
        answer = getattr(client, method)(address)
        assert answer.status_code == 302
        assert answer.url == f"/sign-in/?next={address}"
    client.force_login(User.objects.create_user("Ben", password="orca whale song"))
    for method, address in addresses(row):
        assert getattr(client, method)(address).status_code == 404
    assert b"Import cards" not in client.get("/").content
    assert stage(row) == "ready"
    assert CardImport.objects.count() == 1
    client.force_login(staff)
    assert b"Import cards" in client.get("/").content


def test_upload_look_apply(browser, staff):
    sent = upload(browser, csv_of(GRASS))
    row = CardImport.objects.get()
    address = reverse("card-import", args=[row.pk])
    assert (sent.status_code, sent.url) == (302, address)
    waiting = browser.get(address)
    assert waiting["Refresh"] == "1"
    assert "being checked" in waiting.content.decode()
    work(row)
    seen = browser.get(address)
    assert "Refresh" not in seen
    assert "Poa pratensis" in seen.content.decode()
    assert not Card.objects.exists()
    picture = browser.get(reverse("card-import-art", args=[row.pk, 0, "after"]))
    assert picture["Content-Type"] == "image/svg+xml"
    assert browser.get(reverse("card-import-art", args=[row.pk, 0, "before"])).status_code == 404
    assert browser.get(reverse("card-import-art", args=[row.pk, 9, "after"])).status_code == 404
    browser.post(reverse("card-import-apply", args=[row.pk]))
    assert stage(row) == "applying"
    assert "being stored" in browser.get(address).content.decode()
    work(row)
    work(row)
    assert stage(row) == "applied"
    assert Card.objects.get().key == "grass"
    assert "All of it is stored." in browser.get(address).content.decode()
    browser.post(reverse("card-import-check", args=[row.pk]))
    browser.post(reverse("card-import-apply", args=[row.pk]))
    assert stage(row) == "applied"
    assert "cards.csv" in browser.get(reverse(LIST)).content.decode()


def test_changes_are_shown_before_and_after(browser, staff):
    apply_import(content=csv_of(GRASS))
    row = started(staff, b"key,points,fact\ngrass,7,\n")
    page = browser.get(reverse("card-import", args=[row.pk])).content.decode()
    assert "<dt>Points</dt>" in page
    assert page.count('class="import-face"') == 2
    assert Card.objects.get().points == 2


def test_refused_cards_come_first_and_the_good_ones_are_stored_if_staff_says_so(browser, staff):
    row = started(staff, csv_of(GRASS, GRASS | {"key": "moss", "scale": "77", "diet": "", "name": "=1+1"}))
    assert [each["action"] for each in row.plan["shown"]] == ["refused", "created"]
    page = browser.get(reverse("card-import", args=[row.pk])).content.decode()
    assert "line 3" in page
    assert "<b>scale</b>: Ensure" in page
    assert "<b>diet</b>: is missing" in page
    assert "Store the good card only" in page
    assert "Apply</button>" not in page
    apply = reverse("card-import-apply", args=[row.pk])
    browser.post(apply)
    assert stage(row) == "refused"
    assert not Card.objects.exists()
    browser.post(apply, {"only": "good"})
    work(row)
    assert stage(row) == "applied"
    assert Card.objects.get().key == "grass"
    assert "The good cards are stored." in browser.get(reverse("card-import", args=[row.pk])).content.decode()


def test_good_cards_are_not_asked_for_where_all_are_good(browser, staff):
    row = started(staff, csv_of(GRASS))
    browser.post(reverse("card-import-apply", args=[row.pk]), {"only": "good"})
    assert stage(row) == "ready"


def test_all_mistakes_as_a_table(browser, staff, monkeypatch):
    rows = [FERN | {"key": f"fern-{number}", "points": None, "name": "=1+1"} for number in range(310)]
    monkeypatch.setattr(services, "MOST_MISTAKES", 615)
    row = started(staff, lines_of(*rows))
    answer = browser.get(reverse("card-import-mistakes", args=[row.pk]))
    assert answer["Content-Disposition"] == f'attachment; filename="mistakes-{row.pk}.csv"'
    assert answer.content.startswith(codecs.BOM_UTF8)
    table = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert table[0] == ["where", "key", "name", "column", "mistake"]
    assert table[2][:4] == ["line 1", "fern-0", "'=1+1", "points"]
    assert (len(table), table[-1][-1]) == (617, "5 more mistakes are left out")
    row = started(staff, csv_of(GRASS))


def test_an_encoding_that_was_guessed_is_told(browser, staff):
    row = started(staff, csv_of(GRASS | {"name": "Gräs"}).decode().encode("cp1252"))
    assert "read as Windows-1252" in browser.get(reverse("card-import", args=[row.pk])).content.decode()


def test_cards_that_have_changed_meanwhile(browser, staff):
    row = started(staff, csv_of(GRASS))
    services.request_apply(import_id=row.pk)
    apply_import(content=lines_of(FERN))
    work(row)
    assert stage(row) == "failed"
    page = browser.get(reverse("card-import", args=[row.pk])).content.decode()
    assert "have changed since" in page
    assert "Check again" in page
    assert not Card.objects.filter(key="grass").exists()
    browser.post(reverse("card-import-check", args=[row.pk]))
    work(row)
    services.request_apply(import_id=row.pk)
    work(row)
    assert Card.objects.filter(key="grass").exists()


def test_a_card_that_is_gone_is_a_change_too(staff):
    apply_import(content=lines_of(FERN, FERN | {"key": "moss"}))
    row = started(staff, csv_of(GRASS))
    Card.objects.filter(key="fern").delete()
    services.request_apply(import_id=row.pk)
    work(row)
    assert stage(row) == "failed"


@pytest.mark.parametrize("step", ["check", "apply"])
def test_a_step_that_was_lost_can_be_taken_again(browser, staff, step):
    row = started(staff, csv_of(GRASS))
    CardImport.objects.filter(pk=row.pk).update(step=step, status="running", updated_at=LONG_AGO)
    assert sweep() == 1
    browser.post(reverse("card-import-check", args=[row.pk]))
    work(row)
    assert stage(row) == "ready"


def test_steps_that_nobody_asked_for_do_nothing(staff):
    row = started(staff, csv_of(GRASS))
    work(row)
    services.IMPORTS.work_on(job_id=row.pk + 1, since=row.updated_at.isoformat())
    assert not services.IMPORTS.cancel(row.pk)
    assert stage(row) == "ready"
    assert not Card.objects.exists()


@pytest.mark.parametrize(
    "content",
    [b"\xff\x81", b"[" * 9999, b'{"\\u0000": 1, "\\u0000": 2}', lines_of({"\0": FERN}),
     lines_of(FERN | {"key": "\0"}),
     lines_of(FERN | {"name": "\ud800"}), lines_of({"\ud800": {"key": "a"}})],
)  # fmt: skip
def test_hostile_files_end_with_a_page(browser, staff, content):
    row = started(staff, content)
    assert row.stage in ("failed", "refused")
    assert browser.get(reverse("card-import", args=[row.pk])).status_code == 200


def test_too_many_cards(staff, monkeypatch):
    monkeypatch.setattr(services, "MOST_CARDS", 2)
    row = started(staff, b"key\na\nb\nc\n")
    assert row.plan["problem"] == "The file holds more than 2 cards."


def test_a_file_that_is_too_large(browser, monkeypatch):
    monkeypatch.setattr(UploadForm.base_fields["file"], "most", 1024**2)
    answer = upload(browser, b"x" * (1024**2 + 1))
    assert answer.status_code == 400
    assert "larger than 1 MB" in answer.content.decode()
    assert not CardImport.objects.exists()


@pytest.mark.parametrize(
    ("fields", "content", "says"),
    [
        ({}, b"", "The file is empty."), ({"form": "xml"}, b"x", "Select a valid choice"),
        ({"card_set": "nowhere"}, b"x", "Select a valid choice"),
    ],
)  # fmt: skip
def test_a_form_that_is_refused(browser, fields, content, says):
    answer = upload(browser, content, **fields)
    assert answer.status_code == 400
    assert says in answer.content.decode()
    assert not CardImport.objects.exists()


def test_many_cards_are_shown_in_pages(browser, staff):
    row = started(staff, lines_of(*({**FERN, "key": f"fern-{number}"} for number in range(310))))
    assert len(row.plan["shown"]) == services.SHOWN
    page = browser.get(reverse("card-import", args=[row.pk]), {"page": 2}).content.decode()
    assert "Page 2 of 6" in page
    assert "10 more are not shown." in page
    assert page.count('class="import-face"') == 50


def test_notes_are_shown_and_no_html_comes_in(browser, staff):
    row = started(staff, lines_of([SITE_CARD | {"name": "<b>Fern</b> <script>x</script>"}]))
    page = browser.get(reverse("card-import", args=[row.pk])).content.decode()
    assert "Pictures are not taken over" in page
    assert "<script>x" not in page


def test_old_imports_are_forgotten(staff):
    for _number in range(services.KEPT + 2):
        services.start_import(user=staff, name="f", content=b"x", form="auto", card_set="core")
    assert CardImport.objects.count() == services.KEPT


def test_an_import_outlives_its_account(staff):
    row = started(staff, csv_of(GRASS))
    staff.delete()
    assert CardImport.objects.get(pk=row.pk).user is None


@pytest.mark.parametrize("form", ["csv", "jsonl", "record"])
def test_everybody_takes_a_search_away(client, form):
    apply_import(content=lines_of(FERN, FERN | {"key": "moss", "points": 9}))
    answer = client.get(reverse("cards-export"), {"q": "points>5", "format": form})
    ending = "json" if form == "record" else form
    assert answer["Content-Disposition"] == f'attachment; filename="cards.{ending}"'
    text = b"".join(answer.streaming_content).decode()
    assert "moss" in text
    assert '"fern' not in text
    assert "\nfern" not in text


def test_it_streams_to_an_asynchronous_server(async_client):
    apply_import(content=lines_of(FERN))

    async def taken() -> bytes:
        answer = await async_client.get(reverse("cards-export"), {"format": "jsonl"})
        return b"".join([block async for block in answer.streaming_content])

    assert json.loads(async_to_sync(taken)())["key"] == "fern"


@pytest.mark.parametrize(("asked", "code"), [({"q": "terrain:"}, "query"), ({"format": "xml"}, "format")])
def test_an_export_that_cannot_be(client, asked, code):
    answer = client.get(reverse("cards-export"), asked)
    assert answer.status_code == 400
    assert answer.json()["code"] == code


@pytest.mark.parametrize("step", ["check", "apply"])
def test_what_is_cancelled_stores_nothing(browser, staff, step):
    row = started(staff, csv_of(GRASS))
    if step == "apply":
        services.request_apply(import_id=row.pk)
    else:
        services.check_again(import_id=row.pk)
    assert "Cancel</button>" in browser.get(reverse("card-import", args=[row.pk])).content.decode()
    browser.post(reverse("card-import-cancel", args=[row.pk]))
    work(row)
    assert stage(row) == "cancelled"
    assert not Card.objects.exists()
    assert "Nothing was stored." in browser.get(reverse("card-import", args=[row.pk])).content.decode()


def test_a_check_that_is_cancelled_while_it_runs_ends(staff, monkeypatch):
    monkeypatch.setattr(importing, "BATCH", 1)
    row = services.start_import(
        user=staff, name="a file", content=csv_of(GRASS), form="auto", card_set="core"
    )
    told = []

    def cancelled(self, done, total):
        told.append(done)
        assert services.IMPORTS.cancel(row.pk)
        report(self, done, total)

    report = Piece.report
    monkeypatch.setattr(Piece, "report", cancelled)
    work(row)
    assert (told, stage(row)) == ([1], "cancelled")
    assert CardImport.objects.get().plan == {}


def test_cards_are_not_stored_for_an_import_that_is_cancelled_meanwhile(staff, monkeypatch):
    row = started(staff, csv_of(GRASS))
    services.request_apply(import_id=row.pk)

    def stored_and_cancelled(**given):
        plan = apply_import(**given)
        assert services.IMPORTS.cancel(row.pk)
        return plan

    monkeypatch.setattr(services, "apply_import", stored_and_cancelled)
    work(row)
    assert not Card.objects.exists()
