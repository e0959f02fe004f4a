"""Faults of a query, explained to whoever typed it."""

from collections.abc import Mapping, Sequence

from phylo.http.problems import Refused


class QueryError(Refused):
    """
    An invalid query: what is wrong from `start` to `end`, and what would be right.

    `column` counts from 1; `length` is the number of characters concerned. `expected` lists what could stand
    there, `suggestion` is the nearest known word and `mended` the whole text with it. `unfinished`: the user
    may still be typing.
    """

    code = "query"

    def __init__(
        self,
        message: str,
        start: int,
        end: int = 0,
        *,
        expected: Sequence[str] = (),
        suggestion: str | None = None,
        mended: str | None = None,
        unfinished: bool = False,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.column = start + 1
        self.length = max(1, end - start)
        self.expected = list(expected)
        self.suggestion = suggestion
        self.mended = mended
        self.unfinished = unfinished

    def details(self) -> Mapping[str, object]:
        names = ("column", "length", "expected", "suggestion", "mended")
        return {"parameter": "q", **{name: getattr(self, name) for name in names}}
