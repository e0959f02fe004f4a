"""Importing published data sets: what each format says, what is left out, and imports that are broken off."""

import gzip
import io
import json
import random
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.core.management import call_command

from cards.evidence.loading import data_sets, parts
from cards.evidence.loading import shipped as evidence
from cards.evidence.loading.data_sets import import_evidence
from cards.evidence.models import DataSet, Interaction, Measurement
from cards.evidence.readers.rows import EvidenceRefused
from cards.evidence.readers.traits import VERTEBRATE_HABITATS
from cards.models import Card
from cards.taxonomy.keys import head_of, key_of
from cards.taxonomy.models import NameEdition, NameKey, Taxon
from tests.evidence.generated import HEADER, card_names, lines
from tests.factories import cards_of

pytestmark = pytest.mark.django_db
HEAD = b"sourceTaxonName\ttargetTaxonName\tinteractionTypeName\n"
FOODS = ("Inv", "Vend", "Vect", "Vfish", "Vunk", "Scav", "Fruit", "Nect", "Seed", "PlantO")


@pytest.fixture(autouse=True)
def small(monkeypatch, tmp_path, settings):
    settings.VAR_DIR = tmp_path / "var"
    monkeypatch.setattr(data_sets, "EVERY", 50)
    names = {"lynx": "Lynx lynx", "hare": "Lepus timidus", "clover": "Trifolium repens"}
    cards_of({key: {"latin_name": name} for key, name in names.items()})


def quiet(_text: str) -> None:
    pass


def measured(path: Path) -> list[tuple[object, ...]]:
    import_evidence(path=path, say=quiet)
    rows = Measurement.objects.order_by("latin_name", "trait", "word")
    return [(row.latin_name, row.trait, row.word or row.number, row.certainty) for row in rows]


def fed() -> list[tuple[str, str, str, str]]:
    return list(Interaction.objects.order_by("pk").values_list("eater", "kind", "eaten", "place"))


def table(path: Path, *rows: list[str], delimiter: str = "\t") -> Path:
    path.write_text("".join(delimiter.join(row) + "\n" for row in rows), encoding="utf-8")
    return path


def globi(path: Path, *rows: dict[str, str]) -> Path:
    return table(path, HEADER, *([row.get(name, "") for name in HEADER] for row in rows))


def elton(name: str, shares: list[str], mass: str = "21000") -> list[str]:
    return ["1", name, *shares, "A", mass, "1"]


ELTON = ["MSW3_ID", "Scientific", *(f"Diet-{food}" for food in FOODS), "Diet-Certainty", "BodyMass-Value",
         "BodyMass-SpecLevel"]  # fmt: skip


def test_elton_traits(tmp_path):
    rows = measured(
        table(
            tmp_path / "MamFuncDat.txt", ELTON,
            elton("Lynx lynx", ["0", "100", *["0"] * 8]), elton("Lepus timidus", ["0"] * 9 + ["90"]),
            elton("Felis catus", ["0", "ten", *["0"] * 8], "-4"), ["", "", *[""] * 13], ["1", "cut off"],
        )
    )  # fmt: skip
    assert ("Lynx lynx", "diet_warm_blooded", 100.0, "A") in rows
    assert ("Lynx lynx", "mass_g", 21000.0, "1") in rows
    assert [row[1] for row in rows if row[0] == "Lepus timidus"] == ["mass_g"]
    assert {row[0] for row in rows} == {"Lynx lynx", "Lepus timidus"}
    assert DataSet.objects.get(key="elton-traits").licence == "CC0-1.0"


def test_spoiled_cells_are_told_with_line_and_column(tmp_path, capsys):
    good = [elton(f"Lynx sp{number}", ["100", *["0"] * 9]) for number in "abcdefgh"]
    path = table(
        tmp_path / "file.txt", ELTON, *good, elton("Lynx lynx", ["0", "ten", *["0"] * 8]),
        elton("7", ["100", *["0"] * 9]),
    )  # fmt: skip
    call_command("import_evidence", "auto", str(path))
    told = capsys.readouterr()
    assert "EltonTraits 1.0 (elton-traits): 10 lines, 89 stored, 2 left out" in told.out
    assert "file.txt, line 10, column 4 (Diet-Vend): holds 'ten' in place of a number\n" in told.err
    assert "file.txt, line 11, column 2 (Scientific): is no Latin name\n" in told.err
    (report,) = (tmp_path / "var" / "evidence").glob("*-rejected.csv")
    assert report.read_text().splitlines()[1] == "file.txt,10,4,Diet-Vend,holds 'ten' in place of a number"


