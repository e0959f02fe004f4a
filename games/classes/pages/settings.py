"""The teacher's page about a class itself: who may come in, the pupils and their cards, its end."""

from collections.abc import Callable
from datetime import date
from http import HTTPStatus

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from cards.models.builder import builder_of
from cards.sets.access import SetAction, own_set_or_404
from cards.sets.models import Collection
from games.classes import archive
from games.classes.forms import ClassLanguageForm, LastDayForm
from games.classes.models import LONGEST_FIRST_NAME, Classroom, ClassWork, Pupil
from games.classes.pages.poster import wall_of
from games.classes.services import ending, joining, managing
from games.classes.services.animals import drawings
from games.classes.services.contact_rules import name_of
from games.classes.services.errors import BadName
from games.classes.services.managing import NOT_A_DAY, ClassAction
from phylo.http.problems import Refused


def taught_or_404(request: HttpRequest, slug: str) -> tuple[Collection, Classroom | None]:
    """The set and its class, if there is one. Raises Http404 for those who do not teach it."""
    collection = own_set_or_404(request, slug, SetAction.SEE_PEOPLE)
    return collection, Classroom.objects.filter(collection=collection).first()


def room_or_404(request: HttpRequest, slug: str) -> tuple[Collection, Classroom]:
    collection, classroom = taught_or_404(request, slug)
    if classroom is None:
        raise Http404("no class")
    return collection, classroom


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def class_settings(request: HttpRequest, slug: str) -> HttpResponse:
    """POST: `do` says what, one of STEPS. `?part=` is a kind of ClassWork: only the progress of that job."""
    collection, classroom = taught_or_404(request, slug)
    wrong: Refused | None = None
    if request.method == "POST":
        step = STEPS.get(request.POST.get("do", ""))
        if step is None:
            raise Http404("no such step")
        try:
            step(request, collection, classroom)
        except Refused as error:
            wrong = error
        else:
            return redirect("class-settings", slug)
    works = {kind.value: archive.latest(collection.pk, kind) for kind in ClassWork.Kind}
    part = request.GET.get("part", "")
    if part in works:
        return render(request, f"classes/_{part}.html", {"set": collection, "work": works[part]})
    context = _context(request, collection, classroom) | {"works": works, "wrong": str(wrong or "")}
    status = HTTPStatus.BAD_REQUEST if wrong is not None else HTTPStatus.OK
    return render(request, "classes/settings.html", context, status=status)


