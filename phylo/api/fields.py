"""Serializer fields that the REST framework lacks."""

from operator import attrgetter
from typing import Any

from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers


@extend_schema_field(OpenApiTypes.URI)
class Link(serializers.Field):
    """The whole address of a view; `sources` are the attributes of the row that name it in the path."""

    def __init__(self, view: str, *sources: str, **how: Any) -> None:
        super().__init__(source="*", **how)
        self.view, self.sources = view, [attrgetter(source) for source in sources]

    def to_representation(self, row: object) -> str:
        address: str = self.context["at"].full(reverse(self.view, args=[get(row) for get in self.sources]))
        return address