def test_pantheria_amniotes_and_avonet_in_their_units(tmp_path):
    assert measured(
        table(
            tmp_path / "PanTHERIA.txt",
            ["MSW05_Binomial", "5-1_AdultBodyMass_g", "13-1_AdultHeadBodyLen_mm", "17-1_MaxLongevity_m",
             "6-2_TrophicLevel", "26-2_GR_MaxLat_dd", "26-3_GR_MinLat_dd", "28-2_Temp_Mean_01degC"],
            ["Lynx lynx", "19300.01", "-999.00", "324", "3", "70.5", "-999", "-12"],
        )
    ) == [
        ("Lynx lynx", "latitude_north", 70.5, ""), ("Lynx lynx", "longevity_y", 27.0, ""),
        ("Lynx lynx", "mass_g", 19300.01, ""), ("Lynx lynx", "temperature_c", -1.2, ""),
        ("Lynx lynx", "trophic_level", "carnivore", ""),
    ]  # fmt: skip
    rows = measured(
        table(
            tmp_path / "Amniote.csv",
            ["genus", "species", "adult_body_mass_g", "maximum_longevity_y", "adult_svl_cm"],
            ["Lepus", "timidus", "2900", "-999", "55"], delimiter=",",
        )
    )  # fmt: skip
    assert ("Lepus timidus", "length_mm", 550.0, "") in rows
    rows = measured(
        table(
            tmp_path / "AVONET1_BirdLife.csv",
            ["Species1", "Mass", "Mass.Source", "Habitat", "Trophic.Level", "Min.Latitude", "Max.Latitude"],
            ["Bubo bubo", "2686", "Dunning", "Rock", "Scavenger", "-2.5", "NA"], delimiter=",",
        )
    )  # fmt: skip
    assert [row[1:] for row in rows if row[0] == "Bubo bubo"] == [
        ("habitat", "rock", ""), ("latitude_south", -2.5, ""), ("mass_g", 2686.0, "Dunning"),
        ("trophic_level", "carnivore", ""),
    ]  # fmt: skip


def test_the_checklist_of_plants_names_climates(tmp_path):
    rows = [
        ["plant_name_id", "climate_description", "taxon_name"], ["1", "temperate", "Trifolium repens"],
        ["2", "Seasonally Dry Tropical", "Acacia nilotica"], ["3", "", "Rosa canina"],
    ]  # fmt: skip
    assert measured(table(tmp_path / "wcvp_names.csv", *rows, delimiter="|")) == [
        ("Acacia nilotica", "climate", "seasonally dry tropical", ""),
        ("Trifolium repens", "climate", "temperate", ""),
    ]
    assert DataSet.objects.get().licence == "CC-BY-3.0"


def test_habitats_of_vertebrates_are_the_columns_with_a_1(tmp_path):
    columns = dict.fromkeys(VERTEBRATE_HABITATS, "0") | {"Forest": "1", "Artificial": "1", "Desert": "NA"}
    header, row = list(columns), list(columns.values())
    path = table(
        tmp_path / "Mammals.csv", ["Best_guess_binomial", *header], ["Lynx lynx", *row],
        ["Lepus timidus", *["0"] * len(row)], delimiter=",",
    )  # fmt: skip
    assert measured(path) == [
        ("Lynx lynx", "habitat", "forest", ""), ("Lynx lynx", "habitat", "human modified", ""),
    ]  # fmt: skip


PAIR = {"sourceTaxonName": "Lynx lynx", "targetTaxonName": "Lepus timidus", "interactionTypeName": "preysOn",
        "sourceCitation": "Museum of X.", "sourceNamespace": "x/museum", "sourceDOI": "10.1/x"}  # fmt: skip


