from datetime import datetime

from games.lobby.services import quick


def sweep(now: datetime) -> None:
    """Pair those who wait for an opponent."""
    quick.pair()
