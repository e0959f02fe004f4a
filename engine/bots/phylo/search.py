"""Information-set tree search: one tree over the rest of this turn, and for every try another imagined game.

The seat knows its own hand, so until it draws, the same actions are legal in all imagined games, and the tree
needs no chance nodes: where the seat draws, or its turn ends, the playout begins. All sums are whole numbers,
and of real ones only +, ×, ÷ and the square root are used, so that every machine chooses alike.
"""

from math import sqrt

from engine.bots.phylo.estimate import chance_with, expected_lead
from engine.bots.phylo.playing import imagine_into, lead_of, play_out
from engine.bots.phylo.policy import LOOKS, look_at, prepare
from engine.flat.compiled import Numbers, compiled
from engine.flat.layout import DECK_COUNT, NUMBER, OVER, State
from engine.flat.listing import legal
from engine.flat.tables import Tables
from engine.flat.turn import act

# A node of the tree, by place; its children lie one after another, the one that looks best first.
ACTION, FIRST, CHILDREN, VISITS, VALUE, LEAD, CHANCE, PRIOR, CLOSED = range(9)
NODE = 9
USED = 0
"""The place in a tree of its length so far."""
ROOT = 1
WIDEST = 40
"""Children of a node: actions that look worse at a glance are never tried."""
DEPTH = 8
"""Room at the end of `w` for the way down the tree."""
WHOLE = 1000
"""The value of a sure win."""

BY_LEAD = 1000
"""Of WHOLE: how much of a playout's value is by the lead, the rest by who won. Decks often decide who wins,
and then only the lead tells good actions from bad ones."""
FULL_LEAD = 5000
"""Hundredths of a point: a lead whose value is WHOLE."""
EXPLORE = 0.03
GAP = 150.0
"""Hundredths of a point by which an action looks worse to be explored half as much."""
LOOK_TRIES = 6
"""As many tries as how an action looks counts for."""
TURNS = 12
"""After which the rest of a playout is estimated."""
OPEN_AFTER = 6
"""Tries of a node before its children are made."""


@compiled
def search(
    t: Tables, worlds: Numbers, parts: Numbers, shown: Numbers, seat: int, first: int, tries: int,
    tree: Numbers, s: State, w: Numbers, actions: Numbers,
) -> None:  # fmt: skip
    """Try so many imagined games, the first of which has that number; `tree` keeps what came of them."""
    way = len(w) - DEPTH
    for number in range(first, first + tries):
        imagine_into(s, worlds, parts, shown, w, seat, number)
        w[way] = ROOT
        depth = descend(s, t, w, actions, tree, seat)
        play_out(s, t, w, actions, TURNS)
        if s[OVER] == 0:
            lead = expected_lead(s, t, w, 0, seat)
            won = int(WHOLE * chance_with(s, t, lead))
        else:
            lead = 100 * lead_of(s, t, seat)
            won = WHOLE if lead > 0 else WHOLE // 2 if lead == 0 else 0
        value = value_of(won, lead)
        for step in range(depth):
            node = w[way + step]
            tree[node + VISITS] += 1
            tree[node + VALUE] += value
            tree[node + LEAD] += lead
            tree[node + CHANCE] += won


@compiled
def value_of(won: int, lead: int) -> int:
    """What the end of a game is worth, from 0 to WHOLE."""
    by_lead = max(0, min(WHOLE, WHOLE // 2 + WHOLE * lead // (2 * FULL_LEAD)))
    return (won * (WHOLE - BY_LEAD) + by_lead * BY_LEAD) // WHOLE


@compiled
def descend(s: State, t: Tables, w: Numbers, actions: Numbers, tree: Numbers, seat: int) -> int:
    """Carry out the actions of one way down the tree; its length. Its nodes are left at the end of `w`."""
    node, depth, way = ROOT, 0, len(w) - DEPTH
    turn, deck = s[NUMBER], s[DECK_COUNT + seat]
    while True:
        w[way + depth] = node
        depth += 1
        if tree[node + CLOSED] != 0 or depth == DEPTH:
            return depth
        if tree[node + FIRST] == 0:
            if node != ROOT and tree[node + VISITS] < OPEN_AFTER:
                return depth
            if not make_children(s, t, w, actions, tree, node):
                return depth
        node = pick(tree, node)
        act(s, t, tree[node + ACTION])
        if s[OVER] != 0 or s[NUMBER] != turn or s[DECK_COUNT + seat] != deck:
            tree[node + CLOSED] = 1


@compiled
def make_children(s: State, t: Tables, w: Numbers, actions: Numbers, tree: Numbers, node: int) -> bool:
    """Add the actions that look best here as children; whether there was room."""
    count = legal(s, t, actions)
    if tree[USED] + NODE * min(count, WIDEST) > len(tree):
        return False
    prepare(s, t, w)
    look_at(s, t, w, actions, count)
    first, made = tree[USED], 0
    for number in range(count):
        look = w[LOOKS + number]
        if made == WIDEST:
            if tree[first + NODE * (made - 1) + PRIOR] >= look:
                continue
            made -= 1
        place = first + NODE * made
        while place > first and tree[place - NODE + PRIOR] < look:
            before = place - NODE
            tree[place + PRIOR], tree[place + ACTION] = tree[before + PRIOR], tree[before + ACTION]
            place = before
        tree[place + PRIOR], tree[place + ACTION] = look, actions[number]
        made += 1
    tree[node + FIRST], tree[node + CHILDREN] = first, made
    tree[USED] += NODE * made
    return True


@compiled
def pick(tree: Numbers, node: int) -> int:
    """The child to try next: what did well, what looks good, and what was seldom tried."""
    first, tries = tree[node + FIRST], tree[node + VISITS]
    even = tree[node + VALUE] / (WHOLE * tries) if tries > 0 else 0.5
    root, best, chosen = sqrt(tries + 1.0), -1e9, first
    for number in range(tree[node + CHILDREN]):
        child = first + NODE * number
        gap, visits = tree[first + PRIOR] - tree[child + PRIOR], tree[child + VISITS]
        looks = even - gap / (2.0 * FULL_LEAD)
        mean = (LOOK_TRIES * looks + tree[child + VALUE] / WHOLE) / (LOOK_TRIES + visits)
        score = mean + EXPLORE * GAP / (GAP + gap) * root / (1 + visits)
        if score > best:
            best, chosen = score, child
    return chosen
