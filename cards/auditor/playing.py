"""The games of an audit. Each depends only on the audit's seed and its own number.

Only one of a game's two decks, the watched one, is counted, because the two results are not independent.
Games come in pairs about one card in one theme: the watched deck holds it in one game and not in the other.
The seats alternate.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from django.utils import timezone

import engine
from cards.auditor.decks import Drawn, draw, themes_of
from cards.decks.insight.trials import play, seed_of
from cards.models import PointAudit
from cards.models.deck_contents import Contents, Definitions
from phylo.jobs.models import Status
from phylo.jobs.runner import Columns, Piece, Runner

Part = dict[str, Any]
"""
An unfinished game as JSON: `decks` by seat, the `watched` seat, the cards its deck `could` also hold, and the
engine's `snapshot` after that many `actions`.
"""

Tallies = dict[str, list[int]]


class NoDecks(ValueError):
    """The cards do not make two decks."""


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game: what the watched deck held, what it could have held, and whether it won."""

    held: tuple[str, ...]
    could: tuple[str, ...]
    won: bool

    def count(self, tallies: Tallies) -> None:
        """Add the game to the tallies; a draw does not count as a win."""
        for first, keys in ((0, self.held), (2, self.could)):
            for key in keys:
                tally = tallies.setdefault(key, [0, 0, 0, 0])
                tally[first] += 1
                tally[first + 1] += self.won


@dataclass(frozen=True)
class Games:
    rules: str
    definitions: Definitions
    seed: int

    @cached_property
    def cards(self) -> Mapping[str, engine.Card]:
        return {key: engine.Card.parse(key, card) for key, card in sorted(self.definitions.items())}

    @cached_property
    def themes(self) -> Mapping[str, tuple[str, ...]]:
        return themes_of(self.rules, self.cards)

    @cached_property
    def turns(self) -> list[str]:
        """The cards in the order in which games are about them, without those that fit no theme."""
        fitting = sorted({key for keys in self.themes.values() for key in keys})
        Random(self.seed).shuffle(fitting)
        return fitting

    def begin(self, number: int) -> Part:
        """The decks of game `number`, from 0; raises NoDecks."""
        if not self.turns:
            raise NoDecks
        pair, second = divmod(number, 2)
        round_, place = divmod(pair, len(self.turns))
        about = self.turns[place]
        themes = sorted(self.themes)
        Random(seed_of("themes", self.seed, pair)).shuffle(themes)
        rng = Random(seed_of("decks", self.seed, number))
        chosen = {"without": about} if second else {"holding": about}
        for theme in [each for each in themes if about in self.themes[each]]:
            if (drawn := self._draw(theme, rng, **chosen)) and (other := self._draw(theme, rng)):
                return self._part(drawn, other, (pair + round_ + second) % 2)
        # A card that finds nothing to live on; the game counts for the others.
        for theme in themes:
            if (drawn := self._draw(theme, rng)) and (other := self._draw(theme, rng)):
                return self._part(drawn, other, (pair + round_ + second) % 2)
        raise NoDecks

    def play_on(
        self, number: int, part: Part | None, *, enough: Callable[[], bool] = lambda: False
    ) -> Played | Part:
        """Play game `number` from the beginning or from `part`, to its end or until `enough`."""
        part = part or self.begin(number)
        decks = [Contents.from_json(each) for each in part["decks"]]
        state, actions = play(
            decks,
            self.definitions,
            rules=self.rules,
            seed=seed_of("audit", self.seed, number),
            snapshot=part.get("snapshot"),
            actions=part.get("actions", 0),
            enough=enough,
        )
        if not state.over:
            return part | {"snapshot": state.snapshot(), "actions": actions}
        watched = part["watched"]
        return Played(tuple(decks[watched].cards), tuple(part["could"]), state.winner == watched)

    def _draw(self, theme: str, rng: Random, **chosen: str) -> Drawn | None:
        return draw(self.rules, {key: self.cards[key] for key in self.themes[theme]}, rng, **chosen)

    @staticmethod
    def _part(drawn: Drawn, other: Drawn, watched: int) -> Part:
        decks = [drawn.contents.as_json(), other.contents.as_json()]
        return {"decks": decks[::-1] if watched else decks, "watched": watched, "could": list(drawn.could)}


class AuditRunner(Runner[PointAudit]):
    name = "audit"
    at_once = 1

    def take(self, audit: PointAudit, piece: Piece) -> Columns:
        games = Games(audit.rules, audit.given["cards"], audit.seed)
        done, part, tallies = audit.done, audit.part, audit.tallies
        while done < audit.total:
            game = games.play_on(done, part, enough=piece.enough)
            part = game if isinstance(game, dict) else None
            if isinstance(game, dict):
                break
            game.count(tallies)
            done += 1
            if piece.enough():
                break
        return {"done": done, "part": part, "tallies": tallies}

    def at_end(self, audit: PointAudit, status: str) -> Columns:
        """Drops the cards, which are most of the input."""
        given = {name: value for name, value in audit.given.items() if name != "cards"}
        finished = timezone.now() if status == Status.DONE else None
        return {"given": given, "part": None, "finished_at": finished}


AUDITS = AuditRunner(PointAudit)
