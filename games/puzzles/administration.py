from games.puzzles.models import DailyPuzzle, MadePuzzle, Puzzle, PuzzleAttempt, PuzzleRun, PuzzleTheme
from phylo.administration import show

# Its name is its key, and that is what the secrets of other tables are called.
show(Puzzle, "id rules length rating listed created")
show(PuzzleTheme, "puzzle theme")
show(DailyPuzzle, "day puzzle")
show(MadePuzzle, "player match version seat state puzzle decided_by created", newest="created")
show(PuzzleAttempt, "player puzzle run result rated mu_before mu_after begun ended", newest="begun")
show(PuzzleRun, "player day rules solved mistakes begun ends ended", newest="begun")
