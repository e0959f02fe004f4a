"""The kinds of studies: their input, their work piece by piece, and their results."""

import hashlib
import json
from collections.abc import Callable
from random import Random
from typing import Any, NotRequired, TypedDict

from django.db.models import Count, Q

from cards.decks.cards import definitions_of
from cards.decks.insight.resilience import Storm
from cards.decks.insight.trials import Part, Trial
from cards.decks.models import Deck, DeckStudy
from cards.decks.models.contents import Contents
from cards.models import Card, Kind
from phylo.jobs.models import Status
from phylo.jobs.runner import Columns, Piece, Runner

TRIAL_GAMES = 200
OPPONENTS = 8
STORM_GAMES = 40
COMMON_EVENTS = 6

Given = dict[str, object]
"""The whole input of a study as JSON, with its `digest`."""


class SoFar(TypedDict):
    """The finished games, and for a trial possibly the `part` of the next one."""

    steps: list[Any]
    part: NotRequired[Part]


def trial_input(contents: Contents, seed: int) -> tuple[Given, int]:
    """
    The input of a trial and its number of games, which is 0 if there is no opponent.

    With the same seed, all decks of a rule set meet the same ready decks, except themselves.
    """
    ready = list(Deck.objects.ready().for_rules(contents.rules).prefetch_related("entries__card"))
    ready.sort(key=lambda deck: deck.slug)
    Random(seed).shuffle(ready)
    opponents = {deck.slug: (deck.name, deck.contents) for deck in ready if deck.contents != contents}
    chosen = dict(list(opponents.items())[:OPPONENTS])
    games = TRIAL_GAMES // len(chosen) if chosen else 0
    met = [opponent for _name, opponent in chosen.values()]
    given = {
        "contents": contents.as_json(),
        "opponents": {slug: opponent.as_json() for slug, (_name, opponent) in chosen.items()},
        "names": {slug: name for slug, (name, _opponent) in chosen.items()},
        "games": games,
        "cards": definitions_of(contents, *met),
    }
    return _signed(given), games * len(chosen)


def storm_input(contents: Contents) -> tuple[Given, int]:
    """The input of a resilience study, and the number of games that grow its tables."""
    events = common_events()
    cards = definitions_of(contents, events=events)
    struck_by = sorted(key for key, card in cards.items() if card["kind"] == "event")
    given = {
        "contents": contents.as_json(),
        "events": struck_by,
        "names": {key: card["name"] for key, card in cards.items()},
        "games": STORM_GAMES,
        "cards": cards,
    }
    return _signed(given), STORM_GAMES if struck_by else 0


def common_events() -> list[str]:
    """The events that most ready decks hold, the most common first."""
    held = Count("deck_entries", filter=Q(deck_entries__deck__ready=True))
    events = Card.objects.filter(kind=Kind.EVENT).annotate(held=held).filter(held__gt=0)
    return list(events.order_by("-held", "key").values_list("key", flat=True)[:COMMON_EVENTS])


def play_games(study: DeckStudy, enough: Callable[[], bool]) -> SoFar:
    """Play until `enough`: at least one more game, or one more action of a game."""
    steps = list(study.so_far.get("steps", ()))
    if study.kind == DeckStudy.Kind.RESILIENCE:
        storm = _storm(study)
        while len(steps) < study.total:
            steps.append(storm.play_one(len(steps)))
            if enough():
                break
        return {"steps": steps}
    trial, part = _trial(study), study.so_far.get("part")
    while len(steps) < study.total:
        game = trial.play_on(len(steps), part, enough=enough)
        if not isinstance(game, list):
            return {"steps": steps, "part": game}
        steps.append(game)
        part = None
        if enough():
            break
    return {"steps": steps}


def result_of(study: DeckStudy, steps: list[Any]) -> dict[str, object]:
    """The result of the games so far, with the `names` that it refers to."""
    kind = _storm(study) if study.kind == DeckStudy.Kind.RESILIENCE else _trial(study)
    return kind.result(steps).as_json() | {"names": study.given["names"]}


def _signed(given: Given) -> Given:
    text = json.dumps(given, sort_keys=True, ensure_ascii=False)
    return given | {"digest": hashlib.sha256(text.encode()).hexdigest()}


def _storm(study: DeckStudy) -> Storm:
    given = study.given
    contents = Contents.from_json(given["contents"])
    return Storm(contents, given["cards"], tuple(given["events"]), given["games"], study.seed)


def _trial(study: DeckStudy) -> Trial:
    given = study.given
    opponents = {slug: Contents.from_json(each) for slug, each in given["opponents"].items()}
    contents = Contents.from_json(given["contents"])
    return Trial(contents, opponents, given["cards"], given["games"], study.seed)


class StudyRunner(Runner[DeckStudy]):
    name = "study"

    def take(self, study: DeckStudy, piece: Piece) -> Columns:
        so_far = play_games(study, piece.enough)
        steps = so_far["steps"]
        if len(steps) == study.total:
            return {"done": len(steps), "so_far": {"result": result_of(study, steps)}}
        return {"done": len(steps), "so_far": so_far}

    def at_end(self, study: DeckStudy, status: str) -> Columns:
        """Keeps the input except for the cards, which are most of it."""
        given = {name: value for name, value in study.given.items() if name != "cards"}
        return {"given": given} if status == Status.DONE else {"given": given, "so_far": {}}


STUDIES = StudyRunner(DeckStudy)
