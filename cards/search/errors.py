"""What is wrong with a query, for those who typed it."""

from collections.abc import Mapping, Sequence

from phylo.http.problems import Refused


class QueryError(Refused):
    """
    A text that is no query: one sentence, where, and what would have been right.

    `column` counts from 1, `length` is the number of letters concerned. `expected` lists what could stand
    there, `suggestion` is the nearest known word and `mended` the whole text with it. `unfinished`: it may
    only be that the typing goes on.
    """

    code = "query"

    def __init__(
        self,
        message: str,
        *,
        column: int = 1,
        length: int = 1,
        expected: Sequence[str] = (),
        suggestion: str | None = None,
        mended: str | None = None,
        unfinished: bool = False,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.column = column
        self.length = max(1, length)
        self.expected = list(expected)
        self.suggestion = suggestion
        self.mended = mended
        self.unfinished = unfinished

    def told(self) -> Mapping[str, object]:
        names = ("column", "length", "expected", "suggestion", "mended")
        return {"parameter": "q", **{name: getattr(self, name) for name in names}}
