"""The log of decisions in words."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.models import Decision, ProposalState

WORDS = {
    "submit": gettext_lazy("%(who)s submitted it"),
    "join": gettext_lazy("%(who)s proposed the same as somebody before: it became a vote"),
    "discuss": gettext_lazy("%(who)s began to discuss it"),
    "ask-changes": gettext_lazy("%(who)s asked for changes"),
    "approve": gettext_lazy("%(who)s approved it"),
    "publish": gettext_lazy("It was published"),
    "reject": gettext_lazy("%(who)s rejected it"),
    "withdraw": gettext_lazy("%(who)s withdrew it"),
    "outdate": gettext_lazy("The card has changed, so the proposal is out of date"),
    "rebase": gettext_lazy("%(who)s brought it up to date"),
    "revert": gettext_lazy("%(who)s reverted it"),
    "hide": gettext_lazy("%(who)s hid it"),
    "show": gettext_lazy("%(who)s showed it again"),
    "hide-comment": gettext_lazy("%(who)s hid a comment"),
    "show-comment": gettext_lazy("%(who)s showed a comment again"),
    "dismiss-report": gettext_lazy("%(who)s dismissed a report"),
    "hide-set": gettext_lazy("%(who)s hid a set of %(whom)s"),
    "show-set": gettext_lazy("%(who)s showed a set of %(whom)s again"),
    "block": gettext_lazy("%(who)s blocked %(whom)s"),
    "unblock": gettext_lazy("%(who)s let %(whom)s take part again"),
    "name-reviewer": gettext_lazy("%(who)s made %(whom)s a reviewer"),
    "end-reviewer": gettext_lazy("%(who)s ended the reviewer role of %(whom)s"),
    "undo-all": gettext_lazy("%(who)s undid everything that %(whom)s had done"),
    "restore": gettext_lazy("%(who)s restored an earlier revision"),
}


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the log; `change` is a short before and after, "" if nothing changed."""

    decision: Decision
    words: str
    change: str


def in_words(rows: Iterable[Decision]) -> list[Line]:
    return [Line(row, _words(row), _change(row)) for row in rows]


def _words(row: Decision) -> str:
    who = row.user.public_name if row.user is not None else _("The site")
    whom = row.about.public_name if row.about is not None else _("somebody")
    return str(WORDS.get(row.event, row.event)) % {"who": who, "whom": whom}


def _change(row: Decision) -> str:
    states = [_state(each.get("state")) for each in (row.before, row.after)]
    parts = [" → ".join(states)] if all(states) and states[0] != states[1] else []
    numbers = row.before.get("revision"), row.after.get("revision")
    if numbers[1] and numbers[0] != numbers[1]:
        parts.append(_("revision %(before)s → %(after)s") % {"before": numbers[0] or 0, "after": numbers[1]})
    return ", ".join(parts)


def _state(value: object) -> str:
    return str(ProposalState(value).label) if value in ProposalState.values else ""
