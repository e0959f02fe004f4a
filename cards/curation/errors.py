"""Why something is not done with a proposal, a card or its facts. The message can be shown to people."""

from typing import ClassVar


class CurationError(Exception):
    """Nothing was stored. `code` is for programs (phylo.problems)."""

    code: ClassVar[str]


class NotAllowed(CurationError):
    """Somebody of this role, or this person, may not do it."""

    code = "forbidden"


class NotNow(CurationError):
    """The proposal is in a state in which this cannot be done; `state` is that state."""

    code = "not-now"

    def __init__(self, message: str, state: str = "") -> None:
        super().__init__(message)
        self.state = state


class Blocked(NotAllowed):
    """The account may no longer take part."""

    code = "blocked"


class EditedMeanwhile(CurationError):
    """The proposal says something else than what was read; `edition` is the present one."""

    code = "stale"

    def __init__(self, message: str, edition: int = 0) -> None:
        super().__init__(message)
        self.edition = edition


class BadContents(CurationError):
    """`field` names the column, or the parameter, that cannot be; empty for all of it."""

    code = "bad-contents"

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


class NothingToPropose(CurationError):
    """It says what the card says already."""

    code = "nothing-new"


class TooMany(CurationError):
    """A limit is reached; in so many `seconds` it may go on, 0: when something else has happened."""

    code = "too-many"

    def __init__(self, message: str, seconds: int = 0) -> None:
        super().__init__(message)
        self.seconds = seconds


class KeyUsed(CurationError):
    """The same key has made something else."""

    code = "key-reused"
