"""What the result of a match says of its analysis: one story of a game, told in both places."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.matches.models import Match
from games.replays.models import MatchAnalysis
from games.replays.services.analyses import analysis_of
from games.replays.words.analyses import turning
from games.table.turning_point import Decision, Judgement
from phylo.jobs.models import Status


def judgement(match: Match) -> Judgement | None:
    found = MatchAnalysis.objects.filter(match=match, status=Status.DONE).first()
    if found is None:
        return None

    def decision(names: Sequence[str], reader: int | None) -> Decision | None:
        done = analysis_of(found)
        decisive = None if done is None else turning(match, done, names, reader)
        if decisive is None:
            return None
        words = _("Turn %(turn)d decided the game. %(swing)s") % {
            "turn": decisive.turn,
            "swing": decisive.swing,
        }
        return Decision(decisive.turn, decisive.version, words)

    return decision
