"""What is wrong with a query, for those who typed it."""

from collections.abc import Sequence


class QueryError(ValueError):
    """
    A text that is no query: one sentence, where, and what would have been right.

    `column` counts from 1, `length` is the number of letters concerned. `expected` lists what could stand
    there, `suggestion` is the nearest known word and `mended` the whole text with it. `unfinished`: it may
    only be that the typing goes on.
    """

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


class CursorError(ValueError):
    """A cursor that is broken or belongs to another order."""
