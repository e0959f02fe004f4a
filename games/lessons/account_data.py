"""The account data of lessons: what somebody has done in them, and those that they have written."""

from collections.abc import Callable, Mapping
from datetime import datetime

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from games.lessons.models import LessonProgress, ProposedLesson
from games.lessons.services import proposing
from games.matches.models import Player
from games.matches.player_data import PlayerData
from phylo.accounts.kept import ACCOUNTS, PLAYERS, WITH_ACCOUNT, Kept
from phylo.accounts.models import User

KEPT = (
    Kept(
        what=_("Lessons: what you have done in them"),
        whose=PLAYERS,
        why=_("So that you can go on where you were, and see what comes next."),
        how_long=_("As long as the account; for guests, 90 days after the last lesson."),
        held={"lessons.LessonProgress.player": "lessons"},
    ),
    Kept(
        what=_("Lessons that you have written, and what reviewers said of them"),
        whose=ACCOUNTS,
        why=_("So that others can learn from them, with your name beside them."),
        how_long=WITH_ACCOUNT,
        stays=_("Published lessons stay, without your name."),
        held={"lessons.ProposedLesson.author": "proposed_lessons"},
    ),
)


class Lessons(PlayerData):
    kept = KEPT

    def take(self, guest: Player, player: Player) -> None:
        """Of a lesson that both know the account keeps its own state, and when either has first done it."""
        own = list(player.lessons.values_list("lesson", flat=True))
        for row in guest.lessons.filter(lesson__in=own, done__isnull=False):
            later = Q(done__isnull=True) | Q(done__gt=row.done)
            player.lessons.filter(later, lesson=row.lesson).update(done=row.done)
        guest.lessons.exclude(lesson__in=own).update(player=player)

    def leave(self, player: Player) -> None:
        player.lessons.all().delete()

    def idle(self, before: datetime) -> Q:
        return Q(~Exists(LessonProgress.objects.filter(player=OuterRef("pk"), updated__gte=before)))

    def release(self, *, user: User) -> None:
        proposing.forget(author=user)

    def download(self, *, user: User, absolute: Callable[[str], str]) -> dict[str, object]:
        """`proposed_lessons` and `lessons`."""
        written = [
            {"content": each.content, "state": each.state, "reason": each.reason,
             "at": each.created.isoformat()}
            for each in ProposedLesson.objects.filter(author=user)
        ]  # fmt: skip
        return super().download(user=user, absolute=absolute) | {"proposed_lessons": written}

    def of_player(self, player: Player, absolute: Callable[[str], str]) -> Mapping[str, object]:
        return {"lessons": [_lesson(each) for each in player.lessons.all()]}


def _lesson(row: LessonProgress) -> dict[str, object]:
    return {
        "lesson": row.lesson,
        "begun": row.begun.isoformat(),
        "last": row.updated.isoformat(),
        "done": row.done.isoformat() if row.done else None,
        "missed": row.missed,
        "actions": [move["action"] for move in row.moves],
        "solution": row.solution,
    }
