"""The page of an exercise, and what it fetches."""

from collections.abc import Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from engine.drafting import GAMES as DRAFTS
from engine.drafting.state import State as DraftState
from games.exercises.services import Exercise
from games.exercises.table import reader_of, table_of
from games.table.draft.rearrangements import ways_part
from games.table.other_parts import other_part
from games.table.parts import shown_parts
from phylo.http.input import whole_number


def exercise_page(
    request: HttpRequest, template: str, exercise: Exercise, more: Mapping[str, object]
) -> HttpResponse:
    """
    The page with the table as it is now. `template` extends `exercise_base`. `more` has templates (its
    `panel`, `ends` for what takes the place of the turn's button at the end, `links` for its menu), the
    addresses `fragment_url`, `actions_url`, `why_url` and `spaces_url`, and what these say besides.
    """
    context = {
        "table": table_of(exercise),
        "exercise": exercise,
        "exercise_base": f"exercises/{'draft_' if exercise.rules in DRAFTS else ''}base.html",
    }
    return render(request, template, {**context, **more})


def exercise_fragment(request: HttpRequest, exercise: Exercise, more: Mapping[str, object]) -> HttpResponse:
    """
    The table at `?version=`, by default the latest, with the parts that the page does not show yet; with
    `?part=web` or `words` its food web or all of it in words, with `?part=ways` how a card may rearrange
    others. Raises Http404.
    """
    version = _version_asked(request, exercise)
    is_draft = exercise.rules in DRAFTS
    part, state = request.GET.get("part"), exercise.at(version).state
    if part == "ways" and isinstance(state, DraftState) and exercise.legal:
        return ways_part(request, state, exercise.seat)
    if is_draft and part == "words":
        return render(request, "table/draft/_in_words.html", {"table": table_of(exercise, version)})
    if not is_draft:
        found = other_part(request, lambda: reader_of(exercise, version), lambda: table_of(exercise, version))
        if found is not None:
            return found
    context = {
        "table": table_of(exercise, version),
        "exercise": exercise,
        "shown_parts": shown_parts(request),
    }
    template = "table/draft/_fragment.html" if is_draft else "table/_fragment.html"
    return render(request, template, {**context, **more})


def _version_asked(request: HttpRequest, exercise: Exercise) -> int:
    text = request.GET.get("version", "")
    number = whole_number(text, digits=6) if text else exercise.version
    if number is None or number > exercise.version:
        raise Http404("no such version")
    return number
