"""What may be hidden from a seat: the order of its own deck, and the other player's hand and deck.

Only the view is asked, so that nothing can be thought that a player in that seat could not know.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb

from engine.record_format import BotView, Lying

MOST_POOLS = 8
"""Decks of the other player that are thought possible at the same time."""
TO_ONE = 8.0
"""How much likelier a deck is, where none fits, for each seen card that it holds."""


@dataclass(frozen=True, slots=True)
class Pool:
    """Cards out of which the other player's hidden ones may be drawn, at least as many as these are.

    `weight` says how likely it is, beside the others.
    """

    weight: float
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Hidden:
    """What a seat has to imagine, as keys of cards, sorted.

    `deck` is what is left of its own deck. Of the other player, `shown` are the cards known to be in hand;
    the rest of hand and deck comes from one of the `pools`, likeliest first.
    """

    deck: tuple[str, ...]
    shown: tuple[str, ...]
    pools: tuple[Pool, ...]


def hidden_from(view: BotView, seat: int) -> Hidden:
    """What a seat has to imagine in its view."""
    other, owned = 1 - seat, [_seen(view, each) for each in (0, 1)]
    hand, deck = view["hands"][other], view["decks"][other]
    count = hand if isinstance(hand, int) else len(hand)
    shown = sorted(view["known_hand"])[:count]
    own = _left(Counter(view["deck"]), owned[seat], owned[other], view["decks"][seat])
    return Hidden(own, tuple(shown), _pools(view, owned[other] + Counter(shown), count + deck - len(shown)))


def _seen(view: BotView, seat: int) -> Counter[str]:
    """The cards of a seat that its opponent, or itself, sees outside the other's hand and the decks."""
    keys = [lying["card"] for lying in _lying(view) if lying["owner"] == seat]
    hand = view["hands"][seat]
    return Counter([*keys, *view["discards"][seat], *([] if isinstance(hand, int) else hand)])


def _lying(view: BotView) -> Iterator[Lying]:
    """All cards on the table but the starters, which belong to no deck (P4)."""
    starters = [[(1 + view["home_gap"]) * seat, 0] for seat in (0, 1)]
    for space in view["spaces"]:
        if space["at"] not in starters:
            yield space
        yield from (lower for lower in (space.get("under"), space.get("covered")) if lower)
        yield from space.get("events", ())


def _left(deck: Counter[str], own: Counter[str], others: Counter[str], count: int) -> tuple[str, ...]:
    """What is left of the own deck: as many cards as it has.

    A card that the other player took for good (P30) counts as theirs, so it is looked for there.
    """
    left = deck - own
    if left.total() > count:
        taken = left & others
        left -= Counter(sorted(taken.elements())[: left.total() - count])
    return tuple(sorted(left.elements())[:count])


def _pools(view: BotView, seen: Counter[str], count: int) -> tuple[Pool, ...]:
    """The pools of the other player's hidden cards: from the known decks that hold everything seen.

    If there is none, those that hold most of it, and the own deck if none is known, with all cards of all
    known decks behind them where one has too few cards left.
    """
    decks = [Counter(deck) for deck in view["known_decks"]] or [Counter(view["deck"])]
    fitting = [
        Pool(_likelihood(deck, seen), tuple(sorted((deck - seen).elements())))
        for deck in decks
        if seen <= deck and deck.total() - seen.total() >= count
    ]
    if not fitting:
        everything = sorted(key for deck in decks for key in deck)
        rests = [(TO_ONE ** (deck & seen).total(), sorted((deck - seen).elements())) for deck in decks]
        fitting = [Pool(weight, _filled(rest, everything, count)) for weight, rest in rests]
    fitting.sort(key=lambda pool: (-pool.weight, pool.keys))
    return tuple(fitting[:MOST_POOLS])


def _likelihood(deck: Counter[str], seen: Counter[str]) -> float:
    """How likely the seen cards come from a deck, up to a factor: the ways to draw them."""
    ways = 1.0
    for key, number in seen.items():
        ways *= comb(deck[key], number)
    return ways


def _filled(rest: Sequence[str], everything: Sequence[str], count: int) -> tuple[str, ...]:
    """A pool of at least `count` cards."""
    lacking = max(0, count - len(rest))
    times = -(-lacking // len(everything)) if everything else 0
    return (*rest, *(list(everything) * times if lacking else ()))
