"""Reports and what moderators decided about a person, as account data."""

from collections.abc import Callable

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from phylo.accounts.account_data import AccountData
from phylo.accounts.kept import PLAYERS, Kept
from phylo.accounts.models import Guest, User
from phylo.moderation import log
from phylo.moderation.content import Person
from phylo.moderation.models import LogEntry, Report

KEPT = (
    Kept(
        what=_(
            "Your reports and appeals; whether you are suspended and why; what moderators decided about you, "
            "and what you decided as one"
        ),
        whose=PLAYERS,
        why=_("So that moderators can decide, and answer for what they decide."),
        how_long=_("For good."),
        stays=_("Reports and decisions stay, without your name: a log from which lines go is none."),
        held={
            "moderation.Report.user": "reports",
            "moderation.LogEntry.about": "moderation",
            "moderation.LogEntry.user": "moderation",
        },
        besides={"moderation.Report.handled_by": "A moderator's act, told in the log."},
    ),
)


class Reports(AccountData):
    """Reports stay without a name when their account is deleted, as does the audit log."""

    kept = KEPT

    def adopt(self, *, guest: Guest, user: User) -> bool:
        own = {(each.kind, each.key) for each in Report.objects.filter(user=user)}
        for each in Report.objects.filter(guest=guest.pk):
            if (each.kind, each.key) in own:
                each.delete()
            else:
                each.user, each.guest = user, None
                each.save(update_fields=["user", "guest"])
        return False

    def moved(self, *, old: Guest, new: Guest) -> None:
        Report.objects.filter(guest=old.pk).update(guest=new.pk)

    def erase(self, *, guest: Guest) -> None:
        """What the guest wrote goes; that somebody has reported something stays."""
        Report.objects.filter(guest=guest.pk).update(guest=None, text="")

    def download(self, *, user: User, absolute: Callable[[str], str]) -> dict[str, object]:
        """`reports` and appeals of the person, and `moderation`: what was decided about them or by them."""
        entries = LogEntry.objects.filter(log.about(Person(user=user)) | Q(user=user))
        return {
            "reports": [
                {
                    "about": f"{each.kind} {each.key}",
                    "text": each.text,
                    "outcome": each.outcome,
                    "at": each.created_at.isoformat(),
                }
                for each in Report.objects.filter(user=user)
            ],
            "moderation": [
                {
                    "act": each.act,
                    "by_you": each.user_id == user.pk,
                    "about": f"{each.kind} {each.key}".strip(),
                    "reason": each.reason,
                    "at": each.created_at.isoformat(),
                }
                # That something of theirs was reported in vain is for its reporter to know.
                for each in entries
                if each.act != "dismiss" or each.user_id == user.pk
            ],
        }
