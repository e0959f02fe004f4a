from games.models.challenge import Challenge
from games.models.chat import ChatMessage, ChatReport, Mute
from games.models.gathering import Gathering, Place
from games.models.imported import ImportedRecord
from games.models.match import Match
from games.models.move import Move
from games.models.player import Player
from games.models.rating import PROVISIONAL, Rating, RatingChange
from games.models.seat import BotLevel, Seat
from games.models.turn_mail import TurnMail

__all__ = [
    "PROVISIONAL", "BotLevel", "Challenge", "ChatMessage", "ChatReport", "Gathering", "ImportedRecord",
    "Match", "Move", "Mute", "Place", "Player", "Rating", "RatingChange", "Seat", "TurnMail",
]  # fmt: skip
