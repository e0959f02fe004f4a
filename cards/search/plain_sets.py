"""Sets of whole numbers in the order of size: what the search uses of pyroaring, in plain Python."""

from collections.abc import Iterable, Iterator
from typing import Self, overload


class PlainSet:
    __slots__ = ("_numbers",)

    def __init__(self, numbers: "Iterable[int] | PlainSet" = ()) -> None:
        self._numbers: frozenset[int] = (
            numbers._numbers if isinstance(numbers, PlainSet) else frozenset(numbers)
        )

    def __len__(self) -> int:
        return len(self._numbers)

    def __iter__(self) -> Iterator[int]:
        return iter(sorted(self._numbers))

    def __contains__(self, number: int) -> bool:
        return number in self._numbers

    def __eq__(self, other: object) -> bool:
        return self._numbers == other._numbers if isinstance(other, PlainSet) else NotImplemented

    @overload
    def __getitem__(self, place: int) -> int: ...

    @overload
    def __getitem__(self, place: slice) -> Self: ...

    def __getitem__(self, place: int | slice) -> int | Self:
        found = sorted(self._numbers)[place]
        return found if isinstance(found, int) else type(self)(found)

    def __or__(self, other: "PlainSet") -> Self:
        return type(self)(self._numbers | other._numbers)

    def __and__(self, other: "PlainSet") -> Self:
        return type(self)(self._numbers & other._numbers)

    def __sub__(self, other: "PlainSet") -> Self:
        return type(self)(self._numbers - other._numbers)

    def union(self, *others: "PlainSet") -> Self:
        return type(self)(self._numbers.union(*(each._numbers for each in others)))

    def intersection(self, *others: "PlainSet") -> Self:
        return type(self)(self._numbers.intersection(*(each._numbers for each in others)))

    def intersection_cardinality(self, other: "PlainSet") -> int:
        return len(self._numbers & other._numbers)

    def isdisjoint(self, other: "PlainSet") -> bool:
        return self._numbers.isdisjoint(other._numbers)

    def shift(self, offset: int) -> Self:
        """With each number so much larger; none becomes negative."""
        return type(self)(each + offset for each in self._numbers if each + offset >= 0)

    def min(self) -> int:
        return min(self._numbers)

    def shrink_to_fit(self) -> int:
        return 0

    def __repr__(self) -> str:
        return f"{type(self).__name__}({sorted(self._numbers)})"


class FrozenBitMap(PlainSet):
    __slots__ = ()

    def __hash__(self) -> int:
        return hash(self._numbers)


class BitMap(PlainSet):
    """Also changes in place."""

    __slots__ = ()

    def __ior__(self, other: PlainSet) -> Self:
        self._numbers |= other._numbers
        return self

    def __iand__(self, other: PlainSet) -> Self:
        self._numbers &= other._numbers
        return self

    def __isub__(self, other: PlainSet) -> Self:
        self._numbers -= other._numbers
        return self
