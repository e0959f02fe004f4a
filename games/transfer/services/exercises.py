"""Lessons and puzzles that were done elsewhere: judged by their moves, not by what the file says of them."""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from engine import IllegalAction, MalformedAction
from games.lessons.services import playing, proposing
from games.matches.wording import sentence
from games.puzzles.models import Puzzle
from games.puzzles.services import answers
from games.transfer.models import Kind
from games.transfer.services.outcomes import Outcome, Owner, Result, Unfit, unreadable

MOST_ACTIONS = 200
AGAIN = "again"

Json = Mapping[str, Any]


def take_lesson(owner: Owner, source: str, content: Json) -> Result:
    """Raises Refused."""
    owner.claim(Kind.LESSON, source)
    lesson = proposing.find(content["lesson"], owner.player.user)
    if lesson is None:
        raise Unfit(_("This site does not have this lesson."))
    actions = _actions(content.get("solution") or content.get("actions"))
    if content.get("done") and not content.get("solution") and not actions:
        raise Unfit(_("The file says that it is done, but not how."))
    page = reverse("lesson", args=[lesson.key])
    if not actions:
        return Result(Outcome.KNOWN, page)
    try:
        new = playing.bring(lesson=lesson, player=owner.player, actions=actions)
    except (IllegalAction, MalformedAction) as error:
        raise _refused(error) from error
    return Result(Outcome.TAKEN if new else Outcome.KNOWN, page)


def take_puzzle(owner: Owner, source: str, content: Json) -> Result:
    """Raises Refused."""
    taken = owner.claim(Kind.PUZZLE, source)
    puzzle = Puzzle.objects.open_to(owner.player.pk).filter(key=content["puzzle"]).first()
    if puzzle is None:
        raise Unfit(_("This site does not have this puzzle."))
    page = reverse("puzzle", args=[puzzle.key])
    if taken.target:
        return Result(Outcome.KNOWN, page)
    given = content.get("answers")
    if not isinstance(given, list) or not all(isinstance(each, dict) for each in given):
        raise unreadable()
    try:
        attempt = answers.bring(
            player=owner.player, puzzle=puzzle, actions=_actions([each.get("action") for each in given])
        )
    except (IllegalAction, MalformedAction) as error:
        raise _refused(error) from error
    taken.target = puzzle.key
    taken.save(update_fields=["target"])
    return Result(Outcome.TAKEN if attempt else Outcome.KNOWN, page)


def _actions(found: object) -> list[Json]:
    """Those of the game, and what asks for the solution. Raises Unfit."""
    if found is None:
        return []
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        raise unreadable()
    actions = [each for each in found if each.get("do") != AGAIN]
    if len(actions) > MOST_ACTIONS:
        raise Unfit(_("It has too many actions."))
    return actions


def _refused(error: IllegalAction | MalformedAction) -> Unfit:
    why = sentence(error.refusal) if isinstance(error, IllegalAction) else str(error)
    return Unfit(_("Its moves are against the rules: %(why)s") % {"why": why})
