"""The OpenAPI document and its page."""

import json
import re

import pytest
import yaml
from django.test import Client
from drf_spectacular.validation import validate_schema

from cards.services.bulk import export_bulk

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def document(cards, client: Client) -> dict:
    export_bulk()
    return client.get("/api/v1/openapi.json").json()


def operations(document: dict):
    return [
        (path, operation) for path, methods in document["paths"].items() for operation in methods.values()
    ]


def writing(document: dict) -> set[str]:
    """The names of the operations that change something."""
    return {
        operation["operationId"]
        for methods in document["paths"].values()
        for method, operation in methods.items()
        if method != "get"
    }


def test_it_is_openapi_3_1(document):
    assert document["openapi"] == "3.1.0"
    validate_schema(document)


def test_every_tag_is_described(document):
    used = {tag for _path, operation in operations(document) for tag in operation["tags"]}
    assert used == {tag["name"] for tag in document["tags"] if tag["description"]}


def test_moments_have_names_in_at(document):
    shapes = document["components"]["schemas"]
    moments = {
        (name, field)
        for name, shape in shapes.items()
        for field, said in shape.get("properties", {}).items()
        if "date-time" in json.dumps(said)
    }
    assert ("Match", "created_at") in moments
    assert {each for each in moments if not each[1].endswith("_at")} == {("BulkFile", "version")}


def test_json_and_yaml_say_the_same(document, client):
    response = client.get("/api/v1/openapi.yaml")
    assert response["Content-Type"] == "application/yaml"
    assert yaml.safe_load(response.content) == document


def test_every_operation_is_told_in_full(document):
    names = [operation["operationId"] for _path, operation in operations(document)]
    assert len(set(names)) == len(names) == 158
    for path, operation in operations(document):
        assert operation["summary"], path
        for parameter in operation.get("parameters", []):
            assert parameter["description"], (path, parameter["name"])
        for status, answer in operation["responses"].items():
            assert answer["description"], (path, status)
            assert status < "400" or "application/problem+json" in answer["content"], (path, status)
        assert "Retry-After" in operation["responses"]["429"]["headers"]
        if operation["operationId"] in writing(document):
            assert {"400", "403", "429"} <= operation["responses"].keys(), path
            assert "304" not in operation["responses"]
            continue
        assert {"200", "400", "429"} <= operation["responses"].keys(), path
        if operation["operationId"] in ("followMatches", "followMatch", "followTournament", "pickRandomCard"):
            continue
        assert "304" in operation["responses"], path
        assert "ETag" in operation["responses"]["200"]["headers"]


CURATING = {
    "makeProposal": "NewProposal", "editProposal": "ProposalEdit", "submitProposal": "ProposalStep",
    "rebaseProposal": "ProposalRebase", "withdrawProposal": "ProposalWithdrawal",
    "voteOnProposal": "ProposalVote", "confirmFact": "FactVerdict", "decideOnProposal": "ProposalDecision",
    "commentOnProposal": "NewProposalComment",
}  # fmt: skip
CLASSES = {
    "beginClass": "ClassBody", "changeClass": "ClassChange", "changePupil": "PupilChange",
    "renewPupilCard": "NewCardBody", "pairPupils": "PairBody",
}  # fmt: skip
SETS = {
    "makeCollection": "NewCollection", "changeCollection": "CollectionChange",
    "putCardInCollection": "SetEntry", "makeSetCard": "NewSetCard", "changeSetCard": "SetCardChange",
    "letSetCardIn": "SetCardShown", "changeSetLink": "SetLink", "joinSet": "SetJoining",
}  # fmt: skip
TABLES = {
    "makeTable": "NewTable",
    "startTable": "NewTable",
    "beginTable": "Beginning",
    "seekMatch": "NewSearch",
}
TOURNAMENTS = {
    "makeTournament": "NewTournament", "enterTournament": "NewEntry", "waitInArena": "Readiness",
    "correctResult": "TournamentResult", "beginTournament": "Body", "beginNextRound": "Body",
}  # fmt: skip
FRIENDS = {
    "follow": "PersonBody",
    "block": "PersonBody",
    "showPresence": "PresenceBody",
    "sayToWatchers": "MessageBody",
}


def test_what_is_sent_is_told(document):
    assert writing(document) == {
        "makeDeck", "changeDeck", "deleteDeck", "copyDeck", "makeMatch", "play", "resign", "playAgain",
        "offer", "say", "makeChallenge", "withdrawChallenge", "acceptChallenge", "makeTable", "startTable",
        "leaveTable", "joinTable", "beginTable", "seekMatch", "endSearch", "letFlagFall", "mute",
        "reportMessage", "unfollow", "unblock", *CURATING, *SETS, *FRIENDS,
        "deleteCollection", "takeCardFromCollection", "deleteSetCard", "proposeSetCard", "removeSetPerson",
        "leaveSet", "analyse", "cancelAnalysis", "playOn", "askForHint", "actInLesson",
        "answerPuzzle", "beginPuzzleRun", *TOURNAMENTS, "cancelTournament", "withdrawEntry",
        *CLASSES, "endClass", "packClass", "takeOutPupil", "endGameOfPupils", "bringData",
    }  # fmt: skip
    sent = {
        operation["operationId"]: operation["requestBody"]["content"]["application/json"]["schema"]["$ref"]
        for _path, operation in operations(document)
        if "requestBody" in operation
    }
    assert {name: address.rpartition("/")[2] for name, address in sent.items()} == {
        "makeDeck": "NewDeck", "changeDeck": "DeckChange", "copyDeck": "NewDeckCopy",
        "makeMatch": "NewMatch", "play": "Order", "resign": "Body", "offer": "OfferBody",
        "say": "MessageBody", "mute": "MuteBody", "reportMessage": "ReportBody", "joinTable": "Body",
        "makeChallenge": "NewChallenge", "acceptChallenge": "Acceptance", **CURATING, **SETS, **TABLES,
        **FRIENDS, "analyse": "Body", "askForHint": "Asking", "playOn": "PlayOn",
        "actInLesson": "Order", "answerPuzzle": "Order", "beginPuzzleRun": "NewRun", **TOURNAMENTS,
        **CLASSES,
    }  # fmt: skip


def test_a_site_without_cards_has_its_document_too(db, client):
    validate_schema(client.get("/api/v1/openapi.json").json())
    assert client.get("/api/").status_code == 200


def test_the_page_shows_the_document_without_anything_from_elsewhere(db, client):
    response = client.get("/api/")
    text = response.content.decode()
    assert response["Content-Type"].startswith("text/html")
    assert 'id="swagger-ui"' in text
    assert "<script>" not in text
    assert "<style" not in text
    [script] = re.findall(r'src="(/api/[^"]*)"', text)
    said = client.get(script).content.decode()
    assert 'url: "/api/v1/openapi.json"' in said
    assert "//" not in re.sub(r"^\s*//.*$", "", said, flags=re.MULTILINE)


def test_the_page_is_only_read(db, client):
    assert client.post("/api/").status_code == 405
