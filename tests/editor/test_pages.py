"""The editor's pages: who finds them, buttons that change the form, drafts, handing in, uploads, checks."""

import tomllib

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from cards.art.subject import subject_file
from cards.curation import services
from cards.curation.models import Proposal
from cards.editor.checks import checks
from cards.editor.drawings import LABELS, found_drawings
from cards.editor.form import CardForm
from cards.editor.live import live_context
from cards.models import Artwork, Card
from phylo.accounts.models import User
from tests.editor.pictures import SVG, picture
from tests.editor.posted import posted
from tests.factories import CardFactory, core_set
from tests.markup import tight

pytestmark = pytest.mark.django_db
PROPOSE = "/cards/propose/"
FOX = {
    "kind": "species", "name": "Corsac Fox", "latin_name": "Vulpes corsac", "diet": "carnivore",
    "food_chain": "3", "scale": "6", "terrains": ["grassland", "desert"], "climates": ["cool", "cold"],
    "points": "7", "kingdom": "Animalia", "phylum": "Chordata", "class": "Mammalia",
    "fact": "It borrows the burrows of marmots.", "source": "https://example.org/fox", "gbif": "5219252",
    "subject": "noto:fox", "summary": "It lives in my country.",
}  # fmt: skip


@pytest.fixture(autouse=True)
def published(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    core_set()
    CardFactory(key="home", home=True)
    CardFactory(key="grass", name="Grass")
    CardFactory(key="vole", name="Vole", latin_name="Microtus arvalis", animal=True)


@pytest.fixture
def ada() -> User:
    return User.objects.create_user("Ada", password="orca whale song")


@pytest.fixture
def member(ada) -> Client:
    client = Client()
    client.force_login(ada)
    return client


def page_of(member: Client, address: str = PROPOSE, **changes) -> str:
    """The page, or what it is after the form was posted with the changes."""
    page = member.get(address).content.decode()
    return member.post(address, posted(page, **changes)).content.decode() if changes else page


def test_a_card_that_says_nothing_yet_has_a_clean_face_and_tells_what_is_missing(member):
    page = page_of(member)
    assert ">None<" not in page
    assert "Still to fill in:" in page
    assert '<a href="#id-latin_name">Latin name</a>' in page
    assert "is missing." not in page
    assert "Still to fill in:" not in page_of(member, **FOX, step="preview")


def test_pages_are_for_members_and_proposals_for_their_authors(client, member, ada):
    for address in (PROPOSE, "/cards/vole/edit/", "/proposals/1/edit/"):
        assert client.get(address).url.startswith("/sign-in/")
    assert member.get("/cards/home/edit/").status_code == 200
    assert member.get("/cards/nothing/edit/").status_code == 404
    member.post(PROPOSE, posted(page_of(member), **FOX, step="save"))
    mine = Proposal.objects.get()
    assert member.get(reverse("proposal-edit", args=[mine.pk])).status_code == 200
    client.force_login(User.objects.create_user("Ben", password="orca whale song"))
    assert client.get(reverse("proposal-edit", args=[mine.pk])).status_code == 404


def test_a_draft_is_kept_once_and_changed(member):
    page = posted(page_of(member), **{**FOX, "fact": ""}, step="save")
    for _again in range(2):
        answer = member.post(PROPOSE, page)
    draft = Proposal.objects.get()
    assert (answer.url, draft.state) == (reverse("proposal-edit", args=[draft.pk]), "draft")
    assert (draft.contents["terrains"], draft.contents["scale"]) == (["desert", "grassland"], 6)
    refused = page_of(member, answer.url, step="submit")
    assert "It cannot be submitted yet." in refused
    assert '<a href="#id-fact">Fact is missing.</a>' in tight(refused)
    handed = member.post(answer.url, posted(page_of(member, answer.url), fact=FOX["fact"], step="submit"))
    assert handed.status_code == 302
    draft.refresh_from_db()
    assert (draft.state, draft.contents["fact"], draft.version) == ("open", FOX["fact"], 2)


def test_a_correction_says_only_what_differs(member):
    assert "Nothing has been changed yet." in page_of(member, "/cards/vole/edit/", step="submit")
    member.post("/cards/vole/edit/", posted(page_of(member, "/cards/vole/edit/"), points="6", step="save"))
    draft = Proposal.objects.get()
    changed = {name for name, value in draft.contents.items() if value != draft.base_contents[name]}
    assert (draft.kind, changed) == ("edit", {"points"})
    assert Card.objects.get(key="vole").points == 4


def test_a_proposal_that_is_out_of_date_is_made_anew(member, ada):
    address = "/cards/vole/edit/"
    answer = member.post(address, posted(page_of(member, address), points="6", step="save"))
    other = User.objects.create_user("Ben", password="orca whale song")
    first = services.propose(
        author=other, kind="edit", card=Card.objects.get(key="vole"), contents={"fact": "It digs."}
    )
    services.submit(proposal_id=first.pk, author=other, version=1)
    judge = User.objects.create_user("Cleo", password="orca whale song", is_staff=True)
    services.approve(proposal_id=first.pk, user=judge, version=1)
    member.post(answer.url, posted(page_of(member, answer.url), step="submit"))
    mine = Proposal.objects.get(author=ada)
    assert mine.state == "stale"
    page = page_of(member, answer.url)
    assert "your changes are applied to the card as it is now" in page
    member.post(answer.url, posted(page, step="submit", summary="Made anew."))
    mine.refresh_from_db()
    assert (mine.state, mine.contents["fact"], mine.contents["points"]) == ("open", "It digs.", 6)
    assert mine.summary == "Made anew."


def test_parts_are_added_and_taken_away_by_buttons(member):
    page = page_of(member, **FOX, abilities__new="invasive", step="ability:add")
    assert 'name="abilities-0-name" value="invasive"' in page
    assert 'data-focus="abilities-0-on-0-new"' in page
    steps = [
        {"abilities__0__on__0__new": "class", "step": "part:add:abilities-0-on-0"},
        {"abilities__0__on__0__0__value": "Mammalia; Aves", "step": "or:add:abilities-0-on"},
        {"abilities__0__on__1__new": "scale", "step": "part:add:abilities-0-on-1"},
        {"abilities__0__on__1__0__value": ["4", "5", "6"], "step": "preview"},
    ]
    for step in steps:
        page = member.post(PROPOSE, posted(page, **step)).content.decode()
    assert "INVASIVE · mammal or bird or scale 4 to 6" in page
    assert "It may be played on top of a species of either player" in page
    member.post(PROPOSE, posted(page, step="save"))
    assert Proposal.objects.get().contents["abilities"] == {
        "invasive": {"on": [{"class": ["Mammalia", "Aves"]}, {"scale": {"min": 4, "max": 6}}]}
    }
    page = member.post(PROPOSE, posted(page, step="part:drop:abilities-0-on-0-0")).content.decode()
    page = member.post(PROPOSE, posted(page, step="or:drop:abilities-0-on-1")).content.decode()
    assert "INVASIVE · species" in page
    page = member.post(PROPOSE, posted(page, step="ability:drop:0")).content.decode()
    assert "No abilities. Most cards have one or two." in page


def test_an_event_is_built_from_parts(member):
    page = page_of(member, kind="event", name="Hard Winter", step="preview")
    steps = [
        {"step": "aim:on"},
        {"target__0__new": "kingdom", "step": "part:add:target-0"},
        {"target__0__0__value": "Animalia", "effects__new": "shift-climate", "step": "effect:add"},
        {"effects__0__number": "-2", "effects__new": "discard-neighbours", "step": "effect:add"},
        {"duration": "1", "step": "which:on:1"},
        {"effects__1__which__0__new": "food_chain", "step": "part:add:effects-1-which-0"},
        {"effects__1__which__0__0__value": ["1"], "step": "effect:up:1"},
    ]
    for step in steps:
        page = member.post(PROPOSE, posted(page, **step)).content.decode()
    for words in ("Play on animal", "Each climate of the target turns 2 steps colder", "It can be played on"):
        assert words in page
    member.post(PROPOSE, posted(page, step="save"))
    contents = Proposal.objects.get().contents
    assert contents["target"] == {"kingdom": "Animalia"}
    assert contents["effects"] == [
        {"do": "discard-neighbours", "which": {"food_chain": [1]}}, {"do": "shift-climate", "by": -2},
    ]  # fmt: skip
    assert contents["duration"] == 1


@pytest.mark.parametrize(
    "step",
    ["", "ability:drop:9", "ability:drop:x", "effect:up:0", "part:add:target-0", "part:drop:a-b-c", "or:add:",
     "or:drop:abilities-9-on-0", "which:on:4", "subject:nothing", "points", "nothing:at:all"],
)  # fmt: skip
def test_buttons_that_fit_nothing_do_nothing(member, step):
    answer = member.post(PROPOSE, {"kind": "species", "abilities-count": "x", "step": step})
    assert answer.status_code == 200


def test_a_picture_is_uploaded_with_the_form(member):
    art = {"art__artist": "Ana Lee", "art__source": "my own", "art__licence": "own-work"}
    page = page_of(member)
    for file, says in ((SVG, "This is no picture"), (None, "Choose a picture.")):
        sent = posted(page, **FOX, **art, step="art:upload")
        more = {"art-file": SimpleUploadedFile("a.png", file)} if file else {}
        answer = member.post(PROPOSE, sent | more)
        assert answer.status_code == 400
        assert says in answer.content.decode()
        assert 'value="Corsac Fox"' in answer.content.decode(), "nothing that was typed is lost"
    sent = posted(page, **FOX, **art, step="art:upload")
    page = member.post(PROPOSE, sent | {"art-file": SimpleUploadedFile("a.txt", picture())}).content.decode()
    stored = Artwork.objects.get()
    assert f"/art/uploads/{stored.file}.jpg" in page
    assert "Art: Ana Lee · own work" in page
    assert member.post(PROPOSE, posted(page, step="submit")).status_code == 302
    shown = Proposal.objects.get().contents["art"]
    assert shown == {"file": stored.file, "artist": "Ana Lee", "source": "my own", "licence": "own-work"}


def test_the_live_part_is_drawn_alone_and_its_picture_is_signed(member, client):
    page = posted(page_of(member), **FOX)
    live = member.post(PROPOSE, page, headers={"X-Part": "live"}).content.decode()
    assert "<form" not in live
    assert "Corsac Fox, meat eater, number 3, scale 6" in live
    assert "V1.4a: playable" in tight(live)
    sketch = live.split('src="/cards/sketch/')[1].split(".svg")[0]
    answer = client.get(f"/cards/sketch/{sketch}.svg")
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/svg+xml")
    assert client.get(f"/cards/sketch/{sketch}x.svg").status_code == 404


def said(**changes) -> list[tuple[str, str]]:
    contents = CardForm.of({}).contents() | {
        "kind": "species", "name": "Corsac Fox", "latin_name": "Vulpes corsac", "diet": "carnivore",
        "food_chain": 3, "scale": 6, "terrains": ["desert"], "climates": ["cool"], "points": 9,
        "kingdom": "Animalia", "phylum": "Chordata", "class": "Mammalia", "fact": "It borrows burrows.",
        "source": "https://example.org/fox", "gbif": "5219252", "subject": "noto:fox",
    }  # fmt: skip
    form = CardForm.of(contents | changes)
    return [(check.level, check.field) for check in checks(form, form.contents())]


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"fact": ""}, ("error", "fact")),
        ({"subject": ""}, ("error", "subject")),
        ({"subject": "noto:../../fox"}, ("error", "subject")),
        ({"fact": "=1+1"}, ("error", "fact")),
        ({"gbif": "Q1"}, ("error", "gbif")),
        ({"wikidata": "123"}, ("error", "wikidata")),
        ({"scale": 12}, ("error", "scale")),
        ({"art": {"file": "0" * 64, "artist": "A", "source": "B", "licence": "CC0-1.0"}}, ("error", "art")),
        ({"art": {"file": "0" * 64, "artist": "A", "source": "B", "licence": "MIT"}}, ("error", "art")),
        ({"diet": "herbivore"}, ("warning", "food_chain")),
        ({"diet": "photosynthetic"}, ("warning", "food_chain")),
        ({"food_chain": 1}, ("warning", "food_chain")),
        ({"scale": 1}, ("warning", "food_chain")),
        ({"kingdom": "Plantae", "diet": "herbivore"}, ("warning", "diet")),
        ({"climates": ["cold", "hot"]}, ("warning", "climates")),
        ({"terrains": ["desert", "forest", "urban", "ocean"]}, ("warning", "terrains")),
        ({"abilities": {"beside": {"class": "Nowhere"}}}, ("warning", "abilities")),
        ({"points": 3}, ("warning", "points")),
        ({"name": "Vole"}, ("warning", "name")),
        ({"latin_name": "Microtus arvalis"}, ("warning", "name")),
        ({"latin_name": "Microtus arvalus"}, ("hint", "name")),
        ({"source": "estimate"}, ("warning", "source")),
        ({"gbif": ""}, ("hint", "gbif")),
    ],
)
def test_checks(changes, found):
    assert said() == []
    assert found in said(**changes)


