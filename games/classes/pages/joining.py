"""How pupils come into their class and go: by its code, by their own card, and "I am done"."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cards.pages.qr import qr_svg
from games.classes.models import LONGEST_FIRST_NAME, Classroom, Pupil
from games.classes.pages.poster import typed_at
from games.classes.services import codes, joining
from games.classes.services.animals import drawings
from games.classes.services.contact_rules import name_of
from games.classes.services.errors import WrongCode
from games.matches.access import current_player, own_player
from games.matches.presence import Presence
from games.matches.services.errors import NotAllowed
from phylo.accounts.guests import guest_in, switch_back, switch_to_guest
from phylo.http import languages
from phylo.http.keys import KeyReused, new_key
from phylo.http.problems import Refused

FORGOTTEN = '"cache", "storage"'
"""What the browser of a shared device forgets when a pupil goes: pages, and a deck that was not saved."""


def pupil_of(request: HttpRequest) -> Pupil | None:
    """The pupil whose session it is."""
    if request.user.is_authenticated:
        return None
    found = Pupil.objects.select_related("classroom__collection")
    return found.filter(guest=guest_in(request.session)).first()


@never_cache
@require_safe
def class_join(request: HttpRequest) -> HttpResponse:
    """Where codes are typed; `?code=` leads to the class or the pupil that has it."""
    if pupil_of(request) is not None:
        return redirect("class-home")
    # Whose class has ended, or who was put out of it, is in none.
    languages.enter(request, "")
    typed = request.GET.get("code", "")
    if not typed.strip():
        return _code_form(request)
    code = codes.normal(typed)
    lengths = {codes.CLASS_CODE: "class-code", codes.CARD_CODE: "class-back"}
    if len(code) in lengths:
        return redirect(lengths[len(code)], code)
    wrong = _("The code of a class has %(class)s letters, and the one on your own card %(card)s.")
    return _code_form(
        request, wrong % {"class": codes.CLASS_CODE, "card": codes.CARD_CODE}, typed, HTTPStatus.BAD_REQUEST
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def class_code(request: HttpRequest, code: str) -> HttpResponse:
    """The form by which somebody joins the class that has this code; sending it makes a pupil."""
    if (me := pupil_of(request)) is not None:
        return _already(request, me)
    try:
        classroom = joining.class_at(code)
        if request.user.is_authenticated:
            return render(request, "classes/signed_in.html", {"set": classroom.collection})
        languages.look_into(request, classroom.language)
        if request.method == "POST":
            pupil = joining.join(
                classroom=classroom,
                first_name=request.POST.get("first_name", ""),
                animal=request.POST.get("animal", ""),
                key=request.POST.get("key", "")[:64],
            )
            switch_to_guest(session=request.session, guest=pupil.guest_id)
            languages.enter(request, classroom.language)
            return redirect("class-card")
    except WrongCode as error:
        return _code_form(request, str(error), code, error.status)
    except (NotAllowed, KeyReused) as error:
        return _joining(request, classroom, error)
    return _joining(request, classroom)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def class_back(request: HttpRequest, code: str) -> HttpResponse:
    """Asks whether it is the pupil whose card has this code; sending it lets them in."""
    if (me := pupil_of(request)) is not None:
        return _already(request, me)
    try:
        pupil = joining.pupil_at(code)
    except WrongCode as error:
        return _code_form(request, str(error), code, error.status)
    if request.user.is_authenticated:
        return render(request, "classes/signed_in.html", {"set": pupil.classroom.collection})
    languages.look_into(request, pupil.classroom.language)
    if request.method == "POST":
        switch_to_guest(session=request.session, guest=pupil.guest_id)
        languages.enter(request, pupil.classroom.language)
        return redirect("class-home")
    context = {"found": pupil, "name": name_of(pupil), "drawing": drawings()[pupil.animal].url}
    return render(request, "classes/confirm_return.html", context)


@never_cache
@require_safe
def class_card(request: HttpRequest) -> HttpResponse:
    """The pupil's own card, to write down or to photograph."""
    me = pupil_of(request)
    if me is None:
        return redirect("class-join")
    # The teacher sees them come in before they have written down their letters.
    Presence(current_player(request).pk).visit()
    code = joining.code_of(me)
    address = request.build_absolute_uri(reverse("class-back", args=[code])) if code else ""
    context = {
        "me": me,
        "name": name_of(me),
        "drawing": drawings()[me.animal].url,
        "code": codes.spaced(code),
        "qr": qr_svg(address, _("Your card as a QR picture")) if code else "",
        "typed_at": typed_at(request),
    }
    return render(request, "classes/pupil_card.html", context)


@require_POST
def class_leave(request: HttpRequest) -> HttpResponse:
    """Ends the visit on this device; everything of the pupil's stays."""
    me = pupil_of(request)
    if me is not None:
        for player in own_player(request):
            Presence(player.pk).leave()
        switch_back(session=request.session)
        languages.forget(request)
        languages.enter(request, "")
        messages.success(request, _("Goodbye! What you have made is kept. Come back with your card."))
    response = redirect("class-join")
    response["Clear-Site-Data"] = FORGOTTEN
    return response


@require_safe
def class_privacy(request: HttpRequest) -> HttpResponse:
    """What is kept of children, for how long, and who sees it."""
    return render(request, "classes/privacy.html")


def _already(request: HttpRequest, me: Pupil) -> HttpResponse:
    messages.warning(
        request,
        _("%(name)s is here now. Tap “I am done” first, then the next one can come in.")
        % {"name": name_of(me)},
    )
    return redirect("class-home")


def _code_form(
    request: HttpRequest, wrong: str = "", typed: str = "", status: int = HTTPStatus.OK
) -> HttpResponse:
    context = {
        "wrong": wrong,
        "typed": codes.spaced(codes.normal(typed)) or typed[:40],
        "letters": {"class": codes.CLASS_CODE, "card": codes.CARD_CODE},
    }
    return render(request, "classes/enter_code.html", context, status=status)


def _joining(request: HttpRequest, classroom: Classroom, wrong: Refused | None = None) -> HttpResponse:
    context = {
        "set": classroom.collection,
        "animals": drawings().values(),
        "longest": LONGEST_FIRST_NAME,
        "first_name": request.POST.get("first_name", ""),
        "animal": request.POST.get("animal", ""),
        "key": new_key() if isinstance(wrong, KeyReused) else request.POST.get("key", "") or new_key(),
        "wrong": str(wrong or ""),
        "field": wrong.field if wrong else "",
    }
    status = HTTPStatus.BAD_REQUEST if wrong is not None else HTTPStatus.OK
    return render(request, "classes/join.html", context, status=status)
