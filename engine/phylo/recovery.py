"""What an event may recover (P30): its choices are checked without listing them, and listed one by one.

A choice is a tuple of kinds of card (Matchup.kind_of): those of each `recover` ascending, in turn.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.phylo.effects import piles_when_recovering
from engine.phylo.game import Game

Way = tuple[int, ...]


class Recoveries:
    """The ways to recover species by the `recover` effects of one event, in ascending order.

    `most` is by effect the number on the card; `piles` are the kinds of species in the own pile when the
    effect runs, as if nothing had been recovered before. While an event runs, nothing else leaves the pile.
    `size` is how many cards each way recovers.
    """

    def __init__(self, most: Sequence[int], piles: Sequence[Sequence[int]]) -> None:
        self.counts: list[int] = []
        self.piles = [sorted(pile) for pile in piles]
        self.size = 0
        for number, pile in zip(most, piles, strict=True):
            self.counts.append(min(number, len(pile) - self.size))
            self.size += self.counts[-1]

    @classmethod
    def of(cls, game: Game, event: int, space: int) -> "Recoveries":
        """Those of an event that is played on the upper card of a space."""
        effects = game.matchup.cards[event].effects
        most = [effect.number for effect in effects if effect.do == "recover"]
        return cls(most, piles_when_recovering(game, event, space, len(most)) if most else [])

    def __iter__(self) -> Iterator[Way]:
        return self._ways(0, ())

    def _ways(self, place: int, taken: Way) -> Iterator[Way]:
        if place == len(self.counts):
            yield taken
            return
        for chosen in selections(self._left(place, taken), self.counts[place]):
            yield from self._ways(place + 1, taken + chosen)

    def _left(self, place: int, taken: Way) -> list[int]:
        """The pile when the effect runs after so many were taken, in ascending order."""
        pile = self.piles[place]
        return list((Counter(pile) - Counter(taken)).elements()) if taken else pile

    def only(self) -> Way | None:
        """The way, if there is only one; it may be empty."""
        way: Way = ()
        for place, count in enumerate(self.counts):
            left = self._left(place, way)
            if 0 < count < len(left) and left[0] != left[-1]:
                return None
            way += tuple(left[:count])
        return way

    def first_of_several(self) -> Way:
        """The first way; none if there is only one."""
        return () if self.only() is not None else next(iter(self))

    def named(self, kinds: Sequence[int]) -> Way | None:
        """The way that recovers these cards in this order, or else the first that recovers them in any."""
        if len(kinds) != self.size:
            return None
        return self._in_this_order(kinds) or self._in_any_order(kinds)

    def _in_this_order(self, kinds: Sequence[int]) -> Way | None:
        end = 0
        for count, pile in zip(self.counts, self.piles, strict=True):
            start, end = end, end + count
            one = list(kinds[start:end])
            if one != sorted(one) or not Counter(kinds[:end]) <= Counter(pile):
                return None
        return tuple(kinds)

    def _in_any_order(self, kinds: Sequence[int]) -> Way | None:
        way: Way = ()
        for count, pile in zip(self.counts, self.piles, strict=True):
            free = (Counter(kinds) & Counter(pile)) - Counter(way)
            way += tuple(sorted(free.elements())[:count])
        return way if len(way) == len(kinds) else None


def selections(cards: Sequence[int], count: int) -> Iterator[Way]:
    """The different selections of so many cards out of sorted ones, in ascending order."""
    if count <= 1:
        yield from [(card,) for card in dict.fromkeys(cards)] if count else [()]
        return
    last = None
    for place in range(len(cards) - count + 1):
        if cards[place] != last:
            last = cards[place]
            for rest in selections(cards[place + 1 :], count - 1):
                yield last, *rest
