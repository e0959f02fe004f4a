from games.services.bot_turn import play_bot_turn
from games.services.challenges import Terms, accept_challenge, make_challenge, withdraw_challenge
from games.services.chat import heard, mute, report, say, settle
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
from games.services.sharing import IllegalRecord, UnreadableRecord, keep_record, share
from games.services.states import faces, legal_at, log_at, state_at, story_at, view_at
from games.services.turn_mails import claim_turn_mails, note_look

__all__ = [
    "IllegalAction", "IllegalRecord", "KeyReused", "MalformedAction", "MatchFinished", "MatchPlaying",
    "NoOffer", "NotAllowed", "Pace", "Side", "StaleVersion", "Terms", "UnknownVersion", "UnreadableRecord",
    "accept", "accept_challenge", "adopt_guest", "claim_turn_mails", "create_match", "decline",
    "differences", "export_record", "faces", "heard", "in_words", "keep_record", "leave", "legal_at",
    "let_flag_fall", "log_at", "make_challenge", "mute", "note_look", "offer", "play", "play_bot_turn",
    "rematch", "report", "resign", "say", "sentence", "settle", "share", "start_against_bot", "state_at",
    "story_at", "view_at", "why_not", "withdraw_challenge",
]  # fmt: skip
