from games.matches.models.chat import ChatMessage, Mute
from games.matches.models.match import BotLevel, Match, Move, Seat, TurnMail
from games.matches.models.player import Player, ShowsPresence
from games.matches.models.site_clock import SiteClock

__all__ = [
    "BotLevel", "ChatMessage", "Match", "Move", "Mute", "Player", "Seat", "ShowsPresence", "SiteClock",
    "TurnMail",
]  # fmt: skip
