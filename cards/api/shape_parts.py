"""Small parts of JSON schemas, of which the components of the document are made."""

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Schema = dict[str, Any]
Words = str | Promise

TEXT: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer"}
COUNT: Schema = {"type": "integer", "minimum": 0}
TRUTH: Schema = {"type": "boolean"}
ADDRESS: Schema = {"type": "string", "format": "uri"}
MOMENT: Schema = {"type": "string", "format": "date-time"}
ONE_TO_NINE: Schema = {"type": "integer", "minimum": 1, "maximum": 9}


def ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def told(schema: Schema, words: Words) -> Schema:
    return {**schema, "description": words}


def one_of(values: Any) -> Schema:
    return {"type": "string", "enum": list(values)}


def listed(schema: Schema) -> Schema:
    return {"type": "array", "items": schema}


def or_null(schema: Schema) -> Schema:
    return {**schema, "type": [schema["type"], "null"]}


def thing(fields: dict[str, Schema], optional: dict[str, Schema] | None = None, about: Words = "") -> Schema:
    """An object; `optional` fields may be missing."""
    optional = optional or {}
    shape: Schema = {
        "type": "object",
        "properties": {**fields, **optional},
        "required": list(fields),
    }
    return {**shape, "description": about} if about else shape


KEY = told(TEXT, _("Identifier of the card in decks, matches and records; it never changes."))


def page_of(name: str) -> Schema:
    return thing(
        {
            "count": told(COUNT, _("How many there are on all pages.")),
            "next": told(or_null(ADDRESS), _("The page behind this one; null: it is the last.")),
            "results": listed(ref(name)),
        }
    )
