"""A card as a row of the card file (cards/data/cards.csv)."""

import json
from typing import Any

from cards.models import Card, Kind
from cards.services.card_file import sheet_from


def card_row(card: Card) -> dict[str, str]:
    """Column -> cell, as the card file has them: what is read from it is the same card."""
    values = sheet_from(card) | ({} if card.kind == Kind.EVENT else {"duration": None})
    return {column: cell(column, value) for column, value in values.items()}


def cell(column: str, value: Any) -> str:
    """The text of a column's cell."""
    if value is None or value == "":
        return ""
    match column:
        case "terrains" | "climates" | "tags" | "estimated":
            return ";".join(value)
        case "abilities" | "effects":
            return _toml(value)[1:-1]
        case "target":
            # Several conditions are a list, which keeps its brackets.
            return _toml(value)[1:-1] if isinstance(value, dict) else _toml(value)
    return str(value)


def _toml(value: Any) -> str:
    """A JSON value as an inline value of TOML."""
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return str(value)
        case str():
            plain = "'" not in value and value.isprintable()
            return f"'{value}'" if plain else json.dumps(value, ensure_ascii=False)
        case list():
            return f"[{', '.join(_toml(each) for each in value)}]"
        case dict():
            return "{" + ", ".join(f"{_name(name)} = {_toml(each)}" for name, each in value.items()) + "}"
    raise TypeError(f"TOML has no {value!r}")


def _name(name: str) -> str:
    return name if name.replace("_", "").replace("-", "").isalnum() and name.isascii() else json.dumps(name)
