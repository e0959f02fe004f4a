"""How something stable ends: for a year at least it works as before, and says so (docs/stable.md)."""

import warnings
from dataclasses import dataclass
from datetime import date, timedelta

NOTICE = timedelta(days=365)


@dataclass(frozen=True, slots=True)
class Ending:
    """`until` is the first day on which it may be gone, `instead` what to use then. Raises ValueError."""

    since: date
    until: date
    instead: str

    def __post_init__(self) -> None:
        if self.until - self.since < NOTICE:
            raise ValueError("what is stable ends after a year at the earliest")

    def told_of(self, what: str) -> str:
        """In one line."""
        return (
            f"{what} is deprecated since {self.since} and may be gone from {self.until}: use {self.instead}"
        )

    def warn(self, what: str) -> None:
        """For whoever calls the caller."""
        warnings.warn(self.told_of(what), DeprecationWarning, stacklevel=3)
