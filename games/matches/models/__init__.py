from games.matches.models.analysis import MatchAnalysis
from games.matches.models.chat import ChatMessage, Mute
from games.matches.models.classroom import Classroom, ClassWork, Pupil
from games.matches.models.follow import Follow
from games.matches.models.hint import Hint
from games.matches.models.imported import ImportedRecord
from games.matches.models.kiosk import KioskDay, KioskVisit
from games.matches.models.lesson import LessonProgress, ProposedLesson
from games.matches.models.match import BotLevel, Match, Move, Seat, TurnMail
from games.matches.models.open_table import OpenTable, Participant
from games.matches.models.player import Player, ShowsPresence
from games.matches.models.puzzle import (
    DailyPuzzle,
    MadePuzzle,
    Puzzle,
    PuzzleAttempt,
    PuzzleRun,
    PuzzleTheme,
)
from games.matches.models.rating import PROVISIONAL, PUZZLES, Rating, RatingChange
from games.matches.models.site_clock import SiteClock
from games.matches.models.tournament import (
    POINT,
    Correction,
    Entry,
    Game,
    Place,
    Round,
    Tournament,
)

__all__ = [
    "POINT", "PROVISIONAL", "PUZZLES", "BotLevel", "ChatMessage", "ClassWork", "Classroom", "Correction",
    "DailyPuzzle", "Entry", "Follow", "Game", "Hint", "ImportedRecord", "KioskDay", "KioskVisit",
    "LessonProgress", "MadePuzzle", "Match", "MatchAnalysis", "Move", "Mute", "OpenTable",
    "Participant", "Place", "Player",
    "ProposedLesson", "Pupil", "Puzzle", "PuzzleAttempt", "PuzzleRun", "PuzzleTheme", "Rating",
    "RatingChange", "Round", "Seat", "ShowsPresence", "SiteClock", "Tournament", "TurnMail",
]  # fmt: skip
