"""What a site offers to keep, where `make static` has written it, and that it can be installed as an app."""

import json
import struct
from http import HTTPStatus
from pathlib import Path

import pytest
from django.conf import settings as of_site
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from phylo.offline.copy import Copy
from tests.members import person, signed_in

CONTENT = b"\xfd7zXZ of the site"


@pytest.fixture
def folder(settings, tmp_path) -> Path:
    """Of a copy with one file; another file beside it is not the copy's."""
    settings.OFFLINE_COPY = tmp_path / "static-copy"
    (settings.OFFLINE_COPY / "offline").mkdir(parents=True)
    (settings.OFFLINE_COPY / "offline" / "site.zip.xz").write_bytes(CONTENT)
    (settings.OFFLINE_COPY / "sw.js").write_text("not kept")
    files = {"offline/site.zip.xz": {"size": len(CONTENT), "sha256": "ab12"}}
    told = {"version": "0123456789abcdef", "size": 13_400_000, "files": files}
    (settings.OFFLINE_COPY / "offline" / "manifest.json").write_text(json.dumps(told))
    return settings.OFFLINE_COPY


@pytest.fixture
def no_folder(settings, tmp_path) -> None:
    settings.OFFLINE_COPY = tmp_path / "none"


def read(address: str, client: Client | None = None) -> str:
    answer = (client or Client()).get(address)
    assert answer.status_code == HTTPStatus.OK
    return answer.content.decode()


def test_where_none_was_built_nothing_leads_to_it(db, no_folder):
    assert reverse("offline") not in read(reverse("home"))
    assert reverse("offline") not in read(reverse("account"), signed_in(person("Ada")))
    for address in ("/offline/manifest.json", "/offline/files/offline/site.zip.xz"):
        assert Client().get(address).status_code == HTTPStatus.NOT_FOUND
    # A device may have kept a former one, which it can still see and remove.
    page = read(reverse("offline"))
    assert "This site has no copy to keep" in page
    assert "data-remove" in page
    assert "data-version" not in page


def test_where_one_was_built_home_and_the_account_lead_to_it(db, folder):
    assert f'href="{reverse("offline")}"' in read(reverse("home"))
    assert f'href="{reverse("offline")}"' in read(reverse("account"), signed_in(person("Ada")))
    page = read(reverse("offline"))
    assert "13.4 MB are fetched once" in page
    assert 'data-version="0123456789abcdef"' in page
    assert "<noscript>" in page


def test_a_newer_copy_is_offered_at_once(db, folder):
    read(reverse("offline"))
    told = json.loads((folder / "offline" / "manifest.json").read_text()) | {"version": "newer"}
    new = folder / "offline" / "new.json"
    new.write_text(json.dumps(told))
    new.replace(folder / "offline" / "manifest.json")
    assert 'data-version="newer"' in read(reverse("offline"))


def test_its_files_are_given_out_as_they_are(folder):
    told = Client().get("/offline/manifest.json").json()
    assert (told["base"], told["size"]) == ("/offline/files/", 13_400_000)
    (name,) = told["files"]
    answer = Client().get(f"{told['base']}{name}", headers={"accept-encoding": "gzip"})
    assert b"".join(answer) == CONTENT
    assert (answer["Content-Length"], answer["Content-Encoding"]) == (str(len(CONTENT)), "identity")


@pytest.mark.parametrize(
    "name", ["sw.js", "offline/manifest.json", "../settings.py", "offline/../sw.js", "/etc/passwd"]
)
def test_nothing_else_is_given_out(folder, name):
    assert Client().get(f"/offline/files/{name}").status_code == HTTPStatus.NOT_FOUND


def test_a_file_that_is_gone_is_not_found(folder):
    (folder / "offline" / "site.zip.xz").unlink()
    assert Client().get("/offline/files/offline/site.zip.xz").status_code == HTTPStatus.NOT_FOUND


def test_addresses_of_the_copy_lead_a_device_without_it_to_its_page():
    for address in ("/offline/here/", "/offline/here/cards/?q=wolf", "/offline/here//elsewhere.example/"):
        answer = Client().get(address)
        assert (answer.status_code, answer["Location"]) == (HTTPStatus.FOUND, "/offline/"), address


def test_a_service_worker_of_a_copy_without_a_server_leaves(db):
    """It would hide the site that has come to its address."""
    former = Client().get("/sw.js").content
    assert b"registration.unregister()" in former
    assert b'addEventListener("fetch"' not in former


def test_the_service_worker_is_at_the_root_and_no_page_may_compile(db, folder):
    worker = Client().get("/sw.js?site")
    assert worker["Content-Type"].startswith("text/javascript")
    assert b'addEventListener("fetch"' in worker.content
    for answer in (worker, Client().get(reverse("offline")), Client().get(reverse("home"))):
        policy = answer["Content-Security-Policy"]
        assert "unsafe-eval" not in policy
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy


OF_OTHERS = (
    "lobby", "watch", "tournaments", "leaders", "ladder", "teach", "proposals", "translations", "play",
    "community",
)  # fmt: skip


@pytest.mark.parametrize("name", OF_OTHERS)
def test_on_a_device_pages_about_others_say_that_nobody_else_is_there(db, settings, name):
    assert "nobody else is here" not in read(reverse(name))
    settings.OFFLINE_COPY = None
    assert "nobody else is here" in read(reverse(name))
    assert "nobody else is here" not in read(reverse("cards"))


def test_on_a_device_the_page_says_that_this_is_the_copy(db, settings):
    settings.OFFLINE_COPY = None
    page = read(reverse("offline"))
    assert "This is the copy on your device." in page
    assert "data-keep" not in page


@pytest.mark.parametrize("language", dict(of_site.LANGUAGES))
def test_the_site_is_an_app_in_each_language(db, language):
    page = read(f"{reverse('offline')}?lang={language}")
    assert f'<link rel="manifest" href="/app.{language}.webmanifest">' in page
    answer = Client().get(f"/app.{language}.webmanifest", headers={"accept-language": "xx"})
    assert answer["Content-Type"] == "application/manifest+json"
    told = answer.json()
    assert (told["lang"], told["short_name"], told["start_url"], told["scope"]) == (
        language,
        "Phylo",
        "/",
        "/",
    )
    assert told["display"] == "standalone"
    for icon in told["icons"]:
        found = finders.find(f"img/app/{icon['src'].rpartition('/')[2]}")
        width, height = struct.unpack(">II", Path(found).read_bytes()[16:24])
        assert icon["sizes"] == f"{width}x{height}"
    assert [icon["purpose"] for icon in told["icons"]] == ["any", "any", "maskable"]


def test_the_app_is_called_alike_and_described_in_the_language():
    told = {code: Client().get(f"/app.{code}.webmanifest").json() for code in dict(of_site.LANGUAGES)}
    assert len({each["description"] for each in told.values()}) == len(told)
    assert {each["id"] for each in told.values()} == {"/"}
    assert Client().get("/app.xx.webmanifest").status_code == HTTPStatus.NOT_FOUND


def test_megabytes_are_those_of_the_wire():
    assert Copy(Path(), "", 13_400_000, {}).megabytes == 13.4
