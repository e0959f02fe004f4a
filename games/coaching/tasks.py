from contextlib import suppress

from celery import shared_task

from games.coaching.services import hints
from games.matches.models import Match


@shared_task(name="games.tasks.think_of_hint")
def think_of_hint(hint_id: int) -> None:
    """Think of a hint that a player waits for; whoever still waits asks for it again if it is lost."""
    # The match may be forgotten meanwhile, with its only player.
    with suppress(Match.DoesNotExist):
        hints.think_of(hint_id=hint_id)
