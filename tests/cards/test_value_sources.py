"""Where single values come from: read with the card file, kept, merged and dropped."""

import csv
import io
from pathlib import Path

import pytest
from django.core.management import call_command

from cards.curation import services
from cards.curation.changes import differences
from cards.exchange.site_files import SOURCE_COLUMNS
from cards.loading.importing import apply_import
from cards.models import Card, CardRevision
from cards.models.value_source import How, ValueSource
from cards.services.card_file import COLUMNS
from cards.services.exporting import exported
from tests.factories import CardFactory
from tests.members import person

GRASS = {
    "key": "grass", "name": "Grass", "latin_name": "Poa pratensis", "kind": "species", "scale": "5",
    "food_chain": "1", "diet": "photosynthetic", "terrains": "grassland", "climates": "cool", "points": "2",
    "kingdom": "Plantae", "phylum": "Angiosperms", "class": "Monocots", "fact": "It is mown.",
    "source": "estimate", "subject": "noto:herb",
}  # fmt: skip
MEASURED = {"key": "grass", "column": "scale", "how": "measured", "title": "Lawns", "value": "9 cm"}
STATED = {"key": "grass", "column": "diet", "how": "stated", "address": "https://example.org/grass"}


@pytest.fixture
def load(tmp_path: Path, capsys, db):
    """Write the files and run the command; gives its exit status and what it wrote on stderr."""

    def run(sources, card=GRASS, columns=SOURCE_COLUMNS):
        for name, header, rows in (("cards.csv", COLUMNS, [card]), ("sources.csv", columns, sources)):
            with (tmp_path / name).open("w", encoding="utf-8", newline="") as file:
                writer = csv.DictWriter(file, header, restval="", extrasaction="ignore")
                writer.writeheader()
                writer.writerows(rows)
        (tmp_path / "decks").mkdir(exist_ok=True)
        err, status = io.StringIO(), 0
        try:
            call_command(
                "load_cards", cards=tmp_path / "cards.csv", decks=tmp_path / "decks", verbosity=0, stderr=err
            )
        except SystemExit as end:
            status = end.code
        return status, err.getvalue()

    return run


def grass() -> Card:
    return Card.objects.get(key="grass")


def test_the_file_gives_each_value_its_source(load):
    assert load([MEASURED, STATED])[0] == 0
    card = grass()
    assert card.source_of("scale") == ValueSource(How.MEASURED, title="Lawns", value="9 cm")
    assert card.source_of("points").how == How.ESTIMATED
    assert card.estimated == ["food_chain", "terrains", "climates", "points"]
    assert CardRevision.objects.get(card=card).contents["sources"] == card.sources


@pytest.mark.parametrize(
    "wrong",
    [
        {"key": "moss"}, {"column": "height"}, {"how": "felt"}, {"how": ""}, {"address": "grass.org"},
        {"title": "", "value": ""}, {"how": "derived", "rule": "hearsay"}, {"date": "May"},
        {"by": "x" * 301},
    ],
)  # fmt: skip
def test_a_wrong_row_is_named_and_nothing_is_stored(load, wrong):
    status, err = load([STATED, MEASURED | wrong])
    row = MEASURED | wrong
    assert (status, err.count("\n")) == (2, 1)
    assert err.startswith(f"sources.csv, line 3 ({row['key']}), {row['column']}: ")
    assert not Card.objects.exists()


def test_what_people_propose_stays_until_the_file_says_something_new(load):
    load([MEASURED, STATED])
    page = {"how": "stated", "address": "https://example.org/lawn"}
    author, reviewer = person("Ada"), person("Rosa", is_staff=True)
    contents = {"sources": grass().sources | {"scale": page}}
    draft = services.propose(
        author=author, kind="edit", card=grass(), contents=contents, summary="A better source"
    )
    proposal = services.submit(proposal_id=draft.pk, author=author, version=draft.version)
    services.approve(proposal_id=proposal.pk, user=reviewer, version=proposal.version)
    published = grass().sources["scale"]
    assert published == page | {"date": published["date"], "by": f"proposal {proposal.pk}"}
    assert "date" not in grass().sources["diet"]
    assert load([MEASURED, STATED | {"date": "2026-01-02"}])[0] == 0
    assert grass().sources["scale"] == published
    assert grass().sources["diet"]["date"] == "2026-01-02"
    assert load([MEASURED | {"value": "12 cm"}, STATED])[0] == 0
    assert grass().sources["scale"]["value"] == "12 cm"


def test_an_import_drops_the_source_of_a_value_that_it_changes(load):
    load([MEASURED, STATED])
    apply_import(content=b"key,scale\ngrass,6\n")
    assert grass().sources.keys() == {"diet"}
    assert "scale" in grass().estimated


def test_an_exported_row_with_another_value_loses_the_source_of_the_old_one(load):
    load([MEASURED, STATED, {"key": "grass", "column": "points", "how": "estimated"}])
    text = io.StringIO()
    for row in csv.DictReader(io.StringIO("".join(exported(Card.objects.all(), "csv")))):
        writer = csv.DictWriter(text, row)
        writer.writeheader()
        writer.writerow(row | {"scale": "6", "points": "3"})
    apply_import(content=text.getvalue().encode())
    assert grass().sources == {
        "diet": {"how": "stated", "address": STATED["address"]},
        "points": {"how": "estimated"},
    }


def test_files_that_name_their_estimates_still_do(db):
    CardFactory()
    header = "key,name,kind,scale,food_chain,diet,terrains,climates,points,source,estimated\n"
    row = "moss,Moss,species,5,1,photosynthetic,tundra,cold,2,https://example.org/moss,scale;points\n"
    apply_import(content=(header + row).encode())
    assert Card.objects.get(key="moss").estimated == ["scale", "points"]


def test_a_difference_shows_only_the_sources_that_differ(load):
    load([MEASURED, STATED])
    sources = grass().sources
    [change] = differences({"sources": sources}, {"sources": sources | {"scale": {"how": "estimated"}}})
    assert change.before_text == "Scale: Given by a data set · Lawns · 9 cm"
    assert change.after_text == "Scale: Our own estimate"
