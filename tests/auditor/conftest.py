"""A small world in which everything lives everywhere: enough kinds to draw decks that differ."""

import pytest

from cards.auditor.playing import AUDITS
from cards.models import Card, Diet
from phylo.jobs import runner
from tests.factories import cards_of

PLANTS, GRAZERS, HUNTERS, EVENTS = 8, 5, 4, 4


@pytest.fixture
def cards(db) -> list[Card]:
    hunter = {"food_chain": 3, "diet": Diet.CARNIVORE, "scale": 7, "points": 9}
    return cards_of(
        {f"grass-{number}": {} for number in range(PLANTS)}
        | {f"grazer-{number}": {"animal": True} for number in range(GRAZERS)}
        | {f"hunter-{number}": {"animal": True, **hunter} for number in range(HUNTERS)}
        | {f"event-{number}": {"event": True} for number in range(EVENTS)}
        | {"home": {"kind": "home"}}
    )


@pytest.fixture(autouse=True)
def queued(monkeypatch) -> list[tuple]:
    """What was queued; pieces are done by the tests themselves."""
    told: list[tuple] = []
    monkeypatch.setattr(
        runner, "queue", lambda task, kind, job_id, since, **more: told.append((job_id, since))
    )
    return told


@pytest.fixture(autouse=True)
def quick(monkeypatch) -> None:
    """Scores by the seeds of the games: how the computer plays them is tested where it thinks."""

    def play_all(pairs):
        return ([[game.seed % 7, game.seed % 5] for game in pair.games] for pair in pairs)

    monkeypatch.setattr(AUDITS, "play_all", play_all)
