"""Finding out which format a file has."""

from collections.abc import Iterator
from contextlib import ExitStack
from copy import copy
from pathlib import Path

from cards.evidence.data_sets import read_data_sets
from cards.evidence.models import DataSet
from cards.evidence.readers.feeding import Layout, feeding, require
from cards.evidence.readers.globi_json import DESCRIPTION, described_feeding
from cards.evidence.readers.introduced import introduced
from cards.evidence.readers.rows import EvidenceRefused, Line, Names, Source, Table
from cards.evidence.readers.streams import body, header_of, opened_table
from cards.evidence.readers.traits import DESCRIBED, measurements
from cards.evidence.readers.traits import FORMATS as TRAIT_FORMATS
from cards.taxonomy.archive import opened
from cards.taxonomy.tables import Columns, Dialect

GLOBI = DataSet(
    key="globi",
    title="Global Biotic Interactions",
    citation=(
        "Poelen, J. H., Simons, J. D., and Mungall, C. J. 2014. Global biotic interactions: An open "
        "infrastructure to share and analyze species-interaction datasets. Ecological Informatics 24: 148. "
        "https://doi.org/10.1016/j.ecoinf.2014.08.005"
    ),
    licence="as each data set states",
    address="https://www.globalbioticinteractions.org",
)
AUTO = "auto"
FORMS = (AUTO, *(each.key for each in TRAIT_FORMATS), "globi", DESCRIPTION, "griis")
DELIMITERS = "\t,;|"
ZIP = b"PK\x03\x04"


def source_of(path: Path, form: str, names: Names, stack: ExitStack) -> Source:
    """
    The data set in a file or folder, which stays open until `stack` is closed. Raises ArchiveRefused if it
    is not of that format, or of none; OSError.
    """
    source = _source(path, names, stack)
    if form not in (AUTO, source.form):
        raise EvidenceRefused(f"is of the format {source.form}, not {form}")
    return source


def _source(path: Path, names: Names, stack: ExitStack) -> Source:
    if path.name == DESCRIPTION:
        return described_feeding(path.parent, names)
    if path.is_dir() and (path / DESCRIPTION).is_file():
        return described_feeding(path, names)
    if path.is_dir() or _begins(path, ZIP):
        archive = stack.enter_context(opened(path))
        found = introduced(archive, names)
        if found is None:
            raise EvidenceRefused(f"holds neither meta.xml nor {DESCRIPTION}")
        return found
    return _table(path, names)


def _begins(path: Path, sign: bytes) -> bool:
    with path.open("rb") as file:
        return file.read(len(sign)) == sign


def _table(path: Path, names: Names) -> Source:
    with opened_table(path) as file:
        first = file.readline(65536).decode("utf-8-sig", errors="replace")
    delimiter = max(DELIMITERS, key=first.count)
    header = header_of(path, Dialect(delimiter, '"'))
    if "sourceTaxonName" in header and "targetTaxonName" in header:
        # Its texts may hold quotation marks that quote nothing.
        dialect = Dialect(delimiter, "" if delimiter == "\t" else '"')
        columns = Columns(path.name, header)
        require(columns)
        layout = Layout(collects=columns.has("sourceCitation"))

        def feedings(after: int) -> Iterator[Line]:
            return feeding(body(path, dialect, after), columns, layout, names)

        return Source("globi", GLOBI, [Table(path.name, feedings)], about_pairs=True)
    known = next((each for each in TRAIT_FORMATS if each.fits(header)), None)
    if known is None:
        raise EvidenceRefused(f"is in no known format: its columns begin with {', '.join(header[:5])!r:.200}")
    columns = Columns(path.name, header)
    data_set = copy(DESCRIBED[known.key]) if known.key in DESCRIBED else read_data_sets()[known.key]

    def traits(after: int) -> Iterator[Line]:
        return measurements(body(path, Dialect(delimiter, '"'), after), columns, known, names)

    return Source(known.key, data_set, [Table(path.name, traits)])
