"""Opening hands of a deck: the chance of a good start, and which cards of a hand can be played at once."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations, groupby
from math import comb, sqrt
from random import Random

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.decks.insight.reading import HOME_CARD, START, Reading
from cards.decks.models.contents import Contents, Definitions
from cards.words import all_of
from engine.phylo.bonds import supporters
from engine.phylo.rules import rule_set
from engine.phylo.start import from_position
from engine.phylo.state import State
from engine.record_format import Play

Z = 1.959963984540054
"""97.5 % quantile of the standard normal distribution, for two-sided 95 % intervals."""
At = tuple[int, int]
"""A space, as [x, y] (P3)."""

FIRST_SEAT = 0
MOST_WEIGHED = 30
"""Cards considered for a first turn; with all 200 it would take seconds."""


@dataclass(frozen=True, slots=True)
class Exact:
    """Chances, 0 to 1, that the hand has a card that can be laid beside the starter alone."""

    hand: float
    drawn: float
    """The same after the first draw (P9)."""
    playable: float
    """The mean number of such cards in the opening hand."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A share of `n` trials with its 95 % interval (Wilson)."""

    share: float
    low: float
    high: float
    n: int

    @classmethod
    def of(cls, hits: int, n: int) -> "Estimate":
        return cls(hits / n if n else 0.0, *wilson(hits, n), n)


@dataclass(frozen=True, slots=True)
class Chances:
    """
    The start on an empty table, ignoring the other player's cards. `hand` and `drawn` estimate what `exact`
    counts; `in_order` is the mean number of cards in the opening hand that can be laid one after the other,
    each possibly supported by earlier ones.
    """

    exact: Exact
    hand: Estimate
    drawn: Estimate
    in_order: float
    seed: int


@dataclass(frozen=True, slots=True)
class Step:
    """One card laid at [x, y] (P3), supported by the card `on`, or `under` it; START is the starter."""

    key: str
    at: At
    on: str
    under: bool = False


@dataclass(frozen=True, slots=True)
class Opening:
    """
    What a hand can do in a first turn without an opponent: as many cards as possible, and among equals the
    most points. `later` could follow in further turns; `idle` are the other cards, including events.
    """

    steps: tuple[Step, ...]
    later: tuple[str, ...]
    idle: tuple[str, ...]
    text: str


def chances(contents: Contents, cards: Definitions, *, seed: int, n: int = 1000) -> Chances:
    """From `n` shuffles with the seed. A deck smaller than a hand is dealt completely."""
    reading = Reading.of(contents, cards)
    firsts = reading.rooted
    size, more = reading.rules.hand, reading.rules.draw
    rng = Random(seed)
    hands = drawn = laid = 0
    for _deal in range(n):
        dealt = deal(contents, rng, size + more)
        hand = dealt[: max(size, len(contents.opening_hand))]
        hands += any(key in firsts for key in hand)
        drawn += any(key in firsts for key in dealt)
        laid += len(in_order(reading, hand))
    return Chances(
        exact=first_play(reading),
        hand=Estimate.of(hands, n),
        drawn=Estimate.of(drawn, n),
        in_order=laid / n if n else 0.0,
        seed=seed,
    )


def deal(contents: Contents, rng: Random, number: int) -> list[str]:
    """The first cards of a shuffled deck, after the chosen opening hand if there is one."""
    rest = list(_rest(contents).elements())
    rng.shuffle(rest)
    chosen = list(contents.opening_hand)
    return chosen + rest[: max(0, number - len(chosen))]


def first_play(reading: Reading) -> Exact:
    """Exact chances (hypergeometric)."""
    contents, rules = reading.contents, reading.rules
    firsts, hand = reading.rooted, contents.opening_hand
    left = _rest(contents)
    good = sum(copies for key, copies in left.items() if key in firsts)
    if hand:
        chosen = sum(key in firsts for key in hand)
        drawn = _some(left.total(), good, rules.draw)
        return Exact(float(chosen > 0), 1.0 if chosen else drawn, float(chosen))
    size = contents.size
    dealt = min(rules.hand, size)
    return Exact(
        hand=_some(size, good, rules.hand),
        drawn=_some(size, good, rules.hand + rules.draw),
        playable=dealt * good / size if size else 0.0,
    )


def in_order(reading: Reading, hand: Iterable[str]) -> list[str]:
    """The cards of a hand that can be laid one after the other on an empty table, in a possible order."""
    waiting = [key for key in hand if key in reading.means]
    living, laid = {START}, []
    while found := [key for key in waiting if reading.means[key].suffice(living)]:
        laid += found
        living.update(found)
        waiting = [key for key in waiting if key not in living]
    return laid


def wilson(hits: int, n: int) -> tuple[float, float]:
    """The 95 % interval of a share; 0 to 1 if there were no trials."""
    if not n:
        return 0.0, 1.0
    share, square = hits / n, Z * Z
    middle = (share + square / (2 * n)) / (1 + square / n)
    half = Z * sqrt(share * (1 - share) / n + square / (4 * n * n)) / (1 + square / n)
    return max(0.0, middle - half) if hits else 0.0, min(1.0, middle + half) if hits < n else 1.0


def _rest(contents: Contents) -> Counter[str]:
    """The cards that are shuffled: all but the chosen opening hand."""
    return Counter(contents.cards) - Counter(contents.opening_hand)


