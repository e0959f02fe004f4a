from games.models.challenge import Challenge
from games.models.chat import ChatMessage, ChatReport, Mute
from games.models.gathering import Gathering, Place
from games.models.imported import ImportedRecord
from games.models.match import BotLevel, Match, Move, Seat, TurnMail
from games.models.player import Player
from games.models.rating import PROVISIONAL, Rating, RatingChange

__all__ = [
    "PROVISIONAL", "BotLevel", "Challenge", "ChatMessage", "ChatReport", "Gathering", "ImportedRecord",
    "Match", "Move", "Mute", "Place", "Player", "Rating", "RatingChange", "Seat", "TurnMail",
]  # fmt: skip