def test_the_trial_says_why_not():
    form = CardForm.of({"kind": "species", "name": "Fox", "diet": "carnivore", "food_chain": 3, "scale": 2,
                        "terrains": ["desert"], "climates": ["cool"], "points": 9})  # fmt: skip
    for tried in live_context(form)["trials"]:
        assert not tried["trial"].playable
        assert tried["trial"].reasons == ("Its prey is as large as itself, or larger.",)


def test_a_drawing_is_found_by_words_a_child_knows(member):
    for words, label in (
        ("fir", "tall fir tree"), ("frogs", "frog"), ("buterfly", "blue butterfly"), ("red bird", "red bird"),
        ("vole", "brown mouse"), ("shape:fern", "fern"), ("game-icons:fox #112233", "sitting fox, black"),
    ):  # fmt: skip
        assert label in [each.label for each in found_drawings(words)], words
    assert found_drawings("xyzzy") == []
    labels = [each.label for each in found_drawings("")]
    assert len(labels) == len(set(labels)) > 200
    # The button posts the page; a script asks for the drawings alone.
    fern = '<input type="radio" name="subject" value="shape:fern" checked>'
    for more, sent in (({"draw": "bird"}, {}), ({"draw__q": "bird"}, {"X-Part": "drawings"})):
        page = posted(page_of(member), subject="shape:fern", **more)
        shown = member.post(PROPOSE, page, headers=sent).content.decode()
        assert fern in shown
        assert 'value="noto:bird"' in shown
        assert 'value="noto:fish"' not in shown
    typed = page_of(member, subject="shape:fern", draw__q="xyzzy", step="preview")
    assert "There is no drawing for “xyzzy”." in typed
    assert fern in typed


