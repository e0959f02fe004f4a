"""Uploaded pictures: what is taken and how it is kept, what is refused, and how it is served and shown."""

from datetime import date
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from PIL import Image

from cards.art import art_version, compose, face_svg, face_version
from cards.art.face import face_context
from cards.art.uploads import LICENCES, MOST_BYTES, ArtRefused, picture_file
from cards.curation.models import Proposal
from cards.curation.services import approve, revert
from cards.models import Artwork, Builder, Card
from cards.printing import Imprint, Options, print_cards
from cards.services import artwork as services
from cards.services.artwork import store_artwork
from cards.services.uploaded_pictures import LARGEST_SIDE, read_picture, within
from cards.sets import services as sets
from cards.sets.models import Collection, SetCard
from phylo.accounts.models import User
from phylo.moderation import services as moderation
from tests.curation.conftest import FERN, curator, opened
from tests.editor.pictures import PAGE, SVG, huge_png, picture, with_text_bomb, zip_bomb
from tests.factories import CardFactory
from tests.matches.test_races import race

CREDIT = {"artist": "Ana Lee", "source": "https://example.org/1", "licence": "CC-BY-4.0"}


@pytest.fixture(autouse=True)
def media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def user(db) -> User:
    return User.objects.create_user("Ana", password="orca whale song")


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP"])
def test_a_picture_is_written_anew_without_what_the_file_told(user, form):
    exif = Image.Exif()
    exif[0x010F], exif[0x0112] = "Secret Camera", 6
    art = store_artwork(user=user, content=picture(form, exif=exif), **CREDIT)
    for window in (False, True):
        content = picture_file(art.file, window=window).read_bytes()
        assert b"Secret" not in content
        with Image.open(BytesIO(content)) as stored:
            assert (stored.format, stored.mode, dict(stored.getexif())) == ("JPEG", "RGB", {})
            assert stored.size == (400, 600), "turned upright"
    assert (art.width, art.height, art.user) == (400, 600, user)


def test_the_same_picture_is_kept_once_with_its_first_credit(user):
    first = store_artwork(user=user, content=picture(), **CREDIT)
    again = store_artwork(user=user, content=picture(), **CREDIT | {"artist": "Somebody Else"})
    assert (again.pk, again.artist, Artwork.objects.count()) == (first.pk, "Ana Lee", 1)


def test_large_pictures_become_smaller_and_clear_ones_lie_on_paper():
    clear = Image.new("RGBA", (300, 300), (0, 0, 0, 0))
    out = BytesIO()
    clear.save(out, "PNG")
    assert read_picture(out.getvalue()).getpixel((5, 5)) == (255, 255, 255)
    shown = within(read_picture(picture("JPEG", (5000, 1000))), LARGEST_SIDE)
    assert shown.width <= LARGEST_SIDE


