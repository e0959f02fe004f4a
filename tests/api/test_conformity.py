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
from cards.sets.models import Collection
from tests.decks.conftest import built
from tests.members import person, signed_in

EXAMPLES = int(os.environ.get("API_EXAMPLES", "10"))

# Whether a text is a query, a cursor of this search, a version of this deck, a new key or a token that works,
# no schema can say.
ACCEPTED = ["2xx", "3xx", "400", "401", "404", "409", "422"]
CONFIG = {"checks": {"positive_data_acceptance": {"expected-statuses": ACCEPTED}}}
schema = schemathesis.openapi.from_dict(
    SchemaGenerator().get_schema(request=None, public=True), config=SchemathesisConfig.from_dict(CONFIG)
)
# Those of players are asked by tests/matches/api/test_conformity.py.
schema = schema.exclude(tag=["matches", "challenges", "tables", "friends", "stream", "transfer"])
schema.app = get_wsgi_application()
schema.location = "/api/v1/openapi.json"


@pytest.fixture
def site(cards):
    """
    With bulk files, a deck and a set of Ada's, and the test's transaction open between requests, as Django's
    client has it. Gives the cookies of Ada's browser.
    """
    export_bulk()
    ada = person("Ada")
    built(ada, {"oak": 2}, visibility="public")
    Collection.objects.create(slug="0", name="Heath", owner=ada, licence="CC0-1.0")
    browser = signed_in(ada)
    browser.get("/decks/import/")
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield {name: cookie.value for name, cookie in browser.cookies.items()}
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.django_db
@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_answers_are_as_documented(case, site):
    cache.clear()
    # Schemathesis does not unpack what a WSGI application packs.
    headers, cookies = {"Accept-Encoding": "identity"}, {}
    if case.method.upper() in ("POST", "PATCH", "DELETE"):
        # What is sent comes as far as the decks of somebody who is signed in; without it is another case.
        headers, cookies = headers | {"X-CSRFToken": site["csrftoken"]}, site
    case.call_and_validate(headers=headers, cookies=cookies)
