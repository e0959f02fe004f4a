"""What a card has been."""

import pytest

from cards.curation.changes import compared, differences, history, rebased
from cards.models import Card, CardRevision
from tests.curation.conftest import FERN

pytestmark = pytest.mark.django_db


@pytest.fixture
def long_lived(clover, ada) -> Card:
    """A card with 200 revisions."""
    first = clover.revisions.get().contents
    CardRevision.objects.bulk_create(
        [
            CardRevision(
                card=clover, number=number, origin="proposal", author=ada,
                contents=first | {"points": number % 9, "fact": f"Fact {number}."},
            )
            for number in range(2, 201)
        ]
    )  # fmt: skip
    return clover


def test_a_history_of_200_revisions_asks_two_questions(long_lived, django_assert_num_queries):
    with django_assert_num_queries(2):
        found = history(long_lived)
        told = [
            (entry.revision.number, entry.revision.author.username, [each.label for each in entry.changes])
            for entry in found.entries
        ]
    assert (found.count, found.pages, len(told)) == (200, 4, 50)
    assert told[0] == (200, "Ada", ["Points", "Fact"])
    assert found.entries[0].newest
    last = history(long_lived, page=9)
    assert (last.page, last.entries[-1].revision.number, last.entries[-1].newest) == (4, 1, False)
    # The first says all that the card said.
    assert len(last.entries[-1].changes) > 10


def test_any_two_revisions_are_compared(long_lived):
    told = [(each.column, each.before, each.after) for each in compared(long_lived, 3, 200)]
    assert told == [("points", 3, 2), ("fact", "Fact 3.", "Fact 200.")]
    with pytest.raises(CardRevision.DoesNotExist):
        compared(long_lived, 1, 201)


def test_differences_are_in_words():
    after = FERN | {"terrains": ["forest", "urban"], "abilities": {"move": 2}, "points": 5, "retired": True}
    told = {each.column: (each.before_text, each.after_text) for each in differences(FERN, after)}
    assert told == {
        "terrains": ("Forest", "Forest, Urban"),
        "abilities": ("", "move = 2"),
        "points": ("4", "5"),
        "retired": ("", "✓"),
    }


def test_two_changes_go_together_unless_they_change_the_same():
    base, mine, now = FERN, FERN | {"points": 5, "scale": 3}, FERN | {"points": 6, "fact": "It is green."}
    both = rebased(base, mine, now)
    assert (both.contents["points"], both.contents["scale"], both.contents["fact"]) == (5, 3, "It is green.")
    assert [(each.column, each.before, each.after) for each in both.conflicts] == [("points", 6, 5)]
    assert rebased(base, mine, now, theirs=True).contents["points"] == 6
