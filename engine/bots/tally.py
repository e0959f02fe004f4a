"""Shares of the victory, and how far they can be trusted."""

from dataclasses import dataclass
from math import sqrt


@dataclass(slots=True)
class Tally:
    """So many games of somebody, and what share of the victory they brought in all."""

    games: int = 0
    won: float = 0.0

    def add(self, share: float) -> None:
        self.games += 1
        self.won += share

    @property
    def share(self) -> float:
        """Of the victory, from 0 to 1."""
        return self.won / self.games if self.games else 0.0

    def as_json(self) -> dict[str, object]:
        """With the interval in which the share of many more games probably is."""
        said: dict[str, object] = {"games": self.games, "share": round(self.share, 4)}
        if self.games:
            said["interval95"] = [round(each, 4) for each in interval95(self.share, self.games)]
        return said


def interval95(share: float, games: int) -> tuple[float, float]:
    """
    Wilson's interval of 95 % of a share. Draws and pairs of the same deal make the true one narrower, so this
    claims no more than what was measured.
    """
    z = 1.959964
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return max(0.0, middle - half), min(1.0, middle + half)
