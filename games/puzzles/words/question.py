"""A puzzle as others tell of it: its question in words and without, and its picture."""

from dataclasses import dataclass
from functools import cached_property

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.art import TablePicture
from cards.services import pictures
from engine.puzzles.puzzle import Puzzle as Known
from games.exercises.picture import exercise_picture
from games.matches.clauses import rules_title
from games.puzzles.models import Puzzle
from games.puzzles.services.positions import Standing
from phylo.http.languages import in_language

WIDE, SMALL = 1200, 600


@dataclass(frozen=True)
class PuzzleQuestion:
    row: Puzzle

    @cached_property
    def standing(self) -> Standing:
        """As it stands for somebody who has answered nothing."""
        return Standing(self.row)

    @property
    def known(self) -> Known:
        return self.standing.known

    @property
    def key(self) -> str:
        return self.row.key

    @property
    def rules(self) -> str:
        return rules_title(self.row.rules)

    @property
    def question(self) -> str:
        """Without words, for the picture."""
        return f"{self.known.gain:+d}?".replace("-", "−")

    @property
    def asks(self) -> str:
        gain = self.known.gain
        return ngettext(
            "Which play of this turn wins %(gain)s point?",
            "Which play of this turn wins %(gain)s points?",
            gain,
        ) % {"gain": gain}

    @property
    def solve_path(self) -> str:
        return reverse("puzzle", args=[self.key])

    @property
    def heading(self) -> str:
        return _("Puzzle")

    @property
    def under(self) -> str:
        """The line below the heading."""
        return self.rules

    @cached_property
    def picture(self) -> TablePicture:
        return exercise_picture(
            self.standing.exercise, title=self.heading, under=self.under, question=self.question
        )

    @cached_property
    def picture_version(self) -> str:
        return pictures.table_version(self.picture)

    @property
    def picture_path(self) -> str:
        return self.picture_at(WIDE)

    @property
    def small_picture_path(self) -> str:
        return self.picture_at(SMALL)

    def picture_at(self, width: int) -> str:
        return in_language(reverse("puzzle-picture", args=[self.key, self.picture_version, width]))

    @property
    def shown(self) -> str:
        """What the picture shows, for those who do not see it."""
        lying, hand = len(self.picture.lying), len(self.picture.hand)
        table = ngettext("%(count)s card lies on the table.", "%(count)s cards lie on the table.", lying)
        held = ngettext("The hand has %(count)s card.", "The hand has %(count)s cards.", hand)
        return f"{table % {'count': lying}} {held % {'count': hand}}"
