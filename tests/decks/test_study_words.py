"""What the page of a study says in numbers."""

import pytest

from cards.decks.insight.resilience import Loss, Resilience
from cards.decks.pages.studies import _curve_words
from cards.words import percent


@pytest.mark.parametrize(
    ("share", "words"),
    [
        (0, "0 %"), (0.004, "under 1 %"), (1e-6, "under 1 %"), (0.005, "under 1 %"), (0.0051, "1 %"),
        (0.5, "50 %"), (0.994, "99 %"), (0.995, "over 99 %"), (0.9999, "over 99 %"), (1, "100 %"),
        # Not quite nothing and all, but by the rounding of the computer alone.
        (1e-16, "0 %"), (1 - 1e-16, "100 %"),
    ],
)  # fmt: skip
def test_only_all_is_100_percent_and_only_none_is_0(share, words):
    assert percent(share) == words


@pytest.mark.parametrize(
    ("curve", "worst", "words"),
    [
        ({0: 0}, 0, "No event found a target."),
        ({0: 1}, 0.08, "No strike takes a tenth of the points; the worst takes 8 %."),
        (
            {0: 1, 1: 0.2, 4: 0.01}, 0.44,
            "At least a tenth of the points goes in 20 % of all strikes, but never half; the worst takes "
            "44 %.",
        ),
        (
            {0: 1, 1: 0.61, 9: 0.004}, 1,
            "At least a tenth of the points goes in 61 % of all strikes, at least half in under 1 %; the "
            "worst takes 100 %.",
        ),
    ],
)  # fmt: skip
def test_the_strikes_in_a_sentence(curve, worst, words):
    """`curve` has the share from which it is lower on: {4: x} is x for four tenths, and 0 for five."""
    shares = tuple(next((curve[at] for at in sorted(curve) if at >= tenth), 0) for tenth in range(11))
    loss = Loss("fire", True, 9, 0, 0, 0, worst, ())
    found = Resilience((loss,), shares, 0, 0, (), tables=2, bot="greedy", seed=1)
    assert _curve_words(found) == words
