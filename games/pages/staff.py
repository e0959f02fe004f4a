"""Reported chat messages, for staff."""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.models import ChatReport
from games.services import chat
from phylo.accounts.visitors import staff_only
from phylo.http.input import whole

A_PAGE = 30


@never_cache
@staff_only
@require_http_methods(["GET", "HEAD", "POST"])
def chat_reports(request: HttpRequest) -> HttpResponse:
    """GET: open reports. POST: close a `report`; `do=hide` hides its message."""
    if request.method == "POST":
        number = whole(request.POST.get("report", ""), digits=18)
        if number is None:
            raise Http404("no such report")
        report = get_object_or_404(ChatReport.objects.select_related("message"), pk=number)
        chat.settle(report=report, hide=request.POST.get("do") == "hide")
        return redirect("staff-chat")
    reports = ChatReport.objects.filter(done=False).select_related(
        "message__player__user", "message__match", "player__user"
    )
    page = Paginator(reports.order_by("-created", "-pk"), A_PAGE).get_page(request.GET.get("page"))
    return render(request, "games/staff_chat.html", {"page": page})
