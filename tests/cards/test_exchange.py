"""Files of cards: what each format gives, what comes back from it unchanged, and what is refused."""

import codecs
import csv
import io
import json
import tomllib
import zipfile
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from cards.decks.models import Deck
from cards.exchange import FORMATS, ExchangeError, read
from cards.exchange.tables import Limits, workbook_rows
from cards.loading.importing import ImportRefused, Plan, apply_import, plan_import
from cards.loading.load import load_card_set
from cards.models import Card, CardSet
from cards.search.services.search import CardSearch
from cards.services.card_file import COLUMNS, EXPORT_COLUMNS
from cards.services.exporting import EXPORTS, exported
from tests.cards.test_load_cards import FIRE, GRASS, HOME, POND

FERN = {
    "key": "fern", "name": "Fern", "latin_name": "Dryopteris filix-mas", "kind": "species", "scale": 4,
    "food_chain": 1, "diet": "photosynthetic", "terrains": ["forest"], "climates": ["cool"], "points": 3,
}  # fmt: skip
# The words and spellings of the original site; the card is made up.
SITE_CARD = {
    "name": "Heron&#8217;s Fern", "card_url": "https://phylogame.org/2013/04/herons-fern/",
    "latin_name": "Dryopteris herodii", "graphic": "https://phylogame.org/fern.png",
    "graphic_artist": "Ada Ink", "photo_artist": "Ben Light", "size": "4", "food": "photosynthetic",
    "hierarchy": "1", "habitat1": "fresh-water", "habitat2": "grasslands", "habitat3": "none",
    "card_color": "#00aa00", "temperature": ["cool", "warm"], "classification": ["Plantae", "Ferns",
        "Polypods"],
    "card_content": "<p><strong>4 POINTS</strong></p><p>Play: has a SPREAD of 1, WIND.</p>"
    "<script>alert(1)</script><p>FACT: Older than <em>flowers</em> &amp; bees.</p>",
}  # fmt: skip


def csv_of(*rows: dict[str, Any], columns: list[str] = COLUMNS, delimiter: str = ",") -> bytes:
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, restval="", delimiter=delimiter)
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()


def archive(**parts: str) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        for name, text in parts.items():
            made.writestr(name, text)
    return file.getvalue()


def lines_of(*values: Any) -> bytes:
    return "\n".join(json.dumps(value) for value in values).encode()


def plan(content: bytes, form: str = "auto", **more: Any) -> Plan:
    return plan_import(content=content, form=form, **more)


def refusal(content: bytes, form: str = "auto") -> tuple[str, str]:
    """The field of the only refused card and what is said."""
    [change] = plan(content, form).refused
    return next(iter(change.mistakes.items()))


@pytest.fixture
def core(db) -> CardSet:
    return CardSet.objects.get_or_create(key="core", defaults={"name": "Core"})[0]


@pytest.fixture
def grass(core) -> Card:
    apply_import(content=csv_of(GRASS))
    return Card.objects.get(key="grass")


class TestRealCards:
    @pytest.fixture(autouse=True)
    def real(self, db):
        load_card_set()

    def test_what_is_exported_changes_nothing(self):
        for form in EXPORTS:
            text = "".join(exported(CardSearch("").cards(), form))
            for told in (form, "auto"):
                found = plan(text.encode(), told)
                assert found.refused == []
                assert found.counts == {"unchanged": Card.objects.count()}

    @pytest.mark.parametrize("form", ["csv", "jsonl"])
    def test_what_is_exported_makes_the_same_cards_elsewhere(self, form):
        content = "".join(exported(CardSearch("").cards(), form)).encode()
        unlike = {"id", "number", "added_at", "changed_at"}
        fields = [each.attname for each in Card._meta.concrete_fields if each.attname not in unlike]
        before = list(Card.objects.order_by("key").values_list(*fields))
        Deck.objects.all().delete()
        Card.objects.all().delete()
        assert apply_import(content=content).counts == {"created": len(before)}
        assert [
            [plain(each) for each in row] for row in Card.objects.order_by("key").values_list(*fields)
        ] == [[plain(each) for each in row] for row in before]


def plain(value: Any) -> Any:
    return bytes(value) if isinstance(value, memoryview) else value


def test_nothing_to_export_is_still_a_file(db):
    assert "".join(exported([], "csv")) == ",".join(EXPORT_COLUMNS) + "\n"
    assert "".join(exported([], "jsonl")) == ""
    assert "".join(exported([], "record")) == "{}\n"


