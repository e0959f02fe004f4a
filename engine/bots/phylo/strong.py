"""Strong: searches the rest of its turn over imagined games (search.py); all that it knows is its view."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from time import monotonic

from engine.bots.phylo import greedy
from engine.bots.phylo.imagining import Hidden, Pool, hidden_from
from engine.bots.phylo.playing import PARTS
from engine.bots.phylo.policy import ROOM
from engine.bots.phylo.search import (
    ACTION,
    CHANCE,
    CHILDREN,
    DEPTH,
    FIRST,
    LEAD,
    NODE,
    OPEN_AFTER,
    ROOT,
    USED,
    VALUE,
    VISITS,
    WHOLE,
    WIDEST,
    search,
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
"""Tries between two looks at the clock."""
MOST_PLAYOUTS = 1 << 16
"""In one thought, where only the time limits them."""
SEEDS = 1 << 30


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
    ends = None if seconds is None else begun + seconds
    tree, done = grow(imagined, seat, rng.randrange(SEEDS), most, ends)
    return _thought(imagined, tree, hurried=playouts is not None and done < playouts)


def grow(imagined: Imagined, seat: int, first: int, most: int, ends: float | None) -> tuple[Numbers, int]:
    """The tree after at most so many playouts, and how many they were; `first` is the first one's seed."""
    tree = array(ROOT + NODE * (1 + WIDEST * (4 + most // OPEN_AFTER)))
    tree[USED] = ROOT + NODE
    s, w, actions, done = array(at.SIZE), array(ROOM + DEPTH), array(at.MOST_ACTIONS), 0
    while done < most and (done == 0 or ends is None or monotonic() < ends):
        some = min(AT_ONCE, most - done)
        search(
            imagined.cards.tables, imagined.worlds, imagined.parts, imagined.shown, seat, first + done, some,
            tree, s, w, actions,
        )  # fmt: skip
        done += some
    return tree, done


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
    return from_game(from_position(view["rules"], cards, position, options=options), known)


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


def _thought(imagined: Imagined, tree: Numbers, *, hurried: bool) -> Thought[Action]:
    candidates = []
    for child in _children(tree, ROOT):
        line = _line(imagined, tree, child)
        tries = int(tree[child + VISITS])
        chance, lead = int(tree[child + CHANCE]) / (WHOLE * tries), int(tree[child + LEAD]) / (100 * tries)
        candidates.append(Candidate(line[0], chance, lead, tries, tuple(line[1:])))
    return Thought(tuple(candidates), candidates[0].action, hurried)


def _children(tree: Numbers, node: int) -> list[int]:
    """The children of a node that were tried, most often first."""
    first = int(tree[node + FIRST])
    if not first:
        return []
    children = [first + NODE * number for number in range(int(tree[node + CHILDREN]))]
    tried = [child for child in children if tree[child + VISITS]]
    return sorted(tried, key=lambda child: (-tree[child + VISITS], -tree[child + VALUE]))


def _line(imagined: Imagined, tree: Numbers, node: int) -> list[Action]:
    """The action of a node, and the rest of the turn as it was tried most."""
    s, line = array(at.SIZE), []
    for place in range(at.SIZE):
        s[place] = imagined.worlds[place]
    while True:
        action = int(tree[node + ACTION])
        line.append(written(s, imagined.cards, action))
        below = _children(tree, node)
        if not below or tree[below[0] + VISITS] < DEPTH:
            return line
        act(s, imagined.cards.tables, action)
        node = below[0]
