"""The referee: `python -m engine.referee RECORD.json` judges game records."""

import sys

from engine.drafting import record as drafting
from engine.file_command import FileCommand
from engine.phylo.record import judge as judge_phylo
from engine.record_format import DraftVerdict, Verdict


def judge(record: object) -> Verdict | DraftVerdict:
    """The verdict on a record of any game. Raises `InvalidRecord`."""
    return drafting.judge(record) if drafting.is_drafting(record) else judge_phylo(record)


REFEREE = FileCommand(
    name="referee",
    help="Judge game records: 0 when every action was legal, 1 when one was not, 2 when a file is no record.",
    files="records",
    metavar="RECORD.json",
    what="a record",
    answer=judge,
)

if __name__ == "__main__":
    sys.exit(REFEREE.main(sys.argv[1:], "python -m engine.referee"))
