"""Where guests are remembered: Django's sessions in the database."""

from django.contrib.sessions.backends import db


class SessionStore(db.SessionStore):
    def __init__(self, session_key: str | None = None) -> None:
        # Keys are letters and digits. A cookie may hold anything, and on a NUL PostgreSQL fails.
        super().__init__(session_key if session_key and session_key.isalnum() else None)