def test_globi_with_its_relations_and_data_sets(tmp_path):
    path = globi(
        tmp_path / "interactions.tsv",
        PAIR | {"localityName": "Sweden"}, PAIR | {"localityName": "Sweden"},
        PAIR | {"sourceTaxonName": "Lynx l. lynx", "sourceTaxonSpeciesName": "Lynx lynx",
                "interactionTypeName": "Eats"},
        {"sourceTaxonName": "Trifolium repens", "targetTaxonName": "Lepus timidus", "interactionTypeName": "",
         "interactionTypeId": "http://purl.obolibrary.org/obo/RO_0002471", "sourceCitation": "Y"},
        PAIR | {"argumentTypeId": "https://en.wiktionary.org/wiki/refute", "localityName": "Nowhere"},
        PAIR | {"interactionTypeName": "adjacentTo"}, PAIR | {"targetTaxonName": "Rubus chamaemorus"},
        PAIR | {"targetTaxonName": ""},
    )  # fmt: skip
    done = import_evidence(path=path, say=quiet)
    assert fed() == [
        ("Lynx lynx", "preysOn", "Lepus timidus", "Sweden"), ("Lynx lynx", "eats", "Lepus timidus", ""),
        ("Lepus timidus", "eats", "Trifolium repens", ""),
    ]  # fmt: skip
    assert (done.lines, done.stored, done.rejected_count) == (8, 3, 1)
    assert done.rejected[0][1][:3] == (9, HEADER.index("targetTaxonName") + 1, "targetTaxonName")
    museum = DataSet.objects.get(title="x/museum")
    assert (museum.citation, museum.address) == ("Museum of X.", "https://doi.org/10.1/x")
    packed = tmp_path / "interactions.tsv.gz"
    packed.write_bytes(gzip.compress(path.read_bytes(), mtime=0))
    assert import_evidence(path=packed, form="globi", say=quiet).stored == 0
    assert len(fed()) == 3


def test_data_sets_of_globi_stay_apart_though_their_names_are_alike(tmp_path):
    alike = "A survey of food webs in the lakes and rivers of the "
    told = [f"{alike}north", f"{alike}south", "食物网", "Пища"]
    rows = [PAIR | {"sourceNamespace": "", "sourceCitation": each} for each in told]
    import_evidence(path=globi(tmp_path / "i.tsv", *rows), say=quiet)
    assert sorted(DataSet.objects.values_list("citation", flat=True)) == sorted(told)
    assert Interaction.objects.count() == len(told)


def test_synonyms_lead_to_our_names(tmp_path):
    edition = NameEdition.objects.create(data_set="col", title="List", archive="x", state="current")
    accepted = Taxon.objects.create(
        pk=1, edition=edition, source_id="1", latin_name="Lynx lynx", rank="species"
    )
    Taxon.objects.create(pk=2, edition=edition, source_id="2", latin_name="Felis lynx", accepted=accepted)
    key = key_of("Lynx lynx")
    NameKey.objects.create(edition=edition, head=head_of(key), key=key, weight=0, taxon=accepted)
    import_evidence(path=globi(tmp_path / "i.tsv", PAIR | {"sourceTaxonName": "Felis lynx"}), say=quiet)
    assert fed() == [("Lynx lynx", "preysOn", "Lepus timidus", "")]


def described(folder: Path, **told: object) -> Path:
    folder.mkdir()
    (folder / "globi.json").write_text(json.dumps(told))
    return folder


def test_a_folder_that_globi_json_describes(tmp_path):
    schema = [{"name": "sourceTaxonName", "titles": "Source"},
              {"name": "targetTaxonName", "titles": "Target"},
              {"name": "interactionTypeName", "titles": "Kind"}]  # fmt: skip
    web = {
        "url": "Edge%20list.csv", "delimiter": ",", "null": ["NA"], "localityName": "Mojave Desert",
        "dcterms:bibliographicCitation": "Ann (2024). A web. https://doi.org/10.1/web.",
        "tableSchema": {"columns": schema},
    }  # fmt: skip
    other = {"url": "references.tsv", "tableSchema": {"columns": [{"name": "referenceId", "titles": "Id"}]}}
    folder = described(tmp_path / "a-web", tables=[web, other])
    table(
        folder / "Edge list.csv", ["Target", "Source", "Kind"], ["Lepus timidus", "Lynx lynx", "predacious"],
        ["Lepus timidus", "Lynx lynx", "commensal"], delimiter=",",
    )  # fmt: skip
    table(folder / "references.tsv", ["Id"], ["1"])
    table(
        folder / "interaction_types_mapping.csv",
        ["provided_interaction_type_label", "mapped_to_interaction_type_label"], ["predacious", "preysOn"],
        delimiter=",",
    )  # fmt: skip
    import_evidence(path=folder, say=quiet)
    assert fed() == [("Lynx lynx", "preysOn", "Lepus timidus", "Mojave Desert")]
    web_set = DataSet.objects.get(key="a-web")
    assert (web_set.address, web_set.licence) == ("https://doi.org/10.1/web", "not stated")
    plain = described(tmp_path / "plain", citation="Bob 2020")
    globi(plain / "interactions.tsv", PAIR | {"interactionTypeName": "eats"})
    import_evidence(path=plain / "globi.json", say=quiet)
    assert Interaction.objects.get(kind="eats").data_set_id == "plain"
    with pytest.raises(EvidenceRefused, match="outside its folder"):
        import_evidence(path=described(tmp_path / "bad", url="../a-web/x.csv"), say=quiet)


