"""Strong: tries its candidates in imagined games (search.py); all that it knows is its view."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from time import monotonic

from engine.bots.phylo import greedy
from engine.bots.phylo.hidden_cards import Hidden, Pool, hidden_from
from engine.bots.phylo.playing import PARTS
from engine.bots.phylo.policy import ROOM
from engine.bots.phylo.search import (
    ACTION,
    CANDIDATE,
    CHANCE,
    EACH,
    LEAD,
    TABLE,
    TRIES,
    WHOLE,
    games_in,
    halve,
    list_candidates,
    rounds_of,
    try_out,
)
from engine.bots.thought import Candidate, Thought
from engine.flat import layout as at
from engine.flat.compiled import COMPILED, Numbers, array, copy_into, frozen
from engine.flat.layout import State
from engine.flat.tables import Universe, universe
from engine.flat.translate import TooLarge, from_game, rewrite, written
from engine.flat.turn import act
from engine.phylo.cards import Card
from engine.phylo.rules import rule_set
from engine.phylo.start import cards_in, from_position
from engine.record_format import Action, BotView, CardData

AT_ONCE = 32 if COMPILED else 2
"""Playouts between two looks at the clock."""
MOST_PLAYOUTS = 1 << 16
"""In one thought, where only the time limits them."""
SEEDS = 1 << 30
FOR_THE_REST = 16
"""The share of playouts and time, one in so many, that each further action of the turn gets."""
FEWEST = 2
"""Candidates that are tried even if there is no time."""
TICK = 1e-6
"""Seconds that a playout takes at least."""
LONGEST = 8
"""Actions of a turn that are thought of."""


@dataclass(frozen=True, slots=True)
class Imagined:
    """What a search needs: a state for each pool of hidden cards, and how likely each is."""

    cards: Universe
    worlds: Numbers
    parts: Numbers
    shown: Numbers


def think(
    view: BotView, legal: Sequence[Action], rng: Random, playouts: int | None, seconds: float | None = None
) -> Thought[Action]:
    """What came of so many playouts (None: as many as there is time for) in `seconds` (None: no ceiling).

    A game that the flat form has no room for is left to greedy, and so is what to reveal.
    """
    begun, seat = monotonic(), view["to_act"][0]
    if legal[0]["do"] == "reveal":
        return greedy.think(view, legal, rng)
    try:
        imagined = imagine(view, seat, rng)
    except TooLarge:
        return greedy.think(view, legal, rng)
    most = MOST_PLAYOUTS if playouts is None else playouts
    ends = None if seconds is None else begun + seconds * (1 - 1 / FOR_THE_REST)
    first = rng.randrange(SEEDS)
    weighed = weigh(imagined, seat, first, most, ends)
    best, *others = _candidates(imagined, weighed)
    last = None if seconds is None else begun + seconds
    rest = _rest(imagined, seat, int(weighed.table[ACTION]), first, max(1, most // FOR_THE_REST), last)
    return Thought((replace(best, line=rest), *others), best.action, weighed.cut and playouts is not None)


@dataclass(frozen=True, slots=True)
class Weighed:
    """The candidates' table, best first, how many they are, and whether the time was up too soon."""

    table: Numbers
    count: int
    cut: bool