def test_exports_and_the_api_credit_an_uploaded_picture_and_nothing_brings_one(grass, client):
    art = {"file": "a" * 64, "artist": "@ana's", "source": "https://example.org/1", "licence": "CC-BY-4.0"}
    Card.objects.filter(key="grass").update(art=art)
    credit = art | {"licence_url": "https://creativecommons.org/licenses/by/4.0/"}
    assert client.get("/api/v1/cards/grass/").json()["art"] == credit
    text = {form: "".join(exported(CardSearch("").cards(), form)) for form in ("csv", "jsonl")}
    assert json.loads(text["jsonl"])["art"] == credit
    [row] = csv.DictReader(io.StringIO(text["csv"]))
    assert tomllib.loads(f"art = {{{row['art']}}}")["art"] == art
    for content in text.values():
        told = content.replace("example.org", "elsewhere.example").encode()
        assert plan(told).counts == {"unchanged": 1}
    Card.objects.filter(key="grass").update(art=art | {"licence": "own-work"})
    assert client.get("/api/v1/cards/grass/").json()["art"]["licence_url"] is None


def test_every_kind_comes_in_from_csv(core):
    found = apply_import(content=csv_of(GRASS, FIRE, POND, HOME))
    assert found.counts == {"created": 4}
    assert Card.objects.get(key="grass").abilities == {"spread": {"count": 1, "needs": ["wind"]}}
    assert Card.objects.get(key="fire").target == {"terrains": ["grassland"]}
    assert plan(csv_of(GRASS, FIRE, POND, HOME)).counts == {"unchanged": 4}


def test_a_table_of_key_and_points_changes_only_the_points(grass):
    content = csv_of({"points": "7", "key": "grass"}, columns=["points", "key"])
    [change] = plan(content).changes
    assert [(each.column, each.before, each.after) for each in change.differences] == [("points", 2, 7)]
    assert Card.objects.get(key="grass").points == 2
    apply_import(content=content)
    after = Card.objects.get(key="grass")
    assert (after.points, after.fact, after.abilities, after.estimated) == (
        7, grass.fact, grass.abilities, grass.estimated,
    )  # fmt: skip


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_what_spreadsheets_write(grass, delimiter, mark):
    content = mark + csv_of(
        {"key": "grass", "terrains": "grassland;urban", "points": "5"},
        columns=["key", "terrains", "points"],
        delimiter=delimiter,
    )
    [change] = plan(content).changes
    assert [each.column for each in change.differences] == ["points"]


def test_empty_lines_and_capitals_in_the_heading(grass):
    [change] = plan(b"KEY, Points\r\n\r\ngrass, 5\r\n,\r\n").changes
    assert (change.place, change.action) == ("line 3", "changed")


def test_the_place_of_a_row_counts_lines_of_cells(grass):
    content = b'key,fact\ngrass,"It\nis mown."\nmoss,"x"\n'
    assert [change.place for change in plan(content).changes] == ["line 2", "line 4"]


@pytest.mark.parametrize(
    "content",
    [
        lines_of(FERN, FERN | {"key": "moss"}),
        b"\xef\xbb\xbf" + lines_of(FERN, FERN | {"key": "moss"}) + b"\r\n\r\n",
        json.dumps([FERN, FERN | {"key": "moss"}]).encode(),
        json.dumps(
            {key: {name: each for name, each in FERN.items() if name != "key"} for key in ("fern", "moss")},
            indent=1,
        ).encode(),
        json.dumps({"format": "phylo-record/1", "cards": {
            key: {name: each for name, each in FERN.items() if name != "key"} for key in ("fern", "moss")
        }}).encode(),
    ],
    ids=["lines", "lines with a mark", "list", "by key", "record"],
)  # fmt: skip
def test_card_objects_are_recognised(core, content):
    assert [(each.key, each.action) for each in plan(content).changes] == [
        ("fern", "created"), ("moss", "created"),
    ]  # fmt: skip


def test_one_object_alone(core):
    assert plan(lines_of(FERN)).counts == {"created": 1}


