"""Query parameters, validated strictly, so that a typing mistake is refused rather than ignored."""

import re
from difflib import get_close_matches
from functools import cache
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from rest_framework import serializers

from phylo.api.refusals import BadParameter, UnknownParameter

PAGE = 60
MOST = 200
"""Results on a page: the default and the maximum."""
Values = dict[str, Any]
"""The validated values of parameters or of a body, by name."""


class WholeNumber(serializers.IntegerField):
    """Plain digits alone."""

    def to_internal_value(self, data: object) -> int:
        if not re.fullmatch(r"-?[0-9]{1,9}", str(data)):
            self.fail("invalid")
        return int(str(data))


class TrueOrFalse(serializers.ChoiceField):
    """`true` or `false`, read as such."""

    def __init__(self, **how: Any) -> None:
        super().__init__(choices=["true", "false"], required=False, **how)

    def to_internal_value(self, data: Any) -> Any:
        return super().to_internal_value(data) == "true"


class Parameters(serializers.Serializer):
    """No parameters at all."""


class PageParameters(Parameters):
    cursor = serializers.CharField(
        required=False,
        max_length=2000,
        help_text="Where the page begins: taken from `next` of the page before.",
    )
    size = WholeNumber(
        required=False,
        default=PAGE,
        min_value=1,
        max_value=MOST,
        help_text="How many results a page has at most.",
    )


def read(asked: QueryDict, expected: type[Parameters]) -> Values:
    """The values by name, with defaults. Raises BadParameter."""
    if not asked and (usual := unasked(expected)) is not None:
        return dict(usual)
    known = list(expected().fields)
    for name, values in asked.lists():
        if name not in known:
            raise _unknown(name, known)
        if len(values) > 1:
            raise BadParameter(name, _("%(name)s: given more than once.") % {"name": name})
    form = expected(data=asked.dict())
    if not form.is_valid():
        name, messages = next(iter(form.errors.items()))
        raise BadParameter(name, f"{name}: {messages[0]}")
    checked: Values = form.validated_data
    return checked


@cache
def unasked(expected: type[Parameters]) -> Values | None:
    """The defaults, if nothing has to be asked."""
    form = expected(data={})
    return form.validated_data if form.is_valid() else None


def _unknown(name: str, known: list[str]) -> UnknownParameter:
    shown = name if len(name) <= 40 else name[:40] + "…"
    if not known:
        message = _("This address takes no parameters, and not “%(name)s”.") % {"name": shown}
    else:
        params = {"name": shown, "known": ", ".join(known)}
        message = _("There is no parameter “%(name)s” here, only %(known)s.") % params
    near = get_close_matches(name, known, n=1)
    return UnknownParameter(shown, message, expected=known, suggestion=near[0] if near else None)