def test_a_figure_is_shaped_by_fields(member):
    robin = "figure:bird breast=E8722C"
    page = page_of(member, subject=robin, step="draw")
    assert 'name="figure-breast" value="E8722C"' in page
    shaped = posted(page, figure__breast="#2266CC", figure__build="round", step="draw")
    page = member.post(PROPOSE, shaped).content.decode()
    assert 'value="figure:bird breast=2266CC build=round" checked' in page
    # Another drawing chosen since is kept as it is, and a wrong value is told with what was typed.
    assert (
        '"shape:fern" checked' in member.post(PROPOSE, shaped | {"subject": ["shape:fern"]}).content.decode()
    )
    wrong = page_of(member, subject="figure:bird breast=blue", step="preview")
    assert "“breast” is a colour such as 2F8F3A." in wrong
    assert 'name="figure-breast" value="blue"' in wrong


def test_the_picture_of_a_drawing(client):
    address = reverse("drawing", args=["game-icons", "fox"])
    assert b"#B5502A" not in client.get(address, {"tint": "112233"}).content
    for wrong in (f"{address}?tint=%3Cscript", "/art/drawings/noto/nothing.svg"):
        assert client.get(wrong).status_code == 404
    for each in found_drawings(""):
        assert client.get(each.url)["Content-Type"] == "image/svg+xml", each


def test_a_label_belongs_to_a_drawing():
    for family, names in tomllib.loads(LABELS.read_text(encoding="utf-8")).items():
        for name in names:
            assert subject_file(f"{family}:{name}").is_file(), f"{family}:{name}"
