"""Playing on from a step of a replay, against the computer."""

import uuid
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from games.matches.access import current_player, look_or_404
from games.matches.forms.parts import complaints
from games.matches.services.errors import MatchPlaying
from games.replays.forms import PlayOnForm
from games.replays.services.playing_on import play_on
from games.table.people import names_of, seats_of
from phylo.http.problems import Refused, only, problem, wants_page


@only("POST")
def match_play_on(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """To the new match; where it is refused, back to the step with the reason."""
    look = look_or_404(request, match_id)
    if not look.match.finished:
        return MatchPlaying().as_problem()
    form = PlayOnForm(request.POST, match=look.match, names=names_of(seats_of(look)))
    if not form.is_valid():
        return _refused(request, form, "malformed", " ".join(complaints(form)))
    try:
        found = play_on(
            moment=form.moment,
            level=form.cleaned_data["level"],
            player=current_player(request),
            key=form.cleaned_data["key"],
        )
    except Refused as error:
        return _refused(request, form, error.code, str(error))
    return redirect("match", found.pk)


def _refused(request: HttpRequest, form: PlayOnForm, code: str, words: str) -> HttpResponse:
    if not wants_page(request):
        return problem(code, words)
    messages.error(request, words)
    chosen = form.cleaned_data
    version = min(chosen.get("version", 0), form.match.version)
    kept = [(name, chosen[name]) for name in ("seat", "level") if name in chosen]
    query = urlencode([("version", version), *kept])
    return redirect(f"{reverse('match-replay', args=[form.match.pk])}?{query}")
