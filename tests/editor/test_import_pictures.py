"""`import_pictures`: pictures of a folder with a table become those of cards, all or none."""

import io
from pathlib import Path

import pytest
from django.core.management import call_command

from cards.art.uploads import picture_file
from cards.loading.pictures import licence_of
from cards.models import Artwork, Card
from tests.editor.pictures import SVG, picture
from tests.factories import CardFactory, core_set
from tests.members import person

pytestmark = pytest.mark.django_db
HEADER = "file,artist,source,licence,card\n"


@pytest.fixture
def folder(settings, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path / "media"
    core_set()
    CardFactory(key="fern", name="Fern")
    CardFactory(key="moss", name="Moss", sources={"scale": {"how": "estimated"}})
    person("Rita", is_staff=True)
    person("Ada")
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    (pictures / "fern.jpg").write_bytes(picture("JPEG"))
    (pictures / "moss.png").write_bytes(picture(size=(500, 300)))
    (pictures / "page.svg").write_bytes(SVG)
    (tmp_path / "secret.png").write_bytes(picture(size=(300, 300)))
    return pictures


def run(folder: Path, table: str, *options: str, name: str = "Rita") -> tuple[int, str, str]:
    (folder / "pictures.csv").write_text(table)
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command("import_pictures", str(folder), "--as", name, *options, stdout=out, stderr=err)
    except SystemExit as end:
        return int(end.code or 0), out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


GOOD = HEADER + (
    "fern.jpg,Ana Lee,https://example.org/1,CC-BY,fern\n"
    "moss.png,Museum of Ferns,https://example.org/2,CC0,moss\n"
)


def test_cards_show_the_pictures_and_keep_the_rest(folder):
    before = Card.objects.get(key="moss")
    status, out, err = run(folder, GOOD)
    assert (status, err) == (0, "")
    assert out.endswith("2 pictures, 0 shown before, 0 refused\n")
    fern, moss = Card.objects.order_by("key")
    assert {name: fern.art[name] for name in ("artist", "source", "licence")} == {
        "artist": "Ana Lee", "source": "https://example.org/1", "licence": "CC-BY-4.0",
    }  # fmt: skip
    assert picture_file(fern.art["file"], window=True).exists()
    assert (moss.sources, moss.fact, moss.revision) == (before.sources, before.fact, before.revision + 1)
    assert moss.revisions.latest("number").author.username == "Rita"
    assert run(folder, GOOD)[1].endswith("2 pictures, 2 shown before, 0 refused\n")
    assert (Artwork.objects.count(), Card.objects.get(key="moss").revision) == (2, before.revision + 1)


def test_all_or_none_or_the_good_ones(folder):
    bad = GOOD + (
        "page.svg,Eve,https://example.org/3,CC-BY,fern\n"
        "../secret.png,Eve,https://example.org/4,all rights reserved,oak\n"
        "missing.png,,https://example.org/5,CC0,moss\n"
    )
    for options in ((), ("--dry-run",)):
        status, out, err = run(folder, bad, *options)
        assert (status, out) == (2, "0 pictures, 0 shown before, 3 refused\n")
        assert err.splitlines() == [
            "line 4 (page.svg): card: it gets a picture in line 2 already; "
            "file: This is no picture in PNG, JPEG or WebP.",
            "line 5 (secret.png): card: there is no card 'oak'; "
            "licence: Choose the licence under which the picture may be shown.; "
            "file: there is no such file in the folder",
            "line 6 (missing.png): card: it gets a picture in line 3 already; "
            "artist: Say who made the picture.; file: there is no such file in the folder",
        ]  # fmt: skip
        assert not Artwork.objects.exists()
    assert run(folder, GOOD, "--dry-run")[1].endswith("2 pictures, 0 shown before, 0 refused\n")
    assert not Artwork.objects.exists()
    assert run(folder, bad, "--good-only")[0] == 0
    assert Artwork.objects.count() == 2


def test_what_is_no_table_is_refused_in_one_line(folder):
    for table, says in {
        "file,artist,card\n": "pictures.csv lacks the column source, licence\n",
        HEADER + '"open,a,b,c,d\n': "pictures.csv: Line 2: unexpected end of data.\n",
    }.items():
        assert run(folder, table) == (2, "", f"{folder}: {says}")
    assert run(folder, GOOD, name="Ada")[2].endswith("there is no account of staff named 'Ada'\n")
    assert run(folder, GOOD, "--table", "other.tsv")[2].endswith("No such file or directory\n")


@pytest.mark.once
def test_licences_as_others_write_them():
    said = {
        "CC-BY-NC": "CC-BY-NC-4.0", "cc by-sa 4.0": "CC-BY-SA-4.0", "CC0": "CC0-1.0", "PD": "public-domain",
        "C": "C",
    }  # fmt: skip
    assert {word: licence_of(word) for word in said} == said