def register(path: Path) -> Path:
    def part(kind: str, name: str, *terms: str) -> str:
        fields = "".join(f'<field index="{at + 1}" term="http://x/{term}"/>' for at, term in enumerate(terms))
        tag, key = ("core", "id") if kind == "Taxon" else ("extension", "coreid")
        return (
            f'<{tag} rowType="http://x/{kind}" fieldsTerminatedBy="\\t" fieldsEnclosedBy="" '
            f'ignoreHeaderLines="1">'
            f'<files><location>{name}</location></files><{key} index="0"/>{fields}</{tag}>'
        )

    with ZipFile(path, "w") as archive:
        archive.writestr(
            "meta.xml",
            '<archive xmlns="http://rs.tdwg.org/dwc/text/" metadata="eml.xml">'
            + part("Taxon", "taxon.txt", "scientificName", "scientificNameAuthorship")
            + part("Distribution", "distribution.txt", "countryCode", "establishmentMeans")
            + part("SpeciesProfile", "profile.txt", "isInvasive") + "</archive>",
        )  # fmt: skip
        archive.writestr(
            "eml.xml",
            "<eml><dataset><title>Register of Introduced Species - Chile</title></dataset></eml>",
        )
        archive.writestr(
            "taxon.txt", "id\tname\tby\n1\tLepus timidus Linnaeus, 1758\tLinnaeus, 1758\n2\tLynx lynx\t\n"
        )
        archive.writestr(
            "distribution.txt",
            "id\tc\tm\n1\tCL\tAlien\n2\tCL\tnative\n1\tAR\tAlien\n2\tPE\tAlien\n9\tCL\tAlien\n",
        )
        archive.writestr("profile.txt", "id\ti\n1\tInvasive\n2\tnull\n")
    return path


def test_registers_of_introduced_species(tmp_path):
    done = import_evidence(path=register(tmp_path / "griis.zip"), form="griis", say=quiet)
    rows = Measurement.objects.filter(trait="introduced_to").values_list("latin_name", "word", "certainty")
    assert sorted(rows) == [
        ("Lepus timidus", "AR", "invasive"), ("Lepus timidus", "CL", "invasive"), ("Lynx lynx", "PE", ""),
    ]  # fmt: skip
    assert (done.data_set.key, done.rejected_count) == ("griis-chile", 1)


def test_damaged_registers_are_refused_in_one_line(tmp_path, capsys):
    whole = register(tmp_path / "griis.zip")
    damaged = tmp_path / "damaged.zip"
    damaged.write_bytes(whole.read_bytes().replace(b"AR\tAlien", b"AR\talien"))
    with ZipFile(whole) as archive:
        archive.extractall(tmp_path / "folder")
    (tmp_path / "folder" / "profile.txt").unlink()
    for path, says in ((damaged, "distribution.txt is damaged"), (tmp_path / "folder", "lacks profile.txt")):
        with pytest.raises(SystemExit, match="2"):
            call_command("import_evidence", "griis", str(path))
        told = capsys.readouterr().err
        assert says in told
        assert told.count("\n") == 1
    assert not DataSet.objects.exists()


def test_broken_off_anywhere_and_begun_again(tmp_path, monkeypatch):
    cards_of({f"card-{at}": {"latin_name": name} for at, name in enumerate(card_names()[:40])})
    path = tmp_path / "interactions.tsv"
    with path.open("w", encoding="utf-8") as file:
        file.writelines(lines(card_names()[:40], 3000))
    whole = import_evidence(path=path, say=quiet)
    expected, told = fed(), whole.rejected_file.read_text()
    assert len(expected) > 50
    assert whole.rejected_count
    Interaction.objects.all().delete()
    monkeypatch.setattr(parts, "KEPT_EVERY", 0)
    monkeypatch.setattr(parts, "KEPT_SHARE", 0)
    rng, said = random.Random(3), []

    def killed(text: str) -> None:
        said.append(text)
        if rng.random() < 0.1:
            raise KeyboardInterrupt

    broken = 0
    while True:
        try:
            again = import_evidence(path=path, say=killed)
            break
        except KeyboardInterrupt:
            broken += 1
            assert not Interaction.objects.exists()
    assert broken > 3
    assert any(text.startswith("goes on after line") for text in said)
    assert fed() == expected
    assert again.rejected_file.read_text() == told
    assert (again.lines, again.stored, again.rejected_count) == (
        whole.lines,
        whole.stored,
        whole.rejected_count,
    )
    assert not list((tmp_path / "var" / "evidence").glob("*.json"))


