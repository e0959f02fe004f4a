"""Quick pairing below /api/v1/quick/."""

import pytest

from games.matches.models import Match
from tests.factories import DeckFactory


@pytest.fixture(autouse=True)
def _decks(db):
    DeckFactory(slug="meadow")


def test_two_programs_find_each_other(ada, ben):
    begun = ada.post("/quick/", {"key": "one"})
    assert (begun.status_code, begun["Location"]) == (201, begun.json()["api"])
    code = begun.json()["search"]
    assert begun.json()["status"] == ada.get(f"/quick/{code}/").json()["status"] == "waiting"
    found = ben.post("/quick/", {"deck": "meadow"}).json()
    assert found["status"] == ada.get(f"/quick/{code}/").json()["status"] == "begun"
    match = Match.objects.get()
    assert found["match"] == ada.post("/quick/", {"key": "one"}).json()["match"] == str(match.pk)
    assert match.rated


def test_it_can_be_stopped_and_is_nobody_elses(ada, ben, dora):
    code = ada.post("/quick/").json()["search"]
    assert [ben.get(f"/quick/{code}/").status_code, ben.delete(f"/quick/{code}/").status_code] == [404, 404]
    assert dora.get(f"/quick/{code}/").status_code == 401
    assert ada.delete(f"/quick/{code}/").json()["status"] == "ended"
    assert ben.post("/quick/").json()["status"] == "waiting"


@pytest.mark.parametrize("sent", [{"rules": "chess"}, {"clock": "hourglass"}, {"deck": "nowhere"}])
def test_what_cannot_be_is_refused(ada, sent):
    assert ada.post("/quick/", sent).status_code == 400
