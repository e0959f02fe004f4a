import uuid

from games.models import Match, Move
from games.services.chance import chance
from games.services.errors import KeyReused, StaleVersion
from games.services.play import play
from games.services.rulebooks import rulebook
from games.services.states import legal_at, view_at


def play_bot_turn(*, match_id: uuid.UUID, version: int) -> Move | None:
    """One action of the bot that is to act; None when the match has moved on or waits for somebody else."""
    match = Match.objects.playing().filter(pk=match_id, version=version, bot_to_act=True).first()
    if match is None:
        return None
    view = view_at(match, None)
    seat = match.seats.played_by_program().filter(number__in=view["to_act"]).first()
    if seat is None:
        return None
    choose = rulebook(match.rules).bots[seat.bot or seat.stand_in]
    action = choose(view_at(match, seat.number), legal_at(match, seat.number), chance(match, version), None)
    try:
        return play(
            match_id=match_id,
            seat=seat.number,
            action=dict(action),
            version=version,
            key=f"bot-{version}",
            by_program=True,
        )
    except (StaleVersion, KeyReused):
        # Another worker was faster, and with other code it may have chosen otherwise.
        return None