def test_what_the_api_tells_besides_is_passed_over(core):
    told = {"images": {}, "page": "/cards/fern/", "api": "/api/", "changed_at": "2026-01-01T00:00:00Z"}
    identifiers = {"identifiers": {"wikidata": "Q1", "gbif": "2"}}
    apply_import(content=lines_of(FERN | told | identifiers | {"set": "core"}))
    card = Card.objects.get(key="fern")
    assert (card.wikidata, card.gbif, card.inaturalist) == ("Q1", "2", "")


def test_new_cards_without_a_set_go_where_the_importer_says(core):
    CardSet.objects.create(key="ours", name="Ours")
    apply_import(content=lines_of(FERN, FERN | {"key": "moss", "set": "core"}), card_set="ours")
    assert dict(Card.objects.values_list("key", "card_set_id")) == {"fern": "ours", "moss": "core"}
    assert plan(lines_of(FERN)).counts == {"unchanged": 1}
    assert plan(lines_of(FERN | {"points": 4}), card_set="nowhere").counts == {"changed": 1}


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "empty"),
        (b"\xef\xbb\xbf \n", "empty"),
        (b"key,name\ngr\x81s,x\n", "no text in UTF-8, UTF-16 or Windows-1252. Save it as CSV in UTF-8"),
        (b"\xff\xfek", "no text in UTF-8"),
        ("key,name\n".encode("utf-16-le"), "NUL"),
        (b"PK\x03\x04\x00\x00", "a ZIP archive or another kind of document"),
        (b"PK\x03\x04" + b"\0" * 26 + b"mimetypeapplication/vnd.oasis.opendocument", "an OpenDocument file"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "an Excel file of the old kind, or one with a password"),
        (b"key,name\nfern,a\0b\n", "NUL"),
        (b'{"a": ', "No JSON at line 1"),
        (b"[" * 100_000, "nested too deep"),
        (b'{"key": "a", "points": ' + b"9" * 5000 + b"}", "too long"),
        (b'{"fern": {"name": "A"}, "fern": {"name": "B"}}', "“fern” twice"),
        (b"[1, 2", "No JSON"),
        (b"12", "lacks the column “key”|unknown"),
        (b'{"a": 1}', "neither a game record nor"),
        (b'{"format": "phylo-record/1"}', "neither a game record nor"),
        (b"name,points\nFern,1\n", "lacks the column “key”"),
        (b"key,colour\nfern,green\n", "unknown or twice: colour"),
        (b"key,points,points\nfern,1,2\n", "unknown or twice: points"),
        (b"key,,points\nfern,1,2\n", "without a name"),
        (b'key,name\nfern,"a\n', "Line 2"),
        (b'key,name\nfern,"' + b"a" * 140_000 + b'"\n', "field larger"),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_read(db, content, says):
    with pytest.raises(ExchangeError, match=says) as error:
        plan(content)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("form", [form for form in FORMATS if form != "auto"])
