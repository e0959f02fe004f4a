"""Reports and what moderators decide: the only code that writes reports and suspensions."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from phylo.accounts.account_data import account_data
from phylo.accounts.models import Guest, User
from phylo.http.problems import NotAllowed, Refused
from phylo.moderation import log
from phylo.moderation.content import Content, Person, content_of, kinds
from phylo.moderation.models import LONGEST_REPORT, LONGEST_WHY, LogEntry, Report
from phylo.moderation.rights import (
    LONGEST_BY_MODERATORS,
    Standing,
    check_acts_on,
    check_decides,
    standing_of,
)

REPORTS_A_DAY = 20
DAY = timedelta(days=1)
COLUMNS = ["suspended_from", "suspended_until", "suspended_because", "shadowed"]


class Missing(NotAllowed):
    """There is no such content, or the person may not see it."""

    code = "not-found"


class NoReason(Refused):
    """A reason is missing or too long."""

    code = "malformed"


class TooManyReports(Refused):
    code = "too-many"


class ActedMeanwhile(Refused):
    """Another moderator has done something about the person since the page was read."""

    code = "stale"


def report(*, kind: str, key: str, person: Person, text: str, needed: bool = True) -> Report:
    """
    Report content to the moderators, once for each person; or appeal against one's own being hidden, once
    each time. Raises Missing, NotAllowed, NoReason or TooManyReports.
    """
    text = line(text, LONGEST_REPORT, needed=needed)
    content = reportable(kind=kind, key=key, person=person)
    hiding = _hiding(kind, key) if content.author == person else None
    since = hiding.created_at if hiding is not None else None
    return keep_report(kind=kind, key=key, person=person, text=text, since=since)


def reportable(*, kind: str, key: str, person: Person) -> Content:
    """What the person may report, or appeal about. Raises Missing or NotAllowed."""
    content = content_of(kind, key)
    if content is None or not person.known or not kinds()[kind].open_to(key, person):
        raise Missing(_("There is nothing here that you could report."))
    if content.author == person and not (content.hidden and _hiding(kind, key)):
        raise NotAllowed(_("You wrote this yourself."))
    return content


def keep_report(*, kind: str, key: str, person: Person, text: str, since: datetime | None = None) -> Report:
    """`since`: of an appeal, when what it is about was decided."""
    with transaction.atomic():
        lock(person)
        mine = Report.objects.filter(user=person.user, guest=person.guest)
        if since is not None:
            # Of an earlier decision: reports are kept, so it makes room under another key.
            for old in mine.filter(kind=kind, key=key, created_at__lt=since):
                old.key = f"{old.key}#{old.pk}"
                old.save(update_fields=["key"])
        if (earlier := mine.filter(kind=kind, key=key).first()) is not None:
            return earlier
        if mine.filter(created_at__gt=timezone.now() - DAY).count() >= REPORTS_A_DAY:
            raise TooManyReports(_("You have done this many times today. Please go on tomorrow."))
        return Report.objects.create(kind=kind, key=key, user=person.user, guest=person.guest, text=text)


def open_reports() -> int:
    return Report.objects.filter(outcome=Report.Outcome.OPEN).count()


def decide(*, kind: str, key: str, user: User | None, hidden: bool, reason: str = "") -> None:
    """
    Hide content or show it again, and close the reports of it. Raises Missing, NotAllowed or NoReason.
    """
    reason = line(reason, LONGEST_WHY, needed=hidden)
    with transaction.atomic():
        content = _locked(kind, key, user)
        check_decides(user, content.author)
        if content.hidden != hidden:
            put(kind=kind, key=key, content=content, user=user, hidden=hidden, reason=reason)
        changed = content.hidden != hidden
        close(kind, key, user, Report.Outcome.UPHELD if changed else Report.Outcome.DISMISSED)


def _hiding(kind: str, key: str) -> LogEntry | None:
    """The line of the last time that it was hidden."""
    return LogEntry.objects.filter(kind=kind, key=key, act="hide").first()


def put(*, kind: str, key: str, content: Content, user: User | None, hidden: bool, reason: str) -> None:
    """Hide or show without asking whether the user may, and write it down."""
    hiding = _hiding(kind, key)
    before = kinds()[kind].put(
        key, hidden=hidden, by=user, reason=reason, before=hiding.before if hiding and not hidden else {}
    )
    act = "hide" if hidden else "show"
    log.write(act, user=user, about=content.author, kind=kind, key=key, reason=reason, before=before)


def dismiss(*, kind: str, key: str, user: User | None) -> None:
    """Close the reports and leave what was reported as it is. Raises NotAllowed."""
    with transaction.atomic():
        content = content_of(kind, key) or Content("", "")
        lock(content.author, user)
        check_decides(user, content.author)
        closed = close(kind, key, user, Report.Outcome.DISMISSED)
        if closed:
            before = {"reports": " ".join(map(str, closed))}
            log.write("dismiss", user=user, about=content.author, kind=kind, key=key, before=before)


def close(kind: str, key: str, user: User | None, outcome: Report.Outcome) -> list[int]:
    found = Report.objects.filter(kind=kind, key=key, outcome=Report.Outcome.OPEN)
    closed = list(found.select_for_update().order_by("pk").values_list("pk", flat=True))
    Report.objects.filter(pk__in=closed).update(outcome=outcome, handled_by=user, handled_at=timezone.now())
    return closed


def suspend(
    *, person: Person, user: User | None, until: datetime | None, reason: str, shadow: bool, seen: int
) -> None:
    """
    Suspend somebody until then, None for until it is lifted; with `shadow` also hide all that they say.
    `seen` is the last line about them that was read. Raises NotAllowed, NoReason or ActedMeanwhile.
    """
    reason = line(reason, LONGEST_WHY, needed=True)
    now = timezone.now()
    with transaction.atomic():
        row = _row(person, user, seen)
        longest = now + LONGEST_BY_MODERATORS
        if standing_of(user) < Standing.ADMINISTRATOR and (until is None or until > longest):
            raise NotAllowed(_("Moderators suspend for 30 days at most; an administrator for longer."))
        before = standing_before(row)
        row.suspended_from, row.suspended_until, row.suspended_because = now, until, reason
        row.shadowed = shadow or row.in_shadow
        row.save(update_fields=COLUMNS)
        for each in account_data():
            each.suspend(user=person.user, guest=person.guest)
        log.write("suspend", user=user, about=person, reason=reason, before=before)


def lift(*, person: Person, user: User | None, reason: str, seen: int) -> None:
    """End the suspension and with it the shadow. Raises NotAllowed, NoReason or ActedMeanwhile."""
    reason = line(reason, LONGEST_WHY, needed=True)
    with transaction.atomic():
        row = _row(person, user, seen)
        if row.suspended:
            before = standing_before(row)
            set_standing(row, {})
            log.write("lift", user=user, about=person, reason=reason, before=before)
            close("appeal", _key(person), user, Report.Outcome.UPHELD)


def shadow(*, person: Person, user: User | None, on: bool, reason: str, seen: int) -> None:
    """
    Show what somebody says, chat and comments, old and new, to themselves only, until this is ended or a
    suspension ends. Raises NotAllowed, NoReason or ActedMeanwhile.
    """
    reason = line(reason, LONGEST_WHY, needed=True)
    with transaction.atomic():
        row = _row(person, user, seen)
        if row.in_shadow != on:
            before = standing_before(row)
            if not row.suspended:
                # A suspension that is over would end the shadow at once.
                row.suspended_from = row.suspended_until = None
            row.shadowed = on
            row.save(update_fields=COLUMNS)
            log.write("shadow" if on else "unshadow", user=user, about=person, reason=reason, before=before)


def appeal(*, person: Person, text: str) -> Report:
    """Ask the moderators to lift one's suspension, once each. Raises NoReason or NotAllowed."""
    text = line(text, LONGEST_REPORT, needed=True)
    with transaction.atomic():
        lock(person)
        row = person.row
        if row is None or not row.suspended:
            raise NotAllowed(_("You are not suspended."))
        since = row.suspended_from
        return keep_report(kind="appeal", key=_key(person), person=person, text=text, since=since)


