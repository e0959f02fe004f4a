"""Schemathesis sends requests to a player's addresses, both those that the document allows and others."""

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
from schemathesis.specs.openapi.checks import negative_data_rejection

from games.lobby.models import OpenTable
from tests.factories import challenge_of

pytestmark = pytest.mark.once

EXAMPLES = int(os.environ.get("API_EXAMPLES", "5"))

# A schema cannot say what the rules of the game allow.
CONFIG = {
    "checks": {"positive_data_acceptance": {"expected-statuses": ["2xx", "3xx", "400", "404", "409", "422"]}}
}
whole = schemathesis.openapi.from_dict(
    SchemaGenerator().get_schema(request=None, public=True), config=SchemathesisConfig.from_dict(CONFIG)
)
# The stream never ends; tests/matches/api/test_events.py tests it.
schema = whole.include(tag=["matches", "challenges", "tables", "friends", "transfer"])
for each in (whole, schema):
    each.app = get_wsgi_application()
    each.location = "/api/v1/openapi.json"


@pytest.fixture
def player(match, ada, ben):
    """Ada in her match, with a challenge from Ben; the test's transaction stays open."""
    challenge = challenge_of(ben.player, to=ada.player)
    ada.places = {"match_id": str(match.pk), "code": challenge.code}
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield ada
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.django_db
@pytest.mark.parametrize("there", [True, False], ids=["there", "anywhere"])
@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_answers_are_as_documented(case, player, there):
    cache.clear()
    for name in set(case.path_parameters or {}) & set(player.places) if there else ():
        case.path_parameters[name] = player.places[name]
    # Schemathesis does not decompress the response of a WSGI application.
    headers = {"Accept-Encoding": "identity"}
    if there or case.meta.generation.mode.is_positive:
        headers["Authorization"] = player.headers["authorization"]
    # The test has put in a valid match, challenge and token, which may leave nothing invalid.
    case.call_and_validate(headers=headers, excluded_checks=[negative_data_rejection] if there else [])
    assert OpenTable.objects.exists()
