"""The audit log: writing a line, and the lines in words."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from phylo.accounts.models import User
from phylo.moderation.content import Content, Person, content_of
from phylo.moderation.models import LogEntry

WORDS = {
    "hide": gettext_lazy("%(who)s hid this of %(whom)s"),
    "show": gettext_lazy("%(who)s showed this of %(whom)s again"),
    "dismiss": gettext_lazy("%(who)s dismissed a report of this of %(whom)s"),
    "delete": gettext_lazy("%(who)s deleted a comment of %(whom)s"),
    "suspend": gettext_lazy("%(who)s suspended %(whom)s"),
    "lift": gettext_lazy("%(who)s lifted the suspension of %(whom)s"),
    "shadow": gettext_lazy("%(who)s hid what %(whom)s says from everybody else"),
    "unshadow": gettext_lazy("%(who)s let what %(whom)s says be read again"),
    "block": gettext_lazy("%(who)s blocked %(whom)s from curation"),
    "unblock": gettext_lazy("%(who)s let %(whom)s take part in curation again"),
    "name-reviewer": gettext_lazy("%(who)s made %(whom)s a reviewer"),
    "end-reviewer": gettext_lazy("%(who)s ended the reviewer role of %(whom)s"),
    "undo-all": gettext_lazy("%(who)s undid everything that %(whom)s had done in curation"),
    "stolen": gettext_lazy("%(who)s took the account of %(whom)s out of a thief’s hands"),
}


@dataclass(frozen=True, slots=True)
class Line:
    entry: LogEntry
    words: str
    content: Content | None


def write(
    act: str,
    *,
    user: User | None,
    about: Person,
    kind: str = "",
    key: str = "",
    reason: str = "",
    before: dict[str, str] | None = None,
) -> LogEntry:
    assert act in WORDS
    return LogEntry.objects.create(
        act=act, user=user, about=about.user, about_guest=about.guest, kind=kind, key=key, reason=reason,
        before=before or {},
    )  # fmt: skip


def about(person: Person) -> Q:
    if person.user is not None:
        return Q(about=person.user)
    return Q(about_guest=person.guest) if person.guest is not None else Q(pk__in=())


def last_about(person: Person) -> int:
    """The number of the person's last line, 0 for none: the version of what was decided about them."""
    found = LogEntry.objects.filter(about(person)).values_list("pk", flat=True).first()
    return found or 0


def in_words(entries: Iterable[LogEntry]) -> list[Line]:
    """Loads the account that acted and the one that it is about."""
    return [Line(entry, _words(entry), content_of(entry.kind, entry.key)) for entry in entries]


def _words(entry: LogEntry) -> str:
    who = entry.user.public_name if entry.user is not None else _("Somebody")
    guest = _("a guest") if entry.about_guest else _("somebody")
    whom = entry.about.public_name if entry.about is not None else guest
    return str(WORDS.get(entry.act, entry.act)) % {"who": who, "whom": whom}
