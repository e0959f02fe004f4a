"""`manage.py backup` and `restore`: the whole site as one file, and back."""

import json
import stat
from io import StringIO
from pathlib import Path
from threading import Thread
from zipfile import ZipFile

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.urls import reverse

from cards.art.uploads import picture_file
from cards.services.artwork import store_artwork
from games.matches.models import Match, Player
from games.matches.services.chat import say
from phylo import backup
from phylo.accounts import tokens
from phylo.accounts.models import ApiToken, Guest
from phylo.backup.archive import Reader, Writer
from phylo.backup.rows import in_backups, lines, stored_models
from tests.editor.pictures import picture
from tests.factories import deal
from tests.members import guest, person, signed_in

LOADED = {"cards.cardnumbers", "cards.cardset", "decks.deck"}
"""What changes when the cards of this version are loaded."""
CREDIT = {"artist": "Ana Lee", "source": "https://example.org/1", "licence": "CC-BY-4.0"}


@pytest.fixture(autouse=True)
def media(settings, tmp_path) -> None:
    settings.MEDIA_ROOT = tmp_path / "media"


def restored(file: Path, *options: str) -> str:
    out = StringIO()
    call_command("restore", file, *options, stdout=out)
    return out.getvalue()


def refused(command: str, file: Path, *options: str) -> str:
    """What the command says, without the file's name."""
    err = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command(command, file, *options, stderr=err)
    assert ended.value.code == 2
    (line,) = err.getvalue().splitlines()
    return line.removeprefix(f"{file}: ")


def everything() -> dict[str, set[bytes]]:
    """What a backup holds."""
    models = {label: model for label, model in stored_models(apps).items() if in_backups(model)}
    return {label: set(lines(model)) for label, model in models.items()}


@pytest.mark.django_db(transaction=True)
def test_a_restored_site_goes_on_where_the_backup_was_made(tmp_path):
    ada, (ben, ben_client) = person("Ada"), guest()
    ada_client, secret = signed_in(ada), tokens.create_token(user=ada, name="bot")
    art = store_artwork(user=ada, content=picture(), **CREDIT)
    shown = picture_file(art.file).read_bytes()
    match = deal(Player.objects.create(user=ada), opponent=ben)
    act = {"action": {"do": "pass"}, "version": 0, "key": "one"}
    at_turn = (ada_client, ben_client)[int(match.to_act)]
    address = reverse("api-match-actions", args=[match.pk])
    file, before = tmp_path / "site.backup", everything()
    call_command("backup", file, verbosity=0)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert refused("backup", file) == "exists already, and is not overwritten"

    assert at_turn.post(address, act, content_type="application/json").status_code == 200
    ApiToken.objects.all().delete()
    picture_file(art.file).unlink()
    later = store_artwork(user=ada, content=picture("PNG", size=(300, 300)), **CREDIT)
    assert "--replace" in refused("restore", file)
    assert "1 matches replayed, 0 differences" in restored(file, "--replace")
    now = everything()
    assert {label for label in before if not before[label] <= now[label]} <= LOADED
    assert picture_file(art.file).read_bytes() == shown
    assert not picture_file(later.file).exists()
    assert tokens.token_of(secret).user == ada
    assert at_turn.post(address, act, content_type="application/json").status_code == 200
    assert ben_client.get(reverse("match", args=[match.pk])).status_code == 200
    assert say(match_id=match.pk, player=ben, text="Again!", key="one").pk
    assert Match.objects.get().version == 1


@pytest.mark.django_db(transaction=True)
def test_a_backup_is_of_one_moment_and_holds_nobody_up(tmp_path):
    def write():
        Guest.objects.create()
        connection.close()

    def begun(label):
        if label == "auth.group":
            thread = Thread(target=write)
            thread.start()
            thread.join()
            assert Guest.objects.count() == 0

    file = tmp_path / "site.backup"
    backup.backup(path=file, say=begun)
    assert Guest.objects.count() == 1
    with (
        (tmp_path / "site.backup").open("rb") as file,
        Reader(file).open("tables/accounts.guest.jsonl") as rows,
    ):
        assert len(rows.readlines()) == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("rows", "why"),
    [
        (b'["id","key","user_id"]\n[1,"ada",77]\n', "IntegrityError"),
        (b"[" * 100_000, "RecursionError"),
    ],
)
def test_what_fails_on_the_way_leaves_everything_as_it_was(tmp_path, rows, why):
    """A row of nobody, and one that nobody can read, in files whose checksums are right."""
    new, old = Guest.objects.create(), tmp_path / "media" / "old.jpg"
    old.parent.mkdir()
    old.write_bytes(b"old")
    file = tmp_path / "site.backup"
    with file.open("wb") as target:
        writer = Writer(target)
        writer.add("tables/accounts.takenname.jsonl", [rows])
        writer.add("media/new.jpg", [b"new"])
        latest = MigrationExecutor(connection).loader.graph.leaf_nodes("accounts")
        writer.close(version="0.1.0", made="", migrations=dict(latest))
    before = everything()
    assert f"cannot be restored: {why}" in refused("restore", file, "--replace")
    assert everything() == before
    assert Guest.objects.get() == new
    assert [path.name for path in old.parent.iterdir()] == ["old.jpg"]


@pytest.mark.once
def test_what_is_no_whole_backup_of_this_version_or_an_older_one_is_refused(db, tmp_path):
    file, bad = tmp_path / "site.backup", tmp_path / "bad"
    before = everything()
    with file.open("wb") as target:
        writer = Writer(target)
        writer.add("tables/games.mute.jsonl", [b'["id","player_id","muted_id"]\n'])
        writer.close(version="0.1.0", made="", migrations={})
    whole = file.read_bytes()

    def told(content: bytes) -> str:
        bad.write_bytes(content)
        return refused("restore", bad, "--replace")

    def manifest(**changes: object) -> bytes:
        with ZipFile(file) as old, ZipFile(bad, "w") as new:
            for name in old.namelist():
                content = old.read(name)
                if name == "manifest.json":
                    content = json.dumps(json.loads(content) | changes).encode()
                new.writestr(name, content)
        return bad.read_bytes()

    assert refused("restore", tmp_path / "none") == "No such file or directory"
    for content in (b"", b"no archive", whole[:-50], whole[: len(whole) // 2]):
        assert told(content) == "is damaged, or not a backup of this site"
    assert (
        told(whole.replace(b"manifest.json", b"manifesto.txt")) == "is damaged, or not a backup of this site"
    )
    assert "version 99.0.0" in told(manifest(version="99.0.0"))
    assert "games.9999_later" in told(manifest(migrations={"games": "9999_later"}))
    assert "phylo-backup/2" in told(manifest(format="phylo-backup/2"))
    odd = ({"members": []}, {"members": {"a": {"size": "1", "sha256": ""}}}, {"version": 5})
    for changes in (*odd, {"migrations": ["games"]}, {"migrations": {"games": ["0001_initial"]}}):
        assert told(manifest(**changes)) == "is damaged: its manifest cannot be read"
    member = {"size": 30, "sha256": ""}
    assert "differs" in told(manifest(members={"tables/games.mute.jsonl": member}))
    assert told(manifest(members={"media/absent.jpg": member})).startswith("is damaged")
    assert "../key" in told(manifest(members={"media/../key": member}))
    assert everything() == before
