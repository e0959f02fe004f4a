"""Why something is not done with a card, a proposal or a set. Nothing was stored."""

from collections.abc import Mapping

from phylo.http import problems


class Refused(problems.Refused):
    """The message can be shown to people; `code` is for programs (phylo.http.problems)."""

    def told(self) -> Mapping[str, object]:
        found = {name: getattr(self, name, None) for name in ("state", "version", "field")}
        return {name: value for name, value in found.items() if value}


class NotAllowed(Refused):
    """Somebody of this role, or this person, may not do it."""

    code = "forbidden"


class Blocked(NotAllowed):
    """The account may no longer take part."""

    code = "blocked"


class NotNow(Refused):
    """The proposal is in a state in which this cannot be done; `state` is that state."""

    code = "not-now"

    def __init__(self, message: str, state: str = "") -> None:
        super().__init__(message)
        self.state = state


class ChangedMeanwhile(Refused):
    """What is stored has changed since it was read; `version` is the present one."""

    code = "stale"

    def __init__(self, message: str, version: int = 0) -> None:
        super().__init__(message)
        self.version = version


class BadValue(Refused):
    """`field` names the column, or the parameter, whose value is not allowed; empty for all of it."""

    code = "bad-contents"

    def __init__(self, field: str, message: str) -> None:
        super().__init__(" ".join(message.split()))
        self.field = field


class NothingToPropose(Refused):
    """The proposal says what the card says already."""

    code = "nothing-new"


class TooMany(Refused):
    """A limit is reached. After so many `seconds` it may go on; 0: when something else has happened."""

    code = "too-many"

    def __init__(self, message: str, seconds: int = 0) -> None:
        super().__init__(message)
        self.seconds = seconds

    def headers(self) -> Mapping[str, str]:
        return {"Retry-After": str(self.seconds)} if self.seconds else {}


class KeyUsed(Refused):
    """The same key has made something else."""

    code = "key-reused"
