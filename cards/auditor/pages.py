"""The auditor's page: public; staff begin and cancel audits."""

from collections.abc import Iterator
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from cards.auditor.beginning import LARGEST_SEED, MOST_GAMES, AuditRefused, begin_audit
from cards.auditor.decks import COPIES
from cards.auditor.findings import FORMULA, GAMES, Finding, findings
from cards.auditor.measured import TOO_FEW
from cards.auditor.models import PointAudit
from cards.auditor.playing import AUDITS, PLAYOUTS
from cards.models import Kind
from cards.points import SOURCE
from cards.services.choice_fields import RULES
from cards.words import percent, rules_name
from phylo.accounts.visitors import member_of, staff_only
from phylo.jobs.models import Status

FIRST_RULES = RULES.usual
PAGE = 50
BEGIN_IDS = "begin-%s"
"""Keeps ids distinct from those of the filter on the same page."""


class FilterForm(forms.Form):
    rules = RULES.form_field(required=False)
    order = forms.ChoiceField(
        choices=[(GAMES, gettext_lazy("Games")), (FORMULA, gettext_lazy("Formula"))],
        required=False,
        label=gettext_lazy("Furthest off by"),
    )
    kind = forms.ChoiceField(
        choices=[
            ("", gettext_lazy("Any")),
            (Kind.SPECIES, gettext_lazy("Species")),
            (Kind.HABITAT, gettext_lazy("Habitats")),
            (Kind.EVENT, gettext_lazy("Events")),
        ],
        required=False,
        label=gettext_lazy("Kind"),
    )
    off = forms.IntegerField(
        min_value=0,
        max_value=100,
        required=False,
        label=gettext_lazy("Off by at least"),
        help_text=gettext_lazy("per cent of the games, or points"),
    )

    def clean_rules(self) -> str:
        return self.cleaned_data["rules"] or FIRST_RULES

    def clean_order(self) -> str:
        return self.cleaned_data["order"] or GAMES


class BeginForm(forms.Form):
    rules = RULES.form_field()
    games = forms.IntegerField(min_value=1, max_value=MOST_GAMES, initial=5000, label=gettext_lazy("Games"))
    seed = forms.IntegerField(min_value=0, max_value=LARGEST_SEED, initial=1, label=gettext_lazy("Seed"))


@dataclass(frozen=True, slots=True)
class Row:
    """A finding in words. Signs show in which direction the card is off."""

    finding: Finding
    formula: str
    difference: str
    interval: str
    least: str
    says: str


def points(request: HttpRequest) -> HttpResponse:
    """The list (see FilterForm); POST of `rules`, `games` and `seed` begins an audit."""
    return begin(request) if request.method == "POST" else listed(request)


@never_cache
@require_safe
def listed(request: HttpRequest) -> HttpResponse:
    return _page(
        request, BeginForm(auto_id=BEGIN_IDS, initial={"rules": request.GET.get("rules", FIRST_RULES)})
    )


@require_POST
@staff_only
def begin(request: HttpRequest) -> HttpResponse:
    form = BeginForm(request.POST, auto_id=BEGIN_IDS)
    if form.is_valid():
        try:
            begin_audit(**form.cleaned_data, user=member_of(request))
        except AuditRefused as refusal:
            form.add_error(None, str(refusal))
            return _page(request, form, status=HTTPStatus.CONFLICT)
        return redirect(f"{reverse('card-points')}?{urlencode({'rules': form.cleaned_data['rules']})}")
    return _page(request, form, status=HTTPStatus.BAD_REQUEST)


@never_cache
@require_safe
def progress(request: HttpRequest, pk: int) -> HttpResponse:
    """The progress of an audit, for htmx; when it is over, the page is reloaded."""
    audit = get_object_or_404(PointAudit.objects.defer("given", "tallies", "part"), pk=pk)
    if not request.headers.get("HX-Request"):
        return redirect(f"{reverse('card-points')}?{urlencode({'rules': audit.rules})}")
    response = render(request, "auditor/_progress.html", {"working": audit})
    if not audit.working:
        response["HX-Refresh"] = "true"
    return response


