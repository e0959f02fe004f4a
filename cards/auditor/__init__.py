"""The point auditor: what cards are worth by the published formula, and in games of bots.

An audit is played in short pieces by a worker, as studies of decks are, or in one go by a command.
"""

from cards.auditor.beginning import MOST_GAMES, AuditRefused, begin_audit, cancel_audit
from cards.auditor.work import lost_audits, play_through, work_on

__all__ = [
    "MOST_GAMES", "AuditRefused", "begin_audit", "cancel_audit", "lost_audits", "play_through", "work_on",
]  # fmt: skip