def test_what_was_read_with_other_names_is_read_again(tmp_path, monkeypatch):
    monkeypatch.setattr(parts, "KEPT_EVERY", 0)
    monkeypatch.setattr(parts, "KEPT_SHARE", 0)
    path = globi(tmp_path / "i.tsv", *[PAIR] * 120, PAIR | {"targetTaxonName": "Lepus europaeus"})
    said: list[str] = []

    def killed(text: str) -> None:
        said.append(text)
        if text.startswith("100 lines"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        import_evidence(path=path, say=killed)
    Card.objects.filter(key="hare").update(latin_name="Lepus europaeus")
    import_evidence(path=path, say=said.append)
    assert not [text for text in said if text.startswith("goes on")]
    assert [eaten for _eater, _kind, eaten, _place in fed()] == ["Lepus europaeus"]
    assert not list((tmp_path / "var" / "evidence").glob("*.json"))


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("none.csv", b"a,b\n1,2\n", "is in no known format: its columns begin with 'a, b'"),
        ("empty.tsv", HEAD, "holds no line of data"),
        ("no-kind.tsv", b"sourceTaxonName\ttargetTaxonName\nA\tB\n",
         "no-kind.tsv lacks the column interactionTypeName"),
        ("cut.tsv.gz", gzip.compress(HEAD * 99, mtime=0)[:-9], "is damaged"),
        ("spoiled.tsv", HEAD + b"" + b"A\n" * 11 + b"C\tD\teats\n",
         "11 of 12 lines are spoiled: spoiled.tsv, line 2, column 1"),
        ("archive.zip", None, "holds neither meta.xml nor globi.json"),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_refused_in_one_line(name, content, says, tmp_path, capsys):
    if content is None:
        packed = io.BytesIO()
        with ZipFile(packed, "w") as archive:
            archive.writestr("readme.txt", "x")
        content = packed.getvalue()
    (tmp_path / name).write_bytes(content)
    with pytest.raises(SystemExit, match="2"):
        call_command("import_evidence", "auto", str(tmp_path / name))
    told = capsys.readouterr().err
    assert says in told
    assert told.count("\n") == 1
    assert not DataSet.objects.exists()


def test_a_file_of_another_format_or_none_at_all(tmp_path, capsys):
    path = globi(tmp_path / "i.tsv", PAIR)
    for form, file in (("pantheria", path), ("auto", tmp_path / "missing")):
        with pytest.raises(SystemExit, match="2"):
            call_command("import_evidence", form, str(file))
    told = capsys.readouterr().err
    assert "is of the format globi, not pantheria" in told
    assert "No such file or directory" in told


def shipped(folder: Path, habitat: str, eaten: str) -> None:
    """Load files with one measurement and one interaction."""
    told, web = folder / "measurements.csv", folder / "interactions.csv"
    measurement = ["avonet", "Lynx lynx", "", "habitat", habitat, ""]
    table(told, evidence.MEASURED, measurement, delimiter=",")
    table(web, evidence.COLUMNS, ["tetra-eu", "Lynx lynx", eaten, "eats", ""], delimiter=",")
    evidence.load_evidence(interactions=web, measurements=told)


def test_what_has_left_the_shipped_files_goes_and_what_staff_import_stays(tmp_path):
    shipped(tmp_path, "rock", "Lepus timidus")
    avonet = [
        ["Species1", "Mass", "Trophic.Level", "Habitat", "Min.Latitude", "Max.Latitude"],
        ["Bubo bubo", "NA", "NA", "Rock", "NA", "NA"],
    ]
    import_evidence(path=table(tmp_path / "AVONET.csv", *avonet, delimiter=","), form="avonet", say=quiet)
    import_evidence(path=globi(tmp_path / "i.tsv", PAIR), say=quiet)
    before = DataSet.objects.get(key="avonet").changed_at
    shipped(tmp_path, "forest", "Alces alces")
    assert sorted(Measurement.objects.values_list("latin_name", "word")) == [
        ("Bubo bubo", "rock"), ("Lynx lynx", "forest"),
    ]  # fmt: skip
    assert sorted(eaten for _eater, _kind, eaten, _place in fed()) == ["Alces alces", "Lepus timidus"]
    assert Interaction.objects.get(eaten="Lepus timidus").kind == "preysOn"
    assert DataSet.objects.get(key="avonet").changed_at > before