@require_POST
@staff_only
def cancel(request: HttpRequest, pk: int) -> HttpResponse:
    audit = get_object_or_404(PointAudit.objects.defer("given", "tallies", "part"), pk=pk)
    AUDITS.cancel(audit.pk)
    return redirect(f"{reverse('card-points')}?{urlencode({'rules': audit.rules})}")


def _page(request: HttpRequest, begin_form: BeginForm, *, status: int = HTTPStatus.OK) -> HttpResponse:
    form = FilterForm(request.GET)
    if not form.is_valid():
        status = max(status, HTTPStatus.BAD_REQUEST)
    chosen: dict[str, Any] = {"rules": FIRST_RULES, "order": FORMULA} | form.cleaned_data
    rules, order = chosen["rules"], chosen["order"]
    audit = PointAudit.objects.newest(rules)
    # Without games there is only the formula.
    order = FORMULA if audit is None else order
    found = findings(
        audit, rules=rules, order=order, kind=chosen.get("kind", ""), least=chosen.get("off") or 0
    )
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    context = {
        "form": form,
        "begin_form": begin_form,
        "audit": audit,
        "working": PointAudit.objects.working().filter(rules=rules).defer("given", "tallies", "part").first(),
        "broken": _broken(rules, audit),
        "version": rules_name(rules),
        "order": order,
        "page": page,
        "rows": [_row(each) for each in page.object_list],
        "filtered": bool(chosen.get("kind") or chosen.get("off")),
        "number": len(found),
        "too_few": TOO_FEW,
        "copies": COPIES,
        "playouts": PLAYOUTS,
        "formula": SOURCE,
    }
    return render(request, "auditor/points.html", context, status=status)


def _broken(rules: str, audit: PointAudit | None) -> PointAudit | None:
    """The newest audit, if it failed."""
    newest = PointAudit.objects.filter(rules=rules).defer("given", "tallies", "part").first()
    return newest if newest is not None and newest.status == Status.FAILED else None


def _row(finding: Finding) -> Row:
    measured, difference, interval, least = finding.measured, "", "", ""
    if measured is not None:
        apart = measured.difference
        difference = _signed(100 * apart.share)
        interval = _("%(low)s to %(high)s") % {
            "low": _signed(100 * apart.low),
            "high": _signed(100 * apart.high),
        }
    if finding.off_games is not None:
        least = percent(finding.off_games)
    off = finding.off_formula
    formula = "" if off is None else _signed(off)
    return Row(finding, formula, difference, interval, least, " ".join(_said(finding)))


def _said(finding: Finding) -> Iterator[str]:
    off, measured = finding.off_formula, finding.measured
    if off is None and finding.suggestion.points is not None:
        yield _("The card has no points.")
    elif off == 0:
        yield _("Its points are those of the formula.")
    elif off is not None:
        more = ngettext(
            "It has %(number)s point more than the formula gives.",
            "It has %(number)s points more than the formula gives.",
            abs(off),
        )
        less = ngettext(
            "It has %(number)s point less than the formula gives.",
            "It has %(number)s points less than the formula gives.",
            abs(off),
        )
        yield (more if off > 0 else less) % {"number": abs(off)}
    if measured is None:
        return
    if not measured.enough:
        yield _("There were too few games to tell: %(few)s are needed both with and without it.") % {
            "few": TOO_FEW
        }
    elif not measured.difference.least:
        yield _("In the games it makes no clear difference.")
    else:
        least = percent(measured.difference.least)
        up = measured.difference.share > 0
        text = (
            _("Decks win more often with it, by %(least)s at least.")
            if up
            else _("Decks win less often with it, by %(least)s at least.")
        )
        yield text % {"least": least}


def _signed(number: float) -> str:
    """With its sign, a true minus for negative numbers; 0 has none."""
    whole = round(number)
    return "0" if not whole else f"+{whole}" if whole > 0 else f"−{-whole}"
