"""`import_names`: what is stored and told of each format, and that nothing is lost, doubled or half done."""

import csv
import io
from collections import Counter
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from django.conf import settings
from django.core.management import call_command

from cards.models.derived import plain
from cards.taxonomy import editions, reading
from cards.taxonomy.archive import ArchiveRefused
from cards.taxonomy.importing import Imported, import_names
from cards.taxonomy.keys import keys_of, plain_name
from cards.taxonomy.models import Lineage, NameEdition, NameKey, Taxon
from cards.taxonomy.tables import Dialect, rows
from tests.taxonomy import generated

pytestmark = pytest.mark.django_db
COUNT, BAD = 900, 90


@pytest.fixture(autouse=True)
def small_batches(monkeypatch, tmp_path):
    monkeypatch.setattr(settings, "VAR_DIR", tmp_path / "data")
    (tmp_path / "data").mkdir()
    monkeypatch.setattr(reading, "BATCH", 250)
    monkeypatch.setattr(editions, "BATCH", 250)


def imported(path: Path, data_set: str = "") -> Imported:
    return import_names(path=path, data_set=data_set, say=lambda text: None)


def archive(path: Path, **members: str) -> Path:
    """A ZIP file; `__` in a name stands for the dot."""
    with ZipFile(path, "w", ZIP_DEFLATED) as file:
        for name, text in members.items():
            file.writestr(name.replace("__", "."), text)
    return path