def test_a_file_in_another_format_than_it_is_said(core, form):
    content = {
        "csv": lines_of(FERN),
        "jsonl": csv_of(GRASS),
        "record": csv_of(GRASS),
        "phylogame": csv_of(GRASS),
    }
    try:
        assert plan(content[form], form).refused
    except ExchangeError as error:
        assert "\n" not in str(error)  # noqa: PT017


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"key": None}, "key"), ({"key": ""}, "key"), ({"key": "No Slug"}, "key"), ({"key": ["fern"]}, "key"),
        ({"key": 5}, "key"), ({"key": {"a": 1}}, "key"), ({"key": "x" * 200}, "key"),
        ({"key": "-fern"}, "key"),
        ({"key": "fe\0rn"}, "key"), ({"key": "\ud800"}, "key"),
        ({"name": ""}, "name"), ({"name": None}, "name"), ({"name": 5}, "name"),
        ({"name": "x" * 500}, "name"),
        ({"name": "=SUM(A1)"}, "name"), ({"fact": "+1"}, "fact"), ({"fact": "@x"}, "fact"),
        ({"fact": "a\0"}, "fact"), ({"fact": "\ud800"}, "fact"), ({"fact": "x" * 111}, "fact"),
        ({"kind": "beast"}, "kind"), ({"kind": None}, "kind"), ({"kind": ["species"]}, "kind"),
        ({"set": "nowhere"}, "set"), ({"set": ["core"]}, "set"), ({"set": {"core": 1}}, "set"),
        ({"scale": 0}, "scale"), ({"scale": 10}, "scale"), ({"scale": "3"}, "scale"),
        ({"scale": 1.5}, "scale"),
        ({"scale": None}, "scale"), ({"scale": True}, "scale"), ({"points": 10**30}, "points"),
        ({"points": 40_000}, "points"), ({"points": None}, "points"), ({"points": float("nan")}, "points"),
        ({"diet": "vegan"}, "diet"), ({"terrains": "forest"}, "terrains"),
        ({"terrains": ["moon"]}, "terrains"),
        ({"terrains": []}, "terrains"), ({"climates": ["mild"]}, "climates"), ({"climates": [1]}, "climates"),
        ({"tags": ["=cmd"]}, "tags"), ({"tags": ["a\0"]}, "tags"), ({"tags": [""]}, "tags"),
        ({"tags": ["a;b"]}, "tags"), ({"tags": {"a": 1}}, "tags"), ({"tags": ["\ud800"]}, "tags"),
        ({"abilities": []}, "abilities"), ({"abilities": {"fly": 2}}, "abilities"),
        ({"abilities": {"move": "far"}}, "abilities.move"),
        ({"abilities": {"feeds_only": {"tags": ["\0"]}}}, "abilities"),
        ({"effects": [{"do": "discard"}]}, "effects"), ({"target": {}}, None), ({"duration": 2}, "duration"),
        ({"sources": {"colour": "x"}}, "sources"), ({"sources": {"scale": {"how": "felt"}}}, "sources"),
        ({"sources": "abc", "estimated": ["scale"], "source": "Hegi"}, "sources"),
        ({"identifiers": {"isbn": "1"}}, "identifiers"),
        ({"identifiers": ["Q1"]}, "identifiers"), ({"identifiers": {"wikidata": 5}}, "wikidata"),
        ({"colour": "green"}, "colour"), ({"id": 1}, "id"), ({"search_text": "x"}, "search_text"),
    ],
)  # fmt: skip
def test_a_card_object_that_cannot_be(core, change, field):
    content = lines_of(FERN | change)
    if field is None:
        assert plan(content).counts == {"created": 1}
        return
    assert refusal(content, "jsonl")[0] == field
    assert "\n" not in refusal(content, "jsonl")[1]
    with pytest.raises(ImportRefused):
        apply_import(content=content, form="jsonl")
    assert not Card.objects.exists()


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (b"{", "No JSON"), (b"[1]", "is no object"), (b"null", "is no object"), (b'"fern"', "is no object"),
        (b"[" * 100_000, "nested too deep"), (b'{"key": "a", "key": "b"}', "“key” twice"),
    ],
)  # fmt: skip
def test_a_line_that_is_no_card(core, line, says):
    field, said = refusal(lines_of(FERN) + b"\n" + line, "jsonl")
    assert field == ""
    assert says in said


def test_deep_criteria_are_refused(core):
    target: Any = {"kingdom": "Plantae"}
    for _level in range(400):
        target = {"any": [target]}
    event = {"key": "fire", "name": "Fire", "kind": "event", "effects": [{"do": "discard"}], "target": target}
    assert refusal(lines_of(event))[0] == "target"


@pytest.mark.parametrize(
    ("row", "field"),
    [
        ({"scale": "big"}, "scale"), ({"points": "1.5"}, "points"), ({"points": "٣x"}, "points"),
        ({"abilities": "move = "}, "abilities"), ({"abilities": "move = 1}, {a = 1"}, "abilities"),
        ({"name": "=1+1"}, "name"), ({"tags": "=cmd;crop"}, "tags"), ({"terrains": ""}, "terrains"),
        ({"target": "[" * 5000}, "target"), ({"kind": ""}, "kind"), ({"set": "nowhere"}, "set"),
    ],
)  # fmt: skip
def test_a_row_that_cannot_be(core, row, field):
    assert refusal(csv_of(GRASS | row))[0] == field


def test_a_row_of_another_length(grass):
    assert plan(b"key,points\ngrass,5,6\n").refused[0].mistakes == {"": "3 fields instead of 2"}


def test_a_key_twice(core):
    found = plan(lines_of(FERN, FERN | {"points": 4}))
    assert [each.action for each in found.changes] == ["created", "refused"]
    assert found.refused[0].mistakes == {"key": "already used: line 1"}


def test_the_kind_of_a_card_stays(grass):
    event = {"key": "grass", "name": "Grass", "kind": "event", "effects": [{"do": "discard"}]}
    assert refusal(lines_of(event)) == ("kind", "the card is of kind species, which stays")


