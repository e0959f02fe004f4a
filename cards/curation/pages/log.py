"""The log of decisions in words."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.curation.models import Decision, ProposalState

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
    "reopen": gettext_lazy("It was opened again"),
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
    return str(WORDS.get(row.event, row.event)) % {"who": who}


def _change(row: Decision) -> str:
    states = [_state(each.get("state")) for each in (row.before, row.after)]
    parts = [" → ".join(states)] if all(states) and states[0] != states[1] else []
    numbers = row.before.get("revision"), row.after.get("revision")
    if numbers[1] and numbers[0] != numbers[1]:
        parts.append(_("revision %(before)s → %(after)s") % {"before": numbers[0] or 0, "after": numbers[1]})
    return ", ".join(parts)


def _state(value: object) -> str:
    return str(ProposalState(value).label) if value in ProposalState.values else ""
