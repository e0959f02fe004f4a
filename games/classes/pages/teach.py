"""
The pages for teachers: what a class can do here, starting one in one step, a lesson plan, and a sheet for
parents. Everybody may read them.
"""

from http import HTTPStatus
from urllib.parse import urlencode

from django.contrib import messages
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.classes.forms import StartForm
from games.classes.models import Classroom
from games.classes.services import managing
from phylo.accounts.models import User
from phylo.accounts.visitors import reader_of
from phylo.http.answers import refuse
from phylo.http.keys import new_key
from phylo.http.problems import Refused

PLANS = {
    "8-10": ("classes/plan_8_10.html", gettext_lazy("Ages 8 to 10")),
    "11-14": ("classes/plan_11_14.html", gettext_lazy("Ages 11 to 14")),
}
TYPED = "class-to-start"
"""The key in a session of what a visitor has typed who signs up before the class starts."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def teach(request: HttpRequest) -> HttpResponse:
    """
    POST starts a class, and leads to the code for the wall. Visitors without an account make one first, and
    come back to what they have typed.
    """
    user = reader_of(request)
    form = StartForm(request.POST if request.method == "POST" else None, initial=_initial(request))
    if form.is_bound and form.is_valid():
        if user is None:
            return _account_first(request, form)
        try:
            classroom = managing.start(owner=user, **form.cleaned_data)
        except Refused as error:
            refuse(form, error)
        else:
            request.session.pop(TYPED, None)
            return redirect("class-dashboard", classroom.collection.slug)
    context = {
        "form": form,
        "come_back": user is not None and not form.is_bound and TYPED in request.session,
        "classes": _taught_by(user) if user is not None else [],
        "plans": _plans(),
    }
    status = HTTPStatus.BAD_REQUEST if form.is_bound else HTTPStatus.OK
    return render(request, "classes/teach.html", context, status=status)


def _initial(request: HttpRequest) -> dict[str, str]:
    usual = {"ends_on": (timezone.localdate() + managing.USUAL).isoformat(), "key": new_key()}
    return usual | request.session.get(TYPED, {})


def _account_first(request: HttpRequest, form: StartForm) -> HttpResponse:
    typed = form.cleaned_data
    request.session[TYPED] = typed | {"ends_on": typed["ends_on"].isoformat()}
    words = _("Make an account first. What you have typed for “%(name)s” is kept.")
    messages.info(request, words % {"name": typed["name"]})
    return redirect(f"{reverse('account_signup')}?{urlencode({'next': reverse('teach')})}")


def _taught_by(user: User) -> list[Classroom]:
    """The classes of the account, newest first, each with its `pupil_count`."""
    found = Classroom.objects.taught_by(user).filter(ending_at=None).select_related("collection")
    return list(found.annotate(pupil_count=Count("pupils")).order_by("-created_at"))


@require_safe
def plan(request: HttpRequest, age: str) -> HttpResponse:
    """A lesson of 45 minutes, for one of PLANS."""
    if age not in PLANS:
        raise Http404("no such plan")
    context = {
        "other_plans": [each for each in _plans() if each[0] != age],
        "hours": int(managing.OPEN_FOR.total_seconds() // 3600),
    }
    return render(request, PLANS[age][0], context)


@require_safe
def parents(request: HttpRequest) -> HttpResponse:
    """What is kept of a child, as a letter."""
    return render(
        request, "classes/parents.html", {"privacy_url": request.build_absolute_uri(reverse("class-privacy"))}
    )


def _plans() -> list[tuple[str, str]]:
    return [(age, str(words)) for age, (_template, words) in PLANS.items()]
