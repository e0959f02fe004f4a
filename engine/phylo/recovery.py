"""What an event may recover (P30): its choices are checked without listing them, and listed one by one.

A choice is a tuple of kinds of card (Matchup.kind_of): those of each `recover` ascending, in turn.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.phylo.effects import piles_when_recovering
from engine.phylo.game import Game

Recovery = tuple[int, ...]


class Recoveries:
    """The possible recoveries of species by the `recover` effects of one event, in ascending order.

    `most` is by effect the number on the card; `piles` are the kinds of species in the own pile when the
    effect runs, as if nothing had been recovered before. While an event runs, nothing else leaves the pile.
    `size` is how many cards each of them has.
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

    def __iter__(self) -> Iterator[Recovery]:
        return self._from(0, ())

    def _from(self, place: int, taken: Recovery) -> Iterator[Recovery]:
        if place == len(self.counts):
            yield taken
            return
        for chosen in selections(self._left(place, taken), self.counts[place]):
            yield from self._from(place + 1, taken + chosen)

    def _left(self, place: int, taken: Recovery) -> list[int]:
        """The pile when the effect runs after so many were taken, in ascending order."""
        pile = self.piles[place]
        return list((Counter(pile) - Counter(taken)).elements()) if taken else pile

    def only(self) -> Recovery | None:
        """The recovery, if there is only one; it may be empty."""
        recovery: Recovery = ()
        for place, count in enumerate(self.counts):
            left = self._left(place, recovery)
            if 0 < count < len(left) and left[0] != left[-1]:
                return None
            recovery += tuple(left[:count])
        return recovery

    def first_of_several(self) -> Recovery:
        """The first recovery; none if there is only one."""
        return () if self.only() is not None else next(iter(self))

    def named(self, kinds: Sequence[int]) -> Recovery | None:
        """The one of these cards in this order, or else the first of them in any."""
        if len(kinds) != self.size:
            return None
        return self._in_this_order(kinds) or self._in_any_order(kinds)

    def _in_this_order(self, kinds: Sequence[int]) -> Recovery | None:
        end = 0
        for count, pile in zip(self.counts, self.piles, strict=True):
            start, end = end, end + count
            one = list(kinds[start:end])
            if one != sorted(one) or not Counter(kinds[:end]) <= Counter(pile):
                return None
        return tuple(kinds)

    def _in_any_order(self, kinds: Sequence[int]) -> Recovery | None:
        recovery: Recovery = ()
        for count, pile in zip(self.counts, self.piles, strict=True):
            free = (Counter(kinds) & Counter(pile)) - Counter(recovery)
            recovery += tuple(sorted(free.elements())[:count])
        return recovery if len(recovery) == len(kinds) else None


def selections(cards: Sequence[int], count: int) -> Iterator[Recovery]:
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
