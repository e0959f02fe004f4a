"""
What the site stores of people, described once: for the page about it, for the page that deletes an account,
and for the tests, which hold it against the models, the download and the deletion.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class Kept:
    """
    One line of the page. `held` maps each column that names a person ("app.Model.column") to the section of
    "download my data" that has it; `besides` to the reason why none has. `tables` are further models with
    data of people. `stays` is what remains of it when the account is deleted, and why; "" for nothing.
    """

    what: Promise
    whose: Promise
    why: Promise
    how_long: Promise
    stays: Promise | str = ""
    held: Mapping[str, str] = field(default_factory=dict)
    besides: Mapping[str, str] = field(default_factory=dict)
    tables: tuple[str, ...] = ()


EVERYBODY = _("Everybody who visits")
ACCOUNTS = _("People with an account")
PLAYERS = _("People with an account, and guests")
STAFF = _("Staff")
UNTIL_DELETED = _("Until you delete it, or the account.")
WITH_ACCOUNT = _("As long as the account.")

OF_ACCOUNTS = (
    Kept(
        what=_(
            "Name, shown name, e-mail address if you give one, whether it is confirmed, when you joined and "
            "last signed in, your language, which mails you want; the password only in a form from which "
            "nobody can read it"
        ),
        whose=ACCOUNTS,
        why=_("To sign you in and to show others who plays. Nobody else sees the e-mail address."),
        how_long=WITH_ACCOUNT,
        held={"accounts.TakenName.user": "account", "account.EmailAddress.user": "account"},
        tables=("accounts.User", "account.EmailConfirmation"),
    ),
    Kept(
        what=_(
            "API tokens: their names, what they may do and when they were used; the token itself only in a "
            "form from which nobody can read it"
        ),
        whose=ACCOUNTS,
        why=_("So that programs may act for you."),
        how_long=UNTIL_DELETED,
        held={"accounts.ApiToken.user": "api_tokens"},
    ),
    Kept(
        what=_("Second factors: the key of your app, the public keys of passkeys, recovery codes"),
        whose=_("People with an account who want a second factor"),
        why=_("So that a password that somebody has guessed does not let them in."),
        how_long=UNTIL_DELETED,
        held={"mfa.Authenticator.user": "second_factors"},
    ),
    Kept(
        what=_("A random number, the name that you chose, and what you play and build"),
        whose=_("Guests"),
        why=_("So that you find your matches, decks and sets again without an account."),
        how_long=_(
            "Until 90 days after the last visit if nothing was played or built; otherwise until an account "
            "takes it over or staff delete it."
        ),
        tables=("accounts.Guest",),
    ),
    Kept(
        what=_(
            "Cookies: one that says who you are (once you begin something), one against forged forms, "
            "on large sites one that says for a minute how new pages must be to show what you have changed, "
            "and how you want pages to look, such as the size of cards. Your browser itself keeps a few more "
            "things, such as light or dark, and sends them to nobody. There are no cookies of others"
        ),
        whose=EVERYBODY,
        why=_("To keep you signed in, and pages as you like them."),
        how_long=_("A year at most; the first until you sign out."),
        tables=("sessions.Session",),
    ),
    Kept(
        what=_("Where you are signed in: IP address, browser, and since when"),
        whose=ACCOUNTS,
        why=_("So that you see who is signed in as you, and can end that."),
        how_long=_("Until the night after you sign out there; a year at most."),
        held={"usersessions.UserSession.user": "sessions"},
    ),
    Kept(
        what=_("The steps that administrators have taken in the administration"),
        whose=_("Administrators"),
        why=_("So that it can be seen later who did what."),
        how_long=WITH_ACCOUNT,
        besides={"admin.LogEntry.user": "Such steps are about the rows of others."},
    ),
    Kept(
        what=_("Counters by IP address, and of wrong passwords by the name that was tried"),
        whose=EVERYBODY,
        why=_("So that nobody slows the site for others or guesses passwords."),
        how_long=_("A day at most, in memory."),
    ),
    Kept(
        what=_("Logs: page, time, the number of the account, and of the IP address only the network"),
        whose=EVERYBODY,
        why=_("To find faults and attacks."),
        how_long=_("As long as whoever runs this site keeps its logs."),
    ),
    Kept(
        what=_("Mails that wait to be sent: about e-mail addresses, passwords, turns and proposals"),
        whose=_("People with an e-mail address"),
        why=_("So that none is lost. They go through the mail server of this site and to nobody else."),
        how_long=_("Until they are sent."),
        tables=("jobs.StoredTask",),
    ),
)
