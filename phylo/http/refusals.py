"""The most frequent reasons why a service refuses something; nothing was stored."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Self

from phylo.http.problems import Refused


class NotNow(Refused):
    """What it is about is in a `state` that does not allow this."""

    code = "not-now"

    def __init__(self, message: str, state: str = "") -> None:
        super().__init__(message)
        self.state = state

    def details(self) -> Mapping[str, object]:
        return {"state": self.state} if self.state else {}


@dataclass(frozen=True, slots=True)
class Conflict:
    """
    A column that somebody else has changed to `theirs`. `yours` is the value that was sent, or that was read
    if none was sent.
    """

    column: str
    yours: object
    theirs: object


def conflicts(
    yours: Mapping[str, object], theirs: Mapping[str, object], read: Mapping[str, object] | None = None
) -> tuple[Conflict, ...]:
    """
    The columns of `yours` that are stored as something else, `theirs`; if it is known what was `read`, only
    those that have changed since.
    """
    differing = [column for column, value in yours.items() if theirs.get(column) != value]
    changed = [each for each in differing if read is None or theirs.get(each) != read.get(each)]
    return tuple(Conflict(column, yours[column], theirs.get(column)) for column in changed)


class ChangedMeanwhile(Refused):
    """The stored value has changed since it was read; `version` is the present one."""

    code = "stale"

    def __init__(self, message: str, version: int = 0, conflicts: Sequence[Conflict] = ()) -> None:
        super().__init__(message)
        self.version = version
        self.conflicts = conflicts

    def details(self) -> Mapping[str, object]:
        return {"version": self.version, "conflicts": [asdict(each) for each in self.conflicts]}


Mistakes = dict[str, str]
"""What is wrong, by field; "" is the whole."""


class BadValue(Refused):
    """
    `field` names the column or the parameter with an invalid value; empty for the whole. `mistakes` has all
    that were found, this one included.
    """

    code = "bad-contents"

    def __init__(self, field: str, message: str) -> None:
        message = " ".join(message.split())
        super().__init__(message)
        self.field = field
        self.mistakes: Mistakes = {field: message}

    @classmethod
    def among(cls, mistakes: Mistakes) -> Self:
        """The first of these mistakes, which knows the others."""
        found = cls(*next(iter(mistakes.items())))
        found.mistakes = {field: " ".join(says.split()) for field, says in mistakes.items()}
        return found


class TooMany(Refused):
    """A limit is reached. Retry after `seconds`; 0 if that depends on something else."""

    code = "too-many"

    def __init__(self, message: str, seconds: int = 0) -> None:
        super().__init__(message)
        self.seconds = seconds

    def headers(self) -> Mapping[str, str]:
        return {"Retry-After": str(self.seconds)} if self.seconds else {}
