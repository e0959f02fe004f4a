"""Which passwords are allowed."""

from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from phylo.accounts.models import User

ENOUGH = 3
"""Of zxcvbn's marks from 0 to 4: more than 10^8 guesses."""
LOOKED_AT = 50
"""Characters: what is longer and still easy to guess is repeated, and longer ones cost time."""


class GuessableValidator:
    """
    Refuses what is easy to guess: common words with digits at the end, dates, keys in a row, own names; and
    Django's list of 20,000 passwords that have become known most often.
    """

    def validate(self, password: str, user: User | None = None) -> None:
        # Imported here, since its lists of words take 15 MB.
        from zxcvbn import zxcvbn

        own = [user.username, user.display_name, *user.email.split("@")] if user else []
        easy = zxcvbn(password[:LOOKED_AT], user_inputs=[*filter(None, own), "phylo"])["score"] < ENOUGH
        # The list is read in 10 ms; kept, it would take 2 MB.
        if easy or password.lower().strip() in CommonPasswordValidator().passwords:
            raise ValidationError(self.get_help_text(), code="guessable")

    def get_help_text(self) -> str:
        return _(
            "This password is easy to guess. Take three or four words that do not belong together: an "
            "animal, a thing, something to do."
        )
