"""The account data of puzzles: answers, runs and puzzles that somebody has made."""

from collections.abc import Callable, Mapping
from datetime import datetime

from django.db.models import Exists, F, OuterRef, Q
from django.db.models.functions import Least, Now
from django.utils.translation import gettext_lazy as _

from games.matches.models import Player
from games.matches.player_data import PlayerData
from games.people.models import PUZZLES
from games.puzzles.models import MadePuzzle, PuzzleAttempt, PuzzleRun
from games.puzzles.services.ratings import forget_puzzles_of_nobody
from phylo.accounts.kept import PLAYERS, Kept

KEPT = (
    Kept(
        what=_("Puzzles: what you answered and when, and your runs against the clock"),
        whose=PLAYERS,
        why=_("To show what you have solved and what to try again, and for the table of the day."),
        how_long=_("As long as the account; for guests, 90 days after the last puzzle."),
        held={"puzzles.PuzzleAttempt.player": "puzzles", "puzzles.PuzzleRun.player": "puzzle_runs"},
    ),
    Kept(
        what=_("Puzzles that you made of moments of matches, and what you decided on those of others"),
        whose=PLAYERS,
        why=_("To show you yours, and to whom you propose them."),
        how_long=_(
            "As long as the account; for guests, 90 days after the last puzzle, and until all that they have "
            "proposed is decided."
        ),
        stays=_("A puzzle that was accepted stays for everybody, without your name."),
        held={"puzzles.MadePuzzle.player": "made_puzzles"},
        besides={
            "puzzles.MadePuzzle.decided_by": (
                "The decision is part of what somebody else made, without a name."
            )
        },
    ),
)


class Puzzles(PlayerData):
    kept = KEPT

    def take(self, guest: Player, player: Player) -> None:
        """
        Of a puzzle that both have answered, nothing stays unfinished, unless only the account's attempt at it
        is left. The guest's rating comes with the attempts that have made it, or neither counts.
        """
        unfinished = Q(result=PuzzleAttempt.Result.PLAYING, run=None)
        own = list(player.puzzle_attempts.values_list("puzzle", flat=True))
        guest.puzzle_attempts.filter(unfinished, puzzle__in=own).delete()
        others = list(guest.puzzle_attempts.filter(run=None).values_list("puzzle", flat=True))
        player.puzzle_attempts.filter(unfinished, puzzle__in=others).delete()
        if player.ratings.filter(rules=PUZZLES).exists():
            over = guest.puzzle_attempts.filter(rated=True, ended__isnull=False)
            over.update(rated=False, mu_before=None, mu_after=None)
        else:
            guest.ratings.filter(rules=PUZZLES).update(player=player)
        guest.puzzle_runs.filter(ended=None).update(ended=Least(F("ends"), Now()))
        guest.puzzle_runs.exclude(key__in=player.puzzle_runs.values("key")).update(player=player)
        guest.puzzle_attempts.exclude(run__in=guest.puzzle_runs.all()).update(player=player)
        same = player.made_puzzles.filter(match=OuterRef("match"), version=OuterRef("version"))
        guest.made_puzzles.filter(~Exists(same)).update(player=player)

    def leave(self, player: Player) -> None:
        player.puzzle_attempts.all().delete()
        player.puzzle_runs.all().delete()
        player.made_puzzles.all().delete()
        forget_puzzles_of_nobody()

    def wipe(self, player: Player) -> None:
        self.leave(player)
        player.ratings.filter(rules=PUZZLES).delete()

    def idle(self, before: datetime) -> Q:
        mine, proposed = OuterRef("pk"), Q(state=MadePuzzle.State.PROPOSED)
        return Q(
            ~Exists(PuzzleAttempt.objects.filter(player=mine, begun__gte=before)),
            ~Exists(MadePuzzle.objects.filter(proposed | Q(created__gte=before), player=mine)),
        )

    def tidy(self) -> None:
        forget_puzzles_of_nobody()

    def of_player(self, player: Player, absolute: Callable[[str], str]) -> Mapping[str, object]:
        """`puzzles`, `puzzle_runs` and `made_puzzles`, latest first."""
        attempts = player.puzzle_attempts.select_related("puzzle").defer("puzzle__content")
        made = player.made_puzzles.select_related("puzzle").defer("puzzle__content")
        return {
            "puzzles": [_attempt(each) for each in attempts],
            "puzzle_runs": [_run(each) for each in player.puzzle_runs.all()],
            "made_puzzles": [_made(each) for each in made],
        }


def _attempt(attempt: PuzzleAttempt) -> dict[str, object]:
    return {
        "puzzle": attempt.puzzle.key,
        "begun": attempt.begun.isoformat(),
        "ended": attempt.ended.isoformat() if attempt.ended else None,
        "answers": [{"action": each["action"], "verdict": each["verdict"]} for each in attempt.answers],
        "result": attempt.result,
        "run": str(attempt.run_id) if attempt.run_id else None,
        "gain": attempt.gain,
    }


def _made(made: MadePuzzle) -> dict[str, object]:
    return {
        "match": str(made.match_id),
        "version": made.version,
        "at": made.created.isoformat(),
        "state": made.state,
        "puzzle": made.puzzle.key if made.puzzle else None,
        "word": made.word,
    }


def _run(run: PuzzleRun) -> dict[str, object]:
    return {
        "run": str(run.pk),
        "day": run.day.isoformat(),
        "begun": run.begun.isoformat(),
        "solved": run.solved,
        "mistakes": run.mistakes,
    }
