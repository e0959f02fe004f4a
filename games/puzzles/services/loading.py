"""Loading the puzzles that ship with the project from their files."""

from dataclasses import dataclass
from pathlib import Path

from django.db import transaction

from engine.puzzles.files import as_json, read_file
from games.puzzles.models import Puzzle, PuzzleAttempt, PuzzleTheme
from games.puzzles.services.positions import harder
from games.puzzles.services.ratings import begin_puzzles

FOLDER = Path(__file__).resolve().parents[1] / "data"


@dataclass(frozen=True)
class Loaded:
    """How many puzzles are new, how many have changed, and how many are no longer offered."""

    new: int
    changed: int
    withdrawn: int


def load_puzzles(folder: Path = FOLDER) -> Loaded:
    """
    Bring the stored puzzles up to date with the files: all or nothing. Puzzles that the files no longer have
    stay for those who have answered them. What is half answered of a puzzle that has changed is dropped.
    Raises engine.puzzles.files.InvalidPuzzles.
    """
    found = [puzzle for path in sorted(folder.glob("*.jsonl")) for puzzle in read_file(path)]
    with transaction.atomic():
        stored = {each.key: each for each in Puzzle.objects.select_for_update().order_by("pk")}
        rows = [
            Puzzle(key=each.key, rules=each.rules, length=each.length, content=as_json(each))
            for each in found
        ]
        new = [row for row in rows if row.key not in stored]
        changed = [row for row in rows if row.key in stored and row.content != stored[row.key].content]
        keys = {row.key for row in rows}
        Puzzle.objects.filter(key__in=keys).update(listed=True, shipped=True)
        # What people have made is in no file.
        gone = Puzzle.objects.filter(listed=True, shipped=True).exclude(key__in=keys)
        withdrawn = gone.update(listed=False)
        for row in changed:
            row.pk = stored[row.key].pk
        Puzzle.objects.bulk_create(new)
        Puzzle.objects.bulk_update(changed, ["rules", "length", "content"])
        PuzzleTheme.objects.filter(puzzle__in=changed).delete()
        known = {each.key: each for each in found}
        PuzzleTheme.objects.bulk_create(
            PuzzleTheme(puzzle=row, theme=theme)
            for row in [*new, *changed]
            for theme in known[row.key].themes
        )
        unfinished = PuzzleAttempt.objects.filter(result=PuzzleAttempt.Result.PLAYING)
        unfinished.filter(puzzle__in=changed).delete()
        begin_puzzles({row: harder(known[row.key]) for row in new})
    return Loaded(len(new), len(changed), withdrawn)
