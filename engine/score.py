"""`python -m engine.score TABLE.json` scores finished grids of the drafting games."""

import sys

from engine.drafting.table_file import score_file
from engine.file_command import FileCommand

SCORE = FileCommand(
    name="score",
    help="Score finished grids of Ecosystem and Coral Reef: 0, or 2 when a file is no such table.",
    files="tables",
    metavar="FILE.json",
    what="a table",
    answer=score_file,
)

if __name__ == "__main__":
    sys.exit(SCORE.main(sys.argv[1:], "python -m engine.score"))