def _some(size: int, good: int, taken: int) -> float:
    """The chance that at least one of the cards taken is good."""
    taken = min(taken, size)
    return 1 - comb(size - good, taken) / comb(size, taken) if size else 0.0


def sample_hand(contents: Contents, seed: int, number: int | None = None) -> list[str]:
    """The opening hand after a shuffle, or its first `number` cards; a chosen hand comes first (P7)."""
    return deal(contents, Random(seed), number or rule_set(contents.rules).hand)


def opening(contents: Contents, cards: Definitions, hand: Sequence[str]) -> Opening:
    """What can be played at once from these cards of the deck."""
    reading = Reading.of(contents, cards)
    playable = in_order(reading, hand)
    steps: list[Step] = []
    # In this order, no card needs a later one.
    for chosen in _choices(reading, playable[:MOST_WEIGHED]):
        steps = _laid(reading, chosen)
        if len(steps) == len(chosen):
            break
    played = Counter(step.key for step in steps)
    later = list((Counter(playable) - played).elements())
    idle = list((Counter(hand) - Counter(playable)).elements())
    return Opening(tuple(steps), tuple(later), tuple(idle), _words(reading, steps))


def _choices(reading: Reading, playable: Sequence[str]) -> Iterator[list[str]]:
    """Cards that could be laid in one turn, in a possible order; most cards first, then most points."""
    for number in range(min(reading.rules.actions, len(playable)), 0, -1):
        found = {tuple(sorted(chosen)) for chosen in combinations(playable, number)}
        worth = {chosen: sum(reading.cards[key].points for key in chosen) for chosen in found}
        for chosen in sorted(found, key=lambda each: (-worth[each], each)):
            order = in_order(reading, chosen)
            if len(order) == number:
                yield order


def _laid(reading: Reading, chosen: Sequence[str]) -> list[Step]:
    """The cards laid one after the other by the engine, as far as there is space for them."""
    starter = reading.starter.key
    definitions = {key: reading.definitions[key] for key in {*chosen, starter} - {"home"}}
    lying = [{"at": [seat, 0], "owner": seat, "card": key} for seat, key in enumerate((starter, "home"))]
    position = {
        "turn": {"seat": FIRST_SEAT, "number": 1, "actions_left": reading.rules.actions},
        "spaces": lying,
        "hands": [list(chosen), []],
        "decks": [[], []],
        "discards": [[], []],
    }
    cards = {**definitions, "home": HOME_CARD}
    return _tried(from_position(reading.rules.key, cards, position), chosen)


def _tried(state: State, chosen: Sequence[str]) -> list[Step]:
    """The longest way to lay the cards in this order; spaces nearest the starter are tried first."""
    best: list[Step] = []
    for action in _plays(state, chosen[0]) if chosen else ():
        step = _step(state, action)
        ahead = state.copy()
        ahead.apply({"seat": FIRST_SEAT, **action})
        found = [step, *_tried(ahead, chosen[1:])]
        if len(found) > len(best):
            best = found
        if len(best) == len(chosen):
            break
    return best


def _plays(state: State, key: str) -> list[Play]:
    """The ways to play a card without covering another; only one for each set of neighbours."""
    taken = {tuple(space["at"]): space["card"] for space in state.position()["spaces"]}
    different: dict[tuple[frozenset[At], bool], list[tuple[tuple[int, int, int, bool], Play]]] = {}
    for action in state.legal(FIRST_SEAT):
        if action["do"] != "play" or action["card"] != key:
            continue
        under = bool(action.get("under"))
        if under or tuple(action["at"]) not in taken:
            x, y = action["at"]
            order = (abs(x) + abs(y), x, -y, under)
            near = frozenset(
                other for other in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)) if other in taken
            )
            different.setdefault((near, under), []).append((order, action))
    nearest = [min(found, key=lambda pair: pair[0]) for found in different.values()]
    return [action for _order, action in sorted(nearest, key=lambda pair: pair[0])]


def _step(state: State, action: Play) -> Step:
    at = (action["at"][0], action["at"][1])
    lying = {tuple(space["at"]): space["card"] for space in state.position()["spaces"]}
    lying[0, 0] = START
    if action.get("under"):
        return Step(action["card"], at, lying[at], under=True)
    found = supporters(state, action["card"], action["at"])
    supporting = [lying[other] for other, missing in found.items() if missing is None]
    return Step(action["card"], at, START if START in supporting else supporting[0])


def _words(reading: Reading, steps: Sequence[Step]) -> str:
    if not steps:
        return _("None of these cards can be played at once.")
    parts = []
    for (on, under), group in groupby(steps, key=lambda step: (step.on, step.under)):
        words = {"cards": all_of([reading.name(step.key) for step in group]), "on": reading.name(on)}
        parts.append((_("%(cards)s under %(on)s") if under else _("%(cards)s beside %(on)s")) % words)
    way = reduce(
        lambda before, after: _("%(before)s, then %(after)s") % {"before": before, "after": after}, parts
    )
    text = ngettext(
        "%(count)s card playable at once. %(way)s.", "%(count)s playable at once. %(way)s.", len(steps)
    )
    return text % {"count": len(steps), "way": way}