def command(*words: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command("import_names", *words, stdout=out, stderr=err)
    except SystemExit as end:
        return int(end.code or 0), out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


def stored(edition: NameEdition) -> list[tuple[object, ...]]:
    """All that an edition holds, without the keys of its rows."""
    taxa = Taxon.objects.filter(edition=edition).select_related("lineage", "accepted")
    held: list[tuple[object, ...]] = [
        (
            each.source_id, each.rank, each.latin_name, each.authorship,
            each.accepted.source_id if each.accepted else "",
            str(each.lineage or ""), each.region, each.extinct, str(each.identifiers), str(each.common_names),
        )
        for each in taxa
    ]  # fmt: skip
    keys = NameKey.objects.filter(edition=edition).select_related("taxon")
    held += [(bytes(each.key), each.weight, each.head, each.taxon.source_id) for each in keys]
    return sorted(held, key=repr)


@pytest.mark.parametrize("form", generated.FORMATS)
def test_each_format_is_stored_whole(form, tmp_path):
    """Beside one line in ten that is spoiled, as the generator has made it."""
    bad = generated.FORMATS[form](tmp_path / "names.zip", COUNT, bad=BAD)
    done = imported(tmp_path / "names.zip")
    made = {each.id: each for each in generated.names(COUNT)}
    taxa = {each.source_id: each for each in Taxon.objects.select_related("accepted", "lineage")}
    assert len(taxa) == Taxon.objects.count() == COUNT
    for id_, each in made.items():
        taxon = taxa[id_]
        assert (taxon.latin_name, taxon.authorship, taxon.rank) == (each.name, each.author, each.rank)
        assert (taxon.accepted.source_id if taxon.accepted else "") == each.accepted
        if not each.accepted:
            lineage = taxon.lineage
            groups = [lineage.kingdom, lineage.phylum, lineage.class_name, lineage.order_name, lineage.family]
            if form != "wcvp":
                assert groups == [*each.groups, *[""] * (5 - len(each.groups))]
            else:
                assert (groups[4], taxon.region) == (
                    each.groups[4] if len(each.groups) > 4 else "",
                    "Madagascar",
                )
    edition = NameEdition.objects.get()
    slug = {"coldp": "catalogue-of-life"}.get(form, form)
    assert (edition.data_set, edition.state, edition.rejected) == (slug, "current", bad)
    assert edition.accepted == sum(not each.accepted for each in made.values())
    assert done.rejected is not None
    with done.rejected.open() as file:
        told = list(csv.DictReader(file))
    assert len(told) == bad
    every = COUNT // BAD
    assert [int(line["line"]) for line in told] == [2 + every + at * (every + 1) for at in range(bad)]
    assert all(line["column"] and line["name"] and line["mistake"] for line in told)
    assert not list((settings.VAR_DIR / "names").glob("*.sqlite3*"))


def test_a_group_with_a_long_name_is_shortened(tmp_path):
    usage = "ID\tparentID\tstatus\trank\tscientificName\n" + "\n".join((
        f"f\t\taccepted\tfamily\t{'F' * 90}", "1\tf\taccepted\tspecies\tLynx lynx",
    ))  # fmt: skip
    imported(archive(tmp_path / "a.zip", NameUsage__tsv=usage), "cats")
    shortened = f"{'F' * 79}…"
    assert [each.lineage.family for each in Taxon.objects.select_related("lineage")] == [shortened] * 2
    assert Taxon.objects.get(source_id="f").latin_name == "F" * 90


def test_common_names_are_found_by_each_word_and_weigh_by_languages(tmp_path):
    usage = "ID\tparentID\tstatus\trank\tscientificName\talternativeID\textinct\n" + "\n".join((
        "f\t\taccepted\tfamily\tFelidae\t\t",
        "1\tf\taccepted\tspecies\tLynx lynx\tgbif:2435240,tsn:1,inat:41976\tfalse",
        "2\t1\tsynonym\tspecies\tFelis lynx\t\t",
        "3\tf\tmisapplied\tspecies\tLynx auct.\t\t",
    ))  # fmt: skip
    common = "taxonID\tname\tlanguage\tpreferred\n" + "\n".join((
        "1\tNordluchs\tdeu\t", "1\tEurasischer Luchs\tger\ttrue", "2\tEurasian Lynx\tEnglish\t",
        "1\tオオヤマネコ\tjpn\t", "9\tNobody\teng\t",
    ))  # fmt: skip
    imported(archive(tmp_path / "a.zip", NameUsage__tsv=usage, VernacularName__tsv=common), "cats")
    lynx = Taxon.objects.get(source_id="1")
    assert lynx.common_names == {
        "de": ["Eurasischer Luchs", "Nordluchs"], "en": ["Eurasian Lynx"], "ja": ["オオヤマネコ"],
    }  # fmt: skip
    assert lynx.identifiers == {"gbif": "2435240", "inaturalist": "41976"}
    assert (lynx.extinct, lynx.lineage.family) == (False, "Felidae")
    keys = NameKey.objects.filter(taxon=lynx).values_list("key", "weight")
    assert {(bytes(key).decode(), weight) for key, weight in keys} == {
        (name, 3)
        for name in ("lynx lynx", "nordluchs", "eurasischer luchs", "luchs", "eurasian lynx", "lynx",
                     plain("オオヤマネコ"))
    }  # fmt: skip
    assert Taxon.objects.get(source_id="2").accepted == lynx
    told = (settings.VAR_DIR / "names" / "cats-rejected.csv").read_text().splitlines()
    assert told[1:] == ["VernacularName.tsv,6,,taxonid,the archive has no taxon of this identifier"]


def test_names_in_tables_of_their_own(tmp_path):
    members = {
        "Name__tsv": "ID\trank\tscientificName\tauthorship\n"
        "n1\tspecies\tPuma concolor\tL.\nn2\tspecies\tFelis concolor\tL.",
        "Taxon__tsv": "ID\tnameID\tfamily\tkingdom\nt1\tn1\tFelidae\tAnimalia\nt2\tn9\t\t",
        "Synonym__tsv": "ID\ttaxonID\tnameID\tstatus\nt1\tt1\tn2\tsynonym",
    }
    edition = imported(archive(tmp_path / "a.zip", **members), "cats").edition
    puma = Taxon.objects.get(source_id="t1")
    assert (puma.latin_name, puma.lineage.family, puma.lineage.kingdom) == (
        "Puma concolor",
        "Felidae",
        "Animalia",
    )
    assert puma.synonyms.get().latin_name == "Felis concolor"
    assert edition.rejected == 1


def test_inaturalist_has_addresses_and_quotations(tmp_path):
    terms, space = "http://rs.tdwg.org/dwc/terms/", "http://rs.gbif.org/terms/1.0/"
    fields = ("taxonID", "parentNameUsageID", "kingdom", "family", "scientificName", "taxonRank")
    described = "".join(f'<field index="{at}" term="{terms}{name}"/>' for at, name in enumerate(fields, 1))
    dialect = 'fieldsTerminatedBy="," fieldsEnclosedBy="&quot;" ignoreHeaderLines="1"'
    meta = (
        '<archive xmlns="http://rs.tdwg.org/dwc/text/" metadata="eml.xml">'
        f'<core {dialect} rowType="{terms}Taxon">'
        f'<files><location>taxa.csv</location></files><id index="0"/>{described}</core>'
        f"<extension {dialect} "
        f'rowType="{space}VernacularName"><files><location>VernacularNames-english.csv</location></files>'
        f'<coreid index="0"/><field index="1" term="{terms}vernacularName"/>'
        f'<field index="2" term="{terms}language"/></extension></archive>'
    )
    address = "https://www.inaturalist.org/taxa/"
    taxa = (
        "id,taxonID,parentNameUsageID,kingdom,family,scientificName,taxonRank\n"
        f'42048,{address}42048,{address}42007,Animalia,Felidae,"Puma ""concolor""",species\n'
        f'1,{address}1,,Animalia,"never closed,x,species\n'
        f'2,{address}2,,Animalia,Felidae,"Lynx\nlynx",species\n'
        + "".join(f"{n},{address}{n},,Animalia,Felidae,Felis a,species\n" for n in range(3, 9))
    )
    common = 'id,vernacularName,language\n42048,"Puma, Cougar",English\n'
    members = {"meta__xml": meta, "taxa__csv": taxa, "VernacularNames-english__csv": common}
    imported(archive(tmp_path / "a.zip", **members), "inaturalist")
    puma, lynx, *_others = Taxon.objects.order_by("pk")
    assert (puma.source_id, puma.latin_name, puma.common_names) == (
        "42048", 'Puma "concolor"', {"en": ["Puma, Cougar"]},
    )  # fmt: skip
    assert lynx.latin_name == "Lynx lynx"
    told = (settings.VAR_DIR / "names" / "inaturalist-rejected.csv").read_text().splitlines()
    assert told[1:] == ["taxa.csv,3,,,a quotation does not end"]


def test_broken_off_anywhere_and_begun_again(tmp_path):
    """After each step; what is published stays until the last."""
    old, new, whole = (tmp_path / f"{name}.zip" for name in ("old", "new", "whole"))
    generated.coldp(old, 300, seed=2, bad=30)
    generated.coldp(new, COUNT, bad=BAD)
    before = imported(old).edition
    kept = stored(before)
    broken_off: set[str] = set()

    def say(text: str) -> None:
        if text not in broken_off:
            broken_off.add(text)
            raise KeyboardInterrupt

    done = None
    while done is None:
        try:
            done = import_names(path=new, say=say)
        except KeyboardInterrupt:
            current = NameEdition.objects.get(state="current")
            assert current != before or stored(before) == kept
    assert len(broken_off) == 18
    told = (settings.VAR_DIR / "names" / "catalogue-of-life-rejected.csv").read_text()
    twice = stored(NameEdition.objects.get(data_set="catalogue-of-life", state="current"))
    generated.coldp(whole, COUNT, bad=BAD)
    again = imported(whole, "once")
    assert stored(again.edition) == twice
    assert again.rejected.read_text() == told
    assert Counter(NameEdition.objects.values_list("state", flat=True)) == {"current": 2}
    for model in (Taxon, NameKey, Lineage):
        owners = {pk >> 32 for pk in model.objects.values_list("pk", flat=True)}
        assert owners == set(NameEdition.objects.values_list("pk", flat=True))
    assert imported(new).known


def test_what_a_given_up_import_left_goes_with_the_next_of_its_list(tmp_path):
    generated.gbif(tmp_path / "old.zip", 60, seed=2)
    generated.gbif(tmp_path / "new.zip", 60)
    generated.wcvp(tmp_path / "other.zip", 60)

    def killed(_text: str) -> None:
        raise KeyboardInterrupt

    for name in ("old", "other", "new"):
        with pytest.raises(KeyboardInterrupt):
            import_names(path=tmp_path / f"{name}.zip", say=killed)
    left = [each.name for each in (settings.VAR_DIR / "names").glob("*.sqlite3")]
    assert sorted(name[17:] for name in left) == ["gbif.sqlite3", "wcvp.sqlite3"]


REFUSED = {
    "no archive": "is neither a ZIP archive nor a folder",
    "another archive": "is neither a ColDP archive (NameUsage.tsv) nor a Darwin Core archive",
    "no column": "NameUsage.tsv lacks the column scientificname",
    "bomb": "NameUsage.tsv would unpack to 134,217,728 bytes",
    "no line": "a line is longer than 1,048,576 bytes",
    "no names": "holds no accepted name",
    "spoiled": "3 of 3 lines are spoiled",
    "entities": "meta.xml is no XML",
    "no table": "lacks taxa.txt, which it names itself",
    "no title": "has no title: name the list by --data-set",
}


@pytest.mark.parametrize("case", REFUSED)
def test_bad_archives_are_refused_in_one_line(case, tmp_path):
    path = tmp_path / "names.zip"
    header = "ID\tstatus\tscientificName\n"
    about = "title: A list\n"
    core = (
        '<core rowType="x/Taxon"><files><location>taxa.txt</location></files><id index="0"/>'
        '<field index="1" term="x/scientificName"/></core>'
    )
    members = {
        "another archive": {"readme__txt": "hello"},
        "no column": {"metadata__yaml": about, "NameUsage__tsv": "ID\tstatus\n1\taccepted"},
        "bomb": {"metadata__yaml": about, "NameUsage__tsv": header + "\n" * (2**27 - len(header))},
        "no line": {"metadata__yaml": about, "NameUsage__tsv": header + "x" * 2**22},
        "no names": {"metadata__yaml": about, "NameUsage__tsv": header},
        "spoiled": {"metadata__yaml": about, "NameUsage__tsv": header + "1\n2\n3\n"},
        "entities": {"meta__xml": '<!DOCTYPE a [<!ENTITY a "b">]><archive>&a;</archive>'},
        "no table": {"meta__xml": f'<archive xmlns="http://rs.tdwg.org/dwc/text/">{core}</archive>'},
        "no title": {"NameUsage__tsv": header + "1\taccepted\tLynx lynx\n"},
    }
    path.write_bytes(b"PK no") if case == "no archive" else archive(path, **members[case])
    options = ["--data-set", "list"] if case == "no table" else []
    status, out, err = command(str(path), *options)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert REFUSED[case] in err
    assert not NameEdition.objects.filter(state="current").exists()
    assert not list((settings.VAR_DIR / "names").glob("*.sqlite3*"))


def test_the_command_says_what_it_did(tmp_path):
    generated.gbif(tmp_path / "names.zip", 120, bad=4)
    status, out, err = command(str(tmp_path / "names.zip"))
    assert (status, err) == (0, "")
    assert "4 lines left out\nwhich, and why: " in out
    assert (
        command(str(tmp_path / "names.zip"))[1] == "GBIF Backbone Taxonomy 2026-01-02 is published already\n"
    )
    assert command(str(tmp_path / "missing.zip"))[2].endswith("missing.zip: No such file or directory\n")


@pytest.mark.once
def test_names_in_ascii_are_made_plain_like_others():
    for name in (
        "Lynx lynx",
        "St. John's-wort (yellow)",
        "Père David's deer",
        "  x--Y_z`s ",
        "×Elyhordeum 3",
    ):
        assert plain_name(name) == plain(name)
    assert keys_of("Red-eyed  Tree frog") == [b"red eyed tree frog", b"eyed tree frog", b"tree frog", b"frog"]


@pytest.mark.once
def test_lines_are_numbered_across_blocks(monkeypatch):
    monkeypatch.setattr("cards.taxonomy.tables.BLOCK", 5)
    text = "a\tb\r\n\ncé\td\n".encode() + b"\xff\te"
    assert list(rows(io.BytesIO(text), Dialect())) == [
        (1, ["a", "b"]), (2, [""]), (3, ["cé", "d"]), (4, ["�", "e"]),
    ]  # fmt: skip
    with pytest.raises(ArchiveRefused):
        list(rows(io.BytesIO(b"x" * 2**21), Dialect()))