def test_a_new_card_needs_more_than_a_change(grass):
    assert refusal(b"key,points\nmoss,5\n")[0] in ("kind", "name")


def test_all_mistakes_of_a_card_are_told_at_once(core):
    """What cannot be read, what is missing, what no card can have, and what the rules say."""
    row = GRASS | {
        "key": "Two words", "scale": "big", "food_chain": "12", "diet": "", "terrains": "forest;moon;mars",
        "fact": "x" * 111, "abilities": "swim = 2", "set": "nowhere", "duration": "2",
    }  # fmt: skip
    [change] = plan(csv_of(row)).refused
    assert {field: says.partition(" ")[0] for field, says in change.mistakes.items()} == {
        "scale": "'big'", "set": "there", "terrains": "'moon',", "diet": "is", "duration": "a",
        "key": "Enter", "fact": "Ensure", "food_chain": "Ensure", "abilities": "has",
    }  # fmt: skip
    event = FIRE | {"target": "legs = 4", "effects": "{do = 'explode'}", "duration": "500"}
    [change] = plan(csv_of(event)).refused
    assert set(change.mistakes) == {"target", "effects[0]", "duration"}
    [change] = plan(lines_of(FERN | {"colour": "green", "points": None, "id": 1})).refused
    assert change.mistakes == {"colour": "no such field", "id": "no such field", "points": "is missing"}


def test_the_good_cards_alone(grass):
    content = csv_of(GRASS | {"points": "7"}, GRASS | {"key": "moss", "scale": "77"}, FIRE)
    with pytest.raises(ImportRefused, match=r"line 3 \(moss\), scale"):
        apply_import(content=content)
    assert apply_import(content=content, good_only=True).counts == {"changed": 1, "refused": 1, "created": 1}
    assert set(Card.objects.values_list("key", "points")) == {("grass", 7), ("fire", None)}


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be", "cp1252"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_every_encoding_of_spreadsheets(grass, encoding, delimiter):
    text = csv_of(
        {"key": "grass", "name": "Grünes Gräs"}, columns=["key", "name"], delimiter=delimiter
    ).decode()
    mark = codecs.BOM_UTF16_BE if encoding == "utf-16-be" else b""
    found = plan(mark + text.encode(encoding))
    assert [each.after for each in found.changes[0].differences] == ["Grünes Gräs"]
    assert ("Windows-1252" in found.note) == (encoding == "cp1252")


def workbook(*rows: list[object]) -> bytes:
    book, file = Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    book.create_sheet("Notes").append(["nothing", "to read"])
    book.save(file)
    return file.getvalue()


def test_a_workbook(grass):
    content = workbook(
        [], ["Key", "points", "fact", "tags"], ["grass", 5.0, "Grünes Gräs", None], [],
        ["grass", 2.5, True, "points", "more"],
    )  # fmt: skip
    changed, refused = plan(content).changes
    assert (changed.place, changed.action) == ("row 3", "changed")
    assert {each.column: each.after for each in changed.differences} == {
        "points": 5, "fact": "Grünes Gräs", "tags": [],
    }  # fmt: skip
    assert (refused.place, refused.mistakes) == ("row 5", {"": "5 fields instead of 4"})
    assert plan(content, "csv").counts == plan(content).counts
    with pytest.raises(ExchangeError, match="Save it as XLSX, or as CSV"):
        plan(content, "jsonl")


MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
SHEET, STRINGS, BOOK = "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "xl/workbook.xml"
CONTENT_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
AS_EXCEL_WRITES = {
    "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types">'
    + "".join(
        f'<Override PartName="/{part}" ContentType="{CONTENT_TYPE}.{kind}+xml"/>'
        for part, kind in ((BOOK, "sheet.main"), (SHEET, "worksheet"), (STRINGS, "sharedStrings"))
    )
    + "</Types>",
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}/relationships">'
    f'<Relationship Id="r1" Type="{OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    BOOK: f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>'
    '<sheet name="Cards" sheetId="1" r:id="r1"/></sheets></workbook>',
    STRINGS: f'<sst xmlns="{MAIN}"><si><t>key</t></si><si><t>points</t></si>'
    "<si><r><t>gra</t></r><r><t>ss</t></r></si></sst>",
    # It claims to be as large as a sheet can be.
    SHEET: f'<worksheet xmlns="{MAIN}"><dimension ref="A1:XFD1048576"/><sheetData>'
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>'
    '<row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2"><f>2+3</f><v>5</v></c></row></sheetData></worksheet>',
}  # fmt: skip
ENTITIES = '<!DOCTYPE x [<!ENTITY a "hahaha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;">]>'


