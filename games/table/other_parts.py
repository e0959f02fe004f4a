"""What a page fetches besides the table itself: its food web, and the table in words."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from games.table.food_web import web_in_words
from games.table.in_words import in_words
from games.table.lines import Reader


def other_part(
    request: HttpRequest, reader: Callable[[], Reader], table: Callable[[], dict[str, object]]
) -> HttpResponse | None:
    """The answer to `?part=web` and `?part=words`; None to anything else. `table`: its context."""
    match request.GET.get("part"):
        case "web":
            return JsonResponse(web_in_words(reader()))
        case "words":
            shown = table()
            context = {"table": shown, "words": in_words(shown, reader())}
            return render(request, "table/_in_words.html", context)
    return None
