"""Strong: plays its best choices out to the end of the game, guessing the hidden hands.

It takes the choice with the best results, which include what the next seats do with the cards passed to them.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import exp
from random import Random

from engine.bots.drafting import greedy, playout
from engine.bots.drafting.candidates import Choice, choices_of
from engine.bots.drafting.search import LEAD, MOST_LEAD, RESULT, TRIES, WON, WORTH, explore
from engine.bots.drafting.seat import SeatView, cell
from engine.bots.one_ahead import CLEAR_LEAD, of_worths
from engine.bots.thought import Candidate, Thought
from engine.drafting.grid import Cell, beside
from engine.drafting.sets import SPACES
from engine.flat.compiled import COMPILED, Numbers, array, frozen
from engine.record_format import DraftAction, DraftView, Flipping

PLAYOUTS = 4_000 if COMPILED else 100
"""For one choice, where nothing else is said."""
ROUNDS = (24, 12, 6, 3)
"""How many candidates share each part of the playouts: the best by the policy, then the best by results."""
TRUST = 3.0
"""The policy's value counts as much as this many playouts."""
CERTAIN = 1_000_000
"""The worth of a game that is won for certain, in whole numbers."""
WHALES = 4
"""The most whales whose flips are chosen together."""


def think(
    view: DraftView,
    legal: Sequence[DraftAction],
    rng: Random,
    playouts: int | None = None,
    seconds: float | None = None,
) -> Thought[DraftAction]:
    """
    What comes of the best choices: in a solo game `chance` is that of a difficult victory. `seconds` is a
    ceiling; without `playouts` they are PLAYOUTS, or with a ceiling as many as it allows. A whale's flip is
    chosen together with those of the other whales.
    """
    if len(legal) == 1:
        return Thought((), legal[0])
    seen = SeatView.of(view)
    flips = [action for action in legal if action["do"] == "flip"]
    if flips:
        ahead_of = _best_other(seen)
        return of_worths(flips, [score - ahead_of for score in _after_all_flips(seen, flips)], rng)
    search = Search(seen, choices_of(seen, legal, rng)[: ROUNDS[0]], rng.getrandbits(32))
    if playouts is None and seconds is None:
        playouts = PLAYOUTS
    hurried = search.run(playouts, seconds)
    found = tuple(search.candidates())
    return Thought(found, found[0].action, hurried)


@dataclass
class Search:
    """Sequential halving: in each round the playouts are shared by fewer choices, the best so far."""

    seen: SeatView
    choices: list[Choice]
    seed: int
    ranked: list[int] = field(init=False)
    """The numbers of the choices, best first."""
    found: Numbers = field(init=False)
    """By choice, a RESULT of search.py."""

    def __post_init__(self) -> None:
        self.ranked = list(range(len(self.choices)))
        self.found = array(RESULT * len(self.choices))

    def run(self, playouts: int | None, seconds: float | None) -> bool:
        """Play out; True if the time was up before all playouts were made."""
        seen = self.seen
        world, work = seen.world(), array(playout.LENGTH)
        choices = frozen([number for each in self.choices for number in each.numbers])
        target = seen.rules.game.victories["difficult"] if seen.players == 1 else 0
        curve = frozen([
            round(CERTAIN * won_after(lead - target)) for lead in range(-MOST_LEAD, MOST_LEAD + 1)
        ])  # fmt: skip
        # Alone the target itself is enough, and there is no draw.
        doubled = 2 * target - (seen.players == 1)
        begin, hurried = time.monotonic(), False
        for number, most in enumerate(ROUNDS, 1):
            alive = self.ranked[:most]
            if len(alive) == 1 and number > 1:
                break
            chance, games, numbers = Random(f"{self.seed} {number}"), 0, frozen(alive.copy())
            limit = None if seconds is None else begin + seconds * number / len(ROUNDS)
            while not games or playouts is None or games * len(alive) * len(ROUNDS) < playouts:
                if limit is not None and games and time.monotonic() > limit:
                    hurried = True
                    break
                seen.imagine(world, chance)
                explore(
                    world, work, seen.table, seen.seat, choices, numbers, len(alive), curve, doubled,
                    self.found,
                )  # fmt: skip
                games += 1
            self._rank(len(alive))
        return hurried

    def _rank(self, alive: int) -> None:
        """Sort the choices that were just played out."""
        best = self.ranked[:alive]
        tries = sum(self._of(each, TRIES) for each in best)
        level = sum(self._of(each, WORTH) for each in best) / tries
        middle = sum(self.choices[each].value for each in best) / alive
        slope = CERTAIN / (4 * CLEAR_LEAD)

        def worth(each: int) -> float:
            prior = level + slope * (self.choices[each].value - middle)
            return (self._of(each, WORTH) + TRUST * prior) / (self._of(each, TRIES) + TRUST)

        self.ranked[:alive] = sorted(best, key=lambda each: -worth(each))

    def candidates(self) -> list[Candidate[DraftAction]]:
        """
        The choices, best first. People do not play like the policy of the playouts: the share that it won
        says who wins late in the game only, and before that what the leads are worth says more.
        """
        found: list[Candidate[DraftAction]] = []
        trust = (len(self.seen.layouts[self.seen.seat]) / SPACES) ** 2
        for each in self.ranked:
            tries = self._of(each, TRIES)
            chance, lead = self._of(each, WORTH) / tries / CERTAIN, self._of(each, LEAD) / tries
            won = self._of(each, WON) / tries / 2
            expected = trust * won + (1 - trust) * chance
            found.append(Candidate(self.choices[each].action, chance, lead, tries, expected=expected))
        return found

    def _of(self, choice: int, what: int) -> int:
        return int(self.found[RESULT * choice + what])


def won_after(lead: float) -> float:
    """The share of games that are won with such an expected lead, which playouts know only roughly."""
    return 1 / (1 + exp(-lead / CLEAR_LEAD))


# Whales.


def _after_all_flips(seen: SeatView, legal: Sequence[Flipping]) -> list[int]:
    whales = sorted({cell(action["whale"]) for action in legal})
    whose = greedy.turning(seen)
    found = []
    for action in legal:
        done = dict(seen.flips[whose])
        done[cell(action["whale"])] = cell(action["card"])
        others = [whale for whale in whales if whale != cell(action["whale"])]
        found.append(_best_flips(seen, whose, done, others[: WHALES - 1]))
    return found


def _best_other(seen: SeatView) -> int:
    """The best score of another player as the layouts lie; 0 in a solo game, where a score is a lead."""
    others = [seat for seat in range(seen.players) if seat != seen.seat]
    return max((greedy.standing(replace(seen, seat=seat), seen.flips) for seat in others), default=0)


def _best_flips(seen: SeatView, whose: int, done: Mapping[Cell, Cell], whales: Sequence[Cell]) -> int:
    """The best score after the flips of the remaining whales."""
    if not whales:
        flips = seen.flips.copy()
        flips[whose] = dict(done)
        return greedy.standing(seen, flips)
    whale, rest = whales[0], whales[1:]
    cards, down = seen.layouts[whose], set(done.values())
    up = [near for near in beside(whale) if near in cards and near not in down]
    if not up:
        return _best_flips(seen, whose, done, rest)
    return max(_best_flips(seen, whose, {**done, whale: near}, rest) for near in up)
