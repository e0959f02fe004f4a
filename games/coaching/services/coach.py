"""
The coach of a first game (games/coaching/words/coach.py): who gets one, and sending it away.

It says no more than the table shows of each choice, so it does not count as a hint; rated matches have none.
"""

from games.matches.models import Match, Player, Seat


def accompany(match: Match, player: Player) -> None:
    """Give the player a coach if the match, just dealt against the computer alone, is their first."""
    others = Seat.objects.filter(player=player).exclude(match=match, number=0)
    if not match.rated and not others.exists():
        match.seats.filter(number=0, player=player).update(coached=True)


def send_away(seat: Seat) -> None:
    """For good: a later match is no first one."""
    Seat.objects.filter(pk=seat.pk).update(coached=False)