def test_a_workbook_with_formulas_and_letters_of_several_kinds(grass):
    [change] = plan(archive(**AS_EXCEL_WRITES)).changes
    assert [(each.column, each.after) for each in change.differences] == [("points", 5)]


@pytest.mark.parametrize(
    ("part", "old", "new"),
    [
        (STRINGS, "gra", "&b;"), (STRINGS, "</sst>", ""), (STRINGS, "<si><t>key</t></si>", ""),
        (SHEET, ">5<", ">five<"), (SHEET, "</sheetData>", ""), (SHEET, 't="s"><v>0', 't="s"><v>-99'),
        (SHEET, "A2", "2"), (BOOK, "<sheet ", "<sh "), ("[Content_Types].xml", "<Types", "<"),
    ],
)  # fmt: skip
def test_a_workbook_that_is_damaged_or_made_to_harm(core, part, old, new):
    text = (ENTITIES if new == "&b;" else "") + AS_EXCEL_WRITES[part].replace(old, new)
    try:
        assert plan(archive(**AS_EXCEL_WRITES | {part: text})).refused
    except ExchangeError as error:
        assert "\n" not in str(error)  # noqa: PT017


def test_entities_are_refused(grass):
    text = ENTITIES + AS_EXCEL_WRITES[STRINGS].replace("gra", "&a;")
    with pytest.raises(ExchangeError, match="is damaged"):
        plan(archive(**AS_EXCEL_WRITES | {STRINGS: text}))


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ('<row r="1048576"><c r="A1048576"><v>1</v></c></row>', "more than 10 rows"),
        ('<row r="3"><c r="CW3"><v>1</v></c></row>', "more than 100 columns"),
        ("<c/>" * 200, "holds too much"), (" " * 9000, "holds too much"),
    ],
)  # fmt: skip
def test_a_workbook_that_holds_too_much(rows, says):
    text = AS_EXCEL_WRITES[SHEET].replace("</sheetData>", f"{rows}</sheetData>")
    limits = Limits(unpacked=9000, tags=200, rows=10)
    assert len(list(workbook_rows(archive(**AS_EXCEL_WRITES), limits))) == 2
    with pytest.raises(ExchangeError, match=says):
        list(workbook_rows(archive(**AS_EXCEL_WRITES | {SHEET: text}), limits))


def test_values_said_to_be_empty_are_emptied(grass):
    [change] = plan(b"key,fact\ngrass,\n").changes
    assert [(each.column, each.after) for each in change.differences] == [("fact", "")]


def test_a_version_that_has_passed(grass):
    content = b"key,points\ngrass,5\n"
    seen = plan(content)
    apply_import(content=b"key,points\ngrass,6\n")
    with pytest.raises(ImportRefused, match="have changed since"):
        apply_import(content=content, version=seen.version)
    assert Card.objects.get(key="grass").points == 6
    apply_import(content=content, version=plan(content).version)
    assert Card.objects.get(key="grass").points == 5


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused_in_one_line(content):
    for form in FORMATS:
        try:
            list(read(content, form))
        except ExchangeError as error:
            assert "\n" not in str(error)  # noqa: PT017