def appeal_of(person: Person) -> Report | None:
    """The appeal against the present suspension."""
    row = person.row
    if row is None or row.suspended_from is None:
        return None
    mine = Report.objects.filter(kind="appeal", key=_key(person))
    return mine.filter(created_at__gte=row.suspended_from).first()


def lock(person: Person, *others: User | None) -> None:
    """Lock the rows of the people: accounts by key, then the guest, as when an account takes over a guest."""
    keys = {user.pk for user in (person.user, *others) if user is not None}
    list(User.objects.select_for_update().filter(pk__in=keys).order_by("pk").values_list("pk"))
    if person.guest is not None:
        Guest.objects.select_for_update().filter(pk=person.guest).first()


def line(text: str, most: int, *, needed: bool) -> str:
    """The text as one line; raises NoReason."""
    text = "".join(sign for sign in " ".join(text.split()) if sign.isprintable())
    if needed and not text:
        raise NoReason(_("Please say why."))
    if len(text) > most:
        raise NoReason(_("At most %(most)s characters.") % {"most": most})
    return text


def _locked(kind: str, key: str, user: User | None) -> Content:
    """The content with its author's row locked. Raises Missing."""
    found = content_of(kind, key)
    if found is not None:
        lock(found.author, user)
        found = content_of(kind, key)
    if found is None:
        raise Missing(_("It is gone, or private by now."))
    return found


def _row(person: Person, user: User | None, seen: int) -> User | Guest:
    lock(person, user)
    check_acts_on(user, person)
    row = person.row
    if row is None:
        raise Missing(_("This person has left."))
    if log.last_about(person) != seen:
        raise ActedMeanwhile(_("Somebody else has decided about this person meanwhile. Read it again."))
    return row


def standing_before(row: User | Guest) -> dict[str, str]:
    """What `set_standing` needs to bring the present state back."""
    moments = {"from": row.suspended_from, "until": row.suspended_until}
    found = {name: moment.isoformat() for name, moment in moments.items() if moment is not None}
    return found | {"because": row.suspended_because} | ({"shadowed": "yes"} if row.shadowed else {})


def set_standing(row: User | Guest, standing: dict[str, str]) -> None:
    moments = {name: datetime.fromisoformat(standing[name]) for name in ("from", "until") if name in standing}
    row.suspended_from, row.suspended_until = moments.get("from"), moments.get("until")
    row.suspended_because = standing.get("because", "")
    row.shadowed = "shadowed" in standing
    row.save(update_fields=COLUMNS)


def _key(person: Person) -> str:
    return str(person.user.pk) if person.user is not None else str(person.guest)
