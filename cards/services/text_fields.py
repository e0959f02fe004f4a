"""Texts that people write, each described once: for forms, for bodies of the API and for services."""

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from math import ceil
from typing import TYPE_CHECKING

from django import forms
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.functional import lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from phylo.accounts import unwanted
from phylo.api.bodies import Text
from phylo.http.keys import LONGEST_KEY
from phylo.http.refusals import BadValue

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

TOO_LONG = gettext_lazy("At most %(most)s characters.")
EMPTY = gettext_lazy("Please write something.")
BLANK_SIGNS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs, as Unicode has them, that show nothing: Hangul fillers and the empty Braille pattern."""


def tidy(text: str) -> str:
    """Lines of printable characters, with at most one empty line in a row."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = "".join(sign for sign in text if sign == "\n" or unicodedata.category(sign) not in ("Cc", "Cs"))
    lines: list[str] = []
    for line in (line.rstrip() for line in text.strip().split("\n")):
        if line or (lines and lines[-1]):
            lines.append(line)
    return "\n".join(lines)


def says_something(text: str) -> bool:
    """Whether there is any visible letter, digit or sign."""
    return any(unicodedata.category(sign)[0] in "LNPS" and sign not in BLANK_SIGNS for sign in text)


def one_line(text: str) -> str:
    return " ".join(text.split())


@dataclass(frozen=True, slots=True, kw_only=True)
class TextField:
    """
    `name` is that of the form's field and of the body's. `longest` counts characters, and `too_long` names
    it as %(most)s. `tidied` brings the text into the form in which it is stored.
    """

    name: str
    label: "StrOrPromise" = ""
    help_text: "StrOrPromise" = ""
    longest: int
    required: bool = False
    too_long: "StrOrPromise" = TOO_LONG
    empty: "StrOrPromise" = EMPTY
    tidied: Callable[[str], str] = tidy

    @property
    def _too_long(self) -> "StrOrPromise":
        return lazy(lambda: str(self.too_long) % {"most": self.longest}, str)()

    def form_field(self, widget: forms.Widget, *, required: bool | None = None) -> forms.CharField:
        return forms.CharField(
            max_length=self.longest,
            required=self.required if required is None else required,
            label=self.label,
            help_text=self.help_text,
            widget=widget,
            error_messages={"max_length": self._too_long},
        )

    def body_field(self, *, required: bool | None = None, help_text: "StrOrPromise | None" = None) -> Text:
        return Text(
            required=self.required if required is None else required,
            allow_blank=not self.required,
            max_length=self.longest,
            help_text=help_text,
            error_messages={"max_length": self._too_long},
        )

    def checked(self, text: str, *, required: bool | None = None, error: type[BadValue] = BadValue) -> str:
        """The text as it is stored; raises the `error`. One that is not required may be empty, not unseen."""
        text = self.tidied(text)
        if (text or (self.required if required is None else required)) and not says_something(text):
            raise error(self.name, str(self.empty) % {"most": self.longest})
        if len(text) > self.longest or (self.tidied is one_line and not text.isprintable()):
            raise error(self.name, str(self._too_long))
        if wrong := unwanted.complaint(text):
            raise error(self.name, wrong)
        return text


def check_key(key: str, *, required: bool = False, error: type[BadValue] = BadValue) -> None:
    """The key of a request (phylo/http/keys.py)."""
    if len(key) > LONGEST_KEY or not key.isprintable() or (required and not key):
        raise error("key", _("This needs 1 to %(most)s characters.") % {"most": LONGEST_KEY})


def seconds_to_wait(rows: QuerySet, *, most: int, within: timedelta) -> int:
    """
    Until one may write another of these rows, of which `most` may be written `within` that time; 0 for at
    once. They have the column `created_at`.
    """
    now = timezone.now()
    recent = rows.filter(created_at__gt=now - within).order_by("-created_at")
    times = list(recent.values_list("created_at", flat=True)[:most])
    return max(1, ceil((times[-1] + within - now).total_seconds())) if len(times) == most else 0
