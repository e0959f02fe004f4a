"""How many packages a request passes through until its change is stored (docs/architecture.md)."""

import pytest
from django.core.management import call_command

from scripts import trace_packages

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def test_each_way_enters_few_packages():
    call_command("load_cards", verbosity=0)
    traced = {name: trace_packages.entered(request) for name, request in trace_packages.ways().items()}
    for name, way in traced.items():
        assert 0 < len(way.to_the_rows) <= trace_packages.MOST, (name, way.to_the_rows)
        assert len(way.to_the_answer) <= trace_packages.MOST_TO_ANSWER, (name, way.to_the_answer)
