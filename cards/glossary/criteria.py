"""A criterion on a card, as a search for the cards that meet it."""

import re
from collections.abc import Mapping
from typing import Any

PLAIN = re.compile(r"[A-Za-z0-9_]+(-[A-Za-z0-9_]+)*", re.ASCII)
FIELDS = {
    "kingdom": "kingdom=",
    "phylum": "phylum=",
    "class": "class=",
    "tags": "tag=",
    "name": "name=",
    "diet": "diet:",
    "food_chain": "food:",
    "terrains": "terrain:",
    "climates": "climate:",
    "scale": "scale:",
}


def as_search(criterion: object, bearer: object = None) -> str:
    """
    The search for the species that meet the criterion; `bearer` is the card with the criterion.

    A criterion with `same` on an event (no `bearer`) is never met, and gives "".
    """
    alternatives = criterion if isinstance(criterion, list) else [criterion]
    texts = [_parts(each, bearer) for each in alternatives if isinstance(each, Mapping)]
    found = [text for text in texts if text is not None]
    if not found:
        return ""
    if "" in found:
        return "kind:species"
    either = found[0] if len(found) == 1 else f"({' or '.join(f'({text})' for text in found)})"
    return f"kind:species {either}"


def field_search(field: str, value: object) -> str:
    """`field_search("class", "Aves")`: the search for cards with that value; `field` as in a criterion."""
    return FIELDS[field] + _values(value)


def _parts(parts: Mapping[str, Any], bearer: object) -> str | None:
    """None if no card can meet it."""
    terms = []
    for name, value in parts.items():
        if name == "same":
            if bearer is None:
                return None
            terms += [_same(each, bearer) for each in (value if isinstance(value, list) else [value])]
        elif name == "scale" and isinstance(value, Mapping):
            terms.append(f"scale:{value.get('min', 1)}..{value.get('max', 9)}")
        else:
            terms.append(field_search(name, value))
    return " ".join(terms)


def _same(name: str, bearer: object) -> str:
    """Equal to the bearer's value; sets of terrains and climates must be identical."""
    column = {"class": "class_name"}.get(name, name)
    operator = FIELDS[name].replace(":", "=") if name in ("terrains", "climates") else FIELDS[name]
    return operator + _values(getattr(bearer, column))


def _values(value: object) -> str:
    return ",".join(_quoted(str(each)) for each in (value if isinstance(value, list) else [value]))


def _quoted(text: str) -> str:
    return text if PLAIN.fullmatch(text) else '"{}"'.format(text.replace('"', " "))