class TestOriginalSite:
    """The JSON of phylogame.org."""

    def test_a_card(self, core):
        apply_import(content=lines_of([SITE_CARD]))
        card = Card.objects.get()
        assert card.key == "herons-fern"
        assert card.name == "Heron’s Fern"
        assert (card.scale, card.food_chain, card.points) == (4, 1, 4)
        assert (card.terrains, card.climates) == (["freshwater", "grassland"], ["cool", "warm"])
        assert (card.kingdom, card.phylum, card.class_name) == ("Plantae", "Ferns", "Polypods")
        assert card.abilities == {"spread": {"count": 1, "needs": ["wind"]}}
        assert card.fact == "Older than flowers & bees."
        assert card.source == (
            "https://phylogame.org/2013/04/herons-fern/; drawing: Ada Ink; photo: Ben Light"
        )

    def test_twice_changes_nothing(self, core):
        apply_import(content=lines_of([SITE_CARD]))
        assert plan(lines_of([SITE_CARD])).counts == {"unchanged": 1}

    @pytest.mark.parametrize(
        "content",
        [
            lines_of(SITE_CARD), b"phylomon_cards(" + lines_of([SITE_CARD]) + b");",
            b"cards([\n" + lines_of(SITE_CARD) + b"\n])\n", json.dumps([SITE_CARD], indent=2).encode(),
        ],
        ids=["alone", "callback", "callback on lines", "indented"],
    )  # fmt: skip
    def test_it_is_recognised(self, core, content):
        assert plan(content).counts == {"created": 1}
        assert plan(content, "phylogame").counts == {"created": 1}

    @pytest.mark.parametrize(
        ("text", "abilities"),
        [
            ("2 POINTS Play: has a MOVE of 2", {"move": 2}),
            ("2 POINTS Play: has a FLIGHT of 3, is a POLLINATOR", {"flight": 3, "pollinator": True}),
            ("2 POINTS Play: has a SPREAD of 2 (POLLINATOR)", {"spread": {"count": 2,
                "needs": ["pollinator"]}}),
            ("2 POINTS Play: cannot move. FACT: It can MOVE 9 miles.", {}),
            ("2 POINTS", {}),
        ],
    )  # fmt: skip
    def test_keywords(self, core, text, abilities):
        [change] = plan(lines_of([SITE_CARD | {"card_content": text}])).changes
        assert change.card.abilities == abilities

    @pytest.mark.parametrize(
        ("field", "value", "note"),
        [
            ("card_content", "2 POINTS. INVASIVE beside prey", "prose: invasive, prey"),
            ("card_content", "2 POINTS FACT: " + "long " * 40, "longer than a card holds"),
            ("card_content", "2 POINTS, with moss 3 POINTS", "points more than once"),
            ("graphic", "https://phylogame.org/a.png", "Pictures are not taken over"),
            ("classification", ["A", "B", "C", "D"], "Left out of the classification: D"),
            ("eol_url", "https://eol.org/1", "Not known and left out: eol_url"),
        ],
    )
    def test_what_is_left_out_is_noted(self, core, field, value, note):
        [change] = plan(lines_of([SITE_CARD | {field: value}])).changes
        assert change.action == "created"
        assert any(note in each for each in change.notes)

    @pytest.mark.parametrize(
        ("change", "field"),
        [
            ({"hierarchy": ""}, ""), ({"size": "none"}, ""), ({"size": 0}, ""),
            ({"size": "huge"}, "scale"), ({"food": "detritus"}, "diet"), ({"habitat1": "moon"}, "terrains"),
            ({"temperature": None}, "climates"), ({"temperature": ["mild"]}, "climates"),
            ({"card_content": "No value"}, "points"), ({"name": ""}, ""), ({"name": ["x"]}, ""),
            ({"name": "北極熊"}, "key"), ({"latin_name": "=HYPERLINK()"}, "latin_name"),
        ],
    )  # fmt: skip
    def test_what_is_refused(self, core, change, field):
        assert refusal(lines_of([SITE_CARD | change]))[0] == field

    @pytest.mark.parametrize("temperature", ["cool, warm", "Cool,Warm", {"0": "cool", "1": "warm"}])
    def test_shapes_of_the_temperature(self, core, temperature):
        [change] = plan(lines_of([SITE_CARD | {"temperature": temperature}])).changes
        assert change.card.climates == ["cool", "warm"]

    def test_two_of_one_name(self, core):
        found = plan(lines_of([SITE_CARD, SITE_CARD | {"latin_name": "Other"}]))
        assert [each.key for each in found.changes] == ["herons-fern", "herons-fern-2"]

    def test_the_name_of_another_species(self, grass):
        content = lines_of([SITE_CARD | {"name": "Grass"}])
        [change] = apply_import(content=content).changes
        assert (change.key, change.action) == ("grass-phylo", "created")
        assert "grass-phylo" in change.notes[-1]
        assert Card.objects.get(key="grass").latin_name == "Poa pratensis"
        assert plan(content).counts == {"unchanged": 1}

    def test_the_same_species_is_changed(self, grass):
        [change] = plan(lines_of([SITE_CARD | {"name": "Grass", "latin_name": "Poa Pratensis"}])).changes
        assert (change.key, change.action) == ("grass", "changed")
