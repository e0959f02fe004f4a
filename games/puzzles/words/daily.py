"""The puzzle of a day as pages, feeds and the API tell of it."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Self

from django.urls import reverse
from django.utils import formats
from django.utils.translation import gettext as _

from games.puzzles.models import DailyPuzzle
from games.puzzles.services import daily
from games.puzzles.words.question import PuzzleQuestion
from phylo.http.languages import in_language


@dataclass(frozen=True)
class Daily(PuzzleQuestion):
    day: date

    @classmethod
    def of(cls, found: DailyPuzzle) -> Self:
        return cls(found.puzzle, found.day)

    @property
    def ends(self) -> datetime:
        return daily.begins(self.day + timedelta(days=1))

    @property
    def date(self) -> str:
        return formats.date_format(self.day, "j F Y")

    @property
    def title(self) -> str:
        return _("Puzzle of the day, %(date)s") % {"date": self.date}

    @property
    def path(self) -> str:
        return reverse("puzzle-of-day", args=[self.day])

    @property
    def heading(self) -> str:
        return _("Puzzle of the day")

    @property
    def under(self) -> str:
        return self.date

    def picture_at(self, width: int) -> str:
        return in_language(reverse("puzzle-of-day-picture", args=[self.day, self.picture_version, width]))
