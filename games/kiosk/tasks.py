from datetime import datetime

from games.kiosk import services
from games.matches.sweeping import AT_MOST


def sweep(now: datetime) -> None:
    services.forget_abandoned(at_most=AT_MOST)