def _context(request: HttpRequest, collection: Collection, classroom: Classroom | None) -> dict[str, object]:
    ends_on = classroom.ends_on if classroom else timezone.localdate() + managing.LONGEST
    context: dict[str, object] = {
        "set": collection,
        "classroom": classroom,
        "can": _allowed(request, collection),
        "last_day": LastDayForm(initial={"ends_on": ends_on}),
        "spoken": ClassLanguageForm(initial={"language": classroom.language if classroom else ""}),
        "hours": int(managing.OPEN_FOR.total_seconds() // 3600),
    }
    if classroom is None:
        return context
    drawn = drawings()
    pupils = [
        {"pupil": each, "name": name_of(each), "drawing": drawn[each.animal].url}
        for each in classroom.pupils.all()
    ]
    old = sum(not joining.code_of(each) for each in classroom.pupils.all())
    context["ends_on_words"] = date_format(classroom.ends_on, "j F Y")
    return context | {"pupils": pupils, "old_cards": old, **wall_of(request, classroom)}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def class_pupil(request: HttpRequest, slug: str, pupil: int) -> HttpResponse:
    """One pupil: another name, a new card, and taking them out. POST: `do` is rename, renew or take-out."""
    collection, classroom = room_or_404(request, slug)
    found = classroom.pupils.filter(pk=pupil).first()
    if found is None:
        raise Http404("no such pupil")
    wrong, field = "", ""
    if request.method == "POST":
        try:
            return _change_pupil(request, collection, classroom, found)
        except Refused as error:
            wrong, field = str(error), error.field
            found.refresh_from_db()
    context = {
        "set": collection,
        "found": found,
        "name": name_of(found),
        "drawing": drawings()[found.animal].url,
        "animals": drawings().values(),
        "first_name": request.POST.get("first_name", found.first_name),
        "animal": request.POST.get("animal", found.animal),
        "longest": LONGEST_FIRST_NAME,
        "wrong": wrong,
        "field": field,
        "can": _allowed(request, collection),
    }
    status = HTTPStatus.BAD_REQUEST if wrong else HTTPStatus.OK
    return render(request, "classes/pupil.html", context, status=status)


def _change_pupil(
    request: HttpRequest, collection: Collection, classroom: Classroom, pupil: Pupil
) -> HttpResponse:
    builder, do, name = builder_of(request), request.POST.get("do", ""), name_of(pupil)
    room, number = classroom.pk, pupil.pk
    if do == "rename":
        first_name, animal = request.POST.get("first_name", ""), request.POST.get("animal", "")
        pupil = managing.rename(
            classroom_id=room, builder=builder, pupil_id=number, first_name=first_name, animal=animal
        )
        messages.success(request, _("Now called %(name)s.") % {"name": name_of(pupil)})
        return redirect("class-pupil", collection.slug, pupil.pk)
    if do == "renew":
        put_out = bool(request.POST.get("put_out"))
        managing.renew_cards(classroom_id=room, builder=builder, pupil_id=number, put_out=put_out)
        messages.success(request, _("%(name)s has a new card. Print it now.") % {"name": name})
        return redirect("class-pupil", collection.slug, pupil.pk)
    if do == "take-out":
        managing.take_out(classroom_id=room, builder=builder, pupil_id=number)
        messages.success(request, _("%(name)s is taken out, with everything of theirs.") % {"name": name})
        return redirect("class-settings", collection.slug)
    raise Http404("no such step")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def class_end(request: HttpRequest, slug: str) -> HttpResponse:
    """Asks before the class is ended."""
    collection, classroom = room_or_404(request, slug)
    if not managing.may(builder_of(request), ClassAction.END, collection):
        raise Http404("not yours")
    if request.method == "POST":
        try:
            ending.end(classroom_id=classroom.pk, builder=builder_of(request))
        except Refused as error:
            messages.warning(request, str(error))
        return redirect("class-settings", slug)
    own = collection.own_cards.exclude(contents={})
    context = {
        "set": collection,
        "pupils": classroom.pupils.count(),
        "stay": own.filter(shown=True, guest__isnull=False).count(),
        "go": own.filter(shown=False, guest__isnull=False).count(),
    }
    return render(request, "classes/end.html", context)


def _allowed(request: HttpRequest, collection: Collection) -> dict[str, bool]:
    """What the visitor may do with the class, for templates."""
    builder = builder_of(request)
    return {each.name.lower(): managing.may(builder, each, collection) for each in ClassAction}


def _begin(request: HttpRequest, collection: Collection, classroom: Classroom | None) -> None:
    day = _day(request)
    managing.begin(collection_id=collection.pk, builder=builder_of(request), ends_on=day)


def _open(request: HttpRequest, collection: Collection, classroom: Classroom | None) -> None:
    managing.open_joining(classroom_id=_number(classroom), builder=builder_of(request))


def _close(request: HttpRequest, collection: Collection, classroom: Classroom | None) -> None:
    managing.close_joining(classroom_id=_number(classroom), builder=builder_of(request))


def _renew(request: HttpRequest, collection: Collection, classroom: Classroom | None) -> None:
    put_out = bool(request.POST.get("put_out"))
    renewed = managing.renew_cards(
        classroom_id=_number(classroom), builder=builder_of(request), put_out=put_out
    )
    words = ngettext(
        "%(count)d pupil has a new card. Print it now: the old one no longer works.",
        "%(count)d pupils have new cards. Print them now: the old ones no longer work.",
        len(renewed),
    )
    messages.success(request, words % {"count": len(renewed)})


def _set_end(request: HttpRequest, collection: Collection, classroom: Classroom | None) -> None:
    managing.set_end(classroom_id=_number(classroom), builder=builder_of(request), ends_on=_day(request))
    messages.success(request, _("Saved."))


def _set_language(request: HttpRequest, collection: Collection, classroom: Classroom | None) -> None:
    managing.set_language(
        classroom_id=_number(classroom),
        builder=builder_of(request),
        language=request.POST.get("language", ""),
    )
    messages.success(request, _("Saved."))


def _pack(request: HttpRequest, collection: Collection, classroom: Classroom | None) -> None:
    archive.pack(classroom_id=_number(classroom), builder=builder_of(request))


def _day(request: HttpRequest) -> date:
    day = LastDayForm(request.POST).day
    if day is None:
        raise BadName("ends_on", str(NOT_A_DAY))
    return day


def _number(classroom: Classroom | None) -> int:
    if classroom is None:
        raise Http404("no class")
    return classroom.pk


STEPS: dict[str, Callable[[HttpRequest, Collection, Classroom | None], None]] = {
    "begin": _begin, "open": _open, "close": _close, "renew": _renew, "set-end": _set_end,
    "set-language": _set_language, "pack": _pack,
}  # fmt: skip
