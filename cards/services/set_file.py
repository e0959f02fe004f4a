"""Reads the file of the card sets: one TOML table a set, its key in the brackets."""

import tomllib
from pathlib import Path

from django.core.exceptions import ValidationError

from cards.models import CardSet
from cards.services.card_file import CardSetError


def read_sets(path: Path) -> list[CardSet]:
    """The unsaved sets of the file; raises CardSetError naming the set that is wrong."""
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CardSetError(f"{path.name}: not readable: {error}") from error
    sets = []
    for key, texts in tables.items():
        try:
            card_set = CardSet(key=key, **texts)
            card_set.clean_fields()
        except (TypeError, ValidationError) as error:
            raise CardSetError(f"{path.name}, {key}: {' '.join(str(error).split())}") from error
        sets.append(card_set)
    return sets
