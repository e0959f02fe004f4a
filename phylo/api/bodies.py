"""Request bodies: JSON objects, validated as strictly as parameters."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from phylo.api.parameters import Values
from phylo.http.input import GREATEST, BadBody, json_body
from phylo.http.keys import KEY, LONGEST_KEY

LONGEST_SLUG = 80


class Body(serializers.Serializer):
    """The fields that may be sent, and no others. What may be missing is not among the values then."""


class Text(serializers.CharField):
    """As it was sent. What is too long or empty is for services to refuse, unless the field says so."""

    def __init__(self, *, allow_blank: bool = True, **how: Any) -> None:
        super().__init__(trim_whitespace=False, allow_blank=allow_blank, **how)

    def to_internal_value(self, data: object) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Slug(Text):
    """That of a deck, a set or another thing with an address."""

    def __init__(self, help_text: str, *, required: bool = True, **how: Any) -> None:
        super().__init__(max_length=LONGEST_SLUG, required=required, help_text=help_text, **how)


class Choice(serializers.ChoiceField):
    """One of these texts; numbers that look like one are refused."""

    def __init__(self, choices: Sequence[str], *, required: bool = False, **how: Any) -> None:
        super().__init__(choices, required=required, **how)

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid_choice", input=data)
        return str(super().to_internal_value(data))


class Whole(serializers.IntegerField):
    def __init__(self, *, min_value: int = 0, max_value: int = GREATEST, **how: Any) -> None:
        super().__init__(min_value=min_value, max_value=max_value, **how)

    def to_internal_value(self, data: object) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return data


class Truth(serializers.BooleanField):
    def to_internal_value(self, data: object) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


@extend_schema_field({"type": "string", "pattern": f"^{KEY}$"})
class Key(Text):
    """By which a repeated request is carried out once (phylo/http/keys.py)."""

    default_error_messages = {"key": gettext_lazy("must be 1 to 64 letters, digits or . _ : -")}

    def __init__(self, *, required: bool = False) -> None:
        words = "Your own choice: sent again with the same one, it is done once."
        super().__init__(required=required, allow_blank=False, max_length=LONGEST_KEY, help_text=words)

    def to_internal_value(self, data: Any) -> str:
        key = super().to_internal_value(data)
        # What is too long is told by its own message.
        if len(key) <= LONGEST_KEY and not re.fullmatch(KEY, key):
            self.fail("key")
        return key


def read_body(request: HttpRequest, expected: type[Body]) -> Values:
    """
    The values that were sent, by name. If no field is required, an empty body counts as an empty object.

    Raises BadBody if it is too large, of another type, no JSON object, or has an unknown or invalid field.
    """
    body = expected()
    known = body.fields
    sent = json_body(request, may_be_empty=not any(field.required for field in known.values()))
    for name in sent:
        if name not in known:
            params = {"name": name[:40], "known": ", ".join(known)}
            raise BadBody(name[:40], _("There is no field “%(name)s” here, only %(known)s.") % params)
    body.initial_data = sent
    if not body.is_valid():
        name, errors = next(iter(body.errors.items()))
        raise BadBody(name, f"{name}: {next(_messages(errors))}")
    values: Values = body.validated_data
    return values


def _messages(errors: Any) -> Iterator[str]:
    """The messages of a field and of those nested in it."""
    if isinstance(errors, dict):
        errors = errors.values()
    for each in errors:
        if isinstance(each, str):
            yield each
        else:
            yield from _messages(each)
