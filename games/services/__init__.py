from games.services.bot_turn import play_bot_turn
from games.services.challenges import Terms, accept_challenge, make_challenge, withdraw_challenge
from games.services.chat import heard, mute, report, say
from games.services.clock import Pace
from games.services.errors import (
    IllegalAction,
    KeyReused,
    MalformedAction,
    MatchFinished,
    MatchPlaying,
    NoOffer,
    NotAllowed,
    StaleVersion,
    UnknownVersion,
)
from games.services.explain import in_words, sentence, why_not
from games.services.matches import Side, create_match, rematch, start_against_bot
from games.services.offers import accept, decline, offer
from games.services.play import let_flag_fall, play
from games.services.players import adopt_guest, leave, resign
from games.services.records import differences, export_record
from games.services.states import faces, legal_at, log_at, state_at, story_at, view_at

__all__ = [
    "IllegalAction", "KeyReused", "MalformedAction", "MatchFinished", "MatchPlaying", "NoOffer",
    "NotAllowed", "Pace", "Side", "StaleVersion", "Terms", "UnknownVersion", "accept", "accept_challenge",
    "adopt_guest", "create_match", "decline", "differences", "export_record", "faces", "heard",
    "in_words", "leave", "legal_at", "let_flag_fall", "log_at", "make_challenge", "mute", "offer", "play",
    "play_bot_turn", "rematch", "report", "resign", "say", "sentence", "start_against_bot", "state_at",
    "story_at", "view_at", "why_not", "withdraw_challenge",
]  # fmt: skip
