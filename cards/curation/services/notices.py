"""Notices about proposals, on the site and by mail."""

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.curation.models import Curator, Notice, Proposal
from cards.curation.permissions import curator_of
from cards.curation.states import Event
from phylo.accounts.languages import written_to
from phylo.accounts.models import User
from phylo.jobs.outbox import queue_durably

SALT = "curation.mails"
HIDDEN = "hide"
WORDS = {
    Event.SUBMIT: gettext_lazy("%(who)s has answered: “%(name)s” is open again"),
    Event.DISCUSS: gettext_lazy("%(who)s has commented on “%(name)s”"),
    Event.ASK_CHANGES: gettext_lazy("%(who)s asks for changes of “%(name)s”"),
    Event.PUBLISH: gettext_lazy("“%(name)s” is published"),
    Event.REJECT: gettext_lazy("“%(name)s” was rejected"),
    Event.OUTDATE: gettext_lazy("“%(name)s” is out of date: the card has changed since"),
    Event.REOPEN: gettext_lazy("“%(name)s” was opened again"),
    Event.REVERT: gettext_lazy("“%(name)s” was reverted"),
    HIDDEN: gettext_lazy("“%(name)s” was hidden"),
}  # fmt: skip
"""The events that create a notice, in words."""
MAIL = "cards.tasks.mail_notice"
"""The task that mails a notice."""


def notify(user: User | None, proposal: Proposal, event: str, *, by: User | None, text: str = "") -> None:
    """Create a notice, unless the user did it themselves; a mail follows after the transaction."""
    if user is None or event not in WORDS or (by is not None and by.pk == user.pk):
        return
    notice = Notice.objects.create(user=user, proposal=proposal, event=str(event), by=by, text=text)
    queue_durably(MAIL, notice.pk)


def notice_text(notice: Notice) -> str:
    """The notice in one line; loads the person and the proposal."""
    who = notice.by.public_name if notice.by is not None else _("Somebody")
    return str(WORDS[notice.event]) % {"who": who, "name": notice.proposal.name or _("a card without a name")}


def unread(user: User) -> int:
    """The number in the header. Takes one query."""
    return Notice.objects.filter(user=user, read_at=None).count()


def mark_read(*, user: User, proposal_id: int | None = None) -> int:
    """Mark the notices of a proposal, or all, as read; returns how many were new."""
    rows = Notice.objects.filter(user=user, read_at=None)
    if proposal_id is not None:
        rows = rows.filter(proposal=proposal_id)
    return rows.update(read_at=timezone.now())


def send_mail(*, notice_id: int) -> None:
    """Mail the notice once, if it is unread and the user wants mails and has confirmed an address."""
    rows = Notice.objects.select_related("user", "by", "proposal").filter(pk=notice_id)
    notice = rows.filter(mailed_at=None, read_at=None).first()
    if notice is None:
        return
    user = notice.user
    if not (user.is_active and user.confirmed_email and curator_of(user).mails):
        return
    # Marked before it is sent, so that a second run sends nothing.
    if not Notice.objects.filter(pk=notice_id, mailed_at=None).update(mailed_at=timezone.now()):
        return
    with written_to(user):
        mail = _mail(notice, user)
    try:
        mail.send()
    except Exception:
        # The task will try again.
        Notice.objects.filter(pk=notice_id).update(mailed_at=None)
        raise


def _mail(notice: Notice, user: User) -> EmailMessage:
    stop = _address("proposal-mails-stop", stop_token(user))
    says = notice_text(notice)
    context = {
        "says": says,
        "text": notice.said_text,
        "link": _address("proposal", notice.proposal_id),
        "stop": stop,
    }
    headers = {"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    body = render_to_string("curation/mails/notice.txt", context)
    return EmailMessage(says, body, to=[user.confirmed_email], headers=headers)


def _address(name: str, *parts: object) -> str:
    return settings.SITE_URL + reverse(name, args=parts)


def stop_token(user: User) -> str:
    return signing.dumps(user.pk, salt=SALT)


def set_mails(*, user: User, wanted: bool) -> None:
    Curator.objects.update_or_create(user=user, defaults={"mails": wanted})


def user_of_stop_token(token: str) -> User | None:
    """The account whose mails the link turns off; None for an invalid link. Links never expire."""
    try:
        return User.objects.filter(pk=signing.loads(token, salt=SALT)).first()
    except (signing.BadSignature, ValueError, TypeError):
        return None
