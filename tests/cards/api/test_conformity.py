"""Schemathesis asks whatever the document allows, and what it does not: each answer must be as documented."""

import os

import pytest
import schemathesis
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, Phase, settings
from schemathesis.config import SchemathesisConfig

from cards.services.bulk import export_bulk

EXAMPLES = int(os.environ.get("API_EXAMPLES", "10"))

# Whether a text is a query, or a cursor of this search, no schema can say.
CONFIG = {"checks": {"positive_data_acceptance": {"expected-statuses": ["2xx", "3xx", "400", "404"]}}}
schema = schemathesis.openapi.from_dict(
    SchemaGenerator().get_schema(request=None, public=True), config=SchemathesisConfig.from_dict(CONFIG)
)
schema.app = get_wsgi_application()
schema.location = "/api/v1/openapi.json"


@pytest.fixture
def site(cards):
    """With bulk files, and the test's transaction open between requests, as Django's client has it."""
    export_bulk()
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.django_db
@pytest.mark.usefixtures("site")
@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_answers_are_as_documented(case):
    cache.clear()
    # Schemathesis does not unpack what a WSGI application packs.
    case.call_and_validate(headers={"Accept-Encoding": "identity"})
