"""What a teacher takes along: the pupils' cards to print, and the archive of the class."""

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from cards.art.subject import load_subject
from cards.models.builder import builder_of
from cards.pages.qr import qr_svg
from cards.printing.badges import Badge
from cards.printing.services import RETRY_AFTER, PrintingBusy, badges_printed
from cards.printing.sheets import PAPERS
from games.classes.archive import latest
from games.classes.models import ClassWork, Pupil
from games.classes.pages.poster import typed_at
from games.classes.pages.settings import room_or_404
from games.classes.services import codes, managing
from games.classes.services.animals import ANIMALS
from phylo.http.input import whole_number
from phylo.http.problems import Refused, problem
from phylo.jobs.models import Status


@never_cache
@require_safe
def class_cards(request: HttpRequest, slug: str) -> HttpResponse:
    """A PDF of all pupils' cards, or of `?pupil=`; `?paper=` is a4 or letter."""
    collection, classroom = room_or_404(request, slug)
    try:
        cards = managing.cards_of(classroom_id=classroom.pk, builder=builder_of(request))
    except Refused as error:
        return error.as_problem()
    if "pupil" in request.GET:
        one = whole_number(request.GET["pupil"], digits=18)
        cards = [each for each in cards if each[0].pk == one]
    cards = [each for each in cards if each[1]]
    if not cards:
        raise Http404("no such pupil")
    badges = [_badge(request, pupil, code) for pupil, code in cards]
    title = _("Cards of “%(name)s”") % {"name": collection.name}
    return pdf_of(badges, title=title, paper=request.GET.get("paper", ""), stem=_stem(collection.name))


def pdf_of(badges: Sequence[Badge], *, title: str, paper: str, stem: str) -> HttpResponse:
    paper = paper if paper in PAPERS else "a4"
    try:
        pdf = badges_printed(badges, title=title, day=timezone.localdate(), paper=paper)
    except PrintingBusy:
        answer = problem("busy", _("Another print is being drawn. Try again in a moment."))
        answer["Retry-After"] = str(RETRY_AFTER)
        return answer
    response = HttpResponse(pdf, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="phylo-pupils-{stem}.pdf"'
    return response


def _badge(request: HttpRequest, pupil: Pupil, code: str) -> Badge:
    address = request.build_absolute_uri(reverse("class-back", args=[code]))
    return badge_of(pupil, code, address=address, typed_at=typed_at(request))


def badge_of(pupil: Pupil, code: str, *, address: str, typed_at: str) -> Badge:
    """`address` is that of the QR picture, and `typed_at` where the code is typed."""
    animal = ANIMALS[pupil.animal]
    found = load_subject(animal.subject)
    assert found is not None
    box = " ".join(f"{each:g}" for each in found.box)
    return Badge(
        name=pupil.first_name,
        animal=str(animal.name),
        says=_("Scan the picture, or go to %(address)s and type:") % {"address": typed_at},
        code=codes.spaced(code),
        picture=f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{found.markup}</svg>',
        qr=str(qr_svg(address, "")),
    )


@never_cache
@require_safe
def class_archive(request: HttpRequest, slug: str) -> HttpResponse:
    """The archive that was packed last. Leads back if there is none, or not any more."""
    collection, _classroom = room_or_404(request, slug)
    work = latest(collection.pk, ClassWork.Kind.EXPORT)
    if work is None or work.status != Status.DONE:
        return redirect("class-settings", slug)
    response = HttpResponse(bytes(work.content), content_type="application/zip")
    name = f"phylo-class-{_stem(collection.name)}-{work.created_at.date().isoformat()}.zip"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _stem(name: str) -> str:
    return slugify(name)[:60].strip("-") or "class"
