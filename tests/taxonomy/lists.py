"""Small lists of names for tests."""

from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from cards.taxonomy.importing import Imported, import_names

CATS = """ID\tparentID\tstatus\trank\tscientificName\tkingdom\tphylum\tclass\talternativeID\textinct
f\t\taccepted\tfamily\tFelidae\tAnimalia\tChordata\tMammalia\t\t
g\tf\taccepted\tgenus\tLynx\tAnimalia\tChordata\tMammalia\t\t
4BPFF\tg\taccepted\tspecies\tLynx lynx\tAnimalia\tChordata\tMammalia\tgbif:2435240\tfalse
L2\tg\taccepted\tspecies\tLynx pardinus\tAnimalia\tChordata\tMammalia\t\tfalse
L3\tg\taccepted\tspecies\tLynx issiodorensis\tAnimalia\tChordata\tMammalia\t\ttrue
S1\tL2\tsynonym\tspecies\tFelis pardina\t\t\t\t\t
P1\t\taccepted\tspecies\tLynxia dubia\tPlantae\t\t\t\t
"""
CATS_COMMON = """taxonID\tname\tlanguage
4BPFF\tEurasian Lynx\teng
4BPFF\tEurasischer Luchs\tdeu
L2\tIberian Lynx\teng
"""
CATS_AREAS = """taxonID\tarea
L2\tIberian Peninsula
"""
TAXA = """id,taxonID,kingdom,family,scientificName,taxonRank
41976,41976,Animalia,Felidae,Lynx lynx,species
"""


def archive(path: Path, members: dict[str, str]) -> Path:
    with ZipFile(path, "w", ZIP_DEFLATED) as file:
        for name, text in members.items():
            file.writestr(name, text)
    return path


def cats(folder: Path, data_set: str = "catalogue-of-life") -> Imported:
    """Lynxes, as the Catalogue of Life has them."""
    members = {"NameUsage.tsv": CATS, "VernacularName.tsv": CATS_COMMON, "Distribution.tsv": CATS_AREAS}
    return import_names(path=archive(folder / "cats.zip", members), data_set=data_set, say=lambda text: None)


def inaturalist(folder: Path) -> Imported:
    """One lynx, as iNaturalist has it."""
    terms = "http://rs.tdwg.org/dwc/terms/"
    names = TAXA.partition("\n")[0].split(",")
    fields = "".join(f'<field index="{at}" term="{terms}{name}"/>' for at, name in enumerate(names) if at)
    meta = (
        '<archive xmlns="http://rs.tdwg.org/dwc/text/"><core fieldsTerminatedBy="," ignoreHeaderLines="1" '
        f'rowType="{terms}Taxon"><files><location>taxa.csv</location></files><id index="0"/>{fields}</core>'
        "</archive>"
    )
    path = archive(folder / "inaturalist.zip", {"meta.xml": meta, "taxa.csv": TAXA})
    return import_names(path=path, data_set="inaturalist", say=lambda text: None)
