"""The position of a puzzle as a PNG to share; versions and caching as for the faces of cards."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import conditional_page, require_safe

from cards.services import pictures
from cards.services.pictures import TABLE_WIDTHS
from games.matches.access import player_id
from games.puzzles.models import Puzzle
from games.puzzles.words.question import PuzzleQuestion


@conditional_page
@require_safe
def puzzle_picture(request: HttpRequest, key: str, version: str, width: int) -> HttpResponse:
    """Of a puzzle that the visitor may open."""
    row = get_object_or_404(Puzzle.objects.open_to(player_id(request)), key=key)
    return picture_response(PuzzleQuestion(row), version, width, public=row.listed)


def picture_response(
    question: PuzzleQuestion, version: str, width: int, *, public: bool = True
) -> HttpResponse:
    if width not in TABLE_WIDTHS:
        raise Http404("no such width")
    if version != question.picture_version:
        return redirect(question.picture_at(width))
    keep = f"{'public' if public else 'private'}, max-age=31536000, immutable"
    image, kind = pictures.table_image(picture=question.picture, width=width)
    return HttpResponse(image, content_type=kind, headers={"Cache-Control": keep})
