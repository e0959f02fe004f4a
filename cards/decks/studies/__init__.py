"""Long studies of decks: how one does in games, and what it loses when events strike.

A study is of one version of a deck, pinned to the cards and opponents as they were. A worker takes it on in
short pieces, each stored before the next is queued, so that the computer's turns are not held up and a worker
that is killed loses one piece at most.
"""

from cards.decks.studies.beginning import (
    MOST_AT_A_TIME,
    StudyRefused,
    adopt_studies,
    begin_study,
    cancel_study,
)
from cards.decks.studies.work import lost_studies, waiting_before, work_on

__all__ = [
    "MOST_AT_A_TIME", "StudyRefused", "adopt_studies", "begin_study", "cancel_study", "lost_studies",
    "waiting_before", "work_on",
]  # fmt: skip
