"""
What `make release` writes is the same whenever it is made of the same commit. The static copy and the
documents take a minute, and are compared by `make release ARGS=--twice`.
"""

import gzip
import json
import os
import re
import shutil
import subprocess
import tarfile
import tomllib
import zipfile
from datetime import UTC, datetime, timedelta
from importlib.metadata import PackageNotFoundError, metadata

import pytest

from phylo.accounts.models import User
from phylo.offline.preparing import set_back
from scripts import checkout, parts, release
from tests.members import person

pytestmark = pytest.mark.once

WHEN = 1_790_000_000
AT = datetime.fromtimestamp(WHEN, UTC)


@pytest.fixture(scope="module")
def releases(tmp_path_factory):
    """The folders of two, made without a static copy and a site of documents."""
    if not checkout.is_one():
        pytest.skip("an unpacked archive has no commit to make a release of")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("static_copy", "documents"):
            patch.setattr(release, name, lambda tree, folder, when: folder.mkdir())
        patch.setenv("UV_OFFLINE", "1")
        made = [tmp_path_factory.mktemp("release") / "files" for _time in range(2)]
        sums = [release.made_in(folder, "HEAD") for folder in made]
    assert sums[0] == sums[1]
    return made


def test_sums_are_as_sha256sum_checks_them(releases):
    for folder in releases:
        done = subprocess.run(
            ["sha256sum", "--check", release.SUMS], cwd=folder, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout
        assert len(done.stdout.splitlines()) == len(list(folder.iterdir())) - 1


def test_everything_is_there_of_nobody_and_of_the_time_of_the_commit(releases):
    folder = releases[0]
    versions, when = release.versions("HEAD"), int(checkout.git("log", "-1", "--format=%ct"))
    name, engine = f"phylo-online-{versions['site']}", f"phylo_engine-{versions['engine']}"
    assert {path.name for path in folder.iterdir()} == {
        f"{name}.tar.gz", f"{name}-static-copy.tar.gz", f"{name}-docs.tar.gz", f"{name}.cdx.json",
        f"{engine}.tar.gz", f"{engine}-py3-none-any.whl", release.SUMS,
    }  # fmt: skip
    with tarfile.open(folder / f"{name}.tar.gz") as archive:
        entries = archive.getmembers()
    assert {entry.name.split("/")[0] for entry in entries} == {name}
    assert {f"{name}/Makefile", f"{name}/engine/__init__.py"} <= {entry.name for entry in entries}
    assert {(entry.uid, entry.gid, entry.mtime) for entry in entries} == {(0, 0, when)}
    assert {entry.mode for entry in entries if not entry.issym()} == {0o644, 0o755}
    with zipfile.ZipFile(folder / f"{engine}-py3-none-any.whl") as wheel:
        assert "engine/data/cards.csv" in wheel.namelist()


def test_a_folder_is_packed_alike_whoever_made_it_and_when(tmp_path):
    for number, mode in enumerate((0o700, 0o755)):
        folder = tmp_path / str(number) / "copy"
        (folder / "inside").mkdir(parents=True)
        names = ["b", "a", "inside/c"]
        for name in reversed(names) if number else names:
            (folder / name).write_text(name)
            (folder / name).chmod(mode)
            os.utime(folder / name, (number, number))
        release.packed(folder, tmp_path / f"{number}.tar.gz", WHEN)
    first, second = (gzip.decompress((tmp_path / f"{number}.tar.gz").read_bytes()) for number in range(2))
    assert first == second
    assert (tmp_path / "0.tar.gz").read_bytes() == (tmp_path / "1.tar.gz").read_bytes()
    shutil.unpack_archive(tmp_path / "0.tar.gz", tmp_path / "unpacked", filter="data")
    assert (tmp_path / "unpacked/copy/inside/c").read_text() == "inside/c"


def test_the_list_of_parts_has_every_locked_package_with_its_licence():
    told = json.loads(parts.listed(checkout.ROOT, version="1.2.3", when=WHEN))
    assert (told["bomFormat"], told["specVersion"]) == ("CycloneDX", "1.6")
    assert told["metadata"]["timestamp"] == AT.isoformat()
    locked = re.findall(r"^([\w.-]+)==", (checkout.ROOT / parts.LOCKED).read_text(), re.MULTILINE)
    found = [each for each in told["components"] if each["purl"].startswith("pkg:pypi/")]
    assert sorted(each["name"] for each in found) == sorted(locked)
    assert {"htmx.org", "pyodide"} <= {each["name"] for each in told["components"]}
    assert all(each["licenses"][0]["expression"] for each in told["components"])
    assert told["dependencies"][0]["dependsOn"] == [each["bom-ref"] for each in told["components"]]


def test_licences_are_those_that_packages_say():
    listed = tomllib.loads((checkout.ROOT / parts.LICENCES).read_text(encoding="utf-8"))
    locked = re.findall(r"^([\w.-]+)==", (checkout.ROOT / parts.LOCKED).read_text(), re.MULTILINE)
    assert set(listed) == set(locked)
    for name, licence in listed.items():
        try:
            said = metadata(name)["License-Expression"]
        except PackageNotFoundError:
            # This system does not need it.
            continue
        assert said in (None, licence), name


@pytest.mark.django_db
def test_a_database_can_be_of_another_moment():
    before = datetime.now(UTC) - timedelta(days=1)
    person("Ada")
    long_ago = person("Ben")
    User.objects.filter(pk=long_ago.pk).update(date_joined=before - timedelta(days=1))
    set_back(before, AT)
    joined = dict(User.objects.values_list("username", "date_joined"))
    assert joined == {"Ada": AT, "Ben": before - timedelta(days=1)}


def test_the_image_is_given_what_it_copies():
    copied = {
        source
        for line in (checkout.ROOT / "Dockerfile").read_text().splitlines()
        if line.startswith("COPY ")
        for source in line.split()[1:-1]
    }
    given = {
        line[1:] for line in (checkout.ROOT / ".dockerignore").read_text().splitlines() if line[:1] == "!"
    }
    assert copied == given
    assert all((checkout.ROOT / each).exists() for each in given)


def test_an_unpacked_archive_says_that_it_has_no_commits(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(checkout, "ROOT", tmp_path)
    with pytest.raises(SystemExit) as ended:
        checkout.git("log")
    assert ended.value.code == 2
    assert "is no checkout" in capsys.readouterr().err
