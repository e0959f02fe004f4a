"""The page of the archive."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import formats
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.archive.services.files import MonthFile, month_files
from games.matches.clauses import EVERY, rules_title


@dataclass(frozen=True)
class Month:
    """In words, such as "October 2026"; its file, and how many games of each rule set are in it, by title."""

    name: str
    file: MonthFile
    games: list[tuple[str, int]]


@never_cache
@require_safe
def archive(request: HttpRequest) -> HttpResponse:
    months = [
        Month(
            formats.date_format(file.month, "F Y"),
            file,
            [(rules_title(key), file.games[key]) for key in EVERY if key in file.games],
        )
        for file in month_files()
    ]
    return render(request, "archive/archive.html", {"months": months})
