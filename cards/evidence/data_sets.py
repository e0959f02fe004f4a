"""The data sets whose values ship with the project, `engine/data/data_sets.toml`, and titles of all."""

import tomllib
from functools import cache, partial
from pathlib import Path

from django.core.cache import caches

from cards.evidence.models import DataSet
from engine.sets import DATA_SETS_PATH

KEPT_FOR = 60
"""Seconds"""


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
    """The title and version of a data set, at most a minute old; the key if there is none."""
    shipped = _titles().get(key)
    return shipped or str(
        caches["local"].get_or_set(f"data-set:{key}", partial(_stored_title, key), KEPT_FOR)
    )


def _stored_title(key: str) -> str:
    return str(DataSet.objects.filter(pk=key).first() or key)
