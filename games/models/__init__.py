from games.models.analysis import MatchAnalysis
from games.models.chat import ChatMessage, Mute
from games.models.classroom import Classroom, ClassWork, Pupil
from games.models.follow import Follow
from games.models.hint import Hint
from games.models.imported import ImportedRecord
from games.models.kiosk import KioskDay, KioskVisit
from games.models.lesson import LessonProgress, ProposedLesson
from games.models.match import BotLevel, Match, Move, Seat, TurnMail
from games.models.open_table import OpenTable, Participant
from games.models.player import Player, ShowsPresence
from games.models.puzzle import DailyPuzzle, MadePuzzle, Puzzle, PuzzleAttempt, PuzzleRun, PuzzleTheme
from games.models.rating import PROVISIONAL, PUZZLES, Rating, RatingChange
from games.models.site_clock import SiteClock
from games.models.tournament import POINT, Correction, Entry, Game, Place, Round, Tournament

__all__ = [
    "POINT", "PROVISIONAL", "PUZZLES", "BotLevel", "ChatMessage", "ClassWork", "Classroom", "Correction",
    "DailyPuzzle", "Entry", "Follow", "Game", "Hint", "ImportedRecord", "KioskDay", "KioskVisit",
    "LessonProgress", "MadePuzzle", "Match", "MatchAnalysis", "Move", "Mute", "OpenTable",
    "Participant", "Place", "Player",
    "ProposedLesson", "Pupil", "Puzzle", "PuzzleAttempt", "PuzzleRun", "PuzzleTheme", "Rating",
    "RatingChange", "Round", "Seat", "ShowsPresence", "SiteClock", "Tournament", "TurnMail",
]  # fmt: skip
