"""The data sets whose values ship with the project: `cards/data/data_sets.toml`."""

import tomllib
from functools import cache
from pathlib import Path

from cards.models import DataSet

DATA_SETS_PATH = Path(__file__).resolve().parent.parent / "data" / "data_sets.toml"


def read_data_sets(path: Path = DATA_SETS_PATH) -> dict[str, DataSet]:
    """Maps keys to the unsaved data sets of the file. Raises ValueError and ValidationError for mistakes."""
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    found = {key: DataSet(key=key, **texts) for key, texts in tables.items()}
    for each in found.values():
        each.clean_fields()
    return found


@cache
def _titles() -> dict[str, str]:
    return {key: str(each) for key, each in read_data_sets().items()}


def title_of(key: str) -> str:
    """The title and version of a data set that ships with the project; of others, the key."""
    return _titles().get(key, key)
