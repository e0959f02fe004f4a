"""Lessons that people write: the form at a step of a replay, the page of one on its way, and the queue."""

import uuid
from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from cards.curation.permissions import Action, possible_actions
from games.lessons.forms import LessonForm
from games.lessons.models import ProposedLesson
from games.lessons.services import proposing as services
from games.lessons.words.lessons import fault_words
from games.matches.access import look_or_404
from games.matches.services.errors import NotAllowed, WrongGame
from games.table.pages.match import version_asked
from phylo.accounts.models import User
from phylo.accounts.visitors import member_of, reader_of
from phylo.http.answers import page_of, refuse
from phylo.http.input import number_in
from phylo.http.problems import Refused

PAGE = 50


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def match_lesson(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Write a lesson at the step `?version=` of a replay; only for trusted people."""
    look = look_or_404(request, match_id)
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    author = _author(request)
    version = version_asked(request, look.match.version, missing=0)
    try:
        record = services.position_at(look.match, version)
    except WrongGame:
        raise Http404("no such thing in this game") from None
    except Refused as error:
        messages.error(request, str(error))
        return redirect("match-replay", match_id)
    form = LessonForm(request.POST if request.method == "POST" else None, record=record)
    if form.is_valid():
        try:
            made = services.begin(
                author=author, record=record, written=form.written, key=form.cleaned_data["key"]
            )
            return redirect("proposed-lesson", made.pk)
        except Refused as error:
            refuse(form, error)
    status = HTTPStatus.BAD_REQUEST if form.errors else HTTPStatus.OK
    return render(request, "lessons/write.html", {"form": form, "match": look.match}, status=status)


@never_cache
@require_safe
def proposed(request: HttpRequest) -> HttpResponse:
    """One's own lessons, and for trusted people those that wait for a decision."""
    reader = reader_of(request)
    own = page_of(request, services.own(reader) if reader else (), PAGE, name="mine")
    waiting = page_of(request, services.waiting(reader) if reader else (), PAGE)
    lists = [
        (pgettext("lessons", "Yours"), own, _("More of your lessons"), "mine"),
        (_("For review"), waiting, _("More lessons for review"), "page"),
    ]
    return render(request, "lessons/proposed.html", {"lists": lists})


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def proposed_lesson(request: HttpRequest, lesson_id: int) -> HttpResponse:
    """What is written, what the proof finds, and the steps that the reader may take. POST: one of them."""
    reader = member_of(request)
    row = services.seen_by(reader).filter(pk=lesson_id).first()
    if row is None:
        raise Http404("no such lesson")
    sent = request.POST if request.method == "POST" else None
    editing = sent is not None and sent.get("do") == "edit"
    form = LessonForm(sent if editing else None, record=row.content["record"], content=row.content)
    if sent is not None and (not editing or form.is_valid()):
        try:
            words = _done(request, row, reader, form)
            messages.success(request, words)
            # One who may not see it any more has decided.
            known = services.seen_by(reader).filter(pk=row.pk).exists()
            return redirect("proposed-lesson", row.pk) if known else redirect("proposed-lessons")
        except Refused as error:
            if editing:
                refuse(form, error)
            else:
                messages.error(request, str(error))
                return redirect("proposed-lesson", row.pk)
    context = {
        "lesson": row,
        "form": form,
        "faults": list(map(fault_words, services.faults(row))),
        "may": {str(action).replace("-", "_"): may for action, may in possible_actions(row, reader).items()},
    }
    status = HTTPStatus.BAD_REQUEST if form.errors else HTTPStatus.OK
    return render(request, "lessons/proposal.html", context, status=status)


def _done(request: HttpRequest, row: ProposedLesson, user: User, form: LessonForm) -> str:
    """Take the step that was sent, and say what came of it. Raises Refused."""
    asked, version = request.POST.get("do", ""), number_in(request.POST.get("version", ""))
    at = {"lesson_id": row.pk, "version": version}
    if asked == "edit":
        services.edit(author=user, written=form.written, **at)
        return _("It is stored.")
    if asked == "solve":
        services.solve(author=user, **at)
        return _("What you played is its solution.")
    said = {
        Action.SUBMIT: _("Reviewers decide on it."),
        Action.WITHDRAW: _("It is withdrawn."),
        Action.ASK_CHANGES: _("Its author can read what to change."),
        Action.APPROVE: _("It is published among the lessons."),
        Action.REJECT: _("It is rejected."),
        Action.REVERT: _("It is no longer among the lessons."),
    }
    action = next((each for each in said if each == asked), None)
    if action is None:
        raise NotAllowed(_("There is no such step."))
    services.step(user=user, action=action, reason=request.POST.get("reason", ""), **at)
    return said[action]


def _author(request: HttpRequest) -> User:
    author = member_of(request)
    if not services.may_write(author):
        raise PermissionDenied(_("Lessons are written by trusted contributors."))
    return author
