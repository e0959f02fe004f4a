"""Sentences that the site keeps for somebody: said in the language of who reads them."""

import pytest
from django.utils import translation

from cards.curation import reasons
from cards.decks.models import DeckVersion
from cards.translating.models import ProposedText
from tests.languages.pseudo import CODE, pseudo

pytestmark = pytest.mark.usefixtures("spoken")


@pytest.mark.parametrize(
    ("note", "said"),
    [
        ("Restored from version 12", pseudo("Restored from version %(number)s") % {"number": 12}),
        ("Newer cards taken over", pseudo("Newer cards taken over")),
        ("Restored from version x", "Restored from version x"),
        ("Mine", "Mine"),
        ("", ""),
    ],
)
def test_the_note_of_a_version(note, said):
    version = DeckVersion(note=note)
    assert version.said_note == note
    with translation.override(CODE):
        assert version.said_note == said


def test_the_reason_of_a_decision():
    row = ProposedText(reason=reasons.STOLEN)
    assert row.said_reason == reasons.STOLEN
    with translation.override(CODE):
        assert row.said_reason == pseudo(reasons.STOLEN)
        assert ProposedText(reason="No.").said_reason == "No."