def weigh(imagined: Imagined, seat: int, first: int, most: int, ends: float | None) -> Weighed:
    """Halve the candidates with at most so many playouts; `first` is the first imagined game's seed.

    One playout is tried before: where the time does not suffice for all candidates, only the best are tried.
    """
    s, w, actions, table = array(at.SIZE), array(ROOM), array(at.MOST_ACTIONS), array(TABLE)
    tables, worlds, begun, cut = imagined.cards.tables, imagined.worlds, monotonic(), False
    for place in range(at.SIZE):
        s[place] = worlds[place]
    count = list_candidates(s, tables, w, actions, table, most)
    if ends is not None and count > FEWEST:
        started = monotonic()
        try_out(tables, worlds, imagined.parts, imagined.shown, seat, first, 1, 1, table, s, w, actions)
        affordable = int((ends - started) / (monotonic() - started + TICK))
        if affordable < EACH * count:
            cut, count = True, max(FEWEST, affordable // EACH)
        table[TRIES] = table[LEAD] = table[CHANCE] = 0
    left = count
    rounds = rounds_of(count)
    for number in range(1, rounds + 1):
        games, done = games_in(most, rounds, left), 0
        until = None if ends is None else begun + (ends - begun) * number / rounds
        while done < games and (done == 0 or until is None or monotonic() < until):
            some = min(max(1, AT_ONCE // left), games - done)
            try_out(
                tables, worlds, imagined.parts, imagined.shown, seat, first, some, left, table, s, w, actions
            )
            first, done = first + some, done + some
        cut |= done < games
        left = halve(table, left)
    return Weighed(table, count, cut)


def _candidates(imagined: Imagined, weighed: Weighed) -> list[Candidate[Action]]:
    found, s, table = [], imagined.worlds[: at.SIZE], weighed.table
    for place in range(0, CANDIDATE * weighed.count, CANDIDATE):
        tries = int(table[place + TRIES])
        chance, lead = int(table[place + CHANCE]) / (WHOLE * tries), int(table[place + LEAD]) / (100 * tries)
        found.append(Candidate(written(s, imagined.cards, int(table[place + ACTION])), chance, lead, tries))
    return found


def _rest(
    imagined: Imagined, seat: int, action: int, first: int, most: int, ends: float | None
) -> tuple[Action, ...]:
    """How the turn goes on best after an action, until it ends or the seat draws."""
    line: list[Action] = []
    while len(line) < LONGEST and (ends is None or monotonic() < ends):
        after = _after(imagined, seat, action)
        if after is None:
            break
        imagined = after
        action = int(weigh(imagined, seat, first, most, ends).table[ACTION])
        line.append(written(imagined.worlds[: at.SIZE], imagined.cards, action))
    return tuple(line)


def _after(imagined: Imagined, seat: int, action: int) -> Imagined | None:
    """The same games after an action of the seat; None if its turn is over or it has drawn cards."""
    worlds, s = array(len(imagined.worlds)), array(at.SIZE)
    for place in range(0, len(worlds), at.SIZE):
        before = imagined.worlds[place : place + at.SIZE]
        copy_into(s, before)
        act(s, imagined.cards.tables, action)
        same_turn = s[at.OVER] == 0 and s[at.NUMBER] == before[at.NUMBER]
        if not same_turn or s[at.DECK_COUNT + seat] != before[at.DECK_COUNT + seat]:
            return None
        worlds[place : place + at.SIZE] = s
    return replace(imagined, worlds=worlds)


def imagine(view: BotView, seat: int, rng: Random) -> Imagined:
    """The states from which the imagined games of a view begin."""
    hidden = hidden_from(view, seat)
    hands, decks = view["hands"], view["decks"]
    hand = hands[1 - seat]
    count = (hand if isinstance(hand, int) else len(hand)) + decks[1 - seat] - len(hidden.shown)
    pools = _exact(hidden.pools, count, rng)
    keys = cards_in(view).union(hidden.deck, hidden.shown, *(pool.keys for pool in pools))
    cards = {key: view["cards"][key] for key in sorted(keys) if key in view["cards"]}
    known = universe_for(view, cards)
    state = _state(view, seat, hidden, pools[0], cards, known)
    states = [state, *(_with_pool(state, 1 - seat, len(hidden.shown), pool, known) for pool in pools[1:])]
    total, reached, parts = sum(pool.weight for pool in pools), 0.0, []
    for pool in pools:
        reached += pool.weight
        parts.append(round(PARTS * reached / total))
    worlds, known_hands = array(at.SIZE * len(states)), array(len(states))
    for number, state in enumerate(states):
        worlds[number * at.SIZE : (number + 1) * at.SIZE] = state
        known_hands[number] = _shown(state, 1 - seat, len(hidden.shown))
    return Imagined(known, worlds, frozen(parts), known_hands)


def universe_for(view: BotView, cards: dict[str, CardData]) -> Universe:
    parsed = tuple(Card.parse(key, card) for key, card in cards.items() if key != "home")
    return universe(rule_set(view["rules"]), view["food_step"], parsed)


def _exact(pools: Sequence[Pool], count: int, rng: Random) -> list[Pool]:
    """Pools with exactly so many cards: larger ones are drawn from, several times if there are few."""
    if all(len(pool.keys) == count for pool in pools):
        return list(pools)
    weights = [pool.weight for pool in pools]
    drawn = rng.choices(pools, weights, k=8)
    return [Pool(1.0, tuple(sorted(rng.sample(pool.keys, min(count, len(pool.keys)))))) for pool in drawn]


def _state(
    view: BotView, seat: int, hidden: Hidden, pool: Pool, cards: dict[str, CardData], known: Universe
) -> State:
    """The state with the hidden cards of a pool, still to be dealt anew."""
    other = 1 - seat
    hand = view["hands"][other]
    size = (hand if isinstance(hand, int) else len(hand)) - len(hidden.shown)
    hands, decks = [list[str](), list[str]()], [list[str](), list[str]()]
    own = view["hands"][seat]
    assert not isinstance(own, int)
    hands[seat], decks[seat] = list(own), list(hidden.deck)
    hands[other], decks[other] = [*hidden.shown, *pool.keys[:size]], list(pool.keys[size:])
    position = {
        "turn": view["turn"],
        "spaces": view["spaces"],
        "hands": hands,
        "decks": decks,
        "discards": view["discards"],
    }
    options = {"food_step": view["food_step"], "home_gap": view["home_gap"]}
    game = from_position(view["rules"], cards, position, options=options, lower=view["lower"])
    return from_game(game, known)


def _with_pool(state: State, seat: int, shown: int, pool: Pool, known: Universe) -> State:
    """The same state with the cards of another pool hidden in that seat's hand and deck.

    All other cards keep their slots, so an action of the tree means the same in all imagined games.
    """
    other = array(at.SIZE)
    copy_into(other, state)
    hand, deck = at.HAND + at.ROW * seat, at.DECK + at.ROW * seat
    in_hand = range(hand + shown, hand + int(state[at.HAND_COUNT + seat]))
    places = [*in_hand, *range(deck, deck + int(state[at.DECK_COUNT + seat]))]
    for place, key in zip(places, pool.keys, strict=True):
        slot, kind = int(state[place]), known.kind_of[key]
        if other[at.CARD + slot] != kind:
            rewrite(other, known, slot, kind)
    return other


def _shown(state: State, seat: int, count: int) -> int:
    """The set of the slots of a hand that are known: the first so many."""
    return sum(1 << int(state[at.HAND + at.ROW * seat + place]) for place in range(count))
