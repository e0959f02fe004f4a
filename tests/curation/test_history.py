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
    assert rebased(base, mine, now, theirs=["points"]).contents["points"] == 6


def test_sources_are_merged_one_by_one_each_with_its_value():
    guess, page, book = {"how": "estimated"}, {"how": "stated", "title": "A"}, {"how": "stated", "title": "B"}
    base = FERN | {"sources": {"scale": guess, "points": guess}}
    mine = FERN | {"scale": 3, "sources": {"scale": page, "points": guess}}
    now = FERN | {"points": 6, "sources": {"scale": guess, "diet": page | {"date": "2026-05-31"}}}
    both = rebased(base, mine, now)
    assert both.contents["sources"] == {"scale": page, "diet": page | {"date": "2026-05-31"}}
    assert both.conflicts == []
    # A proposal from before there were sources brings none, and takes none away.
    assert rebased(FERN, FERN | {"fact": "It is green."}, now).contents["sources"] == now["sources"]
    # Whose value stays, their source stays.
    other = now | {"scale": 2, "sources": {"scale": book}}
    [conflict] = rebased(base, mine, other).conflicts
    assert (conflict.column, rebased(base, mine, other).contents["sources"]) == ("scale", {"scale": page})
    assert rebased(base, mine, other, theirs=["scale"]).contents["sources"] == {"scale": book}
    # Both name another source of the same value; when it was looked up does not matter.
    named, elsewhere = (FERN | {"sources": {"scale": source}} for source in (page, book | {"by": "Ben"}))
    [conflict] = rebased(base, named, elsewhere).conflicts
    assert (conflict.before, conflict.after) == ({"scale": book | {"by": "Ben"}}, {"scale": page})
    assert rebased(base, named, elsewhere, theirs=["sources"]).contents["sources"]["scale"]["title"] == "B"
    assert rebased(base, FERN | {"sources": {"scale": book}}, elsewhere).conflicts == []
