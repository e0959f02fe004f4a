"""The authentication backend, and the session store in the database."""

from datetime import UTC, datetime, timedelta
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.base_session import AbstractBaseSession
from django.contrib.sessions.models import Session
from django.db import OperationalError
from django.db.models import CharField, DateTimeField
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone

from phylo.accounts.models import User
from phylo.http.prepared import Prepared


class NameOrEmail(ModelBackend):
    """Sign in with the name or the e-mail address, whatever their case."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **kwargs: object,
    ) -> User | None:
        if username is None or password is None:
            return None
        # One password is hashed, whether there is such an account or not: time does not tell them apart.
        user = User.objects.known_as(username) or User()
        return user if user.check_password(password) and self.user_can_authenticate(user) else None


ACCOUNT_SESSION = timedelta(days=180)
SIGNED_IN = "signed_in"
"""The key of when somebody signed in, in seconds since 1970."""


@receiver(user_logged_in)
def note_signing_in(request: HttpRequest, **more: object) -> None:
    request.session[SIGNED_IN] = int(timezone.now().timestamp())


open_session = Prepared(
    lambda key, now: Session.objects.filter(session_key=key, expire_date__gt=now),
    CharField(),
    DateTimeField(),
)


class SessionStore(db.SessionStore):
    """
    A session ends a year after its last change, and that of an account half a year after signing in.
    """

    def __init__(self, session_key: str | None = None) -> None:
        # Keys are letters and digits. A cookie may hold anything, and PostgreSQL fails on a NUL.
        super().__init__(session_key if session_key and session_key.isalnum() else None)

    def _get_session_from_db(self) -> Session | None:
        found = open_session(self.session_key, timezone.now()) if self.session_key else []
        if not found:
            # As Django does: a key that is not known is not taken over.
            self._session_key = None
        return next(iter(found), None)

    def get_expiry_date(self, **kwargs: Any) -> datetime:
        usual: datetime = super().get_expiry_date(**kwargs)
        return min(usual, end) if (end := self._end()) else usual

    def get_expiry_age(self, **kwargs: Any) -> int:
        """In seconds; of the cookie."""
        usual: int = super().get_expiry_age(**kwargs)
        return min(usual, int((end - timezone.now()).total_seconds())) if (end := self._end()) else usual

    def _end(self) -> datetime | None:
        """None for guests, who have no other way back than their session."""
        signed_in = self.get(SIGNED_IN)
        return datetime.fromtimestamp(signed_in, UTC) + ACCOUNT_SESSION if signed_in else None

    def create_model_instance(self, data: dict[str, Any]) -> AbstractBaseSession:
        if SESSION_KEY in data:
            # Sessions from before this had an end: it counts from their next change.
            data.setdefault(SIGNED_IN, int(timezone.now().timestamp()))
        return super().create_model_instance(data)

    def save(self, must_create: bool = False) -> None:
        try:
            super().save(must_create)
        except UpdateError as error:
            # Django takes every fault of the database for a session that has been deleted.
            if isinstance(error.__context__, OperationalError):
                raise error.__context__ from error.__context__.__cause__
            raise
