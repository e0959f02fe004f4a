"""The analysis of a finished match, beside its replay."""

import uuid
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from games.matches.access import Look, look_or_404
from games.matches.services.errors import MatchPlaying, NotAllowed
from games.replays.models import MatchAnalysis
from games.replays.services.analyses import ANALYSES, analysis_of, begin_analysis, cancel_analysis
from games.replays.words.analyses import Report, report
from games.table.people import names_of, seats_of
from phylo.http.problems import only, problem, wants_page


@dataclass(frozen=True)
class Shown:
    """
    What a replay shows of its analysis: nothing but a button if none was `found`; how far it is, with how
    many to wait for; or the report.
    """

    url: str
    found: MatchAnalysis | None = None
    before: int = 0
    report: Report | None = None
    may_cancel: bool = False


def shown(look: Look) -> Shown:
    url = reverse("match-analysis", args=[look.match.pk])
    found = MatchAnalysis.objects.filter(match=look.match.pk).first()
    if found is None:
        return Shown(url)
    if found.working:
        before = ANALYSES.waiting_before(found)
        return Shown(url, found, before=before, may_cancel=look.seat is not None)
    done, names = analysis_of(found), names_of(seats_of(look), look.reader)
    if done is None:
        return Shown(url, found)
    return Shown(url, found, report=report(found.match, done, names, look.reader))


@only("POST")
def match_analysis(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Begin the analysis, for everybody who may see the replay; with `do=cancel`, for players, end it."""
    look = look_or_404(request, match_id)
    replay = f"{reverse('match-replay', args=[match_id])}?version={look.match.version}#analysis"
    if request.POST.get("do") == "cancel":
        if look.seat is not None:
            cancel_analysis(match_id=match_id)
        return redirect(replay)
    try:
        begin_analysis(match=look.match)
    except MatchPlaying as error:
        return error.as_problem()
    except NotAllowed as error:
        if not wants_page(request):
            return problem(error.code, str(error))
        messages.error(request, str(error))
    return redirect(replay)
