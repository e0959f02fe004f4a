"""What members found out of place, for reviewers."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from cards.curation import services
from cards.curation.errors import CurationError, NotAllowed
from cards.curation.pages.asking import moderates, number_in, page_in, reader_of, status_of
from cards.models import Report
from cards.models.curation import LONGEST_REPORT
from phylo.accounts.models import User

A_PAGE = 30


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def reports(request: HttpRequest) -> HttpResponse:
    """POST: a `report`, and whether what it is about is hidden (with a `reason`) or left as it is."""
    user = reader_of(request)
    assert user is not None
    if not moderates(user):
        raise Http404("for reviewers")
    wrong: dict[str, object] = {}
    status = 200
    if request.method == "POST":
        report = Report.objects.filter(pk=number_in(request.POST.get("report", ""))).first()
        if report is None:
            raise Http404("no such report")
        reason = request.POST.get("reason", "")
        try:
            _settle(report, user, request.POST.get("do", ""), reason)
        except CurationError as error:
            wrong = {"report": report.pk, "words": str(error), "reason": reason}
            status = status_of(error)
        else:
            messages.success(request, _("The report is settled."))
            return redirect("proposal-reports")
    rows = Report.objects.filter(outcome=Report.Outcome.OPEN)
    rows = rows.select_related("user", "proposal__author", "comment__user").order_by("created_at", "pk")
    context = {
        "page": Paginator(rows, A_PAGE).get_page(page_in(request)),
        "wrong": wrong,
        "longest": LONGEST_REPORT,
    }
    return render(request, "curation/reports.html", context, status=status)


def _settle(report: Report, user: User, do: str, reason: str) -> None:
    if do == "dismiss":
        services.dismiss_report(report_id=report.pk, user=user)
    elif do != "hide":
        raise NotAllowed(_("Hide it, or leave it as it is."))
    elif report.comment_id is not None:
        services.hide_comment(comment_id=report.comment_id, user=user, hidden=True, reason=reason)
    else:
        services.hide_proposal(proposal_id=report.proposal_id, user=user, hidden=True, reason=reason)