REFUSED = {
    "nothing": (b"", "empty"),
    "svg with script": (SVG, "no picture"),
    "page": (PAGE, "no picture"),
    "gif": (picture("GIF"), "no picture"),
    "broken": (picture()[:400], "no picture"),
    "zip bomb": (zip_bomb(), "no picture"),
    "bomb in a comment": (with_text_bomb(), "no picture"),
    "100 megapixels": (huge_png(10_000, 10_000), "million pixels"),
    "50 megapixels": (huge_png(10_000, 5_000), "million pixels"),
    "too small": (picture(size=(120, 400)), "smaller"),
    "too many bytes": (picture() + b"\0" * MOST_BYTES, "larger than 8 MB"),
    "png and page": (picture() + PAGE, "besides the picture"),
    "png and zip": (picture() + zip_bomb(), "besides the picture"),
    "png and anything": (picture() + b"\0", "besides the picture"),
    "jpeg and page": (picture("JPEG") + PAGE, "besides the picture"),
    "jpeg with a script in its comment": (
        picture("JPEG", comment=b"<SCRIPT>1</SCRIPT>"),
        "besides the picture",
    ),
    "jpeg and zip": (picture("JPEG") + zip_bomb(), "besides the picture"),
    "webp and page": (picture("WEBP") + b"more of it", "besides the picture"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_picture_alone_is_refused(name):
    content, says = REFUSED[name]
    with pytest.raises(ArtRefused, match=says) as refused:
        read_picture(content)
    assert refused.value.field == "file"


@pytest.mark.parametrize("field", CREDIT)
def test_artist_source_and_licence_are_required(user, field):
    with pytest.raises(ArtRefused) as refused:
        store_artwork(user=user, content=picture(), **CREDIT | {field: " "})
    assert refused.value.field == field
    assert not Artwork.objects.exists()


def test_so_many_a_day(user, monkeypatch):
    monkeypatch.setattr(services, "A_DAY", 1)
    store_artwork(user=user, content=picture(), **CREDIT)
    with pytest.raises(ArtRefused, match="enough"):
        store_artwork(user=user, content=picture("JPEG"), **CREDIT)


def test_a_stored_picture_is_never_a_page(user, client):
    art = store_artwork(user=user, content=picture(), **CREDIT)
    CardFactory(key="clover", art={"file": art.file, **CREDIT})
    answer = client.get(reverse("art-file", args=[art.file, "jpg"]))
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/jpeg")
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert answer["Cache-Control"] == "public, max-age=300", "it may be hidden later"
    asked = client.get(reverse("art-file", args=[art.file, "jpg"]), headers={"If-None-Match": answer["ETag"]})
    assert (asked.status_code, asked.content, asked["Cache-Control"]) == (304, b"", answer["Cache-Control"])
    for path in (f"{art.file}.html", f"{art.file}.svg", "0" * 64 + ".jpg", "nothing.jpg"):
        assert client.get(f"/art/uploads/{path}").status_code == 404


def test_a_picture_is_shown_where_it_is_used_and_hidden_with_it(user, client):
    rosa = curator("Rosa", reviewer=True)
    art = store_artwork(user=user, content=picture(), **CREDIT)
    address = reverse("art-file", args=[art.file, "jpg"])
    own, reviewer = Client(), Client()
    own.force_login(user)
    reviewer.force_login(rosa)

    def seen():
        return [each.get(address).status_code for each in (client, own, reviewer)]

    assert seen() == [404, 200, 200]
    assert own.get(address)["Cache-Control"] == "private, no-cache"
    fern = opened(user, art={"file": art.file, **CREDIT})
    assert seen() == [200, 200, 200]
    moderation.decide(kind="proposal", key=str(fern.pk), user=rosa, hidden=True, reason="Not ours to show.")
    assert seen() == [404, 200, 200]


def test_a_picture_follows_its_card_through_review_and_sets(user, client):
    rosa = curator("Rosa", reviewer=True)
    art = store_artwork(user=user, content=picture(), **CREDIT)
    address = reverse("art-file", args=[art.file, "jpg"])
    said = {"file": art.file, **CREDIT}

    def seen():
        return client.get(address).status_code == 200

    clover = CardFactory(key="clover")
    proposal = opened(user, clover, art=said)
    moderation.decide(kind="proposal", key=str(proposal.pk), user=rosa, hidden=True, reason="Wait.")
    assert not seen()
    approve(proposal_id=proposal.pk, user=rosa, version=proposal.version)
    assert seen(), "published"
    clover.refresh_from_db()
    face = client.get(reverse("card-face", args=["clover", face_version(clover.as_face(), "clover")]))
    assert face["Cache-Control"] == "public, max-age=300", "it may be taken from the card again"
    revert(proposal_id=proposal.pk, user=rosa, reason="Not ours to show.")
    assert not seen()

    collection = sets.create_set(owner=user, name="Pond")
    card = sets.make_card(
        collection_id=collection.pk, builder=Builder(user=user), contents=FERN | {"art": said}
    )
    assert not seen(), "the set is private"
    Collection.objects.update(visibility="public")
    assert seen()
    moderation.decide(kind="set", key=collection.slug, user=rosa, hidden=True, reason="Not here.")
    assert not seen()
    moderation.decide(kind="set", key=collection.slug, user=rosa, hidden=False)
    assert seen()
    sets.show_card(card_id=card.pk, builder=Builder(user=user), shown=False)
    assert not seen()


def test_whether_a_picture_is_shown_is_looked_up(db):
    for rows in (Card.objects.filter, Proposal.objects.seen_by(None).filter, SetCard.objects.filter):
        with transaction.atomic(), connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                # Of so few rows it would read all.
                cursor.execute("SET LOCAL enable_seqscan = off")
            assert "_picture" in rows(picture="0" * 64).order_by().explain()


def test_of_pictures_brought_at_once_so_many_are_taken(transactional_db, monkeypatch):
    monkeypatch.setattr(services, "A_DAY", 2)
    user = User.objects.create_user("Ana", password="orca whale song")
    brought = [picture(size=(400, side)) for side in (210, 220, 230, 240)]
    results = race(*(lambda each=each: store_artwork(user=user, content=each, **CREDIT) for each in brought))
    assert sum(isinstance(result, ArtRefused) for result in results) == 2, results
    assert Artwork.objects.count() == 2


def test_uploading_by_address(user, client):
    address = reverse("art-upload")
    sent = {"file": SimpleUploadedFile("a.svg", picture(), content_type="image/svg+xml")} | CREDIT
    assert client.post(address, sent).status_code == 302, "for members"
    client.force_login(user)
    sent["file"].seek(0)
    answer = client.post(address, sent)
    assert answer.status_code == 201
    assert answer.json()["url"].endswith(".jpg")
    sent["file"] = SimpleUploadedFile("a.png", SVG, content_type="image/png")
    refused = client.post(address, sent)
    assert (refused.status_code, refused["Content-Type"]) == (400, "application/problem+json")
    assert (refused.json()["code"], refused.json()["field"]) == ("art", "file")
    assert client.post(address, CREDIT).json()["field"] == "file"


@pytest.mark.parametrize("licence", ["CC-BY-4.0", "CC-BY-ND-4.0"])
def test_the_face_shows_the_picture_everywhere(user, licence):
    art = store_artwork(user=user, content=picture("JPEG"), **CREDIT | {"licence": licence})
    shown = {"file": art.file, **CREDIT, "licence": licence}
    plain = CardFactory(key="moss").as_face()
    face = CardFactory(key="fern", art=shown).as_face()
    assert art_version(face, "fern") != art_version(plain, "fern")
    assert face_version(face, "fern") != face_version(plain, "fern")
    whole = LICENCES[licence].whole
    scene = compose(face, "fern")
    assert ("xMidYMid meet" in scene) is whole, "not cropped where no changes are allowed"
    assert face_context(face)["whole"] is whole
    assert face_context(face)["credit"] == f"Art: Ana Lee · {LICENCES[licence].name}"
    assert "data:image/jpeg;base64," in face_svg(face, "fern")
    imprint = Imprint(title="Ferns", site="https://phylo.example", day=date(2026, 11, 21))
    pdf = print_cards([("fern", face)], Options(), imprint)
    assert b"/DCTDecode" in pdf
    assert picture_file(art.file, window=True).read_bytes() in pdf


def test_a_lost_file_gives_way_to_the_composed_scene(user):
    face = CardFactory(key="fern").as_face()
    for name in ("0" * 64, "../../etc/passwd"):
        lost = face | {"picture": {"file": name, **CREDIT}}
        assert compose(lost, "fern") == compose(face, "fern")
